#include "client/plain.h"

#include "client/columns.h"
#include "client/command.h"
#include "client/connection.h"
#include "client/display.h"
#include "client/games.h"
#include "client/input.h"
#include "client/pages/prompt.h"
#include "client/paper.h"
#include "client/plain_text.h"
#include "client/roles.h"
#include "client/start_up.h"
#include "client/translate.h"
#include "client/view.h"
#include "client/words.h"
#include "common/core/utf8.h"
#include "common/wire/names.h"

#include <asio/io_context.hpp>
#include <asio/post.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cwctype>
#include <deque>
#include <map>
#include <set>

namespace parley {
namespace {

std::string capitalised(std::string_view text) {
  std::u32string points = decode(text).points;
  if (!points.empty()) points[0] = static_cast<char32_t>(std::towupper(static_cast<std::wint_t>(points[0])));
  return encode(points);
}

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
  void print(std::string_view text) { paper_.print(text); }
  /// What was asked for was not done: a script learns it from the exit code.
  void complain(std::string_view text) {
    print(text);
    failed_ = true;
  }
  std::string mark(const Link& link) const { return links_.size() > 1 ? link.held().role + ": " : ""; }

  // ---- events ---------------------------------------------------------------------------------------------------------
  void happened(Link& link, const LinkEvent& event) {
    std::visit([&](const auto& e) { on(link, e); }, event);
    if (ready() && !greeted_) greet();
    go_on();
  }
  void on(Link& link, const Applied& applied) {
    const std::uint64_t version = applied.commit.version.value;
    if (version < shown_ || (&link != current_ && !current_->closed())) return;
    shown_ = version + 1;
    print(fmt::format("v{} {}", version, sentence(link.mirror().table(), applied.commit, applied.outcome)));
  }
  void on(Link& link, const BecameLive& live) {
    settled_.insert(&link);
    if (lost_.erase(&link) != 0 && lost_.empty() && greeted_) print(tr("live again at v{}", live.head.value));
  }
  void on(Link& link, const Lost& lost) {
    if (!lost_.insert(&link).second || lost_.size() > 1) return;
    if (settled_.contains(&link)) print(tr("CONNECTION LOST ({}); trying again", failure_words(lost.why)));
    else print(tr("CANNOT REACH THE SERVER at {} ({}); trying again", display(link.held().address), failure_words(lost.why)));
  }
  void on(Link& link, const Closed& closed) {
    settled_.insert(&link);
    lost_.erase(&link);
    complain(mark(link) + sentence_for_closed(closed.why));
    std::erase_if(asked_, [&](const auto& asked) { return asked.first.first == &link; });
    for (const auto& each : links_)
      if (!each->closed()) return;
    finish(1);
  }
  void on(Link& link, const PresenceChanged& presence) {
    if (greeted_ && &link == current_ && link.mirror().live() && presence.role != link.mirror().role())
      print(presence.online ? tr("{} is here", speaker(link.mirror().table(), presence.role)) : tr("{} is away", speaker(link.mirror().table(), presence.role)));
  }
  void on(Link& link, const Reply& reply) {
    const auto found = asked_.find({&link, reply.request});
    const Action* asked = found == asked_.end() ? nullptr : &found->second;
    if (reply.refusal) complain(mark(link) + tr("REFUSED ({}): {}", name(reply.refusal->code), sentence(*reply.refusal, link.mirror(), asked)));
    else print(mark(link) + (reply.repeated ? tr("committed v{} (it was done before)", reply.version.value) : tr("committed v{}", reply.version.value)));
    if (found != asked_.end()) asked_.erase(found);
  }

  /// Every role has its table, or has ended: one line for all, then what needs them.
  void greet() {
    greeted_ = true;
    std::vector<const Link*> here;
    for (const auto& link : links_)
      if (!link->closed()) here.push_back(link.get());
    if (here.empty()) return;
    std::string roles;
    for (const Link* link : here) roles += (roles.empty() ? "" : ", ") + link->held().role;
    const auto version = current_->mirror().table().version.value;
    print(here.size() == 1 ? tr("live at v{}, you are {}; help lists the commands", version, self(*here.front()))
                           : tr("live at v{}, you are {} (as ROLE changes)", version, roles));
    if (std::count_if(here.begin(), here.end(), [&](const Link* link) { return say_needs(*link); }) == 0) print(tr("nothing needs you"));
  }
  static std::string self(const Link& link) {
    const Mirror& mirror = link.mirror();
    return mirror.role().is_seat() && !mirror.empty() ? full_name(mirror.table(), mirror.role().seat()) : link.held().role;
  }

