#include "common/core/ti4/classify.h"

#include "common/core/ti4/transaction.h"

#include <algorithm>

namespace parley::ti4 {
namespace {

struct Look {
  const Table& table;
  const Game& game;
  const Proposal& deal;
  const Clause& clause;
  ClauseNumber number;
};

bool stands_at(const Game& game, Step step) { return game.marker && game.marker->step == step; }

bool own_step(const Look& look, Step step) {
  return stands_at(look.game, step) && (!has_seat(step) || look.game.marker->seat == look.clause.actor);
}

bool hands_over(const std::vector<Label>& notes, const Label& note) {
  return std::any_of(notes.begin(), notes.end(), [&](const Label& other) { return note.utf8.empty() || same_note(note, other); });
}

/// Test 6: the note that the actor is to use changes hands by this deal, or lies with somebody else for all to see.
bool note_is_elsewhere(const Look& look) {
  const Clause& clause = look.clause;
  if (const Exchange* exchange = exchange_of(look.deal.record))
    if (hands_over(exchange->gives.notes, clause.item) || hands_over(exchange->gets.notes, clause.item)) return true;
  for (const Clause& other : look.deal.record.clauses)
    if (other.deed == Deed::give && !clause.item.utf8.empty() && same_note(other.item, clause.item)) return true;
  for (Seat s : look.table.roster())
    if (s != clause.actor && !clause.item.utf8.empty() &&
        (hands_over(look.game[s].shown, clause.item) || hands_over(look.game[s].in_play, clause.item)))
      return true;
  return false;
}

bool about_commodities(const Label& item) {
  static const std::string en = skeleton("commodit"), ru = skeleton("продукци");
  const std::string looks = skeleton(item.utf8);
  return looks.find(en) != std::string::npos || looks.find(ru) != std::string::npos;
}

bool replenishes(const Clause& clause) { return clause.deed == Deed::replenish || clause.deed == Deed::choose_for_secondary; }

/// All the commodities that a seat gives now, by clauses and by the exchange.
std::uint64_t commodities_given_now(const Look& look, Seat giver) {
  std::uint64_t sum = 0;
  for (const Clause& clause : look.deal.record.clauses)
    if (clause.actor == giver && gives_now(clause) && about_commodities(clause.item)) sum += clause.quantity;
  if (const Exchange* exchange = exchange_of(look.deal.record)) sum += (giver == look.deal.proposer ? exchange->gives : exchange->gets).counts.commodities;
  return sum;
}

/// Commodities promised that the giver does not have yet, or promises for later.
bool gives_what_comes(const Look& look, const Clause& clause) {
  return clause.deed == Deed::give && about_commodities(clause.item) &&
         (clause.when != When::now || look.game[clause.actor].holds.commodities < commodities_given_now(look, clause.actor));
}

/// Test 8: one resupplies the other and is paid from that.
bool paid_from_replenishing(const Look& look) {
  const auto& clauses = look.deal.record.clauses;
  const auto other = [&](auto&& matches) {
    return std::any_of(clauses.begin(), clauses.end(), [&](const Clause& c) { return c.actor != look.clause.actor && matches(c); });
  };
  if (replenishes(look.clause)) return other([&](const Clause& c) { return gives_what_comes(look, c); });
  return gives_what_comes(look, look.clause) && other(replenishes);
}

/// Test 5: the marker stands at or before a roll that must have been made when the clause's step comes.
bool roll_lies_between(const Look& look) {
  if (look.clause.contingent == Contingent::dice) return true;
  if (!is_step(look.clause.when) || !look.game.marker) return false;
  const Step here = look.game.marker->step;
  const Step roll = here == Step::space_combat_start ? Step::space_combat_roll : here;
  switch (roll) {
    case Step::space_cannon_offense:
    case Step::space_combat_roll:
    case Step::bombardment:
    case Step::space_cannon_defense:
    case Step::ground_combat: return is_tactical(step_of(look.clause.when)) && step_of(look.clause.when) > roll;
    default: return false;
  }
}

/// Test 7. Outside a tactical action no ships have moved either.
std::optional<Why> cannon_fires_too_early(const Look& look) {
  if (look.clause.deed != Deed::fire_space_cannon) return std::nullopt;
  if (!look.game.marker || !is_tactical(look.game.marker->step)) return Why::cannon_before_move;
  if (look.game.marker->step < Step::move_ships) return Why::cannon_before_move;
  if (look.game.marker->step == Step::move_ships) return Why::cannon_during_move;
  return std::nullopt;
}

bool votes(const Clause& clause) { return clause.deed == Deed::vote || clause.deed == Deed::abstain; }

/// Test 10: a later step, a duration, a later choice.
bool lies_ahead(const Look& look) {
  const Clause& clause = look.clause;
  if (clause.deed == Deed::pay_later) return true;
  if (clause.contingent == Contingent::another_seat || clause.contingent == Contingent::hidden_choice) return true;
  if (clause.when == When::now) return false;
  return !is_step(clause.when) || !own_step(look, step_of(clause.when));
}

/// Test 12: our steps do not say which roll's hits are meant, or from which fight.
bool finer_than_steps(const Look& look) {
  if (look.clause.deed != Deed::assign_hits && look.clause.deed != Deed::retreat) return false;
  return stands_at(look.game, Step::space_cannon_offense) || stands_at(look.game, Step::bombardment) ||
         stands_at(look.game, Step::space_cannon_defense) || stands_at(look.game, Step::ground_combat);
}

/// Test 13: the citation of what binds.
Why why_it_binds(const Look& look) {
  if (look.clause.deed == Deed::fire_space_cannon) return Why::inferred_now;
  if (votes(look.clause)) return exchange_of(look.deal.record) ? Why::inferred_now : Why::now_without_exchange;
  return Why::able_now;
}

Finding find(const Look& look) {
  const Clause& clause = look.clause;
  const auto is = [&](Class c, Why why, std::optional<Seat> by = std::nullopt) { return Finding{look.number, c, why, by}; };
  const SeatSet parties = look.deal.record.signatories;
  if (parties.size() != 2 || !parties.contains(clause.actor)) return is(Class::blocked, Why::foreign_actor);                // 1
  if (gives_now(clause))                                                                                                    // 2
    if (const auto why = broken_rule(look.game, parties)) return is(Class::blocked, *why);
  if (clause.deed == Deed::other) return is(Class::undecided, Why::free_text);                                              // 3
  if (clause.contingent == Contingent::action_card) return is(Class::non_binding, Why::card_result);                        // 4
  if (roll_lies_between(look)) return is(Class::non_binding, Why::dice);                                                    // 5
  if (clause.deed == Deed::use_note && note_is_elsewhere(look)) return is(Class::non_binding, Why::note_not_held);          // 6
  if (const auto why = cannon_fires_too_early(look)) return is(Class::non_binding, *why);                                   // 7
  if (paid_from_replenishing(look)) return is(Class::non_binding, Why::replenish);                                          // 8
  if (votes(clause) && !own_step(look, Step::vote)) return is(Class::non_binding, Why::vote_before_turn);                   // 9
  if (lies_ahead(look)) return is(Class::non_binding, Why::later);                                                          // 10
  const Ability said = ability(look.deal, look.number);
  if (said.able == Able::no) return is(Class::non_binding, Why::unable, said.by);                                           // 11
  if (finer_than_steps(look)) return is(Class::undecided, Why::finer_than_steps);                                           // 12
  if (clause.deed == Deed::play_action_card) return is(Class::undecided, Why::plays_card);
  const bool refrains = clause.stance == Stance::refrain || clause.deed == Deed::abstain;  // nobody needs a means to leave a thing be
  if (said.able == Able::unknown && !refrains) return is(Class::undecided, Why::ability_unknown);
  if (said.able == Able::yes) return is(Class::binding, why_it_binds(look), said.by);                                       // 13
  if (clause.stance == Stance::refrain) return is(Class::binding, Why::inferred_now);
  return is(Class::binding, why_it_binds(look));
}

/// Test 2, and what a lawful exchange is: two halves that happen now.
Finding find(const Table& table, const Proposal& deal, const Exchange& exchange) {
  const Game& game = std::get<Game>(table.game);
  if (deal.record.signatories.size() != 2) return {0, Class::blocked, Why::foreign_actor, {}};  // 1, of a draft
  if (const auto why = broken_rule(game, deal.record.signatories)) return {0, Class::blocked, *why, {}};
  if (!seem_to_hold(game, parties_of(deal.proposer, deal.record.signatories), exchange)) return {0, Class::blocked, Why::holdings, {}};
  if (phase(game.now) == Phase::agenda) return {0, Class::binding, Why::exchange_in_agenda, {}};
  const bool commodities = exchange.gives.counts.commodities || exchange.gets.counts.commodities;
  return {0, Class::binding, commodities ? Why::exchange_of_commodities : Why::exchange, {}};
}

Class whole(const std::vector<Finding>& findings) {
  for (Class is : {Class::blocked, Class::non_binding, Class::undecided})
    if (std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.is == is; })) return is;
  return Class::binding;
}

}  // namespace

