// The decision table is the specification: every state of a deal x actor x action on one golden page, to be read against
// the rules. `parley_unit_tests [.write-golden]` rewrites it.
#include "tests/support/catch.h"
#include "tests/support/scenario.h"

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace parley;
using namespace parley::test;

namespace {

const std::filesystem::path golden = PARLEY_TESTS_DIR "/golden/decision_table.txt";

constexpr Seat atr{0}, har{1}, emp{2}, fre{3}, gld{4};
constexpr DealId one{1};

/// A state of deal 1 {ATR,HAR,EMP,FRE}, offered by ATR, and how it is reached.
struct State {
  const char* title;
  std::vector<std::pair<Seat, Action>> reached_by;
};

/// Somebody who tries; `before` is what the host does first to make it so.
struct Actor {
  const char* title;
  Role role;
  std::optional<Action> before;
};

std::vector<State> states() {
  const Record record{.signatories = {atr, har, emp, fre}, .terms = Terms{"x"}, .answers = {}, .settlement = {}};
  using Steps = std::vector<std::pair<Seat, Action>>;
  const Steps offered = {{atr, Offer{record}}};
  const auto then = [](Steps steps, Seat seat, Action action) {
    steps.emplace_back(seat, std::move(action));
    return steps;
  };
  const Steps one_vote = then(offered, har, Accept{one}), two_votes = then(one_vote, emp, Accept{one});
  const Steps active = then(two_votes, fre, Accept{one}), one_asks = then(active, har, RequestRelease{one});
  const Steps three_ask = then(then(one_asks, emp, RequestRelease{one}), fre, RequestRelease{one});
  return {
      {"there is no such deal", {}},
      {"open: the proposer only", offered},
      {"open: HAR has accepted", one_vote},
      {"open: HAR and EMP have accepted, FRE is the last", two_votes},
      {"active: nobody asks for release", active},
      {"active: HAR asks for release", one_asks},
      {"active: HAR, EMP and FRE ask, ATR is the last", three_ask},
      {"declined, by EMP after HAR accepted", then(one_vote, emp, Decline{one})},
      {"withdrawn, after HAR accepted", then(one_vote, atr, Withdraw{one})},
      {"released", then(three_ask, atr, RequestRelease{one})},
  };
}

std::vector<Actor> actors() {
  return {
      {"ATR, the proposer", Role::of(atr), {}},
      {"HAR, recipient", Role::of(har), {}},
      {"EMP, recipient", Role::of(emp), {}},
      {"FRE, recipient", Role::of(fre), {}},
      {"GLD, no signatory", Role::of(gld), {}},
      {"ATR, now under AI", Role::of(atr), SetControl{.seat = atr, .to = Control::ai}},
      {"HAR, now under AI", Role::of(har), SetControl{.seat = har, .to = Control::ai}},
      {"FRE, now under AI", Role::of(fre), SetControl{.seat = fre, .to = Control::ai}},
      {"HAR, now departed", Role::of(har), Depart{har}},
      {"FRE, now departed", Role::of(fre), Depart{fre}},
      {"ATR, now departed", Role::of(atr), Depart{atr}},
      {"FRE, ATR under AI", Role::of(fre), SetControl{.seat = atr, .to = Control::ai}},
      {"FRE, HAR departed", Role::of(fre), Depart{har}},
      {"FRE, HAR under AI", Role::of(fre), SetControl{.seat = har, .to = Control::ai}},
      {"FRE, HAR and EMP allied", Role::of(fre), Ally{{.one = har, .other = emp}}},
      {"FRE, the game over", Role::of(fre), End{}},
      {"HOST", Role::host(), {}},
      {"VIEWER", Role::viewer(1), {}},
  };
}

std::vector<std::pair<const char*, Action>> actions() {
  return {{"accept", Accept{one}},
          {"decline", Decline{one}},
          {"withdraw", Withdraw{one}},
          {"request_release", RequestRelease{one}},
          {"retract_release", RetractRelease{one}},
          {"note", WriteNote{.deal = one, .text = Line{"kept"}}}};
}

void do_it(Everybody& all, Role role, const Action& action) {
  const Verdict verdict = all.ask(role, action);
  INFO((verdict ? in_words(*verdict, all.server()) : "ok"));
  REQUIRE_FALSE(verdict);
}

std::string cell(const State& state, const Actor& actor, const Action& action) {
  Words words("ATR HAR EMP FRE GLD BG basic");
  const auto all = make_table(words);
  for (const auto& [seat, step] : state.reached_by) do_it(*all, Role::of(seat), step);
  if (actor.before) do_it(*all, Role::host(), *actor.before);
  const Verdict verdict = all->ask(actor.role, action);
  if (verdict) return std::string(name(verdict->code));
  const Deal& deal = *all->server().ledger.find(one);
  static constexpr const char* now[] = {"ok, open", "ok, active", "ok, declined", "ok, withdrawn", "ok, released"};
  return now[deal.state.index()];
}

void pad(std::ostream& out, std::string_view text, std::size_t width) {
  out << text << std::string(width > text.size() ? width - text.size() : 1, ' ');
}

std::string page() {
  std::ostringstream out;
  out << "# What each may do with deal 1 {ATR,HAR,EMP,FRE}, text only, offered by ATR; turn 2, bidding. Written by the tests,\n"
         "# read by people: `parley_unit_tests [.write-golden]` rewrites it. `ok` names the state the deal is in afterwards;\n"
         "# everything else is the refusal, with nothing changed. [SEED D4-D7, D9; HOUSE D11; RB D12]\n";
  for (const State& state : states()) {
    std::ostringstream lines;
    pad(lines, state.title, 52);
    lines << '\n';
    pad(lines, "", 26);
    for (const auto& [title, action] : actions()) pad(lines, title, 17);
    lines << '\n';
    for (const Actor& actor : actors()) {
      pad(lines, std::string("  ") + actor.title, 26);
      for (const auto& [title, action] : actions()) pad(lines, cell(state, actor, action), 17);
      lines << '\n';
    }
    out << '\n';
    std::istringstream untrimmed(lines.str());
    for (std::string line; std::getline(untrimmed, line);) out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  }
  return out.str();
}

}  // namespace

TEST_CASE("the decision table is as it was read", "[rules]") {
  std::ifstream in(golden);
  REQUIRE(in);
  std::istringstream now(page());
  std::string expected, seen;
  for (int line = 1; std::getline(in, expected); ++line) {
    REQUIRE(std::getline(now, seen));
    INFO("tests/golden/decision_table.txt:" << line);
    CHECK(seen == expected);
  }
  CHECK_FALSE(std::getline(now, seen));
}

TEST_CASE("write the decision table", "[.write-golden]") { std::ofstream(golden) << page(); }
