// The policy of text.h, straight down: decode, lengths, places, the whole. Only utf8.cpp beside it includes utf8proc.
// Texts become code points once; everything after counts in those. Tables of our own stand in text_tables.h.
#include "common/core/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <vector>

#include "common/core/limits.h"
#include "common/core/text_tables.h"
#include "common/core/utf8.h"

namespace parley {
namespace {

using Kind = TextFault::Kind;
using Points = std::u32string;
using PointsView = std::u32string_view;
using FaultOr = std::optional<TextFault>;

FaultOr length_fault(PointsView points, TextKind kind);
FaultOr place_fault(PointsView points, TextKind kind);
FaultOr direction_fault(PointsView points);
FaultOr script_fault(PointsView points);

TextFault fault_at(Kind kind, PointsView points, std::size_t i) {
  return {kind, static_cast<std::uint32_t>(i), points[i]};
}

}  // namespace

FaultOr text_fault(std::string_view text, TextKind kind) {
  const Decoded decoded = decode(text);
  const PointsView points = decoded.points;
  if (!decoded.whole) return TextFault{Kind::not_utf8, static_cast<std::uint32_t>(points.size()), 0};
  if (auto fault = length_fault(points, kind)) return fault;
  if (auto fault = place_fault(points, kind)) return fault;
  if (auto fault = direction_fault(points)) return fault;
  if (kind != TextKind::name) return std::nullopt;
  if (auto fault = script_fault(points)) return fault;
  if (looks_reserved(text)) return TextFault{Kind::reserved, 0, 0};
  return std::nullopt;
}

// ---- UTF-8 and code points ----

namespace {

utf8proc_int32_t number(char32_t c) { return static_cast<utf8proc_int32_t>(c); }

/// `points` as utf8proc maps them under `options`.
Points mapped(PointsView points, int options) {
  const auto chosen = static_cast<utf8proc_option_t>(options);
  const std::string text = encode(points);
  const auto bytes = static_cast<utf8proc_ssize_t>(text.size());
  const auto need = utf8proc_decompose(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), bytes, nullptr, 0, chosen);
  if (need <= 0) return {};
  std::vector<utf8proc_int32_t> buffer(static_cast<std::size_t>(need) + 1);
  auto length = utf8proc_decompose(reinterpret_cast<const utf8proc_uint8_t*>(text.data()), bytes, buffer.data(), need, chosen);
  length = utf8proc_normalize_utf32(buffer.data(), length, chosen);
  return Points(buffer.begin(), buffer.begin() + length);
}

Points composed(PointsView points) { return mapped(points, UTF8PROC_STABLE | UTF8PROC_COMPOSE); }

// ---- One code point ----

utf8proc_category_t category(char32_t c) { return utf8proc_category(number(c)); }

bool is_mark(char32_t c) { return category(c) >= UTF8PROC_CATEGORY_MN && category(c) <= UTF8PROC_CATEGORY_ME; }

bool is_letter(char32_t c) { return category(c) >= UTF8PROC_CATEGORY_LU && category(c) <= UTF8PROC_CATEGORY_LO; }

bool is_punctuation(char32_t c) { return category(c) >= UTF8PROC_CATEGORY_PC && category(c) <= UTF8PROC_CATEGORY_PO; }

/// The row of a table of ranges that holds `c`, or nullptr.
template <class Row, std::size_t n>
const Row* row_of(const Row (&table)[n], char32_t c) {
  const auto row = std::ranges::find_if(table, [c](const Row& r) { return r.first <= c && c <= r.last; });
  return row == std::end(table) ? nullptr : &*row;
}

Script script_of(char32_t c) {
  const ScriptRange* row = is_letter(c) || is_mark(c) ? row_of(kScripts, c) : nullptr;
  return row ? row->script : Script::none;
}

std::string_view refused_category(char32_t c) {
  switch (category(c)) {
    case UTF8PROC_CATEGORY_CC:
      return "control";
    case UTF8PROC_CATEGORY_CF:
      return "format";
    case UTF8PROC_CATEGORY_CS:
      return "surrogate";
    case UTF8PROC_CATEGORY_CO:
      return "private";
    case UTF8PROC_CATEGORY_CN:
      return "unassigned";
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return "separator";
    case UTF8PROC_CATEGORY_ZS:
      return "space";
    default:
      return "";
  }
}

/// As wcwidth counts, which is what ncurses lays out by: utf8proc gives spacing marks no column.
std::size_t width_of(char32_t c) {
  if (category(c) == UTF8PROC_CATEGORY_MC) return 1;
  return static_cast<std::size_t>(utf8proc_charwidth(number(c)));
}

}  // namespace

