// A broken invariant is our bug: said and stopped in every build, a restart replays the journal.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace parley {

inline void invariant(bool holds, const char* what, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "parley: broken invariant: %s (%s:%d)\n", what, file, line);  // clang 14 has no std::source_location
  std::abort();
}

}  // namespace parley
