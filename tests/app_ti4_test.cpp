// What the screen must hold at a TI4 table, by typing keys without a terminal: the class that is agreed to, questions, rulings, what
// was kept, the offer form with its exchange and clauses, splitting; and that an open table has its ledger and nothing else.
#include "tests/support/app_rig.h"
#include "tests/support/catch.h"
#include "tests/support/locale.h"

#include "common/core/ti4/classify.h"

#include <random>

using namespace parley;
using namespace parley::test;

namespace {

constexpr Seat SOL{0}, HAC{1}, XXC{2};

const Deal& deal(const AppRig& rig, std::uint32_t id) {
  const Deal* found = rig.server().ledger.find(DealId{id});
  REQUIRE(found);
  return *found;
}
const ti4::Game& game(const AppRig& rig) { return std::get<ti4::Game>(rig.server().game); }
bool is_active(const AppRig& rig, std::uint32_t id) { return std::holds_alternative<Active>(deal(rig, id).state); }

/// SOL is active in the step of activation, next to HAC; both have goods.
AppRig at_activation(RigOptions options = ti4_table()) {
  AppRig rig(std::move(options));
  rig.play("SOL: adjust tg +3 \"so far\"\nHAC: adjust tg +4 \"so far\"\nHAC: hold Ceasefire\nHOST: neighbours sol hac\nHOST: active sol\nSOL: step activation");
  return rig;
}
/// HAC pays so that SOL does not fire: not binding before the ships have moved.
constexpr std::string_view no_cannon = "HAC: offer sol \"Do not shoot.\" give 1 tg clause sol not fire_space_cannon now able yes";

}  // namespace

// ---- the class that is agreed to -----------------------------------------------------------------------------------------------

TEST_CASE("ti4 app: the prompt shows the class, where it comes from and its rule; a yes is an acceptance of that class") {
  const Utf8 locale;
  AppRig rig = at_activation();
  rig.play(no_cannon);
  rig.keys("a");
  CHECK(rig.shows("accept #1 as not binding"));
  CHECK(rig.shows("[N] not binding as things stand, computed: 28.4, note 2(b)"));
  CHECK(rig.shows("the ships have not moved yet"));
  CHECK(rig.shows("HAC gives 1 trade good; SOL"));
  rig.keys("y");
  REQUIRE(is_active(rig, 1));
  CHECK(deal(rig, 1).judgement.at_acceptance->is == ti4::Class::non_binding);
  CHECK(game(rig)[SOL].holds.trade_goods == 4);
  CHECK(rig.shows("the deal is active and not binding"));
}

TEST_CASE("ti4 app: a class that changes while the question is open is asked about again") {
  const Utf8 locale;
  AppRig rig = at_activation();
  rig.play(no_cannon);
  rig.keys("a");
  rig.play("HOST: step space_cannon_offense");
  rig.keys("y");
  CHECK_FALSE(is_active(rig, 1));
  CHECK(rig.shows("CHANGED"));
  rig.keys(" ");
  CHECK(rig.shows("accept #1 as binding"));
  rig.keys("y");
  REQUIRE(is_active(rig, 1));
  CHECK(deal(rig, 1).judgement.at_acceptance->is == ti4::Class::binding);
}

TEST_CASE("ti4 app: a refused class says from what to what because of which rule, and can be confirmed again") {
  const Utf8 locale;
  RigOptions options = ti4_table({24, 120});
  options.answers = false;
  AppRig rig = at_activation(options);
  rig.play(no_cannon);
  rig.keys("ay");
  REQUIRE(rig.waiting() == 1);
  rig.play("HOST: step space_cannon_offense");  // the yes was on its way
  rig.answer();
  CHECK_FALSE(is_active(rig, 1));
  CHECK(rig.shows("#1 was not binding when you looked and is binding now"));
  CHECK(rig.shows("28.3 (inferred)"));
  rig.keys("ay");
  rig.answer();
  CHECK(is_active(rig, 1));
}