std::string_view why_refused(char32_t code_point) {
  if (code_point == U'\n' || code_point == U' ') return "";
  if (code_point > 0x10FFFF) return "unassigned";
  if (const auto why = refused_category(code_point); !why.empty()) return why;
  if (const RefusedRange* row = row_of(kRefused, code_point)) return row->why;
  return utf8proc_get_property(number(code_point))->ignorable ? "invisible" : "";
}

bool allowed_in_text(char32_t code_point) { return why_refused(code_point).empty(); }

std::size_t width_columns(std::string_view text) {
  std::size_t columns = 0;
  for (const char32_t c : decode(text).points) columns += width_of(c);
  return columns;
}

// ---- Lengths ----

namespace {

FaultOr width_fault(PointsView points) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    columns += width_of(points[i]);
    if (columns > limits::name_columns) return fault_at(Kind::too_wide, points, i);
  }
  return std::nullopt;
}

FaultOr lines_fault(PointsView points) {
  std::size_t lines = 1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i] == U'\n' && ++lines > limits::terms_lines) return fault_at(Kind::too_many_lines, points, i);
  }
  return std::nullopt;
}

FaultOr length_fault(PointsView points, TextKind kind) {
  if (kind == TextKind::name) return width_fault(points);
  if (points.find_first_not_of(U" \n") == PointsView::npos) return TextFault{Kind::empty, 0, 0};
  const std::size_t most = kind == TextKind::terms  ? limits::terms_code_points
                           : kind == TextKind::line ? limits::line_code_points
                                                    : limits::label_code_points;
  if (points.size() > most) return fault_at(Kind::too_long, points, most);
  return kind == TextKind::terms ? lines_fault(points) : std::nullopt;
}

// ---- Places ----

bool space_misplaced(PointsView name, std::size_t i) { return i == 0 || i + 1 == name.size() || name[i - 1] == U' '; }

bool allowed_in_name(PointsView name, std::size_t i) {
  const char32_t c = name[i];
  if (c == U' ') return !space_misplaced(name, i);
  if (PointsView(U"-'._0123456789").find(c) != PointsView::npos) return true;
  const bool mark_of_any_script = c >= 0x0300 && c <= 0x036F;
  return allowed_in_text(c) && (mark_of_any_script || script_of(c) != Script::none);
}

bool allowed_here(PointsView points, std::size_t i, TextKind kind) {
  switch (kind) {
    case TextKind::terms:
      return allowed_in_text(points[i]);
    case TextKind::line:
    case TextKind::label:
      return points[i] != U'\n' && allowed_in_text(points[i]);
    case TextKind::name:
      return allowed_in_name(points, i);
  }
  return false;
}

/// The first place that is forbidden or holds one mark too many.
FaultOr bad_place(PointsView points, TextKind kind) {
  std::size_t marks_left = 0;  // none may come first, in the text or in a line
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!allowed_here(points, i, kind)) return fault_at(Kind::forbidden, points, i);
    if (!is_mark(points[i])) {
      marks_left = points[i] == U'\n' ? 0 : limits::marks_per_base;
    } else if (marks_left == 0) {
      return fault_at(Kind::too_many_marks, points, i);
    } else {
      --marks_left;
    }
  }
  return std::nullopt;
}

