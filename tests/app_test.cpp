// What the screen must hold, by typing keys without a terminal: consent, changes while one decides, what was sent, finding, forms, several seats.
#include "tests/support/app_rig.h"
#include "tests/support/catch.h"
#include "tests/support/locale.h"

#include <random>

using namespace parley;
using namespace parley::test;

namespace {

const Deal& deal(const AppRig& rig, std::uint32_t id) { return *rig.server().ledger.find(DealId{id}); }
bool is_open(const AppRig& rig, std::uint32_t id) { return std::holds_alternative<Open>(deal(rig, id).state); }
SeatSet consents(const AppRig& rig, std::uint32_t id) { return std::get<Open>(deal(rig, id).state).consents; }
constexpr Seat ATR{0}, HAR{1}, EMP{2}, FRE{3}, GLD{4};

template <class E>
bool has(const std::vector<Effect>& effects) {
  return std::any_of(effects.begin(), effects.end(), [](const Effect& e) { return std::holds_alternative<E>(e); });
}

/// 10 numbered offers of HAR to ATR and EMP.
void offer_some(AppRig& rig, int count = 10) {
  for (int i = 0; i < count; ++i) rig.play("HAR: offer atr,emp \"number " + std::to_string(i) + "\"");
}

}  // namespace

// ---- consent [P-C3] ------------------------------------------------------------------------------------------------------------

TEST_CASE("app: only y is yes, also in Russian; everything else is not") {
  const Utf8 locale;
  for (const std::string_view yes : {"y", "д"}) {
    AppRig rig;
    rig.play("HAR: offer atr,emp \"peace\"");
    rig.keys("a");
    REQUIRE(rig.shows("accept #1, as ATR: y is yes"));
    rig.keys("<enter> <paste:y>Yq");  // Enter, blanks, a paste and other letters are no answer
    REQUIRE(consents(rig, 1) == SeatSet{HAR});
    REQUIRE(rig.shows("accept #1, as ATR: y is yes"));
    rig.keys(yes);
    CHECK(consents(rig, 1) == SeatSet{ATR, HAR});
  }
  for (const std::string_view no : {"n", "н", "<esc>", "<^c>"}) {
    AppRig rig;
    rig.play("HAR: offer atr,emp \"peace\"");
    rig.keys("a");
    rig.keys(no);
    CHECK_FALSE(rig.shows("y is yes"));
    CHECK(consents(rig, 1) == SeatSet{HAR});
  }
}

TEST_CASE("app: a yes counts only once the whole text was shown") {
  const Utf8 locale;
  AppRig rig({.size = {15, 60}});
  std::string terms;
  for (int line = 1; line <= 20; ++line) terms += "line " + std::to_string(line) + (line < 20 ? " is long enough to be read " : " END");
  rig.play("HAR: offer atr,emp \"" + terms + "\"");
  rig.keys("ay");
  CHECK(consents(rig, 1) == SeatSet{HAR});
  CHECK(rig.shows("Read to the end first"));
  rig.keys("      ");
  CHECK(rig.shows("END"));
  rig.keys("y");
  CHECK(consents(rig, 1) == SeatSet{ATR, HAR});
}

TEST_CASE("app: what changed while I decided is shown and asked again") {
  const Utf8 locale;
  AppRig rig;
  rig.play("HAR: offer atr,emp \"pay\" bribe atr>har 3");
  rig.keys("a");
  REQUIRE(rig.shows("others have still to accept"));
  rig.play("EMP: accept 1");  // now mine is the last acceptance, and pays
  rig.keys("y");
  CHECK(is_open(rig, 1));
  CHECK(rig.shows("CHANGED"));
  rig.keys(" ");
  CHECK(rig.shows("3 spice is paid"));
  rig.keys("y");
  CHECK_FALSE(is_open(rig, 1));

  rig.play("HAR: offer atr \"more\" bribe har>atr 1");
  rig.keys("na");
  rig.play("HOST: inflation on");
  rig.keys("y");
  CHECK(is_open(rig, 2));
  CHECK(rig.shows("inflation"));
  rig.keys(" ");
  CHECK(rig.shows("Not possible: accept #2"));  // it is not, so nothing is asked any more
}

TEST_CASE("app: jumping to the end is not reading") {
  const Utf8 locale;
  AppRig rig({.size = {15, 60}});
  std::string terms;
  for (int line = 1; line <= 20; ++line) terms += "line " + std::to_string(line) + " is long enough to be read here ";
  rig.play("HAR: offer atr,emp \"" + terms + "\"");
  rig.keys("a<end>y");
  CHECK(consents(rig, 1) == SeatSet{HAR});
  rig.keys("<home>    y");
  CHECK(consents(rig, 1) == SeatSet{ATR, HAR});
}

