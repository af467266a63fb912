// A whole number being typed.
#pragma once

#include "client/keyboard.h"

#include <cstdint>
#include <optional>
#include <string>

namespace parley {

class Number {
 public:
  struct Range { std::int64_t least = 0, most = 65535; };
  explicit Number(Range range) : range_(range) {}

  const std::string& digits() const { return digits_; }  // as typed, with "-" in front where the range allows one
  /// The number, where it is one and within the range.
  std::optional<std::int64_t> value() const;
  void set(std::optional<std::int64_t> value);
  const Range& range() const { return range_; }

  /// Digits, '-' first where the range goes below zero, Backspace, ^U; Up or '+' and Down add and take one within the range,
  /// from 0 where there is no number. More digits than the range can need do nothing; a digit takes the place of a 0. A paste
  /// takes the place of all where all of it, but for blanks around, is a number. False where the key means nothing here.
  bool take(const Key& key);

 private:
  Range range_;
  std::string digits_;
};

}  // namespace parley
