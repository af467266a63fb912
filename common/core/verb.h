// What can be asked for at a table, by numbers that are permanent on the wire and in the journal.
#pragma once

#include "common/core/ids.h"
#include "common/core/text.h"

#include <string_view>

namespace parley {

enum class Verb : std::uint8_t {
  // seats, any game
  offer = 1, accept = 2, decline = 3, withdraw = 4, request_release = 5, retract_release = 6, note = 7, say = 8,
  decide = 9, cancel = 10,
  // host, any game
  start = 16, end = 17, control = 18, depart = 19, open_decision = 20,
  // Dune: seats, then host
  bribe = 32, adjust = 33, bid = 34, ask = 35, movement_finished = 36, hajr = 37,
  advance = 48, ally = 49, unally = 50, bureaucrat = 51, inflation = 52, adjust_seat = 53,
  // TI4: seats (step: host too), then host
  accept_as = 64, step = 65, adjust_goods = 66, hold = 67, unhold = 68, play_note = 69, neighbours = 70, exception = 71,
  able = 72, rule = 73, kept = 74,
  active = 80, phase = 81, commodity_value = 82, set_neighbours = 83,
  // server
  genesis = 112, seated = 113, vacated = 114,
};

/// The word in scripts: "offer". One word may stand for several verbs, of which a role has one at a table: "adjust",
/// "accept", "neighbours". Empty for a number that is not a verb.
std::string_view name(Verb verb);

/// Two different seats of whom something is said: allies, neighbours.
struct SeatPair { Seat one; Seat other; friend bool operator==(const SeatPair&, const SeatPair&) = default; };

}  // namespace parley
