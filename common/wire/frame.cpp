#include "common/wire/frame.h"

namespace parley {

std::variant<std::monostate, Frame, FrameFault> parse_frame(std::string_view bytes, std::size_t size_max) {
  std::size_t length = 0;
  std::size_t used = 0;
  for (;; ++used) {
    if (used == bytes.size()) return {};
    const auto byte = static_cast<std::uint8_t>(bytes[used]);
    length |= static_cast<std::size_t>(byte & 0x7f) << (7 * used);
    if (length > size_max) return FrameFault::too_long;
    if (byte < 0x80) {
      if (byte == 0 && used > 0) return FrameFault::overlong_length;
      ++used;
      break;
    }
    if (used == 3) return FrameFault::too_long;
  }
  if (length == 0) return FrameFault::empty;
  if (bytes.size() - used < length) return {};
  return Frame{static_cast<std::uint8_t>(bytes[used]), bytes.substr(used + 1, length - 1), used + length};
}

std::string make_frame(std::uint8_t type, std::string_view payload) {
  std::string out;
  out.reserve(payload.size() + 4);
  put_leb128(out, payload.size() + 1);
  out += static_cast<char>(type);
  out += payload;
  return out;
}

void put_leb128(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  out += static_cast<char>(value);
}

std::optional<std::uint64_t> take_leb128(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 10; ++i) {
    const auto byte = static_cast<std::uint8_t>(bytes[i]);
    if (i == 9 && byte > 1) return std::nullopt;
    value |= static_cast<std::uint64_t>(byte & 0x7f) << (7 * i);
    if (byte >= 0x80) continue;
    if (byte == 0 && i > 0) return std::nullopt;
    bytes.remove_prefix(i + 1);
    return value;
  }
  return std::nullopt;
}

}  // namespace parley
