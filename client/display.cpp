#include "client/display.h"

#include "client/columns.h"
#include "common/core/limits.h"
#include "common/core/text.h"
#include "common/core/utf8.h"

#include <fmt/format.h>

namespace parley {

std::string display(std::string_view text) {
  std::string out;
  std::size_t marks_left = 0;  // how many may follow what stands last
  while (!text.empty()) {
    const std::string_view before = text;
    char32_t c = 0;
    if (!take_code_point(text, c)) {
      out += fmt::format("<{:02X}>", static_cast<unsigned>(static_cast<unsigned char>(text.front())));
      text.remove_prefix(1);
      marks_left = 0;
      continue;
    }
    const auto width = columns_of(c);
    const bool is_mark = width == 0;
    if (c == U'\n') {
      out += " / ";
      marks_left = 0;
    } else if (!allowed_in_text(c) || !width || (is_mark && marks_left == 0)) {
      out += fmt::format("<U+{:04X}>", static_cast<std::uint32_t>(c));
      marks_left = 0;
    } else {
      out += before.substr(0, before.size() - text.size());
      marks_left = is_mark ? marks_left - 1 : limits::marks_per_base;
    }
  }
  return out;
}

}  // namespace parley
