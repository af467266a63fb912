// What passed between clients and servers, as the tap hears it, as a recording keeps it and as a capture shows it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace parley {

using Instant = std::chrono::time_point<std::chrono::system_clock, std::chrono::microseconds>;
inline Instant instant_now() { return std::chrono::time_point_cast<std::chrono::microseconds>(std::chrono::system_clock::now()); }

enum class Side : std::uint8_t { client, server };

struct Passed {
  enum class What : std::uint8_t {
    opened,  // a connection; `side` says nothing
    bytes,   // said by that side
    gap,     // what that side says next begins somewhere in its stream
    note,    // what the link itself does from here on, in words, to what that side says
    ended    // that side has said all it will say
  } what = What::bytes;
  Instant time;
  std::uint32_t connection = 0;
  Side side = Side::client;
  std::string bytes;
};

}  // namespace parley