TEST_CASE("ti4 app: what cannot be accepted says the rule and what helps") {
  const Utf8 locale;
  AppRig rig = at_activation(ti4_table({24, 160}));
  rig.play("XXC: adjust tg +3 \"so far\"\nXXC: offer sol \"Three for nothing.\" give 3 tg");
  rig.keys("a");
  CHECK(rig.shows("28.1, 94.1: XXC and SOL are not neighbours"));
  rig.play("HOST: neighbours sol xxc\nHAC: offer sol \"One.\" give 1 tg");
  rig.keys("2<enter>ay");
  REQUIRE(is_active(rig, 2));
  rig.play("HAC: offer sol \"Another.\" give 1 tg");
  rig.keys("3<enter>a");
  CHECK(rig.shows("have had their exchange of this turn"));
  rig.play("XXC: adjust tg -2 \"spent\"");
  rig.keys("1<enter>a");
  CHECK(rig.shows("XXC does not have 3 trade goods"));
  rig.play("HOST: active hac");
  rig.keys("1<enter>a");
  CHECK(rig.shows("must be the active player"));
}

// ---- questions, rulings, what was kept -----------------------------------------------------------------------------------------

TEST_CASE("ti4 app: an open question is answered with two keys, and the class follows") {
  const Utf8 locale;
  AppRig rig = at_activation();
  rig.play("HOST: step production\nHAC: offer sol \"Build.\" give 1 tg clause sol produce 1 dreadnought");
  CHECK(rig.shows("[?]"));
  rig.keys("<enter>");
  CHECK(rig.shows("can SOL do that right now"));
  rig.keys("<esc>e1");
  REQUIRE(deal(rig, 1).judgement.statements.size() == 1);
  CHECK(rig.shows("[B]"));
  rig.keys("<enter>");
  CHECK(rig.shows("stated by SOL"));
}

TEST_CASE("ti4 app: a ruling stands beside the computed class") {
  const Utf8 locale;
  AppRig rig = at_activation();
  rig.play("HAC: offer sol \"Help.\" clause sol other \"help against Xxcha\"\nHAC: rule 1 binding");
  rig.keys("u");
  CHECK(rig.shows("I rule #1: binding"));
  rig.keys("1y");
  CHECK(deal(rig, 1).judgement.rulings.size() == 2);
  CHECK(rig.shows("[?]>[B]"));
}

TEST_CASE("ti4 app: the other party says with one key whether a binding clause was kept") {
  const Utf8 locale;
  AppRig rig = at_activation(ti4_table({24, 80}, {"HAC"}));
  rig.play("HOST: step production\nHAC: offer sol \"Build.\" give 1 tg clause sol produce 1 dreadnought now able yes\nSOL: accept 1");
  rig.keys("m");
  CHECK(rig.shows("NOT KEPT: clause 1"));
  rig.keys("2");
  REQUIRE(deal(rig, 1).judgement.kept.size() == 1);
  CHECK_FALSE(deal(rig, 1).judgement.kept[0].yes);
  CHECK(rig.shows("NOT kept"));
  rig.keys("m3late<enter>");  // a note is there, too
  CHECK(deal(rig, 1).notes.size() == 1);
}

// ---- offers ----------------------------------------------------------------------------------------------------------------------

TEST_CASE("ti4 app: an offer with an exchange and a clause is written, classified as it is typed, and sent") {
  const Utf8 locale;
  AppRig rig = at_activation();
  rig.play("SOL: step production");
  rig.keys("o<right>");
  CHECK(rig.shows("HAC has 4 trade goods; notes: 1"));
  rig.keys("<tab>A dreadnought for your Ceasefire.<tab><tab>4 tg, Ceasefire<tab><enter>");
  CHECK(rig.shows("A new clause"));
  rig.keys("<tab><tab><tab><tab>dreadnought");
  CHECK(rig.shows("[?] undecided: 28.3, note 1"));
  rig.keys("<tab><tab><tab><left><left>");
  CHECK(rig.shows("[B] binding: 28.3, note 1(a)"));
  rig.keys("<^x>");
  CHECK(rig.shows("[B] binding as things stand"));
  rig.keys("<^x>");
  CHECK(rig.shows("Exchange with the last acceptance: SOL gives nothing; HAC gives 4"));
  rig.keys("y");
  REQUIRE(rig.server().ledger.deals().size() == 1);
  const Record& record = deal(rig, 1).record;
  REQUIRE(exchange_of(record));
  CHECK(exchange_of(record)->gets.counts.trade_goods == 4);
  CHECK(exchange_of(record)->gets.notes == std::vector<Label>{{"Ceasefire"}});
  REQUIRE(record.clauses.size() == 1);
  CHECK(record.clauses[0] == ti4::Clause{.actor = SOL, .deed = ti4::Deed::produce, .item = {"dreadnought"}, .able = ti4::Able::yes});
}

