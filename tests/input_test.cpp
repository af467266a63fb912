// Lines of standard input: in order, once each, and nothing after the Input is gone.
#include "client/input.h"

#include "tests/support/catch.h"

#include <asio/executor_work_guard.hpp>

#include <unistd.h>

#include <chrono>
#include <memory>
#include <semaphore>
#include <string_view>
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
  struct Farewell {
    explicit Farewell(std::binary_semaphore& told) : gone(told) {}  // clang 14 needs it said
    std::binary_semaphore& gone;
    ~Farewell() { gone.release(); }
  };
  Typed typed;
  int handled = 0;
  std::binary_semaphore gone{0};  // the handler goes with the thread that reads
  auto farewell = std::make_shared<Farewell>(gone);
  {
    asio::io_context io;
    const Input input(io, [&handled, farewell = std::move(farewell)](InputLine) { ++handled; });
  }
  typed.type("late\n");
  CHECK(gone.try_acquire_for(std::chrono::seconds(20)));
  CHECK(handled == 0);
}
