// The parts of the tap that need no socket: frames in a stream, the printer, the counters, the recording, the faulty link.
#include "client/faults.h"
#include "client/recording.h"
#include "client/statistics.h"
#include "client/transcript.h"
#include "common/core/limits.h"
#include "common/wire/meanings.h"
#include "common/wire/names.h"
#include "tests/support/catch.h"
#include "tests/support/session.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

using namespace parley;
using namespace parley::test;
using namespace std::chrono_literals;

namespace {

const std::string golden_path = std::string(PARLEY_TESTS_DIR) + "/golden/tap.txt";

std::string file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Everything as text with its bytes; then a few as JSON.
std::string golden_text() {
  const auto all = session_of_samples();
  return "# Every message as 'parley tap --hex' prints it, then some with --json.\n"
         "# Rewritten by: parley_tools_tests \"[.write-golden-tap]\"\n\n" +
         transcript_of(all, {.hex = true}) + "\n" +
         transcript_of(all, {.json = true, .types = {"redeem", "offer", "refused", "bye"}}) + "\n" +
         transcript_of(all, {.json = true, .hex = true, .types = {"redeem", "presence"}});
}

/// Whether one half of the canary is in a text, as bytes or as hex.
bool has_canary(const std::string& text) {
  const std::string code(view(canary));
  for (const std::string& part : {code.substr(0, 8), code.substr(8)})
    if (text.find(part) != std::string::npos || text.find(to_hex(part)) != std::string::npos) return true;
  return false;
}

std::string recording_of(const std::vector<Passed>& all, Secrets secrets = Secrets::hidden) {
  std::string bytes;
  Recorder recorder([&](std::string_view more) { bytes += more; }, secrets);
  for (const Passed& passed : all) recorder.take(passed);
  return bytes;
}

std::string joined(const std::vector<Delivery>& deliveries) {
  std::string all;
  for (const Delivery& delivery : deliveries) all += delivery.bytes;
  return all;
}

}  // namespace

TEST_CASE("tap: golden output") {
  const std::string golden = file(golden_path);
  CHECK(golden == golden_text());
  for (unsigned n = 1; n <= refusal_codes; ++n) {
    INFO(name(Refusal::Code(n)));
    CHECK(golden.find("code=" + std::string(name(Refusal::Code(n))) + " ") != std::string::npos);
  }
  for (unsigned n = 1; n <= bye_codes; ++n) CHECK(golden.find("bye code=" + std::string(name(ByeCode(n)))) != std::string::npos);
  for (unsigned type = 1; type < 256; ++type) {
    const std::string word = type_text(static_cast<std::uint8_t>(type));
    INFO(word);
    CHECK((word.starts_with("type ") || golden.find(" " + word) != std::string::npos));
  }
}

TEST_CASE("write the golden output of the tap", "[.write-golden][.write-golden-tap]") {
  std::ofstream(golden_path, std::ios::binary) << golden_text();
}

TEST_CASE("tap: meanings are those of PROTOCOL.md") {
  const std::string protocol = file(std::string(PARLEY_TESTS_DIR) + "/../common/PROTOCOL.md");
  const auto check = [&](const char* from, const char* to, auto&& text_of, unsigned last) {
    const std::size_t start = protocol.find(from), end = protocol.find(to);
    REQUIRE(start < end);
    std::istringstream lines(protocol.substr(start, end - start));
    unsigned seen = 0;
    static const std::regex row(R"(\| (\d+) \| (\w+) \| (.*?) \|.*)"), link(R"(\[(.*?)\]\(.*?\))");
    std::smatch found;
    for (std::string line; std::getline(lines, line);) {
      if (!std::regex_match(line, found, row)) continue;
      ++seen;
      CHECK(std::regex_replace(found[3].str(), link, "$1") == text_of(static_cast<std::uint8_t>(std::stoi(found[1]))));
    }
    CHECK(seen == last);
  };
  check("<a id=\"bye\">", "<a id=\"refusals\">", [](std::uint8_t n) { return std::string(meaning(ByeCode{n})); }, bye_codes);
  check("<a id=\"refusals\">", "<a id=\"connecting\">", [](std::uint8_t n) { return std::string(meaning(Refusal::Code{n})); }, refusal_codes);
}

