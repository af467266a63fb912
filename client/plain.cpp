#include "client/plain.h"

#include "client/command.h"
#include "client/display.h"
#include "client/input.h"
#include "client/roles.h"
#include "client/words.h"
#include "common/core/dune/rules.h"
#include "common/wire/names.h"

#include <asio/io_context.hpp>
#include <asio/post.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <deque>
#include <map>
#include <set>

namespace parley {
namespace {

constexpr std::string_view look_help =
    "  ledger | deal N | table | need | as ROLE | help | quit\n";
constexpr std::string_view rules_help =
    "A deal binds the players by the rules; parley does not enforce its text, and no cards, leaders, forces or powers may\n"
    "change hands. A bribe is paid with the LAST acceptance and comes to the recipient in mentat pause; release does not give\n"
    "it back, and nothing is reserved before. A consenting payer reveals whether it can pay. Provisional readings: all pairs of\n"
    "signatories must be unallied, and the Hajr window closes only by the payer's own act.\n";

class LineMode {
 public:
  LineMode() : input_(io_, [this](InputLine line) { read(line); }) {}

  int run(std::vector<HeldRole> roles) {
    for (HeldRole& role : roles) {
      auto cache = open_cache(role);
      links_.push_back(std::make_unique<Link>(io_, std::move(role), std::move(cache), LinkOptions{.keep_requests = true},
                                              [this](Link& link, const LinkEvent& event) { happened(link, event); }));
    }
    current_ = links_.front().get();
    shown_ = current_->mirror().empty() ? 0 : current_->mirror().table().version.value + 1;
    for (const auto& link : links_) link->start();
    io_.run();
    return exit_code_;
  }

 private:
  void print(const std::string& text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
  }
  std::string mark(const Link& link) const { return links_.size() > 1 ? link.held().role + ": " : ""; }

  // ---- events ---------------------------------------------------------------------------------------------------------
  void happened(Link& link, const LinkEvent& event) {
    std::visit([&](const auto& e) { on(link, e); }, event);
    if (ready()) take_lines();
    maybe_finish();
  }
  void on(Link& link, const Applied& applied) {
    const std::uint64_t version = applied.commit.version.value;
    if (version < shown_ || (&link != current_ && !current_->closed())) return;
    shown_ = version + 1;
    print(fmt::format("v{} {}", version, sentence(link.mirror().table(), applied.commit, applied.outcome)));
  }
  void on(Link& link, const BecameLive&) {
    settled_.insert(&link);
    lost_.erase(&link);
    print(fmt::format("{}live at v{}, you are {}", mark(link), link.mirror().table().version.value, link.held().role));
    say_needs(link);
  }
  void on(Link& link, const Lost& lost) {
    if (lost_.insert(&link).second) print(fmt::format("{}CONNECTION LOST ({}); trying again", mark(link), lost.why));
  }
  void on(Link& link, const Closed& closed) {
    settled_.insert(&link);
    print(mark(link) + sentence_for_closed(closed.why));
    asked_.clear();
    for (const auto& each : links_)
      if (!each->closed()) return;
    finish(1);
  }
  void on(Link& link, const PresenceChanged& presence) {
    if (&link == current_ && link.mirror().live() && presence.role != link.mirror().role())
      print(fmt::format("{} is {}", speaker(link.mirror().table(), presence.role), presence.online ? "here" : "away"));
  }
  void on(Link& link, const Reply& reply) {
    const auto found = asked_.find({&link, reply.request});
    const Action* asked = found == asked_.end() ? nullptr : &found->second;
    if (reply.refusal) print(fmt::format("{}REFUSED ({}): {}", mark(link), name(reply.refusal->code), sentence(*reply.refusal, link.mirror(), asked)));
    else print(fmt::format("{}committed v{}{}", mark(link), reply.version.value, reply.repeated ? " (it was done before)" : ""));
    if (found != asked_.end()) asked_.erase(found);
  }

