#include "client/columns.h"

#include "common/core/utf8.h"

#include <wchar.h>

#include <algorithm>
#include <cwctype>

namespace parley {
namespace {

/// Marks join what they stand behind; a line feed, a control or a byte that is not UTF-8 takes none.
void take_marks(std::string_view& text) {
  for (std::string_view rest = text; !rest.empty(); text = rest) {
    char32_t c = 0;
    if (!take_code_point(rest, c) || columns_of(c) != 0) return;
  }
}

/// How long the first line of `paragraph` is, which is not empty: up to its end, or up to a break.
std::size_t line_length(std::string_view paragraph, int width_columns) {
  const std::string_view line = cut(paragraph, width_columns);
  if (line.size() == paragraph.size()) return line.size();
  const std::size_t blank = line.rfind(' ');
  if (blank == std::string_view::npos) return line.size();
  // A mark may stand on the blank: it stays with it.
  std::string_view behind = line.substr(blank);
  return blank + take_cluster(behind)->bytes.size();
}

void wrap_paragraph(std::vector<std::string_view>& out, std::string_view paragraph, int width_columns) {
  do {
    const std::size_t length = paragraph.empty() ? 0 : line_length(paragraph, width_columns);
    out.push_back(paragraph.substr(0, length));
    paragraph.remove_prefix(length);
  } while (!paragraph.empty());
}

}  // namespace

std::optional<int> columns_of(char32_t code_point) {
  if (code_point == 0) return std::nullopt;  // wcwidth calls it 0, but it is a control
  const int width = ::wcwidth(static_cast<wchar_t>(code_point));
  if (width < 0) return std::nullopt;
  return width;
}

std::optional<Cluster> take_cluster(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const std::string_view before = text;
  char32_t c = 0;
  if (!take_code_point(text, c)) {
    text.remove_prefix(1);
    return Cluster{before.substr(0, 1), 0};
  }
  const std::optional<int> width = columns_of(c);
  if (width) take_marks(text);
  return Cluster{before.substr(0, before.size() - text.size()), width.value_or(0)};
}

int columns(std::string_view text) {
  int sum = 0;
  while (const auto cluster = take_cluster(text)) sum += cluster->columns;
  return sum;
}

bool showable(std::string_view text) {
  for (char32_t c = 0; take_code_point(text, c);)
    if (c != U'\n' && !columns_of(c)) return false;
  return text.empty();
}

std::string folded(std::string_view text) {
  std::u32string points = decode(text).points;
  for (char32_t& c : points) c = static_cast<char32_t>(std::towlower(static_cast<std::wint_t>(c)));
  return encode(points);
}

std::string_view cut(std::string_view text, int columns_max) {
  std::string_view rest = text;
  int used = 0;
  std::size_t length = 0;
  while (const auto cluster = take_cluster(rest)) {
    used += cluster->columns;
    if (used > columns_max) break;
    length += cluster->bytes.size();
  }
  return text.substr(0, length);
}

std::string fit(std::string_view text, int width_columns, std::string_view ellipsis) {
  if (width_columns <= 0) return {};
  const bool longer = columns(text) > width_columns;
  std::string out(longer ? cut(text, width_columns - 1) : text);
  const int blanks = width_columns - columns(out) - (longer ? 1 : 0);
  out.append(static_cast<std::size_t>(blanks), ' ');
  if (longer) out += ellipsis;
  return out;
}

std::vector<std::string_view> wrap(std::string_view text, int width_columns) {
  std::vector<std::string_view> out;
  for (bool more = true; more;) {
    const std::size_t end = text.find('\n');
    more = end != std::string_view::npos;
    wrap_paragraph(out, text.substr(0, end), std::max(width_columns, 2));
    text.remove_prefix(more ? end + 1 : text.size());
  }
  return out;
}

}  // namespace parley
