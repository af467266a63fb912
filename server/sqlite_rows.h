// Rows of a SQLite store as parley's values. `load` is false for what parley did not write: a value out of range, a seal
// that does not fit [P-D3].
#pragma once

#include "server/seal.h"
#include "server/sqlite.h"

#include <algorithm>
#include <limits>

namespace parley {

// Request ids use all 64 bits, SQLite's numbers are signed: equality survives, order is minded where it matters.
inline std::int64_t stored(std::uint64_t number) { return static_cast<std::int64_t>(number); }
inline std::uint64_t loaded(std::int64_t number) { return static_cast<std::uint64_t>(number); }

inline bool load(std::int64_t number, Role& role) {
  if (number < 0 || number > std::numeric_limits<std::uint16_t>::max()) return false;
  const auto known = role_of_code(static_cast<std::uint16_t>(number));
  if (known) role = *known;
  return known.has_value();
}

template <std::size_t N>
bool load(std::string_view bytes, std::array<std::uint8_t, N>& array) {
  if (bytes.size() != N) return false;
  std::copy(bytes.begin(), bytes.end(), array.begin());
  return true;
}

/// What names a store and proves that it is the server: its only row of meta.
inline Seal seal_of_meta(const std::array<std::uint8_t, 8>& epoch, const std::array<std::uint8_t, 32>& seed) {
  return (Sealing("meta") << view(epoch) << view(seed)).done();
}

/// From the columns version, role, request, bytes, secret, signature, seal; row.table is the caller's. `last` is the seal
/// of the commit before, and becomes this one's.
inline bool load(const sqlite::Query& query, CommitRow& row, Seal& last) {
  row.version = Version{loaded(query.number(0))};
  row.request = RequestId{loaded(query.number(2))};
  row.bytes = query.bytes(3);
  row.secret = query.bytes(4);
  row.signature = query.bytes(5);
  if (!load(query.number(1), row.role)) return false;
  last = seal(last, row);
  return query.bytes(6) == view(last);
}

/// From the columns table_name, role, key, epoch, revoked, seal.
inline bool load(const sqlite::Query& query, KeyRow& row) {
  row.table = query.bytes(0);
  row.epoch = Epoch{static_cast<std::uint32_t>(query.number(3))};
  row.revoked = query.number(4) != 0;
  return load(query.number(1), row.role) && load(query.bytes(2), row.key) && query.bytes(5) == view(seal(row));
}

/// From the columns code, table_name, role, used_by, revoked, seal.
inline bool load(const sqlite::Query& query, InviteRow& row) {
  row.table = query.bytes(1);
  row.revoked = query.number(4) != 0;
  row.used_by.reset();
  if (!query.null(3) && !load(query.bytes(3), row.used_by.emplace())) return false;
  return load(query.bytes(0), row.code) && load(query.number(2), row.role) && query.bytes(5) == view(seal(row));
}

/// From the columns number, text, seal.
inline bool load(const sqlite::Query& query, Errand& errand) {
  errand = {loaded(query.number(0)), std::string(query.bytes(1))};
  return query.bytes(2) == view(seal(errand));
}

/// Where a request is found, as a number to add up over all of them: the index must have what the commits have.
struct RequestPlace {
  std::int64_t table_id, role, request, version;
};
inline std::uint64_t place_of(const RequestPlace& place) {
  if (place.request == 0) return 0;  // nobody's: not in the index
  std::uint64_t mixed = 0;
  for (const std::int64_t part : {place.table_id, place.role, place.request, place.version}) {
    mixed = (mixed ^ loaded(part)) * 0x9e3779b97f4a7c15;
    mixed ^= mixed >> 32;
  }
  return mixed;
}

}  // namespace parley
