// A door: accepts sockets on one address. When descriptors run out it does not spin: a spare one lets the newcomer be
// turned away, and it accepts again 200 ms later [P-R4].
#pragma once

#include "common/wire/address.h"
#include "server/connection.h"

#include <asio/io_context.hpp>

#include <functional>
#include <memory>
#include <string>

namespace parley {

class Listener {
 public:
  using Accepted = std::function<void(Socket socket, std::string peer, std::string channel)>;

  virtual ~Listener() = default;
  /// As it was opened: a port 0 has become a number.
  virtual Address address() const = 0;
  virtual void close() = 0;
};

/// Opens a door. The error is a sentence with its remedy. A Unix socket left behind by a server that is gone is replaced;
/// the caller holds the store's lock, so it cannot be a living one of the same store.
Result<std::unique_ptr<Listener>, std::string> open_listener(asio::io_context& io, const Address& address,
                                                             Listener::Accepted accepted);

}  // namespace parley
