// The faulty link: what becomes of the bytes of one direction of one connection, and when. Decided by a seed, so that a run can
// be had again. No sockets, no clock.
#pragma once

#include "client/passage.h"
#include "common/wire/splitter.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

struct FaultOptions {
  std::chrono::microseconds delay{};          // of everything
  std::chrono::microseconds jitter{};         // up to so much more, never out of order
  std::uint64_t rate = 0;                     // bytes a second; 0: as fast as it goes
  std::optional<std::uint64_t> cut_after;     // bytes of one direction, after which the connection is cut
  bool stall = false;                         // not cut: nothing passes any more, from the start without `cut_after`
  std::size_t split = 0;                      // bytes in one piece at most; 0: as they come
  bool duplicate = false;                     // about every fourth frame is said again
  std::uint64_t seed = 1;

  bool any() const { return delay.count() || jitter.count() || rate || cut_after || stall || split || duplicate; }
};

/// Bytes to be passed on, not before `due`.
struct Delivery {
  std::chrono::microseconds due{};
  std::string bytes;
};

class FaultPlan {
 public:
  FaultPlan(const FaultOptions& options, std::uint32_t connection, Side side);

  /// What becomes of bytes that came at `now`, in order of `due`; empty where they wait or are lost.
  std::vector<Delivery> take(std::chrono::microseconds now, std::string_view bytes);
  /// The last of it, when nothing more will come.
  std::vector<Delivery> finish(std::chrono::microseconds now);
  /// Whether the connection is to be cut once everything that was taken is delivered.
  bool cut() const { return cut_; }
  /// Whether nothing more passes, not even that a side has ended.
  bool stalled() const { return stalled_; }

 private:
  std::string with_duplicates(std::string_view bytes);
  std::vector<Delivery> deliver(std::chrono::microseconds now, std::string_view bytes);

  FaultOptions options_;
  std::mt19937_64 random_;
  FrameSplitter splitter_;
  std::uint64_t passed_ = 0;
  std::chrono::microseconds last_{};   // due of the last delivery
  std::chrono::microseconds free_{};   // when the slow link has sent all it has
  bool cut_ = false;
  bool stalled_ = false;
};

}  // namespace parley
