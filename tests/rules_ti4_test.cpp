// The rules of Twilight Imperium, judged from outside: what no line of a scenario can say.
#include "tests/support/catch.h"
#include "tests/support/everybody_ti4.h"
#include "tests/support/scenario_ti4.h"

#include "common/core/game.h"

using namespace parley;
using namespace parley::test;

namespace {

constexpr Seat sol{0}, hac{1}, xxc{2};
constexpr DealId one{1}, two{2};

std::unique_ptr<Everybody> base(std::string line = "SOL HAC XXC") {
  Words words(line);
  return make_ti4_table(words);
}

void accepted(Everybody& all, Role role, Action action, Secret secret = {}) {
  const Verdict verdict = all.ask(role, std::move(action), std::move(secret));
  INFO((verdict ? in_words(*verdict, all.server()) : "ok"));
  REQUIRE_FALSE(verdict);
}

Secret note(std::string name) { return NoteName{Label{std::move(name)}}; }

Record exchange(SeatSet parties, std::optional<std::string> gives, std::uint32_t gets_trade_goods = 0) {
  ti4::Exchange goods;
  if (gives) goods.gives.notes.push_back(Label{*gives});
  goods.gets.counts.trade_goods = gets_trade_goods;
  return Record{.signatories = parties, .terms = Terms{"x"}, .answers = {}, .settlement = goods};
}

ti4::AdjustGoods income(std::int64_t by) { return {ti4::Kind::trade_goods, by, Line{"x"}}; }

Commit commit(const Table& at, Role role, Action action, Secret secret = {}) {
  return {.version = Version{at.version.value + 1}, .elapsed = 1, .role = role, .action = std::move(action), .secret = std::move(secret)};
}

}  // namespace

TEST_CASE("TI4 two worlds that differ in a hand look alike to everybody else", "[rules][ti4]") {
  const auto play = [](const char* held) {
    auto all = base();
    accepted(*all, Role::of(sol), ti4::Hold{}, note(held));
    accepted(*all, Role::of(hac), income(3));
    accepted(*all, Role::of(sol), Offer{exchange({sol, hac}, "Ceasefire", 1)});
    accepted(*all, Role::of(hac), Offer{exchange({sol, hac}, std::nullopt, 1)});
    REQUIRE(all->ask(Role::of(sol), ti4::AcceptAs{two, ti4::Class::binding}));
    accepted(*all, Role::host(), SetControl{.seat = sol, .to = Control::ai});
    return all;
  };
  const auto with = play("Ceasefire"), without = play("Political Secret");
  for (Role role : {Role::of(hac), Role::of(xxc), Role::host(), Role::viewer(1)})
    CHECK(difference(with->mirror(role), without->mirror(role)).empty());
  CHECK_FALSE(difference(with->mirror(Role::of(sol)), without->mirror(Role::of(sol))).empty());
  CHECK(digest(with->server()) == digest(without->server()));
}

TEST_CASE("TI4 a sum that is not constant is noticed", "[rules][ti4]") {
  auto all = base();
  accepted(*all, Role::of(sol), income(3));
  accepted(*all, Role::of(sol), ti4::AdjustGoods{ti4::Kind::hazardous, 1, Line{"x"}});
  Table table = all->server();
  REQUIRE(conserved(table));
  auto& game = std::get<ti4::Game>(table.game);
  SECTION("trade goods") { game[hac].holds.trade_goods += 1; }
  SECTION("commodities") { game[hac].holds.commodities += 1; }
  SECTION("fragments") { game[sol].holds.fragments.hazardous = 0; }
  SECTION("action cards") { game[xxc].holds.action_cards = 1; }
  SECTION("what was said of oneself") { game.adjusted[0] += 1; }
  CHECK_FALSE(conserved(table));
}

