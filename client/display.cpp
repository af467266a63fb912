#include "client/display.h"

#include "common/core/text.h"
#include "common/core/utf8.h"

#include <fmt/format.h>

namespace parley {

std::string display(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view before = text;
    char32_t c = 0;
    if (!take_code_point(text, c)) {
      out += fmt::format("<{:02X}>", static_cast<unsigned>(static_cast<unsigned char>(text.front())));
      text.remove_prefix(1);
    } else if (c == U'\n') {
      out += " / ";
    } else if (allowed_in_text(c)) {
      out += before.substr(0, before.size() - text.size());
    } else {
      out += fmt::format("<U+{:04X}>", static_cast<std::uint32_t>(c));
    }
  }
  return out;
}

}  // namespace parley
