#include "client/words.h"

#include "client/columns.h"
#include "client/display.h"
#include "client/games.h"
#include "client/translate.h"
#include "client/words_ti4.h"
#include "common/core/dune/factions.h"
#include "common/core/overload.h"
#include "common/core/ti4/factions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace parley {

namespace {

/// What common/core calls by name.
[[maybe_unused]] constexpr const char* faction_names[] = {
    tr_later("Atreides"), tr_later("Bene Gesserit"), tr_later("Emperor"), tr_later("Fremen"), tr_later("Spacing Guild"), tr_later("Harkonnen"),
    tr_later("Ixians"), tr_later("Tleilaxu"), tr_later("CHOAM"), tr_later("Richese"), tr_later("Ecaz"), tr_later("Moritani")};

const char* phase_word(dune::Phase phase) {
  switch (phase) {
    case dune::Phase::setup: return tr("setup");
    case dune::Phase::storm: return tr("storm");
    case dune::Phase::spice_blow_and_nexus: return tr("spice blow and nexus");
    case dune::Phase::choam_charity: return tr("choam charity");
    case dune::Phase::bidding: return tr("bidding");
    case dune::Phase::revival: return tr("revival");
    case dune::Phase::shipment_and_movement: return tr("shipment and movement");
    case dune::Phase::battle: return tr("battle");
    case dune::Phase::spice_collection: return tr("spice collection");
    case dune::Phase::mentat_pause: return tr("mentat pause");
    case dune::Phase::over: return tr("over");
  }
  return "?";
}

}  // namespace

std::string key(const Table& table, Seat seat) { return table.has(seat) ? table[seat].key : std::string("?"); }

std::string keys(const Table& table, SeatSet seats) {
  std::string out;
  for (Seat s : seats) out += (out.empty() ? "" : ",") + key(table, s);
  return out;
}

std::string full_name(const Table& table, Seat seat) {
  const std::string name = !table.has(seat) ? std::string() : std::visit(
      Overload{[&](const dune::Game&) -> std::string { return tr(std::string(dune::faction(table[seat].key)->name).c_str()); },
               [&](const ti4::Game&) -> std::string { return name_in_my_language(*ti4::faction(table[seat].key)); },
               [](const open::Game&) { return std::string(); }},
      table.game);
  return name.empty() ? key(table, seat) : key(table, seat) + " " + name;
}

std::string speaker(const Table& table, Role role) {
  switch (role.kind) {
    case Role::Kind::seat: return key(table, role.seat());
    case Role::Kind::host: return tr("host");
    case Role::Kind::server: return tr("server");
    case Role::Kind::viewer: return tr("viewer {}", role.number);
  }
  return "?";
}

std::string decision_text(const Table& table, const Decision& d) {
  const std::string what = std::visit(
      Overload{[&](const Diversion& v) { return tr_number("divert part of {} spice {} > {}?", "divert part of {} spice {} > {}?", v.payment.gross.value, key(table, v.payment.payer), key(table, v.payment.recipient)); },
               [&](const Question& q) { return tr("{} asks: {}", key(table, q.asker), display(q.text.utf8)); },
               [&](const Plain& p) { return display(p.note.utf8); }},
      d.kind);
  return fmt::format("{} {}: {}", d.id.value, key(table, d.owner), what);
}

std::string answer_word(Answer answer) {
  switch (answer) {
    case Answer::divert: return tr("divert");
    case Answer::allow: return tr("allow");
    case Answer::yes: return tr("yes");
    case Answer::no: return tr("no");
    case Answer::done: return tr("done");
  }
  return "?";
}

std::string moment_text(const Table& table, Moment m) {
  return std::visit(Overload{[&](const dune::Game&) {
                               const char* phase = phase_word(dune::phase(m));
                               return m.turn == 0 ? phase : tr("turn {} {}", m.turn, phase);
                             },
                             [&](const ti4::Game&) {
                               const std::string phase = word(ti4::phase(m));
                               return m.turn == 0 ? phase : tr("round {} {}", m.turn, phase);
                             },
                             [&](const open::Game&) -> std::string {
                               switch (open::phase(m)) {
                                 case open::Phase::setup: return tr("setup");
                                 case open::Phase::play: return tr("play");
                                 case open::Phase::over: return tr("over");
                               }
                               return "?";
                             }},
                    table.game);
}

std::string state_word(const Deal& deal) {
  return std::visit(Overload{[](const Open&) { return tr("OFFER"); },
                             [](const Active& s) { return s.release_requests.empty() ? tr("ACTIVE") : tr("RELEASE?"); },
                             [](const Declined&) { return tr("DECLINED"); }, [](const Withdrawn&) { return tr("WITHDRAWN"); },
                             [](const Released&) { return tr("RELEASED"); }},
                    deal.state);
}

std::string bribe_text(const Table& table, const Deal& deal) {
  const Bribe* bribe = bribe_of(deal);
  if (!bribe) return "-";
  const std::string text = fmt::format("{} {}>{}", bribe->gross.value, key(table, bribe->payer), key(table, bribe->recipient));
  return paid(deal) ? tr("{} paid", text) : text;
}

