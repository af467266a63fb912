#include "client/pipe.h"

#include "client/input.h"
#include "client/roles.h"
#include "client/words.h"
#include "common/wire/describe.h"
#include "common/wire/json_text.h"
#include "common/wire/parse.h"

#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <map>
#include <set>

namespace parley {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t request_max = std::uint64_t{1} << 53;  // what every JSON reader keeps exactly

/// Takes one member out of a line.
std::optional<Json> take(Json& line, const char* key) {
  const auto found = line.find(key);
  if (found == line.end()) return std::nullopt;
  Json value = std::move(*found);
  line.erase(key);
  return value;
}

/// "advance" without a turn means the next time that the phase comes; a correction stays in the turn.
void fill_in_turn(Json& line, const Table& table) {
  if (line.value("do", Json()) != "advance" || line.contains("turn") || !line.contains("phase")) return;
  const Moment now = moment(table);
  bool later = false;
  for (std::uint8_t p = 0; p <= static_cast<std::uint8_t>(dune::Phase::over); ++p)
    if (line["phase"] == name(static_cast<dune::Phase>(p))) later = p > now.phase;
  const bool correct = line.value("correct", Json()) == true;
  line["turn"] = std::clamp(now.turn + (later || correct ? 0u : 1u), 1u, 65535u);
}

class Pipe {
 public:
  explicit Pipe(const PipeOptions& options)
      : options_(options), late_(io_), input_(io_, [this](InputLine line) { read(std::move(line)); }) {}

  int run(std::vector<HeldRole> roles) {
    for (HeldRole& role : roles) {
      auto cache = open_cache(role);
      LinkOptions options{.restored = {}, .ping_after = options_.ping_after};
      options.restored = [this](const Mirror& mirror, const Applied& applied) {  // only this role's disk has its amounts
        if (!std::holds_alternative<std::monostate>(applied.commit.secret)) keep(mirror, applied);
      };
      links_.push_back(std::make_unique<Link>(io_, std::move(role), std::move(cache), std::move(options),
                                              [this](Link& link, const LinkEvent& event) { happened(link, event); }));
    }
    next_version_ = first_unseen();
    commits_.erase(commits_.begin(), commits_.lower_bound(next_version_));
    for (const auto& link : links_) link->start();
    io_.run();
    return exit_code_;
  }

 private:
  struct Waiting {
    Json event;
    Commit commit;
  };
  struct Asked {
    Json id;
    Action action;
  };
  /// A line that was read; `printed`: the version that the pipe had printed then, once that has a meaning.
  struct Held {
    InputLine text;
    std::optional<std::uint64_t> printed;
  };
  /// A line for a role: what to show, or else an action in `line`.
  struct Understood {
    Json id;
    Link* link = nullptr;
    std::optional<Json> what;
    std::uint64_t seen = 0;
    std::uint64_t request = 0;  // 0: the next one
    Json line;
  };

  // ---- out --------------------------------------------------------------------------------------------------------------
  void print(const Json& line) {
    const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) finish(1);
  }
  void finish(int code) {
    exit_code_ = code;
    for (const auto& link : links_) link->stop();
    io_.stop();
  }
  void answer(const Json& id, Json rest) {
    Json line{{"answer", id}};
    line.update(rest);
    print(line);
    if (const auto version = rest.find("committed"); version != rest.end()) printed(version->get<std::uint64_t>());
  }
  void error(const Json& id, const std::string& sentence) { answer(id, {{"error", sentence}}); }
  void printed(std::uint64_t version) { printed_ = std::max(printed_, version); }

  // ---- events -------------------------------------------------------------------------------------------------------------
  void happened(Link& link, const LinkEvent& event) {
    std::visit([&](const auto& e) { on(link, e); }, event);
    flush_commits();
    if (ready()) handle_held_lines();
    maybe_finish();
  }

