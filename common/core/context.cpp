#include "common/core/context.h"

#include "common/core/game.h"

namespace parley {

Verdict fence(const Context& c, Version changed, Changed what, std::optional<Seat> seat) {
  if (changed <= c.seen) return std::nullopt;
  return refuse(Refusal::Code::stale, static_cast<std::uint64_t>(what) << 4 | (seat ? seat->index : no_seat));
}

Verdict fence_seats(const Context& c, SeatSet seats) {
  for (Seat s : seats) {
    PARLEY_REQUIRE(fence(c, alliance_changed(c.table, s), Changed::alliance, s));
    PARLEY_REQUIRE(fence(c, c.table[s].control_changed, Changed::control, s));
  }
  return std::nullopt;
}

Verdict require_human(const Table& table, SeatSet seats) {
  for (Seat s : seats)
    if (!can_act(table, s)) return refuse_seat(Refusal::Code::not_human, s);
  return std::nullopt;
}

Verdict require_unallied(const Table& table, SeatSet seats) {
  const auto pair = allied_pair(table, seats);
  if (!pair) return std::nullopt;
  return refuse(Refusal::Code::allied, static_cast<std::uint64_t>(pair->first.index << 4 | pair->second.index));
}

Verdict require_in_play(const Table& table) {
  if (stage(table) != Stage::in_play) return refuse(Refusal::Code::not_in_play);
  return std::nullopt;
}

Verdict require_not_over(const Table& table) {
  if (stage(table) == Stage::over) return refuse(Refusal::Code::not_in_play);
  return std::nullopt;
}

Verdict require_seat(const Table& table, Seat seat) {
  if (!table.has(seat)) return refuse_seat(Refusal::Code::no_such_seat, seat);
  return std::nullopt;
}

}  // namespace parley
