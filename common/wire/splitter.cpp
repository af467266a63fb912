#include "common/wire/splitter.h"

namespace parley {

void FrameSplitter::add(std::string_view bytes) {
  if (broken_) {
    offset_ += bytes.size();
    in_.clear();
    used_ = 0;
    return;
  }
  in_.erase(0, used_);
  used_ = 0;
  in_ += bytes;
}

std::optional<Piece> FrameSplitter::next() {
  if (broken_ || used_ == in_.size()) return std::nullopt;
  const std::string_view left = rest();
  const auto parsed = parse_frame(left, size_max_);
  if (std::holds_alternative<std::monostate>(parsed)) return std::nullopt;
  Piece piece{.offset = offset_, .bytes = left, .fault = std::nullopt, .frame = {}};
  if (const Frame* frame = std::get_if<Frame>(&parsed)) {
    piece.frame = *frame;
    piece.bytes = left.substr(0, frame->size);
  } else {
    piece.fault = std::get<FrameFault>(parsed);
    broken_ = true;
  }
  used_ += piece.bytes.size();
  offset_ += piece.bytes.size();
  return piece;
}

std::string_view reason(FrameFault fault) {
  switch (fault) {
    case FrameFault::empty: return "a frame of length 0";
    case FrameFault::too_long: return "a frame over its limit";
    case FrameFault::overlong_length: return "a length in a longer spelling than needed";
  }
  return {};
}

}  // namespace parley
