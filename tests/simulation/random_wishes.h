// Random tables and random wishes, one seed each: the same seed makes the same run everywhere.
// It looks at the naive model to be interesting: most wishes nearly succeed.
#pragma once

#include "tests/simulation/naive_model.h"

#include <cstdint>
#include <random>

namespace naive {

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  /// 0 to below `bound`; the standard's distributions differ between libraries, this does not.
  int below(int bound) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(bound)); }
  bool percent(int chance) { return below(100) < chance; }
  template <class List>
  auto one_of(const List& list) { return *std::next(list.begin(), below(static_cast<int>(list.size()))); }

 private:
  std::mt19937_64 engine_;
};

struct Setting {
  std::vector<std::string> factions;
  bool advanced = false;
  int bureaucrat_min = 5;
  int steps = 0;
  bool offers_pile_up = false;  // few answers, so that the bounds are reached
};

Setting random_setting(Chance& chance);
Wish random_wish(Chance& chance, const Model& table, const Setting& setting);

}  // namespace naive