std::string parties_text(const Table& table, const Deal& deal) {
  return key(table, deal.proposer) + ">" + keys(table, deal.record.signatories - SeatSet{deal.proposer});
}

std::string votes_text(const Table& table, const Deal& deal) {
  const auto of_all = [&](SeatSet some) { return fmt::format("{}/{}", some.size(), deal.record.signatories.size()); };
  return std::visit(
      Overload{[&](const Open& s) { return of_all(s.consents); },
               [&](const Active& s) { return s.release_requests.empty() ? of_all(deal.record.signatories) : tr("rel {}", of_all(s.release_requests)); },
               [&](const Declined& s) { return tr("by {}", key(table, s.by)); }, [](const Withdrawn&) { return std::string("-"); },
               [](const Released&) { return std::string("-"); }},
      deal.state);
}

int state_columns() {
  int widest = 0;
  for (const char* word : {tr("OFFER"), tr("ACTIVE"), tr("RELEASE?"), tr("DECLINED"), tr("WITHDRAWN"), tr("RELEASED")}) widest = std::max(widest, columns(word));
  return widest;
}

int bribe_columns() { return std::max(17, columns(tr("{} paid", "10 ATR>HAR"))); }

namespace {

std::string ledger_row(const Table& table, const std::array<std::string, 5>& cells) {
  const bool ti4 = ti4_game(table);  // two parties, goods of both
  return fmt::format("{:>5} {:<{}} {:<{}} {:<{}} {}", cells[0], cells[1], state_columns(), cells[2], ti4 ? 7 : 22, cells[3], ti4 ? 30 : bribe_columns() + 1, cells[4]);
}

}  // namespace

std::string ledger_head(const Table& table) {
  const char* settled = ti4_game(table) ? tr("CLASS, EXCHANGE") : dune_game(table) ? tr("BRIBE") : "";
  return ledger_row(table, {"#", tr("STATE"), tr("PARTIES"), settled, tr("VOTES")});
}

std::string deal_head(const Table& table, const Deal& deal) {
  const std::string settled = ti4_game(table) ? class_mark(table, deal) + " " + exchange_short(deal) : dune_game(table) ? bribe_text(table, deal) : "";
  return ledger_row(table, {"#" + std::to_string(deal.id.value), state_word(deal), parties_text(table, deal), settled, votes_text(table, deal)});
}

std::string deal_line(const Table& table, const Deal& deal) { return deal_head(table, deal) + " " + display(deal.record.terms.utf8); }

// ---- commits ----------------------------------------------------------------------------------------------------------------

namespace {

std::string paid_words(const Table& t, const Outcome& out) {
  if (!out.paid) return "";
  const std::string payer = key(t, out.paid->payer), recipient = key(t, out.paid->recipient);
  if (out.decision == DecisionId{}) return tr_number(", {} spice paid {} > {}", ", {} spice paid {} > {}", out.paid->gross.value, payer, recipient);
  return tr_number(", {} spice paid {} > {} (decision {}: the Bureaucrat may divert 2)", ", {} spice paid {} > {} (decision {}: the Bureaucrat may divert 2)",
                   out.paid->gross.value, payer, recipient, out.decision.value);
}

struct Sentence {
  const Table& t;
  const Commit& c;
  const Outcome& out;
  std::string who = speaker(t, c.role);

