// The rules, judged from outside: every scenario file, every refusal, and what no line of a scenario can say.
#include "tests/support/catch.h"
#include "tests/support/scenario.h"

#include "common/core/game.h"

#include <algorithm>
#include <fstream>

using namespace parley;
using namespace parley::test;

namespace {

/// Of one game, or of all.
std::vector<std::filesystem::path> scenario_files(std::string_view game = "") {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(PARLEY_TESTS_DIR "/scenarios"))
    if (entry.path().extension() == ".scenario" && (game.empty() || entry.path().parent_path().filename() == game))
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string first_line(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

bool all_digits(std::string_view word) { return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos; }

/// TI4: a clause (28.3, 94.4.a), a note (2(b)), a row of the page's table (E1), a test of a class (test5), a heading of the
/// page, a tag of the ledger's that holds here too (D6).
bool is_ti4_tag(std::string_view word) {
  static constexpr std::string_view headings[] = {"TI4", "deals", "state", "transactions", "pipe", "class", "factions"};
  if (std::find(std::begin(headings), std::end(headings), word) != std::end(headings)) return true;
  if (word.starts_with("test")) return all_digits(word.substr(4));
  if (word[0] >= '1' && word[0] <= '9') return true;
  return std::string_view("ERXLCDAT").find(word[0]) != std::string_view::npos && all_digits(word.substr(1));
}

bool is_dune_tag(std::string_view word) {
  if (word.starts_with("P-")) return true;
  return std::string_view("DBUTHA").find(word[0]) != std::string_view::npos && all_digits(word.substr(1));
}

bool is_tag(std::string_view word, const std::filesystem::path& file) {
  if (word.empty()) return false;
  return file.parent_path().filename() == "dune" ? is_dune_tag(word) : is_ti4_tag(word);
}

/// The rule tags that stand between `# ` and the colon; empty where there is anything else.
std::set<std::string> tags(const std::filesystem::path& file) {
  const std::string line = first_line(file);
  const std::size_t colon = line.find(':');
  if (!line.starts_with("# ") || colon == std::string::npos) return {};
  std::set<std::string> named;
  for (const std::string& word : split(std::string_view(line).substr(2, colon - 2), ' ')) {
    if (!is_tag(word, file)) return {};
    named.insert(word);
  }
  return named;
}

std::unique_ptr<Everybody> base(std::string options = "basic") {
  Words words("ATR HAR EMP FRE GLD BG " + options);
  return make_table(words);
}

constexpr Seat atr{0}, har{1}, emp{2}, gld{4};

Offer offer(SeatSet parties, Settlement settlement = {}) {
  return Offer{Record{.signatories = parties, .terms = Terms{"x"}, .answers = {}, .settlement = settlement}};
}

void accepted(Everybody& all, Role role, Action action) {
  const Verdict verdict = all.ask(role, std::move(action));
  INFO((verdict ? in_words(*verdict, all.server()) : "ok"));
  REQUIRE_FALSE(verdict);
}

}  // namespace

TEST_CASE("scenarios", "[rules]") {
  for (const auto& file : scenario_files()) {
    DYNAMIC_SECTION(file.stem().string()) {
      const ScenarioResult result = run_scenario(file);
      if (result.failure) FAIL(*result.failure);
      SUCCEED();
    }
  }
}

namespace {

std::set<std::string> named_tags(std::string_view game) {
  std::set<std::string> named;
  for (const auto& file : scenario_files(game)) {
    INFO(file.filename().string() + " begins with \"# D4 B1: what it shows\"");
    const auto own = tags(file);
    CHECK_FALSE(own.empty());
    named.insert(own.begin(), own.end());
  }
  return named;
}

}  // namespace

TEST_CASE("every scenario names its rules, every clause has a scenario", "[rules]") {
  const auto named = named_tags("dune");
  // Elsewhere: D10 wire_test (bytes), D13 help, D14 below and after every line, B10 the room's, H4 the client's.
  for (const auto& [letter, last] : std::map<char, int>{{'D', 15}, {'B', 9}, {'U', 5}, {'T', 2}, {'H', 3}, {'A', 8}})
    for (int n = 1; n <= last; ++n) {
      const std::string tag = letter + std::to_string(n);
      if (tag == "D10" || tag == "D13" || tag == "D14") continue;
      INFO("no scenario names " + tag);
      CHECK(named.contains(tag));
    }
}

TEST_CASE("every clause and every row of RULES-TI4 has a scenario", "[rules]") {
  named_tags("open");
  const auto named = named_tags("ti4");
  std::vector<std::string> wanted = {"28.1", "28.2", "28.3", "28.3.a", "28.4", "94", "94.1", "94.1.a", "94.2", "94.3", "94.4", "94.4.a",
                                     "94.6", "94.6.a", "69.5", "21.5", "1(a)", "1(b)", "2(a)", "2(b)", "2(c)", "2(d)", "2(e)", "X1", "X2",
                                     "X8", "X9", "X22", "X26", "X29", "X33", "L1", "L7", "L9", "L14", "L15", "C4", "C5"};
  for (int n = 1; n <= 10; ++n) wanted.insert(wanted.end(), {"E" + std::to_string(n), "R" + std::to_string(n)});
  for (int n = 1; n <= 13; ++n) wanted.push_back("test" + std::to_string(n));
  for (const std::string& tag : wanted) {
    INFO("no scenario names " + tag);
    CHECK(named.contains(tag));
  }
}

TEST_CASE("every refusal and every verb is reached", "[rules]") {
  using enum Refusal::Code;
  const std::set<Refusal::Code> not_the_cores = {request_reused, request_old, rate, too_soon, storage};  // room, store
  std::set<Refusal::Code> refusals;
  std::set<Verb> verbs;
  for (const auto& file : scenario_files()) {
    const ScenarioResult result = run_scenario(file);
    refusals.insert(result.refusals.begin(), result.refusals.end());
    verbs.insert(result.verbs.begin(), result.verbs.end());
  }
  for (std::uint8_t n = 1; n <= refusal_codes; ++n) {
    const auto code = static_cast<Refusal::Code>(n);
    INFO(name(code));
    CHECK(refusals.contains(code) != not_the_cores.contains(code));
  }
  for (unsigned n = 1; n < 128; ++n)
    if (const auto verb = static_cast<Verb>(n); !name(verb).empty() && verb != Verb::genesis) {
      INFO(name(verb));
      CHECK(verbs.contains(verb));
    }
}

TEST_CASE("D14 deal actions change nothing but the ledger", "[rules][D14]") {
  auto all = base("advanced");
  accepted(*all, Role::host(), SetBureaucrat{.seat = gld, .alive = true});
  accepted(*all, Role::host(), Ally{{.one = emp, .other = gld}});
  accepted(*all, Role::host(), Advance{.turn = 2, .phase = dune::Phase::shipment_and_movement});
  accepted(*all, Role::of(atr), MovementFinished{});
  accepted(*all, Role::host(), OpenDecision{.owner = emp, .note = Line{"x"}});
  const Table before = all->server();

  const DealId one{1}, two{2}, three{3};
  accepted(*all, Role::of(atr), offer({atr, har}));
  accepted(*all, Role::of(har), Accept{one});
  accepted(*all, Role::of(atr), WriteNote{.deal = one, .text = Line{"kept"}});
  accepted(*all, Role::of(atr), RequestRelease{one});
  accepted(*all, Role::of(atr), RetractRelease{one});
  accepted(*all, Role::of(har), RequestRelease{one});
  accepted(*all, Role::of(atr), RequestRelease{one});
  accepted(*all, Role::of(atr), offer({atr, har, emp}, Bribe{.payer = atr, .recipient = har, .gross = Spice{3}}));
  accepted(*all, Role::of(har), Accept{two});
  accepted(*all, Role::of(har), Decline{two});
  accepted(*all, Role::of(atr), offer({atr, har}));
  accepted(*all, Role::of(atr), Withdraw{three});

  CHECK(game_of(all->server()) == game_of(before));
  CHECK(all->server().seats == before.seats);
  CHECK(all->server().decisions == before.decisions);
  CHECK(all->server().decisions_changed == before.decisions_changed);
}

TEST_CASE("D14 a bribe moves its money, opens its decision, and closes the payer's own window", "[rules][D14]") {
  auto all = base("advanced");
  accepted(*all, Role::host(), SetBureaucrat{.seat = gld, .alive = true});
  accepted(*all, Role::host(), Advance{.turn = 2, .phase = dune::Phase::shipment_and_movement});
  accepted(*all, Role::of(atr), MovementFinished{});
  const Spice gross = GENERATE(Spice{4}, Spice{5});
  accepted(*all, Role::of(har), offer({atr, har}, Bribe{.payer = atr, .recipient = har, .gross = gross}));
  const Table before = all->server();
  accepted(*all, Role::of(atr), Accept{DealId{1}});

  const Version now = all->version();
  dune::Game expected = game_of(before);
  expected[atr].spice = Spice{10 - gross.value};
  expected[atr].spice_changed = now;
  expected[atr].hajr = false;
  if (gross.value < 5) expected[har].deferred = gross;
  CHECK(game_of(all->server()) == expected);
  CHECK(all->server().seats == before.seats);
  CHECK(all->server().decisions.size() == (gross.value < 5 ? 0 : 1));
}

TEST_CASE("A4 a sum that is not constant is noticed", "[rules][A4]") {
  auto all = base();
  accepted(*all, Role::host(), SetBureaucrat{.seat = gld, .alive = true});
  accepted(*all, Role::of(atr), PayBribe{.to = har, .gross = Spice{5}, .note = {}});
  REQUIRE(conserved(all->server()));

  Table table = all->server();
  auto& game = std::get<dune::Game>(table.game);
  SECTION("on hand") { game[atr].spice->value += 1; }
  SECTION("deferred") { game[har].deferred.value += 1; }
  SECTION("bank") { game.bank.value += 1; }
  SECTION("outside") { *game.outside -= 1; }
  SECTION("an open diversion that vanished") { table.decisions.clear(); }
  SECTION("a bid above the spice") { game[atr].bid = Spice{6}; }
  CHECK_FALSE(conserved(table));
}

TEST_CASE("P-V1 two worlds that differ in a purse look alike to everybody else", "[rules]") {
  const auto play = [](std::int64_t by) {
    auto all = base();
    REQUIRE_FALSE(all->ask(Role::of(atr), Adjust{Line{"x"}}, Amount{by}));
    accepted(*all, Role::of(atr), Bid{Spice{2}});
    accepted(*all, Role::of(har), offer({atr, har}, Bribe{.payer = atr, .recipient = har, .gross = Spice{3}}));
    accepted(*all, Role::of(atr), Accept{DealId{1}});
    REQUIRE(all->ask(Role::of(emp), Accept{DealId{1}}));
    accepted(*all, Role::host(), Advance{.turn = 3, .phase = dune::Phase::storm});
    return all;
  };
  const auto poor = play(-5), rich = play(60000);
  for (Role role : {Role::of(har), Role::of(emp), Role::host(), Role::viewer(1)})
    CHECK(difference(poor->mirror(role), rich->mirror(role)).empty());
  CHECK_FALSE(difference(poor->mirror(Role::of(atr)), rich->mirror(Role::of(atr))).empty());
}

TEST_CASE("P-C6 a hostile server's commits are found unlawful, or harm nobody", "[rules]") {
  auto all = base();
  const auto commit = [&](const Table& at, Role role, Action action, Secret secret = {}) {
    return Commit{.version = Version{at.version.value + 1}, .elapsed = 1, .role = role, .action = std::move(action),
                  .secret = std::move(secret)};
  };
  Table host = all->mirror(Role::host());

  SECTION("a purse that no table can hold, or that is below its bid") {
    REQUIRE_FALSE(all->ask(Role::of(atr), Bid{Spice{5}}));
    Table mirror = all->mirror(Role::host());
    const Spice claimed = GENERATE(Spice{~0ull}, Spice{1ull << 63}, Spice{1});
    const auto receive = [&](const Commit& c) {
      if (!lawful(mirror, c)) apply(mirror, c);
    };
    receive(commit(mirror, Role::host(), SetControl{.seat = atr, .to = Control::ai}, Revealed{claimed}));
    for (std::int64_t by : {-1, -3, -65535, 65535, 65535, -2})
      receive(commit(mirror, Role::host(), AdjustSeat{.seat = atr, .reason = Line{"x"}}, Amount{by}));
    SUCCEED("no invariant of ours was broken");
  }
  SECTION("roles and seats that are not there") {
    CHECK(lawful(host, commit(host, Role::of(Seat{6}), Say{Line{"x"}})));
    CHECK(lawful(host, commit(host, Role::viewer(1), Say{Line{"x"}})));
    CHECK(lawful(host, commit(host, Role::of(atr), PayBribe{.to = Seat{200}, .gross = Spice{1}, .note = {}})));
    CHECK(lawful(host, commit(host, Role::host(), Depart{Seat{200}})));
    CHECK(lawful(host, commit(host, Role::host(), SetBureaucrat{.seat = Seat{200}, .alive = true})));
    CHECK(lawful(host, commit(host, Role::host(), Ally{{.one = Seat{200}, .other = atr}})));
    CHECK(lawful(host, commit(host, Role::server(), Seated{.seat = Seat{200}, .epoch = Epoch{1}})));
    CHECK(lawful(host, commit(host, Role::of(atr), offer(SeatSet(0xff)))));
    const Bribe by_nobody{.payer = Seat{200}, .recipient = har, .gross = Spice{1}};
    CHECK(lawful(host, commit(host, Role::of(atr), offer({atr, har}, by_nobody))));
  }
  SECTION("a vote of the host's, an acceptance that was never offered") {
    CHECK(lawful(host, commit(host, Role::host(), Accept{DealId{1}})));
    CHECK(lawful(host, commit(host, Role::of(atr), Accept{DealId{1}})));
  }
  SECTION("an own purse that is overdrawn") {
    const Table mine = all->mirror(Role::of(atr));
    CHECK(lawful(mine, commit(mine, Role::of(atr), PayBribe{.to = har, .gross = Spice{11}, .note = {}})));
    CHECK(lawful(mine, commit(mine, Role::of(atr), Adjust{Line{"x"}}, Amount{-11})));
    CHECK(lawful(mine, commit(mine, Role::of(atr), Adjust{Line{"x"}})));
    CHECK_FALSE(lawful(mine, commit(mine, Role::of(har), Adjust{Line{"x"}})));  // another's amount is not ours to see
  }
  SECTION("tables that the rules do not know") {
    const auto genesis = [&](std::vector<std::string> seats, std::uint16_t minimum = 5) {
      const dune::Options options{.mode = dune::Mode::basic, .bureaucrat_min = minimum};
      const Genesis action{.name = "x", .seats = std::move(seats), .rules = options, .time = {}};
      return lawful(Table{}, commit(Table{}, Role::server(), action));
    };
    CHECK_FALSE(genesis({"ATR", "HAR"}));
    CHECK_FALSE(genesis({"ATR", "HAR", "EMP", "FRE", "GLD", "BG"}));
    CHECK(genesis({"ATR"}));
    CHECK(genesis({}));
    CHECK(genesis({"ATR", "ATR"}));
    CHECK(genesis({"ATR", "XYZ"}));
    CHECK(genesis({"ATR", "HAR", "EMP", "FRE", "GLD", "BG", "IX"}));
    CHECK(genesis({"ATR", "HAR"}, 0));
  }
}
