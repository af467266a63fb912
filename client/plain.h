// `parley --plain`: a readable line mode, for screen readers, logs, and terminals that cannot do more. It shows what happens
// as sentences and takes commands as words; `help` lists them. A deal is shown to its end before it is agreed to.
#pragma once

#include <string>
#include <vector>

namespace parley {

struct PlainOptions {
  std::string table;
  std::vector<std::string> as;
};

/// 0 at `quit` or the end of input; 1 when every connection has ended; 2 start-up.
int plain(const PlainOptions& options);

}  // namespace parley
