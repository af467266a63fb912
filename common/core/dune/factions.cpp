#include "common/core/dune/factions.h"

#include <algorithm>
#include <array>

namespace parley::dune {

std::span<const Faction> factions() {
  static constexpr std::array<Faction, 12> all = {{
      {"ATR", "Atreides", Spice{10}, 64},
      {"BG", "Bene Gesserit", Spice{5}, 60},
      {"EMP", "Emperor", Spice{10}, 130},
      {"FRE", "Fremen", Spice{3}, 172},
      {"GLD", "Spacing Guild", Spice{5}, 166},
      {"HAR", "Harkonnen", Spice{10}, 236},
      {"IX", "Ixians", Spice{10}, 144},
      {"BT", "Tleilaxu", Spice{5}, 54},
      {"CHO", "CHOAM", Spice{2}, 94},
      {"RIC", "Richese", Spice{5}, 145},
      {"ECA", "Ecaz", Spice{12}, 133},
      {"MOR", "Moritani", Spice{12}, 37},
  }};
  return all;
}

const Faction* faction(std::string_view key) {
  const auto all = factions();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Faction& f) { return f.key == key; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace parley::dune
