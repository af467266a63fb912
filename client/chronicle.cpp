#include "client/chronicle.h"

#include "client/words.h"

namespace parley {
namespace {

DealId deal_of(const Applied& applied) {
  if (applied.outcome.deal != DealId{}) return applied.outcome.deal;
  return deal_of(applied.commit.action);
}

}  // namespace

void Chronicle::add(const Table& after, const Applied& applied) {
  const Commit& commit = applied.commit;
  entries_.push_back({commit.version, applied.time, commit.role, verb_of(commit.action), deal_of(applied),
                      sentence(after, commit, applied.outcome)});
  if (applied.outcome.paid) payments_.push_back({commit.version, moment(after), *applied.outcome.paid, applied.outcome.deal});
}

const Entry* Chronicle::at(Version version) const { return version.value < entries_.size() ? &entries_[version.value] : nullptr; }

std::vector<const Entry*> Chronicle::of(DealId deal) const {
  std::vector<const Entry*> found;
  for (const Entry& entry : entries_)
    if (entry.deal == deal) found.push_back(&entry);
  return found;
}

const Entry* Chronicle::last(DealId deal, Role role, Verb verb) const {
  for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry)
    if (entry->deal == deal && entry->role == role && entry->verb == verb) return &*entry;
  return nullptr;
}

std::vector<std::vector<Balance>> balances(const Table& table, const Chronicle& chronicle) {
  std::vector<std::vector<Balance>> all(table.seats.size(), std::vector<Balance>(table.seats.size()));
  for (const Payment& payment : chronicle.payments()) {
    Balance& balance = all[payment.bribe.payer.index][payment.bribe.recipient.index];
    balance.in_all.value += payment.bribe.gross.value;
    if (payment.moment.turn == moment(table).turn) balance.this_turn.value += payment.bribe.gross.value;
  }
  return all;
}

}  // namespace parley
