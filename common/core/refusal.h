// Why a request was refused: numbered in order of precedence, never reused. Where two apply, the lower number is told.
// The wording lives in the client (client/words); the numbers are permanent (common/PROTOCOL.md).
#pragma once

#include "common/core/ids.h"

#include <optional>
#include <string_view>

namespace parley {

struct Refusal {
  enum class Code : std::uint8_t {
    not_permitted = 1,      // this role, game or mode has no such verb; also A3's "to others only adds"
    request_reused = 2,     // this id was committed with another action
    request_old = 3,        // a higher id was committed, this one never
    rate = 4,               // object: how many a second a role may send
    limit = 5,              // object: the bound that is reached
    bad_text = 6,           // object: position << 21 | code point of the first fault
    bad_parties = 7,
    bad_amount = 8,
    bad_bribe = 9,
    bad_clause = 10,          // object: the clause's number, 0 for the exchange or a name
    bad_answer = 11,
    no_such_deal = 12,
    no_such_seat = 13,        // object: the seat
    no_such_decision = 14,
    not_signatory = 15,
    not_proposer = 16,
    not_decision_owner = 17,  // object: the owner's seat
    not_open = 18,
    not_active = 19,
    already = 20,
    not_in_play = 21,
    not_human = 22,           // object: the seat
    allied = 23,              // object: one seat << 4 | its ally
    stale = 24,               // object: Changed << 4 | seat (15: none)
    wrong_phase = 25,
    inflation = 26,
    decision_open = 27,       // object: the decision
    not_neighbours = 28,
    slot_used = 29,
    not_active_player = 30,
    class_changed = 31,       // object: class seen | class now << 4 | why << 8 | clause << 16 (ti4/judgement.h)
    holdings = 32,
    too_soon = 33,            // object: seconds left
    payment_unavailable = 34,
    storage = 35,
  };
  Code code;
  std::uint64_t object = 0;
  friend bool operator==(const Refusal&, const Refusal&) = default;
};

/// What moved under a player who had not seen it yet (the fence).
enum class Changed : std::uint8_t {
  alliance = 1, control = 2, phase = 3, inflation = 4, decisions = 5, votes = 6, purse = 7, bureaucrat = 8, departure = 9,
  step = 10, commodity_value = 11, neighbours = 12
};

inline constexpr std::uint8_t no_seat = 15;

/// Nothing: go ahead.
using Verdict = std::optional<Refusal>;

/// The name in protocols and scripts: "payment_unavailable". Empty for a number that is not one.
std::string_view name(Refusal::Code code);
inline constexpr std::uint8_t refusal_codes = 35;

}  // namespace parley
