// Whatever a file or a stream holds, the tools that read it end, and no invite's code is shown by accident. The first byte
// says what the rest is taken for.
#include "client/decode.h"
#include "client/recording.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace parley;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data + 1), size - 1);
  static constexpr DecodeKind kinds[] = {DecodeKind::session, DecodeKind::frames, DecodeKind::hex, DecodeKind::pcap, DecodeKind::commits};
  const std::size_t which = data[0] % 8;
  const std::optional<DecodeKind> as = which < 5 ? std::optional(kinds[which]) : std::nullopt;
  decode_bytes(bytes, as, {.json = (data[0] & 8) != 0, .hex = (data[0] & 16) != 0}, [](const std::string&) {});
  std::string recorded;
  Recorder recorder([&](std::string_view more) { recorded += more; }, Secrets::hidden);
  for (const auto what : {Passed::What::bytes, Passed::What::ended})
    recorder.take({.what = what, .time = {}, .connection = 1, .side = Side::client, .bytes = std::string(what == Passed::What::bytes ? bytes : "")});
  if (read_session(recorded, [](const Passed&) {})) std::abort();  // what we write, we read
  return 0;
}
