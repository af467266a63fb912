#include "tests/support/scenario_ti4.h"

#include "common/wire/names.h"

#include <cstdio>
#include <fstream>

namespace parley::test {
namespace {

/// One file being read: the table so far, and what it has reached.
struct Run {
  std::unique_ptr<Everybody> all;
  std::map<std::string, Version> marks;
  std::map<Seat, std::uint32_t> keys_used;
  ScenarioResult result;
};

Version parse_seen(Words& w, const Run& run) {
  if (const auto mark = run.marks.find(w.peek()); mark != run.marks.end()) return w.next(), mark->second;
  return Version{static_cast<std::uint64_t>(w.number())};
}

/// `-> code object`, or nothing for "accepted"; the object may be left out.
void compare(const Verdict& verdict, const std::string& expected, const Table& t) {
  const std::string seen = verdict ? in_words(*verdict, t) : "ok";
  const bool code_alone = verdict && expected == name(verdict->code);
  if (seen != expected && !code_alone) throw Mismatch("expected " + expected + ", seen " + seen);
}

void act(Words& w, Run& run, Role role) {
  Everybody& all = *run.all;
  const Doing doing = parse_doing(w, role, all.server(), run.keys_used);
  const Version seen = w.take("seen") ? parse_seen(w, run) : all.version();
  const std::string expected = w.take("->") ? w.rest() : "ok";
  w.expect_end();
  const Verdict verdict = all.ask(role, doing.action, doing.secret, seen);
  if (verdict) run.result.refusals.insert(verdict->code);
  else run.result.verbs.insert(verb_of(doing.action));
  compare(verdict, expected, all.server());
}

bool is_actor(const std::string& word, const Table& t) {
  return word == "host" || word == "viewer" || word == "server" || seat_of(t, word).has_value();
}

void read_line(std::string_view line, Run& run) {
  Words w(line);
  if (w.done()) return;
  using Make = std::unique_ptr<Everybody> (*)(Words&);
  for (const auto& [word, make] : {std::pair<const char*, Make>{"table", make_table}, {"ti4", make_ti4_table}, {"open", make_open_table}})
    if (w.take(word)) {
      if (run.all) throw Unreadable("one table a scenario");
      run.all = make(w);
      return;
    }
  if (!run.all) throw Unreadable("a scenario begins with its table");
  if (w.take("restart")) return w.expect_end(), run.all->restart();
  if (w.take("mark")) return static_cast<void>(run.marks[w.next()] = run.all->version());

  const Words whole = w;
  const std::string first = w.next();
  if (is_actor(first, run.all->server()) && w.peek() != "knows") return act(w, run, parse_actor(first, run.all->server()));
  if (w.take("times")) {
    const int times = std::stoi(first);
    const Role role = parse_actor(w.next(), run.all->server());
    for (int i = 0; i < times; ++i) {
      Words again = w;
      act(again, run, role);
    }
    return;
  }
  Words expectation = whole;
  expect(expectation, *run.all);
  expectation.expect_end();
}

std::string object_in_words(const Refusal& r, const Table& t) {
  using enum Refusal::Code;
  const auto seat = [&](std::uint64_t index) {
    return index < t.seats.size() ? t.seats[index].key : "seat" + std::to_string(index);
  };
  switch (r.code) {
    case class_changed: return changed_class_in_words(r.object);
    case limit:
    case decision_open: return std::to_string(r.object);
    case bad_text: {
      char code_point[16];
      std::snprintf(code_point, sizeof code_point, "U+%04X", static_cast<unsigned>(r.object & 0x1fffff));
      return std::to_string(r.object >> 21) + " " + code_point;
    }
    case no_such_seat:
    case not_decision_owner:
    case not_human: return seat(r.object);
    case allied: return seat(r.object >> 4) + " " + seat(r.object & 15);
    case stale: {
      static constexpr const char* fields[] = {"?", "alliance", "control", "phase", "inflation", "decisions", "votes",
                                               "purse", "bureaucrat", "departure", "step", "commodity_value", "neighbours"};
      const std::string field = fields[r.object >> 4 < std::size(fields) ? r.object >> 4 : 0];
      return (r.object & 15) == no_seat ? field : field + " " + seat(r.object & 15);
    }
    default: return r.object == 0 ? "" : std::to_string(r.object);
  }
}

}  // namespace

std::string in_words(const Refusal& refusal, const Table& table) {
  const std::string object = object_in_words(refusal, table);
  return std::string(name(refusal.code)) + (object.empty() ? "" : " " + object);
}

std::unique_ptr<Everybody> make_table(Words& w) {
  Genesis genesis{.name = "arrakis", .seats = {}, .rules = dune::Options{}, .time = Time{1'790'000'000}};
  dune::Options options;
  bool started = true;
  while (!w.done()) {
    if (w.take("basic")) options.mode = dune::Mode::basic;
    else if (w.take("advanced")) options.mode = dune::Mode::advanced;
    else if (w.take("bureaucrat_min")) options.bureaucrat_min = static_cast<std::uint16_t>(w.number());
    else if (w.take("setup")) started = false;
    else genesis.seats.push_back(w.next());
  }
  genesis.rules = options;
  auto all = std::make_unique<Everybody>(genesis);
  if (!started) return all;
  all->ask(Role::host(), Start{});
  all->ask(Role::host(), Advance{.turn = 2, .phase = dune::Phase::bidding});
  if (all->version() != Version{2}) throw Mismatch("turn 2, bidding, cannot be reached");
  return all;
}

ScenarioResult run_scenario(const std::filesystem::path& file) {
  Run run;
  std::ifstream in(file);
  std::string line;
  std::size_t number = 0;
  try {
    while (std::getline(in, line)) {
      ++number;
      read_line(line, run);
    }
    line = "(everything again from genesis)";
    if (!run.all) throw Unreadable("no table in it");
    run.all->restart();
  } catch (const std::exception& problem) {
    run.result.failure = file.filename().string() + ":" + std::to_string(number) + ": " + line + "\n  " + problem.what();
  }
  return run.result;
}

}  // namespace parley::test
