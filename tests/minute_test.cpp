// A passing minute changes ages on the screen, and on a thin link that must cost next to nothing [SCREENS "Bytes to the terminal"].
#include "client/terminal.h"
#include "tests/support/app_rig.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <clocale>

using namespace parley;
using namespace parley::test;

TEST_CASE("a passing minute costs at most 40 bytes", "[terminal]") {
  std::setlocale(LC_ALL, "C.UTF-8");
  AppRig rig;
  rig.play(middle_of_a_game());
  for (int i = 0; i < 10; ++i) rig.play("HAR: offer atr,emp \"number " + std::to_string(i) + "\"");
  Terminal terminal({.type = "xterm-256color", .size = {24, 80}});
  terminal.draw(rig.draw());
  std::size_t most = 0, minutes_with_any = 0;
  for (int minute = 0; minute < 24 * 60; ++minute) {
    rig.minutes(1);
    const std::size_t bytes = terminal.draw(rig.draw()).size();
    most = std::max(most, bytes);
    minutes_with_any += bytes > 0;
  }
  CHECK(most <= 40);
  CHECK(minutes_with_any > 0);  // ages do move on
}