TEST_CASE("app: a yes that came before the question was drawn is none") {
  const Utf8 locale;
  AppRig rig;
  rig.play("HAR: offer atr,emp \"peace\"");
  rig.draw();
  rig.app().key(Key::text(U'a'));
  rig.app().key(Key::text(U'y'));  // both in one read
  CHECK(rig.app().take_effects().empty());
  rig.draw();
  rig.keys("y");
  CHECK(consents(rig, 1) == SeatSet{ATR, HAR});
}

TEST_CASE("app: no is no also where something has changed") {
  const Utf8 locale;
  for (const char* no : {"n", "н", "т"}) {
    AppRig rig;
    rig.play("HAR: offer atr,emp \"pay\" bribe atr>har 3");
    rig.keys("a");
    rig.play("EMP: accept 1");
    REQUIRE(rig.shows("CHANGED"));
    rig.keys(no);
    CHECK_FALSE(rig.shows("CHANGED"));
    CHECK(is_open(rig, 1));
  }
}

TEST_CASE("app: the prompt for a decision shows what it is about") {
  const Utf8 locale;
  AppRig rig;
  rig.play("FRE: ask atr \"Do you hold a Karama?\"");
  rig.keys("n1");
  CHECK(rig.shows("FRE asks: Do you hold a Karama?"));
  CHECK(rig.shows("y is yes"));
}

TEST_CASE("app: a prompt that loses its deal closes with the reason, and one on a screen that shrinks is cancelled") {
  const Utf8 locale;
  AppRig rig;
  rig.play("HAR: offer atr,emp \"peace\"");
  rig.keys("a");
  rig.play("HAR: withdraw 1");
  rig.keys("y");
  CHECK(rig.shows("CHANGED"));
  rig.keys(" ");
  CHECK(rig.shows("Not possible"));

  rig.play("HAR: offer atr,emp \"again\"");
  rig.keys("na");
  rig.resize({14, 60});
  rig.keys("y");
  rig.resize({24, 80});
  CHECK(rig.shows("The question was closed"));
  rig.keys("y");
  CHECK(consents(rig, 2) == SeatSet{HAR});
}

TEST_CASE("app: the Hajr window that a payment closes is said before") {
  const Utf8 locale;
  AppRig rig;
  rig.play("HOST: advance 2 shipment_and_movement\nATR: moved\nHAR: offer atr \"pay\" bribe atr>har 2");
  rig.keys("a");
  CHECK(rig.shows("closes your Hajr window"));
}

TEST_CASE("app: nobody consents to text that the locale cannot show") {
  AppRig rig;  // the C locale
  rig.play("HAR: offer atr,emp \"Мир\"\nHAR: offer atr,emp \"peace\"");
  rig.keys("1<enter>a");
  CHECK(rig.shows("locale cannot show"));
  CHECK(rig.shows("<U+041C>"));
  rig.keys("2<enter>ay");
  CHECK(consents(rig, 1) == SeatSet{HAR});
  CHECK(consents(rig, 2) == SeatSet{ATR, HAR});
}

// ---- sent is never done [P-C4] -------------------------------------------------------------------------------------------------

TEST_CASE("app: what was sent shows as sent until its answer") {
  const Utf8 locale;
  AppRig rig({.answers = false});
  rig.play("HAR: offer atr,emp \"peace\"");
  rig.keys("ay");
  REQUIRE(rig.waiting() == 1);
  CHECK(rig.shows("SENT, not done yet: accept #1"));
  CHECK(rig.row(3).find("SENT") != std::string::npos);
  CHECK(rig.row(3).find("2/3") == std::string::npos);
  rig.keys("a");
  CHECK(rig.shows("sent already"));
  CHECK(rig.waiting() == 1);
  rig.answer();
  CHECK(rig.shows("ATR accepted #1"));
  CHECK(rig.row(3).find("2/3") != std::string::npos);
}

TEST_CASE("app: a refusal says why, and an offer that was refused is still there") {
  const Utf8 locale;
  AppRig rig({.answers = false});
  rig.keys("o <tab>ten words<^x>y");
  rig.play("HOST: ally atr har");  // on its way meanwhile
  rig.answer();
  CHECK(rig.shows("REFUSED"));
  CHECK(rig.shows("allied"));
  CHECK(rig.server().ledger.deals().empty());
  rig.keys("xo");
  CHECK(rig.shows("ten words"));
}

