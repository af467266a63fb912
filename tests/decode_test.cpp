// What files of bytes say: recordings, frames, hex, captures, commits; and that nothing in them can harm the reader.
#include "client/capture.h"
#include "client/decode.h"
#include "client/recording.h"
#include "common/wire/names.h"
#include "tests/support/catch.h"
#include "tests/support/packets.h"
#include "tests/support/session.h"

#include <nlohmann/json.hpp>

#include <sstream>

using namespace parley;
using namespace parley::test;

namespace {

struct Said {
  std::string text;
  std::optional<std::string> wrong;
};
Said decoded(std::string_view bytes, std::optional<DecodeKind> as = std::nullopt, const TranscriptOptions& options = {}) {
  Said said;
  said.wrong = decode_bytes(bytes, as, options, [&](const std::string& line) { said.text += line + "\n"; });
  return said;
}
/// Every message, one a line, without time and place.
std::string messages(const std::string& json_lines) {
  std::istringstream lines(json_lines);
  std::string out;
  for (std::string line; std::getline(lines, line);)
    if (const auto json = nlohmann::ordered_json::parse(line); json.contains("message")) out += json["from"].dump() + json["message"].dump() + "\n";
  return out;
}

std::string recording() {
  std::string bytes;
  Recorder recorder([&](std::string_view more) { bytes += more; }, Secrets::shown);
  for (const Passed& passed : session_of_samples()) recorder.take(passed);
  return bytes;
}

/// A session in packets of a link: in order, or each segment after the one that follows it and every third sent twice.
std::string capture(std::uint32_t link, bool disordered, bool with_start = true) {
  std::vector<std::string> packets;
  std::uint32_t next[2] = {0xfffffff0, 1000};  // the client's wraps
  const auto send = [&](Side side, std::uint8_t flags, std::string_view payload) {
    std::uint32_t& sequence = next[side == Side::client ? 0 : 1];
    const std::string segment = tcp(side == Side::client, sequence, flags, payload);
    sequence += static_cast<std::uint32_t>(payload.size()) + ((flags & (syn | fin)) ? 1u : 0u);
    std::string packet = link == 229 ? ipv6(side == Side::client, segment) : ipv4(side == Side::client, segment);
    if (link == 1) packet = ethernet(packet) + "padding";
    if (link == 0) packet = little(2) + packet;
    packets.push_back(std::move(packet));
  };
  if (with_start) {
    send(Side::client, syn, {});
    send(Side::server, syn | ack, {});
  } else {
    next[0] = 5;
  }
  for (const Passed& passed : session_of_samples())
    for (std::string_view left = passed.bytes; !left.empty(); left.remove_prefix(std::min<std::size_t>(left.size(), 50)))
      send(passed.side, ack, left.substr(0, 50));
  send(Side::client, fin | ack, {});
  send(Side::server, fin | ack, {});
  if (disordered)
    for (std::size_t i = with_start ? 2 : 0; i + 3 < packets.size(); i += 2) {
      std::swap(packets[i], packets[i + 1]);
      if (i % 3 == 0) packets.insert(packets.begin() + static_cast<std::ptrdiff_t>(i) + 2, packets[i]);
    }
  std::string out = pcap_head(link);
  std::uint32_t ms = 0;
  for (const std::string& packet : packets) out += pcap_packet(++ms, packet);
  return out;
}

std::string frames_of(Side side) {
  std::string out;
  for (const Passed& passed : session_of_samples())
    if (passed.side == side) out += passed.bytes;
  return out;
}

}  // namespace

TEST_CASE("decode: a recorded session says what the tap said") {
  const Said said = decoded(recording(), std::nullopt, {.json = true, .hex = true});
  CHECK_FALSE(said.wrong);
  CHECK(said.text == transcript_of(session_of_samples(), {.json = true, .hex = true}));
}

TEST_CASE("decode: captures, whatever the link and the order") {
  const std::string client = messages(decoded(recording(), std::nullopt, {.json = true, .types = {"act", "hello", "login"}}).text);
  REQUIRE(client.size() > 1000);
  for (const std::uint32_t link : {0u, 1u, 101u, 229u})
    for (const bool disordered : {false, true}) {
      INFO(link << disordered);
      const Said said = decoded(capture(link, disordered), std::nullopt, {.json = true, .types = {"act", "hello", "login"}});
      CHECK_FALSE(said.wrong);
      // a session of two sides that do not wait for each other comes out side by side
      CHECK(messages(said.text).size() == client.size());
    }
}

TEST_CASE("decode: frames and hex of them") {
  for (const Side side : {Side::client, Side::server}) {
    const std::string bytes = frames_of(side);
    const Said raw = decoded(bytes, std::nullopt, {.json = true});
    CHECK_FALSE(raw.wrong);
    CHECK(messages(raw.text) != "");
    CHECK(decoded(to_hex(bytes) + "\n", std::nullopt, {.json = true}).text == raw.text);
  }
}

