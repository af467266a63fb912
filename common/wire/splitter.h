// A stream of bytes cut into frames, with the place of each in the stream. Bytes in, pieces out; holds no more than one frame.
#pragma once

#include "common/wire/frame.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

/// A whole frame; or the place from which on the bytes can never be frames, with what of them is there.
struct Piece {
  std::uint64_t offset = 0;  // in the stream
  std::string_view bytes;    // the whole frame; valid until the splitter gets more
  std::optional<FrameFault> fault;
  Frame frame;               // only without a fault
};

class FrameSplitter {
 public:
  /// `size_max` bounds type and payload of a frame.
  explicit FrameSplitter(std::size_t size_max) : size_max_(size_max) {}

  /// More of the stream. After a fault nothing more is looked at, only counted.
  void add(std::string_view bytes);
  /// The next piece of what was added; a fault comes once.
  std::optional<Piece> next();
  /// What is left of a frame that has not come whole.
  std::string_view rest() const { return std::string_view(in_).substr(used_); }
  /// Where the rest begins in the stream; after a fault, how much there was in all.
  std::uint64_t offset() const { return offset_; }
  bool broken() const { return broken_; }

 private:
  std::size_t size_max_;
  std::string in_;
  std::size_t used_ = 0;      // of in_
  std::uint64_t offset_ = 0;  // in the stream, of in_[used_]
  bool broken_ = false;
};

/// "a frame over its limit", as a phrase.
std::string_view reason(FrameFault fault);

}  // namespace parley
