#include "client/view.h"

#include "client/columns.h"
#include "client/games.h"
#include "client/words.h"
#include "client/words_ti4.h"
#include "common/core/ti4/classify.h"
#include "common/core/overload.h"

#include <algorithm>

namespace parley {
namespace {

bool signs(Role role, const Deal& deal) { return role.is_seat() && deal.record.signatories.contains(role.seat()); }

bool wanted(const Table& table, Role role, const Deal& deal, Filter filter) {
  const bool open = std::holds_alternative<Open>(deal.state);
  const bool active = std::holds_alternative<Active>(deal.state);
  switch (filter) {
    case Filter::all: return true;
    case Filter::open: return open;
    case Filter::active: return active;
    case Filter::mine: return signs(role, deal);
    case Filter::needs_me: return needs_answer(table, role, deal);
    case Filter::closed: return !open && !active;
  }
  return true;
}

/// 0 first.
int rank(const Table& table, Role role, const Deal& deal) {
  if (needs_answer(table, role, deal)) return 0;
  if (std::holds_alternative<Open>(deal.state)) return 1;
  return std::holds_alternative<Active>(deal.state) ? 2 : 3;
}

/// What finding looks through: the row, and what a TI4 deal promises.
std::string searched(const Table& table, const Deal& deal) {
  std::string text = deal_line(table, deal);
  for (const ti4::Clause& clause : deal.record.clauses) text += " " + clause_text(table, clause);
  return text;
}

std::vector<std::uint64_t> mine_first(std::vector<const Deal*> deals, const Table& table, Role role) {
  std::stable_partition(deals.begin(), deals.end(), [&](const Deal* deal) { return needs_answer(table, role, *deal); });
  std::vector<std::uint64_t> rows;
  for (const Deal* deal : deals) rows.push_back(deal->id.value);
  return rows;
}

}  // namespace

std::vector<std::uint64_t> ledger_rows(const Table& table, Role role, const LedgerWish& wish) {
  std::vector<std::uint64_t> rows;
  const auto& deals = table.ledger.deals();
  for (auto deal = deals.rbegin(); deal != deals.rend(); ++deal) {
    if (!wanted(table, role, *deal, wish.filter)) continue;
    if (!wish.find.empty() && !holds_words(searched(table, *deal), wish.find)) continue;
    rows.push_back(deal->id.value);
  }
  const auto at = [&](std::uint64_t id) -> const Deal& { return deals[id - 1]; };
  if (wish.order == Order::by_need)
    std::stable_sort(rows.begin(), rows.end(), [&](auto a, auto b) { return rank(table, role, at(a)) < rank(table, role, at(b)); });
  return rows;
}

std::vector<std::uint64_t> pending_rows(const Table& table, Role role) {
  std::vector<const Deal*> open;
  for (DealId id : table.ledger.open()) open.push_back(table.ledger.find(id));
  return mine_first(std::move(open), table, role);
}

std::vector<std::uint64_t> release_rows(const Table& table, Role role) {
  std::vector<const Deal*> asked;
  for (const Deal& deal : table.ledger.deals())
    if (const Active* active = std::get_if<Active>(&deal.state); active && !active->release_requests.empty()) asked.push_back(&deal);
  return mine_first(std::move(asked), table, role);
}

SeatSet missing(const Table& table, const Deal& deal) {
  if (const Open* open = std::get_if<Open>(&deal.state)) return deal.record.signatories - open->consents;
  const Active* active = std::get_if<Active>(&deal.state);
  if (!active || active->release_requests.empty()) return {};
  SeatSet left;
  for (Seat seat : deal.record.signatories - active->release_requests)
    if (!table[seat].departed) left.insert(seat);
  return left;
}

bool needs_answer(const Table& table, Role role, const Deal& deal) {
  return role.is_seat() && can_act(table, role.seat()) && missing(table, deal).contains(role.seat());
}

std::vector<const Deal*> owed_this_turn(const Table& table) {
  std::vector<const Deal*> owed;
  for (const Deal& deal : table.ledger.deals())
    if (std::holds_alternative<Active>(deal.state) && deal.offered.turn == moment(table).turn) owed.push_back(&deal);
  return owed;
}

Command completed(const Mirror& mirror, Command command) {
  if (auto* accept = std::get_if<ti4::AcceptAs>(&command.action)) accept->as = {};
  complete(mirror.table(), mirror.role(), command.action, command.secret);
  return command;
}

Verdict judge(const Mirror& mirror, const Action& action, const Secret& secret) {
  const Command whole = completed(mirror, {action, secret});
  return check(mirror.table(), mirror.role(), {.id = {}, .seen = mirror.table().version, .action = whole.action, .secret = whole.secret});
}

std::vector<Command> split_offer(const Mirror& mirror, DealId id) {
  const Table& table = mirror.table();
  const Deal* deal = ti4_game(table) ? table.ledger.find(id) : nullptr;
  if (!deal || !mirror.role().is(deal->proposer) || !std::holds_alternative<Open>(deal->state)) return {};
  const auto classified = ti4::class_of(table, *deal);
  if (!classified || !ti4::should_split(*classified, deal->record)) return {};
  Record now = deal->record, later = deal->record;
  now.answers = later.answers = id;
  later.settlement = {};
  now.clauses.clear();
  later.clauses.clear();
  for (std::size_t i = 0; i < deal->record.clauses.size(); ++i) {
    const bool binds = classified->findings[i].is == ti4::Class::binding;
    (binds ? now : later).clauses.push_back(deal->record.clauses[i]);
  }
  const auto mine = std::count_if(table.ledger.open().begin(), table.ledger.open().end(), [&](DealId open) { return table.ledger.find(open)->proposer == deal->proposer; });
  const bool room = static_cast<std::size_t>(mine) < limits::open_offers_per_seat && table.ledger.open().size() < limits::open_offers_per_table;
  if (!room) return {};  // one goes and two come: all of it or nothing
  return {{Withdraw{id}, {}}, {Offer{std::move(now)}, {}}, {Offer{std::move(later)}, {}}};
}

Action release_action(const Mirror& mirror, DealId id) {
  const Deal* deal = mirror.table().ledger.find(id);
  const Active* active = deal ? std::get_if<Active>(&deal->state) : nullptr;
  if (active && mirror.role().is_seat() && active->release_requests.contains(mirror.role().seat())) return RetractRelease{id};
  return RequestRelease{id};
}

bool holds_words(std::string_view text, std::string_view words) {
  const std::string in = folded(text);
  const std::string all = folded(words);
  for (std::size_t from = 0; from < all.size();) {
    const std::size_t to = std::min(all.find(' ', from), all.size());
    if (in.find(all.substr(from, to - from)) == std::string::npos) return false;
    from = to + 1;
  }
  return true;
}

}  // namespace parley
