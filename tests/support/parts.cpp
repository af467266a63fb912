#include "tests/support/parts.h"

#include "common/wire/names.h"

namespace parley::test {

Parts parts_of(const Thing& thing) {
  return std::visit([](const auto& value) { return parley::parts_of(value); }, thing);
}

std::string entry_text(const std::string& name, const Parts& parts) {
  constexpr std::size_t columns = 110, bytes_per_word = 32;
  std::string text = name + "\n";
  std::string line = " ";
  const auto add_word = [&](const std::string& word) {
    if (line.size() > 1 && line.size() + 1 + word.size() > columns) {
      text += line + "\n";
      line = "   ";
    }
    line += " " + word;
  };
  for (const Part& part : parts) {
    add_word(part.name + "=" + to_hex(part.bytes.substr(0, bytes_per_word)));
    for (std::size_t at = bytes_per_word; at < part.bytes.size(); at += bytes_per_word)
      add_word(to_hex(part.bytes.substr(at, bytes_per_word)));
  }
  return text + line + "\n";
}

}  // namespace parley::test
