// TI4: whether an action may happen. Straight down, in precedence order; tags are those of RULES-TI4.
#include "common/core/game.h"
#include "common/core/limits.h"
#include "common/core/ti4/classify.h"
#include "common/core/ti4/factions.h"
#include "common/core/ti4/hands.h"
#include "common/core/ti4/rules.h"
#include "common/core/ti4/transaction.h"

#include <algorithm>

namespace parley::ti4 {
namespace {

using enum Refusal::Code;

const Game& game_of(const Table& t) { return std::get<Game>(t.game); }

/// What seats say of themselves is for seats that can act, before the game is over.
Verdict require_speaker(const Context& c) {
  PARLEY_REQUIRE(require_not_over(c.table));
  return require_human(c.table, SeatSet{c.role.seat()});
}

// ---- records --------------------------------------------------------------------------------------------------------

bool too_much(const Counts& counts) {
  for (std::uint8_t k = 1; k <= kinds; ++k)
    if (count(counts, static_cast<Kind>(k)) > limits::amount_max) return true;
  return false;
}

Verdict check_amounts(const Record& record) {
  const Exchange* exchange = exchange_of(record);
  if (exchange && (too_much(exchange->gives.counts) || too_much(exchange->gets.counts))) return refuse(bad_amount);
  const auto none = [](const Clause& clause) { return clause.quantity == 0; };
  if (std::any_of(record.clauses.begin(), record.clauses.end(), none)) return refuse(bad_amount);
  return std::nullopt;
}

/// What no state of the game can mend [TI4 94.2, 94.3]. The object is the number of the clause, or 0 for the exchange.
Verdict check_exchange(const Context& c, const Record& record, const Exchange& exchange) {
  if (exchange == Exchange{}) return refuse(bad_clause);
  for (const Goods* goods : {&exchange.gives, &exchange.gets})
    if (goods->notes.size() > 1 || !goods->relics.empty()) return refuse(bad_clause);
  if (!exchange.gives.counts.action_cards && !exchange.gets.counts.action_cards) return std::nullopt;
  for (Seat s : record.signatories)
    if (c.table.has(s) && c.table[s].key == hacan) return std::nullopt;
  return refuse(bad_clause);
}

Verdict check_clauses(const Context& c, const Record& record) {
  if (const Exchange* exchange = exchange_of(record)) PARLEY_REQUIRE(check_exchange(c, record, *exchange));
  std::uint64_t number = 0;
  for (const Clause& clause : record.clauses) {
    ++number;
    if (!record.signatories.contains(clause.actor)) return refuse(bad_clause, number);
  }
  return std::nullopt;
}

Refusal::Code code_of(Why broken) {
  switch (broken) {
    case Why::wrong_phase: return wrong_phase;
    case Why::not_neighbours: return not_neighbours;
    case Why::not_active_player: return not_active_player;
    default: return slot_used;
  }
}

/// From which class to which, and the finding that decides: from | to << 4 | why << 8 | clause << 16.
Refusal changed_class(Class seen, const Classified& now) {
  const Finding deciding = because(now).front();
  return refuse(class_changed, static_cast<std::uint64_t>(seen) | static_cast<std::uint64_t>(now.is) << 4 |
                                   static_cast<std::uint64_t>(deciding.why) << 8 | std::uint64_t{deciding.clause} << 16);
}

/// The exchange's own rules, the class, and last whether both sides have what they give.
Verdict check_class_and_exchange(const Context& c, const Deal& deal, Class seen) {
  const Game& game = game_of(c.table);
  const Exchange* exchange = exchange_of(deal.record);
  if (is_transaction(deal.record))
    if (const auto broken = broken_rule(game, deal.record.signatories)) return refuse(code_of(*broken));
  const Classified now = classify(c.table, {deal.proposer, deal.record, deal.judgement});
  if (now.is != Class::blocked && now.is != seen) return changed_class(seen, now);
  if (exchange && !hold(game, parties_of(deal.proposer, deal.record.signatories), *exchange)) return refuse(holdings);
  return std::nullopt;
}

// ---- statements about deals -------------------------------------------------------------------------------------------

const Clause* clause_of(const Deal& deal, ClauseNumber number) {
  return number >= 1 && number <= deal.record.clauses.size() ? &deal.record.clauses[number - 1u] : nullptr;
}

}  // namespace

// ---- core/game.h ------------------------------------------------------------------------------------------------------

bool game_permits(const Game&, Role role, Verb verb) {
  if (role.is_seat()) return verb >= Verb::step && verb <= Verb::kept;
  return role == Role::host() && (verb == Verb::step || (verb >= Verb::active && verb <= Verb::set_neighbours));
}

Verb acceptance(const Game&) { return Verb::accept_as; }

Verdict check_roster(const Options&, const Genesis& genesis) {
  PARLEY_REQUIRE(check_seat_keys(genesis, {.least = 2, .most = limits::seats_max}));
  for (const auto& key : genesis.seats)
    if (!faction(key)) return refuse(no_such_seat);
  return std::nullopt;
}

Verdict check_record(const Game&, const Context& c, const Record& record) {
  PARLEY_REQUIRE(check_parties(c, record, 2));  // 28.1
  PARLEY_REQUIRE(check_amounts(record));
  if (std::holds_alternative<Bribe>(record.settlement)) return refuse(bad_bribe);
  PARLEY_REQUIRE(check_clauses(c, record));
  return check_references(c, record);
}

Verdict check_settlement_parties(const Game&, const Context& c, const Deal& deal) {
  if (!exchange_of(deal.record)) return std::nullopt;
  for (Seat s : deal.record.signatories)
    if (c.table[s].control == Control::ai) return refuse_seat(not_human, s);
  return std::nullopt;
}

Stage stage(const Game& game) {
  switch (phase(game.now)) {
    case Phase::setup: return Stage::setup;
    case Phase::over: return Stage::over;
    default: return Stage::in_play;
  }
}

namespace {

/// A note's name goes where it belongs: in the open for what always lies open and for what lies in play, else unseen.
void place_name(std::optional<Label>& open, Secret& secret, const Place& mine, bool leaves) {
  const NoteName* name = std::get_if<NoteName>(&secret);
  if (!name) return;
  const bool in_play = leaves && contains_note(mine.in_play, name->note) && !(mine.hand && contains_note(*mine.hand, name->note));
  if (!in_play && !named_openly(name->note)) return;
  open = name->note;
  secret = {};
}

}  // namespace

void complete(const Game& game, const Table& t, Role role, Action& action, Secret& secret) {
  if (const Accept* plain = std::get_if<Accept>(&action)) action = AcceptAs{.deal = plain->deal};
  if (AcceptAs* accept = std::get_if<AcceptAs>(&action); accept && accept->as == Class{}) {
    const Deal* deal = t.ledger.find(accept->deal);
    const auto now = deal ? class_of(t, *deal) : std::nullopt;
    accept->as = now && now->is != Class::blocked ? now->is : Class::undecided;
  }
  if (!role.is_seat() || !t.has(role.seat())) return;
  if (Hold* hold = std::get_if<Hold>(&action)) place_name(hold->note, secret, game[role.seat()], false);
  if (Unhold* unhold = std::get_if<Unhold>(&action)) place_name(unhold->note, secret, game[role.seat()], true);
}

// ---- seats ------------------------------------------------------------------------------------------------------------

Verdict check(const Context& c, const AcceptAs& a) {
  PARLEY_REQUIRE(check_consent(c, a.deal));
  return check_class_and_exchange(c, *c.table.ledger.find(a.deal), a.as);
}

Verdict check(const Context& c, const SetStep& a) {
  const Game& game = game_of(c.table);
  if (has_seat(a.step) && !a.seat) return refuse(no_such_seat, no_seat);
  if (a.seat) PARLEY_REQUIRE(require_seat(c.table, *a.seat));
  const std::optional<Seat> whose = a.seat ? a.seat : game.active;
  if (game.marker && game.marker->step == a.step && game.marker->seat == whose) return refuse(already);
  PARLEY_REQUIRE(require_in_play(c.table));
  if (c.role.is_seat()) PARLEY_REQUIRE(require_human(c.table, SeatSet{c.role.seat()}));
  if (c.role == Role::host()) PARLEY_REQUIRE(fence(c, game.marker_changed, Changed::step));
  if (phase(game.now) != (is_of_agenda(a.step) ? Phase::agenda : Phase::action)) return refuse(wrong_phase);
  if (c.role.is_seat() && game.active != c.role.seat()) return refuse(not_active_player);
  return std::nullopt;
}

Verdict check(const Context& c, const AdjustGoods& a) {
  const Seat me = c.role.seat();
  if (a.amount == 0 || a.amount > limits::amount_max || a.amount < -std::int64_t{limits::amount_max}) return refuse(bad_amount);
  const std::int64_t after = std::int64_t{count(game_of(c.table)[me].holds, a.what)} + a.amount;
  if (a.amount > 0 && after > limits::amount_max) return refuse(bad_amount);
  PARLEY_REQUIRE(require_speaker(c));
  if (after < 0) return refuse(holdings);
  return std::nullopt;
}

namespace {

/// The name of a note in the open or as the secret, one of the two; unknown to others.
struct Named {
  const Label* name = nullptr;
  Verdict fault;
};
Named named(const Context& c, const std::optional<Label>& open) {
  if (open) return {&*open, {}};
  if (const NoteName* secret = std::get_if<NoteName>(&c.secret)) {
    if (named_openly(secret->note)) return {nullptr, refuse(bad_clause)};
    return {&secret->note, {}};
  }
  return {nullptr, c.may_be_unknown ? Verdict{} : refuse(bad_clause)};
}

}  // namespace

Verdict check_game_limits(const Game& game, const Context& c, const Action& action) {
  if (!c.role.is_seat() || !c.table.has(c.role.seat())) return std::nullopt;
  const Place& mine = game[c.role.seat()];
  const bool full = (std::holds_alternative<Hold>(action) && mine.notes >= limits::notes_per_hand) ||
                    (std::holds_alternative<PlayNote>(action) && mine.in_play.size() >= limits::notes_per_hand);
  return full ? Verdict(refuse(limit, limits::notes_per_hand)) : std::nullopt;
}

Verdict check(const Context& c, const Hold& a) {
  const Named note = named(c, a.note);
  if (note.fault) return note.fault;
  return require_speaker(c);
}

Verdict check(const Context& c, const Unhold& a) {
  const Place& mine = game_of(c.table)[c.role.seat()];
  const Named note = named(c, a.note);
  if (note.fault) return note.fault;
  PARLEY_REQUIRE(require_speaker(c));
  if (!note.name) return mine.notes > 0 ? Verdict{} : refuse(holdings);
  if (a.note && contains_note(mine.in_play, *note.name)) return std::nullopt;
  return may_hold(mine, *note.name) ? Verdict{} : refuse(holdings);
}

Verdict check(const Context& c, const PlayNote& a) {
  const Place& mine = game_of(c.table)[c.role.seat()];
  PARLEY_REQUIRE(require_in_play(c.table));
  PARLEY_REQUIRE(require_human(c.table, SeatSet{c.role.seat()}));
  return may_hold(mine, a.note) ? Verdict{} : refuse(holdings);
}

Verdict check(const Context& c, const ClaimNeighbour& a) {
  const Seat me = c.role.seat();
  if (a.with == me) return refuse(bad_parties);
  PARLEY_REQUIRE(require_seat(c.table, a.with));
  const Place& mine = game_of(c.table)[me];
  const bool takes_back = (a.on ? mine.disclaims : mine.claims).contains(a.with);
  const bool is_so = mine.neighbours.contains(a.with) == a.on || (a.on ? mine.claims : mine.disclaims).contains(a.with);
  if (is_so && !takes_back) return refuse(already);
  return require_speaker(c);
}

Verdict check(const Context& c, const SetException& a) {
  const Place& mine = game_of(c.table)[c.role.seat()];
  if (a.on != a.why.has_value()) return refuse(bad_clause);
  if (a.on ? mine.exception == a.why : !mine.exception) return refuse(already);
  return require_speaker(c);
}

Verdict check(const Context& c, const StateAble& a) {
  const Deal* deal = c.table.ledger.find(a.deal);
  const Clause* clause = deal ? clause_of(*deal, a.clause) : nullptr;
  if (deal && !clause) return refuse(bad_clause, a.clause);
  if (!deal) return refuse(no_such_deal);
  if (!c.role.is(clause->actor)) return refuse(not_signatory);
  if (!std::holds_alternative<Open>(deal->state)) return refuse(not_open);
  for (const Statement& said : deal->judgement.statements)
    if (said.clause == a.clause && said.able == a.answer) return refuse(already);
  PARLEY_REQUIRE(require_in_play(c.table));
  return require_human(c.table, SeatSet{c.role.seat()});
}

Verdict check(const Context& c, const RuleClass& a) {
  const Seat me = c.role.seat();
  const Deal* deal = c.table.ledger.find(a.deal);
  if (!deal) return refuse(no_such_deal);
  if (!deal->record.signatories.contains(me)) return refuse(not_signatory);
  if (!std::holds_alternative<Open>(deal->state) && !std::holds_alternative<Active>(deal->state)) return refuse(not_active);
  for (const Ruling& ruling : deal->judgement.rulings)
    if (ruling == Ruling{me, a.is}) return refuse(already);
  if (parley::stage(c.table) == Stage::setup) return refuse(not_in_play);
  return require_human(c.table, SeatSet{me});
}

Verdict check(const Context& c, const MarkKept& a) {
  const Seat me = c.role.seat();
  const Deal* deal = c.table.ledger.find(a.deal);
  const Clause* clause = deal ? clause_of(*deal, a.clause) : nullptr;
  const auto& final = deal ? deal->judgement.at_acceptance : std::nullopt;
  const bool binds = clause && final && final->findings[a.clause - 1u].is == Class::binding;
  if (deal && (!clause || (final && !binds))) return refuse(bad_clause, a.clause);
  if (!deal) return refuse(no_such_deal);
  if (!deal->record.signatories.contains(me) || clause->actor == me) return refuse(not_signatory);  // the other's to say
  if (!std::holds_alternative<Active>(deal->state)) return refuse(not_active);
  for (const Kept& kept : deal->judgement.kept)
    if (kept == Kept{a.clause, a.yes}) return refuse(already);
  if (parley::stage(c.table) == Stage::setup) return refuse(not_in_play);
  return require_human(c.table, SeatSet{me});
}

// ---- host -------------------------------------------------------------------------------------------------------------

Verdict check(const Context& c, const SetActive& a) {
  PARLEY_REQUIRE(require_seat(c.table, a.seat));
  PARLEY_REQUIRE(require_in_play(c.table));
  return fence(c, game_of(c.table).phase_changed, Changed::phase);
}

Verdict check(const Context& c, const SetPhase& a) {
  const Game& game = game_of(c.table);
  const bool in_play_there = a.round >= 1 && a.phase != Phase::setup && a.phase != Phase::over;
  const std::uint16_t agenda = agenda_after(game, a);
  if (moment(a.round, a.phase) == game.now && agenda == game.agenda) return refuse(already);
  if (parley::stage(c.table) == Stage::setup) return refuse(not_in_play);  // out of over too [HOUSE A5]
  PARLEY_REQUIRE(fence(c, game.phase_changed, Changed::phase));
  if (!in_play_there || (a.agenda && (a.phase != Phase::agenda || *a.agenda == 0))) return refuse(wrong_phase);
  return std::nullopt;
}

Verdict check(const Context& c, const SetCommodityValue& a) {
  if (a.value > limits::amount_max) return refuse(bad_amount);
  PARLEY_REQUIRE(require_seat(c.table, a.seat));
  const Place& place = game_of(c.table)[a.seat];
  if (place.commodity_value == a.value) return refuse(already);
  PARLEY_REQUIRE(require_not_over(c.table));
  return fence(c, place.value_changed, Changed::commodity_value, a.seat);
}

Verdict check(const Context& c, const SetNeighbours& a) {
  const Game& game = game_of(c.table);
  PARLEY_REQUIRE(check_pair(c, a.seats));
  if (game[a.seats.one].neighbours.contains(a.seats.other) == a.on) return refuse(already);
  PARLEY_REQUIRE(require_not_over(c.table));
  PARLEY_REQUIRE(fence(c, game[a.seats.one].neighbours_changed, Changed::neighbours, a.seats.one));
  return fence(c, game[a.seats.other].neighbours_changed, Changed::neighbours, a.seats.other);
}

}  // namespace parley::ti4
