#include "tests/simulation/ti4_wishes.h"

#include <algorithm>

namespace naive_ti4 {
namespace {

using naive::Chance;
using Words = std::vector<std::string>;

const Words kSteps = {"turn_start", "activation", "move_ships", "space_cannon_offense", "space_combat_start", "space_combat_roll",
                      "space_combat_assign_hits", "space_combat_retreat", "bombardment", "commit_ground_forces", "space_cannon_defense",
                      "ground_combat", "establish_control", "production", "turn_end", "trade_gain", "trade_replenish", "trade_choose",
                      "trade_secondary", "reveal", "vote", "outcome"};
const Words kVerbs = {"give", "produce", "spend_on", "use_note", "use_ability", "fire_space_cannon", "replenish", "choose_for_secondary",
                      "vote", "abstain", "break_tie", "play_action_card", "activate", "move", "retreat", "assign_hits", "pick_strategy",
                      "pay_later", "other"};
const Words kNotes = {"Ceasefire", "Trade Agreement", "Political Secret", "Support for the Throne", "Alliance"};
const Words kKinds = {"trade_goods", "commodities", "cultural", "hazardous", "industrial", "unknown", "action_cards"};
const Words kClasses = {"binding", "non_binding", "undecided"};

struct Heavy {
  const char* verb;
  int weight;
};

std::string pick(Chance& chance, const std::vector<Heavy>& verbs) {
  int all = 0;
  for (const auto& [verb, weight] : verbs) all += weight;
  int left = chance.below(all);
  for (const auto& [verb, weight] : verbs)
    if ((left -= weight) < 0) return verb;
  return "say";
}

std::string some_verb(Chance& chance, const Model& t, const Setting& setting) {
  if (t.phase == "setup")
    return pick(chance, {{"start", 6}, {"adjust", 8}, {"hold", 6}, {"unhold", 1}, {"neighbours", 3}, {"host_neighbours", 3}, {"seated", 3},
                         {"exception", 1}, {"commodity_value", 1}, {"control", 1}, {"offer", 1}, {"phase", 1}, {"end", 1}, {"active", 1},
                         {"step", 1}, {"open_decision", 1}, {"play_note", 1}, {"decide", 1}});
  if (t.phase == "over" && chance.percent(40)) return "phase";
  int idle = 0;
  for (std::size_t i = 0; i < t.seats.size(); ++i) idle += !t.acts(static_cast<int>(i));
  const int waiting = static_cast<int>(t.decisions.size());
  const bool piles = setting.piles_up;
  return pick(chance, {{"offer", piles ? 400 : 190}, {"accept", piles ? 40 : 300}, {"decline", piles ? 3 : 12}, {"withdraw", piles ? 3 : 10},
                       {"request_release", 40}, {"retract_release", 10}, {"note", 10}, {"say", 5}, {"able", 60}, {"rule", 30}, {"kept", 40},
                       {"step", 130}, {"adjust", 110}, {"hold", piles ? 300 : 40}, {"unhold", piles ? 5 : 20}, {"play_note", piles ? 60 : 20},
                       {"neighbours", 50}, {"host_neighbours", 20}, {"exception", 8}, {"active", 60}, {"phase", t.phase == "action" ? 25 : 90},
                       {"commodity_value", 6}, {"end", 2}, {"start", 1}, {"control", 8 + 20 * idle}, {"depart", 5}, {"seated", 6 + 8 * idle},
                       {"vacated", 3}, {"open_decision", 12}, {"decide", 6 + 30 * waiting}, {"cancel", 5 + 5 * waiting}});
}

int some_seat(Chance& chance, const Model& t) {
  if (chance.percent(4)) return 8 + chance.below(2);  // nobody sits there
  return chance.below(static_cast<int>(t.seats.size()));
}

/// A signatory that is rarely at the table; a set of seats has eight places.
int some_signatory(Chance& chance, const Model& t) {
  const int seat = some_seat(chance, t);
  return t.exists(seat) || t.seats.size() == 8 ? seat % 8 : 7;
}

/// Nearly always one of the first four, so that the same pairs meet again and again.
int some_player(Chance& chance, const Model& t) {
  const int all = static_cast<int>(t.seats.size());
  int seat = chance.below(chance.percent(70) ? std::min(all, 3) : all);
  for (int tries = 0; tries < 4 && !t.acts(seat); ++tries) seat = chance.below(all);
  return seat;
}

std::string some_text(Chance& chance, int most) {
  if (chance.percent(98)) return std::string(1, static_cast<char>('a' + chance.below(26))) + " word";
  if (chance.percent(30)) return "";
  if (chance.percent(50)) return "ring \a ring";
  return std::string(static_cast<std::size_t>(most + chance.below(2)), 'x');
}

std::string some_note(Chance& chance, const std::multiset<std::string>& likely) {
  if (!likely.empty() && chance.percent(80)) return chance.one_of(likely);
  return chance.one_of(kNotes);
}

void add_goods(Chance& chance, const Model& t, int giver, Goods& goods) {
  const int kinds = chance.percent(75) ? 1 : chance.below(4);
  for (int i = 0; i < kinds; ++i) {
    const std::string kind = chance.percent(70) ? kKinds[static_cast<std::size_t>(chance.below(2))] : chance.one_of(kKinds);
    const auto held = t.exists(giver) ? t.at(giver).holds.find(kind) : Goods::const_iterator{};
    const long long has = t.exists(giver) && held != t.at(giver).holds.end() ? held->second : 0;
    goods[kind] = has && chance.percent(85) ? 1 + chance.below(static_cast<int>(std::min<long long>(has, 4))) : chance.below(3);
    if (chance.percent(1)) goods[kind] = 65535 + chance.below(2);
  }
  if (t.exists(giver) && chance.percent(30)) goods["note " + some_note(chance, t.at(giver).hand)] = 1;
  if (chance.percent(1)) goods["note Alliance"] = 2;
  if (chance.percent(1)) goods["relic"] = 1;
}

Clause some_clause(Chance& chance, const Model& t, const Wish& w) {
  Clause c;
  c.actor = chance.percent(98) && !w.parties.empty() ? chance.one_of(w.parties) : some_seat(chance, t);
  c.verb = chance.one_of(kVerbs);
  if (t.phase == "agenda" && chance.percent(40)) c.verb = chance.percent(70) ? "vote" : "abstain";
  if (t.step.compare(0, 5, "trade") == 0 && chance.percent(50)) c.verb = chance.percent(50) ? "replenish" : "give";
  if (c.verb == "give") c.item = chance.percent(60) ? "commodities" : chance.percent(50) ? chance.one_of(kNotes) : "trade_goods";
  if (c.verb == "use_note") c.item = chance.percent(20) ? "" : chance.one_of(kNotes);
  c.quantity = chance.percent(1) ? 0 : 1 + chance.below(3);
  if (chance.percent(45)) c.when = chance.percent(40) && !t.step.empty() ? t.step : chance.percent(60) ? chance.one_of(kSteps) : chance.one_of(Words{"this_turn", "this_round", "open"});
  if (chance.percent(12)) c.contingent = chance.one_of(Words{"dice", "action_card", "another_seat", "hidden_choice"});
  c.able = chance.one_of(Words{"yes", "yes", "no", "unknown"});
  c.refrains = chance.percent(20);
  return c;
}

void wish_for_an_offer(Chance& chance, const Model& t, Wish& w) {
  w.parties = {w.seat, chance.percent(98) ? some_player(chance, t) : some_signatory(chance, t)};
  if (t.active != -1 && chance.percent(50)) w.parties = {w.seat, t.active};
  for (int tries = 0; tries < 4 && w.parties.size() < 2; ++tries) w.parties.insert(some_player(chance, t));
  if (chance.percent(1)) w.parties.insert(some_signatory(chance, t));
  if (chance.percent(1)) w.parties.erase(w.seat);
  if (chance.percent(8)) w.answers = chance.below(static_cast<int>(t.deals.size()) + 2);
  w.bribe = chance.percent(1);
  w.exchange = !w.bribe && chance.percent(65);
  if (w.exchange) {
    const int other = w.parties.empty() ? 0 : *w.parties.begin() == w.seat ? *w.parties.rbegin() : *w.parties.begin();
    add_goods(chance, t, w.seat, w.gives);
    if (chance.percent(60)) add_goods(chance, t, other, w.gets);
  }
  const int clauses = chance.percent(50) ? 0 : 1 + chance.below(3);
  for (int i = 0; i < clauses; ++i) w.clauses.push_back(some_clause(chance, t, w));
}

void wish_for_a_deal(Chance& chance, const Model& t, Wish& w) {
  const bool wants_open = w.verb == "accept" || w.verb == "decline" || w.verb == "withdraw" || w.verb == "able";
  std::vector<int> fitting;
  for (auto deal = t.deals.rbegin(); deal != t.deals.rend() && fitting.size() < 12; ++deal) {
    const bool has_clause = (w.verb != "able" && w.verb != "kept") || !deal->second.clauses.empty();
    if (has_clause && deal->second.state == (wants_open || (w.verb == "rule" && chance.percent(30)) ? "open" : "active")) fitting.push_back(deal->first);
  }
  w.deal = fitting.empty() || chance.percent(4) ? 1 + chance.below(static_cast<int>(t.deals.size()) + 1) : chance.one_of(fitting);
  if (!t.deals.count(w.deal)) return;
  const Deal& deal = t.deals.at(w.deal);
  const int other = *deal.parties.begin() == deal.proposer ? *deal.parties.rbegin() : *deal.parties.begin();
  if (chance.percent(95)) w.seat = w.verb == "withdraw" ? deal.proposer : wants_open && w.verb != "able" ? other : chance.one_of(deal.parties);
  const char is = Model::whole(t.marks(deal));
  w.as = is == 'B' ? "binding" : is == 'N' ? "non_binding" : "undecided";
  if (w.verb == "rule" || chance.percent(4)) w.as = chance.one_of(kClasses);
  w.clause = 1 + chance.below(static_cast<int>(deal.clauses.size()) + (chance.percent(8) ? 1 : 0) + (deal.clauses.empty() ? 1 : 0));
  if (chance.percent(1)) w.clause = 0;
  if (w.clause < 1 || w.clause > static_cast<int>(deal.clauses.size()) || chance.percent(5)) return;
  const int actor = deal.clauses[static_cast<std::size_t>(w.clause) - 1].actor;
  if (w.verb == "able") w.seat = actor;
  if (w.verb == "kept") w.seat = actor == deal.proposer ? other : deal.proposer;
}

void wish_for_goods(Chance& chance, const Model& t, Wish& w) {
  const Place& me = t.at(w.seat);
  if (w.verb == "adjust") {
    w.word = chance.percent(70) ? kKinds[static_cast<std::size_t>(chance.below(2))] : chance.one_of(kKinds);
    w.amount = chance.percent(70) ? 1 + chance.below(6) : -1 - chance.below(4);
    if (chance.percent(2)) w.amount = chance.one_of(std::vector<long long>{0, 65535, 65536, -65536, 65530});
  }
  if (w.verb == "hold" || w.verb == "unhold" || w.verb == "play_note") {
    w.note = w.verb == "hold" ? chance.one_of(kNotes) : some_note(chance, w.verb == "unhold" && chance.percent(30) ? me.in_play : me.hand);
    w.hidden = lies_open(w.note) ? chance.percent(3) : chance.percent(85);
    if (w.verb == "unhold" && me.in_play.count(w.note)) w.hidden = chance.percent(40);
    if (chance.percent(2)) w.note = some_text(chance, 72);
    if (chance.percent(1)) w.note.clear();
    if (w.note.empty()) w.hidden = false;
  }
  if (w.verb == "exception") w.on = chance.percent(40), w.hidden = chance.percent(4) ? w.on : !w.on;
  if (w.verb == "neighbours") {
    w.on = chance.percent(60);
    for (int seat : t.at(w.seat).neighbours) if (chance.percent(20)) w.to = seat, w.on = false;
    for (int seat = 0; t.exists(seat); ++seat) {
      if (t.at(seat).claims.count(w.seat) && chance.percent(60)) w.to = seat, w.on = true;
      if (t.at(seat).disclaims.count(w.seat) && chance.percent(60)) w.to = seat, w.on = false;
    }
  }
}

void wish_for_the_host(Chance& chance, const Model& t, Wish& w) {
  if (w.verb == "step") {
    w.who = chance.percent(50) ? "host" : "seat";
    if (t.active != -1 && chance.percent(80)) w.seat = t.active;
    w.word = t.phase == "agenda" ? (chance.percent(80) ? "vote" : "outcome") : chance.one_of(kSteps);
    if (chance.percent(5)) w.word = chance.one_of(kSteps);
    if (w.word != "vote" && w.word != "trade_secondary" && chance.percent(70)) w.to = -1;
    if (chance.percent(3)) w.to = -1;
  }
  if (w.verb == "phase") {
    w.round = chance.percent(80) ? t.round : t.round + 1;
    w.word = chance.one_of(Words{"action", "action", "action", "agenda", "agenda", "status", "strategy"});
    if (w.word == "agenda" && chance.percent(50)) w.agenda = 1 + chance.below(3);
    if (chance.percent(4)) w.word = chance.one_of(Words{"setup", "over"}), w.round = chance.below(3), w.agenda = chance.below(3) - 1;
  }
  if (w.verb == "control") {
    w.on = chance.percent(25);
    for (int seat = 0; t.exists(seat) && !w.on; ++seat)
      if (t.at(seat).ai && chance.percent(60)) w.to = seat;
  }
  if (w.verb == "host_neighbours") w.on = chance.percent(70);
  if (w.verb == "commodity_value") w.amount = chance.percent(5) ? 65536 : chance.below(7);
  if ((w.verb == "seated" || w.verb == "vacated") && t.exists(w.to)) {
    const Place& place = t.at(w.to);
    w.key = chance.percent(40) && place.key ? place.key : 1 + chance.below(250);
    w.epoch = place.epoch + 1;
  }
  if (w.verb == "decide" || w.verb == "cancel") {
    w.decision = 1 + chance.below(t.last_decision + 1);
    if (!t.decisions.empty() && chance.percent(90)) w.decision = t.decisions.begin()->first;
    w.word = chance.percent(95) ? "done" : "yes";
    if (w.verb == "cancel" && chance.percent(70)) w.who = "host";
    if (w.verb == "decide" && t.decisions.count(w.decision) && chance.percent(90)) w.seat = t.decisions.at(w.decision);
  }
}

}  // namespace

Setting random_setting(Chance& chance) {
  Words all = {"ARB", "LET", "SAA", "MUA", "SOL", "CRE", "LZX", "MTK", "NAA", "NKR", "SAR", "J-N", "WIN", "XXC", "YIN", "YSS", "ARG", "EMP", "TIT"};
  for (std::size_t i = all.size() - 1; i > 0; --i) std::swap(all[i], all[static_cast<std::size_t>(chance.below(static_cast<int>(i) + 1))]);
  Setting setting;
  const int seats = chance.percent(60) ? 2 + chance.below(3) : 2 + chance.below(7);
  setting.factions.assign(all.begin(), all.begin() + seats);
  if (chance.percent(60)) setting.factions[static_cast<std::size_t>(chance.below(seats))] = "HAC";
  setting.piles_up = chance.percent(8);
  setting.steps = 150 + chance.below(500);
  return setting;
}

Wish random_wish(Chance& chance, const Model& t, const Setting& setting) {
  static const std::set<std::string> host = {"start", "end", "control", "depart", "open_decision", "active", "phase", "commodity_value", "host_neighbours"};
  static const std::set<std::string> of_a_deal = {"accept", "decline", "withdraw", "request_release", "retract_release", "note", "able", "rule", "kept"};
  Wish w;
  w.verb = some_verb(chance, t, setting);
  w.who = host.count(w.verb) ? "host" : w.verb == "seated" || w.verb == "vacated" ? "server" : "seat";
  w.seat = some_player(chance, t);
  w.to = chance.percent(90) ? some_player(chance, t) : some_seat(chance, t);
  w.other = chance.percent(95) ? some_player(chance, t) : some_seat(chance, t);
  w.text = some_text(chance, w.verb == "offer" ? 1000 : 240);
  w.on = chance.percent(50);
  w.seen = t.version;
  if (chance.percent(10)) w.seen = std::max(0, t.version - 1 - chance.below(chance.percent(70) ? 6 : 40));
  if (of_a_deal.count(w.verb)) wish_for_a_deal(chance, t, w);
  if (w.verb == "offer") wish_for_an_offer(chance, t, w);
  if (w.verb == "able") w.word = chance.one_of(Words{"yes", "no", "unknown"});
  wish_for_goods(chance, t, w);
  wish_for_the_host(chance, t, w);
  if (chance.percent(1)) w.who = chance.one_of(Words{"viewer", "host", "server", "seat"});
  return w;
}

}  // namespace naive_ti4
