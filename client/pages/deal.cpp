#include "client/pages/deal.h"

#include "client/display.h"
#include "client/games.h"
#include "client/pages/deal_ti4.h"
#include "client/translate.h"
#include "client/view.h"
#include "client/words.h"
#include "common/core/overload.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace parley {
namespace {

bool voted(const Deal& deal, Seat seat) {
  return std::visit(Overload{[&](const Open& s) { return s.consents.contains(seat); },
                             [&](const Active& s) { return s.release_requests.contains(seat); }, [](const auto&) { return false; }},
                    deal.state);
}

/// Only an active deal binds.
std::string binding_words(const Deal& deal, const char* words) { return std::holds_alternative<Active>(deal.state) ? words : ""; }

bool asks_for_release(const Deal& deal) {
  const Active* active = std::get_if<Active>(&deal.state);
  return active && !active->release_requests.empty();
}

/// Its votes while it is open, release requests once somebody asks; when neither is asked for, who is bound.
std::string mark_of(const Mirror& mirror, const Deal& deal, Seat seat) {
  const Table& table = mirror.table();
  const Open* open = std::get_if<Open>(&deal.state);
  std::string mark = key(table, seat);
  if (open || asks_for_release(deal)) mark += voted(deal, seat) ? " [x]" : " [ ]";
  if (open && open->lapsed.contains(seat)) mark += tr(" lapsed");
  if (table[seat].departed) mark += tr(" departed");
  else if (table[seat].control == Control::ai) mark += " " + std::string(tr("AI"));
  if (mirror.role().is(seat) && needs_answer(table, mirror.role(), deal)) mark += tr(" <- you");
  return mark;
}

/// When and at which version each signatory last said so.
void add_votes(Lines& lines, const Mirror& mirror, const Chronicle& chronicle, const Deal& deal, const DealPage& page) {
  const bool open = std::holds_alternative<Open>(deal.state);
  for (Seat seat : deal.record.signatories) {
    const Verb accept = ti4_game(mirror.table()) ? Verb::accept_as : Verb::accept;
    const Entry* vote = seat == deal.proposer ? chronicle.at(deal.offered_version) : chronicle.last(deal.id, Role::of(seat), accept);
    std::string text = full_name(mirror.table(), seat);
    if (vote && (!open || voted(deal, seat)))
      text += seat == deal.proposer ? tr(": offered at v{}, {}", vote->version.value, clock_text(vote->time, page.now))
                                    : tr(": accepted at v{}, {}", vote->version.value, clock_text(vote->time, page.now));
    else text += tr(": has not accepted");
    if (const Active* active = std::get_if<Active>(&deal.state); active && active->release_requests.contains(seat))
      if (const Entry* asked = chronicle.last(deal.id, Role::of(seat), Verb::request_release))
        text += tr("; asks for release since v{}, {}", asked->version.value, clock_text(asked->time, page.now));
    if (mirror.table()[seat].departed) text += tr("; departed");
    add(lines, {page.width_columns, "  ", {}}, text);
  }
}

void add_action(Lines& lines, const Mirror& mirror, const DealPage& page, const std::string& label, const Action& action) {
  const Verdict refusal = judge(mirror, action);
  if (!refusal) return add(lines, {page.width_columns, "  ", {}}, label);
  add(lines, {page.width_columns, "  ", dim_style}, label + ": " + sentence(*refusal, mirror, &action));
}

void add_actions(Lines& lines, const Mirror& mirror, const DealPage& page) {
  if (!mirror.role().is_seat()) return;
  const auto with_key = [&](Shortcut shortcut, const char* what) { return page.keys->shown(shortcut) + " " + what; };
  lines.push_back({tr("What you can do"), bold_style});
  add_action(lines, mirror, page, with_key(Shortcut::accept, tr("accept")), Accept{page.deal});
  add_action(lines, mirror, page, with_key(Shortcut::decline, tr("decline")), Decline{page.deal});
  add_action(lines, mirror, page, with_key(Shortcut::withdraw, tr("withdraw")), Withdraw{page.deal});
  const Action release = release_action(mirror, page.deal);
  add_action(lines, mirror, page, with_key(Shortcut::release, std::holds_alternative<RetractRelease>(release) ? tr("take the release request back") : tr("ask for release")), release);
  std::vector<std::string> more = {with_key(Shortcut::counter, tr("counter-offer"))};
  if (ti4_game(mirror.table())) {
    more.push_back(with_key(Shortcut::question, tr("answer an open question")));
    more.push_back(with_key(Shortcut::split, tr("split")));
    more.push_back(with_key(Shortcut::rule, tr("rule")));
    more.push_back(with_key(Shortcut::note, tr("kept or not, note")));
  } else {
    more.push_back(with_key(Shortcut::note, tr("note")));
  }
  more.push_back(with_key(Shortcut::copy, tr("copy the terms")));
  add(lines, {page.width_columns, "  ", {}}, fmt::format("{}", fmt::join(more, "   ")));
}

void add_history(Lines& lines, const Chronicle& chronicle, const DealPage& page) {
  lines.push_back({tr("History"), bold_style});
  for (const Entry* entry : chronicle.of(page.deal))
    add(lines, {page.width_columns, "  ", {}}, fmt::format("v{} {}  {}", entry->version.value, clock_text(entry->time, page.now), entry->sentence));
}

void add_notes(Lines& lines, const Table& table, const Deal& deal, const DealPage& page) {
  for (Seat seat : deal.record.signatories)
    if (const Note* note = note_of(deal, seat))
      add(lines, {page.width_columns, "", {}}, tr("Note of {} (v{}): {}", key(table, seat), note->version.value, display(note->text.utf8)));
}

}  // namespace

