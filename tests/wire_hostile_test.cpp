// Bytes that nobody sends by accident: cut, flipped, forged, of the wrong direction (TRUST "Hostile inputs").
#include "common/core/limits.h"
#include "common/wire/message.h"
#include "tests/support/catch.h"
#include "tests/support/samples.h"

using namespace parley;
using namespace parley::test;

namespace {

std::string bytes(std::string_view hex) { return from_hex(hex).value(); }
bool any_verb(Verb) { return true; }

/// A frame around a payload; the payload must outlive it.
Frame frame(std::uint8_t type, std::string_view payload) { return {type, payload, payload.size() + 2}; }

std::string client_error(std::uint8_t type, const std::string& payload) {
  const auto message = decode_client(frame(type, payload), any_verb);
  return message ? "accepted" : std::string(message.error().reason);
}
std::string server_error(std::uint8_t type, const std::string& payload) {
  const auto message = decode_server(frame(type, payload));
  return message ? "accepted" : std::string(message.error().reason);
}
/// The error of a commit of version 1, 0 s, role ATR, with this verb and body.
std::string commit_error(std::string_view verb_and_body) {
  const auto commit = decode_commit(bytes(std::string("010000") + std::string(verb_and_body)));
  return commit ? "accepted" : std::string(commit.error().reason);
}

/// Where a sample is changed: everywhere, or for the largest ones at both ends.
std::vector<std::size_t> places(std::size_t size) {
  std::vector<std::size_t> all;
  for (std::size_t at = 0; at < size; ++at)
    if (size <= 600 || at < 100 || at + 100 >= size) all.push_back(at);
  return all;
}

/// The frame's payload, or the bytes themselves where they are no frame.
bool is_frame(const Sample& sample) { return sample.thing.index() < 2; }
std::string_view payload_of(const std::string& frame_bytes) {
  return std::get<Frame>(parse_frame(frame_bytes, limits::frame_from_server)).payload;
}
std::uint8_t type_of(const std::string& frame_bytes) {
  return std::get<Frame>(parse_frame(frame_bytes, limits::frame_from_server)).type;
}

}  // namespace

TEST_CASE("wire: every prefix is refused") {
  for (const Sample& sample : samples()) {
    INFO(sample.name);
    const std::string all = encode_thing(sample.thing);
    for (std::size_t size : places(all.size())) {
      if (size == 0 && std::holds_alternative<Secret>(sample.thing)) continue;  // no bytes are no secret
      INFO(size);
      CHECK(!decode_like(sample.thing, all.substr(0, size)));
    }
    if (!is_frame(sample)) continue;
    const std::string_view payload = payload_of(all);  // and in a frame that fits what is left
    for (std::size_t size : places(payload.size())) {
      INFO(size);
      CHECK(!decode_like(sample.thing, make_frame(type_of(all), payload.substr(0, size))));
    }
  }
}

TEST_CASE("wire: bytes left over are refused") {
  for (const Sample& sample : samples()) {
    INFO(sample.name);
    const std::string all = encode_thing(sample.thing);
    for (char extra : {'\0', '\1', '\x7f', '\xff'}) {
      const bool refused = is_frame(sample)
                               ? !decode_like(sample.thing, make_frame(type_of(all), std::string(payload_of(all)) + extra))
                               : !decode_like(sample.thing, all + extra);
      CHECK(refused);
    }
    if (is_frame(sample))  // two messages in one
      CHECK((payload_of(all).empty() || !decode_like(sample.thing, make_frame(type_of(all), std::string(payload_of(all)) + all))));
  }
  CHECK(client_error(0x05, bytes("0105")) == "bytes left over");
}