TEST_CASE("app: the answer to one offer leaves the draft of another") {
  const Utf8 locale;
  AppRig rig({.answers = false});
  rig.keys("o <tab>first<^x>y");
  rig.keys("o<^r><^r><tab>second, with care");
  rig.answer();
  CHECK(rig.shows("second, with care"));
  CHECK(rig.server().ledger.deals().size() == 1);
}

TEST_CASE("app: what was sent stays in the title until its answer, whatever else is said") {
  const Utf8 locale;
  AppRig rig({.answers = false});
  rig.keys("g17<tab>harvest<^x>y?<esc>");
  CHECK(rig.row(0).find("1 SENT") != std::string::npos);
  rig.answer();
  CHECK(rig.row(0).find("SENT") == std::string::npos);
}

TEST_CASE("app: on a narrow screen who I am and what I have is not cut") {
  const Utf8 locale;
  AppRig rig({.size = {15, 60}, .roles = {"ATR", "HAR"}});
  rig.play("ATR: adjust 95 \"a chest\"\nHOST: advance 3 shipment_and_movement");
  CHECK(rig.row(0).find("you: ATR 105  [1/2]") != std::string::npos);
}

TEST_CASE("mirror: a commit that is not the next ends a connection, one that cannot be ends the table") {
  Mirror mirror(Role::of(ATR), SecretKey::from_seed({}), Epoch{1});
  const Committed genesis{{.version = {}, .elapsed = 0, .role = Role::server(), .action = Genesis{"arrakis", {"ATR", "HAR"}, dune::Options{}, Time{1}}, .secret = {}}};
  REQUIRE(std::holds_alternative<Applied>(mirror.receive(genesis).at(0)));
  const auto broken_by = [&](std::uint64_t version, Action action) {
    return std::get<Broken>(mirror.receive(Committed{{.version = Version{version}, .elapsed = 0, .role = Role::of(ATR), .action = std::move(action), .secret = {}}}).at(0));
  };
  CHECK(std::get<Broken>(mirror.receive(genesis).at(0)).passes);  // said twice
  CHECK(broken_by(2, Say{Line{"one is missing"}}).passes);
  CHECK_FALSE(broken_by(1, Accept{DealId{7}}).passes);
  CHECK(broken_by(1, Accept{DealId{7}}).why == "history");
}

TEST_CASE("app: a lost connection is said loudly, and selection and drafts stay") {
  const Utf8 locale;
  AppRig rig;
  offer_some(rig);
  rig.keys("jjo<tab>a draft<esc>");
  const std::string before = rig.row(5);
  REQUIRE(before.starts_with(">#8"));
  rig.lose_connection();
  CHECK(rig.row(1).find("CONNECTION LOST") != std::string::npos);
  CHECK(rig.row(5) == before);
  rig.find_connection();
  CHECK(rig.row(1).find("CONNECTION LOST") == std::string::npos);
  rig.keys("o");
  CHECK(rig.shows("a draft"));
}

// ---- what is not possible -------------------------------------------------------------------------------------------------------

TEST_CASE("app: a key that cannot do it now says why and sends nothing") {
  const Utf8 locale;
  AppRig rig({.answers = false});
  rig.play("HAR: offer emp \"theirs\"");
  for (const auto& [key, why] : {std::pair{"a", "not a party"}, {"w", "not a party"}, {"r", "not a party"}}) {
    rig.keys(key);
    INFO(key);
    CHECK(rig.shows("Not possible"));
    CHECK(rig.shows(why));
  }
  CHECK(rig.waiting() == 0);
  const Screen screen = rig.draw();
  CHECK(screen.at({23, 1}).style.dim);        // "a accept"
  CHECK_FALSE(screen.at({23, 48}).style.dim);  // "o offer" and what follows
}

TEST_CASE("app: a viewer looks on; every key that acts says so") {
  const Utf8 locale;
  AppRig rig({.roles = {"VIEWER/1"}, .answers = false});
  rig.play("HAR: offer emp \"theirs\"");
  for (const char* key : {"a", "d", "w", "r", "o", "b1", "c", "t hello<enter>", "m note<enter>"}) {
    rig.keys(key);
    rig.keys("<esc>");
  }
  rig.keys("g");
  CHECK(rig.shows("Viewers only look on"));
  CHECK(rig.waiting() == 0);
}

