#include "client/pipe.h"

#include "client/connection.h"
#include "client/input.h"
#include "client/merged_commits.h"
#include "client/pipe_line.h"
#include "client/roles.h"
#include "client/start_up.h"
#include "client/words.h"
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

class Pipe {
 public:
  explicit Pipe(const PipeOptions& options)
      : options_(options), late_(io_), input_(io_, [this](InputLine line) { read(std::move(line)); }) {}

  int run(std::vector<HeldRole> roles) {
    for (HeldRole& role : roles) {
      auto cache = open_cache(role);
      LinkOptions options{.restored = {}, .ping_after = options_.ping_after};
      options.restored = [this](const Mirror& mirror, const Applied& applied) {  // only this role's disk has its amounts
        if (!std::holds_alternative<std::monostate>(applied.commit.secret)) commits_.add(mirror, applied);
      };
      links_.push_back(std::make_unique<Link>(io_, std::move(role), std::move(cache), std::move(options),
                                              [this](Link& link, const LinkEvent& event) { happened(link, event); }));
    }
    commits_.begin_at(first_unseen());
    for (const auto& link : links_) link->start();
    io_.run();
    return exit_code_;
  }

 private:
  struct Asked {
    Json id;
    Action action;
  };
  /// A line that was read; `printed`: the version that the pipe had printed then, once that has a meaning.
  struct Held {
    InputLine text;
    std::optional<std::uint64_t> printed;
  };
  /// A line for a role of this pipe.
  struct Understood {
    PipeLine line;
    Link* link = nullptr;
    std::uint64_t seen = 0;
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

  void on(Link& link, const Applied& applied) { commits_.add(link.mirror(), applied); }

  /// Prints commits in order, each once, with what any of the roles may see.
  void flush_commits() {
    const auto more_may_come = [&](const Commit& commit) { return somebody_sees_more(commit); };
    while (const auto event = commits_.next(more_may_come)) {
      print(*event);
      printed(event->at("version").get<std::uint64_t>());
    }
  }
  bool somebody_sees_more(const Commit& commit) const {
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
      if (line.line.show) show(line);
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
    auto line = parse_pipe_line(held.text.text);
    if (!line) return wrong(line.error().id, line.error().sentence);
    const Json& id = line->id;
    Link* link = link_of(line->as.value_or(""));
    if (!link) return wrong(id, line->as ? "this pipe does not hold the role " + Json(*line->as).dump() : "\"as\" must say which of this pipe's roles");
    const std::uint64_t seen = line->seen.value_or(*held.printed);
    if (seen > highest_known())
      return wrong(id, "\"seen\" is " + std::to_string(seen) + ", but the table is at version " + std::to_string(highest_known()));
    return Understood{std::move(*line), link, seen};
  }

  std::uint64_t highest_known() const {
    std::uint64_t highest = printed_;
    for (const auto& link : links_) highest = std::max(highest, link->mirror().table().version.value);
    return highest;
  }

  /// Whether the line's role has all that the line rests on. A role that is not connected only shows what it has. A number is
  /// asked again only when it has been answered.
  bool caught_up(const Understood& line) const {
    const Mirror& mirror = line.link->mirror();
    if (line.line.request && asked_.contains({line.link, RequestId{*line.line.request}})) return false;
    return line.link->closed() || mirror.table().version.value >= line.seen || (line.line.show && !mirror.live());
  }

  Link* link_of(const std::string& role) const {
    if (role.empty()) return links_.size() == 1 ? links_.front().get() : nullptr;
    for (const auto& link : links_)
      if (link->held().role == role || (role == "VIEWER" && link->held().role.starts_with("VIEWER/"))) return link.get();
    return nullptr;
  }

  void act(const Understood& asked) {
    Link& link = *asked.link;
    const Json& id = asked.line.id;
    if (link.closed()) return error(id, "the connection of " + link.held().role + " has ended (" + why_closed_[&link] + ")");
    Json line = asked.line.rest;
    if (fill_in_turn(line, link.mirror().table()) && asked.line.request && RequestId{*asked.line.request} <= link.mirror().highest_id())
      return error(id, "\"turn\" is needed to repeat an advance: what was meant then is not known any more");
    auto parsed = parse_action(line, link.mirror().role(), link.mirror().table());
    if (!parsed) return error(id, parsed.error());
    if (!fits_a_frame(parsed->action)) return error(id, "the text is too long to be sent");
    const RequestId sent = link.ask(RequestId{asked.line.request.value_or(0)}, Version{asked.seen}, parsed->action, parsed->secret);
    asked_.emplace(std::pair{&link, sent}, Asked{id, std::move(parsed->action)});
    if (asked_.size() == 1) watch_the_clock();
  }

  void show(const Understood& asked) {
    const Mirror& mirror = asked.link->mirror();
    if (mirror.empty()) return error(asked.line.id, "the table has not been received yet");
    auto found = shown(*asked.line.show, asked.line.rest, mirror.table(), mirror.role());
    if (!found) return error(asked.line.id, found.error());
    if (const auto table = found->find("table"); table != found->end())
      for (auto& [key, seat] : (*table)["seats"].items()) seat["online"] = mirror.online(Role::of(*seat_of(mirror.table(), key)));
    answer(asked.line.id, *found);
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
  MergedCommits commits_;             // received, to be printed
  std::uint64_t printed_ = 0;
  std::map<Role, bool> online_;
  std::map<std::pair<Link*, RequestId>, Asked> asked_;
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
  if (!roles) return start_up_error(roles.error());
  Pipe program(options);
  return program.run(std::move(*roles));
}

}  // namespace parley
