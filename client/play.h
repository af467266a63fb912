// `parley play`: the screen. Runs the app on a terminal and the links of the seats held; decides nothing itself.
#pragma once

#include "client/settings.h"

#include <string>
#include <vector>

namespace parley {

struct PlayOptions {
  std::string table;
  std::vector<std::string> as;
  Settings settings;
};

/// 0 at quit; 1 when the terminal is lost; 2 start-up. Where the terminal cannot show a screen: says so in one sentence and goes on in the
/// line mode.
int play(const PlayOptions& options);

}  // namespace parley