TEST_CASE("app: on a deal's page keys act on that deal, also when the list has moved on") {
  const Utf8 locale;
  AppRig rig({.answers = false});
  rig.play("HAR: offer atr,emp \"first\"\nHAR: offer atr,emp \"second\"");
  rig.keys("ffff1<enter><enter>");  // needs me
  REQUIRE(rig.shows("Deal #1"));
  rig.play("EMP: decline 1");       // the row is gone from the list, and the next one selected
  rig.keys("a");
  CHECK(rig.shows("Not possible: accept #1"));
}

TEST_CASE("app: a menu that changes keeps its cursor on the item") {
  const Utf8 locale;
  AppRig rig({.roles = {"ATR"}, .answers = false});
  rig.keys("gj");
  REQUIRE(rig.shows(">2 My standing bid"));
  rig.play("HOST: decision ATR \"discard a card\"");
  CHECK(rig.shows(">3 My standing bid"));
  rig.keys("<home>");
  CHECK(rig.shows(">1 done: decision 1 ATR: discard a card"));
  rig.play("HOST: cancel 1");
  CHECK(rig.shows(">1 My spice"));
}

// ---- rows and finding ------------------------------------------------------------------------------------------------------------

TEST_CASE("app: a new row never moves the selection or the scroll") {
  const Utf8 locale;
  AppRig rig;
  offer_some(rig, 12);
  rig.keys("jjjjjjjjj");
  const std::string selected = rig.screen();
  const auto row_of = [&](std::string_view text) {
    for (int row = 3; row < 11; ++row)
      if (rig.row(row).find(text) != std::string::npos) return row;
    return -1;
  };
  const int before = row_of("number 2");
  REQUIRE(before >= 0);
  REQUIRE(rig.row(before).starts_with(">#3"));
  offer_some(rig, 4);
  CHECK(row_of("number 2") == before);
  CHECK(rig.row(before).starts_with(">#3"));
  CHECK(rig.row(2).find("above") != std::string::npos);
}

TEST_CASE("app: finding, filters, jumps and sorting") {
  const Utf8 locale;
  AppRig rig;
  rig.play(middle_of_a_game());
  rig.keys("/ГИЛЬДИЯ щ<enter>");
  CHECK(rig.shows("No deal is like this"));
  rig.keys("<esc>/ГИЛЬДИЯ shield<enter>");
  CHECK(rig.shows("Ledger 1"));
  CHECK(rig.shows(">#2 OFFER"));
  rig.keys("<esc>ffff");
  CHECK(rig.shows("filter: needs me"));
  CHECK(rig.shows("Ledger 2"));
  rig.keys("6<enter>");  // a jump to a deal that the filter hides shows all again
  CHECK(rig.shows(">#6 ACTIVE"));
  rig.keys("99<enter>");
  CHECK(rig.shows("There is no deal #99"));
  rig.keys("S<home>");
  CHECK(rig.row(3).starts_with(">#2"));
}

TEST_CASE("app: n walks what needs me, then my other seats") {
  const Utf8 locale;
  AppRig rig({.roles = {"ATR", "BG", "HOST"}});
  rig.play(middle_of_a_game());
  rig.keys("n");
  const std::string first = rig.screen();
  rig.keys("n");
  CHECK(rig.screen() != first);
  rig.keys("n");
  CHECK(rig.shows("You are BG now."));
}

// ---- forms -----------------------------------------------------------------------------------------------------------------------

TEST_CASE("app: an offer with a bribe by the form, and a counter-offer") {
  const Utf8 locale;
  AppRig rig({.roles = {"ATR", "EMP"}});
  rig.keys("o <right> <tab>Пропусти меня.<enter>Till turn 6<tab><right><tab><right><right><tab>3<^x>");
  CHECK(rig.shows("Bribe 3 spice ATR > EMP"));
  rig.keys("y");
  REQUIRE(rig.server().ledger.deals().size() == 1);
  const Record& record = deal(rig, 1).record;
  CHECK(record.signatories == SeatSet{ATR, HAR, EMP});
  CHECK(record.terms.utf8 == "Пропусти меня.\nTill turn 6");
  CHECK(*bribe_of(deal(rig, 1)) == Bribe{ATR, EMP, Spice{3}});
  rig.keys("sc");
  CHECK(rig.shows("Counter-offer to #1"));
  rig.keys("<^x>y");
  REQUIRE(rig.server().ledger.deals().size() == 2);
  CHECK(deal(rig, 2).record.answers == DealId{1});
  CHECK(deal(rig, 2).proposer == EMP);
}