Ability ability(const Proposal& proposal, ClauseNumber number) {
  const Clause& clause = proposal.record.clauses[number - 1u];
  for (const Statement& statement : proposal.judgement.statements)
    if (statement.clause == number) return {statement.able, clause.actor};
  return {clause.able, proposal.proposer};
}

Classified classify(const Table& table, const Proposal& proposal) {
  const Game& game = std::get<Game>(table.game);
  Classified out;
  ClauseNumber number = 0;
  for (const Clause& clause : proposal.record.clauses) out.findings.push_back(find({table, game, proposal, clause, ++number}));
  if (const Exchange* exchange = exchange_of(proposal.record)) out.findings.push_back(find(table, proposal, *exchange));
  if (out.findings.empty()) out.findings.push_back({0, Class::undecided, Why::nothing_said, {}});
  out.is = whole(out.findings);
  return out;
}

std::optional<Classified> class_of(const Table& table, const Deal& deal) {
  if (deal.judgement.at_acceptance) return deal.judgement.at_acceptance;
  if (!std::holds_alternative<Open>(deal.state)) return std::nullopt;
  return classify(table, {deal.proposer, deal.record, deal.judgement});
}

std::vector<Finding> because(const Classified& classified) {
  std::vector<Finding> out;
  std::copy_if(classified.findings.begin(), classified.findings.end(), std::back_inserter(out),
               [&](const Finding& f) { return f.is == classified.is; });
  return out;
}

bool is_stated(const Classified& classified) {
  const auto deciding = because(classified);
  return std::any_of(deciding.begin(), deciding.end(), [](const Finding& f) { return f.stated_by.has_value(); });
}

bool should_split(const Classified& classified, const Record& record) {
  return exchange_of(record) && (classified.is == Class::non_binding || classified.is == Class::undecided);
}

std::optional<Class> table_ruling(const Judgement& judgement, SeatSet parties) {
  std::optional<Class> is;
  for (Seat seat : parties) {
    const auto ruled = std::find_if(judgement.rulings.begin(), judgement.rulings.end(), [&](const Ruling& r) { return r.seat == seat; });
    if (ruled == judgement.rulings.end() || (is && *is != ruled->is)) return std::nullopt;
    is = ruled->is;
  }
  return is;
}

}  // namespace parley::ti4
