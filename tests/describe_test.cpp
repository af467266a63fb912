// Tables, deals, needs and events as scripts see them: exactly the keys of INTERFACE "parley pipe", and the extras that the
// README documents.
#include "common/wire/describe.h"

#include "common/core/apply.h"
#include "common/core/check.h"
#include "tests/support/catch.h"

#include <nlohmann/json.hpp>

#include <set>

using namespace parley;
using Json = nlohmann::ordered_json;

namespace {

constexpr Seat atr{0}, har{1}, gld{2};
using Keys = std::set<std::string>;

Keys keys(const Json& object) {
  Keys found;
  for (const auto& [key, value] : object.items()) found.insert(key);
  return found;
}
Keys operator+(Keys a, const Keys& b) {
  a.insert(b.begin(), b.end());
  return a;
}

/// A table that plays on, commit by commit.
struct Play {
  Table table;
  Outcome outcome;
  Json event;

  explicit Play(Role sight = Role::server()) {
    table.sight = sight;
    outcome = apply(table, Commit{.version = Version{0}, .role = Role::server(),
                                  .action = Genesis{"arrakis", {"ATR", "HAR", "GLD"},
                                                    dune::Options{dune::Mode::advanced, 5, 10}, Time{1796005800}}});
  }
  void operator()(Role role, Action action, Secret secret = {}) {
    const Commit commit{.version = Version{table.version.value + 1}, .elapsed = 60, .role = role, .action = std::move(action),
                        .secret = secret};
    REQUIRE(!lawful(table, commit));
    outcome = apply(table, commit);
    event = describe(commit, table.time, seat_keys(table));
    add_outcome(event, outcome, table);
  }
};

Offer offer(SeatSet seats, std::optional<Bribe> bribe = std::nullopt, DealId answers = {}) {
  Record record{seats, Terms{"pass"}, answers, std::monostate{}};
  if (bribe) record.settlement = *bribe;
  return Offer{record};
}

const Keys deal_keys = {"id", "state", "proposer", "signatories", "consents", "release_requests", "terms", "offered",
                        "notes", "answers"};
const Keys event_keys = {"version", "time", "role", "do"};

Json deal(const Play& play, std::uint32_t id) {
  return describe(*play.table.ledger.find(DealId{id}), play.table);
}

}  // namespace

TEST_CASE("describe: a table has the keys of the interface") {
  Play play;
  play(Role::server(), Seated{atr, Name{"Anna"}, PublicKey{}, Epoch{1}});
  play(Role::host(), Start{});
  play(Role::host(), SetBureaucrat{gld, true});
  play(Role::host(), Ally{{har, gld}});
  const Json table = describe(play.table);
  INFO(table.dump(2));
  CHECK(keys(table) == Keys{"name", "game", "mode", "version", "turn", "phase", "inflation", "bank", "decisions", "bureaucrat",
                            "seats", "options"} + Keys{"last_collected"});
  CHECK(keys(table.at("bureaucrat")) == Keys{"seat", "alive", "used"});
  CHECK(keys(table.at("seats")) == Keys{"ATR", "HAR", "GLD"});
  for (const Json& seat : table.at("seats"))  // presence is added by whoever knows it
    CHECK(keys(seat) == Keys{"player", "control", "departed", "ally", "spice", "bid", "deferred", "hajr"});
  CHECK(keys(table.at("options")) == Keys{"bureaucrat_min", "probe_wait"});

  CHECK(table.at("name") == "arrakis");
  CHECK(table.at("game") == "dune");
  CHECK(table.at("mode") == "advanced");
  CHECK(table.at("version") == 4);
  CHECK(table.at("turn") == 1);
  CHECK(table.at("phase") == "storm");
  CHECK(table.at("bureaucrat") == Json{{"seat", "GLD"}, {"alive", true}, {"used", false}});
  CHECK(table.at("seats").at("ATR").at("player") == "Anna");
  CHECK(table.at("seats").at("HAR").at("player") == nullptr);
  CHECK(table.at("seats").at("HAR").at("ally") == "GLD");
  CHECK(table.at("seats").at("ATR").at("ally") == nullptr);
  CHECK(table.at("seats").at("GLD").at("control") == "human");
}

TEST_CASE("P-V2 describe: a purse that the viewer may not know is absent, never null") {
  const auto shown = [](Role sight) {
    Play play(sight);
    Keys found;
    const Json seats = describe(play.table).at("seats");
    for (const auto& [key, seat] : seats.items())
      if (seat.contains("spice")) found.insert(key);
    return found;
  };
  CHECK(shown(Role::server()) == Keys{"ATR", "HAR", "GLD"});
  CHECK(shown(Role::of(har)) == Keys{"HAR"});
  CHECK(shown(Role::host()).empty());
  CHECK(shown(Role::viewer(1)).empty());
}

