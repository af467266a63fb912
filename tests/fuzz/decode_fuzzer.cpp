// Whatever decodes is the only encoding of what it means; nothing crashes, throws or reads past the end.
// The input is taken as a stream of frames in both directions, as a journaled commit and as a secret.
// Seeds: parley_unit_tests "[.write-corpus]" writes one file per sample into ./corpus/decode.
#include "common/core/limits.h"
#include "common/core/role.h"
#include "common/wire/message.h"

#include <cstdio>
#include <cstdlib>

namespace {

using namespace parley;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "decode_fuzzer: %s\n", what);
  std::abort();
}

void try_frames(std::string_view bytes, std::size_t size_max) {
  while (!bytes.empty()) {
    const auto parsed = parse_frame(bytes, size_max);
    const Frame* frame = std::get_if<Frame>(&parsed);
    if (!frame) return;
    const std::string_view whole = bytes.substr(0, frame->size);
    require(frame->size <= bytes.size() && frame->size <= size_max + 4, "a frame larger than its limit");
    require(make_frame(frame->type, frame->payload) == whole, "a frame with two spellings");
    if (const auto message = decode_client(*frame, [](Verb) { return true; }))
      require(encode(*message) == whole, "a client message with two encodings");
    if (const auto message = decode_client(*frame, [](Verb) { return false; }); message && frame->type == Act::type)
      require(std::holds_alternative<Forbidden>(*message), "a forbidden verb was let through");
    if (const auto message = decode_server(*frame)) require(encode(*message) == whole, "a server message with two encodings");
    bytes.remove_prefix(frame->size);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try_frames(bytes, limits::frame_from_server);
  try_frames(bytes, limits::frame_before_login);
  if (const auto commit = decode_commit(bytes)) {
    require(encode(*commit) == bytes, "a commit with two encodings");
    const std::string frame = committed_frame(bytes, {});
    require(frame == encode(ServerMessage{Committed{*commit}}), "a commit's frame is not its bytes");
  }
  if (const auto secret = decode_secret(bytes)) require(encode(*secret) == bytes, "a secret with two encodings");
  return 0;
}
