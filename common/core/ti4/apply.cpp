// TI4: what follows from a commit. Nothing here may fail; check.cpp has seen to that.
#include "common/core/game.h"
#include "common/core/invariant.h"
#include "common/core/ti4/classify.h"
#include "common/core/ti4/factions.h"
#include "common/core/ti4/hands.h"
#include "common/core/ti4/rules.h"
#include "common/core/ti4/transaction.h"

#include <algorithm>

namespace parley::ti4 {
namespace {

Game& game_of(Table& t) { return std::get<Game>(t.game); }

void free_slots(Game& game) {
  for (Place& place : game.places) place.traded = {};
}

/// Whatever a change of phase, agenda or turn ends: the step, and the pairs' used slots.
void begin_stretch(Game& game, Version version) {
  game.marker.reset();
  game.marker_changed = game.phase_changed = version;
  free_slots(game);
}

void move_to(Game& game, Moment to, std::uint16_t agenda, Version version) {
  game.now = to;
  game.agenda = agenda;
  game.active.reset();
  begin_stretch(game, version);
}

void set_marker(Game& game, Marker marker, Version version) {
  game.marker = marker;
  game.marker_changed = version;
}

void set_pair(Game& game, SeatPair pair, bool on, Version version) {
  for (const auto& [one, other] : {std::pair{pair.one, pair.other}, std::pair{pair.other, pair.one}}) {
    Place& place = game[one];
    on ? place.neighbours.insert(other) : place.neighbours.erase(other);
    place.claims.erase(other);
    place.disclaims.erase(other);
    place.neighbours_changed = version;
  }
}

template <class List, class Item, class Same>
void replace(List& list, Item item, Same same) {
  std::erase_if(list, same);
  list.push_back(item);
}

}  // namespace

// ---- core/game.h ------------------------------------------------------------------------------------------------------

void set_up(Table& t, const Options& options) {
  Game game{.options = options};
  for (std::uint8_t i = 0; i < t.seats.size(); ++i) {
    game.places[i].commodity_value = faction(t.seats[i].key)->commodity_value;
    if (t.sight == Role::server() || t.sight.is(Seat{i})) game.places[i].hand.emplace();
  }
  t.game = game;
}

void begin(Game& game, Version version) { move_to(game, moment(1, Phase::strategy), 0, version); }
void finish(Game& game, Version version, Outcome&) { move_to(game, moment(game.now.turn, Phase::over), 0, version); }

void carry_out(Game& game, Table& t, const Commit&, Outcome& out, DealId id) {
  const Deal& deal = *t.ledger.find(id);
  const Exchange* exchange = exchange_of(deal.record);
  if (!exchange) return;
  carry_out(game, parties_of(deal.proposer, deal.record.signatories), *exchange);
  out.exchanged = true;
}

bool conserved(const Game& game, const Table&) {
  std::array<std::int64_t, kinds> sum{};
  for (const Place& place : game.places)
    for (std::uint8_t k = 0; k < kinds; ++k) sum[k] += count(place.holds, static_cast<Kind>(k + 1));
  std::array<std::int64_t, kinds> adjusted = game.adjusted;
  for (auto* counts : {&sum, &adjusted}) {  // a commodity that changes hands is a trade good [TI4 21.5]
    (*counts)[0] += (*counts)[1];
    (*counts)[1] = 0;
  }
  return sum == adjusted;
}

// ---- seats ------------------------------------------------------------------------------------------------------------

void apply(Table& t, const Commit& c, Outcome& out, const AcceptAs& a) {
  const Deal& deal = *t.ledger.find(a.deal);
  const Classified now = classify(t, {deal.proposer, deal.record, deal.judgement});
  record_consent(t, c, out, a.deal);
  if (std::holds_alternative<Active>(t.ledger.find(a.deal)->state))
    t.ledger.change(a.deal, [&](Deal& d) { d.judgement.at_acceptance = now; });
}

void apply(Table& t, const Commit& c, Outcome&, const SetStep& a) {
  Game& game = game_of(t);
  set_marker(game, {a.step, a.seat ? a.seat : game.active, c.role}, c.version);
}

void apply(Table& t, const Commit& c, Outcome&, const AdjustGoods& a) {
  Game& game = game_of(t);
  std::uint32_t& held = count(game[c.role.seat()].holds, a.what);
  held = static_cast<std::uint32_t>(held + a.amount);
  game.adjusted[static_cast<std::size_t>(a.what) - 1] += a.amount;
}

void apply(Table& t, const Commit& c, Outcome&, const Hold& a) {
  Place& mine = game_of(t)[c.role.seat()];
  const NoteName* secret = std::get_if<NoteName>(&c.secret);
  if (a.note) gain_note(mine, *a.note, Sight::open);
  else if (secret && mine.hand) gain_note(mine, secret->note, Sight::hidden);
  else gain_unknown_note(mine);
}

void apply(Table& t, const Commit& c, Outcome&, const Unhold& a) {
  Place& mine = game_of(t)[c.role.seat()];
  const NoteName* secret = std::get_if<NoteName>(&c.secret);
  if (a.note && remove_note(mine.in_play, *a.note)) return;
  if (a.note) lose_note(mine, *a.note, Sight::open);
  else if (secret && mine.hand) lose_note(mine, secret->note, Sight::hidden);
  else lose_unknown_note(mine);
}

void apply(Table& t, const Commit& c, Outcome&, const PlayNote& a) {
  Place& mine = game_of(t)[c.role.seat()];
  lose_note(mine, a.note, Sight::open);
  mine.in_play.push_back(a.note);
}

void apply(Table& t, const Commit& c, Outcome&, const ClaimNeighbour& a) {
  Game& game = game_of(t);
  const Seat me = c.role.seat();
  const auto said = [&](Seat who) -> SeatSet& { return a.on ? game[who].claims : game[who].disclaims; };
  (a.on ? game[me].disclaims : game[me].claims).erase(a.with);
  if (game[me].neighbours.contains(a.with) == a.on) return;  // its own word taken back, nothing more
  said(me).insert(a.with);
  if (said(a.with).contains(me)) set_pair(game, {me, a.with}, a.on, c.version);
}

void apply(Table& t, const Commit& c, Outcome&, const SetException& a) { game_of(t)[c.role.seat()].exception = a.why; }

void apply(Table& t, const Commit&, Outcome& out, const StateAble& a) {
  out.deal = a.deal;
  t.ledger.change(a.deal, [&](Deal& deal) {
    replace(deal.judgement.statements, Statement{a.clause, a.answer}, [&](const Statement& s) { return s.clause == a.clause; });
  });
}

void apply(Table& t, const Commit& c, Outcome& out, const RuleClass& a) {
  out.deal = a.deal;
  t.ledger.change(a.deal, [&](Deal& deal) {
    replace(deal.judgement.rulings, Ruling{c.role.seat(), a.is}, [&](const Ruling& r) { return r.seat == c.role.seat(); });
  });
}

void apply(Table& t, const Commit&, Outcome& out, const MarkKept& a) {
  out.deal = a.deal;
  t.ledger.change(a.deal, [&](Deal& deal) {
    replace(deal.judgement.kept, Kept{a.clause, a.yes}, [&](const Kept& k) { return k.clause == a.clause; });
  });
}

// ---- host -------------------------------------------------------------------------------------------------------------

void apply(Table& t, const Commit& c, Outcome&, const SetActive& a) {
  Game& game = game_of(t);
  game.active = a.seat;
  game.phase_changed = c.version;
  if (phase(game.now) == Phase::agenda) return;  // no turn begins within an agenda, and no second transaction [TI4 94.6]
  ++game.turn;
  begin_stretch(game, c.version);
  if (phase(game.now) == Phase::action) set_marker(game, {Step::turn_start, a.seat, c.role}, c.version);
}

std::uint16_t agenda_after(const Game& game, const SetPhase& a) {
  if (a.phase != Phase::agenda) return 0;
  if (a.agenda) return *a.agenda;
  return game.agenda && phase(game.now) == Phase::agenda && game.now.turn == a.round ? game.agenda : std::uint16_t{1};
}

void apply(Table& t, const Commit& c, Outcome&, const SetPhase& a) {
  Game& game = game_of(t);
  move_to(game, moment(a.round, a.phase), agenda_after(game, a), c.version);
  if (a.phase == Phase::agenda) set_marker(game, {Step::reveal, std::nullopt, c.role}, c.version);
}

void apply(Table& t, const Commit& c, Outcome&, const SetCommodityValue& a) {
  Place& place = game_of(t)[a.seat];
  place.commodity_value = a.value;
  place.value_changed = c.version;
}

void apply(Table& t, const Commit& c, Outcome&, const SetNeighbours& a) { set_pair(game_of(t), a.seats, a.on, c.version); }

}  // namespace parley::ti4
