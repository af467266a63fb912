// UTF-8 as code points and back; strict. utf8proc stands behind it, as behind text.cpp.
#pragma once

#include <string>
#include <string_view>

namespace parley {

struct Decoded {
  std::u32string points;  // up to the first byte that is not UTF-8
  bool whole = true;      // false where there is such a byte
};
Decoded decode(std::string_view text);
std::string encode(std::u32string_view points);

/// Takes one code point off the front; false, and nothing taken, where the bytes there are not UTF-8 or there are none.
bool take_code_point(std::string_view& text, char32_t& code_point);

}  // namespace parley
