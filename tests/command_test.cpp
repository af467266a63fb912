// The line mode's words: what a line says, what it says where it is wrong, and how refusals read.
#include "client/command.h"
#include "client/plain_text.h"
#include "client/words.h"
#include "tests/support/catch.h"

namespace parley {
namespace {

Commit commit_of(std::uint64_t version, Role role, Action action) {
  return {.version = Version{version}, .elapsed = 0, .role = role, .action = std::move(action), .secret = {}};
}

/// ATR, HAR, EMP in turn 2, bidding, looked at by one of them.
struct Sitting {
  explicit Sitting(Role role = Role::of(Seat{0})) : mirror(role, SecretKey::generate(), Epoch{1}) {
    tell(Role::server(), Genesis{.name = "arrakis", .seats = {"ATR", "HAR", "EMP"}, .rules = dune::Options{}, .time = Time{1}});
  }
  void begin() {
    tell(Role::host(), Start{});
    tell(Role::host(), Advance{2, dune::Phase::bidding, false});
  }
  void tell(Role role, Action action) {
    const auto events = mirror.receive(Committed{commit_of(version++, role, std::move(action))});
    REQUIRE(events.size() == 1);
    REQUIRE(std::holds_alternative<Applied>(events.front()));
  }
  std::string wrong(std::string_view line) const {
    const auto words = words_of(line);
    if (!words) return words.error();
    const auto command = parse_command(*words, mirror);
    return command ? "" : command.error();
  }
  Action action(std::string_view line) const { return parse_command(*words_of(line), mirror)->action; }
  std::string refused(const Action& asked) const {
    const Verdict verdict = check(mirror.table(), mirror.role(), Request{.id = {}, .seen = mirror.table().version, .action = asked, .secret = {}});
    return verdict ? sentence(*verdict, mirror, &asked) : "";
  }

