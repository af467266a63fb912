// `parley --plain`: a readable line mode, for screen readers, logs, and terminals that cannot do more. It shows what happens
// as sentences and takes commands as words; `help` lists them. In a terminal a deal is shown to its end and asked once more before
// it is agreed to; from a pipe or file lines are done at once, each after the answer to the one before.
#pragma once

#include <string>
#include <vector>

namespace parley {

struct PlainOptions {
  std::string table;
  std::vector<std::string> as;
};

/// 0 at `quit` or the end of input; 1 when every connection has ended, or input was no terminal and a line of it was refused,
/// impossible or not understood; 2 start-up.
int plain(const PlainOptions& options);

}  // namespace parley