TEST_CASE("app: every form of the menus becomes its action") {
  const Utf8 locale;
  AppRig rig({.roles = {"ATR", "HOST"}});
  rig.keys("g1-3<tab>ransom<^x>y");
  CHECK(std::get<dune::Game>(rig.server().game)[ATR].spice == Spice{7});
  rig.keys("g24<^x>y");
  CHECK(std::get<dune::Game>(rig.server().game)[ATR].bid == Spice{4});
  rig.keys("g3<right><tab>2<tab>thanks<^x>y");
  CHECK(std::get<dune::Game>(rig.server().game)[HAR].deferred == Spice{2});
  rig.keys("g4<right><right><right><tab>Do you hold a Karama?<^x>y");
  REQUIRE(rig.server().decisions.size() == 1);
  rig.keys("tHello<enter>");
  CHECK(rig.shows("ATR says: Hello"));
  rig.keys("sg1y");  // the host cancels the question
  CHECK(rig.server().decisions.empty());
  rig.keys("g1<^x>y");
  CHECK(moment(rig.server()) == dune::moment(2, dune::Phase::revival));
  rig.keys("g3 <tab><right> <^x>y");
  CHECK(std::get<dune::Game>(rig.server().game)[ATR].ally == HAR);
  rig.keys("g4 <tab><right> <^x>y");
  CHECK_FALSE(std::get<dune::Game>(rig.server().game)[ATR].ally);
  rig.keys("g8<right><right><tab><^x>y");
  CHECK(std::get<dune::Game>(rig.server().game).bureaucrat.holder == HAR);
  rig.keys("g9y");
  CHECK(std::get<dune::Game>(rig.server().game).inflation);
}

TEST_CASE("app: a form that is as it began is not kept; one that was written in says so and can be emptied") {
  const Utf8 locale;
  AppRig rig;
  rig.play("HAR: offer atr \"theirs\"");
  rig.keys("c<esc>");
  CHECK_FALSE(rig.shows("draft is kept"));
  rig.keys("o");
  CHECK(rig.shows("Offer"));
  CHECK_FALSE(rig.shows("Counter-offer"));
  rig.keys("<esc>g1<esc>g1");
  CHECK_FALSE(rig.shows("As you left it"));
  rig.keys("<tab>cards<esc>g1");
  CHECK(rig.shows("As you left it; ^R empties it."));
  CHECK(rig.shows("cards"));
  rig.keys("<^r>");
  CHECK_FALSE(rig.shows("cards"));
}

TEST_CASE("app: the asker hears the answer, and what was before my own last action is no news") {
  const Utf8 locale;
  AppRig rig({.answers = false});
  rig.play("ATR: ask har \"Do you hold a lasgun?\"\nHAR: answer 1 no");
  CHECK(rig.row(1).find("HAR answers decision 1: no") != std::string::npos);
  rig.play("ATR: say thanks");
  CHECK(rig.row(1).find("answers") == std::string::npos);
}

TEST_CASE("app: a form that was left or refused is there again with what was written") {
  const Utf8 locale;
  AppRig rig({.answers = false});
  rig.keys("b2<right><tab>3<tab>for services<esc>b2");
  CHECK(rig.shows("for services"));
  rig.keys("<^x>y");
  rig.play("HOST: inflation on");
  rig.answer();
  REQUIRE(rig.shows("REFUSED"));
  rig.play("HOST: inflation off");
  rig.keys("b2");
  CHECK(rig.shows("for services"));
  rig.keys("<^x>y");
  rig.answer();
  rig.keys("b2");
  CHECK_FALSE(rig.shows("for services"));
}

TEST_CASE("app: a paste is text in forms and nothing in lists") {
  const Utf8 locale;
  AppRig rig;
  rig.play("HAR: offer atr,emp \"peace\"");
  rig.effects();
  rig.keys("<paste:ay>");
  CHECK(consents(rig, 1) == SeatSet{HAR});
  CHECK(rig.effects().empty());
  rig.keys("o<tab><paste:ay\nq>");
  CHECK(rig.shows("terms     ay"));
  CHECK(rig.effects().empty());
}

