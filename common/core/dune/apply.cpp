// Dune: what follows from a commit. Nothing here may fail; check.cpp has seen to that.
#include "common/core/dune/factions.h"
#include "common/core/dune/rules.h"
#include "common/core/game.h"
#include "common/core/invariant.h"
#include "common/core/limits.h"

#include <algorithm>

namespace parley::dune {
namespace {

constexpr Spice diverted_max{2};  // U3

Game& game_of(Table& t) { return std::get<Game>(t.game); }

/// The last turn whose mentat_pause has been reached at this moment; `over` counts as having passed it [HOUSE A5].
std::uint16_t pauses_reached(Moment m) {
  if (m.turn == 0) return 0;
  return phase(m) >= Phase::mentat_pause ? m.turn : static_cast<std::uint16_t>(m.turn - 1);
}

void change_spice(Purse& purse, std::int64_t by, Version version, bool own) {
  if (purse.spice) {
    const auto change = static_cast<std::uint64_t>(by);  // modulo 2^64: a purse that a hostile server made up may be any [P-C6]
    invariant(by >= 0 || purse.spice->value >= 0 - change, "no purse is negative [P-M2]");
    purse.spice->value += change;
  }
  purse.spice_changed = version;
  if (!own) purse.spice_changed_by_others = version;
}

/// Deferred spice joins spice on hand, once a turn [SEED B4; HOUSE A5].
void collect(Game& game, Moment to, Version version, Outcome& out) {
  const std::uint16_t reached = pauses_reached(to);
  if (reached <= game.last_collected || reached < game.now.turn) return;  // a pause that `correct` skipped is not passed
  game.last_collected = reached;
  for (std::uint8_t i = 0; i < limits::seats_max; ++i) {
    Purse& purse = game.purses[i];
    if (purse.deferred == Spice{}) continue;
    out.collected.emplace_back(Seat{i}, purse.deferred);
    change_spice(purse, static_cast<std::int64_t>(purse.deferred.value), version, false);
    purse.deferred = Spice{};
  }
}

/// What ends with a phase ends: Hajr windows and standing bids [SEED H3; HOUSE A8].
void move_to(Game& game, Moment to, Version version) {
  game.now = to;
  game.phase_changed = version;
  for (Purse& purse : game.purses) {
    purse.bid = Spice{};
    purse.hajr = false;
  }
}

bool bureaucrat_asks(const Table& t, const Bribe& bribe) {  // U1
  const Game& game = std::get<Game>(t.game);
  const Bureaucrat& b = game.bureaucrat;
  return b.holder && b.alive && *b.holder != bribe.payer && *b.holder != bribe.recipient && can_act(t, *b.holder) &&
         b.used != game.now && bribe.gross.value >= game.options.bureaucrat_min;
}

/// Debits the payer, then defers to the recipient or opens the holder's decision [SEED B3, B4, U2].
void pay(Table& t, const Commit& by, Outcome& out, DealId deal, Bribe bribe) {
  Game& game = game_of(t);
  change_spice(game[bribe.payer], -static_cast<std::int64_t>(bribe.gross.value), by.version, by.role.is(bribe.payer));
  out.paid = bribe;
  if (bureaucrat_asks(t, bribe)) {
    open_decision(t, by.version, out, *game.bureaucrat.holder, Diversion{deal, bribe});
    return;
  }
  game[bribe.recipient].deferred.value += bribe.gross.value;
  if (deal != DealId{}) t.ledger.change(deal, [&](Deal& d) { d.received = bribe.gross; });
}

/// An open diversion whose owner can no longer answer is allowed [HOUSE U5].
void allow_diversions_of(Table& t, Version version, Outcome& out, Seat owner) {
  const auto found = std::find_if(t.decisions.begin(), t.decisions.end(), [&](const Decision& d) {
    return d.owner == owner && std::holds_alternative<Diversion>(d.kind);
  });
  if (found == t.decisions.end()) return;
  const Decision decision = *found;
  close_decision(t, version, out, decision.id);
  settle(game_of(t), t, version, decision, Answer::allow);
}

}  // namespace

// ---- core/game.h ----------------------------------------------------------------------------------------------------

void set_up(Table& t, const Options& options) {
  Game game{.options = options};
  if (t.sight == Role::server()) game.outside = 0;
  for (std::uint8_t i = 0; i < t.seats.size(); ++i)
    if (sees_purse(t, Seat{i})) game.purses[i].spice = faction(t.seats[i].key)->starting;  // A7
  t.game = game;
}

void begin(Game& game, Version version) { move_to(game, moment(1, Phase::storm), version); }

void finish(Game& game, Version version, Outcome& out) {
  const Moment over = moment(game.now.turn, Phase::over);
  collect(game, over, version, out);
  move_to(game, over, version);
}

void carry_out(Game&, Table& t, const Commit& commit, Outcome& out, DealId deal) {
  if (const Bribe* bribe = bribe_of(*t.ledger.find(deal))) pay(t, commit, out, deal, *bribe);
}

void settle(Game& game, Table& t, Version, const Decision& decision, Answer answer) {
  const Diversion* diversion = std::get_if<Diversion>(&decision.kind);
  if (!diversion) return;
  const Bribe& payment = diversion->payment;
  const Spice taken = answer == Answer::divert ? std::min(diverted_max, payment.gross) : Spice{};
  const Spice rest{payment.gross.value - taken.value};
  game.bank.value += taken.value;
  game[payment.recipient].deferred.value += rest.value;
  if (answer == Answer::divert) game.bureaucrat.used = game.now;
  if (diversion->deal != DealId{}) t.ledger.change(diversion->deal, [&](Deal& d) { d.received = rest; });
}

void control_changed(Game& game, Table& t, const Commit& commit, Outcome& out, Seat seat) {
  if (t[seat].control == Control::human) {
    if (!sees_purse(t, seat)) game[seat].spice.reset();  // the host's look into the purse ends
    return;
  }
  game[seat].hajr = false;
  if (const Revealed* revealed = std::get_if<Revealed>(&commit.secret); revealed && t.sight == Role::host())
    game[seat].spice = revealed->spice;
  allow_diversions_of(t, commit.version, out, seat);
}

void departed(Game&, Table& t, Version version, Outcome& out, Seat seat) { allow_diversions_of(t, version, out, seat); }

void before(Game& game, const Table& t, const Commit& commit) {
  for (Seat s : hajr_closed_by(t, commit.role, commit.action)) game[s].hajr = false;
}

SeatSet hajr_closed_by(const Table& before, Role role, const Action& action) {
  const Game& game = std::get<Game>(before.game);
  if (!role.is_seat() || !game[role.seat()].hajr) return {};
  const SeatSet mine{role.seat()};
  if (std::holds_alternative<Hajr>(action) || std::holds_alternative<PayBribe>(action)) return mine;
  if (const Accept* accept = std::get_if<Accept>(&action)) {
    const Deal* deal = before.ledger.find(accept->deal);
    const Open* open = deal ? std::get_if<Open>(&deal->state) : nullptr;
    const Bribe* bribe = deal ? bribe_of(*deal) : nullptr;
    const bool final = open && (open->consents | mine) == deal->record.signatories;
    if (final && bribe && bribe->payer == role.seat()) return mine;
  }
  return {};
}

Secret secret_of_ai(const Game& game, const Table&, Seat seat) {  // A3
  return game[seat].spice ? Secret{Revealed{*game[seat].spice}} : Secret{};
}

bool conserved(const Game& game, const Table& t) {  // A4
  if (!game.outside) return true;
  std::int64_t started = 0;
  std::int64_t now = *game.outside + static_cast<std::int64_t>(game.bank.value);
  for (std::uint8_t i = 0; i < t.seats.size(); ++i) {
    const Purse& purse = game.purses[i];
    started += static_cast<std::int64_t>(faction(t.seats[i].key)->starting.value);
    now += static_cast<std::int64_t>(purse.spice->value + purse.deferred.value);
    if (purse.bid > *purse.spice) return false;
  }
  for (const Decision& decision : t.decisions)
    if (const Diversion* d = std::get_if<Diversion>(&decision.kind)) now += static_cast<std::int64_t>(d->payment.gross.value);
  return now == started;
}

// ---- seats ----------------------------------------------------------------------------------------------------------

void apply(Table& t, const Commit& c, Outcome& out, const PayBribe& a) {
  pay(t, c, out, DealId{}, Bribe{.payer = c.role.seat(), .recipient = a.to, .gross = a.gross});
}

namespace {
void adjust(Table& t, const Commit& c, Seat seat) {
  Game& game = game_of(t);
  const Amount* amount = std::get_if<Amount>(&c.secret);
  change_spice(game[seat], amount ? amount->by : 0, c.version, c.role.is(seat));
  if (game.outside) *game.outside -= amount->by;
}
}  // namespace

void apply(Table& t, const Commit& c, Outcome&, const Adjust&) { adjust(t, c, c.role.seat()); }
void apply(Table& t, const Commit& c, Outcome&, const AdjustSeat& a) { adjust(t, c, a.seat); }
void apply(Table& t, const Commit& c, Outcome&, const Bid& a) { game_of(t)[c.role.seat()].bid = a.amount; }

void apply(Table& t, const Commit& c, Outcome& out, const Ask& a) {
  game_of(t)[c.role.seat()].asked_turn = game_of(t).now.turn;
  open_decision(t, c.version, out, a.to, Question{c.role.seat(), a.question});
}

void apply(Table& t, const Commit& c, Outcome&, const MovementFinished&) {
  Purse& purse = game_of(t)[c.role.seat()];
  purse.movement_turn = game_of(t).now.turn;
  purse.hajr = true;
}

void apply(Table&, const Commit&, Outcome&, const Hajr&) {}  // `before` has closed the window

// ---- host -----------------------------------------------------------------------------------------------------------

void apply(Table& t, const Commit& c, Outcome& out, const Advance& a) {
  Game& game = game_of(t);
  const Moment to = moment(a.turn, a.phase);
  if (!a.correct) collect(game, to, c.version, out);
  move_to(game, to, c.version);
}

namespace {
void set_ally(Game& game, Seat seat, std::optional<Seat> ally, Version version) {
  game[seat].ally = ally;
  game[seat].ally_changed = version;
}
}  // namespace

void apply(Table& t, const Commit& c, Outcome&, const Ally& a) {
  set_ally(game_of(t), a.seats.one, a.seats.other, c.version);
  set_ally(game_of(t), a.seats.other, a.seats.one, c.version);
}
void apply(Table& t, const Commit& c, Outcome&, const Unally& a) {
  set_ally(game_of(t), a.seats.one, std::nullopt, c.version);
  set_ally(game_of(t), a.seats.other, std::nullopt, c.version);
}

void apply(Table& t, const Commit& c, Outcome&, const SetBureaucrat& a) {
  Bureaucrat& b = game_of(t).bureaucrat;
  b.holder = a.seat;
  b.alive = a.alive;
  game_of(t).bureaucrat_changed = c.version;
}

void apply(Table& t, const Commit& c, Outcome&, const SetInflation& a) {
  game_of(t).inflation = a.on;
  game_of(t).inflation_changed = c.version;
}

}  // namespace parley::dune
