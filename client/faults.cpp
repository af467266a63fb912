#include "client/faults.h"

#include "common/core/limits.h"

#include <algorithm>

namespace parley {

using std::chrono::microseconds;

FaultPlan::FaultPlan(const FaultOptions& options, std::uint32_t connection, Side side)
    : options_(options), random_(options.seed * 1'000'003 + connection * 2 + static_cast<std::uint64_t>(side)),
      splitter_(limits::frame_from_server), stalled_(options.stall && !options.cut_after) {}

std::vector<Delivery> FaultPlan::take(microseconds now, std::string_view bytes) {
  if (cut_ || stalled_) return {};
  if (!options_.duplicate) return deliver(now, bytes);
  return deliver(now, with_duplicates(bytes));
}

std::vector<Delivery> FaultPlan::finish(microseconds now) {
  if (cut_ || stalled_ || !options_.duplicate) return {};
  return deliver(now, splitter_.rest());
}

/// Whole frames, some of them twice; what is no frame as it is.
std::string FaultPlan::with_duplicates(std::string_view bytes) {
  if (splitter_.broken()) return std::string(bytes);
  std::string out;
  splitter_.add(bytes);
  while (const auto piece = splitter_.next()) {
    out += piece->bytes;
    if (!piece->fault && random_() % 4 == 0) out += piece->bytes;
  }
  return out;
}

std::vector<Delivery> FaultPlan::deliver(microseconds now, std::string_view bytes) {
  if (options_.cut_after && bytes.size() >= *options_.cut_after - passed_) {
    bytes = bytes.substr(0, *options_.cut_after - passed_);
    (options_.stall ? stalled_ : cut_) = true;
  }
  passed_ += bytes.size();
  std::vector<Delivery> out;
  while (!bytes.empty()) {
    std::size_t size = options_.split ? options_.split : bytes.size();
    if (options_.rate) size = std::min<std::size_t>(size, std::max<std::uint64_t>(options_.rate / 50, 1));  // 20 ms at a time
    const std::string_view piece = bytes.substr(0, size);
    microseconds due = now + options_.delay;
    if (options_.jitter.count()) due += microseconds(static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(options_.jitter.count() + 1)));
    if (options_.rate) {
      free_ = std::max(free_, now) + microseconds(static_cast<std::int64_t>(piece.size() * 1'000'000 / options_.rate));
      due = std::max(due, free_ + options_.delay);
    }
    last_ = std::max(last_, due);
    out.push_back({last_, std::string(piece)});
    bytes.remove_prefix(piece.size());
  }
  return out;
}

}  // namespace parley
