#include "client/words_ti4.h"

#include "client/display.h"
#include "client/translate.h"
#include "client/words.h"
#include "common/core/ti4/citations.h"

#include <fmt/format.h>

#include <cstring>

namespace parley {

std::string word(ti4::Phase phase) {
  switch (phase) {
    case ti4::Phase::setup: return tr("setup");
    case ti4::Phase::strategy: return tr("strategy phase");
    case ti4::Phase::action: return tr("action phase");
    case ti4::Phase::status: return tr("status phase");
    case ti4::Phase::agenda: return tr("agenda phase");
    case ti4::Phase::over: return tr("over");
  }
  return "?";
}

std::string word(ti4::Step step) {
  switch (step) {
    case ti4::Step::turn_start: return tr("start of the turn");
    case ti4::Step::activation: return tr("activation");
    case ti4::Step::move_ships: return tr("moving ships");
    case ti4::Step::space_cannon_offense: return tr("space cannon offense");
    case ti4::Step::space_combat_start: return tr("space combat: start");
    case ti4::Step::space_combat_roll: return tr("space combat: roll");
    case ti4::Step::space_combat_assign_hits: return tr("space combat: assign hits");
    case ti4::Step::space_combat_retreat: return tr("space combat: retreat");
    case ti4::Step::bombardment: return tr("bombardment");
    case ti4::Step::commit_ground_forces: return tr("committing ground forces");
    case ti4::Step::space_cannon_defense: return tr("space cannon defense");
    case ti4::Step::ground_combat: return tr("ground combat");
    case ti4::Step::establish_control: return tr("establishing control");
    case ti4::Step::production: return tr("production");
    case ti4::Step::turn_end: return tr("end of the turn");
    case ti4::Step::trade_gain: return tr("Trade: gain trade goods");
    case ti4::Step::trade_replenish: return tr("Trade: replenish commodities");
    case ti4::Step::trade_choose: return tr("Trade: choose players");
    case ti4::Step::trade_secondary: return tr("Trade: secondary ability");
    case ti4::Step::reveal: return tr("agenda revealed");
    case ti4::Step::vote: return tr("vote");
    case ti4::Step::outcome: return tr("outcome");
  }
  return "?";
}

std::string word(ti4::Kind kind) {
  switch (kind) {
    case ti4::Kind::trade_goods: return tr("trade goods");
    case ti4::Kind::commodities: return tr("commodities");
    case ti4::Kind::cultural: return tr("cultural fragments");
    case ti4::Kind::hazardous: return tr("hazardous fragments");
    case ti4::Kind::industrial: return tr("industrial fragments");
    case ti4::Kind::unknown: return tr("unknown fragments");
    case ti4::Kind::action_cards: return tr("action cards");
  }
  return "?";
}

std::string word(ti4::Deed deed) {
  switch (deed) {
    case ti4::Deed::give: return tr("give");
    case ti4::Deed::produce: return tr("produce");
    case ti4::Deed::spend_on: return tr("spend on");
    case ti4::Deed::use_note: return tr("use the note");
    case ti4::Deed::use_ability: return tr("use the ability");
    case ti4::Deed::fire_space_cannon: return tr("fire space cannon");
    case ti4::Deed::replenish: return tr("replenish");
    case ti4::Deed::choose_for_secondary: return tr("choose for the secondary");
    case ti4::Deed::vote: return tr("vote");
    case ti4::Deed::abstain: return tr("abstain");
    case ti4::Deed::break_tie: return tr("break the tie");
    case ti4::Deed::play_action_card: return tr("play the action card");
    case ti4::Deed::activate: return tr("activate");
    case ti4::Deed::move: return tr("move");
    case ti4::Deed::retreat: return tr("retreat");
    case ti4::Deed::assign_hits: return tr("assign hits");
    case ti4::Deed::pick_strategy: return tr("pick the strategy card");
    case ti4::Deed::pay_later: return tr("pay later");
    case ti4::Deed::other: return tr("something else");
  }
  return "?";
}

std::string word(ti4::When when) {
  switch (when) {
    case ti4::When::now: return tr("now");
    case ti4::When::this_turn: return tr("this turn");
    case ti4::When::this_round: return tr("this round");
    case ti4::When::open: return tr("some time");
  }
  return word(ti4::step_of(when));
}

std::string word(ti4::Stance stance) { return stance == ti4::Stance::act ? tr("does") : tr("does not"); }

std::string word(ti4::Contingent contingent) {
  switch (contingent) {
    case ti4::Contingent::nothing: return tr("nothing");
    case ti4::Contingent::dice: return tr("dice");
    case ti4::Contingent::action_card: return tr("an action card");
    case ti4::Contingent::another_seat: return tr("another seat");
    case ti4::Contingent::hidden_choice: return tr("a hidden choice");
  }
  return "?";
}

std::string word(ti4::Able able) {
  switch (able) {
    case ti4::Able::yes: return tr("yes");
    case ti4::Able::no: return tr("no");
    case ti4::Able::unknown: return tr("unknown");
  }
  return "?";
}

std::string word(ti4::Class is) {
  switch (is) {
    case ti4::Class::binding: return tr("binding");
    case ti4::Class::non_binding: return tr("not binding");
    case ti4::Class::undecided: return tr("undecided");
    case ti4::Class::blocked: return tr("blocked");
  }
  return "?";
}

std::string mark(ti4::Class is) {
  switch (is) {
    case ti4::Class::binding: return tr("[B]");
    case ti4::Class::non_binding: return tr("[N]");
    case ti4::Class::undecided: return "[?]";
    case ti4::Class::blocked: return "[X]";
  }
  return "[?]";
}

namespace {
// Translators: which edition of the game to name and cite, edition:en or edition:ru. No other is known.
bool russian_edition() { return std::strcmp(tr("edition:en"), "edition:ru") == 0; }
}  // namespace

std::string name_in_my_language(const ti4::Faction& faction) { return std::string(russian_edition() ? faction.name_ru : faction.name); }

std::string cite(ti4::Why why) {
  const ti4::Citation& source = ti4::citation(why);
  return std::string(russian_edition() ? source.ru : source.en);
}

std::string reason(ti4::Why why) {
  switch (why) {
    case ti4::Why::foreign_actor: return tr("only the two who make the deal can promise something in it");
    case ti4::Why::wrong_phase: return tr("goods change hands in the action phase and the agenda phase only");
    case ti4::Why::not_neighbours: return tr("the two are not neighbours");
    case ti4::Why::slot_used: return tr("the two have had their exchange of this turn");
    case ti4::Why::slot_used_agenda: return tr("the two have had their exchange of this agenda");
    case ti4::Why::not_active_player: return tr("neither of the two is the active player");
    case ti4::Why::holdings: return tr("one side does not have what it gives");
    case ti4::Why::free_text: return tr("words that no rule can be applied to");
    case ti4::Why::nothing_said: return tr("no clause and no exchange: free text alone does not tell");
    case ti4::Why::ability_unknown: return tr("nobody has said whether that is possible right now");
    case ti4::Why::finer_than_steps: return tr("it depends on moments finer than the table's steps");
    case ti4::Why::plays_card: return tr("whether the card is in the hand is hidden, and what it does is never certain");
    case ti4::Why::card_result: return tr("what an action card achieves is never guaranteed");
    case ti4::Why::dice: return tr("dice are rolled first");
    case ti4::Why::note_not_held: return tr("the note is not in that hand yet");
    case ti4::Why::cannon_before_move: return tr("the ships have not moved yet");
    case ti4::Why::cannon_during_move: return tr("the ships are still moving");
    case ti4::Why::replenish: return tr("the commodities come from the replenishing itself");
    case ti4::Why::vote_before_turn: return tr("it is not that seat's turn to vote");
    case ti4::Why::later: return tr("it happens later");
    case ti4::Why::unable: return tr("that is not possible right now");
    case ti4::Why::able_now: return tr("it can be done right now, even without the deal");
    case ti4::Why::inferred_now: return tr("it is done right now");
    case ti4::Why::now_without_exchange: return tr("it is done right now, and nothing changes hands");
    case ti4::Why::exchange: return tr("goods change hands at once");
    case ti4::Why::exchange_of_commodities: return tr("goods change hands at once; commodities arrive as trade goods");
    case ti4::Why::exchange_in_agenda: return tr("goods change hands at once; neighbours or not");
  }
  return "?";
}

std::string finding_text(const ti4::Finding& finding) {
  const std::string from = cite(finding.why), why = reason(finding.why);
  return ti4::citation(finding.why).inferred ? tr("{} (inferred): {}", from, why) : fmt::format("{}: {}", from, why);
}

std::string counted(ti4::Kind kind, std::uint32_t n) {
  switch (kind) {
    case ti4::Kind::trade_goods: return tr_number("{} trade good", "{} trade goods", n);
    case ti4::Kind::commodities: return tr_number("{} commodity", "{} commodities", n);
    case ti4::Kind::cultural: return tr_number("{} cultural fragment", "{} cultural fragments", n);
    case ti4::Kind::hazardous: return tr_number("{} hazardous fragment", "{} hazardous fragments", n);
    case ti4::Kind::industrial: return tr_number("{} industrial fragment", "{} industrial fragments", n);
    case ti4::Kind::unknown: return tr_number("{} unknown fragment", "{} unknown fragments", n);
    case ti4::Kind::action_cards: return tr_number("{} action card", "{} action cards", n);
  }
  return "?";
}

std::string names_of(const std::vector<Label>& notes) {
  std::string text;
  for (const Label& note : notes) text += (text.empty() ? "" : ", ") + display(note.utf8);
  return text;
}

std::string goods_text(const ti4::Goods& goods) {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
  for (std::uint8_t k = 1; k <= ti4::kinds; ++k)
    if (const std::uint32_t n = count(goods.counts, static_cast<ti4::Kind>(k))) add(counted(static_cast<ti4::Kind>(k), n));
  for (const auto* names : {&goods.notes, &goods.relics})
    for (const Label& name : *names) add(display(name.utf8));
  return text.empty() ? tr("nothing") : text;
}

std::string exchange_text(const Table& table, const Deal& deal) {
  const ti4::Exchange* exchange = exchange_of(deal.record);
  if (!exchange) return "-";
  const SeatSet others = deal.record.signatories - SeatSet{deal.proposer};
  return tr("{0} gives {1}; {2} gives {3}", key(table, deal.proposer), goods_text(exchange->gives), keys(table, others), goods_text(exchange->gets));
}

std::string clause_text(const Table& table, const ti4::Clause& c) {
  std::string what = word(c.deed);
  if (c.quantity != 1) what += fmt::format(" {}", c.quantity);
  if (!c.item.utf8.empty()) what += " " + display(c.item.utf8);
  const std::string who = key(table, c.actor), when = ti4::is_step(c.when) ? tr("at the step: {}", word(c.when)) : word(c.when);
  std::string text = c.stance == ti4::Stance::act ? tr("{0}: {1}, {2}", who, what, when) : tr("{0}: NOT {1}, {2}", who, what, when);
  if (c.contingent != ti4::Contingent::nothing) text += tr(", hangs on {}", word(c.contingent));
  if (!c.text.utf8.empty()) text += fmt::format(" ({})", display(c.text.utf8));
  return text;
}

std::string marker_text(const Table& table, const ti4::Marker& marker) {
  const std::string step = word(marker.step), by = speaker(table, marker.set_by);
  return marker.seat ? tr("{0} of {1}, set by {2}", step, key(table, *marker.seat), by) : tr("{0}, set by {1}", step, by);
}

// ---- commits and questions ---------------------------------------------------------------------------------------------------

namespace {

struct Ti4Event {
  const Table& t;
  const Commit& c;
  const Outcome& out;
  std::string who = speaker(t, c.role);