TEST_CASE("wire: a changed byte is refused, or is another message's only encoding") {
  std::size_t tried = 0, decoded = 0;
  for (const Sample& sample : samples()) {
    INFO(sample.name);
    const std::string original = encode_thing(sample.thing);
    const auto judge = [&](const std::string& changed) {
      ++tried;
      const auto thing = decode_like(sample.thing, changed);
      if (!thing) return true;
      ++decoded;
      return encode_thing(*thing) == changed;
    };
    for (std::size_t at : places(original.size())) {
      INFO("at byte " << at);
      std::string changed = original;
      for (int bit = 0; bit < 8; ++bit) {
        changed[at] = static_cast<char>(original[at] ^ 1 << bit);
        CHECK(judge(changed));
      }
      for (char set : {'\0', '\x7f', '\x80', '\xff'}) {
        changed[at] = set;
        CHECK(judge(changed));
      }
    }
  }
  CHECK(tried > 90'000);
  CHECK(decoded > 10'000);
}

TEST_CASE("wire: types of the other direction and unknown types are refused") {
  for (const Sample& sample : samples()) {
    if (!is_frame(sample)) continue;
    INFO(sample.name);
    const std::string all = encode_thing(sample.thing);
    const Frame parsed = std::get<Frame>(parse_frame(all, limits::frame_from_server));
    if (parsed.type == Bye::type) continue;  // both say it
    if (std::holds_alternative<ClientMessage>(sample.thing)) CHECK(!decode_server(parsed));
    else CHECK(!decode_client(parsed, any_verb));
  }
  for (unsigned type = 0; type < 256; ++type) {
    const bool client = (type >= 0x01 && type <= 0x05) || type == 0x0f;
    const bool server = (type >= 0x81 && type <= 0x89) || type == 0x0f;
    INFO(type);
    CHECK((client_error(static_cast<std::uint8_t>(type), "") == "no such message type in this direction") == !client);
    CHECK((server_error(static_cast<std::uint8_t>(type), "") == "no such message type in this direction") == !server);
  }
}

TEST_CASE("wire: numbers have one spelling and a range") {
  CHECK(commit_error("02" "01") == "accepted");
  CHECK(commit_error("02" "8100") == "overlong number");
  CHECK(commit_error("02" "8000") == "overlong number");
  CHECK(commit_error("02" "ffffffff0f") == "accepted");             // 2^32 - 1, a deal's largest number
  CHECK(commit_error("02" "8080808010") == "number out of range");  // 2^32
  CHECK(commit_error("22" "ffffffffffffffffff01") == "accepted");   // 2^64 - 1, spice
  CHECK(commit_error("22" "ffffffffffffffffff02") == "number too large");
  CHECK(commit_error("22" "ffffffffffffffffff8001") == "number too large");
  CHECK(commit_error("22" "ffffffffffffffffff81") == "number too large");
  CHECK(commit_error("22" "80808080808080808000") == "overlong number");
  CHECK(commit_error("30" "ffff03" "04" "00") == "accepted");       // a turn is 16 bits
  CHECK(commit_error("30" "808004" "04" "00") == "number out of range");
  for (const char* secret : {"0100", "0101", "01ffffffffffffffffff01"}) CHECK(decode_secret(bytes(secret)));
  for (const char* secret : {"00", "0000", "03", "0301", "04", "0400", "018000", "01ffffffffffffffffff02"}) {
    INFO(secret);
    CHECK(!decode_secret(bytes(secret)));
  }
}

TEST_CASE("wire: bools, choices, variants and roles out of range are refused") {
  CHECK(commit_error("25" "01") == "accepted");
  CHECK(commit_error("25" "02") == "a bool is 0 or 1");
  CHECK(commit_error("25" "7f") == "a bool is 0 or 1");
  CHECK(commit_error("20" "01" "04" "02") == "a bool is 0 or 1");      // a bribe's note: there or not
  CHECK(commit_error("33" "02" "00") == "a bool is 0 or 1");           // a Bureaucrat: somebody or nobody
  CHECK(commit_error("09" "01" "05") == "accepted");
  CHECK(commit_error("09" "01" "00") == "no such choice");
  CHECK(commit_error("09" "01" "06") == "no such choice");
  CHECK(commit_error("12" "00" "01") == "accepted");
  CHECK(commit_error("12" "00" "02") == "no such choice");
  CHECK(commit_error("30" "01" "0a" "00") == "accepted");
  CHECK(commit_error("30" "01" "0b" "00") == "no such choice");
  CHECK(commit_error("13" "0f") == "accepted");                        // a seat that nobody has
  CHECK(commit_error("13" "10") == "no such seat number");
  CHECK(commit_error("70" "00" "00" "00" "00" "05" "0a" "00") == "accepted");
  CHECK(commit_error("70" "00" "00" "01" "00") == "accepted");                              // TI4 has no options
  CHECK(commit_error("70" "00" "00" "02" "00") == "accepted");
  CHECK(commit_error("70" "00" "00" "03" "00") == "no such alternative");                   // another game
  CHECK(commit_error("40" "01" "01") == "accepted");
  CHECK(commit_error("40" "01" "00") == "no such choice");                                  // a class that nobody said
  CHECK(commit_error("40" "01" "04") == "no such choice");                                  // nobody accepts as blocked
  CHECK(commit_error("41" "16" "00") == "accepted");
  CHECK(commit_error("41" "17" "00") == "no such choice");
  CHECK(commit_error("70" "00" "00" "00" "02" "05" "0a" "00") == "no such choice");       // its mode
  for (const char* verb : {"00", "0b", "0f", "15", "1f", "26", "2f", "36", "3f", "4b", "4f", "54", "6f", "73", "80", "ff"}) {
    INFO(verb);
    CHECK(commit_error(verb) == "no such verb");
  }
  for (const char* role : {"0a", "0b", "0f", "f807", "ffff03"}) {      // 10 to 15, and past VIEWER/1000
    INFO(role);
    CHECK(server_error(0x88, bytes(std::string(role) + "01")) == "no such role");
  }
  CHECK(server_error(0x88, bytes("1001")) == "accepted");
  CHECK(server_error(0x88, bytes("f70701")) == "accepted");
  CHECK(server_error(0x88, bytes("80800401")) == "number out of range");
  for (const char* code : {"00", "12", "7f", "ff"}) CHECK(server_error(0x0f, bytes(code)) == "no such choice");
  CHECK(server_error(0x0f, bytes("11")) == "accepted");
  CHECK(server_error(0x87, bytes("01" "23" "00" "01")) == "accepted");
  CHECK(server_error(0x87, bytes("01" "00" "00" "01")) == "no such choice");
  CHECK(server_error(0x87, bytes("01" "24" "00" "01")) == "no such choice");
  CHECK(server_error(0x84, bytes("010000" "25" "01" "00")) == "a private commit without a secret");
}

TEST_CASE("wire: sizes are checked before anything is stored") {
  CHECK(commit_error("08" "0141") == "accepted");
  CHECK(commit_error("08" "8080808004" "41") == "over its limit");          // 2^30
  CHECK(commit_error("08" "808080808080808020" "41") == "over its limit");  // 2^61
  CHECK(commit_error("08" "ffffffffffffffffff01" "41") == "over its limit");
  CHECK(commit_error("08" "0241") == "cut short");                          // what is left + 1
  const auto text = [](std::string_view head, std::size_t size) { return bytes(head) + std::string(size, 'x'); };
  CHECK(decode_commit(text("010000" "08" "8010", 2048)));
  CHECK(!decode_commit(text("010000" "08" "8110", 2049)));                  // a line over its limit, all of it there
  CHECK(decode_commit(text("010000" "01" "0103" "8040", 8192)));
  CHECK(!decode_commit(text("010000" "01" "0103" "8140", 8193)));
  CHECK(commit_error("70" "00" "09" "000000000000000000" "00" "00" "05" "0a" "00") == "over its limit");  // nine seats
  CHECK(commit_error("70" "00" "01" "09" "414141414141414141" "00" "00" "05" "0a" "00") == "over its limit");
  CHECK(client_error(0x02, text("21", 33)) == "over its limit");            // a table's name
}

TEST_CASE("wire: a record has one form [SEED D10]") {
  CHECK(commit_error("01" "01" "03" "0141") == "accepted");
  CHECK(commit_error("01" "02" "03" "0141" "00" "00" "00") == "a record in the wrong form");  // fits form 1
  CHECK(commit_error("01" "02" "03" "0141" "01" "00" "00") == "accepted");                    // answers a deal
  CHECK(commit_error("01" "02" "03" "0141" "00" "01" "00" "01" "04" "00") == "accepted");     // has a bribe
  CHECK(commit_error("01" "02" "07" "0141" "00" "00" "00") == "accepted");                    // three signatories
  CHECK(commit_error("01" "01" "07" "0141") == "a record in the wrong form");
  CHECK(commit_error("01" "01" "01" "0141") == "a record in the wrong form");
  CHECK(commit_error("01" "00" "03" "0141") == "no such record form");
  CHECK(commit_error("01" "03" "03" "0141") == "no such record form");
  const std::string nothing = "00000000000000" "00" "00";                                     // seven counts, no notes, no relics
  CHECK(commit_error("01" "02" "03" "0141" "00" "02" + nothing + nothing + "00") == "accepted");  // an exchange of nothing is still one
  CHECK(commit_error("01" "02" "03" "0141" "00" "03" "00") == "no such alternative");
  const std::string clause = "00" "02" "00" "01" "01" "01" "01" "01" "00";
  CHECK(commit_error("01" "02" "03" "0141" "00" "00" "01" + clause) == "accepted");
  CHECK(commit_error("01" "02" "03" "0141" "00" "00" "02" + clause) == "cut short");
  CHECK(commit_error("01" "02" "03" "0141" "00" "00" "09" + clause) == "over its limit");
}

TEST_CASE("P-A1 a verb that is not permitted is refused before its body is looked at") {
  const auto nothing = [](Verb) { return false; };
  for (const char* body : {"", "01", "ffffffffffffffffffffffff", "8000"}) {
    const std::string payload = bytes(std::string("87a701") + "0c" + "01" + body);  // request 21383, seen 12, offer
    const auto message = decode_client(frame(0x04, payload), nothing);
    REQUIRE(message);
    const Forbidden* forbidden = std::get_if<Forbidden>(&*message);
    REQUIRE(forbidden);
    CHECK(forbidden->id == RequestId{21383});
  }
  for (unsigned verb = 0; verb < 256; ++verb) {
    std::vector<Verb> asked;
    const std::string payload = std::string("\1\0", 2) + static_cast<char>(verb) + "garbage";
    const auto message = decode_client(frame(0x04, payload), [&](Verb v) { return asked.push_back(v), false; });
    REQUIRE(message);
    CHECK(std::holds_alternative<Forbidden>(*message));
    CHECK(asked == std::vector<Verb>{static_cast<Verb>(verb)});
  }
  // Without an id or a verb there is nothing to refuse.
  for (const char* payload : {"", "01", "010c", "8000", "80"}) {
    if (std::string(payload) == "010c") CHECK(!decode_client(frame(0x04, bytes(payload)), nothing));
    else CHECK(client_error(0x04, bytes(payload)) != "accepted");
  }
  CHECK(encode(ClientMessage{Forbidden{RequestId{1}}}).empty());
}

TEST_CASE("wire: the first error is told, with its place") {
  const auto commit = decode_commit(bytes("010000" "30" "01" "0b" "02"));
  REQUIRE(!commit);
  CHECK(commit.error().reason == "no such choice");
  CHECK(commit.error().offset == 6);
}
