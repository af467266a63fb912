// Why something was refused at a TI4 table, with the rule that says so and what would help.
#include "client/words_ti4.h"

#include "client/games.h"
#include "client/translate.h"
#include "client/words.h"
#include "common/core/overload.h"
#include "common/core/ti4/classify.h"
#include "common/core/ti4/hands.h"
#include "common/core/ti4/transaction.h"

namespace parley {
namespace {

struct Asked {
  const Mirror& mirror;
  const Action* action;

  const Table& table() const { return mirror.table(); }
  const ti4::Game& game() const { return *ti4_game(table()); }
  template <class A>
  const A* as() const { return action ? std::get_if<A>(action) : nullptr; }
  /// The deal it is about, or nothing.
  const Deal* deal() const { return action ? table().ledger.find(deal_of(*action)) : nullptr; }
};

std::string parties(const Asked& asked) {
  if (asked.as<ti4::ClaimNeighbour>()) return tr("Nobody is their own neighbour; name another seat.");
  if (asked.as<ti4::SetNeighbours>()) return tr("Neighbours are two different seats.");
  return tr("28.1: a deal is between exactly two players, you and one other; choose one.");
}

std::string amount(const Asked& asked) {
  if (asked.as<ti4::AdjustGoods>()) return tr("An adjustment is a whole number from -65535 to 65535 and not 0, and nobody holds more than 65535 of a kind.");
  return tr("The amount must be a whole number from 1 to 65535.");
}

/// Which rule an exchange breaks that no state of the game can mend.
std::string exchange_fault(const ti4::Exchange* exchange) {
  if (!exchange || *exchange == ti4::Exchange{}) return tr("The exchange is empty: write what changes hands, or leave it out.");
  for (const ti4::Goods* goods : {&exchange->gives, &exchange->gets}) {
    if (goods->notes.size() > 1) return tr("94.2: at most one promissory note on each side; take the others out, or offer them in another deal.");
    if (!goods->relics.empty()) return tr("94.3: relics never change hands; take it out.");
  }
  return tr("94.3: action cards change hands only where Hacan is a party; take them out.");
}

std::string clause(const Asked& asked, std::uint64_t number) {
  if (const auto* offer = asked.as<Offer>())
    return number == 0 ? exchange_fault(exchange_of(offer->record))
                       : tr("28: clause {} is a promise of somebody who is no party; only the two who make the deal can promise something in it.", number);
  if (const auto* a = asked.as<ti4::StateAble>()) return tr("#{0} has no clause {1}; see its clauses.", a->deal.value, number);
  if (const auto* a = asked.as<ti4::MarkKept>()) return tr("Only a clause that binds is kept or not; clause {1} of #{0} does not bind, or is not there.", a->deal.value, number);
  if (asked.as<ti4::SetException>()) return tr("An exception says why, and an end of it says nothing.");
  return tr("Say which note it is.");
}

std::string not_a_party(const Asked& asked) {
  const Deal* deal = asked.deal();
  const auto actor = [&](ti4::ClauseNumber number) { return key(asked.table(), deal->record.clauses[number - 1u].actor); };
  if (const auto* a = asked.as<ti4::StateAble>(); a && deal) return tr("Only {0} can say what {0} is able to do.", actor(a->clause));
  const bool mine = asked.mirror.role().is_seat() && deal && deal->record.signatories.contains(asked.mirror.role().seat());
  if (const auto* a = asked.as<ti4::MarkKept>(); a && mine) return tr("Clause {} is your own promise; the other party says whether you kept it.", a->clause);
  return "";
}

struct SoAlready {
  const Table& t;
  Role role;
  const ti4::Game& game = *ti4_game(t);

