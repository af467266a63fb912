#include "common/keys/keys.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace parley {
namespace {

struct Release {
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};
using Key = std::unique_ptr<EVP_PKEY, Release>;
using Context = std::unique_ptr<EVP_MD_CTX, Release>;

// For what only fails without memory or with a broken OpenSSL: there is no safe way on without keys or randomness.
void require(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "parley: OpenSSL cannot %s; check its installation and configuration\n", what);
  std::abort();
}

const unsigned char* bytes_of(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

Key key_of_seed(const std::array<std::uint8_t, 32>& seed) {
  Key key{EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, seed.data(), seed.size())};
  require(key != nullptr, "make an Ed25519 key");
  return key;
}

PublicKey public_of_seed(const std::array<std::uint8_t, 32>& seed) {
  PublicKey out;
  std::size_t size = out.size();
  require(EVP_PKEY_get_raw_public_key(key_of_seed(seed).get(), out.data(), &size) == 1 && size == out.size(),
          "derive an Ed25519 public key");
  return out;
}

// The y of every point whose order divides 8, canonical or not, without the sign of x.
constexpr std::array<PublicKey, 7> small_order_points = {{
    {0x00},
    {0x01},
    {0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0,
     0xd5, 0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05},
    {0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f,
     0x2a, 0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a},
    {0xec, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0xed, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
    {0xee, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
     0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f},
}};

// OpenSSL accepts such keys, and under them one signature fits many messages: a player who registered one could
// deny every deal.
bool has_small_order(PublicKey key) {
  key.back() &= 0x7f;
  return std::find(small_order_points.begin(), small_order_points.end(), key) != small_order_points.end();
}

constexpr int digit_value(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return -1;
}

}  // namespace

SecretKey SecretKey::generate() {
  SecretKey key;
  fill_random(key.seed_);
  key.public_ = public_of_seed(key.seed_);
  return key;
}

SecretKey SecretKey::from_seed(const std::array<std::uint8_t, 32>& seed) {
  SecretKey key;
  key.seed_ = seed;
  key.public_ = public_of_seed(seed);
  return key;
}

SecretKey::~SecretKey() { OPENSSL_cleanse(seed_.data(), seed_.size()); }

Signature SecretKey::sign(std::string_view bytes) const {
  const Key key = key_of_seed(seed_);
  const Context context{EVP_MD_CTX_new()};
  Signature out;
  std::size_t size = out.size();
  require(context && EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1 &&
              EVP_DigestSign(context.get(), out.data(), &size, bytes_of(bytes), bytes.size()) == 1 &&
              size == out.size(),
          "sign");
  return out;
}

bool verify(const PublicKey& key, std::string_view bytes, const Signature& signature) {
  if (has_small_order(key)) return false;
  const Key public_key{EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, key.data(), key.size())};
  const Context context{EVP_MD_CTX_new()};
  return public_key && context &&
         EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, public_key.get()) == 1 &&
         EVP_DigestVerify(context.get(), signature.data(), signature.size(), bytes_of(bytes), bytes.size()) == 1;
}

Hash sha256(std::string_view bytes) {
  // Looked up once: EVP_sha256() would be looked up again in each call, which costs as much as hashing a commit.
  // Never freed, as OpenSSL tidies up at exit in an order of its own.
  static EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  Hash out;
  require(algorithm && EVP_Digest(bytes.data(), bytes.size(), out.data(), nullptr, algorithm, nullptr) == 1,
          "hash with SHA-256");
  return out;
}

void fill_random(std::span<std::uint8_t> out) {
  require(RAND_bytes_ex(nullptr, out.data(), out.size(), 0) == 1, "find a source of random bytes");
}

std::optional<std::string> from_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string out;
  out.reserve(hex.size() / 2);
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const int high = digit_value(hex[i]), low = digit_value(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    out += static_cast<char>(high * 16 + low);
  }
  return out;
}

}  // namespace parley