TEST_CASE("describe: a deal has the keys of the interface, in every state") {
  Play play;
  play(Role::host(), Start{});
  play(Role::of(atr), offer({atr, har}));                                        // 1
  play(Role::of(atr), offer({atr, har}, Bribe{atr, har, Spice{4}}, DealId{1}));  // 2
  play(Role::of(atr), offer({atr, har, gld}));                                   // 3
  play(Role::of(gld), offer({atr, gld}));                                        // 4

  CHECK(keys(deal(play, 1)) == deal_keys);
  CHECK(keys(deal(play, 1).at("offered")) == Keys{"version", "turn", "phase"});
  CHECK(deal(play, 1).at("state") == "open");
  CHECK(deal(play, 1).at("consents") == Json{"ATR"});
  CHECK(deal(play, 1).at("answers") == nullptr);
  CHECK(keys(deal(play, 2)) == deal_keys + Keys{"bribe", "paid"});
  CHECK(keys(deal(play, 2).at("bribe")) == Keys{"payer", "recipient", "gross"});
  CHECK(deal(play, 2).at("answers") == 1);
  CHECK(deal(play, 2).at("paid") == false);

  play(Role::of(har), Accept{DealId{2}});
  CHECK(keys(deal(play, 2)) == deal_keys + Keys{"bribe", "paid", "received"});
  CHECK(deal(play, 2).at("state") == "active");
  CHECK(deal(play, 2).at("paid") == true);
  CHECK(deal(play, 2).at("received") == 4);
  CHECK(deal(play, 2).at("consents") == Json{"ATR", "HAR"});

  play(Role::of(har), WriteNote{DealId{2}, Line{"done"}});
  CHECK(deal(play, 2).at("notes") == Json::array({Json{{"seat", "HAR"}, {"text", "done"}}}));
  play(Role::of(atr), RequestRelease{DealId{2}});
  CHECK(deal(play, 2).at("release_requests") == Json{"ATR"});
  play(Role::of(har), RequestRelease{DealId{2}});
  CHECK(deal(play, 2).at("state") == "released");
  CHECK(deal(play, 2).at("release_requests") == Json::array());

  play(Role::of(gld), Decline{DealId{3}});
  CHECK(keys(deal(play, 3)) == deal_keys + Keys{"by"});
  CHECK(deal(play, 3).at("state") == "declined");
  CHECK(deal(play, 3).at("by") == "GLD");
  play(Role::of(gld), Withdraw{DealId{4}});
  CHECK(keys(deal(play, 4)) == deal_keys);
  CHECK(deal(play, 4).at("state") == "withdrawn");
}

TEST_CASE("describe: consents under a key that has been replaced are shown as lapsed") {
  Play play;
  play(Role::server(), Seated{har, Name{"Ben"}, PublicKey{1}, Epoch{1}});
  play(Role::host(), Start{});
  play(Role::of(atr), offer({atr, har, gld}));
  play(Role::of(har), Accept{DealId{1}});
  play(Role::server(), Seated{har, Name{"Carla"}, PublicKey{2}, Epoch{2}});
  CHECK(keys(deal(play, 1)) == deal_keys + Keys{"lapsed"});
  CHECK(deal(play, 1).at("lapsed") == Json{"HAR"});
  CHECK(deal(play, 1).at("consents") == Json{"ATR"});
}

TEST_CASE("describe: decisions") {
  Play play;
  play(Role::host(), Start{});
  play(Role::host(), SetBureaucrat{gld, true});
  play(Role::of(atr), PayBribe{har, Spice{5}, std::nullopt});
  play(Role::of(atr), Ask{har, Line{"Is it you?"}});
  play(Role::host(), OpenDecision{atr, Line{"battle plan"}});
  const Json decisions = describe(play.table).at("decisions");
  REQUIRE(decisions.size() == 3);
  const Keys always = {"id", "kind", "owner", "opened"};
  CHECK(keys(decisions[0]) == always + Keys{"payer", "recipient", "gross"});  // no deal behind it
  CHECK(decisions[0].at("kind") == "diversion");
  CHECK(decisions[0].at("owner") == "GLD");
  CHECK(keys(decisions[1]) == always + Keys{"asker", "question"});
  CHECK(decisions[1].at("kind") == "question");
  CHECK(keys(decisions[2]) == always + Keys{"note"});
  CHECK(decisions[2].at("kind") == "plain");

  Play other;
  other(Role::host(), Start{});
  other(Role::host(), SetBureaucrat{gld, true});
  other(Role::of(atr), offer({atr, har}, Bribe{atr, har, Spice{6}}));
  other(Role::of(har), Accept{DealId{1}});
  CHECK(keys(describe(other.table).at("decisions")[0]) == always + Keys{"deal", "payer", "recipient", "gross"});
  CHECK(deal(other, 1).at("paid") == true);
  CHECK(!deal(other, 1).contains("received"));  // not while the diversion is open
}