  // ---- lines ------------------------------------------------------------------------------------------------------------
  bool ready() const { return settled_.size() == links_.size(); }
  void read(const InputLine& line) {
    if (line.end) ended_ = true;
    else lines_.push_back(line.text);
    if (ready()) take_lines();
    maybe_finish();
  }
  /// One line at a time, each after the answer to the one before: what is typed ahead is about what was there then.
  void take_lines() {
    while (!lines_.empty() && asked_.empty() && up_to_date()) {
      const std::string line = std::move(lines_.front());
      lines_.pop_front();
      handle(line);
      input_.release();
    }
  }
  /// What is typed is about what was shown, so the role that acts must have seen as much.
  bool up_to_date() const {
    const Mirror& mirror = current_->mirror();
    return current_->closed() || (!mirror.empty() && mirror.table().version.value + 1 >= shown_);
  }
  void maybe_finish() {
    if (ended_ && lines_.empty() && asked_.empty() && ready()) finish(exit_code_);
  }
  void finish(int code) {
    exit_code_ = code;
    for (const auto& link : links_) link->stop();
    io_.stop();
  }

  void handle(const std::string& line) {
    const auto words = words_of(line);
    if (!isatty(STDIN_FILENO)) print(current_->held().role + "> " + display(line));
    if (confirming_) return confirm(words);
    if (words.empty()) return;
    const std::string& word = words.front();
    const Mirror& mirror = current_->mirror();
    if (word == "quit" || word == "q") return finish(0);
    if (word == "help" || word == "?") return print(command_help(mirror.role()) + std::string(look_help) + std::string(rules_help));
    if (word == "as") return switch_role(words);
    if (mirror.empty()) return print("the table has not been received yet");
    if (word == "ledger") return show_ledger();
    if (word == "deal") return show_deal(words);
    if (word == "table") return show_table();
    if (word == "need") return say_needs(*current_);
    const auto command = parse_command(words, mirror);
    if (!command) return print(command.error());
    consider(*command);
  }

  void switch_role(const std::vector<std::string>& words) {
    std::string wanted = words.size() == 2 ? words[1] : "";
    for (char& c : wanted) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    for (const auto& link : links_)
      if (link->held().role == wanted) {
        current_ = link.get();
        return print("you are " + wanted);
      }
    print("that role is not held here: as ROLE");
  }

  /// Consents and payments ask once more on a terminal, with the whole text shown [P-C3].
  void consider(const Command& command) {
    const Mirror& mirror = current_->mirror();
    const Request request{.id = {}, .seen = mirror.table().version, .action = command.action, .secret = command.secret};
    if (const Verdict refusal = check(mirror.table(), mirror.role(), request))
      return print(fmt::format("NOT POSSIBLE ({}): {}", name(refusal->code), sentence(*refusal, mirror, &command.action)));
    const Verb verb = verb_of(command.action);
    if (!fits_a_frame(command.action)) return print("the text is too long to be sent");
    if (!isatty(STDIN_FILENO) || (!is_consent(verb) && verb != Verb::decline && verb != Verb::withdraw)) return send(command, mirror.table().version);
    if (const Deal* deal = mirror.table().ledger.find(deal_of(command.action))) print(deal_text(mirror.table(), *deal));
    else print(proposal_text(mirror, command.action));
    if (!dune::hajr_closed_by(mirror.table(), mirror.role(), command.action).empty()) print("This closes your Hajr window.");
    print("y is yes, anything else is no:");
    confirming_ = std::pair{command, mirror.table().version};
  }
  void confirm(const std::vector<std::string>& words) {
    const auto [command, seen] = *confirming_;
    confirming_.reset();
    if (words.size() == 1 && words[0] == "y") return send(command, seen);
    print("not done");
  }
  void send(const Command& command, Version seen) {
    const RequestId id = current_->ask(RequestId{}, seen, command.action, command.secret);
    asked_.emplace(std::pair{current_, id}, command.action);
  }

  // ---- looking ------------------------------------------------------------------------------------------------------------
  void show_ledger() {
    const Table& table = current_->mirror().table();
    if (table.ledger.deals().empty()) print("no deals yet");
    for (const Deal& deal : table.ledger.deals()) print(deal_line(table, deal));
  }

  static std::string proposal_text(const Mirror& mirror, const Action& action) {
    if (const auto* pay = std::get_if<PayBribe>(&action))
      return fmt::format("You pay {} spice to {} at once; it comes to them in mentat pause.", pay->gross.value, full_name(mirror.table(), pay->to));
    const auto* offer = std::get_if<Offer>(&action);
    if (!offer) return "";
    const Deal draft{.id = mirror.table().ledger.next(), .proposer = mirror.role().seat(), .record = offer->record,
                     .state = Open{SeatSet{mirror.role().seat()}, {}}};
    return deal_text(mirror.table(), draft);
  }

