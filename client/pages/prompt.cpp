#include "client/pages/prompt.h"

#include "client/display.h"
#include "client/games.h"
#include "client/pages/deal.h"
#include "client/pages/deal_ti4.h"
#include "client/translate.h"
#include "client/view.h"
#include "client/words.h"
#include "client/words_ti4.h"
#include "common/core/dune/rules.h"
#include "common/core/overload.h"

namespace parley {
namespace {

Deal draft(const Table& table, Seat proposer, const Record& record) {
  Deal deal{.id = table.ledger.next(), .proposer = proposer, .record = record, .state = Open{SeatSet{proposer}, {}}};
  return deal;
}

const Decision* decision_of(const Table& table, const Action& action) {
  if (const auto* decide = std::get_if<Decide>(&action)) return find_decision(table, decide->decision);
  const auto* cancel = std::get_if<Cancel>(&action);
  return cancel ? find_decision(table, cancel->decision) : nullptr;
}

/// What a yes brings about.
struct Consequence {
  const Mirror& mirror;
  const Table& t = mirror.table();

  std::string operator()(const Offer&) const { return tr("You agree by offering; it is active when all others have accepted."); }
  std::string operator()(const Accept& a) const {
    const Deal* deal = t.ledger.find(a.deal);
    const Open* open = deal ? std::get_if<Open>(&deal->state) : nullptr;
    if (!open || !mirror.role().is_seat()) return "";
    if ((open->consents | SeatSet{mirror.role().seat()}) != deal->record.signatories) return tr("Your vote is recorded; others have still to accept.");
    const Bribe* bribe = bribe_of(*deal);
    if (!bribe) return tr("Yours is the last acceptance: the deal becomes active.");
    return tr_number("Yours is the last acceptance: the deal becomes active and {} spice is paid {} > {} at once.",
                     "Yours is the last acceptance: the deal becomes active and {} spice is paid {} > {} at once.", bribe->gross.value,
                     key(t, bribe->payer), key(t, bribe->recipient));
  }
  std::string operator()(const ti4::AcceptAs& a) const {
    const Deal* deal = t.ledger.find(a.deal);
    if (!deal || !std::holds_alternative<Open>(deal->state)) return "";
    if (!exchange_of(deal->record)) return tr("Yours is the last acceptance: the deal becomes active and its class is final. Nobody enforces it but the players.");
    return tr("Yours is the last acceptance: the deal becomes active, its class is final, and the goods change hands at once. That is never undone.");
  }
  std::string operator()(const ti4::RuleClass& a) const { return tr("Your ruling is public; it is the table's once the other party rules the same. The computed class of #{} stays beside it.", a.deal.value); }
  std::string operator()(const ti4::SetActive&) const { return tr("A new turn: every pair may exchange once again, and the step is the start of the turn."); }
  std::string operator()(const ti4::SetPhase&) const { return tr("The step and the active player are cleared, and every pair may exchange once again."); }
  std::string operator()(const ti4::PlayNote&) const { return tr("Everybody sees the note; it cannot be exchanged while it is in play."); }
  std::string operator()(const Decline&) const { return tr("The offer ends for everybody; the votes have no effect."); }
  std::string operator()(const Withdraw&) const { return tr("Your offer ends for everybody."); }
  std::string operator()(const RequestRelease& a) const {
    const Deal* deal = t.ledger.find(a.deal);
    const SeatSet mine = mirror.role().is_seat() ? SeatSet{mirror.role().seat()} : SeatSet{};
    if (deal && missing(t, *deal) == mine) {
      if (dune_game(t) && bribe_of(*deal)) return tr("Yours is the last request: the deal ends now. The bribe is not given back.");
      return ti4_game(t) ? tr("Yours is the last request: the deal ends now. What has changed hands stays where it is.") : tr("Yours is the last request: the deal ends now.");
    }
    if (deal && bribe_of(*deal)) return tr("The deal ends when every signatory has asked. A bribe is not given back.");
    return ti4_game(t) ? tr("The deal ends when both have asked. What has changed hands stays where it is.") : tr("The deal ends when every signatory has asked.");
  }
  std::string operator()(const RetractRelease&) const { return tr("Your request is taken back; the deal goes on."); }
  std::string operator()(const PayBribe& a) const { return tr_number("{} spice leaves your hand at once; it is {}'s in mentat pause. Nothing is owed for it.",
                     "{} spice leaves your hand at once; it is {}'s in mentat pause. Nothing is owed for it.", a.gross.value, key(t, a.to)); }
  std::string operator()(const Decide& a) const {
    const Decision* decision = find_decision(t, a.decision);
    const Diversion* diversion = decision ? std::get_if<Diversion>(&decision->kind) : nullptr;
    if (!diversion) return tr("A yes to this gives the answer '{}'. It is public and closes the question.", answer_word(a.answer));
    const std::uint64_t gross = diversion->payment.gross.value, bank = a.answer == Answer::divert ? std::min<std::uint64_t>(2, gross) : 0;
    return tr("{} goes to the bank, {} to {}, deferred.", bank, gross - bank, key(t, diversion->payment.recipient));
  }
  std::string operator()(const Cancel& a) const {
    const Decision* decision = find_decision(t, a.decision);
    const bool diversion = decision && std::holds_alternative<Diversion>(decision->kind);
    return diversion ? tr("It is closed without an answer; a diversion counts as allowed.") : tr("It is closed without an answer.");
  }
  std::string operator()(const Advance& a) const {
    return (a.correct ? tr("The game stands at {}; nothing is collected.", moment_text(t, dune::moment(a.turn, a.phase)))
                      : tr("The game goes on to {}; entering or passing mentat pause collects deferred spice.", moment_text(t, dune::moment(a.turn, a.phase))));
  }
  std::string operator()(const End&) const { return dune_game(t) ? tr("The game is over; deferred spice is collected.") : tr("The game is over; no deal is offered or accepted any more."); }
  std::string operator()(const Start&) const {
    if (dune_game(t)) return tr("The game starts: turn 1, storm.");
    return ti4_game(t) ? tr("The game starts: round 1, strategy phase.") : tr("The game starts: deals can be made.");
  }
  std::string operator()(const Depart& a) const { return tr("{} is needed for no release any more, and its own open offers end.", key(t, a.seat)); }
  std::string operator()(const SetControl& a) const {
    if (a.to == Control::human) return tr("{} can act again.", key(t, a.seat));
    return dune_game(t) ? tr("{} cannot act any more, and you will see its spice.", key(t, a.seat)) : tr("{} cannot act any more.", key(t, a.seat));
  }
  std::string operator()(const Adjust&) const { return tr("Only you and nobody else sees the amount."); }
  std::string operator()(const Hajr& a) const { return a.play ? tr("You play Hajr.") : tr("You let the Hajr pass."); }
  template <class A>
  std::string operator()(const A&) const { return ""; }
};

/// What everybody will read in the player's own words, beside a deal's text.
struct Said {
  const Line* operator()(const PayBribe& a) const { return a.note ? &*a.note : nullptr; }
  const Line* operator()(const Ask& a) const { return &a.question; }
  const Line* operator()(const OpenDecision& a) const { return &a.note; }
  const Line* operator()(const Adjust& a) const { return &a.reason; }
  const Line* operator()(const AdjustSeat& a) const { return &a.reason; }
  const Line* operator()(const ti4::AdjustGoods& a) const { return &a.reason; }
  const Line* operator()(const ti4::SetException& a) const { return a.why ? &*a.why : nullptr; }
  template <class A>
  const Line* operator()(const A&) const { return nullptr; }
};

struct Title {
  const Table& t;
  std::string operator()(const Offer& a) const { return a.record.answers == DealId{} ? tr("offer #{}", t.ledger.next().value) : tr("counter-offer to #{}", a.record.answers.value); }
  std::string operator()(const Accept& a) const { return tr("accept #{}", a.deal.value); }
  std::string operator()(const Decline& a) const { return tr("decline #{}", a.deal.value); }
  std::string operator()(const Withdraw& a) const { return tr("withdraw #{}", a.deal.value); }
  std::string operator()(const RequestRelease& a) const { return tr("ask for release from #{}", a.deal.value); }
  std::string operator()(const RetractRelease& a) const { return tr("take back the release request on #{}", a.deal.value); }
  std::string operator()(const WriteNote& a) const { return tr("note on #{}", a.deal.value); }
  std::string operator()(const Say&) const { return tr("say"); }
  std::string operator()(const Decide& a) const { return tr("answer decision {}: {}", a.decision.value, answer_word(a.answer)); }
  std::string operator()(const Cancel& a) const { return tr("cancel decision {}", a.decision.value); }
  std::string operator()(const Start&) const { return tr("start the game"); }
  std::string operator()(const End&) const { return tr("end the game"); }
  std::string operator()(const SetControl& a) const { return a.to == Control::ai ? tr("{} is played by AI", key(t, a.seat)) : tr("{} is played by a human", key(t, a.seat)); }
  std::string operator()(const Depart& a) const { return tr("{} departs", key(t, a.seat)); }
  std::string operator()(const OpenDecision& a) const { return tr("a decision for {}", key(t, a.owner)); }
  std::string operator()(const PayBribe& a) const { return tr_number("bribe {} spice to {}", "bribe {} spice to {}", a.gross.value, key(t, a.to)); }
  std::string operator()(const Adjust&) const { return tr("adjust my spice"); }
  std::string operator()(const Bid& a) const { return tr("bid {}", a.amount.value); }
  std::string operator()(const Ask& a) const { return tr("ask {} by Truthtrance", key(t, a.to)); }
  std::string operator()(const MovementFinished&) const { return tr("movement finished"); }
  std::string operator()(const Hajr& a) const { return a.play ? tr("play Hajr") : tr("pass Hajr"); }
  std::string operator()(const Advance& a) const { return a.correct ? tr("correct to {}", moment_text(t, dune::moment(a.turn, a.phase))) : tr("go on to {}", moment_text(t, dune::moment(a.turn, a.phase))); }
  std::string operator()(const Ally& a) const { return tr("ally {} and {}", key(t, a.seats.one), key(t, a.seats.other)); }
  std::string operator()(const Unally& a) const { return tr("end the alliance of {} and {}", key(t, a.seats.one), key(t, a.seats.other)); }
  std::string operator()(const SetBureaucrat& a) const {
    if (!a.seat) return tr("nobody has the Bureaucrat");
    return a.alive ? tr("the Bureaucrat is {}'s, alive", key(t, *a.seat)) : tr("the Bureaucrat is {}'s, not alive", key(t, *a.seat));
  }
  std::string operator()(const SetInflation& a) const { return a.on ? tr("inflation on") : tr("inflation off"); }
  std::string operator()(const AdjustSeat& a) const { return tr("adjust the spice of {}", key(t, a.seat)); }
  std::string operator()(const Genesis&) const { return ""; }  // the server's own
  std::string operator()(const Seated&) const { return ""; }
  std::string operator()(const Vacated&) const { return ""; }
  template <class Ti4>
  std::string operator()(const Ti4& a) const { return ti4_title(t, a); }
};

}  // namespace

bool asks_again(Verb verb) {
  switch (verb) {
    case Verb::note:
    case Verb::say:
    case Verb::step:
    case Verb::able:
    case Verb::kept: return false;  // remarks, and what can be said anew at any time
    default: return true;
  }
}

std::string title_of(const Table& table, const Action& action) { return std::visit(Title{table}, action); }

std::string title_of(const Table& table, const std::vector<Command>& commands) {
  const Action& first = commands.front().action;
  return commands.size() == 1 ? title_of(table, first) : tr("split #{}: withdraw it and make two offers", deal_of(first).value);
}

std::string not_to_split() { return tr("Only your own open offer is split, where goods change hands now beside a promise that does not bind, and there is room for two offers."); }

namespace {

/// Everything in a record that somebody wrote.
std::string written(const Record& record) {
  std::string text = record.terms.utf8;
  for (const ti4::Clause& clause : record.clauses) text += clause.item.utf8 + clause.text.utf8;
  if (const ti4::Exchange* exchange = exchange_of(record))
    for (const ti4::Goods* goods : {&exchange->gives, &exchange->gets})
      for (const Label& note : goods->notes) text += note.utf8;
  return text;
}

}  // namespace

std::string text_agreed_to(const Table& table, const Action& action) {
  if (const auto* offer = std::get_if<Offer>(&action)) return written(offer->record);
  if (const auto* pay = std::get_if<PayBribe>(&action)) return pay->note ? pay->note->utf8 : "";
  const Deal* deal = is_consent(verb_of(action)) ? table.ledger.find(deal_of(action)) : nullptr;
  return deal ? written(deal->record) : "";
}

namespace {
/// The note of a Hold or Unhold that the table sees.
template <class A>
const std::optional<Label>* named_by(const Action& action) {
  const A* a = std::get_if<A>(&action);
  return a ? &a->note : nullptr;
}

Lines lines_of(const Mirror& mirror, const Command& command, int width) {
  const Table& table = mirror.table();
  Lines lines;
  const auto show = [&](const Deal& deal) {
    const std::string head = ti4_game(table) && std::holds_alternative<Offer>(command.action) ? parties_text(table, deal) : fmt::format("#{}  {}", deal.id.value, parties_text(table, deal));
    add(lines, {width, "", bold_style}, dune_game(table) ? head + "  " + bribe_sentence(table, deal) : head);
    if (deal.record.answers != DealId{}) add(lines, {width, "", {}}, tr("It answers #{}.", deal.record.answers.value));
    add_terms(lines, {width, "  | ", {}}, deal.record.terms.utf8);
    if (!ti4_game(table)) return;
    add_clauses(lines, {width, "", {}}, table, deal);
    add_class(lines, {width, "", {}}, table, deal);
  };
  if (const auto* offer = std::get_if<Offer>(&command.action)) show(draft(table, mirror.role().seat(), offer->record));
  else if (const Deal* deal = table.ledger.find(deal_of(command.action))) show(*deal);
  if (const Decision* decision = decision_of(table, command.action)) add(lines, {width, "", bold_style}, tr("decision {}", decision_text(table, *decision)));
  if (const Line* said = std::visit(Said{}, command.action)) add_terms(lines, {width, "  | ", {}}, said->utf8);
  if (const NoteName* note = std::get_if<NoteName>(&command.secret)) add(lines, {width, "", bold_style}, tr("{}: only you see which note.", display(note->note.utf8)));
  for (const std::optional<Label>* open : {named_by<ti4::Hold>(command.action), named_by<ti4::Unhold>(command.action)})
    if (open && *open) add(lines, {width, "", bold_style}, tr("{}: everybody sees it.", display((*open)->utf8)));
  if (const Amount* amount = std::get_if<Amount>(&command.secret)) add(lines, {width, "", bold_style}, tr("Amount: {:+}", amount->by));
  if (const std::string follows = std::visit(Consequence{mirror}, command.action); !follows.empty()) add(lines, {width, "", {}}, follows);
  if (const std::string warning = payment_warning(mirror, command.action); !warning.empty()) add(lines, {width, "", bold_style}, warning);
  if (dune_game(table) && !dune::hajr_closed_by(table, mirror.role(), command.action).empty()) add(lines, {width, "", alarm_style}, tr("This closes your Hajr window!"));
  return lines;
}

}  // namespace

Lines prompt_lines(const Mirror& mirror, const std::vector<Command>& commands, int width) {
  Lines lines;
  for (const Command& command : commands) {
    if (!lines.empty()) lines.push_back({tr("and then: {}", title_of(mirror.table(), command.action)), bold_style});
    const Lines more = lines_of(mirror, command, width);
    lines.insert(lines.end(), more.begin(), more.end());
  }
  return lines;
}

}  // namespace parley