  std::string operator()(const Offer& a) const {
    const Deal& deal = *t.ledger.find(out.deal);
    const std::string to = keys(t, a.record.signatories - SeatSet{c.role.seat()}), terms = display(a.record.terms.utf8);
    std::string promises;
    for (const ti4::Clause& clause : deal.record.clauses) promises += "; " + clause_text(t, clause);
    if (a.record.answers != DealId{}) promises += tr(" (answers #{})", a.record.answers.value);
    if (exchange_of(deal.record)) return tr("{0} offers #{1} to {2}, {3}: {4}", who, out.deal.value, to, exchange_text(t, deal), terms) + promises;
    if (!bribe_of(deal)) return tr("{} offers #{} to {}: {}", who, out.deal.value, to, terms) + promises;
    return tr("{} offers #{} to {} with a bribe of {}: {}", who, out.deal.value, to, bribe_text(t, deal), terms) + promises;
  }
  std::string operator()(const Accept& a) const {
    const bool active = std::holds_alternative<Active>(t.ledger.find(a.deal)->state);
    return (active ? tr("{} accepted #{}: the deal is active", who, a.deal.value) : tr("{} accepted #{}", who, a.deal.value)) + paid_words(t, out);
  }
  std::string operator()(const Decline& a) const { return tr("{} declined #{}", who, a.deal.value); }
  std::string operator()(const Withdraw& a) const { return tr("{} withdrew #{}", who, a.deal.value); }
  std::string operator()(const RequestRelease& a) const {
    const bool released = std::holds_alternative<Released>(t.ledger.find(a.deal)->state);
    return released ? tr("{} asks for release from #{}: released", who, a.deal.value) : tr("{} asks for release from #{}", who, a.deal.value);
  }
  std::string operator()(const RetractRelease& a) const { return tr("{} takes back its release request on #{}", who, a.deal.value); }
  std::string operator()(const WriteNote& a) const { return tr("{} notes on #{}: {}", who, a.deal.value, display(a.text.utf8)); }
  std::string operator()(const Say& a) const { return tr("{} says: {}", who, display(a.text.utf8)); }
  std::string operator()(const Decide& a) const { return tr("{} answers decision {}: {}", who, a.decision.value, answer_word(a.answer)); }
  std::string operator()(const Cancel& a) const { return tr("{} cancelled decision {}", who, a.decision.value); }
  std::string operator()(const Start&) const { return tr("the game starts: {}", moment_text(t, moment(t))); }
  std::string operator()(const End&) const { return tr("the game is over") + collected(); }
  std::string operator()(const SetControl& a) const { return a.to == Control::ai ? tr("{} is played by AI now", key(t, a.seat)) : tr("{} is played by a human now", key(t, a.seat)); }
  std::string operator()(const Depart& a) const { return tr("{} has departed", key(t, a.seat)) + withdrawn() + released(); }
  std::string operator()(const OpenDecision& a) const { return tr("decision {} for {}: {}", out.decision.value, key(t, a.owner), display(a.note.utf8)); }
  std::string operator()(const PayBribe& a) const { return tr("{} bribes {}", who, key(t, a.to)) + paid_words(t, out) + (a.note ? ": " + display(a.note->utf8) : ""); }
  std::string operator()(const Adjust& a) const {
    const Amount* amount = std::get_if<Amount>(&c.secret);
    const std::string reason = display(a.reason.utf8);
    return amount ? tr("{} adjusts its spice by {:+}: {}", who, amount->by, reason) : tr("{} adjusts its spice: {}", who, reason);
  }
  std::string operator()(const Bid& a) const { return tr("{} bids {}", who, a.amount.value); }
  std::string operator()(const Ask& a) const { return tr("{} asks {} (Truthtrance, decision {}): {}", who, key(t, a.to), out.decision.value, display(a.question.utf8)); }
  std::string operator()(const MovementFinished&) const { return tr("{} has finished movement; its Hajr window is open", who); }
  std::string operator()(const Hajr& a) const { return a.play ? tr("{} plays Hajr", who) : tr("{} does not play Hajr", who); }
  std::string operator()(const Advance& a) const { return (a.correct ? tr("corrected to {}", moment_text(t, moment(t))) : tr("now {}", moment_text(t, moment(t)))) + collected(); }
  std::string operator()(const Ally& a) const { return tr("{} and {} are allied", key(t, a.seats.one), key(t, a.seats.other)); }
  std::string operator()(const Unally& a) const { return tr("{} and {} are allies no more", key(t, a.seats.one), key(t, a.seats.other)); }
  std::string operator()(const SetBureaucrat& a) const {
    if (!a.seat) return tr("nobody has the Bureaucrat");
    return a.alive ? tr("the Bureaucrat is {}'s, alive", key(t, *a.seat)) : tr("the Bureaucrat is {}'s, not alive", key(t, *a.seat));
  }
  std::string operator()(const SetInflation& a) const { return a.on ? tr("inflation is on: no bribes") : tr("inflation is off"); }
  std::string operator()(const AdjustSeat& a) const {
    const Amount* amount = std::get_if<Amount>(&c.secret);
    const std::string reason = display(a.reason.utf8);
    return amount ? tr("host adjusts the spice of {} by {:+}: {}", key(t, a.seat), amount->by, reason) : tr("host adjusts the spice of {}: {}", key(t, a.seat), reason);
  }
  std::string operator()(const Genesis& a) const { return tr("table {} is set up", display(a.name)); }
  std::string operator()(const Seated& a) const {
    return (a.player.utf8.empty() ? tr("{} is played by a player", key(t, a.seat)) : tr("{} is played by {}", key(t, a.seat), display(a.player.utf8))) + withdrawn();
  }
  std::string operator()(const Vacated& a) const { return tr("{} is vacant", key(t, a.seat)); }
  template <class Ti4>
  std::string operator()(const Ti4&) const { return ti4_event(t, c, out); }

  /// What came with it, each behind the sentence.
  std::string collected() const {
    std::string text;
    for (const auto& [seat, spice] : out.collected) text += tr(", {} collects {}", key(t, seat), spice.value);
    return text;
  }
  std::string withdrawn() const {
    std::string text;
    for (DealId id : out.withdrawn) text += tr("; #{} withdrawn", id.value);
    return text;
  }
  std::string released() const {
    std::string text;
    for (DealId id : out.released) text += tr("; #{} released", id.value);
    return text;
  }
};

}  // namespace

std::string sentence(const Table& after, const Commit& commit, const Outcome& outcome) {
  return std::visit(Sentence{after, commit, outcome}, commit.action);
}

}  // namespace parley
