// Who can sit at a TI4 table, as data.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace parley::ti4 {

struct Faction {
  std::string_view key;  // always printed; colour is never the only mark
  std::string_view name;
  std::string_view name_ru;
  std::uint8_t commodity_value;
  std::uint8_t colour;  // nearest of 256
};

std::span<const Faction> factions();
/// The faction of a key, or nothing.
const Faction* faction(std::string_view key);

/// Promissory notes that every faction has.
struct GenericNote {
  std::string_view name;
  std::string_view name_ru;
  bool open;  // lies before everybody
};
std::span<const GenericNote> generic_notes();

/// Its Arbiters may trade action cards [TI4 94.3].
inline constexpr std::string_view hacan = "HAC";

}  // namespace parley::ti4
