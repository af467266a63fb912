// Counters over what passed: frames and bytes of each type, and how long answers took. Bounded: of round trips the newest.
#pragma once

#include "client/passage.h"

#include <array>
#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

class Statistics {
 public:
  static constexpr std::size_t samples_max = 65536;  // of each kind of round trip
  struct Count { std::uint64_t frames = 0, bytes = 0; };
  struct RoundTrips {
    std::uint64_t count = 0;
    std::chrono::microseconds p50{}, p99{};  // of the newest
  };

  void connection() { ++connections_; }
  void frame(Side from, std::string_view type, std::size_t bytes);
  void round_trip(std::string_view request, std::chrono::microseconds took);

  std::uint64_t connections() const { return connections_; }
  /// By type, for each side.
  const std::map<std::string, Count, std::less<>>& counts(Side from) const { return counts_[static_cast<std::size_t>(from)]; }
  /// By the word of the request: act, ping, login.
  std::map<std::string, RoundTrips> round_trips() const;

 private:
  struct Samples {
    std::uint64_t count = 0;
    std::vector<std::uint32_t> us;
  };
  std::uint64_t connections_ = 0;
  std::array<std::map<std::string, Count, std::less<>>, 2> counts_;
  std::map<std::string, Samples, std::less<>> samples_;
};

/// "# -> act: frames 12, bytes 900", a line for each; then round trips.
std::vector<std::string> lines_of(const Statistics& statistics);

}  // namespace parley
