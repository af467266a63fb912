// Writes down what the tap hears, on a thread of its own, so that passing bytes on does not wait for printing. It forgets
// nothing: who is far ahead of it waits, since memory is bounded.
#pragma once

#include "client/recording.h"
#include "client/transcript.h"

#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace parley {

class Scribe {
 public:
  /// Lines go to `out`, the recording to `record` where there is one; both stay the caller's. `failed` is called once, from
  /// another thread, when something cannot be written.
  Scribe(TranscriptOptions options, std::FILE* out, std::FILE* record, std::function<void()> failed);
  ~Scribe();
  Scribe(const Scribe&) = delete;
  Scribe& operator=(const Scribe&) = delete;

  /// Waits while more than some MiB are not written down yet.
  void hear(Passed passed);
  /// Writes down all that was heard, and the counters. Whether everything could be written.
  bool finish();

 private:
  void run();
  void write_down(const std::deque<Passed>& heard);

  std::FILE* out_;
  std::FILE* record_;
  std::function<void()> failed_;
  bool written_ = true;  // everything so far; the thread's until it has ended
  Transcript transcript_;
  std::optional<Recorder> recorder_;

  std::mutex mutex_;
  std::condition_variable heard_something_, has_room_;
  std::deque<Passed> heard_;
  std::size_t heard_bytes_ = 0;
  bool done_ = false;
  std::thread thread_;  // last: it uses the rest
};

}  // namespace parley
