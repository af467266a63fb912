// The TI4 state that deals depend on; the server sees no board. RULES-TI4 "Table state".
#pragma once

#include "common/core/limits.h"
#include "common/core/moment.h"
#include "common/core/role.h"
#include "common/core/seat_set.h"
#include "common/core/ti4/goods.h"
#include "common/core/ti4/judgement.h"

#include <array>
#include <optional>
#include <vector>

namespace parley::ti4 {

/// In play: all but setup and over.
enum class Phase : std::uint8_t { setup = 0, strategy = 1, action = 2, status = 3, agenda = 4, over = 5 };

constexpr Moment moment(std::uint16_t round, Phase phase) { return {round, static_cast<std::uint8_t>(phase)}; }
constexpr Phase phase(Moment m) { return static_cast<Phase>(m.phase); }

/// None yet.
struct Options {
  friend bool operator==(const Options&, const Options&) = default;
};

/// Where the table says the turn or the agenda stands, whose step it is, and who said so.
struct Marker {
  Step step{};
  std::optional<Seat> seat;
  Role set_by;
  friend bool operator==(const Marker&, const Marker&) = default;
};

/// What a seat holds and says in the open; only `hand` is private.
struct Place {
  Counts holds;
  std::uint32_t commodity_value = 0;
  std::optional<std::vector<Label>> hand;  // promissory notes; known to the server and the owner
  std::uint32_t notes = 0;                 // how many the hand holds
  std::vector<Label> shown;                // those of the hand that everybody knows of: named openly, or received in the open
  std::vector<Label> in_play;
  std::optional<Line> exception;           // why the neighbour test does not hold it up
  SeatSet neighbours;
  SeatSet claims;                          // whom it called a neighbour, unconfirmed
  SeatSet disclaims;                       // whom it called a neighbour no longer, unconfirmed
  SeatSet traded;                          // with whom it has had its transaction of this turn or agenda [TI4 94.1, 94.6]
  Version neighbours_changed;
  Version value_changed;
  friend bool operator==(const Place&, const Place&) = default;
};

struct Game {
  Options options;
  Moment now;                   // round 0 in setup
  std::uint16_t turn = 0;       // of the game, counted by `active`
  std::uint16_t agenda = 0;     // of this agenda phase, 0 outside
  std::optional<Seat> active;
  std::optional<Marker> marker;
  std::array<Place, limits::seats_max> places;
  std::array<std::int64_t, kinds> adjusted{};  // all adjustments so far, by kind: what the sums must be
  Version phase_changed;        // phase, round, agenda, active seat
  Version marker_changed;
  friend bool operator==(const Game&, const Game&) = default;

  Place& operator[](Seat s) { return places[s.index]; }
  const Place& operator[](Seat s) const { return places[s.index]; }
};

}  // namespace parley::ti4
