// Keys, hashes and invites: published vectors first, then everything that must be refused.
#include "common/keys/keys.h"

#include "common/keys/invite.h"
#include "common/wire/names.h"
#include "tests/support/catch.h"

#include <string>
#include <vector>

using namespace parley;

namespace {

std::string bytes(std::string_view hex) { return from_hex(hex).value(); }

template <std::size_t N>
std::array<std::uint8_t, N> array_of(std::string_view hex) {
  const std::string text = bytes(hex);
  REQUIRE(text.size() == N);
  std::array<std::uint8_t, N> out;
  std::copy(text.begin(), text.end(), out.begin());
  return out;
}

struct Vector {
  const char* seed;
  const char* key;
  const char* message;
  const char* signature;
};

// RFC 8032, section 7.1, tests 1 to 3.
const Vector rfc_8032[] = {
    {"9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
     "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24"
     "655141438e7a100b"},
    {"4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
     "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aee"
     "b00d291612bb0c00"},
    {"c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
     "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28d"
     "c027beceea1ec40a"},
};

Invite sample() {
  return {.address = "unix:/srv/parley/parley.sock",
          .server = SecretKey::from_seed(array_of<32>(rfc_8032[0].seed)).public_key(),
          .table = "arrakis",
          .role = "ATR",
          .code = array_of<16>("000102030405060708090a0b0c0d0e0f")};
}

constexpr std::string_view start = "parley1-";
constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// An invite text around any payload; the check is made to fit.
std::string text_around(std::string payload, std::string_view head = start) {
  payload += view(sha256(payload)).substr(0, 4);
  std::string out(head);
  for (std::size_t bit = 0; bit < payload.size() * 8; bit += 6) {
    unsigned value = 0;
    for (std::size_t b = bit; b < bit + 6; ++b) {
      const auto byte = b / 8 < payload.size() ? static_cast<unsigned char>(payload[b / 8]) : 0u;
      value = value << 1 | ((byte >> (7 - b % 8)) & 1u);
    }
    out += alphabet[value];
  }
  return out;
}

std::string payload_of(const Invite& invite, char version = 1) {
  const auto str8 = [](const std::string& text) { return std::string(1, static_cast<char>(text.size())) + text; };
  return std::string(1, version) + str8(invite.address) + std::string(view(invite.server)) + str8(invite.table) +
         str8(invite.role) + std::string(view(invite.code));
}

InviteFault fault(std::string_view text) {
  const auto parsed = parse_invite(text);
  INFO(text);
  REQUIRE_FALSE(parsed);
  return parsed.error();
}

}  // namespace

TEST_CASE("Ed25519: the vectors of RFC 8032", "[keys]") {
  for (const Vector& v : rfc_8032) {
    const SecretKey key = SecretKey::from_seed(array_of<32>(v.seed));
    const Signature signature = array_of<64>(v.signature);
    CHECK(key.public_key() == array_of<32>(v.key));
    CHECK(key.seed() == array_of<32>(v.seed));
    CHECK(key.sign(bytes(v.message)) == signature);
    CHECK(verify(key.public_key(), bytes(v.message), signature));
  }
}

TEST_CASE("Ed25519: one wrong bit is no signature", "[keys]") {
  const Vector& v = rfc_8032[2];
  const auto key = array_of<32>(v.key);
  const auto signature = array_of<64>(v.signature);
  const std::string message = bytes(v.message);
  for (std::size_t bit = 0; bit < 512; ++bit) {
    Signature wrong = signature;
    wrong[bit / 8] = static_cast<std::uint8_t>(wrong[bit / 8] ^ 1u << bit % 8);
    CHECK_FALSE(verify(key, message, wrong));
  }
  for (std::size_t bit = 0; bit < 256; ++bit) {
    PublicKey wrong = key;
    wrong[bit / 8] = static_cast<std::uint8_t>(wrong[bit / 8] ^ 1u << bit % 8);
    CHECK_FALSE(verify(wrong, message, signature));
  }
  CHECK_FALSE(verify(key, message.substr(0, 1), signature));
  CHECK_FALSE(verify(key, message + '\0', signature));
  CHECK_FALSE(verify(key, "", signature));
  CHECK_FALSE(verify(key, message, Signature{}));
}

