// The frame parser: what is a frame, what may become one, and what never can.
#include "common/core/limits.h"
#include "common/wire/frame.h"
#include "common/keys/keys.h"
#include "common/wire/names.h"
#include "tests/support/catch.h"

using namespace parley;

namespace {

std::string bytes(std::string_view hex) { return from_hex(hex).value(); }

enum class Is { frame, incomplete, empty, too_long, overlong };

Is parse(std::string_view input, std::size_t size_max) {
  const auto parsed = parse_frame(input, size_max);
  if (std::holds_alternative<Frame>(parsed)) return Is::frame;
  const FrameFault* fault = std::get_if<FrameFault>(&parsed);
  if (!fault) return Is::incomplete;
  switch (*fault) {
    case FrameFault::empty: return Is::empty;
    case FrameFault::too_long: return Is::too_long;
    case FrameFault::overlong_length: return Is::overlong;
  }
  return Is::incomplete;
}

}  // namespace

TEST_CASE("frame: what make_frame makes is parsed again") {
  for (std::size_t size : {0u, 1u, 125u, 126u, 127u, 128u, 511u, 16382u, 16383u, 16384u, 65534u, 65535u}) {
    INFO(size);
    const std::string payload(size, 'p');
    const std::string made = make_frame(0x83, payload);
    const std::string input = made + "next";
    const auto parsed = parse_frame(input, limits::frame_from_server);
    const Frame* frame = std::get_if<Frame>(&parsed);
    REQUIRE(frame);
    CHECK(frame->type == 0x83);
    CHECK(frame->payload == payload);
    CHECK(frame->size == made.size());
  }
}

TEST_CASE("frame: incomplete at each byte") {
  for (std::size_t size : {0u, 1u, 126u, 127u, 300u}) {
    const std::string made = make_frame(0x04, std::string(size, 'p'));
    for (std::size_t cut = 0; cut < made.size(); ++cut) {
      INFO(size << " cut at " << cut);
      CHECK(parse(made.substr(0, cut), limits::frame_from_client) == Is::incomplete);
    }
    CHECK(parse(made, limits::frame_from_client) == Is::frame);
  }
}

TEST_CASE("frame: lengths at and over the limit") {
  for (std::size_t max : {limits::frame_before_login, limits::frame_from_client, limits::frame_from_server}) {
    INFO(max);
    CHECK(parse(make_frame(1, std::string(max - 1, 'p')), max) == Is::frame);
    CHECK(parse(make_frame(1, std::string(max, 'p')), max) == Is::too_long);
    std::string length;
    put_leb128(length, max);
    CHECK(parse(length, max) == Is::incomplete);
    length.clear();
    put_leb128(length, max + 1);
    CHECK(parse(length, max) == Is::too_long);  // the length alone is enough
  }
  const std::size_t max = limits::frame_from_server;
  CHECK(parse(bytes("00"), max) == Is::empty);
  CHECK(parse(bytes("0005"), max) == Is::empty);
  CHECK(parse(bytes("01"), max) == Is::incomplete);
  CHECK(parse(bytes("0105"), max) == Is::frame);
  CHECK(parse(bytes("8080808008"), max) == Is::too_long);   // 2^31
  CHECK(parse(bytes("ffffffff07"), max) == Is::too_long);
  CHECK(parse(bytes("ffffffffffffffffff01"), max) == Is::too_long);
  CHECK(parse(bytes("80808080808080808080808080"), max) == Is::too_long);
}

TEST_CASE("frame: a length has one spelling") {
  const std::size_t max = limits::frame_from_server;
  CHECK(parse(bytes("8000"), max) == Is::overlong);
  CHECK(parse(bytes("810005"), max) == Is::overlong);
  CHECK(parse(bytes("81800005"), max) == Is::overlong);
  CHECK(parse(bytes("8180800005"), max) == Is::overlong);
  CHECK(parse(bytes("818080800005"), max) == Is::too_long);  // a fifth byte is never needed
  CHECK(parse(bytes("80"), max) == Is::incomplete);
  CHECK(parse(bytes("8080"), max) == Is::incomplete);
}

TEST_CASE("frame: whoever knocks at the wrong door is told apart, or stays incomplete until its time is up") {
  const std::size_t max = limits::frame_before_login;
  const std::string http = "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n";
  const std::string ssh = "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n";
  const std::string tls = bytes("160301020001" "0001fc0303") + std::string(32, 'r');
  CHECK(parse(http, max) == Is::incomplete);  // 'G' promises 71 bytes
  const std::string again = http + http;
  const auto more = parse_frame(again, max);
  REQUIRE(std::holds_alternative<Frame>(more));
  CHECK(std::get<Frame>(more).type == 'E');   // which is no message
  CHECK(parse(ssh, max) == Is::incomplete);   // 'S' promises 83 bytes
  const auto hello = parse_frame(tls, max);
  REQUIRE(std::holds_alternative<Frame>(hello));
  CHECK(std::get<Frame>(hello).type == 0x03);  // a redemption of 21 bytes, which is cut short
  CHECK(std::get<Frame>(hello).payload.size() == 21);
}

TEST_CASE("frame: LEB128") {
  const std::pair<std::uint64_t, const char*> known[] = {
      {0, "00"}, {1, "01"}, {127, "7f"}, {128, "8001"}, {300, "ac02"}, {16383, "ff7f"}, {16384, "808001"},
      {0xffffffff, "ffffffff0f"}, {0xffffffffffffffff, "ffffffffffffffffff01"}};
  for (const auto& [value, hex] : known) {
    std::string out;
    put_leb128(out, value);
    CHECK(to_hex(out) == hex);
  }
}