  void on(Link& link, const Applied& applied) {
    if (applied.commit.version.value >= next_version_) keep(link.mirror(), applied);
  }
  /// A commit to be printed in its turn; one with its secret is better than one without.
  void keep(const Mirror& mirror, const Applied& applied) {
    const std::uint64_t version = applied.commit.version.value;
    const auto known = commits_.find(version);
    const bool bare = std::holds_alternative<std::monostate>(applied.commit.secret);
    if (known != commits_.end() && bare && encode(known->second.commit) == encode(applied.commit)) return;
    Json event{{"event", "committed"}};
    event.update(describe(applied.commit, applied.time, mirror.seats()));
    add_outcome(event, applied.outcome, mirror.table());
    commits_.insert_or_assign(version, Waiting{std::move(event), applied.commit});
  }

  /// Prints commits in order, each once, with what any of the roles may see.
  void flush_commits() {
    for (auto found = commits_.find(next_version_); found != commits_.end(); found = commits_.find(next_version_)) {
      const bool complete = !std::holds_alternative<std::monostate>(found->second.commit.secret);
      if (!complete && somebody_sees_more(found->second.commit)) return;
      print(found->second.event);
      printed(next_version_);
      commits_.erase(found);
      ++next_version_;
    }
  }

  bool somebody_sees_more(const Commit& commit) const {
    const Verb verb = verb_of(commit.action);
    if (verb != Verb::adjust && verb != Verb::adjust_seat && verb != Verb::control) return false;
    return std::any_of(links_.begin(), links_.end(), [&](const auto& link) {
      const Mirror& mirror = link->mirror();
      return !link->closed() && sees_secret(mirror.role(), commit) && (mirror.empty() || mirror.table().version < commit.version);
    });
  }

  /// The first version that some role has not on disk.
  std::uint64_t first_unseen() const {
    std::uint64_t first = UINT64_MAX;
    for (const auto& link : links_) first = std::min(first, link->mirror().empty() ? 0 : link->mirror().table().version.value + 1);
    return first;
  }

  void on(Link& link, const BecameLive& live) {
    settled_.insert(&link);
    flush_commits();
    print({{"event", "live"}, {"role", link.held().role}, {"version", live.head.value}});
    printed(live.head.value);
  }
  void on(Link& link, const Lost& lost) {
    if (settled_.contains(&link)) return print({{"event", "lost"}, {"role", link.held().role}});
    if (told_unreachable_.insert(&link).second)
      std::fprintf(stderr, "parley: cannot reach the server at %s (%s); trying again\n", link.held().address.c_str(), lost.why.c_str());
  }
  void on(Link& link, const Closed& closed) {
    settled_.insert(&link);
    why_closed_[&link] = closed.why;
    print({{"event", "closed"}, {"role", link.held().role}, {"why", closed.why}});
    std::fprintf(stderr, "parley: %s: %s\n", link.held().role.c_str(), sentence_for_closed(closed.why).c_str());
    for (auto it = asked_.begin(); it != asked_.end();) {
      if (it->first.first != &link) { ++it; continue; }
      error(it->second.id, "the connection has ended (" + closed.why + "), and with it the answer");
      it = asked_.erase(it);
    }
  }
  void on(Link& link, const PresenceChanged& presence) {
    bool& known = online_[presence.role];
    if (std::exchange(known, presence.online) == presence.online) return;
    print({{"event", "presence"}, {"role", role_text(presence.role, link.mirror().seats())}, {"online", presence.online}});
  }

  void on(Link& link, const Reply& reply) {
    const auto found = asked_.find({&link, reply.request});
    if (found == asked_.end()) return;
    const Asked asked = std::move(found->second);
    asked_.erase(found);
    if (reply.refusal) {
      answer(asked.id, {{"refused", name(reply.refusal->code)}, {"why", sentence(*reply.refusal, link.mirror(), &asked.action)},
                        {"version", reply.version.value}});
    } else {
      Json line{{"committed", reply.version.value}};
      if (std::holds_alternative<Offer>(asked.action))
        if (const auto deal = link.mirror().deal_offered_at(reply.version)) line["deal"] = deal->value;
      if (reply.repeated) line["repeated"] = true;
      answer(asked.id, line);
    }
    watch_the_clock();
  }

