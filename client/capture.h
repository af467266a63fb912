// Classic pcap files: packets over Ethernet, loopback or raw IP, and the TCP streams in them put together again, whatever order
// their segments came in. Bytes in, what passed out; nothing is trusted, nothing is read twice.
#pragma once

#include "client/passage.h"
#include "client/recording.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace parley {

/// Whether it starts like one, in either order of bytes.
bool is_capture(std::string_view bytes);

struct Capture {
  std::optional<ReadStop> stop;     // where the file breaks; what came before was told
  std::size_t connections = 0;      // that speak the protocol
  std::size_t others = 0;           // that do not, or nothing that can be read
};

/// Tells what passed on the connections that speak the protocol, in order of time. Where segments are missing, or the start of a
/// connection, a gap is told. Who sent the first SYN is the client; else who speaks like one.
Capture read_capture(std::string_view bytes, const std::function<void(const Passed&)>& tell);

}  // namespace parley