TEST_CASE("app: the keys of the Russian layout do the same") {
  const Utf8 locale;
  AppRig rig;
  rig.play("HAR: offer atr,emp \"peace\"");
  rig.keys("ф");
  CHECK(rig.shows("accept #1, as ATR"));
  rig.keys("<esc>щ<tab>ыф");
  CHECK(rig.shows("ыф"));  // in a text every letter is text
  rig.keys("<esc>,");
  CHECK(rig.shows("Help"));
  rig.keys("<esc>.");
  CHECK(rig.shows("find:"));
}

// ---- the rest ----------------------------------------------------------------------------------------------------------------------

TEST_CASE("app: rings once for each new need, and the title counts") {
  const Utf8 locale;
  AppRig rig;
  rig.effects();
  rig.play("HAR: offer atr,emp \"peace\"");
  CHECK(has<Ring>(rig.effects()));
  CHECK(rig.app().title() == "(1) parley arrakis");
  rig.play("EMP: accept 1\nHAR: say \"well?\"");
  CHECK_FALSE(has<Ring>(rig.effects()));
  rig.keys("ay");
  CHECK(rig.app().title() == "parley arrakis");
}

TEST_CASE("app: what others do that concerns me is told in the notice row, once and not beside what needs me") {
  AppRig rig;
  rig.play("ATR: offer har,emp \"peace\"\nHAR: accept 1");
  CHECK(rig.row(1).find("HAR accepted #1") != std::string::npos);
  rig.play("FRE: offer gld \"none of mine\"");
  CHECK(rig.row(1).find("HAR accepted #1") != std::string::npos);
  rig.play("EMP: decline 1");
  CHECK(rig.row(1).find("EMP declined #1") != std::string::npos);
  rig.play("HAR: offer atr \"another\"");
  CHECK(rig.row(1).find("accept? #2") == std::string::npos);
  CHECK(rig.row(1).find("accept? #3 HAR") != std::string::npos);
  CHECK(rig.row(1).find("offers #3") == std::string::npos);
  rig.minutes(11);
  CHECK(rig.row(1).find("declined") == std::string::npos);
}

TEST_CASE("app: a draft is thrown away by ^R twice in a row, not by one") {
  AppRig rig;
  rig.keys("o<tab>my terms<^r>");
  CHECK(rig.shows("^R once more"));
  rig.keys(" stay<^r>");
  CHECK(rig.shows("my terms stay"));
  rig.keys("<^r>");
  CHECK_FALSE(rig.shows("my terms"));
}

TEST_CASE("app: who cannot make offers is not told how") {
  for (const char* role : {"HOST", "VIEWER/1"}) {
    AppRig rig({.size = {60, 200}, .roles = {role}});
    rig.play("HAR: offer atr,emp \"peace\"");
    CHECK_FALSE(rig.shows("a accept"));
    CHECK_FALSE(rig.shows("o offer"));
    CHECK_FALSE(rig.shows("^X review"));
    CHECK(rig.shows("? help"));
  }
}

TEST_CASE("app: my spice is shown and never another's") {
  const Utf8 locale;
  AppRig rig({.size = {60, 200}});
  rig.play("HAR: adjust 4231 \"a chest\"\nATR: adjust 17 \"found\"");
  CHECK(rig.shows("you: ATR Atreides 27"));
  CHECK_FALSE(rig.shows("4231"));
  CHECK_FALSE(rig.shows("4241"));
}

TEST_CASE("app: any size at any moment, in any mode") {
  const Utf8 locale;
  std::mt19937 random(7);
  const std::vector<std::string> modes = {"", "o<tab>text", "g", "2<enter>a", "?", "/find", "v", "l", "4", "<esc>", "t hello", "b", "2<enter><enter>"};
  AppRig rig({.roles = {"ATR", "HOST"}});
  rig.play(middle_of_a_game());
  for (int i = 0; i < 600; ++i) {
    rig.resize({static_cast<int>(1 + random() % (i % 3 == 0 ? 200 : 40)), static_cast<int>(1 + random() % (i % 3 == 0 ? 500 : 130))});
    rig.screen();
    if (i % 4 == 0) rig.keys("<esc>");
    rig.keys(modes[random() % modes.size()]);
  }
  rig.resize({24, 80});
  rig.keys("<esc><esc><esc>");
  CHECK(rig.shows("Ledger"));
}

TEST_CASE("app: a minute seldom changes what is shown") {
  const Utf8 locale;
  AppRig rig;
  offer_some(rig, 3);
  int changed = 0;
  for (int minute = 0; minute < 60; ++minute) {
    const std::string before = rig.screen();
    rig.minutes(1);
    changed += rig.screen() != before;
  }
  CHECK(changed <= 15);
}
