#include "server/rule_sets.h"

#include "common/core/check.h"
#include "common/core/dune/factions.h"
#include "common/core/limits.h"
#include "common/core/overload.h"
#include "common/core/ti4/factions.h"
#include "common/wire/names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace parley {
namespace {

Result<std::uint16_t, std::string> option_number(const std::string& key, std::string_view text, unsigned least) {
  unsigned value = 0;
  const auto [at, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || at != text.data() + text.size() || value < least || value > 65535)
    return key + " is a whole number from " + std::to_string(least) + " to 65535";
  return static_cast<std::uint16_t>(value);
}

Result<Rules, std::string> dune_rules(const AskedRules& asked) {
  dune::Options rules;
  if (asked.mode != "basic" && asked.mode != "advanced") return std::string("--mode is basic or advanced");
  rules.mode = asked.mode == "advanced" ? dune::Mode::advanced : dune::Mode::basic;
  for (const std::string& option : asked.options) {
    const std::size_t equals = option.find('=');
    const std::string key = option.substr(0, equals);
    if (equals == std::string::npos || (key != "bureaucrat_min" && key != "probe_wait"))
      return "'" + option + "' is no option of a Dune table; there are bureaucrat_min=N and probe_wait=SECONDS";
    const auto value = option_number(key, std::string_view(option).substr(equals + 1), key == "bureaucrat_min" ? 1 : 0);
    if (!value) return value.error();
    (key == "bureaucrat_min" ? rules.bureaucrat_min : rules.probe_wait) = *value;
  }
  return Rules{rules};
}

template <class Factions>
std::optional<std::string> unknown_faction(const std::vector<std::string>& seats, const Factions& factions, const std::string& game) {
  for (const std::string& key : seats) {
    if (std::any_of(factions.begin(), factions.end(), [&](const auto& f) { return f.key == key; })) continue;
    std::string all;
    for (const auto& f : factions) all += " " + std::string(f.key);
    return "there is no " + game + " faction '" + key + "'; there are" + all;
  }
  return std::nullopt;
}

std::optional<std::string> unknown_seat(const Rules& rules, const std::vector<std::string>& seats) {
  return std::visit(Overload{[&](const dune::Options&) { return unknown_faction(seats, dune::factions(), "Dune"); },
                             [&](const ti4::Options&) { return unknown_faction(seats, ti4::factions(), "TI4"); },
                             [&](const open::Options&) -> std::optional<std::string> { return std::nullopt; }},
                    rules);
}

}  // namespace

Result<Rules, std::string> rules_of(const AskedRules& asked) {
  if (asked.game == "dune") return dune_rules(asked);
  if (asked.game != "ti4" && asked.game != "open") return "'" + asked.game + "' is no game; --game is dune, ti4 or open (any other game)";
  if (asked.mode != "basic") return "a table of " + asked.game + " has no modes; leave out --mode";
  if (!asked.options.empty()) return "a table of " + asked.game + " has no options; leave out --option";
  return asked.game == "ti4" ? Rules{ti4::Options{}} : Rules{open::Options{}};
}

std::optional<std::string> wrong_seats(const Rules& rules, const std::vector<std::string>& seats) {
  if (auto wrong = unknown_seat(rules, seats)) return wrong;
  for (const std::string& key : seats)
    if (std::count(seats.begin(), seats.end(), key) != 1) return "seat " + key + " is named twice; every seat is there once";
  static constexpr std::array examples = {"ATR,HAR,EMP", "SOL,HAC,XXC", "RED,BLUE"};  // in the order of Rules
  const std::size_t most = std::holds_alternative<dune::Options>(rules) ? 6 : limits::seats_max;
  if (seats.size() < 2 || seats.size() > most)
    return "a table of " + std::string(game_name(rules)) + " has 2 to " + std::to_string(most) + " seats, such as --seats " + examples[rules.index()];
  const Genesis genesis{.name = {}, .seats = seats, .rules = rules, .time = {}};
  if (lawful(Table{}, Commit{.version = {}, .elapsed = 0, .role = Role::server(), .action = genesis, .secret = {}}))
    return std::string("a seat's key has 1 to 8 of A-Z 0-9 -, such as RED or P1; HOST, SERVER and VIEWER are taken");
  return std::nullopt;
}

}  // namespace parley
