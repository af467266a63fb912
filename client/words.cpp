#include "client/words.h"

#include "client/display.h"
#include "client/translate.h"
#include "common/core/dune/factions.h"
#include "common/core/overload.h"
#include "common/wire/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace parley {

std::string key(const Table& table, Seat seat) { return table.has(seat) ? table[seat].key : std::string("?"); }

std::string keys(const Table& table, SeatSet seats) {
  std::string out;
  for (Seat s : seats) out += (out.empty() ? "" : ",") + key(table, s);
  return out;
}

std::string full_name(const Table& table, Seat seat) {
  const dune::Faction* faction = table.has(seat) ? dune::faction(table[seat].key) : nullptr;
  return faction ? std::string(faction->key) + " " + std::string(faction->name) : key(table, seat);
}

std::string speaker(const Table& table, Role role) {
  switch (role.kind) {
    case Role::Kind::seat: return key(table, role.seat());
    case Role::Kind::host: return "host";
    case Role::Kind::server: return "server";
    case Role::Kind::viewer: return "viewer " + std::to_string(role.number);
  }
  return "?";
}

std::string decision_text(const Table& table, const Decision& d) {
  const std::string what = std::visit(
      Overload{[&](const Diversion& v) { return fmt::format("divert part of {} spice {} > {}?", v.payment.gross.value, key(table, v.payment.payer), key(table, v.payment.recipient)); },
               [&](const Question& q) { return fmt::format("{} asks: {}", key(table, q.asker), display(q.text.utf8)); },
               [&](const Plain& p) { return display(p.note.utf8); }},
      d.kind);
  return fmt::format("{} {}: {}", d.id.value, key(table, d.owner), what);
}

std::string answer_word(Answer answer) { return std::string(name(answer)); }

std::string moment_text(Moment m) {
  std::string phase(name(dune::phase(m)));
  std::replace(phase.begin(), phase.end(), '_', ' ');
  return m.turn == 0 ? phase : fmt::format("turn {} {}", m.turn, phase);
}

std::string_view state_word(const Deal& deal) {
  return std::visit(Overload{[](const Open&) { return "OFFER"; },
                             [](const Active& s) { return s.release_requests.empty() ? "ACTIVE" : "RELEASE?"; },
                             [](const Declined&) { return "DECLINED"; }, [](const Withdrawn&) { return "WITHDRAWN"; },
                             [](const Released&) { return "RELEASED"; }},
                    deal.state);
}

std::string bribe_text(const Table& table, const Deal& deal) {
  const Bribe* bribe = bribe_of(deal);
  if (!bribe) return "-";
  std::string text = fmt::format("{} {}>{}", bribe->gross.value, key(table, bribe->payer), key(table, bribe->recipient));
  if (paid(deal)) text += " paid";
  return text;
}

std::string parties_text(const Table& table, const Deal& deal) {
  return key(table, deal.proposer) + ">" + keys(table, deal.record.signatories - SeatSet{deal.proposer});
}

std::string votes_text(const Table& table, const Deal& deal) {
  const auto of_all = [&](SeatSet some) { return fmt::format("{}/{}", some.size(), deal.record.signatories.size()); };
  return std::visit(
      Overload{[&](const Open& s) { return of_all(s.consents); },
               [&](const Active& s) { return s.release_requests.empty() ? of_all(deal.record.signatories) : "rel " + of_all(s.release_requests); },
               [&](const Declined& s) { return "by " + key(table, s.by); }, [](const Withdrawn&) { return std::string("-"); },
               [](const Released&) { return std::string("-"); }},
      deal.state);
}

namespace {
constexpr const char* ledger_row = "{:>5} {:<9} {:<22} {:<18} {}";
}

std::string ledger_head() {
  return fmt::format(fmt::runtime(ledger_row), "#", tr("STATE"), tr("PARTIES"), tr("BRIBE"), tr("VOTES"));
}

std::string deal_head(const Table& table, const Deal& deal) {
  return fmt::format(fmt::runtime(ledger_row), "#" + std::to_string(deal.id.value), state_word(deal), parties_text(table, deal),
                     bribe_text(table, deal), votes_text(table, deal));
}

std::string deal_line(const Table& table, const Deal& deal) { return deal_head(table, deal) + " " + display(deal.record.terms.utf8); }

// ---- commits ----------------------------------------------------------------------------------------------------------------

namespace {

std::string paid_words(const Table& t, const Outcome& out) {
  if (!out.paid) return "";
  std::string text = fmt::format(", {} spice paid {} > {}", out.paid->gross.value, key(t, out.paid->payer), key(t, out.paid->recipient));
  if (out.decision != DecisionId{}) text += fmt::format(" (decision {}: the Bureaucrat may divert 2)", out.decision.value);
  return text;
}

std::string amount_words(const Commit& c) {
  const Amount* amount = std::get_if<Amount>(&c.secret);
  return amount ? fmt::format(" by {:+}", amount->by) : "";
}

struct Sentence {
  const Table& t;
  const Commit& c;
  const Outcome& out;
  std::string who = speaker(t, c.role);

