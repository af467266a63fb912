#include "client/chronicle.h"

#include "client/words.h"

namespace parley {
namespace {

constexpr std::size_t sentence_bytes_max = 4608;  // 1000 characters of 4 bytes, and who says it

DealId deal_of(const Applied& applied) {
  if (applied.outcome.deal != DealId{}) return applied.outcome.deal;
  return deal_of(applied.commit.action);
}

/// No lawful text is as long; others would be many times as long as what was sent, made visible [P-C6].
std::string cut_bytes(std::string sentence) {
  if (sentence.size() <= sentence_bytes_max) return sentence;
  std::size_t size = sentence_bytes_max;
  while (size > 0 && (static_cast<unsigned char>(sentence[size]) & 0xC0) == 0x80) --size;
  return sentence.substr(0, size);
}

}  // namespace

void Chronicle::add(const Table& after, const Applied& applied) {
  const Commit& commit = applied.commit;
  entries_.push_back({commit.version, applied.time, commit.role, verb_of(commit.action), deal_of(applied),
                      cut_bytes(sentence(after, commit, applied.outcome))});
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