TEST_CASE("TI4 P-C6 a hostile server's commits are found unlawful, or harm nobody", "[rules][ti4]") {
  auto all = base();
  accepted(*all, Role::of(sol), ti4::Hold{}, note("Ceasefire"));
  Table host = all->mirror(Role::host());

  SECTION("notes out of an empty hand") {
    CHECK(lawful(host, commit(host, Role::of(hac), ti4::Unhold{})));
    CHECK(lawful(host, commit(host, Role::of(hac), ti4::PlayNote{Label{"Ceasefire"}})));
    CHECK(lawful(host, commit(host, Role::of(sol), ti4::PlayNote{Label{"Alliance"}})));
    CHECK_FALSE(lawful(host, commit(host, Role::of(sol), ti4::PlayNote{Label{"Trade Agreement"}})));  // not ours to know
    const Table mine = all->mirror(Role::of(sol));
    CHECK(lawful(mine, commit(mine, Role::of(sol), ti4::PlayNote{Label{"Trade Agreement"}})));
    CHECK(lawful(mine, commit(mine, Role::of(sol), ti4::Unhold{}, note("Trade Agreement"))));
    CHECK(lawful(mine, commit(mine, Role::of(sol), ti4::Hold{})));
    CHECK_FALSE(lawful(mine, commit(mine, Role::of(hac), ti4::Hold{})));
  }
  SECTION("a hand that is emptied again and again") {
    const auto receive = [&](Role role, Action action) {
      const Commit c = commit(host, role, std::move(action));
      if (!lawful(host, c)) apply(host, c);
    };
    for (int i = 0; i < 3; ++i) {
      receive(Role::of(sol), Offer{exchange({sol, hac}, "Trade Agreement")});
      receive(Role::of(sol), ti4::PlayNote{Label{"Ceasefire"}});
      receive(Role::of(sol), ti4::Unhold{});
      receive(Role::of(sol), ti4::Unhold{Label{"Ceasefire"}});
      receive(Role::of(hac), ti4::AcceptAs{DealId{static_cast<std::uint32_t>(i + 1)}, ti4::Class::binding});
      receive(Role::of(hac), income(-1));
      receive(Role::host(), ti4::SetActive{sol});
    }
    CHECK(ti4_of(host)[sol].notes == 0);
  }
  SECTION("seats, clauses and deals that are not there") {
    const Seat nobody{200};
    CHECK(lawful(host, commit(host, Role::host(), ti4::SetActive{nobody})));
    CHECK(lawful(host, commit(host, Role::host(), ti4::SetNeighbours{.seats = {.one = nobody, .other = sol}, .on = true})));
    CHECK(lawful(host, commit(host, Role::host(), ti4::SetCommodityValue{nobody, 1})));
    CHECK(lawful(host, commit(host, Role::host(), ti4::SetStep{ti4::Step::activation, nobody})));
    CHECK(lawful(host, commit(host, Role::of(sol), ti4::ClaimNeighbour{nobody, true})));
    CHECK(lawful(host, commit(host, Role::of(sol), ti4::ClaimNeighbour{sol, true})));
    CHECK(lawful(host, commit(host, Role::of(sol), Offer{exchange(SeatSet(0xff), std::nullopt, 1)})));
    CHECK(lawful(host, commit(host, Role::of(Seat{6}), ti4::Hold{})));
    CHECK(lawful(host, commit(host, Role::of(sol), ti4::StateAble{one, 1, ti4::Able::yes})));
    Record record{.signatories = {sol, hac}, .terms = Terms{"x"}, .answers = {}, .settlement = {}};
    record.clauses.resize(1);
    record.clauses[0].actor = nobody;
    CHECK(lawful(host, commit(host, Role::of(sol), Offer{record})));
    record.clauses[0].actor = hac;
    accepted(*all, Role::of(sol), Offer{record});
    const Table offered = all->mirror(Role::host());
    for (int clause : {0, 2, 255}) {
      const auto number = static_cast<ti4::ClauseNumber>(clause);
      CHECK(lawful(offered, commit(offered, Role::of(hac), ti4::StateAble{one, number, ti4::Able::yes})));
      CHECK(lawful(offered, commit(offered, Role::of(sol), ti4::MarkKept{one, number, true})));
    }
  }
  SECTION("goods out of nothing") {
    CHECK(lawful(host, commit(host, Role::of(hac), income(-1))));
    CHECK(lawful(host, commit(host, Role::of(hac), income(65536))));
    CHECK(lawful(host, commit(host, Role::of(hac), income(INT64_MAX))));
    CHECK(lawful(host, commit(host, Role::of(hac), income(INT64_MIN))));
  }
  SECTION("tables that the rules do not know") {
    const auto genesis = [&](std::vector<std::string> seats) {
      const Genesis action{.name = "x", .seats = std::move(seats), .rules = ti4::Options{}, .time = {}};
      return lawful(Table{}, commit(Table{}, Role::server(), action));
    };
    CHECK_FALSE(genesis({"SOL", "HAC"}));
    CHECK_FALSE(genesis({"SOL", "HAC", "XXC", "CRE", "J-N", "LZX", "MTK", "NKR"}));
    CHECK(genesis({"SOL"}));
    CHECK(genesis({"SOL", "SOL"}));
    CHECK(genesis({"SOL", "ATR"}));
    CHECK(genesis({"SOL", "HAC", "XXC", "CRE", "J-N", "LZX", "MTK", "NKR", "NAA"}));
  }
}

TEST_CASE("tables of any game have keys of capitals, digits and dashes", "[rules][open]") {
  const auto genesis = [](std::vector<std::string> seats) {
    const Genesis action{.name = "x", .seats = std::move(seats), .rules = open::Options{}, .time = {}};
    return lawful(Table{}, Commit{.version = Version{1}, .elapsed = 0, .role = Role::server(), .action = action, .secret = {}});
  };
  CHECK_FALSE(genesis({"RED", "BLUE-2"}));
  CHECK_FALSE(genesis({"A", "B", "C", "D", "E", "F", "G", "H"}));
  for (const char* key : {"", "red", "KEY TWO", "ABCDEFGHI", "HOST", "SERVER", "VIEWER", "R\xc3\x96T"}) {
    INFO(key);
    CHECK(genesis({"RED", key}));
  }
  CHECK(genesis({"RED"}));
  CHECK(genesis({"RED", "RED"}));
}