FaultOr normal_fault(PointsView points) {
  const Points normal = composed(points);
  const auto [here, there] = std::ranges::mismatch(points, normal);
  if (here == points.end()) return std::nullopt;
  return fault_at(Kind::not_normal, points, static_cast<std::size_t>(here - points.begin()));
}

FaultOr place_fault(PointsView points, TextKind kind) {
  const FaultOr bad = bad_place(points, kind);
  const PointsView before = points.substr(0, bad ? bad->position : points.size());
  const FaultOr not_normal = normal_fault(before);
  return not_normal ? not_normal : bad;
}

// ---- The whole ----

enum class Direction { none, left_to_right, right_to_left };

Direction direction_of(char32_t c) {
  if (!is_letter(c)) return Direction::none;
  switch (utf8proc_get_property(number(c))->bidi_class) {
    case UTF8PROC_BIDI_CLASS_L:
      return Direction::left_to_right;
    case UTF8PROC_BIDI_CLASS_R:
    case UTF8PROC_BIDI_CLASS_AL:
      return Direction::right_to_left;
    default:
      return Direction::none;
  }
}

/// The first letter that runs against another one of its line.
FaultOr direction_fault(PointsView points) {
  Direction line = Direction::none;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i] == U'\n') line = Direction::none;
    const Direction here = direction_of(points[i]);
    if (here == Direction::none) continue;
    if (line != Direction::none && here != line) return fault_at(Kind::mixed_direction, points, i);
    line = here;
  }
  return std::nullopt;
}

/// The first letter or mark of another script than the first one's.
FaultOr script_fault(PointsView points) {
  Script name = Script::none;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Script here = script_of(points[i]);
    if (here == Script::none) continue;
    if (name != Script::none && here != name) return fault_at(Kind::mixed_script, points, i);
    name = here;
  }
  return std::nullopt;
}

}  // namespace

std::string normalised(std::string_view text) {
  const Decoded decoded = decode(text);
  if (!decoded.whole) return std::string(text);
  Points out;
  for (std::size_t i = 0; i < decoded.points.size(); ++i) {
    const PointsView rest = PointsView(decoded.points).substr(i);
    if (rest.starts_with(U"\r\n")) continue;
    out.push_back(rest.front() == U'\t' ? U' ' : rest.front());
  }
  return encode(composed(out));
}

// ---- Look-alikes ----

namespace {

char32_t plain_letter(char32_t c) {
  const auto looks_like = [c](const LookAlikes& row) { return row.looks.find(c) != PointsView::npos; };
  const auto row = std::ranges::find_if(kLookAlikes, looks_like);
  return row == std::end(kLookAlikes) ? c : row->plain;
}

/// rn as m, vv as w, cl as d: before i becomes l, or Lucia would be Luda.
Points pairs_folded(PointsView points) {
  Points out;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const char32_t next = i + 1 < points.size() ? points[i + 1] : U'\0';
    const auto is_here = [&](const PairFold& pair) { return pair.first == points[i] && pair.second == next; };
    const auto pair = std::ranges::find_if(kPairs, is_here);
    const bool found = pair != std::end(kPairs);
    out.push_back(found ? pair->looks : points[i]);
    if (found) ++i;
  }
  return out;
}

}  // namespace

std::string skeleton(std::string_view name) {
  const Decoded decoded = decode(name);
  if (!decoded.whole) return std::string(name);
  Points look = mapped(decoded.points, UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE | UTF8PROC_CASEFOLD |
                                           UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
  std::erase_if(look, [](char32_t c) { return c == U' ' || is_punctuation(c); });
  std::ranges::transform(look, look.begin(), plain_letter);
  look = pairs_folded(look);
  std::ranges::replace(look, U'i', U'l');
  return encode(look);
}

bool looks_reserved(std::string_view name) {
  if (std::ranges::find(kNotReserved, name) != std::end(kNotReserved)) return false;
  return std::ranges::any_of(kReserved,
                             [look = skeleton(name)](std::string_view word) { return skeleton(word) == look; });
}

}  // namespace parley
