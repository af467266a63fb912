#include "client/statistics.h"

#include <fmt/format.h>

#include <algorithm>

namespace parley {

void Statistics::frame(Side from, std::string_view type, std::size_t bytes) {
  auto& counts = counts_[static_cast<std::size_t>(from)];
  auto found = counts.find(type);
  if (found == counts.end()) found = counts.emplace(type, Count{}).first;
  ++found->second.frames;
  found->second.bytes += bytes;
}

void Statistics::round_trip(std::string_view request, std::chrono::microseconds took) {
  auto found = samples_.find(request);
  if (found == samples_.end()) found = samples_.emplace(request, Samples{}).first;
  Samples& samples = found->second;
  const auto us = static_cast<std::uint32_t>(std::clamp<std::int64_t>(took.count(), 0, UINT32_MAX));
  if (samples.us.size() < samples_max) samples.us.push_back(us);
  else samples.us[samples.count % samples_max] = us;
  ++samples.count;
}

std::map<std::string, Statistics::RoundTrips> Statistics::round_trips() const {
  std::map<std::string, RoundTrips> out;
  for (const auto& [request, samples] : samples_) {
    std::vector<std::uint32_t> sorted = samples.us;
    std::sort(sorted.begin(), sorted.end());
    const auto at = [&](std::size_t percent) { return std::chrono::microseconds(sorted[(sorted.size() - 1) * percent / 100]); };
    out[request] = {samples.count, at(50), at(99)};
  }
  return out;
}

std::vector<std::string> lines_of(const Statistics& statistics) {
  std::vector<std::string> lines{fmt::format("# connections: {}", statistics.connections())};
  for (const Side side : {Side::client, Side::server})
    for (const auto& [type, count] : statistics.counts(side))
      lines.push_back(fmt::format("# {} {}: frames {}, bytes {}", side == Side::client ? "->" : "<-", type, count.frames, count.bytes));
  for (const auto& [request, trips] : statistics.round_trips())
    lines.push_back(fmt::format("# {} to its answer: {} times, p50 {:.3f} ms, p99 {:.3f} ms", request, trips.count,
                                static_cast<double>(trips.p50.count()) / 1000, static_cast<double>(trips.p99.count()) / 1000));
  return lines;
}

}  // namespace parley
