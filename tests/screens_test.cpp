// Golden screens, made by typing keys at a table in mid-game. Each is a page in tests/golden/screens, and in Russian in its folder
// ru; `parley_client_tests [.write-golden-screens]` rewrites them, and they are to be read as a player would.
#include "tests/support/app_rig.h"
#include "tests/support/catch.h"
#include "tests/support/speaking.h"

#include <fstream>
#include <sstream>

using namespace parley;
using namespace parley::test;

namespace {

enum class Played { dune, ti4, open };

struct GoldenScreen {
  std::string name;
  RigOptions options;
  std::string keys;
  Played game = Played::dune;
  std::string_view meanwhile = "";  // done by others after the keys; what was sent is answered then
};

RigOptions at(int columns, int rows, std::vector<std::string> roles = {"ATR"}) {
  RigOptions options;
  options.size = {rows, columns};
  options.roles = std::move(roles);
  return options;
}

std::vector<GoldenScreen> golden_screens() {
  RigOptions ascii = at(80, 24);
  ascii.ascii = true;
  return {
      {"first_60x15", at(60, 15), ""},
      {"first_80x24", at(80, 24), ""},
      {"first_80x40", at(80, 40), ""},
      {"first_120x40", at(120, 40), ""},
      {"first_200x60", at(200, 60), ""},
      {"first_ascii", ascii, ""},
      {"first_viewer", at(80, 24, {"VIEWER/1"}), ""},
      {"first_host", at(80, 24, {"HOST"}), ""},
      {"several_seats", at(80, 24, {"ATR", "BG", "HOST"}), "s"},
      {"too_small", at(59, 14), ""},
      {"next_need", at(80, 24), "n"},
      {"deal_page_80x24", at(80, 24), "2<enter><enter>"},
      {"wide_text_120x40", at(120, 40), "3<enter>"},
      {"accept_asks_80x24", at(80, 24), "2<enter>a"},
      {"accept_asks_60x15", at(60, 15), "2<enter>a"},
      {"accept_asks_120x40", at(120, 40), "2<enter>a"},
      {"accept_asks_200x60", at(200, 60), "2<enter>a"},
      {"not_possible", at(80, 24), "a"},
      {"offer_form_80x24", at(80, 24), "o <tab>Пропусти меня через Щит до хода 6.<enter>同盟<tab><right><right><tab><right><tab>3"},
      {"offer_form_60x15", at(60, 15), "o<tab>free passage<tab><tab><tab>"},
      {"offer_form_120x40", at(120, 40), "o <tab>free passage"},
      {"offer_form_200x60", at(200, 60), "o <tab>free passage"},
      {"offer_asks", at(80, 24), "o <tab>free passage<^x>"},
      {"offer_lacks", at(80, 24), "o<tab>free passage<^x>"},
      {"counter", at(80, 24), "2<enter>c"},
      {"bribe_menu", at(80, 24, {"EMP"}), "b"},
      {"game_menu_seat", at(80, 24, {"BG"}), "g"},
      {"game_menu_host", at(80, 24, {"HOST"}), "g"},
      {"game_menu_host_60x15", at(60, 15, {"HOST"}), "g"},
      {"direct_bribe", at(80, 24), "b2"},
      {"who_plays", at(80, 24, {"HOST"}), "g8"},
      {"bureaucrat", at(80, 24, {"HOST"}), "g<end><up><up><up><enter>"},
      {"my_spice", at(80, 24), "g1-3<tab>paid a ransom"},
      {"advance", at(80, 24, {"HOST"}), "g4"},
      {"money_80x24", at(80, 24), "v"},
      {"money_120x40", at(120, 40), "v"},
      {"log", at(80, 24), "l"},
      {"help_80x24", at(80, 24), "?"},
      {"help_80x24_end", at(80, 24), "?G"},
      {"help_120x40", at(120, 40), "?"},
      {"release_asks", at(80, 24), "1<enter>r"},
      {"find", at(80, 24), "/гильдия"},
      {"found", at(80, 24), "/гильдия<enter>"},
      {"filter_mine", at(80, 24), "fff"},
      {"sort_by_need", at(80, 24), "S"},
      {"talk", at(80, 24), "tКто летит в Сиетч Табр?"},
      {"jump", at(80, 24), "4"},
  };
}

struct Language {
  std::string_view name;
  std::string folder;
  std::string_view dune, ti4, open;  // what was played before

