// The ledger's verbs and what every game shares. A check runs straight down, one refusal a line, in precedence order.
#include "common/core/check.h"

#include "common/core/context.h"
#include "common/core/dune/rules.h"
#include "common/core/ti4/rules.h"
#include "common/core/game.h"
#include "common/core/limits.h"

#include <algorithm>

namespace parley {
namespace {

using enum Refusal::Code;
using dune::check;
using ti4::check;

bool server_verb(Verb verb) { return verb == Verb::genesis || verb == Verb::seated || verb == Verb::vacated; }
bool common_seat_verb(Verb verb) { return verb >= Verb::offer && verb <= Verb::cancel; }
bool common_host_verb(Verb verb) {
  return (verb >= Verb::start && verb <= Verb::open_decision) || verb == Verb::cancel || verb == Verb::say;
}

// ---- the ledger ---------------------------------------------------------------------------------------------------

Verdict check(const Context& c, const Offer& a) {
  PARLEY_REQUIRE(check_record(c, a.record));
  PARLEY_REQUIRE(require_in_play(c.table));
  PARLEY_REQUIRE(require_human(c.table, SeatSet{c.role.seat()}));
  PARLEY_REQUIRE(require_human(c.table, a.record.signatories));
  PARLEY_REQUIRE(require_unallied(c.table, a.record.signatories));
  return fence_seats(c, a.record.signatories);
}

/// Departed signatories can never be reached, whoever accepts [HOUSE D11].
Verdict require_reachable(const Table& t, SeatSet signatories) {
  for (Seat s : signatories)
    if (t[s].departed) return refuse_seat(not_human, s);
  return std::nullopt;
}

bool completes(const Deal& deal, Seat seat) {
  return (std::get<Open>(deal.state).consents | SeatSet{seat}) == deal.record.signatories;
}

Verdict check(const Context& c, const Accept& a) {
  PARLEY_REQUIRE(check_consent(c, a.deal));
  const Deal& deal = *c.table.ledger.find(a.deal);
  return completes(deal, c.role.seat()) ? check_settlement(c, deal) : std::nullopt;
}

}  // namespace

Verdict check_consent(const Context& c, DealId id) {
  const Seat me = c.role.seat();
  const Deal* deal = c.table.ledger.find(id);
  if (!deal) return refuse(no_such_deal);
  const SeatSet signatories = deal->record.signatories;
  if (!signatories.contains(me)) return refuse(not_signatory);
  const Open* open = std::get_if<Open>(&deal->state);
  if (!open) return refuse(not_open);
  if (open->consents.contains(me)) return refuse(already);

  PARLEY_REQUIRE(require_in_play(c.table));
  PARLEY_REQUIRE(require_human(c.table, SeatSet{me}));
  PARLEY_REQUIRE(require_reachable(c.table, signatories));
  if (completes(*deal, me)) PARLEY_REQUIRE(check_settlement_parties(c, *deal));
  PARLEY_REQUIRE(require_unallied(c.table, signatories));
  PARLEY_REQUIRE(fence_seats(c, signatories));
  return fence_acceptance(c, *deal, me);
}

namespace {

Verdict check(const Context& c, const Decline& a) {
  const Seat me = c.role.seat();
  const Deal* deal = c.table.ledger.find(a.deal);
  if (!deal) return refuse(no_such_deal);
  if (!deal->record.signatories.contains(me)) return refuse(not_signatory);
  if (!std::holds_alternative<Open>(deal->state)) return refuse(not_open);
  if (deal->proposer == me) return refuse(already);
  PARLEY_REQUIRE(require_in_play(c.table));
  return require_human(c.table, SeatSet{me});
}

Verdict check(const Context& c, const Withdraw& a) {
  const Seat me = c.role.seat();
  const Deal* deal = c.table.ledger.find(a.deal);
  if (!deal) return refuse(no_such_deal);
  if (!deal->record.signatories.contains(me)) return refuse(not_signatory);
  if (deal->proposer != me) return refuse(not_proposer);
  if (!std::holds_alternative<Open>(deal->state)) return refuse(not_open);
  PARLEY_REQUIRE(require_in_play(c.table));
  return require_human(c.table, SeatSet{me});
}

/// Releases and notes go on when the game is over [SEED D6].
Verdict require_started(const Table& t) {
  if (stage(t) == Stage::setup) return refuse(not_in_play);
  return std::nullopt;
}

/// What release requests, retractions and notes have in common; `already_so` tells what would make it `already`.
template <class Already>
Verdict check_on_active(const Context& c, DealId id, Already already_so) {
  const Seat me = c.role.seat();
  const Deal* deal = c.table.ledger.find(id);
  if (!deal) return refuse(no_such_deal);
  if (!deal->record.signatories.contains(me)) return refuse(not_signatory);
  const Active* active = std::get_if<Active>(&deal->state);
  if (!active) return refuse(not_active);
  if (already_so(*deal, *active, me)) return refuse(already);
  PARLEY_REQUIRE(require_started(c.table));
  return require_human(c.table, SeatSet{me});
}

Verdict check(const Context& c, const RequestRelease& a) {
  return check_on_active(c, a.deal, [](const Deal&, const Active& s, Seat me) { return s.release_requests.contains(me); });
}
Verdict check(const Context& c, const RetractRelease& a) {
  return check_on_active(c, a.deal, [](const Deal&, const Active& s, Seat me) { return !s.release_requests.contains(me); });
}
Verdict check(const Context& c, const WriteNote& a) {
  return check_on_active(c, a.deal, [&](const Deal& deal, const Active&, Seat me) {
    const Note* note = note_of(deal, me);
    return note && note->text == a.text;
  });
}

Verdict check(const Context&, const Say&) { return std::nullopt; }

// ---- decisions ----------------------------------------------------------------------------------------------------

Verdict check(const Context& c, const Decide& a) {
  const Decision* decision = find_decision(c.table, a.decision);
  if (decision && !fits(a.answer, *decision)) return refuse(bad_answer);
  if (!decision) return refuse(no_such_decision);
  if (!c.role.is(decision->owner)) return refuse_seat(not_decision_owner, decision->owner);
  PARLEY_REQUIRE(require_in_play(c.table));
  return require_human(c.table, SeatSet{c.role.seat()});
}

Verdict check(const Context& c, const Cancel& a) {
  const Decision* decision = find_decision(c.table, a.decision);
  if (!decision) return refuse(no_such_decision);
  if (c.role.is_seat()) {
    const Question* question = std::get_if<Question>(&decision->kind);
    if (!question || question->asker != c.role.seat()) return refuse_seat(not_decision_owner, decision->owner);
  }
  PARLEY_REQUIRE(require_in_play(c.table));
  return c.role.is_seat() ? require_human(c.table, SeatSet{c.role.seat()}) : std::nullopt;
}

Verdict check(const Context& c, const OpenDecision& a) {
  PARLEY_REQUIRE(require_seat(c.table, a.owner));
  PARLEY_REQUIRE(require_not_over(c.table));
  return require_human(c.table, SeatSet{a.owner});  // nobody else could ever answer it
}

// ---- seats --------------------------------------------------------------------------------------------------------

Verdict check(const Context& c, const SetControl& a) {
  PARLEY_REQUIRE(require_seat(c.table, a.seat));
  if (c.table[a.seat].control == a.to) return refuse(already);
  PARLEY_REQUIRE(require_not_over(c.table));
  return fence(c, c.table[a.seat].control_changed, Changed::control, a.seat);
}

Verdict check(const Context& c, const Depart& a) {
  PARLEY_REQUIRE(require_seat(c.table, a.seat));
  if (c.table[a.seat].departed) return refuse(already);
  return fence(c, c.table[a.seat].departed_changed, Changed::departure, a.seat);
}

Verdict check(const Context& c, const Seated& a) { return require_seat(c.table, a.seat); }

Verdict check(const Context& c, const Vacated& a) {
  PARLEY_REQUIRE(require_seat(c.table, a.seat));
  if (c.table[a.seat].vacant) return refuse(already);
  return std::nullopt;
}

Verdict check(const Context& c, const Genesis& a) {
  if (!c.table.seats.empty()) return refuse(already);
  return check_roster(a);
}

// ---- the game's beginning and end ------------------------------------------------------------------------------------

Verdict check(const Context& c, const Start&) {
  if (stage(c.table) != Stage::setup) return refuse(already);
  return fence(c, phase_changed(c.table), Changed::phase);
}

Verdict check(const Context& c, const End&) {
  PARLEY_REQUIRE(require_in_play(c.table));
  PARLEY_REQUIRE(fence(c, phase_changed(c.table), Changed::phase));
  if (!c.table.decisions.empty()) return refuse(decision_open, c.table.decisions.front().id.value);
  return std::nullopt;
}

Verdict dispatch(const Context& c, const Action& action) {
  return std::visit([&](const auto& a) -> Verdict { return check(c, a); }, action);
}

// ---- limits and text ----------------------------------------------------------------------------------------------

Verdict check_limits(const Context& c, const Action& action) {
  if (std::holds_alternative<Offer>(action)) {
    const auto& open = c.table.ledger.open();
    const auto mine = std::count_if(open.begin(), open.end(),
                                    [&](DealId id) { return c.role.is(c.table.ledger.find(id)->proposer); });
    if (static_cast<std::size_t>(mine) >= limits::open_offers_per_seat) return refuse(limit, limits::open_offers_per_seat);
    if (open.size() >= limits::open_offers_per_table) return refuse(limit, limits::open_offers_per_table);
  }
  const bool opens = std::holds_alternative<OpenDecision>(action) || std::holds_alternative<Ask>(action);
  if (opens && c.table.decisions.size() >= limits::open_decisions) return refuse(limit, limits::open_decisions);
  return check_game_limits(c, action);
}

std::optional<TextFault> label_fault(const Label& label) { return text_fault(label.utf8, TextKind::label); }
std::optional<TextFault> fault_in(const ti4::Clause& clause) {
  for (const Label* label : {&clause.item, &clause.text})
    if (!label->utf8.empty())
      if (auto fault = label_fault(*label)) return fault;
  return std::nullopt;
}
std::optional<TextFault> fault_in(const ti4::Goods& goods) {
  for (const auto* names : {&goods.notes, &goods.relics})
    for (const Label& name : *names)
      if (auto fault = label_fault(name)) return fault;
  return std::nullopt;
}
std::optional<TextFault> fault_in(const Offer& a) {
  if (auto fault = text_fault(a.record.terms.utf8, TextKind::terms)) return fault;
  for (const ti4::Clause& clause : a.record.clauses)
    if (auto fault = fault_in(clause)) return fault;
  if (const ti4::Exchange* exchange = exchange_of(a.record))
    for (const ti4::Goods* goods : {&exchange->gives, &exchange->gets})
      if (auto fault = fault_in(*goods)) return fault;
  return std::nullopt;
}
std::optional<TextFault> fault_in(const WriteNote& a) { return text_fault(a.text.utf8, TextKind::line); }
std::optional<TextFault> fault_in(const Say& a) { return text_fault(a.text.utf8, TextKind::line); }
std::optional<TextFault> fault_in(const OpenDecision& a) { return text_fault(a.note.utf8, TextKind::line); }
std::optional<TextFault> fault_in(const Adjust& a) { return text_fault(a.reason.utf8, TextKind::line); }
std::optional<TextFault> fault_in(const AdjustSeat& a) { return text_fault(a.reason.utf8, TextKind::line); }
std::optional<TextFault> fault_in(const Ask& a) { return text_fault(a.question.utf8, TextKind::line); }
std::optional<TextFault> fault_in(const ti4::AdjustGoods& a) { return text_fault(a.reason.utf8, TextKind::line); }
std::optional<TextFault> fault_in(const ti4::Hold& a) { return a.note ? label_fault(*a.note) : std::nullopt; }
std::optional<TextFault> fault_in(const ti4::Unhold& a) { return a.note ? label_fault(*a.note) : std::nullopt; }
std::optional<TextFault> fault_in(const ti4::PlayNote& a) { return label_fault(a.note); }
std::optional<TextFault> fault_in(const ti4::SetException& a) {
  return a.why ? text_fault(a.why->utf8, TextKind::line) : std::nullopt;
}
std::optional<TextFault> fault_in(const PayBribe& a) {
  return a.note ? text_fault(a.note->utf8, TextKind::line) : std::nullopt;
}
template <class Wordless>
std::optional<TextFault> fault_in(const Wordless&) { return std::nullopt; }

Verdict check_text(const Request& request) {
  auto fault = text_fault(request.action);
  if (const NoteName* secret = std::get_if<NoteName>(&request.secret); secret && !fault) fault = label_fault(secret->note);
  if (!fault) return std::nullopt;
  return refuse(bad_text, std::uint64_t{fault->position} << 21 | fault->code_point);
}

}  // namespace

Verdict check_seat_keys(const Genesis& genesis, SeatRange range) {
  const auto& seats = genesis.seats;
  if (seats.size() < range.least || seats.size() > range.most) return refuse(bad_parties);
  for (const auto& key : seats)
    if (std::count(seats.begin(), seats.end(), key) != 1) return refuse(bad_parties);
  return std::nullopt;
}

Verdict check_parties(const Context& c, const Record& record, int most) {
  const SeatSet parties = record.signatories;
  if (parties.size() < 2 || parties.size() > most || !parties.contains(c.role.seat())) return refuse(bad_parties);
  return std::nullopt;
}

Verdict check_references(const Context& c, const Record& record) {
  if (record.answers != DealId{} && !c.table.ledger.find(record.answers)) return refuse(no_such_deal);
  const SeatSet strangers = record.signatories - c.table.roster();
  if (!strangers.empty()) return refuse_seat(no_such_seat, *strangers.begin());
  return std::nullopt;
}

Verdict check_pair(const Context& c, const SeatPair& seats) {
  if (seats.one == seats.other) return refuse(bad_parties);
  PARLEY_REQUIRE(require_seat(c.table, seats.one));
  return require_seat(c.table, seats.other);
}

bool permitted(const Table& table, Role role, Verb verb) {
  switch (role.kind) {
    case Role::Kind::viewer: return false;
    case Role::Kind::server: return server_verb(verb);
    case Role::Kind::seat:
      if (verb == Verb::accept || verb == Verb::accept_as) return verb == acceptance(table);
      return common_seat_verb(verb) || game_permits(table, role, verb);
    case Role::Kind::host: return common_host_verb(verb) || game_permits(table, role, verb);
  }
  return false;
}

std::optional<TextFault> text_fault(const Action& action) {
  return std::visit([](const auto& a) { return fault_in(a); }, action);
}

Verdict check(const Table& table, Role role, const Request& request) {
  const Context context{table, role, request.seen, request.secret};
  if (!permitted(table, role, verb_of(request.action))) return refuse(not_permitted);
  if (const auto* a = std::get_if<AdjustSeat>(&request.action))
    PARLEY_REQUIRE(dune::check_host_may_take(context, *a));
  PARLEY_REQUIRE(check_limits(context, request.action));
  PARLEY_REQUIRE(check_text(request));
  return dispatch(context, request.action);
}

Verdict lawful(const Table& table, const Commit& commit) {
  if (!permitted(table, commit.role, verb_of(commit.action))) return refuse(not_permitted);
  if (commit.role.is_seat() && !table.has(commit.role.seat())) return refuse(no_such_seat);
  const bool may_be_unknown = !sees_secret(table.sight, commit);
  return dispatch(Context{table, commit.role, table.version, commit.secret, may_be_unknown}, commit.action);
}

}  // namespace parley
