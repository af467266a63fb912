#include "tests/support/words.h"

#include <algorithm>
#include <charconv>

namespace parley::test {
namespace {

void append_utf8(std::string& out, std::uint32_t c) {
  const auto byte = [&](std::uint32_t b) { out += static_cast<char>(b); };
  if (c < 0x80) return byte(c);
  if (c < 0x800) return byte(0xc0 | c >> 6), byte(0x80 | (c & 63));
  if (c < 0x10000) return byte(0xe0 | c >> 12), byte(0x80 | (c >> 6 & 63)), byte(0x80 | (c & 63));
  byte(0xf0 | c >> 18), byte(0x80 | (c >> 12 & 63)), byte(0x80 | (c >> 6 & 63)), byte(0x80 | (c & 63));
}

/// The character behind a backslash; `at` stands on it and moves to its end.
void append_escape(std::string& out, std::string_view line, std::size_t& at) {
  const char c = at < line.size() ? line[at] : '\0';
  if (c == 'n') out += '\n';
  else if (c == '"' || c == '\\') out += c;
  else if (c == 'u' && at + 1 < line.size() && line[at + 1] == '{') {
    const std::size_t end = line.find('}', at);
    if (end == std::string_view::npos) throw Unreadable("\\u{ without }");
    std::uint32_t code = 0;
    std::from_chars(line.data() + at + 2, line.data() + end, code, 16);
    append_utf8(out, code);
    at = end;
  } else throw Unreadable("an unknown escape in quotes");
}

}  // namespace

Words::Words(std::string_view line) {
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == ' ') continue;
    if (line[at] == '#') return;
    std::string word;
    if (line[at] == '"') {
      for (++at; at < line.size() && line[at] != '"'; ++at)
        if (line[at] == '\\') append_escape(word, line, ++at);
        else word += line[at];
      if (at >= line.size()) throw Unreadable("a quote without its end");
    } else {
      for (; at < line.size() && line[at] != ' '; ++at) word += line[at];
    }
    words_.push_back(std::move(word));
  }
}

std::string Words::next() {
  if (done()) throw Unreadable("the line ends too early");
  return words_[at_++];
}

std::int64_t Words::number() {
  std::string word = next();
  const std::string_view digits = word.starts_with('+') ? std::string_view(word).substr(1) : std::string_view(word);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) throw Unreadable("not a number: " + word);
  return value;
}

bool Words::take(std::string_view word) {
  if (peek() != word) return false;
  ++at_;
  return true;
}

void Words::expect_end() const {
  if (!done()) throw Unreadable("not understood from here: " + words_[at_]);
}

std::string Words::rest() {
  std::string joined;
  while (!done()) joined += (joined.empty() ? "" : " ") + next();
  return joined;
}

std::vector<std::string> split(std::string_view list, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t end = std::min(list.find(separator, at), list.size());
    parts.emplace_back(list.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

}  // namespace parley::test
