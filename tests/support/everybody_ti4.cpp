#include "tests/support/everybody_ti4.h"

#include "tests/support/everybody.h"

#include "common/core/ti4/classify.h"

#include <algorithm>
#include <map>
#include <set>

namespace parley::test {
namespace {

void hold(bool holds, const std::string& what) {
  if (!holds) throw Mismatch(what);
}

using Sums = std::map<std::string, std::int64_t>;

/// Trade goods and commodities in one sum: the second become the first when they change hands [TI4 21.5].
void add_to(Sums& sums, const ti4::Counts& c, std::int64_t times) {
  sums["trade goods"] += times * (std::int64_t{c.trade_goods} + c.commodities);
  sums["cultural"] += times * c.fragments.cultural;
  sums["hazardous"] += times * c.fragments.hazardous;
  sums["industrial"] += times * c.fragments.industrial;
  sums["unknown"] += times * c.fragments.unknown;
  sums["action cards"] += times * c.action_cards;
}

Sums sums_of(const ti4::Game& game) {
  Sums sums;
  for (const ti4::Place& place : game.places) {
    add_to(sums, place.holds, 1);
    sums["notes"] += place.notes;
  }
  return sums;
}

std::string kind_in_words(ti4::Kind kind) {
  static constexpr const char* words[] = {"",          "trade goods", "trade goods",  "cultural",
                                          "hazardous", "industrial",  "unknown",      "action cards"};
  return words[static_cast<std::size_t>(kind)];
}

/// What a commit by itself adds to the sums.
void expect_change(Sums& sums, const ti4::Game& before, const Commit& commit) {
  if (const auto* adjust = std::get_if<ti4::AdjustGoods>(&commit.action)) sums[kind_in_words(adjust->what)] += adjust->amount;
  if (std::holds_alternative<ti4::Hold>(commit.action)) ++sums["notes"];
  if (std::holds_alternative<ti4::PlayNote>(commit.action)) --sums["notes"];
  if (const auto* unhold = std::get_if<ti4::Unhold>(&commit.action)) {
    const auto& in_play = before[commit.role.seat()].in_play;
    const bool was_in_play = unhold->note && std::any_of(in_play.begin(), in_play.end(), [&](const Label& note) {
                               return ti4::same_note(note, *unhold->note);
                             });
    if (!was_in_play) --sums["notes"];
  }
}

/// How many of the notes are this one.
std::size_t times(const std::vector<Label>& notes, const Label& note) {
  return static_cast<std::size_t>(
      std::count_if(notes.begin(), notes.end(), [&](const Label& other) { return ti4::same_note(other, note); }));
}

/// How the notes' names look, for comparing.
std::multiset<std::string> looks(const std::vector<Label>& notes) {
  std::multiset<std::string> out;
  for (const Label& note : notes) out.insert(skeleton(note.utf8));
  return out;
}

void require_hand(const ti4::Place& place) {
  hold(place.hand && place.hand->size() == place.notes, "a hand holds as many notes as the table counts");
  const auto hand = looks(*place.hand), shown = looks(place.shown);
  hold(std::includes(hand.begin(), hand.end(), shown.begin(), shown.end()), "what is shown is in the hand");
  for (const char* open : {"Support for the Throne", "Alliance"})
    hold(hand.count(skeleton(open)) == shown.count(skeleton(open)), "what is named openly is shown");
}

void require_side(const ti4::Place& before, const ti4::Place& after, const ti4::Goods& given, const ti4::Goods& received) {
  Sums expected;
  add_to(expected, before.holds, 1);
  add_to(expected, given.counts, -1);
  add_to(expected, received.counts, 1);
  Sums seen;
  add_to(seen, after.holds, 1);
  hold(seen == expected, "94.4: an exchange moves what the deal says");
  hold(after.holds.commodities == before.holds.commodities - given.counts.commodities, "21.5: a commodity received is a trade good");
  hold(after.notes == before.notes - given.notes.size() + received.notes.size(), "94.2: the notes change hands");
  for (const Label& note : received.notes) {
    hold(times(after.shown, note) >= 1, "94: everybody saw which note it was");
    if (given.notes.empty()) hold(times(*after.hand, note) == times(*before.hand, note) + 1, "94: the note is in the hand");
  }
  for (const Label& note : given.notes)
    if (received.notes.empty()) hold(times(*after.hand, note) + 1 == times(*before.hand, note), "94: the note has left the hand");
}

}  // namespace

void hide_hands(Table& view, Role role) {
  auto& game = std::get<ti4::Game>(view.game);
  for (std::uint8_t i = 0; i < game.places.size(); ++i)
    if (role != Role::server() && !role.is(Seat{i})) game.places[i].hand.reset();
}

bool may_read_note(Role role, const Commit& commit) {
  const bool unseen = std::holds_alternative<ti4::Hold>(commit.action) || std::holds_alternative<ti4::Unhold>(commit.action);
  return unseen && role == commit.role;
}

void require_sound(const Table& server) {
  const ti4::Game& game = ti4_of(server);
  for (Seat s : server.roster()) {
    const ti4::Place& place = game[s];
    require_hand(place);
    hold(!place.neighbours.contains(s) && !place.traded.contains(s), "nobody is its own neighbour");
    hold((place.claims & place.neighbours).empty() && place.disclaims.subset_of(place.neighbours), "only what is not so is claimed");
    for (Seat other : server.roster()) {
      hold(place.neighbours.contains(other) == game[other].neighbours.contains(s), "neighbours come in pairs");
      hold(place.traded.contains(other) == game[other].traded.contains(s), "94.1: a slot is the pair's");
    }
  }
  const auto phase = ti4::phase(game.now);
  if (game.marker) {
    hold(ti4::is_of_agenda(game.marker->step) == (phase == ti4::Phase::agenda), "a marker stands at a step of its phase");
    hold(phase == ti4::Phase::action || phase == ti4::Phase::agenda, "only turns and agendas have steps");
    hold(!ti4::has_seat(game.marker->step) || game.marker->seat, "a seat's own step names the seat");
  }
  hold((phase == ti4::Phase::agenda) == (game.agenda != 0), "agendas are counted in their phase");
}

void require_goods(const Table& before, const Table& after, const Commit& commit, const Outcome& out) {
  Sums expected = sums_of(ti4_of(before));
  expect_change(expected, ti4_of(before), commit);
  hold(sums_of(ti4_of(after)) == expected, "goods appear and vanish only by what a seat says of itself");
  if (out.exchanged) hold(after.ledger.find(out.deal)->judgement.at_acceptance.has_value(), "an exchange is an acceptance's");
}

void require_only_goods(const Table& before, const Table& after, const Outcome& out) {
  hold(before.decisions == after.decisions && before.seats == after.seats, "D14: a deal action leaves seats and decisions alone");
  ti4::Game expected = ti4_of(before);
  const ti4::Game& now = ti4_of(after);
  const Deal* deal = after.ledger.find(out.deal);
  const ti4::Exchange* exchange = exchange_of(deal->record);
  const bool accepted = std::holds_alternative<Open>(before.ledger.find(out.deal) ? before.ledger.find(out.deal)->state : DealState{Declined{}}) &&
                        std::holds_alternative<Active>(deal->state);
  hold(out.exchanged == (accepted && exchange), "94.4.a: goods move with the last acceptance, once");
  if (out.exchanged) {
    const Seat proposer = deal->proposer;
    const Seat other = *(deal->record.signatories - SeatSet{proposer}).begin();
    require_side(expected[proposer], now[proposer], exchange->gives, exchange->gets);
    require_side(expected[other], now[other], exchange->gets, exchange->gives);
    hold(!expected[proposer].traded.contains(other) && now[proposer].traded.contains(other), "94.1: the slot is used up, and was not");
    for (Seat s : {proposer, other}) {
      expected[s].holds = now[s].holds;
      expected[s].notes = now[s].notes;
      expected[s].hand = now[s].hand;
      expected[s].shown = now[s].shown;
    }
    expected[proposer].traded.insert(other);
    expected[other].traded.insert(proposer);
  }
  hold(expected == now, "D14: a deal action changes nothing of the game but the goods of its exchange");
}

void require_same_classes(const Table& server, const Table& mirror) {
  for (const Deal& deal : server.ledger.deals())
    hold(ti4::class_of(server, deal) == ti4::class_of(mirror, *mirror.ledger.find(deal.id)), "a class is the same to everybody");
}

}  // namespace parley::test