  static std::string deal_text(const Table& table, const Deal& deal) {
    std::string text = deal_line(table, deal) + "\n";
    std::string_view terms = deal.record.terms.utf8;
    while (!terms.empty()) {
      const std::size_t end = std::min(terms.find('\n'), terms.size());
      text += "    " + display(terms.substr(0, end)) + "\n";
      terms.remove_prefix(std::min(end + 1, terms.size()));
    }
    if (const Bribe* bribe = bribe_of(deal))
      text += fmt::format("  bribe: {} pays {} spice to {} with the last acceptance; in mentat pause it is theirs\n",
                          full_name(table, bribe->payer), bribe->gross.value, full_name(table, bribe->recipient));
    if (deal.received) text += fmt::format("  {} spice reached the recipient\n", deal.received->value);
    for (const Note& note : deal.notes) text += fmt::format("  note of {} at v{}: {}\n", table[note.seat].key, note.version.value, display(note.text.utf8));
    if (deal.record.answers != DealId{}) text += fmt::format("  answers #{}\n", deal.record.answers.value);
    return text + fmt::format("  offered in {}; binding between the players, not enforced by parley", moment_text(deal.offered));
  }

  void show_deal(const std::vector<std::string>& words) {
    const Table& table = current_->mirror().table();
    const std::string number = words.size() == 2 ? words[1].substr(words[1].starts_with('#')) : "";
    const Deal* deal = number.empty() || number.size() > 9 || number.find_first_not_of("0123456789") != std::string::npos
                           ? nullptr : table.ledger.find(DealId{static_cast<std::uint32_t>(std::stoul(number))});
    print(deal ? deal_text(table, *deal) : "there is no such deal: deal N");
  }

  void show_table() {
    const Mirror& mirror = current_->mirror();
    const Table& table = mirror.table();
    const auto& game = std::get<dune::Game>(table.game);
    print(fmt::format("{} v{}, {}, {}{}, bank {}", display(table.name), table.version.value, name(game.options.mode), moment_text(moment(table)),
                      game.inflation ? ", inflation" : "", game.bank.value));
    for (std::uint8_t i = 0; i < table.seats.size(); ++i) {
      const SeatRecord& record = table.seats[i];
      const dune::Purse& purse = game[Seat{i}];
      std::string line = fmt::format("  {:<20} {:<14} {}", full_name(table, Seat{i}), display(record.player.utf8), mirror.online(Role::of(Seat{i})) ? "here" : "away");
      if (record.control == Control::ai) line += ", AI";
      if (record.departed) line += ", departed";
      if (purse.ally) line += ", allied with " + table[*purse.ally].key;
      if (purse.spice) line += fmt::format(", {} spice", purse.spice->value);
      if (purse.deferred != Spice{}) line += fmt::format(", +{} in mentat pause", purse.deferred.value);
      if (purse.bid != Spice{}) line += fmt::format(", bids {}", purse.bid.value);
      if (purse.hajr) line += ", Hajr window open";
      print(line);
    }
    for (const Decision& decision : table.decisions) print(fmt::format("  decision {} waits for {}", decision.id.value, table[decision.owner].key));
  }

  void say_needs(const Link& link) {
    const auto all = needs(link.mirror().table(), link.mirror().role());
    if (all.empty()) return print(mark(link) + "nothing needs you");
    for (const Need& need : all) {
      if (need.what == Need::What::decide) print(fmt::format("{}NEEDS YOU: answer {} ...", mark(link), need.decision.value));
      else print(fmt::format("{}NEEDS YOU: {} {}", mark(link), need.what == Need::What::accept ? "accept" : "release", need.deal.value));
    }
  }

  asio::io_context io_{1};
  std::vector<std::unique_ptr<Link>> links_;
  Link* current_ = nullptr;
  std::set<const Link*> settled_;
  std::set<const Link*> lost_;
  std::uint64_t shown_ = 0;
  std::deque<std::string> lines_;
  bool ended_ = false;
  std::map<std::pair<const Link*, RequestId>, Action> asked_;
  std::optional<std::pair<Command, Version>> confirming_;
  int exit_code_ = 0;
  Input input_;  // last: its thread calls back into the rest
};

}  // namespace

int plain(const PlainOptions& options) {
  auto roles = find_roles(options.table, options.as);
  if (!roles) {
    std::fprintf(stderr, "parley: %s\n", roles.error().c_str());
    return 2;
  }
  return LineMode().run(std::move(*roles));
}

}  // namespace parley
