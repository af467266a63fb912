// Lines of standard input: in order, once each, and nothing after the Input is gone.
#include "client/input.h"

#include "tests/support/catch.h"

#include <asio/executor_work_guard.hpp>

#include <unistd.h>

#include <chrono>
#include <string_view>
#include <thread>
#include <vector>

using namespace parley;

namespace {

/// Standard input from a pipe, as long as it lives.
class Typed {
 public:
  Typed() {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    before_ = ::dup(STDIN_FILENO);
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
    to_ = ends[1];
  }
  ~Typed() {
    end();
    ::close(STDIN_FILENO);
    if (before_ < 0) return;  // it was closed before
    ::dup2(before_, STDIN_FILENO);
    ::close(before_);
  }
  void type(std::string_view text) { REQUIRE(::write(to_, text.data(), text.size()) == static_cast<ssize_t>(text.size())); }
  void end() {
    if (to_ >= 0) ::close(to_);
    to_ = -1;
  }

 private:
  int before_ = -1;
  int to_ = -1;
};

}  // namespace

TEST_CASE("lines come in order, and the end once", "[input]") {
  Typed typed;
  asio::io_context io;
  const auto work = asio::make_work_guard(io);
  std::vector<std::string> lines;
  Input input(io, [&](InputLine line) {
    lines.push_back(line.end ? "(end)" : line.text);
    if (line.end) io.stop();
  });
  typed.type("one\n\ntwo\nthree");
  typed.end();
  io.run_for(std::chrono::seconds(20));
  CHECK(lines == std::vector<std::string>{"one", "", "two", "three", "(end)"});
}

TEST_CASE("a line that comes after the Input is gone is dropped", "[input]") {
  Typed typed;
  const auto handled = std::make_shared<int>(0);
  {
    asio::io_context io;
    const Input input(io, [handled](InputLine) { ++*handled; });
  }
  typed.type("late\n");
  for (int i = 0; i < 2000 && handled.use_count() > 1; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK(handled.use_count() == 1);  // its thread has ended
  CHECK(*handled == 0);
}