  std::string_view before(Played game) const { return game == Played::dune ? dune : game == Played::ti4 ? ti4 : open; }
};
const Language languages_shown[] = {
    {"en", "/golden/screens/", middle_of_a_game(), middle_of_a_turn(), a_few_deals()},
    {"ru", "/golden/screens/ru/", middle_of_a_game_in_russian(), middle_of_a_turn_in_russian(), a_few_deals_in_russian()}};

GoldenScreen ti4(std::string name, Size size, std::string keys, std::vector<std::string> roles = {"SOL"}) {
  return {"ti4_" + std::move(name), ti4_table(size, std::move(roles)), std::move(keys), Played::ti4};
}
/// A class that changes under an acceptance: while the question stands open, and on the way to the server.
GoldenScreen changed(std::string name, Size size, std::string keys) {
  GoldenScreen screen = ti4(std::move(name), size, std::move(keys));
  screen.options.answers = false;
  screen.meanwhile = "SOL: able 4 1 yes";
  return screen;
}
GoldenScreen of_open(std::string name, std::string keys, std::vector<std::string> roles = {"ARI"}) {
  return {"open_" + std::move(name), open_table({24, 80}, std::move(roles)), std::move(keys), Played::open};
}

constexpr Size small{24, 80}, middling{40, 120}, large{60, 200};
constexpr const char* writing = "o<right><right><tab>A cruiser for two.<tab>2 tg<tab>1 tg<tab><enter><tab><tab><tab><tab>cruiser<tab><tab><tab><left><left><^x>";

std::vector<GoldenScreen> screens_of_other_games() {
  return {
      ti4("first_80x24", small, ""), ti4("first_120x40", middling, ""), ti4("first_200x60", large, ""), ti4("first_60x15", {15, 60}, ""),
      ti4("first_host", small, "", {"HOST"}), ti4("first_viewer", small, "", {"VIEWER/1"}),
      ti4("deal_80x24", small, "3<enter><enter>"), ti4("deal_200x60", large, "3<enter>"), ti4("deal_kept", small, "1<enter><enter>"), ti4("deal_ruled", small, "7<enter><enter>"),
      ti4("deal_question_120x40", middling, "4<enter>"),
      ti4("offer_60x15", {15, 60}, writing), ti4("offer_80x24", small, writing), ti4("offer_120x40", middling, writing), ti4("offer_200x60", large, writing), ti4("offer_blocked", small, "o<right><tab>x<tab>1 tg"),
      ti4("clause_80x24", small, "o<right><right><tab>x<tab><tab><tab><enter><tab><tab>"), ti4("offer_asks", small, std::string(writing) + "<^x>"), ti4("counter", small, "2<enter>c"),
      ti4("accept_asks_80x24", small, "2<enter>a"), ti4("accept_asks_120x40", middling, "2<enter>a"), ti4("accept_asks_200x60", large, "2<enter>a"),
      changed("accept_changed", small, "4<enter>a"), changed("class_changed_80x24", small, "4<enter>ay"), changed("class_changed_200x60", large, "4<enter>ay"),
      ti4("accept_not_possible", small, "5<enter>a", {"HAC"}), ti4("split_asks", small, "3<enter>p"), ti4("question_menu", small, "4<enter>e"), ti4("rule_menu", small, "4<enter>u"),
      ti4("kept_menu", small, "1<enter>m", {"HAC"}), ti4("game_menu_seat", small, "g"), ti4("game_menu_host", small, "g", {"HOST"}), ti4("step_form", small, "g1"),
      ti4("goods_form", small, "g2<tab>-2<tab>a fleet"), ti4("phase_form", small, "g1", {"HOST"}), ti4("holdings", small, "v"), ti4("holdings_120x40", middling, "v"), ti4("help", small, "?"),
      of_open("first", ""), of_open("offer", "o <tab>Ore for wool."), of_open("accept_asks", "2<enter>a"), of_open("menu_host", "g", {"HOST"}), of_open("help", "?"), of_open("active", "v"),
  };
}

std::vector<GoldenScreen> all_screens() {
  std::vector<GoldenScreen> all = golden_screens();
  for (GoldenScreen& screen : screens_of_other_games()) all.push_back(std::move(screen));
  return all;
}


std::string path(const Language& language, const std::string& name) { return PARLEY_TESTS_DIR + language.folder + name + ".txt"; }

std::string make(const Language& language, const GoldenScreen& golden) {
  const Speaking speaking(language.name);
  AppRig rig(golden.options);
  rig.play(language.before(golden.game));
  rig.keys(golden.keys);
  rig.play(golden.meanwhile);
  rig.answer();
  return rig.screen();
}

}  // namespace

TEST_CASE("golden screens") {
  for (const Language& language : languages_shown)
    for (const GoldenScreen& golden : all_screens()) {
      INFO(language.name << " " << golden.name);
      std::ostringstream expected;
      expected << std::ifstream(path(language, golden.name)).rdbuf();
      CHECK(make(language, golden) == expected.str());
    }
}

TEST_CASE("write the golden screens", "[.write-golden-screens]") {
  for (const Language& language : languages_shown)
    for (const GoldenScreen& golden : all_screens()) std::ofstream(path(language, golden.name)) << make(language, golden);
}
