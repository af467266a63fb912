#include "client/plain_text.h"

#include "client/columns.h"
#include "client/command.h"
#include "client/display.h"
#include "client/games.h"
#include "client/pages/deal.h"
#include "client/pages/deal_ti4.h"
#include "client/pages/holdings.h"
#include "client/translate.h"
#include "client/view.h"
#include "client/words.h"
#include "client/words_ti4.h"
#include "common/wire/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace parley {
namespace {

struct Look {
  std::string_view word;
  const char* form;
  const char* about;
};
constexpr std::array<Look, 8> looks = {{
    {"need", "need", tr_later("what waits for my answer: an offer, a release, a decision")},
    {"ledger", "ledger", tr_later("every deal")},
    {"deal", "deal N", tr_later("one deal with its votes and notes")},
    {"table", "table", tr_later("who is here, whose turn, what lies in front of the shields")},
    {"split", tr_later("split DEAL"), tr_later("my open offer becomes two: what binds, and what does not")},
    {"as", tr_later("as ROLE"), tr_later("act as another role that I hold")},
    {"help", tr_later("help [COMMAND]"), tr_later("this, or one command with an example")},
    {"quit", "quit", tr_later("leave; the game goes on")},
}};

/// What the words mean, half a line each.
std::string words_help(const Table& table) {
  const dune::Game* game = dune_game(table);
  std::string out = ti4_game(table) || game ? tr("\nSeats: {}\nPhases: {}\n", keys(table, table.roster()), phase_names(table)) : tr("\nSeats: {}\n", keys(table, table.roster()));
  out += help_row("answers N", tr("in an offer: it is a counter-offer to deal N"));
  if (ti4_game(table)) out += ti4_words_help();
  if (!game) return out;
  out += help_row(tr("bank"), tr("spice that the Bureaucrat has diverted; nobody's any more"));
  out += help_row(tr("Bureaucrat"), tr("a leader skill: its holder may divert 2 of a bribe of {} or more", game->options.bureaucrat_min));
  out += help_row(tr("Truthtrance"), tr("a public question to a seat, to be answered yes or no"));
  return out;
}

constexpr const char* rules_help = tr_later(
    "A deal binds the players by the rules; parley does not enforce its text. No cards, leaders, forces or powers may change "
    "hands.\n"
    "A bribe is paid with the LAST acceptance and comes to its recipient in mentat pause. Nothing is reserved before, and "
    "release does not give it back.\n"
    "A payer who has consented reveals whether it can pay.\n"
    "Provisional readings: every pair of signatories must be unallied; the Hajr window closes only by the payer's own act.\n"
    "In a terminal, whatever agrees, ends a deal or moves spice is asked once more, and only y is yes. From a pipe or file it "
    "is done at once.");

constexpr const char* ti4_rules_help = tr_later(
    "A deal is between two. Its class is computed from its clauses and its exchange: [B] binding, [N] not binding, [?] undecided, "
    "[X] cannot be accepted as things stand; each with the rule that says so. It is final at the acceptance.\n"
    "Only the exchange is enforced: it moves with the acceptance, whole or not at all, and is never undone. Offering reserves nothing.\n"
    "In a terminal, whatever agrees, ends a deal or moves goods is asked once more, and only y is yes. From a pipe or file it "
    "is done at once.");
constexpr const char* open_rules_help = tr_later(
    "A deal is what its text says, agreed between the players; parley does not enforce it.\n"
    "In a terminal, whatever agrees or ends a deal is asked once more, and only y is yes. From a pipe or file it is done at once.");

/// The terms as they were written, each of their lines indented.
std::string indented(std::string_view terms) {
  std::string text;
  while (!terms.empty()) {
    const std::size_t end = std::min(terms.find('\n'), terms.size());
    text += "    " + display(terms.substr(0, end)) + "\n";
    terms.remove_prefix(std::min(end + 1, terms.size()));
  }
  return text;
}

/// The paper wraps: what is laid out for a screen is handed over in whole lines.
constexpr int plain_columns = 1'000'000;
std::string plain(const Lines& lines) {
  std::string text;
  for (const StyledLine& line : lines) text += line.text + "\n";
  return text;
}

std::string seat_text(const Mirror& mirror, Seat seat) {
  const Table& table = mirror.table();
  const SeatRecord& record = table[seat];
  std::string line = fmt::format("  {} {} {}", fit(full_name(table, seat), 20, "~"), fit(display(record.player.utf8), 14, "~"),
                                 mirror.online(Role::of(seat)) ? tr("here") : tr("away"));
  if (record.control == Control::ai) line += tr(", AI");
  if (record.departed) line += tr(", departed");
  const dune::Game* game = dune_game(table);
  if (!game) return line;
  const dune::Purse& purse = (*game)[seat];
  if (purse.ally) line += tr(", allied with {}", table[*purse.ally].key);
  if (purse.spice) line += tr_number(", {} spice", ", {} spice", purse.spice->value);
  if (purse.deferred != Spice{}) line += tr(", +{} in mentat pause", purse.deferred.value);
  if (purse.bid != Spice{}) line += tr(", bids {}", purse.bid.value);
  if (purse.hajr) line += tr(", Hajr window open");
  return line;
}

}  // namespace

