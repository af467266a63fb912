// Random Twilight Imperium tables and wishes, one seed each. It looks at the naive model to be interesting: most wishes
// nearly succeed.
#pragma once

#include "tests/simulation/random_wishes.h"
#include "tests/simulation/ti4_model.h"

namespace naive_ti4 {

struct Setting {
  std::vector<std::string> factions;
  int steps = 0;
  bool piles_up = false;  // offers and notes, so that the bounds are reached
};

Setting random_setting(naive::Chance& chance);
Wish random_wish(naive::Chance& chance, const Model& table, const Setting& setting);

}  // namespace naive_ti4
