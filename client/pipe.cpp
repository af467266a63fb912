#include "client/pipe.h"

#include "client/input.h"
#include "client/roles.h"
#include "client/words.h"
#include "common/wire/describe.h"
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
  line["turn"] = std::max(1u, now.turn + (later || correct ? 0u : 1u));
}

class Pipe {
 public:
  explicit Pipe(const PipeOptions& options)
      : options_(options), late_(io_), input_(io_, [this](InputLine line) { read(std::move(line)); }) {}

  int run(std::vector<HeldRole> roles) {
    for (HeldRole& role : roles) {
      auto cache = open_cache(role);
      links_.push_back(std::make_unique<Link>(io_, std::move(role), std::move(cache), LinkOptions{.ping_after = options_.ping_after},
                                              [this](Link& link, const LinkEvent& event) { happened(link, event); }));
    }
    next_version_ = first_unseen();
    for (const auto& link : links_) link->start();
    io_.run();
    return exit_code_;
  }

 private:
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
    const std::uint64_t version = applied.commit.version.value;
    if (version < next_version_) return;
    const bool known = commits_.contains(version);
    if (known && std::holds_alternative<std::monostate>(applied.commit.secret)) return;
    Json event{{"event", "committed"}};
    event.update(describe(applied.commit, applied.time, link.mirror().seats()));
    add_outcome(event, applied.outcome, link.mirror().table());
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
      held_.push_back(std::move(line));
      if (options_.timeout && asked_.empty() && held_.size() == 1) watch_the_clock();
      if (ready()) handle_held_lines();
    }
    maybe_finish();
  }

  void handle_held_lines() {
    while (!held_.empty()) {
      const InputLine line = std::move(held_.front());
      held_.pop_front();
      handle(line);
      input_.release();
    }
  }

  void handle(const InputLine& text) {
    if (text.too_long) return error(nullptr, "the line is longer than 1 MiB");
    Json line = Json::parse(text.text, nullptr, false);
    if (!line.is_object()) return error(nullptr, "the line is no JSON object");
    const Json id = take(line, "id").value_or(nullptr);
    const auto as = take(line, "as");
    if (as && !as->is_string()) return error(id, "\"as\" must be a role of this pipe");
    Link* link = link_of(as ? as->get<std::string>() : "");
    if (!link) return error(id, as ? "this pipe does not hold the role " + as->dump() : "\"as\" must say which of this pipe's roles");
    if (line.contains("show")) return show(*link, id, line);
    act(*link, id, std::move(line));
  }

  Link* link_of(const std::string& role) const {
    if (role.empty()) return links_.size() == 1 ? links_.front().get() : nullptr;
    for (const auto& link : links_)
      if (link->held().role == role || (role == "VIEWER" && link->held().role.starts_with("VIEWER/"))) return link.get();
    return nullptr;
  }

  void act(Link& link, const Json& id, Json line) {
    const auto number = [&](const char* key, std::uint64_t fallback) -> std::optional<std::uint64_t> {
      const auto value = take(line, key);
      if (!value) return fallback;
      if (!value->is_number_unsigned()) return std::nullopt;
      return value->get<std::uint64_t>();
    };
    const Mirror& mirror = link.mirror();
    const auto seen = number("seen", std::min(printed_, mirror.table().version.value));
    if (!seen) return error(id, "\"seen\" must be a version");
    const auto request = number("request", 0);
    if (!request) return error(id, "\"request\" must be a whole number from 1");
    fill_in_turn(line, mirror.table());
    auto parsed = parse_action(line, mirror.role(), mirror.seats());
    if (!parsed) return error(id, parsed.error());
    if (*seen > mirror.table().version.value)
      return error(id, "\"seen\" is " + std::to_string(*seen) + ", but the table is at version " + std::to_string(mirror.table().version.value));
    if (link.closed()) return error(id, "the connection of " + link.held().role + " has ended");
    if (!fits_a_frame(parsed->action)) return error(id, "the text is too long to be sent");
    const RequestId sent = link.ask(RequestId{*request}, Version{*seen}, parsed->action, parsed->secret);
    asked_.emplace(std::pair{&link, sent}, Asked{id, std::move(parsed->action)});
    if (asked_.size() == 1) watch_the_clock();
  }

  void show(Link& link, const Json& id, Json& line) {
    const Json what = *take(line, "show");
    const auto deal = take(line, "deal");
    if (!line.empty()) return error(id, "unknown key \"" + line.items().begin().key() + "\"");
    const Mirror& mirror = link.mirror();
    if (mirror.empty()) return error(id, "the table has not been received yet");
    const Table& table = mirror.table();
    if (what == "table") return answer(id, {{"table", table_with_presence(mirror)}});
    if (what == "need") return answer(id, {{"need", describe(needs(table, mirror.role()))}});
    if (what == "ledger") {
      Json deals = Json::array();
      for (const Deal& each : table.ledger.deals()) deals.push_back(describe(each, mirror.seats()));
      return answer(id, {{"ledger", deals}});
    }
    if (what != "deal") return error(id, "\"show\" is table, ledger, deal or need");
    if (!deal || !deal->is_number_unsigned()) return error(id, "\"deal\" must be a deal's number");
    const auto number = deal->get<std::uint64_t>();
    const Deal* found = number <= UINT32_MAX ? table.ledger.find(DealId{static_cast<std::uint32_t>(number)}) : nullptr;
    if (!found) return error(id, "there is no deal " + deal->dump());
    answer(id, {{"deal", describe(*found, mirror.seats())}});
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

  struct Waiting {
    Json event;
    Commit commit;
  };
  struct Asked {
    Json id;
    Action action;
  };

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
  std::deque<InputLine> held_;
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
