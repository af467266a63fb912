#include "client/widgets/text_area.h"

#include "client/columns.h"
#include "common/core/text.h"
#include "common/core/utf8.h"

#include <algorithm>
#include <utility>

namespace parley {
namespace {

using Kind = Key::Kind;

constexpr std::size_t undo_steps_max = 200;
constexpr int page_rows = 10;

std::size_t count_points(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::size_t count_line_feeds(std::string_view text) { return static_cast<std::size_t>(std::ranges::count(text, '\n')); }

/// Controls, bidi, zero width: nobody would see them while writing, a terminal might obey them, and no server takes them.
bool is_hidden(char32_t c) { return !allowed_in_text(c) && columns_of(c).value_or(0) == 0; }

/// What may stand here: UTF-8 without what is hidden; line feeds are blanks where there is one line only.
std::string cleaned(std::string_view text, bool one_line) {
  std::string out;
  while (!text.empty()) {
    const std::string_view before = text;
    char32_t c = 0;
    if (!take_code_point(text, c)) {
      text.remove_prefix(1);
    } else if (c == U'\r' || c == U'\n') {
      if (c == U'\r' && text.starts_with('\n')) text.remove_prefix(1);
      out += one_line ? ' ' : '\n';
    } else if (c == U'\t') {
      out += ' ';
    } else if (!is_hidden(c)) {
      out += before.substr(0, before.size() - text.size());
    }
  }
  return out;
}

/// The longest beginning of `text` that keeps within what is left, in whole clusters.
std::string_view within(std::string_view text, std::size_t code_points, std::size_t line_feeds) {
  std::string_view rest = text;
  std::size_t length = 0;
  while (const auto cluster = take_cluster(rest)) {
    const std::size_t points = count_points(cluster->bytes), feeds = count_line_feeds(cluster->bytes);
    if (points > code_points || feeds > line_feeds) break;
    code_points -= points;
    line_feeds -= feeds;
    length += cluster->bytes.size();
  }
  return text.substr(0, length);
}

/// The first place between clusters that is not before `at`.
std::size_t boundary(std::string_view text, std::size_t at) {
  std::string_view rest = text;
  while (text.size() - rest.size() < at && take_cluster(rest)) {
  }
  return text.size() - rest.size();
}

/// The last place between clusters before `at`, or 0.
std::size_t boundary_before(std::string_view text, std::size_t at) {
  std::string_view rest = text;
  std::size_t last = 0;
  for (std::size_t here = 0; here < at; here = text.size() - rest.size()) {
    last = here;
    if (!take_cluster(rest)) break;
  }
  return last;
}

std::size_t start_of(std::string_view text, std::string_view part) { return static_cast<std::size_t>(part.data() - text.data()); }

}  // namespace

std::size_t TextArea::code_points() const { return count_points(text_); }

void TextArea::set(std::string_view text) {
  text_.clear();
  at_ = 0;
  insert(text, false);
  past_.clear();
  future_.clear();
  typing_ = false;
  wanted_column_ = -1;
}

bool TextArea::take(const Key& key, int width_columns) {
  const bool was_typing = std::exchange(typing_, false);
  switch (key.kind) {
    case Kind::up: return move_rows(-1, width_columns);
    case Kind::down: return move_rows(1, width_columns);
    case Kind::page_up: return move_rows(-page_rows, width_columns);
    case Kind::page_down: return move_rows(page_rows, width_columns);
    default: break;
  }
  wanted_column_ = -1;
  if (key.kind == Kind::text) typing_ = was_typing;
  return edit(key);
}

bool TextArea::edit(const Key& key) {
  switch (key.kind) {
    case Kind::text: return insert(encode({&key.letter, 1}), true), true;
    case Kind::paste: return insert(key.pasted, false), true;
    case Kind::enter: return limits_.lines > 1 && (insert("\n", false), true);
    case Kind::backspace: return erase(before(), at_), true;
    case Kind::erase: return erase(at_, behind()), true;
    case Kind::left: return at_ = before(), true;
    case Kind::right: return at_ = behind(), true;
    case Kind::home: return at_ = line_start(), true;
    case Kind::end: return at_ = line_end(), true;
    case Kind::control: return take_control(key.letter);
    case Kind::alt: return key.letter == U'u' && (undo(), true);
    default: return false;
  }
}

bool TextArea::take_control(char32_t letter) {
  switch (letter) {
    case U'a': return at_ = line_start(), true;
    case U'e': return at_ = line_end(), true;
    case U'w': return erase(word_start(), at_), true;
    case U'u': return erase(line_start(), at_), true;
    case U'k': return erase(at_, line_end()), true;
    case U'z': return undo(), true;
    case U'y': return redo(), true;
    default: return false;
  }
}

// ---- Editing ----

void TextArea::insert(std::string_view text, bool typed) {
  const std::string clean = cleaned(text, limits_.lines <= 1);
  const std::size_t points_left = limits_.code_points - std::min(limits_.code_points, code_points());
  const std::size_t lines_left = limits_.lines - std::min(limits_.lines, count_line_feeds(text_) + 1);
  const std::string_view fits = within(clean, points_left, lines_left);
  if (fits.empty()) return;
  if (!typed || !typing_) keep();
  typing_ = typed;
  future_.clear();
  text_.insert(at_, fits);
  at_ = boundary(text_, at_ + fits.size());  // a mark that stood alone may stand on the last letter now
}

void TextArea::erase(std::size_t from, std::size_t to) {
  if (from >= to) return;
  keep();
  future_.clear();
  text_.erase(from, to - from);
  at_ = boundary(text_, from);
}

void TextArea::keep() {
  if (past_.size() == undo_steps_max) past_.erase(past_.begin());
  past_.push_back({text_, at_});
}

void TextArea::go_to(State state) {
  text_ = std::move(state.text);
  at_ = state.at;
  typing_ = false;
  wanted_column_ = -1;
}

bool TextArea::undo() {
  if (past_.empty()) return false;
  future_.push_back({text_, at_});
  go_to(std::move(past_.back()));
  past_.pop_back();
  return true;
}

bool TextArea::redo() {
  if (future_.empty()) return false;
  keep();
  go_to(std::move(future_.back()));
  future_.pop_back();
  return true;
}

// ---- Places ----

std::size_t TextArea::before() const { return boundary_before(text_, at_); }
std::size_t TextArea::behind() const { return boundary(text_, std::min(at_ + 1, text_.size())); }

std::size_t TextArea::line_start() const {
  const std::size_t feed = std::string_view(text_).substr(0, at_).rfind('\n');
  return feed == std::string_view::npos ? 0 : feed + 1;
}

std::size_t TextArea::line_end() const { return std::min(text_.find('\n', at_), text_.size()); }

/// The start of the word before the cursor, or of its line; at a line's start: the line before.
std::size_t TextArea::word_start() const {
  const std::size_t start = line_start();
  if (start == at_) return before();
  std::size_t at = at_;
  const auto step = [&](bool over_blanks) {
    while (at > start) {
      const std::size_t previous = boundary_before(text_, at);
      if ((text_[previous] == ' ') != over_blanks) return;
      at = previous;
    }
  };
  step(true);
  step(false);
  return at;
}

std::vector<std::string_view> TextArea::rows(int width_columns) const {
  const int width = std::max(width_columns, 2);
  std::vector<std::string_view> out;
  for (std::size_t from = 0; from <= text_.size();) {
    const std::size_t end = std::min(text_.find('\n', from), text_.size());
    for (const std::string_view row : wrap(std::string_view(text_).substr(from, end - from), width)) out.push_back(row);
    if (columns(out.back()) >= width) out.push_back(out.back().substr(out.back().size()));
    from = end + 1;
  }
  return out;
}

Place TextArea::cursor(int width_columns) const {
  const auto shown = rows(width_columns);
  std::size_t row = shown.size() - 1;
  while (start_of(text_, shown[row]) > at_) --row;
  const std::size_t start = start_of(text_, shown[row]);
  return {static_cast<int>(row), columns(shown[row].substr(0, at_ - start))};
}

bool TextArea::move_rows(int by, int width_columns) {
  const auto shown = rows(width_columns);
  const Place from = cursor(width_columns);
  const int to = std::clamp(from.row + by, 0, static_cast<int>(shown.size()) - 1);
  if (to == from.row) return false;
  if (wanted_column_ < 0) wanted_column_ = from.column;
  const auto index = static_cast<std::size_t>(to);
  const std::string_view row = shown[index];
  std::size_t length = cut(row, wanted_column_).size();
  // Behind the last cluster of a row that goes on is the next row.
  const bool goes_on = index + 1 < shown.size() && start_of(text_, shown[index + 1]) == start_of(text_, row) + row.size();
  if (goes_on && length == row.size()) length = boundary_before(row, length);
  at_ = start_of(text_, row) + length;
  return true;
}

}  // namespace parley
