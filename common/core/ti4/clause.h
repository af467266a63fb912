// One promise of a TI4 deal in words that a rule can be applied to. Never read from the free text [TI4 Deals].
#pragma once

#include "common/core/ids.h"
#include "common/core/text.h"

#include <cstdint>

namespace parley::ti4 {

enum class Deed : std::uint8_t {
  give = 1, produce = 2, spend_on = 3, use_note = 4, use_ability = 5, fire_space_cannon = 6, replenish = 7,
  choose_for_secondary = 8, vote = 9, abstain = 10, break_tie = 11, play_action_card = 12, activate = 13, move = 14,
  retreat = 15, assign_hits = 16, pick_strategy = 17, pay_later = 18, other = 19
};
inline constexpr std::uint8_t deeds = 19;

/// The table's step marker, in the coarse order of a tactical action, of the Trade card, of an agenda.
enum class Step : std::uint8_t {
  turn_start = 1, activation = 2, move_ships = 3, space_cannon_offense = 4, space_combat_start = 5, space_combat_roll = 6,
  space_combat_assign_hits = 7, space_combat_retreat = 8, bombardment = 9, commit_ground_forces = 10, space_cannon_defense = 11,
  ground_combat = 12, establish_control = 13, production = 14, turn_end = 15,
  trade_gain = 16, trade_replenish = 17, trade_choose = 18, trade_secondary = 19,
  reveal = 20, vote = 21, outcome = 22
};
inline constexpr std::uint8_t steps = 22;
constexpr bool is_tactical(Step step) { return step <= Step::turn_end; }
constexpr bool is_of_agenda(Step step) { return step >= Step::reveal; }
/// Steps that are one seat's own.
constexpr bool has_seat(Step step) { return step == Step::vote || step == Step::trade_secondary; }

/// When a clause is to happen: now, within a time, or at a step.
enum class When : std::uint8_t { now = 1, this_turn = 2, this_round = 3, open = 4 };
inline constexpr std::uint8_t whens = 4 + steps;
constexpr When at(Step step) { return static_cast<When>(4 + static_cast<std::uint8_t>(step)); }
constexpr bool is_step(When when) { return when > When::open; }
/// Only where is_step.
constexpr Step step_of(When when) { return static_cast<Step>(static_cast<std::uint8_t>(when) - 4); }

enum class Stance : std::uint8_t { act = 1, refrain = 2 };
enum class Contingent : std::uint8_t { nothing = 1, dice = 2, action_card = 3, another_seat = 4, hidden_choice = 5 };
/// Whether the actor could do it right now, even without the deal [TI4 note 1].
enum class Able : std::uint8_t { yes = 1, no = 2, unknown = 3 };

struct Clause {
  Seat actor;
  Deed deed = Deed::other;
  Label item;                  // may be empty
  std::uint16_t quantity = 1;  // 1 to 65535 once checked
  When when = When::now;
  Stance stance = Stance::act;
  Contingent contingent = Contingent::nothing;
  Able able = Able::unknown;   // as the proposer sees it; the actor may state otherwise
  Label text;                  // may be empty
  friend bool operator==(const Clause&, const Clause&) = default;
};

}  // namespace parley::ti4
