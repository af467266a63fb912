// A table as somebody learns it who only listens: from the commits that pass by, of a journal or of a connection. It knows the
// time, the seats and what a commit brought about as long as it has seen every commit from the genesis on.
#pragma once

#include "common/core/limits.h"
#include "common/core/table.h"
#include "common/wire/names.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <optional>

namespace parley {

class Follower {
 public:
  /// Before the genesis seats have numbers; `known` are their keys where they are known from elsewhere. A table whose history is
  /// longer than `history_bytes_max` is not followed any further: strangers speak of it, and it takes memory.
  explicit Follower(SeatKeys known = {}, std::size_t history_bytes_max = limits::history_bytes_max);

  /// The commit as an event with its time and its outcome; with "elapsed" in place of them where a commit before it was
  /// missed or is not lawful, and for one that was seen before. Purses are not followed, so that nothing private is kept.
  nlohmann::ordered_json see(const Commit& commit);
  /// The table after the last commit; nothing where it cannot be followed.
  const std::optional<Table>& table() const { return table_; }
  const SeatKeys& seats() const { return seats_; }
  /// Whether the seats have their keys; before, numbers.
  bool knows_seats() const { return named_; }

 private:
  bool follows(const Commit& commit) const;

  std::optional<Table> table_;
  SeatKeys seats_;
  bool named_ = false;
  std::size_t history_bytes_max_;
  std::size_t history_bytes_ = 0;
};

}  // namespace parley
