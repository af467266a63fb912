// What a player may choose: from the settings file and the command line. Text in, values out; the file is $XDG_CONFIG_HOME/parley/
// config, lines "name = value", "#" begins a remark, also behind a value.
#pragma once

#include "client/bindings.h"
#include "common/core/result.h"

#include <string>
#include <string_view>

namespace parley {

struct Settings {
  bool ascii = false;   // lines and marks in ASCII
  bool colour = true;   // also off with NO_COLOR
  bool bell = true;     // once for each new thing that needs me
  bool title = true;    // of the terminal's window
  std::string language;  // "en", "ru"; empty: the locale's
  Bindings keys;
};

/// The settings in a file's text, or a sentence that names the line and what it may be.
Result<Settings, std::string> parse_settings(std::string_view text);
/// Every setting as a line of the file, with a remark what it does: `parley --config`.
std::string describe(const Settings& settings);

}  // namespace parley
