// From an address as it is written to where Asio connects or listens.
#pragma once

#include "common/wire/address.h"

#include <asio/generic/stream_protocol.hpp>

#include <optional>

namespace parley {

/// Nothing where the host is no IP address and not `localhost`. Whether TLS is spoken there is the caller's to ask.
std::optional<asio::generic::stream_protocol::endpoint> endpoint_of(const Address& address);

}  // namespace parley