  const NoteName* secret() const { return std::get_if<NoteName>(&c.secret); }

  std::string operator()(const ti4::AcceptAs& a) const {
    const Deal& deal = *t.ledger.find(a.deal);
    if (!deal.judgement.at_acceptance) return tr("{0} accepted #{1} as {2}", who, a.deal.value, word(a.as));
    const std::string what = word(deal.judgement.at_acceptance->is);
    if (!out.exchanged) return tr("{0} accepted #{1}: the deal is active and {2}", who, a.deal.value, what);
    return tr("{0} accepted #{1}: the deal is active and {2}; {3}", who, a.deal.value, what, exchange_text(t, deal));
  }
  std::string operator()(const ti4::SetStep& a) const {
    const ti4::Marker& now = *std::get<ti4::Game>(t.game).marker;
    return now.seat ? tr("{0} sets the step: {1} of {2}", who, word(a.step), key(t, *now.seat)) : tr("{0} sets the step: {1}", who, word(a.step));
  }
  std::string operator()(const ti4::AdjustGoods& a) const { return tr("{0} adjusts its {1} by {2:+}: {3}", who, word(a.what), a.amount, display(a.reason.utf8)); }
  std::string operator()(const ti4::Hold& a) const {
    if (a.note) return tr("{0} holds the note {1}", who, display(a.note->utf8));
    return secret() ? tr("{0} holds the note {1} (only you know which)", who, display(secret()->note.utf8)) : tr("{0} holds one more note", who);
  }
  std::string operator()(const ti4::Unhold& a) const {
    if (a.note) return tr("{0} no longer has the note {1}", who, display(a.note->utf8));
    return secret() ? tr("{0} no longer holds the note {1} (only you know which)", who, display(secret()->note.utf8)) : tr("{0} holds one note fewer", who);
  }
  std::string operator()(const ti4::PlayNote& a) const { return tr("{0} plays the note {1}", who, display(a.note.utf8)); }
  std::string operator()(const ti4::ClaimNeighbour& a) const {
    const bool so = std::get<ti4::Game>(t.game)[c.role.seat()].neighbours.contains(a.with) == a.on;
    if (a.on) return so ? tr("{0} and {1} are neighbours", who, key(t, a.with)) : tr("{0} says it is a neighbour of {1}; {1} has not confirmed it", who, key(t, a.with));
    return so ? tr("{0} and {1} are not neighbours", who, key(t, a.with)) : tr("{0} says it is no neighbour of {1} any more; {1} has not confirmed it", who, key(t, a.with));
  }
  std::string operator()(const ti4::SetException& a) const {
    return a.why ? tr("{0} needs no neighbours to exchange goods: {1}", who, display(a.why->utf8)) : tr("{0} needs neighbours again to exchange goods", who);
  }
  std::string operator()(const ti4::StateAble& a) const { return tr("{0} states for clause {1} of #{2}, possible right now: {3}", who, a.clause, a.deal.value, word(a.answer)); }
  std::string operator()(const ti4::RuleClass& a) const { return tr("{0} rules #{1}: {2}", who, a.deal.value, word(a.is)); }
  std::string operator()(const ti4::MarkKept& a) const {
    return a.yes ? tr("{0} says clause {1} of #{2} was kept", who, a.clause, a.deal.value) : tr("{0} says clause {1} of #{2} was NOT kept", who, a.clause, a.deal.value);
  }
  std::string operator()(const ti4::SetActive& a) const {
    const bool turn = ti4::phase(moment(t)) != ti4::Phase::agenda;
    return turn ? tr("{} is the active player: a new turn", key(t, a.seat)) : tr("{} is the active player", key(t, a.seat));
  }
  std::string operator()(const ti4::SetPhase&) const {
    const auto agenda = std::get<ti4::Game>(t.game).agenda;
    return agenda == 0 ? tr("now {}", moment_text(t, moment(t))) : tr("now {0}, agenda {1}: every pair may exchange once", moment_text(t, moment(t)), agenda);
  }
  std::string operator()(const ti4::SetCommodityValue& a) const { return tr("the commodity value of {0} is {1}", key(t, a.seat), a.value); }
  std::string operator()(const ti4::SetNeighbours& a) const {
    const std::string one = key(t, a.seats.one), other = key(t, a.seats.other);
    return a.on ? tr("{0} and {1} are neighbours", one, other) : tr("{0} and {1} are not neighbours", one, other);
  }
  template <class A>
  std::string operator()(const A&) const { return ""; }  // the verbs of other games
};

struct Ti4Title {
  const Table& t;