TEST_CASE("tap: what the object of a refusal says") {
  const SeatKeys seats = {"ATR", "HAR"};
  CHECK(object_text({Refusal::Code::stale, 2u << 4 | 1u}, seats) == "control of HAR");
  CHECK(object_text({Refusal::Code::stale, 3u << 4 | 15u}, seats) == "phase");
  CHECK(object_text({Refusal::Code::allied, 0u << 4 | 1u}, seats) == "ATR and HAR");
  CHECK(object_text({Refusal::Code::too_soon, 7}, seats) == "7 s left");
  CHECK(object_text({Refusal::Code::not_open, 0}, seats).empty());
}

TEST_CASE("tap: an invite's code is in nothing that is written") {
  auto all = session_of_samples();
  const auto nowhere = [&](const std::vector<Passed>& passed) {
    for (const bool json : {false, true}) CHECK_FALSE(has_canary(transcript_of(passed, {.json = json, .hex = true})));
    CHECK_FALSE(has_canary(recording_of(passed)));
  };
  nowhere(all);
  CHECK(has_canary(transcript_of(all, {.secrets = Secrets::shown})));
  CHECK(has_canary(recording_of(all, Secrets::shown)));
  SECTION("however it is cut or damaged") {
    const auto redeem = std::find_if(all.begin(), all.end(), [](const Passed& p) { return p.bytes.size() > 2 && p.bytes[1] == Redeem::type; });
    REQUIRE(redeem != all.end());
    const std::string bytes = redeem->bytes;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      INFO(at);
      auto one = *redeem;
      one.bytes = bytes.substr(0, at);
      const Passed end{.what = Passed::What::ended, .time = one.time, .connection = 1, .side = Side::client, .bytes = {}};
      nowhere({one, end});
      one.bytes = bytes;
      one.bytes[at] = static_cast<char>(one.bytes[at] ^ 0x81);
      nowhere({one, end});
    }
  }
}

TEST_CASE("tap: filters") {
  const auto all = session_of_samples();
  const auto count = [&](const TranscriptOptions& options) {
    const std::string text = transcript_of(all, options);
    return std::count(text.begin(), text.end(), '\n');
  };
  CHECK(count({.types = {"pong"}}) == 1);
  CHECK(count({.types = {"refused"}}) == refusal_codes + 2);
  CHECK(count({.types = {"pong", "ping"}}) == 2);
  CHECK(count({.types = {"accept"}}) >= 2);  // requests and commits
  CHECK(count({.role = "HOST"}) == 1);  // until the next login
  CHECK(count({.role = "nobody"}) == 0);
  CHECK(count({.deal = 1}) > 10);
  CHECK(count({.deal = 999}) == 0);
}

TEST_CASE("tap: where a frame breaks") {
  const std::string good = encode(ClientMessage{Ping{}});
  const auto said = [](std::string bytes) {
    return std::vector<Passed>{{.what = Passed::What::bytes, .time = {}, .connection = 1, .side = Side::client, .bytes = std::move(bytes)},
                               {.what = Passed::What::ended, .time = {}, .connection = 1, .side = Side::client, .bytes = {}}};
  };
  CHECK(transcript_of(said(good + std::string("\x03\x0f\x01\x01", 4)), {}).find("bye MALFORMED: bytes left over at byte 5 of the stream, 3 of the frame") != std::string::npos);
  CHECK(transcript_of(said(good + std::string("\x02\x81\x01", 3)), {}).find("welcome MALFORMED: no such message type in this direction at byte 4") != std::string::npos);
  CHECK(transcript_of(said(good + std::string("\x00\x05", 2)), {}).find("MALFORMED: a frame of length 0 at byte 2") != std::string::npos);
  CHECK(transcript_of(said(good + std::string("\x81\x00", 2)), {}).find("MALFORMED: a length in a longer spelling than needed at byte 2") != std::string::npos);
  CHECK(transcript_of(said(good + std::string("\x12\x01", 2)), {}).find("MALFORMED: cut short at byte 4") != std::string::npos);
}

TEST_CASE("tap: frames come whole however the bytes do") {
  std::string stream;
  std::vector<std::string> wanted;
  for (const Sample& sample : samples())
    if (std::holds_alternative<ServerMessage>(sample.thing)) stream += wanted.emplace_back(encode_thing(sample.thing));
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, std::size_t{4096}, stream.size()}) {
    FrameSplitter splitter(limits::frame_from_server);
    std::vector<std::string> found;
    std::uint64_t offset = 0;
    for (std::size_t at = 0; at < stream.size(); at += step) {
      splitter.add(std::string_view(stream).substr(at, step));
      while (const auto piece = splitter.next()) {
        REQUIRE(!piece->fault);
        CHECK(piece->offset == offset);
        offset += piece->bytes.size();
        found.emplace_back(piece->bytes);
      }
    }
    CHECK(found == wanted);
    CHECK(splitter.rest().empty());
    CHECK(splitter.offset() == stream.size());
  }
}

