// A set of seats in one byte: a repeated signatory cannot be written down, and unanimity is equality.
#pragma once

#include "common/core/ids.h"

#include <bit>
#include <initializer_list>

namespace parley {

struct SeatSet {
  std::uint8_t bits = 0;

  constexpr SeatSet() = default;
  constexpr explicit SeatSet(std::uint8_t b) : bits(b) {}
  constexpr SeatSet(std::initializer_list<Seat> seats) {
    for (Seat s : seats) insert(s);
  }
  /// The first `count` seats of a roster.
  static constexpr SeatSet first(std::size_t count) { return SeatSet(static_cast<std::uint8_t>((1u << count) - 1)); }

  constexpr bool contains(Seat s) const { return s.index < 8 && (bits >> s.index & 1); }
  constexpr void insert(Seat s) { bits = static_cast<std::uint8_t>(bits | 1u << s.index); }
  constexpr void erase(Seat s) { bits = static_cast<std::uint8_t>(bits & ~(1u << s.index)); }
  constexpr bool empty() const { return bits == 0; }
  constexpr int size() const { return std::popcount(bits); }
  constexpr bool subset_of(SeatSet other) const { return (bits & ~other.bits) == 0; }

  friend constexpr SeatSet operator|(SeatSet a, SeatSet b) { return SeatSet(static_cast<std::uint8_t>(a.bits | b.bits)); }
  friend constexpr SeatSet operator&(SeatSet a, SeatSet b) { return SeatSet(static_cast<std::uint8_t>(a.bits & b.bits)); }
  friend constexpr SeatSet operator-(SeatSet a, SeatSet b) { return SeatSet(static_cast<std::uint8_t>(a.bits & ~b.bits)); }
  friend constexpr bool operator==(SeatSet, SeatSet) = default;

  /// Walks the seats in roster order: `for (Seat s : set)`.
  class iterator {
   public:
    constexpr explicit iterator(std::uint8_t left) : left_(left) {}
    constexpr Seat operator*() const { return Seat{static_cast<std::uint8_t>(std::countr_zero(left_))}; }
    constexpr iterator& operator++() {
      left_ = static_cast<std::uint8_t>(left_ & (left_ - 1));
      return *this;
    }
    friend constexpr bool operator==(iterator, iterator) = default;

   private:
    std::uint8_t left_;
  };
  constexpr iterator begin() const { return iterator(bits); }
  constexpr iterator end() const { return iterator(0); }
};

}  // namespace parley
