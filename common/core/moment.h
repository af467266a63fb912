// When something happened in the game's own time.
#pragma once

#include <compare>
#include <cstdint>

namespace parley {

struct Moment {
  std::uint16_t turn = 0;  // or the round
  std::uint8_t phase = 0;  // the game's own numbering
  friend constexpr auto operator<=>(Moment, Moment) = default;
};

}  // namespace parley
