// `parley pipe`: JSON lines in and out, the door for scripts (PIPE.md). It never judges: every well-formed
// line is sent, and every refusal comes from the server.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace parley {

struct PipeOptions {
  std::string table;
  std::vector<std::string> as;
  std::optional<std::chrono::milliseconds> timeout;
  std::chrono::milliseconds ping_after{60000};
};

/// 0 at the end of input once every answer is out; 1 after `timeout` without an answer it waits for; 2 start-up.
int pipe(const PipeOptions& options);

}  // namespace parley