  // ---- lines ------------------------------------------------------------------------------------------------------------
  bool ready() const { return settled_.size() == links_.size(); }
  void read(const InputLine& line) {
    if (line.end) ended_ = true;
    else lines_.push_back(line);
    go_on();
  }
  /// One line at a time, each after the answer to the one before: what is typed ahead is about what was there then.
  void go_on() {
    while (!done_ && ready() && !lines_.empty() && asked_.empty() && up_to_date()) {
      const InputLine line = std::move(lines_.front());
      lines_.pop_front();
      paper_.entered();
      if (line.too_long) complain(tr("the line is longer than 1 MiB and was not read"));
      else handle(line.text);
      input_.release();
    }
    if (done_ || !ready() || !lines_.empty() || !asked_.empty()) return;
    if (ended_) finish(0);
    else if (terminal_) paper_.prompt(confirming_ ? confirming_->question : current_->held().role + "> ");
  }
  /// What is typed is about what was shown, so the role that acts must have seen as much.
  bool up_to_date() const {
    const Mirror& mirror = current_->mirror();
    return current_->closed() || (!mirror.empty() && mirror.table().version.value + 1 >= shown_);
  }
  void finish(int code) {
    done_ = true;
    exit_code_ = code == 0 && failed_ && !terminal_ ? 1 : code;
    paper_.leave();
    for (const auto& link : links_) link->stop();
    io_.stop();
  }

  void handle(const std::string& line) {
    if (!terminal_) print(current_->held().role + "> " + display(line));
    if (confirming_) return confirm(line);
    const auto read_words = words_of(line);
    if (!read_words) return complain(read_words.error());
    const auto& words = *read_words;
    if (words.empty()) return;
    const std::string& word = words.front();
    const Mirror& mirror = current_->mirror();
    if (word == "quit" || word == "q") return finish(0);
    if (word == "as") return switch_role(words);
    if (mirror.empty()) return complain(tr("the table has not been received yet"));
    if (word == "help" || word == "?") return help(words);
    if (word == "ledger") return print(ledger_text(mirror.table()));
    if (word == "deal") return show_deal(words);
    if (word == "table") return print(table_text(mirror));
    if (word == "split" && ti4_game(mirror.table())) return split(words);
    if (word == "need") {
      if (!say_needs(*current_)) print(tr("nothing needs you"));
      return;
    }
    const auto command = parse_command(words, mirror);
    if (!command) return complain(command.error());
    consider({*command});
  }

  void help(const std::vector<std::string>& words) {
    const Mirror& mirror = current_->mirror();
    if (words.size() == 1) return print(plain_help(mirror.table(), mirror.role()));
    const std::string one = plain_help(mirror.table(), mirror.role(), words[1]);
    if (!one.empty()) print(one);
    else complain(tr("you have no command '{}'; 'help' lists those you have", display(words[1])));
  }

  void switch_role(const std::vector<std::string>& words) {
    std::string wanted = words.size() == 2 ? words[1] : "", held;
    for (char& c : wanted) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    for (const auto& link : links_) {
      held += (held.empty() ? "" : ", ") + link->held().role;
      if (link->held().role != wanted && !(wanted == "VIEWER" && link->held().role.starts_with("VIEWER/"))) continue;
      current_ = link.get();
      return print(tr("you are {}", self(*link)));
    }
    complain(tr("you hold {} here, not '{}': as ROLE", held, display(wanted)));
  }

