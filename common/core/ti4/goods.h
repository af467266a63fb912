// What can change hands in a transaction [TI4 94, 94.3].
#pragma once

#include "common/core/text.h"

#include <cstdint>
#include <vector>

namespace parley::ti4 {

/// Goods that are counted in the open. The fragments' four kinds stand side by side with the rest.
enum class Kind : std::uint8_t {
  trade_goods = 1, commodities = 2, cultural = 3, hazardous = 4, industrial = 5, unknown = 6, action_cards = 7
};
inline constexpr std::uint8_t kinds = 7;

struct Fragments {
  std::uint32_t cultural = 0;
  std::uint32_t hazardous = 0;
  std::uint32_t industrial = 0;
  std::uint32_t unknown = 0;
  friend bool operator==(const Fragments&, const Fragments&) = default;
};

/// How many of each kind; 0 to 65535 once checked.
struct Counts {
  std::uint32_t trade_goods = 0;
  std::uint32_t commodities = 0;
  Fragments fragments;
  std::uint32_t action_cards = 0;
  friend bool operator==(const Counts&, const Counts&) = default;
};

std::uint32_t& count(Counts& counts, Kind kind);
std::uint32_t count(const Counts& counts, Kind kind);

/// What one side hands over. More than one note and any relic are refused by name, so they can be written down [TI4 94.2, 94.3].
struct Goods {
  Counts counts;
  std::vector<Label> notes;
  std::vector<Label> relics;
  friend bool operator==(const Goods&, const Goods&) = default;
};

/// What moves with the last acceptance, whole or not at all; seen from the proposer [TI4 94.4.a].
struct Exchange {
  Goods gives;
  Goods gets;
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

/// "Ceasefire", "ceasefire" and "Прекращение огня" are one note: names are compared as they look, those of the notes that
/// every faction has in both languages.
bool same_note(const Label& one, const Label& other);
/// Support for the Throne and Alliance lie open before everybody, by their English or Russian name.
bool named_openly(const Label& note);

}  // namespace parley::ti4
