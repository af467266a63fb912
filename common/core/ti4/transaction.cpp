#include "common/core/ti4/transaction.h"

#include "common/core/ti4/hands.h"

#include <algorithm>

namespace parley::ti4 {
namespace {

constexpr Kind kAll[] = {Kind::trade_goods, Kind::commodities, Kind::cultural, Kind::hazardous,
                         Kind::industrial,  Kind::unknown,     Kind::action_cards};

bool has_counts(const Place& place, const Goods& goods) {
  return std::all_of(std::begin(kAll), std::end(kAll), [&](Kind kind) { return count(place.holds, kind) >= count(goods.counts, kind); });
}

bool seems_to_have(const Place& place, const Goods& goods) {
  const auto seen_missing = [&](const Label& note) { return named_openly(note) && !contains_note(place.shown, note); };
  return has_counts(place, goods) && place.notes >= goods.notes.size() &&
         std::none_of(goods.notes.begin(), goods.notes.end(), seen_missing);
}

bool has(const Place& place, const Goods& goods) {
  return seems_to_have(place, goods) &&
         std::all_of(goods.notes.begin(), goods.notes.end(), [&](const Label& note) { return may_hold(place, note); });
}

void take(Place& from, const Goods& goods) {
  for (Kind kind : kAll) count(from.holds, kind) -= count(goods.counts, kind);
  for (const Label& note : goods.notes) lose_note(from, note, Sight::open);
}

void put(Place& to, const Goods& goods) {
  for (Kind kind : kAll) count(to.holds, kind == Kind::commodities ? Kind::trade_goods : kind) += count(goods.counts, kind);
  for (const Label& note : goods.notes) gain_note(to, note, Sight::open);
}

}  // namespace

bool gives_now(const Clause& clause) { return clause.deed == Deed::give && clause.when == When::now && clause.stance == Stance::act; }

bool is_transaction(const Record& record) {
  return exchange_of(record) || std::any_of(record.clauses.begin(), record.clauses.end(), gives_now);
}

Parties parties_of(Seat proposer, SeatSet signatories) { return {proposer, *(signatories - SeatSet{proposer}).begin()}; }

std::optional<Why> broken_rule(const Game& game, SeatSet parties) {
  const Seat one = *parties.begin();
  const Seat other = *(parties - SeatSet{one}).begin();
  const bool slot_used = game[one].traded.contains(other);
  switch (phase(game.now)) {
    case Phase::agenda: return slot_used ? std::optional(Why::slot_used_agenda) : std::nullopt;
    case Phase::action: break;
    default: return Why::wrong_phase;
  }
  const bool near = game[one].neighbours.contains(other) || game[one].exception || game[other].exception;
  if (!near) return Why::not_neighbours;
  if (slot_used) return Why::slot_used;
  if (game.active != one && game.active != other) return Why::not_active_player;
  return std::nullopt;
}

bool seem_to_hold(const Game& game, Parties p, const Exchange& exchange) {
  return seems_to_have(game[p.proposer], exchange.gives) && seems_to_have(game[p.other], exchange.gets);
}

bool hold(const Game& game, Parties p, const Exchange& exchange) {
  return has(game[p.proposer], exchange.gives) && has(game[p.other], exchange.gets);
}

void carry_out(Game& game, Parties p, const Exchange& exchange) {
  Place& proposer = game[p.proposer];
  Place& other = game[p.other];
  take(proposer, exchange.gives);  // both first: notes of one name may cross
  take(other, exchange.gets);
  put(other, exchange.gives);
  put(proposer, exchange.gets);
  proposer.traded.insert(p.other);
  other.traded.insert(p.proposer);
}

}  // namespace parley::ti4
