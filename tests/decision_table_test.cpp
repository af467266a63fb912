// The decision table is the specification: every state of a deal x actor x action on one golden page a game, to be read
// against the rules. `parley_unit_tests [.write-golden]` rewrites them.
#include "tests/support/catch.h"
#include "tests/support/scenario_ti4.h"

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace parley;
using namespace parley::test;

namespace {

constexpr DealId one{1};

/// A state of deal 1, and how it is reached.
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

using Acts = std::vector<std::pair<const char*, Action>>;

struct Page {
  std::string file;
  std::string heading;
  std::unique_ptr<Everybody> (*table)();
  std::vector<State> states;
  std::vector<Actor> actors;
  Acts actions;
};

using Steps = std::vector<std::pair<Seat, Action>>;

Steps then(Steps steps, Seat seat, Action action) {
  steps.emplace_back(seat, std::move(action));
  return steps;
}

// ---- Dune -----------------------------------------------------------------------------------------------------------

constexpr Seat atr{0}, har{1}, emp{2}, fre{3}, gld{4};

std::vector<State> states() {
  const Record record{.signatories = {atr, har, emp, fre}, .terms = Terms{"x"}, .answers = {}, .settlement = {}};
  const Steps offered = {{atr, Offer{record}}};
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

Page dune_page() {
  const auto table = [] {
    Words words("ATR HAR EMP FRE GLD BG basic");
    return make_table(words);
  };
  const Acts actions = {{"accept", Accept{one}},
                        {"decline", Decline{one}},
                        {"withdraw", Withdraw{one}},
                        {"request_release", RequestRelease{one}},
                        {"retract_release", RetractRelease{one}},
                        {"note", WriteNote{.deal = one, .text = Line{"kept"}}}};
  return {"decision_table.txt",
          "# What each may do with deal 1 {ATR,HAR,EMP,FRE}, text only, offered by ATR; turn 2, bidding. Written by the tests,\n"
          "# read by people: `parley_unit_tests [.write-golden]` rewrites it. `ok` names the state the deal is in afterwards;\n"
          "# everything else is the refusal, with nothing changed. [SEED D4-D7, D9; HOUSE D11; RB D12]\n",
          table, states(), actors(), actions};
}

// ---- Twilight Imperium ----------------------------------------------------------------------------------------------

constexpr Seat sol{0}, hac{1}, xxc{2};

std::vector<State> ti4_states() {
  Record record{.signatories = {sol, hac}, .terms = Terms{"x"}, .answers = {}, .settlement = ti4::Exchange{}};
  std::get<ti4::Exchange>(record.settlement).gives.counts.trade_goods = 2;
  ti4::Clause clause;
  clause.actor = sol;
  clause.deed = ti4::Deed::produce;
  clause.when = ti4::at(ti4::Step::production);
  clause.able = ti4::Able::yes;
  record.clauses = {clause};
  Record gift = record;
  gift.clauses.clear();
  const auto income = [](std::int64_t by) { return ti4::AdjustGoods{ti4::Kind::trade_goods, by, Line{"x"}}; };
  const Steps ready = {{hac, income(4)}, {sol, ti4::SetStep{ti4::Step::production, {}}}};
  const Steps offered = then(ready, hac, Offer{record});
  const Steps other_trade = then(then(offered, hac, Offer{gift}), sol, ti4::AcceptAs{DealId{2}, ti4::Class::binding});
  const Steps active = then(offered, sol, ti4::AcceptAs{one, ti4::Class::binding});
  const Steps kept = then(active, hac, ti4::MarkKept{one, 1, true});
  const Steps one_asks = then(active, hac, RequestRelease{one});
  return {{"there is no such deal", ready},
          {"open", offered},
          {"open: SOL has said that it cannot", then(offered, sol, ti4::StateAble{one, 1, ti4::Able::no})},
          {"open: SOL has ruled that it binds", then(offered, sol, ti4::RuleClass{one, ti4::Class::binding})},
          {"open: HAC has spent its trade goods", then(offered, hac, income(-4))},
          {"open: SOL and HAC have had their transaction", other_trade},
          {"active", active},
          {"active: HAC has marked it kept", kept},
          {"active: HAC asks for release", one_asks},
          {"declined, by SOL", then(offered, sol, Decline{one})},
          {"withdrawn", then(offered, hac, Withdraw{one})},
          {"released", then(one_asks, sol, RequestRelease{one})}};
}

std::vector<Actor> ti4_actors() {
  return {{"HAC, the proposer", Role::of(hac), {}},
          {"SOL, recipient", Role::of(sol), {}},
          {"XXC, no signatory", Role::of(xxc), {}},
          {"SOL, now under AI", Role::of(sol), SetControl{.seat = sol, .to = Control::ai}},
          {"SOL, now departed", Role::of(sol), Depart{sol}},
          {"SOL, HAC under AI", Role::of(sol), SetControl{.seat = hac, .to = Control::ai}},
          {"SOL, HAC departed", Role::of(sol), Depart{hac}},
          {"SOL, a step later", Role::of(sol), ti4::SetStep{ti4::Step::turn_end, {}}},
          {"SOL, no neighbours", Role::of(sol), ti4::SetNeighbours{.seats = {.one = sol, .other = hac}, .on = false}},
          {"SOL, in XXC's turn", Role::of(sol), ti4::SetActive{xxc}},
          {"SOL, status phase", Role::of(sol), ti4::SetPhase{.round = 1, .phase = ti4::Phase::status, .agenda = {}}},
          {"SOL, agenda phase", Role::of(sol), ti4::SetPhase{.round = 1, .phase = ti4::Phase::agenda, .agenda = {}}},
          {"SOL, the game over", Role::of(sol), End{}},
          {"HAC, the game over", Role::of(hac), End{}},
          {"HOST", Role::host(), {}},
          {"VIEWER", Role::viewer(1), {}}};
}

Page ti4_page() {
  const auto table = [] {
    Words words("SOL HAC XXC");
    return make_ti4_table(words);
  };
  const Acts actions = {{"accept binding", ti4::AcceptAs{one, ti4::Class::binding}},
                        {"decline", Decline{one}},
                        {"withdraw", Withdraw{one}},
                        {"request_release", RequestRelease{one}},
                        {"retract_release", RetractRelease{one}},
                        {"note", WriteNote{.deal = one, .text = Line{"kept"}}},
                        {"able yes", ti4::StateAble{one, 1, ti4::Able::yes}},
                        {"rule binding", ti4::RuleClass{one, ti4::Class::binding}},
                        {"kept", ti4::MarkKept{one, 1, true}}};
  return {"decision_table_ti4.txt",
          "# What each may do with deal 1 {SOL,HAC}, offered by HAC: it gives 2 trade goods, SOL produces something in its\n"
          "# production step, which it is able to. Action phase, SOL is active and producing, SOL and HAC are neighbours.\n"
          "# Written by the tests, read by people: `parley_unit_tests [.write-golden]` rewrites it. `ok` names the state the deal\n"
          "# is in afterwards; everything else is the refusal, with nothing changed. [TI4 28, 94; RULES-TI4 Pipe]\n",
          table, ti4_states(), ti4_actors(), actions};
}

// ---- either ---------------------------------------------------------------------------------------------------------

/// A copy of a table, one action later.
Everybody after(Everybody all, Role role, const Action& action) {
  const Verdict verdict = all.ask(role, action);
  INFO((verdict ? in_words(*verdict, all.server()) : "ok"));
  REQUIRE_FALSE(verdict);
  return all;
}

Everybody reached(const Page& page, const State& state) {
  Everybody all = *page.table();
  for (const auto& [seat, step] : state.reached_by) all = after(std::move(all), Role::of(seat), step);
  return all;
}

/// What comes of it at a copy of the table.
std::string cell(Everybody all, Role role, const Action& action) {
  const Verdict verdict = all.ask(role, action);
  if (verdict) return std::string(name(verdict->code));
  const Deal& deal = *all.server().ledger.find(one);
  static constexpr const char* now[] = {"ok, open", "ok, active", "ok, declined", "ok, withdrawn", "ok, released"};
  return now[deal.state.index()];
}

void pad(std::ostream& out, std::string_view text, std::size_t width) {
  out << text << std::string(width > text.size() ? width - text.size() : 1, ' ');
}

std::string written(const Page& page) {
  std::ostringstream out;
  out << page.heading;
  for (const State& state : page.states) {
    std::ostringstream lines;
    pad(lines, state.title, 52);
    lines << '\n';
    pad(lines, "", 26);
    for (const auto& [title, action] : page.actions) pad(lines, title, 17);
    lines << '\n';
    const Everybody there = reached(page, state);
    for (const Actor& actor : page.actors) {
      const Everybody all = actor.before ? after(there, Role::host(), *actor.before) : there;
      pad(lines, std::string("  ") + actor.title, 26);
      for (const auto& [title, action] : page.actions) pad(lines, cell(all, actor.role, action), 17);
      lines << '\n';
    }
    out << '\n';
    std::istringstream untrimmed(lines.str());
    for (std::string line; std::getline(untrimmed, line);) out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
  }
  return out.str();
}

std::filesystem::path golden(const Page& page) { return PARLEY_TESTS_DIR "/golden/" + page.file; }

}  // namespace

TEST_CASE("the decision tables are as they were read", "[rules]") {
  const Page page = GENERATE(0, 1) == 0 ? dune_page() : ti4_page();
  std::ifstream in(golden(page));
  REQUIRE(in);
  std::istringstream now(written(page));
  std::string expected, seen;
  for (int line = 1; std::getline(in, expected); ++line) {
    REQUIRE(std::getline(now, seen));
    INFO("tests/golden/" << page.file << ":" << line);
    CHECK(seen == expected);
  }
  CHECK_FALSE(std::getline(now, seen));
}

TEST_CASE("write the decision tables", "[.write-golden]") {
  for (const Page& page : {dune_page(), ti4_page()}) std::ofstream(golden(page)) << written(page);
}
