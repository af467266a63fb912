// What is public, listed; never what is left after removing the private [P-V2]. common/PROTOCOL.md "Digest".
#include "common/core/digest.h"

#include "common/core/table.h"
#include "common/core/dune/rules.h"
#include "common/core/open/rules.h"
#include "common/core/overload.h"
#include "common/core/ti4/rules.h"

#include <string>

namespace parley {
namespace {

std::uint64_t pack(Moment m) { return static_cast<std::uint64_t>(m.turn) << 8 | m.phase; }

void add(Digest& d, const Bribe& bribe) { d.add(bribe.payer).add(bribe.recipient).add(bribe.gross); }

void add(Digest& d, const DealState& state) {
  d.add(std::uint64_t{state.index()});
  std::visit(Overload{[&](const Open& s) { d.add(s.consents).add(s.lapsed); },
                      [&](const Active& s) { d.add(s.release_requests); },
                      [&](const Declined& s) { d.add(s.by); },
                      [](const Withdrawn&) {}, [](const Released&) {}},
             state);
}

void add(Digest& d, const Decision& decision) {
  d.add(decision.id).add(decision.owner).add(decision.opened).add(std::uint64_t{decision.kind.index()});
  std::visit(Overload{[&](const Diversion& k) { d.add(k.deal); add(d, k.payment); },
                      [&](const Question& k) { d.add(k.asker).add(k.text.utf8); },
                      [&](const Plain& k) { d.add(k.note.utf8); }},
             decision.kind);
}

}  // namespace

std::uint64_t digest(const Deal& deal) {
  Digest d;
  d.add(deal.id).add(deal.proposer).add(deal.record.signatories).add(deal.record.terms.utf8).add(deal.record.answers);
  d.add(std::uint64_t{deal.record.settlement.index()});
  if (const Bribe* bribe = bribe_of(deal)) add(d, *bribe);
  if (const ti4::Exchange* exchange = exchange_of(deal.record)) add(d, *exchange);
  for (const ti4::Clause& clause : deal.record.clauses) add(d, clause);
  add(d, deal.state);
  d.add(deal.offered_version).add(pack(deal.offered));
  d.add(deal.received ? deal.received->value + 1 : 0);
  d.add(std::uint64_t{deal.notes.size()});
  if (!deal.notes.empty()) {
    const Note& last = deal.notes.back();
    d.add(last.seat).add(last.version).add(last.text.utf8);
  }
  add(d, deal.judgement);
  return d.value();
}

std::uint64_t digest(const Table& table) {
  Digest d;
  d.add(table.version).add(table.time);
  for (const SeatRecord& seat : table.seats) {
    d.add(seat.player.utf8).add(view(seat.holder));
    d.add(seat.epoch).add(std::uint64_t{seat.vacant}).add(static_cast<std::uint64_t>(seat.control)).add(std::uint64_t{seat.departed});
  }
  d.add(table.ledger.digest_sum());
  d.add(table.last_decision).add(std::uint64_t{table.decisions.size()});
  for (const Decision& decision : table.decisions) add(d, decision);
  std::visit([&](const auto& game) { add(d, game, table.seats.size()); }, table.game);
  return d.value();
}

}  // namespace parley
