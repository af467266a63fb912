// Dune: whether an action may happen. Straight down, in precedence order; tags are those of RULES-DUNE.
#include "common/core/dune/factions.h"
#include "common/core/dune/rules.h"
#include "common/core/game.h"
#include "common/core/limits.h"

namespace parley::dune {
namespace {

using enum Refusal::Code;

const Game& game_of(const Table& t) { return std::get<Game>(t.game); }

Verdict require_decisions_closed(const Table& t) {
  if (!t.decisions.empty()) return refuse(decision_open, t.decisions.front().id.value);
  return std::nullopt;
}

Verdict require_gross(Spice gross) {  // B1
  if (gross.value < 1 || gross.value > limits::amount_max) return refuse(bad_amount);
  return std::nullopt;
}

/// Funds, the last test of all; an unknown purse passes [SEED B5, B6].
Verdict require_funds(const Game& game, Seat payer, Spice amount) {
  const Purse& purse = game[payer];
  if (purse.spice && amount.value + purse.bid.value > purse.spice->value) return refuse(payment_unavailable);
  return std::nullopt;
}

/// Phase, inflation, open decisions, funds [SEED B5].
Verdict check_payment(const Table& t, const Bribe& bribe) {
  const Game& game = game_of(t);
  if (phase(game.now) == Phase::mentat_pause) return refuse(wrong_phase);
  if (game.inflation) return refuse(inflation);
  PARLEY_REQUIRE(require_decisions_closed(t));
  return require_funds(game, bribe.payer, bribe.gross);
}

Verdict fence_payment(const Context& c) {
  const Game& game = game_of(c.table);
  PARLEY_REQUIRE(fence(c, game.phase_changed, Changed::phase));
  PARLEY_REQUIRE(fence(c, game.inflation_changed, Changed::inflation));
  return fence(c, c.table.decisions_changed, Changed::decisions);
}

/// The amount of an adjustment: there, a number other than 0, within bounds. Unknown to others, then it passes.
Verdict check_amount(const Context& c) {
  const Amount* amount = std::get_if<Amount>(&c.secret);
  if (!amount) return c.may_be_unknown ? Verdict{} : refuse(bad_amount);
  if (amount->by == 0 || amount->by > limits::amount_max || amount->by < -std::int64_t{limits::amount_max})
    return refuse(bad_amount);
  return std::nullopt;
}

/// Below zero or below the standing bid [HOUSE A3].
Verdict check_remains(const Context& c, Seat seat) {
  const Amount* amount = std::get_if<Amount>(&c.secret);
  if (!amount || amount->by >= 0) return std::nullopt;
  return require_funds(game_of(c.table), seat, Spice{static_cast<std::uint64_t>(-amount->by)});
}

Verdict fence_pair(const Context& c, const SeatPair& a) {
  const Game& game = game_of(c.table);
  PARLEY_REQUIRE(fence(c, game[a.one].ally_changed, Changed::alliance, a.one));
  return fence(c, game[a.other].ally_changed, Changed::alliance, a.other);
}

}  // namespace

// ---- core/game.h ----------------------------------------------------------------------------------------------------

bool game_permits(const Game& game, Role role, Verb verb) {
  const bool hajr_verb = verb == Verb::movement_finished || verb == Verb::hajr;
  if (hajr_verb && game.options.mode == Mode::basic) return false;
  if (role.is_seat()) return verb >= Verb::bribe && verb <= Verb::hajr;
  return role == Role::host() && verb >= Verb::advance && verb <= Verb::adjust_seat;
}

Verdict check_roster(const Options& options, const Genesis& genesis) {
  PARLEY_REQUIRE(check_seat_keys(genesis, {.least = 2, .most = parties_max}));
  if (options.bureaucrat_min < 1) return refuse(bad_amount);
  for (const auto& key : genesis.seats)
    if (!faction(key)) return refuse(no_such_seat);
  return std::nullopt;
}

Verdict check_record(const Game&, const Context& c, const Record& record) {
  const SeatSet parties = record.signatories;
  PARLEY_REQUIRE(check_parties(c, record, parties_max));
  if (const Bribe* bribe = std::get_if<Bribe>(&record.settlement)) {
    PARLEY_REQUIRE(require_gross(bribe->gross));
    if (bribe->payer == bribe->recipient || !parties.contains(bribe->payer) || !parties.contains(bribe->recipient))
      return refuse(bad_bribe);
  }
  if (exchange_of(record) || !record.clauses.empty()) return refuse(bad_clause);
  return check_references(c, record);
}

Version alliance_changed(const Game& game, Seat seat) { return game[seat].ally_changed; }

Verdict fence_acceptance(const Game& game, const Context& c, const Deal& deal, Seat seat) {
  const Bribe* bribe = bribe_of(deal);
  if (!bribe) return std::nullopt;
  PARLEY_REQUIRE(fence_payment(c));
  // Whether this vote is the last one decides whether the payer's window closes [SEED H2, H3].
  if (bribe->payer == seat && game[seat].hajr) PARLEY_REQUIRE(fence(c, deal.voted, Changed::votes));
  return std::nullopt;
}

Verdict check_settlement_parties(const Game&, const Context& c, const Deal& deal) {
  const Bribe* bribe = bribe_of(deal);
  if (bribe && c.table[bribe->payer].control == Control::ai) return refuse_seat(not_human, bribe->payer);
  return std::nullopt;
}

Verdict check_settlement(const Game&, const Context& c, const Deal& deal) {
  const Bribe* bribe = bribe_of(deal);
  return bribe ? check_payment(c.table, *bribe) : std::nullopt;
}

Stage stage(const Game& game) {
  switch (phase(game.now)) {
    case Phase::setup: return Stage::setup;
    case Phase::over: return Stage::over;
    default: return Stage::in_play;
  }
}

std::optional<std::pair<Seat, Seat>> allied_pair(const Game& game, SeatSet seats) {
  for (Seat s : seats)
    if (game[s].ally && seats.contains(*game[s].ally)) return std::pair{s, *game[s].ally};
  return std::nullopt;
}

// ---- seats ----------------------------------------------------------------------------------------------------------

Verdict check(const Context& c, const PayBribe& a) {  // B7
  const Seat me = c.role.seat();
  PARLEY_REQUIRE(require_gross(a.gross));
  if (a.to == me) return refuse(bad_bribe);
  PARLEY_REQUIRE(require_seat(c.table, a.to));
  PARLEY_REQUIRE(require_in_play(c.table));
  PARLEY_REQUIRE(require_human(c.table, SeatSet{me}));
  PARLEY_REQUIRE(require_human(c.table, SeatSet{a.to}));
  PARLEY_REQUIRE(require_unallied(c.table, SeatSet{me, a.to}));
  PARLEY_REQUIRE(fence_seats(c, SeatSet{me, a.to}));
  PARLEY_REQUIRE(fence_payment(c));
  return check_payment(c.table, Bribe{.payer = me, .recipient = a.to, .gross = a.gross});
}

Verdict check(const Context& c, const Adjust&) {  // A3
  const Seat me = c.role.seat();
  const Game& game = game_of(c.table);
  PARLEY_REQUIRE(check_amount(c));
  PARLEY_REQUIRE(require_not_over(c.table));
  PARLEY_REQUIRE(require_human(c.table, SeatSet{me}));
  PARLEY_REQUIRE(fence(c, game[me].spice_changed_by_others, Changed::purse, me));
  PARLEY_REQUIRE(fence(c, game.phase_changed, Changed::phase));
  return check_remains(c, me);
}

Verdict check(const Context& c, const Bid& a) {  // A8
  const Seat me = c.role.seat();
  const Game& game = game_of(c.table);
  if (a.amount.value > limits::amount_max) return refuse(bad_amount);
  if (game[me].bid == a.amount && phase(game.now) == Phase::bidding) return refuse(already);
  PARLEY_REQUIRE(require_human(c.table, SeatSet{me}));
  PARLEY_REQUIRE(fence(c, game[me].spice_changed_by_others, Changed::purse, me));
  PARLEY_REQUIRE(fence(c, game.phase_changed, Changed::phase));
  if (phase(game.now) != Phase::bidding) return refuse(wrong_phase);
  if (game[me].spice && a.amount > *game[me].spice) return refuse(payment_unavailable);
  return std::nullopt;
}

Verdict check(const Context& c, const Ask& a) {  // T1
  const Seat me = c.role.seat();
  const Game& game = game_of(c.table);
  if (a.to == me) return refuse(bad_parties);
  PARLEY_REQUIRE(require_seat(c.table, a.to));
  PARLEY_REQUIRE(require_in_play(c.table));
  PARLEY_REQUIRE(require_human(c.table, SeatSet{me}));
  PARLEY_REQUIRE(require_human(c.table, SeatSet{a.to}));
  for (const Decision& decision : c.table.decisions)
    if (std::holds_alternative<Question>(decision.kind)) return refuse(decision_open, decision.id.value);
  if (game[me].asked_turn == game.now.turn) return refuse(slot_used);
  return std::nullopt;
}

Verdict check(const Context& c, const MovementFinished&) {  // H1
  const Seat me = c.role.seat();
  const Game& game = game_of(c.table);
  if (game.now.turn != 0 && game[me].movement_turn == game.now.turn) return refuse(already);
  PARLEY_REQUIRE(require_human(c.table, SeatSet{me}));
  if (phase(game.now) != Phase::shipment_and_movement) return refuse(wrong_phase);
  return std::nullopt;
}

Verdict check(const Context& c, const Hajr&) {  // H3
  const Seat me = c.role.seat();
  if (!game_of(c.table)[me].hajr) return refuse(not_open);
  return require_human(c.table, SeatSet{me});
}

// ---- host -----------------------------------------------------------------------------------------------------------

Verdict check(const Context& c, const Advance& a) {  // A5
  const Game& game = game_of(c.table);
  const Moment to = moment(a.turn, a.phase);
  const bool in_play_there = a.turn >= 1 && a.phase != Phase::setup && a.phase != Phase::over;
  if (a.correct) {
    if (to == game.now) return refuse(already);
    if (stage(game) == Stage::setup) return refuse(not_in_play);
    PARLEY_REQUIRE(fence(c, game.phase_changed, Changed::phase));
    return in_play_there ? Verdict{} : refuse(wrong_phase);
  }
  PARLEY_REQUIRE(require_in_play(c.table));
  PARLEY_REQUIRE(fence(c, game.phase_changed, Changed::phase));
  if (!in_play_there || to <= game.now) return refuse(wrong_phase);
  return require_decisions_closed(c.table);
}

Verdict check(const Context& c, const Ally& a) {  // A1
  const Game& game = game_of(c.table);
  PARLEY_REQUIRE(check_pair(c, a.seats));
  if (game[a.seats.one].ally == a.seats.other) return refuse(already);
  PARLEY_REQUIRE(require_not_over(c.table));
  for (Seat s : SeatSet{a.seats.one, a.seats.other})
    if (game[s].ally) return refuse(allied, static_cast<std::uint64_t>(s.index << 4 | game[s].ally->index));
  return fence_pair(c, a.seats);
}

Verdict check(const Context& c, const Unally& a) {
  PARLEY_REQUIRE(check_pair(c, a.seats));
  if (game_of(c.table)[a.seats.one].ally != a.seats.other) return refuse(already);
  PARLEY_REQUIRE(require_not_over(c.table));
  return fence_pair(c, a.seats);
}

Verdict check(const Context& c, const SetBureaucrat& a) {
  const Bureaucrat& now = game_of(c.table).bureaucrat;
  if (a.seat) PARLEY_REQUIRE(require_seat(c.table, *a.seat));
  if (now.holder == a.seat && now.alive == a.alive) return refuse(already);
  PARLEY_REQUIRE(require_not_over(c.table));
  return fence(c, game_of(c.table).bureaucrat_changed, Changed::bureaucrat);
}

Verdict check(const Context& c, const SetInflation& a) {
  if (game_of(c.table).inflation == a.on) return refuse(already);
  PARLEY_REQUIRE(require_not_over(c.table));
  return fence(c, game_of(c.table).inflation_changed, Changed::inflation);
}

Verdict check_host_may_take(const Context& c, const AdjustSeat& a) {
  const Amount* amount = std::get_if<Amount>(&c.secret);
  if (!c.table.has(a.seat) || !amount || amount->by >= 0) return std::nullopt;
  const bool may = parley::stage(c.table) == Stage::setup || c.table[a.seat].control == Control::ai;
  return may ? Verdict{} : refuse(not_permitted);
}

Verdict check(const Context& c, const AdjustSeat& a) {  // A3
  PARLEY_REQUIRE(check_host_may_take(c, a));
  PARLEY_REQUIRE(check_amount(c));
  PARLEY_REQUIRE(require_seat(c.table, a.seat));
  PARLEY_REQUIRE(require_not_over(c.table));
  PARLEY_REQUIRE(fence(c, game_of(c.table)[a.seat].spice_changed, Changed::purse, a.seat));
  return check_remains(c, a.seat);
}

}  // namespace parley::dune
