// The clock of the server's programs: what everything without I/O is handed as `Now`.
#pragma once

#include "server/room.h"

namespace parley {

inline Now clock_now() {
  const auto wall = std::chrono::system_clock::now().time_since_epoch();
  const auto tick = std::chrono::steady_clock::now().time_since_epoch();
  return {Time{static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(wall).count())},
          std::chrono::duration_cast<std::chrono::milliseconds>(tick)};
}

}  // namespace parley
