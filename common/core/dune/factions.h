// Who can sit at a Dune table: keys and starting spice [SEED A7].
#pragma once

#include "common/core/ids.h"

#include <optional>
#include <span>
#include <string_view>

namespace parley::dune {

struct Faction {
  std::string_view key;   // always printed; colour is never the only mark
  std::string_view name;
  Spice starting;
  std::uint8_t colour;    // nearest of 256
};

std::span<const Faction> factions();
/// The faction of a key, or nothing.
const Faction* faction(std::string_view key);

}  // namespace parley::dune