namespace {

bool has(const Look& look, const Table& table, Role role) { return look.word != "split" || (ti4_game(table) && role.is_seat()); }

std::string about(const Look& look, const Table& table) {
  if (look.word == "table" && !dune_game(table)) return ti4_game(table) ? tr("who is here, whose turn, what everybody has") : tr("who is here");
  return tr(look.about);
}

}  // namespace

std::string plain_help(const Table& table, Role role) {
  std::string out = command_help(table, role);
  for (const Look& look : looks)
    if (has(look, table, role)) out += help_row(tr(look.form), about(look, table));
  const char* rules = dune_game(table) ? tr(rules_help) : ti4_game(table) ? tr(ti4_rules_help) : tr(open_rules_help);
  return out + words_help(table) + "\n" + rules;
}

std::string plain_help(const Table& table, Role role, std::string_view word) {
  std::string out = command_help(table, role, word);
  for (const Look& look : looks)
    if (look.word == word && has(look, table, role)) out += help_row(tr(look.form), about(look, table));
  return out;
}

std::string ledger_text(const Table& table) {
  if (table.ledger.deals().empty()) return tr("no deals yet");
  std::string text = ledger_head(table) + "\n";
  for (const Deal& deal : table.ledger.deals()) {
    text += deal_head(table, deal) + "\n" + indented(deal.record.terms.utf8);
    for (const ti4::Clause& clause : deal.record.clauses) text += "    " + clause_text(table, clause) + "\n";
  }
  return text;
}

std::string deal_text(const Table& table, const Deal& deal) {
  const auto list = [&](SeatSet seats) { return seats.empty() ? std::string("-") : keys(table, seats); };
  std::string text = tr("#{} {}, {}, offered in {}", deal.id.value, state_word(deal), parties_text(table, deal), moment_text(table, deal.offered)) + "\n";
  text += indented(deal.record.terms.utf8);
  if (dune_game(table)) text += bribe_sentence(table, deal) + "\n";
  if (ti4_game(table)) {
    Lines lines;
    add_class(lines, {plain_columns, "", {}}, table, deal);
    add_clauses(lines, {plain_columns, "", {}}, table, deal);
    text += plain(lines);
  }
  if (const Open* open = std::get_if<Open>(&deal.state)) text += tr("Accepted by {}; waits for {}.", list(open->consents), list(missing(table, deal))) + "\n";
  const Active* active = std::get_if<Active>(&deal.state);
  if (active && !active->release_requests.empty()) text += tr("Release asked for by {}; waits for {}.", list(active->release_requests), list(missing(table, deal))) + "\n";
  if (const Declined* declined = std::get_if<Declined>(&deal.state)) text += tr("Declined by {}.", key(table, declined->by)) + "\n";
  for (const Note& note : deal.notes) text += tr("Note of {} (v{}): {}", key(table, note.seat), note.version.value, display(note.text.utf8)) + "\n";
  if (deal.record.answers != DealId{}) text += tr("Answers #{}.", deal.record.answers.value) + "\n";
  if (ti4_game(table)) return text + tr("Only the exchange is enforced by parley.");
  return text + (dune_game(table) ? tr("Binding between the players, not enforced by parley.") : tr("Agreed between the players, not enforced by parley."));
}

namespace {

/// Name, version, and where the game stands.
std::string table_head(const Table& table) {
  const std::string table_name = display(table.name), now = moment_text(table, moment(table));
  const dune::Game* game = dune_game(table);
  if (!game) return tr("{} v{}, {}", table_name, table.version.value, now);
  const char* mode = game->options.mode == dune::Mode::basic ? tr("basic") : tr("advanced");
  return game->inflation ? tr("{} v{}, {}, {}, inflation, bank {}", table_name, table.version.value, mode, now, game->bank.value)
                         : tr("{} v{}, {}, {}, bank {}", table_name, table.version.value, mode, now, game->bank.value);
}

}  // namespace

std::string table_text(const Mirror& mirror) {
  const Table& table = mirror.table();
  std::string text = table_head(table) + "\n";
  for (std::uint8_t i = 0; i < table.seats.size(); ++i) text += seat_text(mirror, Seat{i}) + "\n";
  for (const Decision& decision : table.decisions) text += tr("decision {}", decision_text(table, decision)) + "\n";
  if (ti4_game(table)) text += plain(holdings_lines(table, plain_columns));
  return text;
}

std::string need_text(const Table& table, const Need& need) {
  if (need.what == Need::What::decide) {
    const Decision& decision = *find_decision(table, need.decision);
    std::string words;
    for (const Answer answer : {Answer::divert, Answer::allow, Answer::yes, Answer::no, Answer::done})
      if (fits(answer, decision)) words += (words.empty() ? "" : "|") + std::string(name(answer));  // as they are typed
    return tr("NEEDS YOU: answer {} {}   ({})", need.decision.value, words, decision_text(table, decision));
  }
  const Deal& deal = *table.ledger.find(need.deal);
  if (need.what == Need::What::accept) return tr("NEEDS YOU: accept {0} or decline {0}   ({1})", deal.id.value, parties_text(table, deal));
  return tr("NEEDS YOU: release {}   ({} asked for it)", deal.id.value, keys(table, std::get<Active>(deal.state).release_requests));
}

}  // namespace parley
