#include "common/core/utf8.h"

#include <utf8proc.h>

namespace parley {

bool take_code_point(std::string_view& text, char32_t& code_point) {
  if (text.empty()) return false;
  utf8proc_int32_t c = 0;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  const auto used = utf8proc_iterate(bytes, static_cast<utf8proc_ssize_t>(text.size()), &c);
  if (used <= 0) return false;
  code_point = static_cast<char32_t>(c);
  text.remove_prefix(static_cast<std::size_t>(used));
  return true;
}

Decoded decode(std::string_view text) {
  Decoded out;
  for (char32_t c = 0; take_code_point(text, c);) out.points.push_back(c);
  out.whole = text.empty();
  return out;
}

std::string encode(std::u32string_view points) {
  std::string out;
  for (const char32_t c : points) {
    utf8proc_uint8_t bytes[4];
    const auto used = utf8proc_encode_char(static_cast<utf8proc_int32_t>(c), bytes);
    out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(used));
  }
  return out;
}

}  // namespace parley
