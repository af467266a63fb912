// A broken invariant is our bug: said and stopped in every build, a restart replays the journal.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

namespace parley {

inline void invariant(bool holds, const char* what, std::source_location at = std::source_location::current()) {
  if (holds) return;
  std::fprintf(stderr, "parley: broken invariant: %s (%s:%u)\n", what, at.file_name(), static_cast<unsigned>(at.line()));
  std::abort();
}

}  // namespace parley
