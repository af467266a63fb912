// The chain over a table's public commits: whoever holds one link holds everything before it.
#pragma once

#include "common/keys/keys.h"
#include "common/wire/message.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace parley {

/// SHA-256 over the link before and the commit's bytes; before genesis stand 32 zero bytes.
inline Hash chain_next(const Hash& before, std::string_view commit) {
  std::string bytes(view(before));
  bytes += commit;
  return sha256(bytes);
}

/// The first 8 bytes, as they travel.
inline Short shortened(const Hash& hash) {
  Short out;
  std::copy_n(hash.begin(), out.size(), out.begin());
  return out;
}

/// A digest as it travels: most significant byte first.
inline Short shortened(std::uint64_t digest) {
  Short out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint8_t>(digest >> (56 - 8 * i));
  return out;
}

}  // namespace parley