TEST_CASE("tap: counters") {
  Statistics statistics;
  statistics.frame(Side::client, "act", 10);
  statistics.frame(Side::client, "act", 20);
  for (int ms = 1; ms <= 100; ++ms) statistics.round_trip("act", std::chrono::milliseconds(ms));
  CHECK(statistics.counts(Side::client).at("act").frames == 2);
  CHECK(statistics.counts(Side::client).at("act").bytes == 30);
  CHECK(statistics.counts(Side::server).empty());
  const auto trips = statistics.round_trips().at("act");
  CHECK(trips.count == 100);
  CHECK(trips.p50 == 50ms);
  CHECK(trips.p99 == 99ms);
  for (std::size_t n = 0; n < Statistics::samples_max; ++n) statistics.round_trip("act", 1us);
  CHECK(statistics.round_trips().at("act").p99 == 1us);  // the newest
}

TEST_CASE("tap: a recording says what was heard") {
  const auto all = session_of_samples();
  std::vector<Passed> read;
  CHECK_FALSE(read_session(recording_of(all, Secrets::shown), [&](const Passed& passed) { read.push_back(passed); }));
  CHECK(transcript_of(read, {.json = true, .hex = true}) == transcript_of(all, {.json = true, .hex = true}));
  read.clear();
  CHECK_FALSE(read_session(recording_of(all), [&](const Passed& passed) { read.push_back(passed); }));
  CHECK(transcript_of(read, {.json = true, .hex = true}) == transcript_of(all, {.json = true, .hex = true}));  // the code shows in neither
}

TEST_CASE("faults: bytes stay as they are and in order") {
  std::string bytes;
  for (int i = 0; i < 5000; ++i) bytes += static_cast<char>(i * 7);
  FaultOptions options{.delay = 5ms, .jitter = 20ms, .rate = 10'000, .split = 3};
  FaultPlan plan(options, 1, Side::client);
  std::vector<Delivery> all;
  for (std::size_t at = 0; at < bytes.size(); at += 500)
    for (Delivery& delivery : plan.take(1s, std::string_view(bytes).substr(at, 500))) all.push_back(std::move(delivery));
  CHECK(joined(all) == bytes);
  CHECK(std::is_sorted(all.begin(), all.end(), [](const Delivery& a, const Delivery& b) { return a.due < b.due; }));
  CHECK(all.front().due >= 1005ms);
  CHECK(all.back().due >= 1505ms);  // 5000 bytes at 10,000 a second
  CHECK(all.back().due <= 1530ms);
  for (const Delivery& delivery : all) CHECK(delivery.bytes.size() <= 3);
}

TEST_CASE("faults: cut, stalled, said twice") {
  SECTION("cut after so many bytes") {
    FaultPlan plan({.cut_after = 10}, 1, Side::client);
    CHECK(joined(plan.take(0us, "123456")) == "123456");
    CHECK_FALSE(plan.cut());
    CHECK(joined(plan.take(0us, "7890abc")) == "7890");
    CHECK(plan.cut());
    CHECK(plan.take(0us, "more").empty());
  }
  SECTION("stalled from the start, or later") {
    CHECK(FaultPlan({.stall = true}, 1, Side::client).take(0us, "123").empty());
    FaultPlan plan({.cut_after = 2, .stall = true}, 1, Side::client);
    CHECK(joined(plan.take(0us, "123")) == "12");
    CHECK(plan.stalled());
    CHECK_FALSE(plan.cut());
  }
  SECTION("the same seed says the same frames twice") {
    const std::string ping = encode(ClientMessage{Ping{}});
    std::string pings;
    for (int i = 0; i < 400; ++i) pings += ping;
    const auto run = [&](std::uint64_t seed) {
      FaultPlan plan({.duplicate = true, .seed = seed}, 1, Side::client);
      std::string out;
      for (std::size_t at = 0; at < pings.size(); at += 3) out += joined(plan.take(0us, std::string_view(pings).substr(at, 3)));
      return out + joined(plan.finish(0us));
    };
    CHECK(run(1) == run(1));
    CHECK(run(1).size() > pings.size() * 11 / 10);
    CHECK(run(1).size() < pings.size() * 14 / 10);
    CHECK(run(1) != run(2));
  }
}