  Mirror mirror;
  std::uint64_t version = 0;
};

Offer offer(std::string terms, std::uint64_t bribe = 0) {
  Record record{.signatories = SeatSet{Seat{0}, Seat{1}}, .terms = {std::move(terms)}, .answers = {}, .settlement = {}};
  if (bribe != 0) record.settlement = Bribe{Seat{0}, Seat{1}, Spice{bribe}};
  return {std::move(record)};
}

const Role atr = Role::of(Seat{0}), har = Role::of(Seat{1});

}  // namespace

TEST_CASE("command: the words of a line, and quotes") {
  CHECK(*words_of(R"(offer har "I leave  now" bribe)") == std::vector<std::string>{"offer", "har", "I leave  now", "bribe"});
  CHECK(*words_of("  ") == std::vector<std::string>{});
  CHECK(*words_of("say it's 5\" wide") == std::vector<std::string>{"say", "it's", "5\"", "wide"});
  CHECK(words_of(R"(offer har "I leave bribe atr>har 3)").error().find("quote is not closed") != std::string::npos);
  CHECK(words_of(R"(offer har "I leave" bribe "atr)").error().find("quote is not closed") != std::string::npos);
  CHECK(words_of(R"(offer har "I leave"now)").error().find("closing quote") != std::string::npos);
}

TEST_CASE("command: an offer as an action") {
  const Sitting here;
  CHECK(here.action(R"(offer har "Peace" bribe atr>har 3)") == Action{offer("Peace", 3)});
  CHECK(here.action(R"(OFFER HAR "Peace")") == Action{offer("Peace")});
  CHECK(here.action("accept #4") == Action{Accept{DealId{4}}});
}

TEST_CASE("command: what is wrong is named") {
  const Sitting here, host{Role::host()}, viewer{Role::viewer(1)};
  CHECK(here.wrong(R"(offer xxx "Peace")") == "no seat xxx; there are ATR,HAR,EMP");
  CHECK(here.wrong(R"(offer har,xxx "Peace")") == "no seat xxx; there are ATR,HAR,EMP");
  CHECK(here.wrong(R"(offer har "Peace" bribe atr>xxx 3)") == "no seat xxx; there are ATR,HAR,EMP");
  CHECK(here.wrong("bribe xxx 3") == "no seat xxx; there are ATR,HAR,EMP");
  CHECK(here.wrong("accept soon").find("'soon' is not a number") == 0);
  CHECK(here.wrong("offer har I leave").find("such as: offer") != std::string::npos);
  CHECK(here.wrong("start") == "'start' is for the host; you are ATR");
  CHECK(host.wrong("accept 1") == "'accept' is for seats; you are host");
  CHECK(viewer.wrong("say hello") == "viewers only look on; seats and the host act");
  CHECK(host.wrong("advance 2 lunch").find("no phase 'lunch'; there are storm, spice_blow_and_nexus") == 0);
  CHECK(here.wrong("sing\x1b[2J\xff").find("there is no command 'sing<U+001B>[2J<FF>'") == 0);
}

TEST_CASE("command: help for one command, and for all") {
  const Sitting here;
  CHECK(plain_help(here.mirror.table(), atr, "offer").find("such as: offer har") != std::string::npos);
  CHECK(plain_help(here.mirror.table(), atr, "offer").find("accept DEAL") == std::string::npos);
  CHECK(plain_help(here.mirror.table(), atr, "ledger") != "");
  CHECK(plain_help(here.mirror.table(), atr, "start") == "");
  const std::string all = plain_help(here.mirror.table(), atr);
  for (const char* word : {"ATR,HAR,EMP", "mentat_pause", "Bureaucrat", "Truthtrance", "bank", "need", "answers"})
    CHECK(all.find(word) != std::string::npos);
}

TEST_CASE("command: a refusal says what is so and what would help") {
  Sitting here;
  CHECK(here.refused(offer("Peace")) == "The game is not in play; the host starts it.");
  here.begin();
  here.tell(atr, offer("Peace", 3));
  CHECK(here.refused(Accept{DealId{1}}) == "#1 is your own offer, and offering it was your consent.");
  CHECK(here.refused(Decline{DealId{1}}) == "#1 is your own offer: withdraw it instead.");
  CHECK(here.refused(RequestRelease{DealId{1}}) == "#1 is still an offer; it is active when all have accepted.");
  here.tell(har, Accept{DealId{1}});
  CHECK(here.refused(Withdraw{DealId{1}}) == "#1 is active; it ends by release, when every signatory has asked for it.");
  here.tell(atr, RequestRelease{DealId{1}});
  CHECK(here.refused(RequestRelease{DealId{1}}) == "You have asked for release from #1 already; it ends when every signatory has.");
  here.tell(atr, offer("War"));
  here.tell(har, Decline{DealId{2}});
  CHECK(here.refused(Withdraw{DealId{2}}) == "#2 was declined by HAR; only a new offer can bring it back.");
  CHECK(here.refused(Start{}) == "Only the host can do that; you are ATR.");
  CHECK(here.refused(MovementFinished{}) == "Hajr is part of advanced mode only, and this table plays basic.");
}

TEST_CASE("command: the host is told about phases and roles") {
  Sitting here{Role::host()};
  here.begin();
  CHECK(here.refused(Advance{1, dune::Phase::bidding, false}) == "It is turn 2 bidding: advance only goes forward; correct goes back.");
  CHECK(here.refused(Advance{2, dune::Phase::over, false}).find("the host ends the game") != std::string::npos);
  CHECK(here.refused(Start{}) == "The game has been started already.");
  CHECK(here.refused(Accept{DealId{1}}) == "Only a seat can do that; you are host.");
}

TEST_CASE("command: an offer that my own purse could not pay is told beforehand") {
  Sitting here;
  here.begin();
  CHECK(payment_warning(here.mirror, offer("Peace", 10)) == "");
  CHECK(payment_warning(here.mirror, offer("Peace", 99)) == "You have 10 to spend, the bribe is 99: the last acceptance would fail as things stand.");
  Sitting other{har};
  other.begin();
  CHECK(payment_warning(other.mirror, offer("Peace", 99)) == "");
}

}  // namespace parley
