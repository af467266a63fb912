// Names for the things a table counts: seats, deals, decisions, versions, money.
// Each is a type of its own, so that a deal number cannot be handed over where a version is meant.
// No I/O, no clock, no text.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <cstddef>
#include <string_view>

namespace parley {

/// A number that mixes with no other kind of number.
template <class Tag, class Rep>
struct Strong {
  using rep = Rep;
  Rep value{};
  friend constexpr auto operator<=>(Strong, Strong) = default;
};

/// Numbers of deals and decisions start at 1 and rise by one; 0 is "none".
using DealId = Strong<struct DealTag, std::uint32_t>;
using DecisionId = Strong<struct DecisionTag, std::uint32_t>;
/// A table's version: 0 is its genesis, every commit adds one.
using Version = Strong<struct VersionTag, std::uint64_t>;
/// Chosen by the client; rises strictly per role. 0 is never used by a client.
using RequestId = Strong<struct RequestTag, std::uint64_t>;
/// Which key of a role this is: 1 the first, 0 none yet.
using Epoch = Strong<struct EpochTag, std::uint32_t>;
/// Money of the Dune table. Never negative; 64 bits are not overflowed by any table (A3).
using Spice = Strong<struct SpiceTag, std::uint64_t>;
/// Whole seconds since 1970-01-01 UTC.
using Time = Strong<struct TimeTag, std::uint64_t>;

/// An Ed25519 public key, an Ed25519 signature, a SHA-256 hash; common/keys makes and checks them.
using PublicKey = std::array<std::uint8_t, 32>;
using Signature = std::array<std::uint8_t, 64>;
using Hash = std::array<std::uint8_t, 32>;

/// The bytes of an array as a string view, for writing, hashing and storing.
template <std::size_t N>
std::string_view view(const std::array<std::uint8_t, N>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), N};
}

/// A place at the table, by its index in the roster.
struct Seat {
  std::uint8_t index = 0;
  friend constexpr auto operator<=>(Seat, Seat) = default;
};

}  // namespace parley