  // ---- lines ----------------------------------------------------------------------------------------------------------------
  /// Lines are read when every role knows its table, so that `seen` has a meaning.
  bool ready() const { return settled_.size() == links_.size(); }

  void read(InputLine line) {
    if (line.end) {
      end_of_input_ = true;
    } else {
      held_.push_back({std::move(line), ready() ? std::optional(printed_) : std::nullopt});
      if (options_.timeout && asked_.empty() && held_.size() == 1) watch_the_clock();
      if (ready()) handle_held_lines();
    }
    maybe_finish();
  }

  /// In their order; the first that has to wait holds up the others.
  void handle_held_lines() {
    for (Held& line : held_)
      if (!line.printed) line.printed = printed_;
    for (; !held_.empty(); held_.pop_front(), input_.release()) {
      if (!first_) first_ = understand(held_.front());
      if (!first_) continue;
      if (!caught_up(*first_)) return;
      const Understood line = std::move(*std::exchange(first_, std::nullopt));
      if (line.what) show(line);
      else act(line);
    }
  }

  /// What a line asks for, before it is known whether its role is far enough; nothing where it was answered with an error.
  std::optional<Understood> understand(const Held& held) {
    const auto wrong = [&](const Json& id, const std::string& sentence) {
      error(id, sentence);
      return std::nullopt;
    };
    if (held.text.too_long) return wrong(nullptr, "the line is longer than 1 MiB");
    Understood out{.line = parse_json<Json>(held.text.text)};
    Json& line = out.line;
    if (!line.is_object()) return wrong(nullptr, "the line is no JSON object");
    const Json id = out.id = take(line, "id").value_or(nullptr);
    const auto as = take(line, "as");
    if (as && !as->is_string()) return wrong(id, "\"as\" must be a role of this pipe");
    out.link = link_of(as ? as->get<std::string>() : "");
    if (!out.link) return wrong(id, as ? "this pipe does not hold the role " + as->dump() : "\"as\" must say which of this pipe's roles");
    out.seen = *held.printed;
    if ((out.what = take(line, "show"))) return out;
    const auto number = [&](const char* key, std::uint64_t& into) {
      const auto value = take(line, key);
      if (value && value->is_number_unsigned()) into = value->get<std::uint64_t>();
      return !value || value->is_number_unsigned();
    };
    if (!number("seen", out.seen)) return wrong(id, "\"seen\" must be a version");
    if (out.seen > highest_known())
      return wrong(id, "\"seen\" is " + std::to_string(out.seen) + ", but the table is at version " + std::to_string(highest_known()));
    if (line.contains("request") && (!number("request", out.request) || out.request == 0 || out.request > request_max))
      return wrong(id, "\"request\" must be a whole number from 1 to " + std::to_string(request_max));
    return out;
  }

  std::uint64_t highest_known() const {
    std::uint64_t highest = printed_;
    for (const auto& link : links_) highest = std::max(highest, link->mirror().table().version.value);
    return highest;
  }

  /// Whether the line's role has all that the line rests on. A role that is not connected only shows what it has.
  static bool caught_up(const Understood& line) {
    const Mirror& mirror = line.link->mirror();
    return line.link->closed() || mirror.table().version.value >= line.seen || (line.what && !mirror.live());
  }

  Link* link_of(const std::string& role) const {
    if (role.empty()) return links_.size() == 1 ? links_.front().get() : nullptr;
    for (const auto& link : links_)
      if (link->held().role == role || (role == "VIEWER" && link->held().role.starts_with("VIEWER/"))) return link.get();
    return nullptr;
  }

