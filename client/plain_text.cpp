#include "client/plain_text.h"

#include "client/columns.h"
#include "client/command.h"
#include "client/display.h"
#include "client/pages/deal.h"
#include "client/translate.h"
#include "client/view.h"
#include "client/words.h"
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
constexpr std::array<Look, 7> looks = {{
    {"need", "need", tr_later("what waits for my answer: an offer, a release, a decision")},
    {"ledger", "ledger", tr_later("every deal")},
    {"deal", "deal N", tr_later("one deal with its votes and notes")},
    {"table", "table", tr_later("who is here, whose turn, what lies in front of the shields")},
    {"as", tr_later("as ROLE"), tr_later("act as another role that I hold")},
    {"help", tr_later("help [COMMAND]"), tr_later("this, or one command with an example")},
    {"quit", "quit", tr_later("leave; the game goes on")},
}};

/// What the words mean, half a line each.
std::string words_help(const Table& table) {
  std::string out = tr("\nSeats: {}\nPhases: {}\n", keys(table, table.roster()), phase_names());
  out += help_row("answers N", tr("in an offer: it is a counter-offer to deal N"));
  out += help_row(tr("bank"), tr("spice that the Bureaucrat has diverted; nobody's any more"));
  out += help_row(tr("Bureaucrat"), tr("a leader skill: its holder may divert 2 of a bribe of {} or more", std::get<dune::Game>(table.game).options.bureaucrat_min));
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

std::string seat_text(const Mirror& mirror, Seat seat) {
  const Table& table = mirror.table();
  const SeatRecord& record = table[seat];
  const dune::Purse& purse = std::get<dune::Game>(table.game)[seat];
  std::string line = fmt::format("  {} {} {}", fit(full_name(table, seat), 20, "~"), fit(display(record.player.utf8), 14, "~"),
                                 mirror.online(Role::of(seat)) ? tr("here") : tr("away"));
  if (record.control == Control::ai) line += tr(", AI");
  if (record.departed) line += tr(", departed");
  if (purse.ally) line += tr(", allied with {}", table[*purse.ally].key);
  if (purse.spice) line += tr_number(", {} spice", ", {} spice", purse.spice->value);
  if (purse.deferred != Spice{}) line += tr(", +{} in mentat pause", purse.deferred.value);
  if (purse.bid != Spice{}) line += tr(", bids {}", purse.bid.value);
  if (purse.hajr) line += tr(", Hajr window open");
  return line;
}

}  // namespace

std::string plain_help(const Table& table, Role role) {
  std::string out = command_help(role);
  for (const Look& look : looks) out += help_row(tr(look.form), tr(look.about));
  return out + words_help(table) + "\n" + tr(rules_help);
}

std::string plain_help(Role role, std::string_view word) {
  std::string out = command_help(role, word);
  for (const Look& look : looks)
    if (look.word == word) out += help_row(tr(look.form), tr(look.about));
  return out;
}

std::string ledger_text(const Table& table) {
  if (table.ledger.deals().empty()) return tr("no deals yet");
  std::string text = ledger_head() + "\n";
  for (const Deal& deal : table.ledger.deals()) text += deal_head(table, deal) + "\n" + indented(deal.record.terms.utf8);
  return text;
}

std::string deal_text(const Table& table, const Deal& deal) {
  const auto list = [&](SeatSet seats) { return seats.empty() ? std::string("-") : keys(table, seats); };
  std::string text = tr("#{} {}, {}, offered in {}", deal.id.value, state_word(deal), parties_text(table, deal), moment_text(table, deal.offered)) + "\n";
  text += indented(deal.record.terms.utf8) + bribe_sentence(table, deal) + "\n";
  if (const Open* open = std::get_if<Open>(&deal.state)) text += tr("Accepted by {}; waits for {}.", list(open->consents), list(missing(table, deal))) + "\n";
  const Active* active = std::get_if<Active>(&deal.state);
  if (active && !active->release_requests.empty()) text += tr("Release asked for by {}; waits for {}.", list(active->release_requests), list(missing(table, deal))) + "\n";
  if (const Declined* declined = std::get_if<Declined>(&deal.state)) text += tr("Declined by {}.", key(table, declined->by)) + "\n";
  for (const Note& note : deal.notes) text += tr("Note of {} (v{}): {}", key(table, note.seat), note.version.value, display(note.text.utf8)) + "\n";
  if (deal.record.answers != DealId{}) text += tr("Answers #{}.", deal.record.answers.value) + "\n";
  return text + tr("Binding between the players, not enforced by parley.");
}

std::string table_text(const Mirror& mirror) {
  const Table& table = mirror.table();
  const auto& game = std::get<dune::Game>(table.game);
  const std::string game_name = display(table.name), now = moment_text(table, moment(table));
  const char* mode = game.options.mode == dune::Mode::basic ? tr("basic") : tr("advanced");
  std::string text = game.inflation ? tr("{} v{}, {}, {}, inflation, bank {}", game_name, table.version.value, mode, now, game.bank.value)
                                    : tr("{} v{}, {}, {}, bank {}", game_name, table.version.value, mode, now, game.bank.value);
  text += "\n";
  for (std::uint8_t i = 0; i < table.seats.size(); ++i) text += seat_text(mirror, Seat{i}) + "\n";
  for (const Decision& decision : table.decisions) text += tr("decision {}", decision_text(table, decision)) + "\n";
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
