// A table of any game: the ledger and nothing else. Whoever likes may deal with whomever, as long as the game runs.
#pragma once

#include "common/core/ids.h"
#include "common/core/moment.h"

namespace parley::open {

enum class Phase : std::uint8_t { setup = 0, play = 1, over = 2 };

constexpr Phase phase(Moment m) { return static_cast<Phase>(m.phase); }

struct Options {
  friend bool operator==(const Options&, const Options&) = default;
};

struct Game {
  Options options;
  Moment now;  // turn 0 in setup, else 1
  Version phase_changed;
  friend bool operator==(const Game&, const Game&) = default;
};

}  // namespace parley::open