  void act(const Understood& asked) {
    Link& link = *asked.link;
    const Json& id = asked.id;
    if (link.closed()) return error(id, "the connection of " + link.held().role + " has ended (" + why_closed_[&link] + ")");
    Json line = asked.line;
    fill_in_turn(line, link.mirror().table());
    auto parsed = parse_action(line, link.mirror().role(), link.mirror().table());
    if (!parsed) return error(id, parsed.error());
    if (!fits_a_frame(parsed->action)) return error(id, "the text is too long to be sent");
    const RequestId sent = link.ask(RequestId{asked.request}, Version{asked.seen}, parsed->action, parsed->secret);
    asked_.emplace(std::pair{&link, sent}, Asked{id, std::move(parsed->action)});
    if (asked_.size() == 1) watch_the_clock();
  }

  void show(const Understood& asked) {
    const Json& id = asked.id;
    const Json& what = *asked.what;
    Json line = asked.line;
    const auto deal = take(line, "deal");
    if (!line.empty()) return error(id, "unknown key \"" + line.items().begin().key() + "\"");
    const Mirror& mirror = asked.link->mirror();
    if (mirror.empty()) return error(id, "the table has not been received yet");
    const Table& table = mirror.table();
    if (what == "table") return answer(id, {{"table", table_with_presence(mirror)}});
    if (what == "need") return answer(id, {{"need", describe(needs(table, mirror.role()))}});
    if (what == "ledger") {
      Json deals = Json::array();
      for (const Deal& each : table.ledger.deals()) deals.push_back(describe(each, table));
      return answer(id, {{"ledger", deals}});
    }
    if (what != "deal") return error(id, "\"show\" is table, ledger, deal or need");
    if (!deal || !deal->is_number_unsigned()) return error(id, "\"deal\" must be a deal's number");
    const auto number = deal->get<std::uint64_t>();
    const Deal* found = number <= UINT32_MAX ? table.ledger.find(DealId{static_cast<std::uint32_t>(number)}) : nullptr;
    if (!found) return error(id, "there is no deal " + deal->dump());
    answer(id, {{"deal", describe(*found, table)}});
  }

  static Json table_with_presence(const Mirror& mirror) {
    Json table = describe(mirror.table());
    for (auto& [key, seat] : table["seats"].items()) seat["online"] = mirror.online(Role::of(*seat_of(mirror.table(), key)));
    return table;
  }

  // ---- the end ----------------------------------------------------------------------------------------------------------------
  void maybe_finish() {
    if (end_of_input_ && held_.empty() && asked_.empty()) finish(0);
  }

  /// Starts over with every answer; off while nothing is waited for.
  void watch_the_clock() {
    late_.cancel();
    if (!options_.timeout || (asked_.empty() && held_.empty())) return;
    late_.expires_after(*options_.timeout);
    late_.async_wait([this](const asio::error_code& cancelled) {
      if (cancelled) return;
      std::fprintf(stderr, "parley: no answer within the time allowed; is the server running?\n");
      finish(1);
    });
  }

  PipeOptions options_;
  asio::io_context io_{1};
  std::vector<std::unique_ptr<Link>> links_;
  std::set<Link*> settled_;           // have been live once, or have ended
  std::set<Link*> told_unreachable_;
  std::map<std::uint64_t, Waiting> commits_;  // received, to be printed in order
  std::uint64_t next_version_ = 0;
  std::uint64_t printed_ = 0;
  std::map<Role, bool> online_;
  std::multimap<std::pair<Link*, RequestId>, Asked> asked_;
  std::deque<Held> held_;              // in the order they were read
  std::optional<Understood> first_;    // of held_, while it waits
  std::map<Link*, std::string> why_closed_;
  bool end_of_input_ = false;
  int exit_code_ = 0;
  asio::steady_timer late_;
  Input input_;  // last: its thread calls back into the rest
};

}  // namespace

int pipe(const PipeOptions& options) {
  auto roles = find_roles(options.table, options.as);
  if (!roles) {
    std::fprintf(stderr, "parley: %s\n", roles.error().c_str());
    return 2;
  }
  Pipe program(options);
  return program.run(std::move(*roles));
}

}  // namespace parley
