// What a TI4 table knows and says about one deal beside its words: the class, who stated what, rulings, what was kept.
#pragma once

#include "common/core/seat_set.h"
#include "common/core/ti4/clause.h"

#include <optional>
#include <vector>

namespace parley::ti4 {

/// Whether a deal binds [TI4 28.2]. A blocked one cannot be accepted as things stand.
enum class Class : std::uint8_t { binding = 1, non_binding = 2, undecided = 3, blocked = 4 };

/// The test of RULES-TI4 that decided a clause, the exchange or the whole deal; citations.h has its sources.
enum class Why : std::uint8_t {
  // blocked: 1, 2
  foreign_actor = 1, wrong_phase = 2, not_neighbours = 3, slot_used = 4, slot_used_agenda = 5, not_active_player = 6, holdings = 7,
  // undecided: 3, 12
  free_text = 8, nothing_said = 9, ability_unknown = 10, finer_than_steps = 11, plays_card = 12,
  // non-binding: 4 to 11
  card_result = 13, dice = 14, note_not_held = 15, cannon_before_move = 16, cannon_during_move = 17, replenish = 18,
  vote_before_turn = 19, later = 20, unable = 21,
  // binding: 13
  able_now = 22, inferred_now = 23, now_without_exchange = 24, exchange = 25, exchange_of_commodities = 26, exchange_in_agenda = 27
};
inline constexpr std::uint8_t whys = 27;

/// The number of a clause, from 1; 0 stands for the exchange, or for a deal that says nothing.
using ClauseNumber = std::uint8_t;

struct Finding {
  ClauseNumber clause = 0;
  Class is = Class::undecided;
  Why why = Why::nothing_said;
  std::optional<Seat> stated_by;  // whose word on what is possible it rests on
  friend bool operator==(const Finding&, const Finding&) = default;
};

struct Classified {
  Class is = Class::undecided;
  std::vector<Finding> findings;  // every clause in order, then the exchange
  friend bool operator==(const Classified&, const Classified&) = default;
};

/// One seat's word: on what it is able to do, on the deal's class, on what the other kept. The newest counts.
struct Statement { ClauseNumber clause; Able able; friend bool operator==(const Statement&, const Statement&) = default; };
struct Ruling { Seat seat; Class is; friend bool operator==(const Ruling&, const Ruling&) = default; };
struct Kept { ClauseNumber clause; bool yes; friend bool operator==(const Kept&, const Kept&) = default; };

struct Judgement {
  std::vector<Statement> statements;        // by each clause's actor
  std::vector<Ruling> rulings;              // by each party
  std::vector<Kept> kept;                   // by each clause's other party
  std::optional<Classified> at_acceptance;  // final: what the last acceptance saw
  friend bool operator==(const Judgement&, const Judgement&) = default;
};

/// What both parties ruled, if they ruled the same.
std::optional<Class> table_ruling(const Judgement& judgement, SeatSet parties);

}  // namespace parley::ti4