  std::string operator()(const ti4::AcceptAs& a) const { return tr("accept #{0} as {1}", a.deal.value, word(a.as)); }
  std::string operator()(const ti4::SetStep& a) const { return tr("set the step: {}", word(a.step)); }
  std::string operator()(const ti4::AdjustGoods& a) const { return tr("adjust my {0} by {1:+}", word(a.what), a.amount); }
  std::string operator()(const ti4::Hold&) const { return tr("a note comes to my hand"); }
  std::string operator()(const ti4::Unhold&) const { return tr("a note leaves me"); }
  std::string operator()(const ti4::PlayNote& a) const { return tr("play the note {}", display(a.note.utf8)); }
  std::string operator()(const ti4::ClaimNeighbour& a) const { return a.on ? tr("{} is my neighbour", key(t, a.with)) : tr("{} is my neighbour no more", key(t, a.with)); }
  std::string operator()(const ti4::SetException& a) const { return a.on ? tr("I need no neighbours to exchange goods") : tr("I need neighbours again"); }
  std::string operator()(const ti4::StateAble& a) const { return tr("clause {0} of #{1}, possible right now: {2}", a.clause, a.deal.value, word(a.answer)); }
  std::string operator()(const ti4::RuleClass& a) const { return tr("rule #{0}: {1}", a.deal.value, word(a.is)); }
  std::string operator()(const ti4::MarkKept& a) const { return a.yes ? tr("clause {0} of #{1} was kept", a.clause, a.deal.value) : tr("clause {0} of #{1} was not kept", a.clause, a.deal.value); }
  std::string operator()(const ti4::SetActive& a) const { return tr("a new turn: {} is active", key(t, a.seat)); }
  std::string operator()(const ti4::SetPhase& a) const { return tr("go to {}", moment_text(t, ti4::moment(a.round, a.phase))); }
  std::string operator()(const ti4::SetCommodityValue& a) const { return tr("commodity value of {0}: {1}", key(t, a.seat), a.value); }
  std::string operator()(const ti4::SetNeighbours& a) const {
    const std::string one = key(t, a.seats.one), other = key(t, a.seats.other);
    return a.on ? tr("{0} and {1} become neighbours", one, other) : tr("{0} and {1} stop being neighbours", one, other);
  }
  template <class A>
  std::string operator()(const A&) const { return ""; }
};

}  // namespace

std::string ti4_event(const Table& after, const Commit& commit, const Outcome& outcome) { return std::visit(Ti4Event{after, commit, outcome}, commit.action); }
std::string ti4_title(const Table& table, const Action& action) { return std::visit(Ti4Title{table}, action); }

}  // namespace parley
