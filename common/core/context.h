// What every check looks at: who asks, what they had seen, and the fence (PROTOCOL.md "Acting").
// Internal to common/core: the rule sets include it, nobody else.
#pragma once

#include "common/core/refusal.h"
#include "common/core/table.h"

namespace parley {

struct Context {
  const Table& table;
  Role role;
  Version seen;
  const Secret& secret;
  bool may_be_unknown = false;  // a commit of somebody else's whose secret did not come along
};

inline Refusal refuse(Refusal::Code code, std::uint64_t object = 0) { return {code, object}; }
inline Refusal refuse_seat(Refusal::Code code, Seat seat) { return {code, seat.index}; }

/// `stale` where `changed` is later than what was seen; `seat` says whose field it is.
Verdict fence(const Context& c, Version changed, Changed what, std::optional<Seat> seat = std::nullopt);
/// `stale` where an alliance or the control of one of the seats moved.
Verdict fence_seats(const Context& c, SeatSet seats);

/// not_human for the first of the seats that is AI-controlled or departed.
Verdict require_human(const Table& table, SeatSet seats);
/// allied where two of the seats are.
Verdict require_unallied(const Table& table, SeatSet seats);
Verdict require_in_play(const Table& table);
/// not_in_play once the game is over.
Verdict require_not_over(const Table& table);
/// no_such_seat unless the seat is in the roster.
Verdict require_seat(const Table& table, Seat seat);

}  // namespace parley

/// Straight-line checks: the first refusal returns.
#define PARLEY_REQUIRE(check) \
  if (::parley::Verdict refusal_ = (check)) return refusal_
