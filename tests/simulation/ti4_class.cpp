// The classes of a naive table: the page's thirteen tests, one after the other.
#include "tests/simulation/ti4_model.h"

#include <algorithm>

namespace naive_ti4 {
namespace {

const std::vector<std::string> kTactical = {
    "turn_start", "activation", "move_ships", "space_cannon_offense", "space_combat_start", "space_combat_roll",
    "space_combat_assign_hits", "space_combat_retreat", "bombardment", "commit_ground_forces", "space_cannon_defense",
    "ground_combat", "establish_control", "production", "turn_end"};

/// Its place in a tactical action, -1 for everything else.
int place_of(const std::string& step) {
  const auto found = std::find(kTactical.begin(), kTactical.end(), step);
  return found == kTactical.end() ? -1 : static_cast<int>(found - kTactical.begin());
}

bool rolls(const std::string& step) {
  return step == "space_cannon_offense" || step == "space_combat_roll" || step == "bombardment" ||
         step == "space_cannon_defense" || step == "ground_combat";
}

bool is_time(const std::string& when) { return when == "now" || when == "this_turn" || when == "this_round" || when == "open"; }

bool has_own_seat(const std::string& step) { return step == "vote" || step == "trade_secondary"; }

long long how_many(const Goods& goods, const std::string& kind) {
  const auto found = goods.find(kind);
  return found == goods.end() ? 0 : found->second;
}

}  // namespace

bool Model::publicly_has(int seat, const Goods& goods) const {
  long long notes = 0;
  for (const auto& [kind, amount] : goods) {
    if (!is_note(kind)) {
      if (how_many(at(seat).holds, kind) < amount) return false;
      continue;
    }
    notes += amount;
    if (amount && lies_open(kind.substr(5)) && !at(seat).shown.count(kind.substr(5))) return false;
  }
  return static_cast<long long>(at(seat).hand.size()) >= notes;
}

std::string Model::broken_rule(const Deal& deal) const {
  const int one = *deal.parties.begin(), other = *deal.parties.rbegin();
  const bool used = at(one).traded.count(other);
  if (phase == "agenda") return used ? "slot_used_agenda" : "";
  if (phase != "action") return "wrong_phase";
  const bool excepted = !at(one).exception.empty() || !at(other).exception.empty();
  if (!at(one).neighbours.count(other) && !excepted) return "not_neighbours";
  if (used) return "slot_used";
  return active == one || active == other ? "" : "not_active_player";
}

Mark Model::mark_of_exchange(const Deal& deal) const {
  const int other = *deal.parties.begin() == deal.proposer ? *deal.parties.rbegin() : *deal.parties.begin();
  const std::string rule = broken_rule(deal);
  if (!rule.empty()) return {0, 'X', rule};
  if (!publicly_has(deal.proposer, deal.gives) || !publicly_has(other, deal.gets)) return {0, 'X', "holdings"};
  if (phase == "agenda") return {0, 'B', "exchange_in_agenda"};
  const bool commodities = how_many(deal.gives, "commodities") + how_many(deal.gets, "commodities") > 0;
  return {0, 'B', commodities ? "exchange_of_commodities" : "exchange"};
}

Mark Model::mark(const Deal& deal, int number) const {
  const Clause& c = deal.clauses.at(static_cast<std::size_t>(number) - 1);
  const bool votes = c.verb == "vote" || c.verb == "abstain";
  const auto is_here = [&](const std::string& where) { return step == where && (!has_own_seat(where) || step_seat == c.actor); };
  const auto others = [&](auto&& matches) {
    return std::any_of(deal.clauses.begin(), deal.clauses.end(), [&](const Clause& o) { return o.actor != c.actor && matches(o); });
  };
  const auto replenishes = [](const Clause& o) { return o.verb == "replenish" || o.verb == "choose_for_secondary"; };
  const auto gives_now = [&](int seat) {
    long long all = deal.exchange ? how_many(seat == deal.proposer ? deal.gives : deal.gets, "commodities") : 0;
    for (const Clause& o : deal.clauses) all += o.actor == seat && o.verb == "give" && o.item == "commodities" && o.when == "now" && !o.refrains ? o.quantity : 0;
    return all;
  };
  const auto gives_what_comes = [&](const Clause& o) {
    return o.verb == "give" && o.item == "commodities" && (o.when != "now" || how_many(at(o.actor).holds, "commodities") < gives_now(o.actor));
  };

  if (c.verb == "give" && c.when == "now" && !c.refrains && !broken_rule(deal).empty()) return {number, 'X', broken_rule(deal)};  // 2
  if (c.verb == "other") return {number, '?', "free_text"};                                                                     // 3
  if (c.contingent == "action_card") return {number, 'N', "card_result"};                                                       // 4

  const bool a_roll_is_due = rolls(step) || step == "space_combat_start";                                                       // 5
  const int roll = place_of(step) + (step == "space_combat_start");
  if (c.contingent == "dice" || (!is_time(c.when) && a_roll_is_due && place_of(c.when) > roll)) return {number, 'N', "dice"};

  if (c.verb == "use_note") {                                                                                                   // 6
    bool elsewhere = false;
    for (const Goods& moved : {deal.gives, deal.gets})
      for (const auto& [kind, amount] : moved) elsewhere |= deal.exchange && is_note(kind) && amount && (c.item.empty() || kind == "note " + c.item);
    for (const Clause& o : deal.clauses) elsewhere |= !c.item.empty() && o.verb == "give" && o.item == c.item;
    for (int seat = 0; exists(seat); ++seat)
      elsewhere |= seat != c.actor && (at(seat).shown.count(c.item) || at(seat).in_play.count(c.item));
    if (elsewhere) return {number, 'N', "note_not_held"};
  }
  if (c.verb == "fire_space_cannon" && step == "move_ships") return {number, 'N', "cannon_during_move"};                        // 7
  if (c.verb == "fire_space_cannon" && place_of(step) < place_of("move_ships")) return {number, 'N', "cannon_before_move"};
  if ((replenishes(c) && others(gives_what_comes)) || (gives_what_comes(c) && others(replenishes))) return {number, 'N', "replenish"};  // 8
  if (votes && !is_here("vote")) return {number, 'N', "vote_before_turn"};                                                      // 9

  const bool anothers_choice = c.contingent == "another_seat" || c.contingent == "hidden_choice";                               // 10
  const bool happens_now = c.when == "now" || (!is_time(c.when) && is_here(c.when));
  if (c.verb == "pay_later" || anothers_choice || !happens_now) return {number, 'N', "later"};

  const bool said_itself = deal.stated.count(number);
  const std::string able = said_itself ? deal.stated.at(number) : c.able;
  const int by = said_itself ? c.actor : deal.proposer;
  if (able == "no") return {number, 'N', "unable", by};                                                                         // 11
  const bool hits_or_flight = c.verb == "assign_hits" || c.verb == "retreat";                                                   // 12
  if (hits_or_flight && rolls(step) && step != "space_combat_roll") return {number, '?', "finer_than_steps"};
  if (c.verb == "play_action_card") return {number, '?', "plays_card"};
  if (able == "unknown" && !c.refrains && c.verb != "abstain") return {number, '?', "ability_unknown"};

  const int word = able == "yes" ? by : -1;                                                                                     // 13
  if (c.refrains && word < 0) return {number, 'B', "inferred_now"};
  if (c.verb == "fire_space_cannon" || (votes && deal.exchange)) return {number, 'B', "inferred_now", word};
  return {number, 'B', votes ? "now_without_exchange" : "able_now", word};
}

std::vector<Mark> Model::marks(const Deal& deal) const {
  if (!deal.final.empty()) return deal.final;
  std::vector<Mark> all;
  for (std::size_t i = 0; i < deal.clauses.size(); ++i) all.push_back(mark(deal, static_cast<int>(i) + 1));
  if (deal.exchange) all.push_back(mark_of_exchange(deal));
  if (all.empty()) all.push_back({0, '?', "nothing_said"});
  return all;
}

char Model::whole(const std::vector<Mark>& marks) {
  for (char is : {'X', 'N', '?'})
    for (const Mark& mark : marks)
      if (mark.is == is) return is;
  return 'B';
}

}  // namespace naive_ti4
