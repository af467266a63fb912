#include "client/input.h"

#include <asio/executor_work_guard.hpp>
#include <asio/post.hpp>

#include <unistd.h>

#include <cerrno>
#include <mutex>
#include <optional>
#include <semaphore>
#include <thread>
#include <utility>

namespace parley {
namespace {

constexpr std::size_t line_max = std::size_t{1} << 20;
constexpr int unread_max = 64;

}  // namespace

struct Input::Shared {
  explicit Shared(asio::io_context& where) : io(&where), work(asio::make_work_guard(where)) {}
  std::counting_semaphore<unread_max> room{unread_max};
  std::function<void(InputLine)> handler;
  std::mutex mutex;
  asio::io_context* io;  // null once the Input is gone: its io_context may be, too
  std::optional<asio::executor_work_guard<asio::io_context::executor_type>> work;  // until the end of input
};

namespace {

/// Reads lines from a descriptor with read(2): nothing of stdio is shared with the other threads.
class LineReader {
 public:
  InputLine next() {
    InputLine line;
    for (;;) {
      const std::size_t newline = buffer_.find('\n');
      if (newline != std::string::npos) {
        line.text = buffer_.substr(0, newline);
        buffer_.erase(0, newline + 1);
        line.too_long = std::exchange(skipping_, false);
        if (line.too_long) line.text.clear();
        return line;
      }
      if (buffer_.size() > line_max) {
        buffer_.clear();
        skipping_ = true;
      }
      char bytes[16 * 1024];
      const ssize_t got = ::read(STDIN_FILENO, bytes, sizeof bytes);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        line.text = std::exchange(buffer_, {});
        line.end = line.text.empty();
        return line;
      }
      buffer_.append(bytes, static_cast<std::size_t>(got));
    }
  }

 private:
  std::string buffer_;
  bool skipping_ = false;
};

}  // namespace

Input::Input(asio::io_context& io, std::function<void(InputLine)> handler) : shared_(std::make_shared<Shared>(io)) {
  shared_->handler = std::move(handler);
  std::thread([shared = shared_] {
    LineReader reader;
    for (bool end = false; !end;) {
      InputLine line = reader.next();
      end = line.end;
      shared->room.acquire();
      const std::lock_guard lock(shared->mutex);
      if (!shared->io) return;
      asio::post(*shared->io, [shared, line = std::move(line)]() mutable {
        if (line.end) shared->work.reset();
        shared->handler(std::move(line));
      });
    }
  }).detach();
}

Input::~Input() {
  const std::lock_guard lock(shared_->mutex);
  shared_->io = nullptr;
  shared_->work.reset();
}

void Input::release() { shared_->room.release(); }

}  // namespace parley