TEST_CASE("ti4 app: goods that are none, two notes and a relic are refused in the form") {
  const Utf8 locale;
  AppRig rig = at_activation();
  rig.keys("o<right><tab>x<tab>4 apples");
  CHECK(rig.shows("'4 apples' is none of the goods"));
  rig.keys("<^u>Ceasefire, Political Secret<^x>");
  CHECK(rig.shows("94.2"));
  rig.keys("<^u>relic The Codex<^x>");
  CHECK(rig.shows("94.3"));
  rig.keys("<^u>1 action card<^x>");
  CHECK(rig.shows("offer #1"));  // Hacan is a party
}

TEST_CASE("ti4 app: clauses are added, changed and taken out, eight at most") {
  const Utf8 locale;
  AppRig rig = at_activation();
  rig.keys("o<right><tab>x<tab><tab><tab>");
  for (int i = 0; i < 8; ++i) rig.keys("+<^x>");
  rig.keys("+");
  CHECK(rig.shows("at most 8 clauses"));
  rig.keys("<up><del><^x>");
  CHECK(rig.shows("offer #1"));
  rig.keys("     y");
  CHECK(deal(rig, 1).record.clauses.size() == 7);
}

TEST_CASE("ti4 app: a counter-offer begins with the whole of what it answers, seen from the other side") {
  const Utf8 locale;
  AppRig rig = at_activation();
  rig.play("HAC: offer sol \"A cruiser.\" give 2 tg get 1 tg clause sol produce 1 cruiser now able yes");
  rig.keys("c<^x>y");
  REQUIRE(rig.server().ledger.deals().size() == 2);
  const Record &first = deal(rig, 1).record, &second = deal(rig, 2).record;
  CHECK(second.answers == DealId{1});
  CHECK(exchange_of(second)->gives == exchange_of(first)->gets);
  CHECK(exchange_of(second)->gets == exchange_of(first)->gives);
  CHECK(second.clauses == first.clauses);
}

TEST_CASE("ti4 app: a mixed offer is split with one key into a withdraw and two offers") {
  const Utf8 locale;
  AppRig rig = at_activation();
  rig.play("SOL: offer hac \"Peace.\" give 1 tg clause sol not activate Arretze now able yes clause hac not activate Jord this_round");
  rig.keys("p");
  CHECK(rig.shows("split #1: withdraw it and make two offers, as SOL"));
  rig.keys("   y");
  REQUIRE(rig.server().ledger.deals().size() == 3);
  CHECK(std::holds_alternative<Withdrawn>(deal(rig, 1).state));
  CHECK(exchange_of(deal(rig, 2).record));
  CHECK(deal(rig, 2).record.clauses.size() == 1);
  CHECK_FALSE(exchange_of(deal(rig, 3).record));
  CHECK(deal(rig, 3).record.clauses[0].actor == HAC);
  rig.keys("p");
  CHECK(rig.shows("Only your own open offer is split"));
}

TEST_CASE("ti4 app: a claim to be neighbours is told to the other") {
  AppRig rig(ti4_table());
  rig.play("XXC: neighbours hac");
  CHECK(rig.row(1).find("XXC") == std::string::npos);
  rig.play("XXC: neighbours sol");
  CHECK(rig.row(1).find("XXC says it is a neighbour of SOL") != std::string::npos);
}

TEST_CASE("ti4 app: the draft of an offer outlives the program") {
  const Utf8 locale;
  AppRig rig = at_activation();
  rig.keys("o<right><tab>Build.<tab>1 tg<tab><tab><enter><tab><tab><tab><tab>cruiser<^x><esc>");
  const std::string kept = rig.app().draft(0);
  App again({}, {24, 80});
  again.add_player(rig.mirror(), "SOL", {}, kept);
  again.draw();
  CHECK(again.draft(0) == kept);
  CHECK(kept.find("cruiser") != std::string::npos);
}