  std::string operator()(const ti4::AcceptAs& a) const {
    const Deal* deal = t.ledger.find(a.deal);
    return deal && role.is(deal->proposer) ? tr("#{} is your own offer, and offering it was your consent.", a.deal.value) : tr("You have accepted #{} already.", a.deal.value);
  }
  std::string operator()(const ti4::SetStep&) const { return tr("The step is that already: {}.", marker_text(t, *game.marker)); }
  std::string operator()(const ti4::ClaimNeighbour& a) const {
    const std::string other = key(t, a.with);
    const bool neighbours = game[role.seat()].neighbours.contains(a.with);
    if (neighbours == a.on) return a.on ? tr("{} is your neighbour already.", other) : tr("{} is not your neighbour.", other);
    return tr("You have said that already; {} has still to say the same, or the host sets it.", other);
  }
  std::string operator()(const ti4::SetException& a) const { return a.on ? tr("That is your exception already.") : tr("You have stated no exception."); }
  std::string operator()(const ti4::StateAble& a) const { return tr("That is what you have said of clause {0} of #{1} already.", a.clause, a.deal.value); }
  std::string operator()(const ti4::RuleClass& a) const { return tr("You have ruled #{} so already; it is the table's ruling once the other party rules the same.", a.deal.value); }
  std::string operator()(const ti4::MarkKept& a) const { return tr("That is what you have said of clause {0} of #{1} already.", a.clause, a.deal.value); }
  std::string operator()(const ti4::SetPhase&) const { return tr("It is {} already.", moment_text(t, moment(t))); }
  std::string operator()(const ti4::SetCommodityValue& a) const { return tr("The commodity value of {0} is {1} already.", key(t, a.seat), a.value); }
  std::string operator()(const ti4::SetNeighbours& a) const {
    const std::string one = key(t, a.seats.one), other = key(t, a.seats.other);
    return a.on ? tr("{0} and {1} are neighbours already.", one, other) : tr("{0} and {1} are not neighbours.", one, other);
  }
  template <class A>
  std::string operator()(const A&) const { return ""; }
};

std::string phase_sentence(const Asked& asked) {
  const std::string now = moment_text(asked.table(), moment(asked.table()));
  if (const auto* a = asked.as<ti4::SetStep>())
    return ti4::is_of_agenda(a->step) ? tr("'{0}' is a step of the agenda phase; it is {1}.", word(a->step), now) : tr("'{0}' is a step of the action phase; it is {1}.", word(a->step), now);
  if (asked.as<ti4::SetPhase>()) return tr("Rounds begin at 1; the phases are strategy, action, status and agenda, and only an agenda phase has an agenda number.");
  if (asked.deal()) return tr("{0}: goods change hands in the action phase and the agenda phase only; it is {1}. Wait, or offer them as a later 'give' clause.", cite(ti4::Why::wrong_phase), now);
  return "";
}

/// The two of a deal, as in "SOL and HAC".
struct Two {
  std::string one = "?", other = "?";
};
Two two_of(const Asked& asked) {
  const Deal* deal = asked.deal();
  if (!deal || deal->record.signatories.size() != 2) return {};
  return {key(asked.table(), deal->proposer), keys(asked.table(), deal->record.signatories - SeatSet{deal->proposer})};
}

std::string neighbours_sentence(const Asked& asked) {
  const auto [one, other] = two_of(asked);
  return tr("{0}: {1} and {2} are not neighbours, so nothing can change hands now. If they are, both say so in the game menu or the host does; an ability that lifts this is stated there as an exception.",
            cite(ti4::Why::not_neighbours), one, other);
}

std::string slot_sentence(const Asked& asked) {
  const auto [one, other] = two_of(asked);
  if (ti4::phase(asked.game().now) == ti4::Phase::agenda)
    return tr("{0}: {1} and {2} have had their exchange of this agenda; the next agenda gives a new one.", cite(ti4::Why::slot_used_agenda), one, other);
  return tr("{0}: {1} and {2} have had their exchange of this turn, whoever gave; the next turn gives a new one.", cite(ti4::Why::slot_used), one, other);
}

std::string active_sentence(const Asked& asked) {
  const auto active = asked.game().active;
  if (asked.as<ti4::SetStep>())
    return active ? tr("The active player, {}, or the host moves the step.", key(asked.table(), *active)) : tr("Nobody is the active player yet; the host says who is.");
  const auto [one, other] = two_of(asked);
  if (!active) return tr("{0}: {1} or {2} must be the active player, and nobody is; the host says who is.", cite(ti4::Why::not_active_player), one, other);
  return tr("{0}: {1} or {2} must be the active player, and {3} is; wait for the turn of one of them.", cite(ti4::Why::not_active_player), one, other, key(asked.table(), *active));
}

/// From which class to which, because of what; the numbers are those of core/refusal.h.
std::string class_sentence(const Asked& asked, std::uint64_t object) {
  const auto seen = static_cast<ti4::Class>(object & 15), now = static_cast<ti4::Class>(object >> 4 & 15);
  const auto why = static_cast<ti4::Why>(object >> 8 & 255);
  const std::uint64_t number = object >> 16;
  if (object >> 8 == 0 || static_cast<std::uint8_t>(why) > ti4::whys) return tr("The deal's class has changed; look again, then ask again.");
  const std::string because = finding_text({.clause = static_cast<ti4::ClauseNumber>(number), .is = now, .why = why, .stated_by = {}});
  const std::uint32_t deal = asked.action ? deal_of(*asked.action).value : 0;
  if (number == 0) return tr("#{0} was {1} when you looked and is {2} now. {3}. Nothing was agreed to; accept again if you agree to that.", deal, word(seen), word(now), because);
  return tr("#{0} was {1} when you looked and is {2} now: clause {4}, {3}. Nothing was agreed to; accept again if you agree to that.", deal, word(seen), word(now), because, number);
}

/// What of these goods is not there, as far as can be told.
ti4::Goods lacking(const ti4::Place& place, ti4::Goods goods) {
  for (std::uint8_t k = 1; k <= ti4::kinds; ++k)
    if (const auto kind = static_cast<ti4::Kind>(k); count(place.holds, kind) >= count(goods.counts, kind)) count(goods.counts, kind) = 0;
  std::erase_if(goods.notes, [&](const Label& note) { return ti4::may_hold(place, note); });
  return goods;
}

std::string holdings_sentence(const Asked& asked) {
  if (const auto* a = asked.as<ti4::AdjustGoods>())
    return tr("You have {0} {1}; no more than that can go.", count(asked.game()[asked.mirror.role().seat()].holds, a->what), word(a->what));
  const Deal* deal = asked.deal();
  const ti4::Exchange* exchange = deal ? exchange_of(deal->record) : nullptr;
  if (!exchange) return tr("You do not hold that note; the table page shows your hand.");
  const ti4::Parties p = ti4::parties_of(deal->proposer, deal->record.signatories);
  const bool proposer_lacks = !ti4::hold(asked.game(), p, {exchange->gives, {}});
  const bool other_lacks = !ti4::hold(asked.game(), p, {{}, exchange->gets});
  if (!proposer_lacks && !other_lacks) return tr("{0}: one side does not have what it gives, so nothing changed hands. It may be tried again later.", cite(ti4::Why::holdings));
  const Seat who = proposer_lacks ? p.proposer : p.other;
  return tr("{0}: {1} does not have {2}, so nothing changes hands. If the table is wrong, {1} adjusts its goods in the game menu.", cite(ti4::Why::holdings),
            key(asked.table(), who), goods_text(lacking(asked.game()[who], proposer_lacks ? exchange->gives : exchange->gets)));
}

}  // namespace

std::string ti4_refusal(const Refusal& r, const Mirror& mirror, const Action* action) {
  const Asked asked{mirror, action};
  using enum Refusal::Code;
  switch (r.code) {
    case limit: return asked.as<ti4::Hold>() || asked.as<ti4::PlayNote>() ? tr("There are {} notes, and that is the limit.", r.object) : "";
    case bad_parties: return parties(asked);
    case bad_amount: return amount(asked);
    case bad_bribe: return tr("There are no bribes at this table; write what changes hands as the exchange.");
    case bad_clause: return clause(asked, r.object);
    case no_such_seat: return asked.as<ti4::SetStep>() && r.object == no_seat ? tr("This step is one seat's own; say whose.") : "";
    case not_signatory: return not_a_party(asked);
    case already: return action ? std::visit(SoAlready{mirror.table(), mirror.role()}, *action) : "";
    case wrong_phase: return phase_sentence(asked);
    case not_neighbours: return neighbours_sentence(asked);
    case slot_used: return slot_sentence(asked);
    case not_active_player: return active_sentence(asked);
    case class_changed: return class_sentence(asked, r.object);
    case holdings: return holdings_sentence(asked);
    default: return "";
  }
}

}  // namespace parley
