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

struct GoldenScreen {
  std::string name;
  RigOptions options;
  std::string keys;
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
      {"offer_form_80x24", at(80, 24), "o<right> <tab>Пропусти меня через Щит до хода 6.<enter>同盟<tab><right><right><tab><right><tab>3"},
      {"offer_form_60x15", at(60, 15), "o<tab>free passage<tab><tab><tab>"},
      {"offer_form_120x40", at(120, 40), "o<right> <tab>free passage"},
      {"offer_form_200x60", at(200, 60), "o<right> <tab>free passage"},
      {"offer_asks", at(80, 24), "o<right> <tab>free passage<^x>"},
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
  std::string_view game;
};
const Language languages_shown[] = {{"en", "/golden/screens/", middle_of_a_game()}, {"ru", "/golden/screens/ru/", middle_of_a_game_in_russian()}};

std::string path(const Language& language, const std::string& name) { return PARLEY_TESTS_DIR + language.folder + name + ".txt"; }

std::string make(const Language& language, const GoldenScreen& golden) {
  const Speaking speaking(language.name);
  AppRig rig(golden.options);
  rig.play(language.game);
  rig.keys(golden.keys);
  return rig.screen();
}

}  // namespace

TEST_CASE("golden screens") {
  for (const Language& language : languages_shown)
    for (const GoldenScreen& golden : golden_screens()) {
      INFO(language.name << " " << golden.name);
      std::ostringstream expected;
      expected << std::ifstream(path(language, golden.name)).rdbuf();
      CHECK(make(language, golden) == expected.str());
    }
}

TEST_CASE("write the golden screens", "[.write-golden-screens]") {
  for (const Language& language : languages_shown)
    for (const GoldenScreen& golden : golden_screens()) std::ofstream(path(language, golden.name)) << make(language, golden);
}
