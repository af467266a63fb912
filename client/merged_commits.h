// The commits of one table as several roles receive them: put in order, each once, with the most that any of them may see.
#pragma once

#include "client/mirror.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace parley {

class MergedCommits {
 public:
  /// Whether some role may still bring the secret of this commit.
  using MoreMayCome = std::function<bool(const Commit&)>;

  /// A commit that a role has just applied to its mirror; one with its secret is better than one without.
  void add(const Mirror& mirror, const Applied& applied);
  /// Only what comes from this version on is of interest; before it is known, everything is kept.
  void begin_at(std::uint64_t version);
  /// The event of the next version in order, if it is there and whole.
  std::optional<nlohmann::ordered_json> next(const MoreMayCome& more_may_come);

 private:
  struct Waiting {
    nlohmann::ordered_json event;
    Commit commit;
  };
  std::map<std::uint64_t, Waiting> waiting_;
  std::uint64_t next_version_ = 0;
};

}  // namespace parley
