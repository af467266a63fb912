// A frame: length:leb128 type:u8 payload. The length counts the type and the payload, so it is at least 1.
// Plain bytes in and out; no sockets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace parley {

struct Frame {
  std::uint8_t type = 0;
  std::string_view payload;  // into the bytes that were parsed
  std::size_t size = 0;      // of the whole frame, its length included
};

/// Why the bytes at the start can never become a frame.
enum class FrameFault { empty, too_long, overlong_length };

/// The first frame of `bytes`; nothing while it is incomplete. `size_max` bounds type and payload, and is enforced as
/// soon as the length is known, before anything is stored.
std::variant<std::monostate, Frame, FrameFault> parse_frame(std::string_view bytes, std::size_t size_max);

/// The bytes of a frame.
std::string make_frame(std::uint8_t type, std::string_view payload);

/// Appends LEB128: seven bits a byte, low first, no needless byte.
void put_leb128(std::string& out, std::uint64_t value);
/// Takes one off the front; nothing, and `bytes` as they were, where they are cut short or spelled otherwise.
std::optional<std::uint64_t> take_leb128(std::string_view& bytes);

}  // namespace parley