// ---- the table -------------------------------------------------------------------------------------------------------------------

TEST_CASE("ti4 app: seats and the host say how the table stands from the game menu") {
  const Utf8 locale;
  AppRig rig = at_activation(ti4_table({24, 80}, {"SOL", "HOST"}));
  rig.keys("g2<tab>-2<tab>a fleet<^x>y");
  CHECK(game(rig)[SOL].holds.trade_goods == 1);
  rig.keys("g3Political Secret<enter>y");
  CHECK(game(rig)[SOL].notes == 1);
  CHECK(game(rig)[SOL].shown.empty());
  rig.keys("g6<right><right><tab><^x>y");
  CHECK(game(rig)[SOL].claims == SeatSet{XXC});
  rig.keys("g7A space station<enter>y");
  CHECK(game(rig)[SOL].exception == Line{"A space station"});
  rig.keys("g1<right><^x>");
  CHECK(game(rig).marker->step == ti4::Step::move_ships);
  CHECK(rig.shows("moving ships, set by SOL"));
  rig.keys("sg2<right><^x>y");
  CHECK(game(rig).active == HAC);
  CHECK(game(rig).turn == 2);
  rig.keys("v");
  CHECK(rig.shows("Holdings"));
  CHECK(rig.shows("EXCEPTION, needs no neighbours: A space station"));
}

TEST_CASE("ti4 app: a hand is named to its owner and counted to the others") {
  const Utf8 locale;
  AppRig mine = at_activation(ti4_table({40, 120}, {"HAC"})), others = at_activation(ti4_table({40, 120}, {"SOL"}));
  mine.keys("v");
  CHECK(mine.shows("your hand of notes: Ceasefire"));
  others.keys("v");
  CHECK(others.shows("1 promissory note"));
  CHECK_FALSE(others.shows("Ceasefire"));
}

// ---- every game --------------------------------------------------------------------------------------------------------------------

TEST_CASE("app: whatever is typed at a TI4 or an open table, something is drawn") {
  const Utf8 locale;
  const std::string_view keys[] = {"j", "k", "G", "n", "N", "a", "d", "w", "r", "o", "b", "c", "g", "s", "t", "m", "/", "f", "S", "v", "l", "y", "x", "?", "e", "p", "u",
                                   "1", "2", "<enter>", "<tab>", "<backtab>", "<esc>", "<up>", "<down>", "<left>", "<right>", "<pgdn>", "<^x>", "<^r>", "<del>", " ", "+", "3 tg", "Ceasefire"};
  for (unsigned seed = 1; seed <= 6; ++seed) {
    INFO("seed " << seed);
    std::mt19937 random(seed);
    const bool ti4 = seed % 3 != 0;
    AppRig rig(ti4 ? ti4_table({24, 80}, {"SOL", "HAC", "HOST", "VIEWER/1"}) : open_table({24, 80}, {"ARI", "BEA", "HOST"}));
    rig.play(ti4 ? middle_of_a_turn() : a_few_deals());
    const Size sizes[] = {{24, 80}, {40, 120}, {60, 200}, {15, 60}};
    for (int step = 0; step < 400; ++step) {
      if (step % 40 == 0) rig.resize(sizes[random() % 4]);
      rig.keys(keys[random() % std::size(keys)]);
    }
    CHECK(rig.screen().size() > 100);
  }
}

TEST_CASE("app: an open table has its ledger and nothing else") {
  const Utf8 locale;
  AppRig rig(open_table());
  rig.play(a_few_deals());
  rig.keys("b");
  CHECK(rig.shows("There are no bribes at this table"));
  rig.keys("e");
  CHECK(rig.shows("No clause of this deal is yours"));
  rig.keys("u");
  CHECK(rig.shows("have no class"));
  rig.keys("p");
  CHECK(rig.shows("Only your own open offer"));
  rig.keys("g");
  CHECK(rig.shows("nothing to do here beside deals"));
  rig.keys("2<enter>ay");
  CHECK(std::holds_alternative<Active>(deal(rig, 2).state));
  rig.keys("o <right> <tab>Ore.<^x>y");
  CHECK(rig.server().ledger.deals().size() == 4);
}
