// Eight bytes that two programs compare to notice that their tables differ. Not a signature: the chain hash is that.
// FNV-1a over little-endian fields, in the order written in common/PROTOCOL.md "Digest".
#pragma once

#include "common/core/ids.h"
#include "common/core/seat_set.h"

#include <string_view>

namespace parley {

class Digest {
 public:
  Digest& add(std::uint64_t number) {
    for (int i = 0; i < 8; ++i) byte(static_cast<std::uint8_t>(number >> (8 * i)));
    return *this;
  }
  template <class Tag, class Rep>
  Digest& add(Strong<Tag, Rep> number) { return add(static_cast<std::uint64_t>(number.value)); }
  Digest& add(Seat seat) { return add(std::uint64_t{seat.index}); }
  Digest& add(SeatSet seats) { return add(std::uint64_t{seats.bits}); }
  Digest& add(std::string_view text) {
    add(std::uint64_t{text.size()});
    for (char c : text) byte(static_cast<std::uint8_t>(c));
    return *this;
  }
  std::uint64_t value() const { return state_; }

 private:
  void byte(std::uint8_t b) { state_ = (state_ ^ b) * 0x100000001b3ull; }
  std::uint64_t state_ = 0xcbf29ce484222325ull;
};

struct Deal;
struct Table;

std::uint64_t digest(const Deal& deal);
/// Of everything public: constant in the length of the ledger, whose sum is kept up as deals change.
std::uint64_t digest(const Table& table);

}  // namespace parley
