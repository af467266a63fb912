#include "client/settings.h"

#include "client/display.h"
#include "client/translate.h"

#include <fmt/format.h>

#include <array>

namespace parley {
namespace {

struct Switch {
  std::string_view name;
  bool Settings::*value;
  const char* remark;
};
constexpr std::array<Switch, 4> switches = {{
    {"ascii", &Settings::ascii, tr_later("lines and marks in ASCII only")},
    {"colours", &Settings::colour, tr_later("off also where NO_COLOR is set")},
    {"bell", &Settings::bell, tr_later("ring once for each new thing that needs me")},
    {"title", &Settings::title, tr_later("set the title of the terminal's window")},
}};

std::string_view trimmed(std::string_view text) {
  const std::size_t from = text.find_first_not_of(" \t\r");
  if (from == text.npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

/// Without the remark that may follow it. A key may be '#' itself.
std::string_view without_remark(std::string_view value) {
  if (value.starts_with("# ") && value.find(" #") == value.npos) return {};
  return trimmed(value.substr(0, value.find(" #")));
}

/// A sentence about what is wrong with one setting, or nothing.
std::string set(Settings& settings, std::string_view name, std::string_view value) {
  for (const Switch& each : switches) {
    if (each.name != name) continue;
    if (value != "on" && value != "off") return tr("'{}' is on or off", name);
    settings.*each.value = value == "on";
    return "";
  }
  if (name == "language") {
    if (!is_language(value) && !value.empty()) return tr("'language' is {}; empty for the locale's", languages());
    settings.language = value;
    return "";
  }
  if (name.starts_with("key.") && settings.keys.bind(name.substr(4), value)) return "";
  if (name.starts_with("key.")) return tr("'{}' cannot be '{}': 'parley --config' lists the keys; a key is one printable character that no other has", name, value);
  return tr("there is no setting '{}'; 'parley --config' lists them", name);
}

}  // namespace

Result<Settings, std::string> parse_settings(std::string_view text) {
  Settings settings;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    const std::size_t equals = line.find('=');
    const std::string wrong = equals == line.npos ? tr("a line is 'name = value'") : set(settings, trimmed(line.substr(0, equals)), without_remark(trimmed(line.substr(equals + 1))));
    if (!wrong.empty()) return tr("line {}: {}", number, display(wrong));
  }
  return settings;
}

std::string describe(const Settings& settings) {
  std::string out;
  for (const Switch& each : switches) out += fmt::format("{:<18} = {:<5} # {}\n", each.name, settings.*each.value ? "on" : "off", tr(each.remark));
  out += fmt::format("{:<18} = {:<5} # {}\n", "language", settings.language, tr("{}; empty for the locale's", languages()));
  for (std::size_t i = 0; i < shortcuts; ++i) {
    const auto shortcut = static_cast<Shortcut>(i);
    out += fmt::format("{:<18} = {}\n", "key." + std::string(name(shortcut)), settings.keys.shown(shortcut));
  }
  return out;
}

}  // namespace parley
