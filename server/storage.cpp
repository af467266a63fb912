#include "server/storage.h"

#include "common/core/invariant.h"

#include <utility>

namespace parley {

Storage::Storage(Store& store, Done done) : store_(store), done_(std::move(done)), thread_([this] { run(); }) {}

Storage::~Storage() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void Storage::write(Batch batch) {
  {
    const std::lock_guard lock(mutex_);
    invariant(!job_, "one batch at a time");
    job_ = std::move(batch);
  }
  wake_.notify_one();
}

void Storage::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return job_ || stop_; });
    if (!job_) return;
    const Batch batch = *std::exchange(job_, std::nullopt);
    lock.unlock();
    done_(store_.write(batch));
    lock.lock();
  }
}

}  // namespace parley
