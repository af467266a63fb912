#include "common/core/table.h"

#include <algorithm>

namespace parley {

bool sees_purse(const Table& table, Seat seat) {
  switch (table.sight.kind) {
    case Role::Kind::server: return true;
    case Role::Kind::seat: return table.sight.is(seat);
    case Role::Kind::host: return table[seat].control == Control::ai;
    case Role::Kind::viewer: return false;
  }
  return false;
}

std::optional<Seat> seat_of(const Table& table, std::string_view key) {
  for (std::uint8_t i = 0; i < table.seats.size(); ++i)
    if (table.seats[i].key == key) return Seat{i};
  return std::nullopt;
}

const Decision* find_decision(const Table& table, DecisionId id) {
  const auto found =
      std::find_if(table.decisions.begin(), table.decisions.end(), [&](const Decision& d) { return d.id == id; });
  return found == table.decisions.end() ? nullptr : &*found;
}

bool can_act(const Table& table, Seat seat) {
  return table[seat].control == Control::human && !table[seat].departed;
}

std::vector<Need> needs(const Table& table, Role role) {
  std::vector<Need> found;
  if (!role.is_seat() || !table.has(role.seat()) || !can_act(table, role.seat())) return found;
  const Seat me = role.seat();
  for (const Decision& decision : table.decisions)
    if (decision.owner == me) found.push_back({Need::What::decide, DealId{}, decision.id});
  for (const Deal& deal : table.ledger.deals()) {
    if (!deal.record.signatories.contains(me)) continue;
    if (const Open* open = std::get_if<Open>(&deal.state); open && !open->consents.contains(me))
      found.push_back({Need::What::accept, deal.id, DecisionId{}});
    if (const Active* active = std::get_if<Active>(&deal.state);
        active && !active->release_requests.empty() && !active->release_requests.contains(me))
      found.push_back({Need::What::release, deal.id, DecisionId{}});
  }
  return found;
}

}  // namespace parley
