#include "tests/simulation/random_wishes.h"

#include <algorithm>

namespace naive {
namespace {

struct Weighted {
  const char* verb;
  int weight;
};

std::string pick(Chance& chance, const std::vector<Weighted>& verbs) {
  int all = 0;
  for (const auto& [verb, weight] : verbs) all += weight;
  int left = chance.below(all);
  for (const auto& [verb, weight] : verbs)
    if ((left -= weight) < 0) return verb;
  return "say";
}

std::string random_verb(Chance& chance, const Model& t, const Setting& setting) {
  if (t.phase == setup)
    return pick(chance, {{"start", 6}, {"ally", 2}, {"bureaucrat", 3}, {"adjust", 3}, {"adjust_seat", 3}, {"seated", 3},
                         {"inflation", 1}, {"control", 1}, {"offer", 1}, {"open_decision", 1}, {"bid", 1}, {"decide", 1},
                         {"advance", 1}, {"end", 1}, {"movement_finished", 1}, {"bribe", 1}, {"ask", 1}, {"unally", 1}});
  if (t.phase == over && chance.percent(40)) return "advance";
  int idle = 0;
  for (std::size_t i = 0; i < t.seats.size(); ++i) idle += !t.acts(static_cast<int>(i));
  const int waiting = static_cast<int>(t.decisions.size());
  const bool piles = setting.offers_pile_up;
  return pick(chance, {{"offer", piles ? 500 : 150}, {"accept", piles ? 30 : 230}, {"decline", piles ? 3 : 25},
                       {"withdraw", piles ? 3 : 20}, {"request_release", 70}, {"retract_release", 20}, {"note", 20}, {"say", 10},
                       {"decide", 15 + (piles ? 0 : 60 * waiting)}, {"cancel", 10 + (piles ? 0 : 5 * waiting)},
                       {"bribe", 70}, {"adjust", 60}, {"bid", t.phase == bidding ? 80 : 10}, {"ask", 25},
                       {"movement_finished", t.phase == shipment ? 90 : 5}, {"hajr", t.phase == shipment ? 25 : 4},
                       {"advance", 70}, {"end", 4}, {"start", 2}, {"control", 12 + 20 * idle}, {"depart", 8},
                       {"seated", 8 + 8 * idle}, {"vacated", 4}, {"ally", 12}, {"unally", 14}, {"bureaucrat", 20},
                       {"inflation", t.inflation ? 40 : 6}, {"adjust_seat", 30}, {"open_decision", piles ? 30 : 10}});
}

int any_seat(Chance& chance, const Model& t) {
  if (chance.percent(20)) return 6 + chance.below(2);  // nobody sits there
  return chance.below(static_cast<int>(t.seats.size()));
}

int acting_seat(Chance& chance, const Model& t) {
  int seat = chance.below(static_cast<int>(t.seats.size()));
  for (int tries = 0; tries < 4 && !t.acts(seat); ++tries) seat = chance.below(static_cast<int>(t.seats.size()));
  return seat;
}

Money amount_near(Chance& chance, Money purse) {
  if (chance.percent(2)) return chance.one_of(std::vector<Money>{0, 65535, 65536, 70000});
  if (chance.percent(40)) return std::max<Money>(0, purse - 2 + chance.below(4));
  return 1 + chance.below(7);
}

std::string random_text(Chance& chance, int most) {
  if (chance.percent(98)) return std::string(1, static_cast<char>('a' + chance.below(26))) + " word";
  if (chance.percent(30)) return "";
  if (chance.percent(50)) return "ring \a ring";
  return std::string(static_cast<std::size_t>(most + chance.below(2)), 'x');
}

void wish_for_a_deal(Chance& chance, const Model& t, Wish& w) {
  std::vector<int> fitting;
  for (const auto& [id, deal] : t.deals)
    if (deal.state == (w.verb == "accept" || w.verb == "decline" || w.verb == "withdraw" ? "open" : "active")) fitting.push_back(id);
  if (fitting.size() > 12) fitting.erase(fitting.begin(), fitting.end() - 12);
  if (fitting.empty() || chance.percent(5)) {
    w.deal = 1 + chance.below(static_cast<int>(t.deals.size()) + 1);
  } else {
    w.deal = chance.one_of(fitting);
  }
  if (!t.deals.count(w.deal) || chance.percent(4)) return;
  const Deal& deal = t.deals.at(w.deal);
  w.seat = w.verb == "withdraw" && chance.percent(85) ? deal.proposer : chance.one_of(deal.parties);
  std::set<int> missing;
  for (int seat : deal.parties)
    if (!(w.verb == "accept" ? deal.consents : deal.requests).count(seat)) missing.insert(seat);
  if (!missing.empty() && w.verb != "withdraw" && w.verb != "retract_release" && chance.percent(85)) w.seat = chance.one_of(missing);
  if (w.verb == "retract_release" && !deal.requests.empty() && chance.percent(80)) w.seat = chance.one_of(deal.requests);
}

void wish_for_an_offer(Chance& chance, const Model& t, Wish& w) {
  w.parties = {w.seat};
  const int others = chance.percent(60) ? 1 : chance.percent(50) ? 2 : chance.below(6);
  for (int i = 0; i < others; ++i)
    w.parties.insert(chance.percent(99) ? acting_seat(chance, t) : any_seat(chance, t));
  if (chance.percent(1)) w.parties.erase(w.seat);
  if (chance.percent(20)) w.answers = chance.below(static_cast<int>(t.deals.size()) + 2);
  w.bribe = chance.percent(50) && !w.parties.empty();
  if (!w.bribe) return;
  w.payer = chance.one_of(w.parties);
  w.recipient = chance.one_of(w.parties);
  for (int tries = 0; tries < 3 && w.recipient == w.payer; ++tries) w.recipient = chance.one_of(w.parties);
  if (chance.percent(2)) w.recipient = any_seat(chance, t);
  w.amount = amount_near(chance, t.exists(w.payer) ? t.seats.at(w.payer).on_hand : 5);
}

void wish_for_a_decision(Chance& chance, const Model& t, Wish& w) {
  w.decision = 1 + chance.below(t.last_decision + 1);
  if (!t.decisions.empty() && chance.percent(90)) w.decision = std::next(t.decisions.begin(), chance.below(static_cast<int>(t.decisions.size())))->first;
  w.answer = chance.one_of(std::vector<std::string>{"divert", "allow", "yes", "no", "done"});
  if (!t.decisions.count(w.decision)) return;
  const Decision& d = t.decisions.at(w.decision);
  if (w.verb == "cancel") {
    w.who = chance.percent(50) ? "host" : "seat";
    if (chance.percent(60) && d.kind == "question") w.seat = d.asker;
    return;
  }
  if (chance.percent(90)) w.seat = d.owner;
  if (chance.percent(90)) w.answer = d.kind == "plain" ? "done" : d.kind == "question" ? "yes" : chance.percent(60) ? "divert" : "allow";
}

void wish_for_a_moment(Chance& chance, const Model& t, Wish& w) {
  w.on = t.phase == over || chance.percent(8);
  const int now = t.turn * 9 + t.phase - 1;
  int then = now + (chance.percent(75) ? 1 : chance.below(15));
  if (w.on || chance.percent(4)) then = std::max(8, now - 12 + chance.below(18));
  w.turn = then / 9;
  w.phase = then % 9 + 1;
}

void wish_for_the_host(Chance& chance, const Model& t, Wish& w) {
  if (w.verb == "control") {
    w.on = chance.percent(30);
    for (std::size_t i = 0; i < t.seats.size() && !w.on; ++i)
      if (t.seats[i].ai && chance.percent(60)) w.to = static_cast<int>(i);
  }
  if (w.verb == "inflation") w.on = chance.percent(10) ? t.inflation : !t.inflation;
  if (w.verb == "bureaucrat") {
    w.to = chance.percent(8) ? -1 : w.to;
    w.on = w.to != -1 && chance.percent(85);
  }
  if (w.verb == "unally" && chance.percent(90)) {
    for (std::size_t i = 0; i < t.seats.size(); ++i)
      if (t.seats[i].ally != -1 && chance.percent(60)) w.to = static_cast<int>(i), w.other = t.seats[i].ally;
  }
  if (w.verb == "adjust_seat") {
    w.amount = amount_near(chance, t.exists(w.to) ? t.seats.at(w.to).on_hand : 5);
    const bool may_take = t.exists(w.to) && (t.phase == setup || t.seats.at(w.to).ai);
    if (chance.percent(may_take ? 50 : 5)) w.amount = -w.amount;
  }
  if ((w.verb == "seated" || w.verb == "vacated") && t.exists(w.to)) {
    const Seat& seat = t.seats.at(w.to);
    w.key = chance.percent(25) && seat.key ? seat.key : 1 + chance.below(250);
    w.epoch = seat.epoch + 1;
    w.player = "Ko";
    for (int number = t.version + 1; number > 0; number /= 6) w.player += "abekst"[number % 6];
  }
}

}  // namespace

Setting random_setting(Chance& chance) {
  std::vector<std::string> all = {"ATR", "BG", "EMP", "FRE", "GLD", "HAR", "IX", "BT", "CHO", "RIC", "ECA", "MOR"};
  for (std::size_t i = all.size() - 1; i > 0; --i) std::swap(all[i], all[static_cast<std::size_t>(chance.below(static_cast<int>(i) + 1))]);
  Setting setting;
  const int seats = chance.percent(60) ? 4 + chance.below(3) : 2 + chance.below(5);
  setting.factions.assign(all.begin(), all.begin() + seats);
  setting.advanced = chance.percent(65);
  setting.bureaucrat_min = chance.percent(50) ? 5 : 1 + chance.below(6);
  setting.offers_pile_up = chance.percent(8);
  setting.steps = 100 + chance.below(400);
  return setting;
}

Wish random_wish(Chance& chance, const Model& t, const Setting& setting) {
  static const std::set<std::string> host = {"start", "end", "control", "depart", "open_decision", "advance", "ally", "unally",
                                             "bureaucrat", "inflation", "adjust_seat"};
  Wish w;
  w.verb = random_verb(chance, t, setting);
  w.who = host.count(w.verb) ? "host" : w.verb == "seated" || w.verb == "vacated" ? "server" : "seat";
  w.seat = chance.percent(94) ? acting_seat(chance, t) : chance.below(static_cast<int>(t.seats.size()));
  w.to = chance.percent(90) ? acting_seat(chance, t) : any_seat(chance, t);
  w.other = chance.percent(95) ? acting_seat(chance, t) : any_seat(chance, t);
  w.text = random_text(chance, w.verb == "offer" ? 1000 : 240);
  w.no_text = chance.percent(40);
  w.seen = t.version;
  if (chance.percent(14)) w.seen = std::max(0, t.version - 1 - chance.below(chance.percent(70) ? 6 : 40));

  static const std::set<std::string> of_a_deal = {"accept", "decline", "withdraw", "request_release", "retract_release", "note"};
  if (of_a_deal.count(w.verb)) wish_for_a_deal(chance, t, w);
  if (w.verb == "offer") wish_for_an_offer(chance, t, w);
  if (w.verb == "decide" || w.verb == "cancel") wish_for_a_decision(chance, t, w);
  if (w.verb == "advance") wish_for_a_moment(chance, t, w);
  wish_for_the_host(chance, t, w);

  const Seat& own = t.seats.at(w.seat);
  if (w.verb == "bribe") w.amount = amount_near(chance, own.on_hand - own.bid);
  if (w.verb == "bid") w.amount = chance.percent(15) ? 0 : amount_near(chance, own.on_hand);
  if (w.verb == "adjust") w.amount = amount_near(chance, own.on_hand - own.bid) * (chance.percent(45) ? -1 : 1);
  if (w.verb == "hajr") {
    w.on = chance.percent(50);
    for (std::size_t i = 0; i < t.seats.size(); ++i)
      if (t.seats[i].hajr && chance.percent(50)) w.seat = static_cast<int>(i);
  }
  if (chance.percent(1)) w.who = chance.one_of(std::vector<std::string>{"viewer", "host", "server", "seat"});
  return w;
}

}  // namespace naive