TEST_CASE("decode: rows of the journal") {
  const std::string first = encode(genesis());
  const std::string second = encode(Commit{.version = Version{1}, .elapsed = 60, .role = Role::host(), .action = Start{}, .secret = {}});
  const Said said = decoded(to_hex(first) + "\n" + to_hex(second) + "\n");
  INFO(said.text);
  CHECK_FALSE(said.wrong);
  CHECK(said.text.find("v0 ") == 0);
  CHECK(said.text.find("\nv1 ") != std::string::npos);
  CHECK(said.text.find(" HOST start") != std::string::npos);
  CHECK(decoded(second).text.find("elapsed=60") != std::string::npos);  // alone: no time, seats by number
  const Said broken = decoded(to_hex(first) + "\n" + to_hex(second) + "ff\n");
  REQUIRE(broken.wrong);
  CHECK(broken.wrong->find("row 2 breaks at its byte 4") != std::string::npos);
}

TEST_CASE("decode: what it is not, and where it stopped") {
  const auto wrong = [](std::string_view bytes) { return decoded(bytes).wrong.value_or("read"); };
  CHECK(wrong("").find("empty") != std::string::npos);
  CHECK(wrong("GET / HTTP/1.1\r\n\r\n").find("HTTP") != std::string::npos);
  CHECK(wrong("SSH-2.0-OpenSSH_9.2\r\n").find("SSH") != std::string::npos);
  CHECK(wrong(std::string("SQLite format 3\0", 16)).find("parleyd dump") != std::string::npos);
  CHECK(wrong("parley session 2\n...").find("another version") != std::string::npos);
  CHECK(wrong("parley1-ABCDEF").find("keep it secret") != std::string::npos);
  CHECK(wrong(std::string("\x0a\x0d\x0d\x0a\x1c\0\0\0", 8)).find("editcap") != std::string::npos);
  CHECK(wrong(std::string(500, '\xee')).find("nothing that is known") != std::string::npos);
  const std::string session = recording();
  CHECK(wrong(session.substr(0, session.size() - 3)).find("a recorded session; it stops at byte ") == 0);
  const std::string packets = capture(1, false);
  CHECK(wrong(packets.substr(0, packets.size() - 5)).find("it stops at byte ") != std::string::npos);
  CHECK(wrong(capture(1, false, false)) .find("not everything") != std::string::npos);
  CHECK(wrong(pcap_head(1)).find("0 connections of parley") != std::string::npos);
  const std::string frames = frames_of(Side::server);
  CHECK(wrong(frames.substr(0, frames.size() - 1)).find("frames up to byte ") == 0);
  CHECK(wrong(frames.substr(5)).find("the middle of a stream; its first ") != std::string::npos);
}

TEST_CASE("decode: a lost segment is a gap, and reading goes on after it") {
  std::string out = pcap_head(101);
  std::uint32_t next = 1;
  std::uint32_t ms = 0;
  out += pcap_packet(++ms, ipv4(true, tcp(true, 0, syn, {})));
  const std::string frame = encode(ServerMessage{Answered{RequestId{7}, Version{7}, false}});
  for (int i = 0; i < 10; ++i) {
    if (i != 4) out += pcap_packet(++ms, ipv4(false, tcp(false, next, ack, frame)));
    next += static_cast<std::uint32_t>(frame.size());
  }
  const Said said = decoded(out, std::nullopt, {.types = {"answered"}});
  INFO(said.text);
  CHECK(said.wrong);
  std::size_t answered = 0;
  for (std::size_t at = said.text.find("answered request"); at != std::string::npos; at = said.text.find("answered request", at + 1)) ++answered;
  CHECK(answered == 9);
}

TEST_CASE("decode: cut and flipped anywhere, nothing happens to the reader") {
  const auto try_all = [](const std::string& bytes, std::optional<DecodeKind> as, std::size_t step) {
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      decoded(std::string_view(bytes).substr(0, at), as, {.json = true, .hex = true});
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << (at % 8)));
      decoded(flipped, as, {.hex = true});
    }
  };
  const auto head = [](std::string bytes, std::size_t size) { return bytes.substr(0, size); };
  try_all(head(recording(), 1500), DecodeKind::session, 1);
  try_all(head(capture(1, true), 3000), DecodeKind::pcap, 1);
  try_all(head(frames_of(Side::client), 700), std::nullopt, 1);
  try_all(head(to_hex(frames_of(Side::server)), 600), DecodeKind::hex, 1);
  try_all(encode(genesis()), DecodeKind::commits, 1);
  SUCCEED();
}
