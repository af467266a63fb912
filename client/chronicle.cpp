#include "client/chronicle.h"

#include "client/words.h"

namespace parley {
namespace {

constexpr std::size_t sentence_bytes_max = 4608;  // 1000 characters of 4 bytes, and who says it

DealId deal_of(const Applied& applied) {
  if (applied.outcome.deal != DealId{}) return applied.outcome.deal;
  return deal_of(applied.commit.action);
}

/// Whom an action about no deal concerns: the seats it names, or all where the game moves on.
struct Concerned {
  const Table& table;
  SeatSet operator()(const PayBribe& a) const { return {a.to}; }
  SeatSet operator()(const Ask& a) const { return {a.to}; }
  SeatSet operator()(const OpenDecision& a) const { return {a.owner}; }
  SeatSet operator()(const Decide&) const { return table.roster(); }
  SeatSet operator()(const Cancel&) const { return table.roster(); }
  SeatSet operator()(const AdjustSeat& a) const { return {a.seat}; }
  SeatSet operator()(const ti4::SetCommodityValue& a) const { return {a.seat}; }
  SeatSet operator()(const ti4::ClaimNeighbour& a) const { return {a.with}; }
  SeatSet operator()(const ti4::SetNeighbours& a) const { return {a.seats.one, a.seats.other}; }
  SeatSet operator()(const SetControl&) const { return table.roster(); }
  SeatSet operator()(const Depart&) const { return table.roster(); }
  SeatSet operator()(const ti4::SetException&) const { return table.roster(); }
  SeatSet operator()(const ti4::PlayNote&) const { return table.roster(); }
  SeatSet operator()(const Ally&) const { return table.roster(); }
  SeatSet operator()(const Unally&) const { return table.roster(); }
  SeatSet operator()(const SetInflation&) const { return table.roster(); }
  SeatSet operator()(const Say&) const { return table.roster(); }
  SeatSet operator()(const Start&) const { return table.roster(); }
  SeatSet operator()(const End&) const { return table.roster(); }
  SeatSet operator()(const Advance&) const { return table.roster(); }
  SeatSet operator()(const ti4::SetPhase&) const { return table.roster(); }
  SeatSet operator()(const ti4::SetActive&) const { return table.roster(); }
  SeatSet operator()(const ti4::SetStep&) const { return table.roster(); }
  template <class Other>
  SeatSet operator()(const Other&) const { return {}; }
};

SeatSet concerned(const Table& after, const Action& action, DealId about) {
  if (const Deal* deal = after.ledger.find(about)) return deal->record.signatories;
  return std::visit(Concerned{after}, action);
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
  const DealId deal = deal_of(applied);
  entries_.push_back({commit.version, applied.time, commit.role, verb_of(commit.action), deal, concerned(after, commit.action, deal),
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