  std::string operator()(const Offer& a) const {
    const Deal& deal = *t.ledger.find(out.deal);
    const std::string bribe = bribe_of(deal) ? " with a bribe of " + bribe_text(t, deal) : "";
    return fmt::format("{} offers #{} to {}{}: {}", who, out.deal.value, keys(t, a.record.signatories - SeatSet{c.role.seat()}),
                       bribe, display(a.record.terms.utf8));
  }
  std::string operator()(const Accept& a) const {
    const bool active = std::holds_alternative<Active>(t.ledger.find(a.deal)->state);
    return fmt::format("{} accepted #{}{}{}", who, a.deal.value, active ? ": the deal is active" : "", paid_words(t, out));
  }
  std::string operator()(const Decline& a) const { return fmt::format("{} declined #{}", who, a.deal.value); }
  std::string operator()(const Withdraw& a) const { return fmt::format("{} withdrew #{}", who, a.deal.value); }
  std::string operator()(const RequestRelease& a) const {
    const bool released = std::holds_alternative<Released>(t.ledger.find(a.deal)->state);
    return fmt::format("{} asks for release from #{}{}", who, a.deal.value, released ? ": released" : "");
  }
  std::string operator()(const RetractRelease& a) const { return fmt::format("{} takes back its release request on #{}", who, a.deal.value); }
  std::string operator()(const WriteNote& a) const { return fmt::format("{} notes on #{}: {}", who, a.deal.value, display(a.text.utf8)); }
  std::string operator()(const Say& a) const { return fmt::format("{} says: {}", who, display(a.text.utf8)); }
  std::string operator()(const Decide& a) const { return fmt::format("{} answers decision {}: {}", who, a.decision.value, name(a.answer)); }
  std::string operator()(const Cancel& a) const { return fmt::format("{} cancelled decision {}", who, a.decision.value); }
  std::string operator()(const Start&) const { return "the game starts: " + moment_text(moment(t)); }
  std::string operator()(const End&) const { return "the game is over" + collected(); }
  std::string operator()(const SetControl& a) const { return fmt::format("{} is {} now", key(t, a.seat), a.to == Control::ai ? "played by AI" : "played by a human"); }
  std::string operator()(const Depart& a) const { return fmt::format("{} has departed{}{}", key(t, a.seat), ended("withdrawn", out.withdrawn), ended("released", out.released)); }
  std::string operator()(const OpenDecision& a) const { return fmt::format("decision {} for {}: {}", out.decision.value, key(t, a.owner), display(a.note.utf8)); }
  std::string operator()(const PayBribe& a) const { return fmt::format("{} bribes {}{}{}", who, key(t, a.to), paid_words(t, out), a.note ? ": " + display(a.note->utf8) : ""); }
  std::string operator()(const Adjust& a) const { return fmt::format("{} adjusts its spice{}: {}", who, amount_words(c), display(a.reason.utf8)); }
  std::string operator()(const Bid& a) const { return fmt::format("{} bids {}", who, a.amount.value); }
  std::string operator()(const Ask& a) const { return fmt::format("{} asks {} (Truthtrance, decision {}): {}", who, key(t, a.to), out.decision.value, display(a.question.utf8)); }
  std::string operator()(const MovementFinished&) const { return who + " has finished movement; its Hajr window is open"; }
  std::string operator()(const Hajr& a) const { return who + (a.play ? " plays Hajr" : " does not play Hajr"); }
  std::string operator()(const Advance& a) const { return (a.correct ? "corrected to " : "now ") + moment_text(moment(t)) + collected(); }
  std::string operator()(const Ally& a) const { return fmt::format("{} and {} are allied", key(t, a.seats.one), key(t, a.seats.other)); }
  std::string operator()(const Unally& a) const { return fmt::format("{} and {} are allies no more", key(t, a.seats.one), key(t, a.seats.other)); }
  std::string operator()(const SetBureaucrat& a) const { return a.seat ? fmt::format("the Bureaucrat is {}'s, {}", key(t, *a.seat), a.alive ? "alive" : "not alive") : std::string("nobody has the Bureaucrat"); }
  std::string operator()(const SetInflation& a) const { return a.on ? "inflation is on: no bribes" : "inflation is off"; }
  std::string operator()(const AdjustSeat& a) const { return fmt::format("host adjusts the spice of {}{}: {}", key(t, a.seat), amount_words(c), display(a.reason.utf8)); }
  std::string operator()(const Genesis& a) const { return fmt::format("table {} is set up", display(a.name)); }
  std::string operator()(const Seated& a) const {
    const std::string who_plays = a.player.utf8.empty() ? "a player" : display(a.player.utf8);
    return fmt::format("{} is played by {}{}", key(t, a.seat), who_plays, ended("withdrawn", out.withdrawn));
  }
  std::string operator()(const Vacated& a) const { return fmt::format("{} is vacant", key(t, a.seat)); }

  std::string collected() const {
    std::string text;
    for (const auto& [seat, spice] : out.collected) text += fmt::format(", {} collects {}", key(t, seat), spice.value);
    return text;
  }
  static std::string ended(std::string_view how, const std::vector<DealId>& deals) {
    std::string text;
    for (DealId id : deals) text += fmt::format("; #{} {}", id.value, how);
    return text;
  }
};

}  // namespace

std::string sentence(const Table& after, const Commit& commit, const Outcome& outcome) {
  return std::visit(Sentence{after, commit, outcome}, commit.action);
}

}  // namespace parley