  /// In a terminal, what agrees, ends a deal or moves spice is asked once more, with the whole text shown [P-C3].
  void consider(const std::vector<Command>& commands) {
    const Mirror& mirror = current_->mirror();
    const Command& command = commands.front();
    if (current_->closed()) return complain(tr("the connection of {} has ended; nothing can be done as {}", current_->held().role, current_->held().role));
    if (const Verdict refusal = judge(mirror, command.action, command.secret))
      return complain(tr("NOT POSSIBLE ({}): {}", name(refusal->code), sentence(*refusal, mirror, &command.action)));
    if (!fits_a_frame(command.action)) return complain(tr("the text is too long to be sent; shorten it"));
    const std::string warning = payment_warning(mirror, command.action);
    if (!terminal_ || !asks_again(verb_of(command.action))) {
      if (!warning.empty()) print(warning);
      return send(commands, mirror.table().version);
    }
    if (!showable(text_agreed_to(mirror.table(), command.action)))
      return complain(tr("This terminal's locale cannot show the whole text, so nothing can be agreed to here; use a UTF-8 locale."));
    for (const StyledLine& line : prompt_lines(mirror, commands, paper_.width())) print(line.text);
    if (!warning.empty()) print(warning);
    confirming_ = Confirming{commands, mirror.table().version, tr("{} as {}? y is yes, anything else is no: ", capitalised(title_of(mirror.table(), commands)), current_->held().role)};
  }
  void confirm(std::string_view line) {
    const Confirming asked = *std::exchange(confirming_, std::nullopt);
    line = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    line = line.substr(0, line.find_last_not_of(" \t") + 1);
    if (line == "y" || line == "\u0434") return send(asked.commands, asked.seen);
    print(line.empty() || line == "n" || line == "no" ? tr("not done") : tr("not done; only y is yes"));
  }
  void send(const std::vector<Command>& commands, Version seen) {
    for (const Command& command : commands) {
      const RequestId id = current_->ask(RequestId{}, seen, command.action, command.secret);
      asked_.emplace(std::pair{current_, id}, command.action);
    }
  }

  void split(const std::vector<std::string>& words) {
    const Deal* deal = deal_of(words);
    if (!deal) return complain(tr("there is no such deal: {} N, such as: {} 1; 'ledger' lists them", "split", "split"));
    const auto commands = split_offer(current_->mirror(), deal->id);
    if (commands.empty()) return complain(not_to_split());
    consider(commands);
  }

  // ---- looking ------------------------------------------------------------------------------------------------------------
  /// The deal of "deal 4" or "deal #4", or nothing.
  const Deal* deal_of(const std::vector<std::string>& words) const {
    const Table& table = current_->mirror().table();
    const std::string number = words.size() == 2 ? words[1].substr(words[1].starts_with('#')) : "";
    return number.empty() || number.size() > 9 || number.find_first_not_of("0123456789") != std::string::npos
                           ? nullptr : table.ledger.find(DealId{static_cast<std::uint32_t>(std::stoul(number))});
  }
  void show_deal(const std::vector<std::string>& words) {
    if (const Deal* deal = deal_of(words)) print(deal_text(current_->mirror().table(), *deal));
    else complain(tr("there is no such deal: {} N, such as: {} 1; 'ledger' lists them", "deal", "deal"));
  }

  /// Whether there was anything to say.
  bool say_needs(const Link& link) {
    const Table& table = link.mirror().table();
    const auto all = link.mirror().empty() ? std::vector<Need>{} : needs(table, link.mirror().role());
    for (const Need& need : all) print(mark(link) + need_text(table, need));
    return !all.empty();
  }
  struct Confirming {
    std::vector<Command> commands;
    Version seen;
    std::string question;
  };

  const bool terminal_ = ::isatty(STDIN_FILENO) != 0;
  Paper paper_;
  asio::io_context io_{1};
  std::vector<std::unique_ptr<Link>> links_;
  Link* current_ = nullptr;
  std::set<const Link*> settled_;
  std::set<const Link*> lost_;
  std::uint64_t shown_ = 0;
  bool greeted_ = false;
  std::deque<InputLine> lines_;
  bool ended_ = false;
  bool done_ = false;
  bool failed_ = false;
  std::map<std::pair<const Link*, RequestId>, Action> asked_;
  std::optional<Confirming> confirming_;
  int exit_code_ = 0;
  Input input_;  // last: its thread calls back into the rest
};

}  // namespace

int plain(const PlainOptions& options) {
  auto roles = find_roles(options.table, options.as);
  if (!roles) return start_up_error(roles.error());
  return LineMode().run(std::move(*roles));
}

}  // namespace parley
