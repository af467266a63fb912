#include "client/scribe.h"

namespace parley {
namespace {

constexpr std::size_t heard_bytes_max = std::size_t{8} << 20;
constexpr std::size_t bytes_besides = 64;  // of one thing heard

}  // namespace

Scribe::Scribe(TranscriptOptions options, std::FILE* out, std::FILE* record, std::function<void()> failed)
    : out_(out), record_(record), failed_(std::move(failed)), transcript_(options, [this](const std::string& line) {
        std::fputs(line.c_str(), out_);
        std::fputc('\n', out_);
      }) {
  if (record_) recorder_.emplace([this](std::string_view bytes) { std::fwrite(bytes.data(), 1, bytes.size(), record_); }, options.secrets);
  thread_ = std::thread([this] { run(); });
}

Scribe::~Scribe() { finish(); }

void Scribe::hear(Passed passed) {
  const std::size_t size = passed.bytes.size() + bytes_besides;
  std::unique_lock lock(mutex_);
  has_room_.wait(lock, [&] { return heard_bytes_ < heard_bytes_max; });
  heard_bytes_ += size;
  heard_.push_back(std::move(passed));
  lock.unlock();
  heard_something_.notify_one();
}

bool Scribe::finish() {
  if (!thread_.joinable()) return written_;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  heard_something_.notify_one();
  thread_.join();
  transcript_.finish();
  transcript_.tell_statistics();
  write_down({});
  return written_;
}

void Scribe::run() {
  for (;;) {
    std::deque<Passed> heard;
    {
      std::unique_lock lock(mutex_);
      heard_something_.wait(lock, [&] { return done_ || !heard_.empty(); });
      if (heard_.empty()) return;
      heard.swap(heard_);
      heard_bytes_ = 0;
    }
    has_room_.notify_one();
    write_down(heard);
  }
}

/// Lines are seen as soon as nothing more has been heard.
void Scribe::write_down(const std::deque<Passed>& heard) {
  for (const Passed& passed : heard) {
    transcript_.take(passed);
    if (recorder_) recorder_->take(passed);
  }
  const bool written = std::fflush(out_) == 0 && !std::ferror(out_) && (!record_ || (std::fflush(record_) == 0 && !std::ferror(record_)));
  if (!written && written_) failed_();
  written_ = written_ && written;
}

}  // namespace parley
