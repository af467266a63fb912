// Where a verdict comes from: one value with one string for each edition of the rules. Sources: RULES-TI4.
#pragma once

#include "common/core/ti4/judgement.h"

#include <string_view>

namespace parley::ti4 {

struct Citation {
  Why why;
  std::string_view code;  // the name in scripts
  std::string_view en;    // numbers of the English rules reference
  std::string_view ru;    // section 15 of the Russian one where it has the rule, else a section's title
  bool inferred = false;  // our own reading: no edition says it in so many words
};

const Citation& citation(Why why);

}  // namespace parley::ti4
