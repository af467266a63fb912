// A session of every sample message, as the tap would hear it; and packets that carry one.
#pragma once

#include "client/passage.h"
#include "client/transcript.h"
#include "tests/support/samples.h"

#include <string>
#include <vector>

namespace parley::test {

/// The invite code of every redemption among the samples would be this one's.
inline constexpr std::array<std::uint8_t, 16> canary = {0xca, 0xfe, 0xd0, 0x0d, 0xbe, 0xef, 0x5e, 0xc4, 0xe7, 0x1d, 0x0b, 0x5e, 0x55, 0xed, 0xca, 0xfe};

/// All samples of messages up to 400 bytes, each from its side, a millisecond apart, on one connection; the genesis first.
inline std::vector<Passed> session_of_samples() {
  std::vector<Passed> out;
  Instant time{std::chrono::microseconds(1'796'005'800'000'000)};
  const auto add = [&](Passed::What what, Side side, std::string bytes) {
    out.push_back({.what = what, .time = time += std::chrono::milliseconds(1), .connection = 1, .side = side, .bytes = std::move(bytes)});
  };
  add(Passed::What::opened, Side::client, {});
  add(Passed::What::bytes, Side::server, encode(ServerMessage{Committed{genesis()}}));
  for (const Sample& sample : samples()) {
    const bool client = std::holds_alternative<ClientMessage>(sample.thing);
    if (!client && !std::holds_alternative<ServerMessage>(sample.thing)) continue;
    Thing thing = sample.thing;
    if (client)
      if (Redeem* redeem = std::get_if<Redeem>(&std::get<ClientMessage>(thing))) redeem->code = canary;
    std::string bytes = encode_thing(thing);
    if (bytes.size() <= 400) add(Passed::What::bytes, client ? Side::client : Side::server, std::move(bytes));
  }
  add(Passed::What::ended, Side::client, {});
  add(Passed::What::ended, Side::server, {});
  return out;
}

inline std::string transcript_of(const std::vector<Passed>& all, const TranscriptOptions& options) {
  std::string text;
  Transcript transcript(options, [&](const std::string& line) { text += line + "\n"; });
  for (const Passed& passed : all) transcript.take(passed);
  transcript.finish();
  return text;
}

}  // namespace parley::test