TEST_CASE("Ed25519: a signature has one form only", "[keys]") {
  // The same s plus the order of the group: verifies where s is not bounded, and would be a second signature.
  const auto order = array_of<32>("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
  Signature second = array_of<64>(rfc_8032[1].signature);
  unsigned carry = 0;
  for (std::size_t i = 0; i < 32; ++i) {
    carry += static_cast<unsigned>(second[32 + i]) + order[i];
    second[32 + i] = static_cast<std::uint8_t>(carry);
    carry >>= 8;
  }
  REQUIRE(carry == 0);
  CHECK_FALSE(verify(array_of<32>(rfc_8032[1].key), bytes(rfc_8032[1].message), second));
}

TEST_CASE("Ed25519: keys that fit many messages are refused", "[keys]") {
  // R = the neutral point and s = 0 fit every message under the first key and every eighth or so under the others.
  const Signature forged = {1};
  for (const char* hex : {"0100000000000000000000000000000000000000000000000000000000000000",
                          "0000000000000000000000000000000000000000000000000000000000000000",
                          "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                          "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                          "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                          "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                          "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"})
    for (const std::uint8_t sign : {std::uint8_t{0}, std::uint8_t{0x80}}) {
      PublicKey key = array_of<32>(hex);
      key.back() |= sign;
      int accepted = 0;
      for (int i = 0; i < 100; ++i) accepted += verify(key, "message " + std::to_string(i), forged);
      INFO(hex);
      CHECK(accepted == 0);
    }
}

TEST_CASE("keys differ, and a copy signs as its original", "[keys]") {
  const SecretKey a = SecretKey::generate(), b = SecretKey::generate();
  CHECK(a.public_key() != b.public_key());
  CHECK(a.seed() != b.seed());
  const SecretKey copy = a;
  CHECK(copy.sign("x") == a.sign("x"));
  CHECK(verify(a.public_key(), "x", SecretKey::from_seed(a.seed()).sign("x")));
  CHECK_FALSE(verify(b.public_key(), "x", a.sign("x")));
  const std::string large(1 << 20, 'm');
  CHECK(verify(a.public_key(), large, a.sign(large)));
}

TEST_CASE("a key leaves no seed behind", "[keys]") {
  alignas(SecretKey) unsigned char place[sizeof(SecretKey)];
  auto* const key = new (place) SecretKey(SecretKey::generate());
  const std::array<std::uint8_t, 32> seed = key->seed();
  REQUIRE(std::string_view(reinterpret_cast<char*>(place), sizeof place).find(view(seed)) != std::string_view::npos);
  key->~SecretKey();
  CHECK(std::string_view(reinterpret_cast<char*>(place), sizeof place).find(view(seed)) == std::string_view::npos);
}

TEST_CASE("SHA-256: the vectors of FIPS 180", "[keys]") {
  CHECK(to_hex(view(sha256(""))) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(to_hex(view(sha256("abc"))) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(to_hex(view(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))) ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(to_hex(view(sha256(std::string(1000000, 'a')))) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("random bytes fill the whole span", "[keys]") {
  fill_random({});
  std::vector<std::uint8_t> out(1000);
  fill_random(out);
  int zeros = 0;
  for (const std::uint8_t byte : out) zeros += byte == 0;
  CHECK(zeros < 50);
  CHECK(random_bytes<16>() != random_bytes<16>());
}

TEST_CASE("hex", "[keys]") {
  CHECK(to_hex(std::string("\x00\x7f\xff", 3)) == "007fff");
  CHECK(from_hex("007fFF") == std::string("\x00\x7f\xff", 3));
  CHECK(from_hex("") == "");
  for (const char* wrong : {"0", "0g", "g0", " 0", "0x", "-1", "00 "}) CHECK_FALSE(from_hex(wrong));
  std::string all;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  CHECK(from_hex(to_hex(all)) == all);
}

TEST_CASE("invites: one text, pinned", "[invite]") {
  const std::string text = to_text(sample());
  CHECK(text ==
        "parley1-ARx1bml4Oi9zcnYvcGFybGV5L3BhcmxleS5zb2Nr11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURoHYXJyYWtpcwNBVFIAA"
        "QIDBAUGBwgJCgsMDQ4PMZmKSA");
  CHECK(text == text_around(payload_of(sample())));
  REQUIRE(parse_invite(text));
  CHECK(*parse_invite(text) == sample());
}

TEST_CASE("invites: every length comes back", "[invite]") {
  for (const std::size_t size : {1u, 2u, 3u, 4u, 127u, 128u, 254u, 255u}) {
    Invite invite = sample();
    invite.address = std::string(size, 'a');
    invite.table = std::string(256 - size, 't');
    invite.role = std::string(size, 'R');
    invite.code = random_bytes<16>();
    const auto parsed = parse_invite(to_text(invite));
    REQUIRE(parsed);
    CHECK(*parsed == invite);
  }
}

TEST_CASE("invites: white space around is left out of account, within it is damage", "[invite]") {
  const std::string text = to_text(sample());
  for (const std::string& padded : {" " + text, text + "\n", "\t\r\n " + text + " \r\n\n", "\v\f" + text})
    CHECK(parse_invite(padded));
  CHECK(fault(text.substr(0, 40) + "\n" + text.substr(40)) == InviteFault::damaged);
  CHECK(fault(text.substr(0, 40) + " " + text.substr(40)) == InviteFault::damaged);
}

TEST_CASE("invites: every prefix is cut short", "[invite]") {
  const std::string text = to_text(sample());
  CHECK(fault("") == InviteFault::not_an_invite);
  CHECK(fault(" \n") == InviteFault::not_an_invite);
  for (std::size_t size = 1; size < text.size(); ++size) {
    INFO(size);
    CHECK(fault(text.substr(0, size)) == InviteFault::cut_short);
  }
}

TEST_CASE("invites: every single wrong letter is refused", "[invite]") {
  const std::string text = to_text(sample());
  int cut_short = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    for (int letter = 0; letter < 256; ++letter) {
      std::string wrong = text;
      wrong[i] = static_cast<char>(letter);
      if (wrong == text) continue;
      if (parse_invite(wrong)) FAIL("accepted: " << wrong);
      const InviteFault found = parse_invite(wrong).error();
      if (i < start.size())
        CHECK((found == InviteFault::not_an_invite || found == InviteFault::newer_version));
      else if (found == InviteFault::cut_short)
        ++cut_short;
      else if (i != text.size() - 1 || std::string_view(" \t\r\n\v\f").find(wrong[i]) == std::string_view::npos)
        CHECK(found == InviteFault::damaged);
    }
  // Only where a length grew: three lengths, each written by parts of two or three letters.
  CHECK(cut_short > 0);
  CHECK(cut_short < 9 * 64);
}

TEST_CASE("invites: letters swapped, lost or doubled are refused", "[invite]") {
  const std::string text = to_text(sample());
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string lost = text, doubled = text, swapped = text;
    lost.erase(i, 1);
    doubled.insert(i, 1, text[i]);
    CHECK_FALSE(parse_invite(lost));
    CHECK_FALSE(parse_invite(doubled));
    if (i + 1 < text.size()) std::swap(swapped[i], swapped[i + 1]);
    if (swapped != text) CHECK_FALSE(parse_invite(swapped));
  }
}

TEST_CASE("invites: spare bits must be 0", "[invite]") {
  for (const char* role : {"R", "RO", "ROL"}) {  // the three ways to end: 0, 4 and 2 spare bits
    Invite invite = sample();
    invite.role = role;
    const std::string text = to_text(invite);
    REQUIRE(parse_invite(text));
    int accepted = 0;
    for (const char letter : alphabet)
      accepted += static_cast<bool>(parse_invite(text.substr(0, text.size() - 1) + letter));
    CHECK(accepted == 1);
    CHECK(fault(text + "=") == InviteFault::damaged);
    CHECK(fault(text + "A") == InviteFault::damaged);
    CHECK(fault(text + "AAAA") == InviteFault::damaged);
  }
}

TEST_CASE("invites: what is no invite, and what a newer parley made", "[invite]") {
  for (const char* text : {"hello", "parley", "parley-", "parley0-AAAA", "parley01-AAAA", "parleyx-", "Parley1-AAAA",
                           "arley1-AAAA", "1-AAAA", "parley12", "-"}) {
    INFO(text);
    const InviteFault expected =
        std::string_view(text) == "parley" ? InviteFault::cut_short : InviteFault::not_an_invite;
    CHECK(fault(text) == expected);
  }
  CHECK(fault("parley2-AAAA") == InviteFault::newer_version);
  CHECK(fault("parley10-whatever follows") == InviteFault::newer_version);
  CHECK(fault(text_around(payload_of(sample(), 2))) == InviteFault::newer_version);
  CHECK(fault(text_around(std::string("\x02", 1))) == InviteFault::newer_version);
  std::string damaged = text_around(payload_of(sample(), 2));
  damaged[30] = damaged[30] == 'A' ? 'B' : 'A';
  CHECK(fault(damaged) == InviteFault::damaged);
}

TEST_CASE("invites: a check that fits does not make a bad field good", "[invite]") {
  const auto with = [](auto change) {
    Invite invite = sample();
    change(invite);
    return text_around(payload_of(invite));
  };
  CHECK(parse_invite(with([](Invite& i) { i.address = "unix:/home/jos\xc3\xa9/a b"; })));
  CHECK(fault(with([](Invite& i) { i.address = ""; })) == InviteFault::damaged);
  CHECK(fault(with([](Invite& i) { i.table = ""; })) == InviteFault::damaged);
  CHECK(fault(with([](Invite& i) { i.role = ""; })) == InviteFault::damaged);
  CHECK(fault(with([](Invite& i) { i.address = "tcp:\x1b[2J"; })) == InviteFault::damaged);
  CHECK(fault(with([](Invite& i) { i.table = "a\nb"; })) == InviteFault::damaged);
  CHECK(fault(with([](Invite& i) { i.role = "A\x7f"; })) == InviteFault::damaged);
  CHECK(fault(with([](Invite& i) { i.role = "A\xc2\x9b"; })) == InviteFault::damaged);
  CHECK(fault(text_around(payload_of(sample()) + "x")) == InviteFault::damaged);
  CHECK_FALSE(fits_invite(""));
  CHECK_FALSE(fits_invite(std::string(256, 'a')));
  CHECK(fits_invite(std::string(255, 'a')));
}

TEST_CASE("invites: a very long text is refused before it is decoded", "[invite]") {
  CHECK(fault(std::string(start) + std::string(10'000'000, 'A')) == InviteFault::damaged);
}
