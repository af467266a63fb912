// How every command of the client ends that cannot begin.
#pragma once

#include <cstdio>
#include <string>

namespace parley {

/// Says the sentence; the exit code for usage and start-up.
inline int start_up_error(const std::string& sentence) {
  std::fprintf(stderr, "parley: %s\n", sentence.c_str());
  return 2;
}

}  // namespace parley
