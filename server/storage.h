// The storage thread: writes one batch at a time and hands the outcome back to the I/O thread.
#pragma once

#include "server/store.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace parley {

class Storage {
 public:
  using Done = std::function<void(std::optional<StoreError>)>;

  /// `done` is called on the storage thread after each batch.
  Storage(Store& store, Done done);
  /// Finishes the batch under way.
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  /// One batch at a time: the next only after `done`.
  void write(Batch batch);

 private:
  void run();

  Store& store_;
  Done done_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Batch> job_;
  bool stop_ = false;
  std::thread thread_;  // last: starts when all else is there
};

}  // namespace parley