TEST_CASE("describe: an event says what it brought about") {
  Play play;
  play(Role::host(), Start{});
  CHECK(keys(play.event) == event_keys);
  play(Role::of(atr), offer({atr, har}, Bribe{atr, har, Spice{6}}));
  CHECK(keys(play.event) == event_keys + Keys{"with", "terms", "bribe", "deal", "state"});
  play(Role::host(), SetBureaucrat{gld, true});
  play(Role::of(har), Accept{DealId{1}});
  CHECK(keys(play.event) == event_keys + Keys{"deal", "state", "paid", "decision"});
  CHECK(play.event.at("paid") == Json{{"payer", "ATR"}, {"recipient", "HAR"}, {"gross", 6}});
  CHECK(one_line(play.event) ==
        R"(v4 2026-11-30T02:34:00Z HAR accept deal=1 state="active" paid={"payer":"ATR","recipient":"HAR","gross":6} decision=1)");
  play(Role::of(gld), Decide{DecisionId{1}, Answer::divert});
  CHECK(play.event.at("answer") == "divert");
  CHECK(play.event.at("deal") == 1);
  play(Role::host(), Advance{1, dune::Phase::mentat_pause, false});
  CHECK(play.event.at("collected") == Json{{"HAR", 4}});
  play(Role::of(atr), Adjust{Line{"income"}}, Amount{3});
  CHECK(keys(play.event) == event_keys + Keys{"reason", "amount"});
  play(Role::of(har), offer({atr, har}));
  play(Role::of(atr), RequestRelease{DealId{1}});
  play(Role::host(), Depart{har});
  CHECK(play.event.at("withdrawn") == Json{2});
  CHECK(play.event.at("released") == Json{1});
}

TEST_CASE("describe: seated, vacated and a seat that becomes AI") {
  Play play;
  play(Role::server(), Seated{atr, Name{"Anna"}, PublicKey{}, Epoch{1}});
  CHECK(keys(play.event) == event_keys + Keys{"seat", "player", "epoch"} + Keys{"key"});
  CHECK(play.event.at("role") == "SERVER");
  play(Role::server(), Vacated{atr});
  CHECK(keys(play.event) == event_keys + Keys{"seat"});
  play(Role::host(), SetControl{atr, Control::ai}, Revealed{Spice{10}});
  CHECK(keys(play.event) == event_keys + Keys{"seat", "to"} + Keys{"spice"});
}

TEST_CASE("describe: one line is one line, in printable ASCII") {
  Play play;
  play(Role::of(atr), Say{Line{"a\nb\x1b[2J Мир \"x\""}});
  const std::string line = one_line(play.event);
  INFO(line);
  for (char c : line) CHECK((c >= ' ' && c <= '~'));
  CHECK(line == R"(v1 2026-11-30T02:31:00Z ATR say text="a\nb\u001b[2J \u041c\u0438\u0440 \"x\"")");
}

TEST_CASE("describe: what a seat has to answer") {
  Play play;
  play(Role::host(), Start{});
  play(Role::of(atr), offer({atr, har}));
  play(Role::of(atr), offer({atr, har}));
  play(Role::of(har), Accept{DealId{2}});
  play(Role::of(atr), RequestRelease{DealId{2}});
  play(Role::host(), OpenDecision{har, Line{"x"}});
  const Json need = describe(needs(play.table, Role::of(har)));
  REQUIRE(need.size() == 3);
  CHECK(need[0] == Json{{"what", "decide"}, {"decision", 1}});
  CHECK(need[1] == Json{{"deal", 1}, {"what", "accept"}});
  CHECK(need[2] == Json{{"deal", 2}, {"what", "release"}});
  CHECK(describe(needs(play.table, Role::of(atr))) == Json::array());
  CHECK(describe(needs(play.table, Role::host())) == Json::array());
}