std::string votes_line(const Mirror& mirror, const Deal& deal) {
  std::string line = asks_for_release(deal) ? tr("release: ") : "";
  for (Seat seat : deal.record.signatories) line += (seat == *deal.record.signatories.begin() ? "" : "  ") + mark_of(mirror, deal, seat);
  if (const Declined* declined = std::get_if<Declined>(&deal.state)) line += "  " + tr("declined by {}", key(mirror.table(), declined->by));
  return line;
}

std::string bribe_sentence(const Table& table, const Deal& deal) {
  const Bribe* bribe = bribe_of(deal);
  if (!bribe) return tr("No bribe.");
  const std::string payer = key(table, bribe->payer), recipient = key(table, bribe->recipient);
  const std::uint64_t gross = bribe->gross.value;
  if (!paid(deal) && !std::holds_alternative<Open>(deal.state))
    return tr_number("Bribe {} spice {} > {}: never paid.",
                     "Bribe {} spice {} > {}: never paid.", gross, payer, recipient);
  if (!paid(deal))
    return tr_number("Bribe {} spice {} > {}, paid on the last acceptance, deferred to Mentat Pause.",
                     "Bribe {} spice {} > {}, paid on the last acceptance, deferred to Mentat Pause.", gross, payer, recipient);
  if (!deal.received)
    return tr_number("Bribe {} spice {} > {}: paid; the Bureaucrat has not decided yet.",
                     "Bribe {} spice {} > {}: paid; the Bureaucrat has not decided yet.", gross, payer, recipient);
  if (*deal.received == bribe->gross)
    return tr_number("Bribe {} spice {} > {}: paid, all of it deferred.",
                     "Bribe {} spice {} > {}: paid, all of it deferred.", gross, payer, recipient);
  return tr_number("Bribe {} spice {} > {}: paid; {} deferred, {} diverted to the bank.",
                     "Bribe {} spice {} > {}: paid; {} deferred, {} diverted to the bank.", gross, payer, recipient, deal.received->value,
                     gross - deal.received->value);
}

namespace {

/// What binds, and what became of the money or the goods: each game's own.
void add_facts(Lines& lines, const Paragraph& as, const Table& table, const Deal& deal, bool narrow) {
  if (dune_game(table)) return add(lines, as, bribe_sentence(table, deal) + binding_words(deal, narrow ? tr(" Binding; not enforced.") : tr(" Binding between the players, not enforced by parley.")));
  if (!ti4_game(table)) {
    const std::string binds = binding_words(deal, narrow ? tr("Agreed; not enforced.") : tr("Agreed between the players, not enforced by parley."));
    return binds.empty() ? void() : add(lines, as, binds);
  }
  add_class(lines, as, table, deal);
  if (narrow) add(lines, as, exchange_sentence(table, deal));
}

}  // namespace

Lines deal_facts(const Mirror& mirror, DealId id, int width_columns) {
  Lines lines;
  const Deal* deal = mirror.table().ledger.find(id);
  if (!deal) return lines;
  add_facts(lines, {width_columns, "", {}}, mirror.table(), *deal, true);
  if (deal->record.answers != DealId{}) add(lines, {width_columns, "", {}}, tr("Answers #{}.", deal->record.answers.value));
  return lines;
}

Lines deal_lines(const Mirror& mirror, const Chronicle& chronicle, const DealPage& page) {
  const Table& table = mirror.table();
  Lines lines;
  const Deal* deal = table.ledger.find(page.deal);
  if (!deal) return {{tr("No deal is open here; Enter opens the selected one."), dim_style}};
  const Paragraph as{page.width_columns, "", {}};
  if (page.whole) add_votes(lines, mirror, chronicle, *deal, page);
  else add(lines, as, votes_line(mirror, *deal));
  add_terms(lines, {page.width_columns, page.whole ? "  | " : "", {}}, deal->record.terms.utf8);
  if (page.facts) add_facts(lines, as, table, *deal, false);
  if (ti4_game(table)) add_clauses(lines, as, table, *deal);
  if (page.facts && deal->record.answers != DealId{}) add(lines, as, tr("Answers #{}.", deal->record.answers.value));
  add_notes(lines, table, *deal, page);
  if (!page.whole) return lines;
  add_actions(lines, mirror, page);
  add_history(lines, chronicle, page);
  return lines;
}

}  // namespace parley
