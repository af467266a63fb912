// Seals: the check value that a store keeps with every row, so that what it reads is what it wrote [P-D3]. Any store seals
// with these functions when it writes and compares when it reads; nobody else sees a seal.
// A commit's seal runs over the seal before it: a row that was changed, moved or left out breaks at its place, and so does
// everything after it. The public chain (chain.h) is another thing: it covers what players see, a seal all that is stored.
// Against accidents only: whoever can write a store can write its seals.
#pragma once

#include "common/keys/chain.h"
#include "server/store.h"

namespace parley {

using Seal = Short;  // before the first commit of a table stand 8 zero bytes

/// SHA-256, shortened, over parts that cannot run into each other: numbers of 8 bytes, texts with their length before them.
class Sealing {
 public:
  explicit Sealing(std::string_view kind) {
    bytes_.reserve(512);
    *this << kind;
  }
  Sealing& operator<<(std::uint64_t number) {
    std::array<char, 8> low_first;
    for (char& byte : low_first) byte = static_cast<char>(number & 0xff), number >>= 8;
    bytes_.append(low_first.data(), low_first.size());
    return *this;
  }
  Sealing& operator<<(std::string_view text) {
    *this << std::uint64_t{text.size()};
    bytes_ += text;
    return *this;
  }
  Seal done() const { return shortened(sha256(bytes_)); }

 private:
  std::string bytes_;
};

inline Seal seal(const Seal& before, const CommitRow& row) {
  return (Sealing("commit") << view(before) << row.table << row.version.value << std::uint64_t{code(row.role)}
                            << row.request.value << row.bytes << row.secret << row.signature).done();
}

inline Seal seal(const KeyRow& row) {
  return (Sealing("key") << row.table << std::uint64_t{code(row.role)} << view(row.key) << std::uint64_t{row.epoch.value}
                         << std::uint64_t{row.revoked}).done();
}

inline Seal seal(const InviteRow& row) {
  return (Sealing("invite") << view(row.code) << row.table << std::uint64_t{code(row.role)}
                            << (row.used_by ? view(*row.used_by) : std::string_view{}) << std::uint64_t{row.revoked}).done();
}

/// Of what it asks for: its number is the store's own.
inline Seal seal(const Errand& errand) { return (Sealing("errand") << errand.text).done(); }

}  // namespace parley
