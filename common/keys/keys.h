// Ed25519 keys, SHA-256 and random bytes; OpenSSL stands behind keys.cpp and nowhere else.
// What is signed is built in statement.h; this file only knows bytes.
#pragma once

#include "common/core/ids.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace parley {

/// A secret key; its 32 seed bytes are wiped when it goes.
class SecretKey {
 public:
  /// From the system's random source; aborts where there is none.
  static SecretKey generate();
  static SecretKey from_seed(const std::array<std::uint8_t, 32>& seed);
  SecretKey(const SecretKey&) = default;
  SecretKey& operator=(const SecretKey&) = default;
  ~SecretKey();

  const PublicKey& public_key() const { return public_; }
  /// The bytes to keep in a key file of mode 0600; never log or print them.
  const std::array<std::uint8_t, 32>& seed() const { return seed_; }
  /// The same bytes give the same signature (RFC 8032).
  Signature sign(std::string_view bytes) const;

 private:
  SecretKey() = default;
  std::array<std::uint8_t, 32> seed_{};
  PublicKey public_{};
};

/// True only for a signature of exactly these bytes by this key. Refuses keys of small order, under which one signature
/// fits many messages. One Ed25519 verification and about a tenth more; nothing is kept between calls.
bool verify(const PublicKey& key, std::string_view bytes, const Signature& signature);

Hash sha256(std::string_view bytes);
/// Fills from the system's random source; aborts where there is none.
void fill_random(std::span<std::uint8_t> out);

template <std::size_t N>
std::array<std::uint8_t, N> random_bytes() {
  std::array<std::uint8_t, N> out;
  fill_random(out);
  return out;
}

/// The bytes of an even number of hex digits of either case, or nothing.
std::optional<std::string> from_hex(std::string_view hex);

}  // namespace parley
