// Lines of standard input for programs that also wait for sockets. A thread reads, because regular files cannot be polled;
// it waits while many lines are unread, so that a large file costs no memory.
#pragma once

#include <asio/io_context.hpp>

#include <functional>
#include <memory>
#include <string>

namespace parley {

/// A line without its end, or nothing at the end of input. A line over 1 MiB comes as an empty one with `too_long`.
struct InputLine {
  std::string text;
  bool too_long = false;
  bool end = false;
};

/// Calls `handler` on the io_context for every line and once for the end; until then the io_context does not run out of
/// work. The thread may outlive the Input, since nothing wakes it from reading; what it reads then is dropped.
/// Whoever handles a line calls `release` when it needs another.
class Input {
 public:
  Input(asio::io_context& io, std::function<void(InputLine)> handler);
  ~Input();
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  void release();

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace parley
