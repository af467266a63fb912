// The Dune state that deals depend on; the engine does not play the board. RULES-DUNE "State".
#pragma once

#include "common/core/deal.h"
#include "common/core/limits.h"

#include <array>
#include <optional>

namespace parley::dune {

enum class Mode : std::uint8_t { basic = 0, advanced = 1 };

/// In the order of a turn. In play: all but setup and over.
enum class Phase : std::uint8_t {
  setup = 0, storm = 1, spice_blow_and_nexus = 2, choam_charity = 3, bidding = 4, revival = 5, shipment_and_movement = 6,
  battle = 7, spice_collection = 8, mentat_pause = 9, over = 10
};

constexpr Moment moment(std::uint16_t turn, Phase phase) { return {turn, static_cast<std::uint8_t>(phase)}; }
constexpr Phase phase(Moment m) { return static_cast<Phase>(m.phase); }

/// Chosen when the table is made, public.
struct Options {
  Mode mode = Mode::basic;
  std::uint16_t bureaucrat_min = 5;  // 1 to 65535 [CARD U1]
  std::uint16_t probe_wait = 10;     // seconds, 0 is off [HOUSE B10]
  friend bool operator==(const Options&, const Options&) = default;
};

/// A seat's money and opportunities. `spice` is known to the server, the owner, and the host while the seat is AI.
struct Purse {
  std::optional<Spice> spice;
  Spice deferred;                    // in front of the shield: public [SEED B4]
  Spice bid;                         // the standing bid, which reserves as much: public [HOUSE A8]
  std::optional<Seat> ally;
  bool hajr = false;                 // the window is open [SEED H1]
  std::uint16_t movement_turn = 0;   // the turn in which movement was last finished
  std::uint16_t asked_turn = 0;      // the turn of its last Truthtrance [CARD T1]
  Version ally_changed;
  Version spice_changed;             // by anybody
  Version spice_changed_by_others;   // by anybody but the seat itself
  friend bool operator==(const Purse&, const Purse&) = default;
};

/// The leader skill [CARD U1].
struct Bureaucrat {
  std::optional<Seat> holder;
  bool alive = false;
  Moment used;  // turn 0: never
  friend bool operator==(const Bureaucrat&, const Bureaucrat&) = default;
};

struct Game {
  Options options;
  Moment now;                           // turn 0 in setup
  std::uint16_t last_collected = 0;     // the last turn whose mentat_pause was collected [HOUSE A5]
  bool inflation = false;
  Spice bank;                           // what was diverted to it, public
  std::optional<std::int64_t> outside;  // the other side of every adjustment; the server's alone [HOUSE A3]
  std::array<Purse, limits::seats_max> purses;
  Bureaucrat bureaucrat;
  Version phase_changed;
  Version inflation_changed;
  Version bureaucrat_changed;
  friend bool operator==(const Game&, const Game&) = default;

  Purse& operator[](Seat s) { return purses[s.index]; }
  const Purse& operator[](Seat s) const { return purses[s.index]; }
};

}  // namespace parley::dune
