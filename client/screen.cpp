#include "client/screen.h"

#include "client/columns.h"
#include "common/core/invariant.h"

#include <algorithm>

namespace parley {
namespace {

/// In long: a rectangle may begin and end anywhere.
struct Stretch {
  long start = 0, length = 0;
};

/// What two stretches have in common; nothing, at the first one's start, where they do not meet.
Stretch common(Stretch a, Stretch b) {
  const long start = std::max(a.start, b.start);
  const long length = std::min(a.start + a.length, b.start + b.length) - start;
  return length > 0 ? Stretch{start, length} : Stretch{a.start, 0};
}

Rect intersection(const Rect& a, const Rect& b) {
  const Stretch rows = common({a.at.row, a.size.rows}, {b.at.row, b.size.rows});
  const Stretch columns = common({a.at.column, a.size.columns}, {b.at.column, b.size.columns});
  return {{static_cast<int>(rows.start), static_cast<int>(columns.start)},
          {static_cast<int>(rows.length), static_cast<int>(columns.length)}};
}

bool holds(Size size, Place place) {
  return place.row >= 0 && place.row < size.rows && place.column >= 0 && place.column < size.columns;
}

std::size_t index(Size size, Place place) {
  return static_cast<std::size_t>(place.row) * static_cast<std::size_t>(size.columns) + static_cast<std::size_t>(place.column);
}

/// The other half of a wide character, else nullptr. `end` is behind the last cell; a row never begins with a half.
Cell* other_half(Cell* cell, const Cell* end) {
  if (cell->half) return cell - 1;
  return cell + 1 != end && cell[1].half ? cell + 1 : nullptr;
}

/// Half a wide character is nothing: what is left of one becomes blank.
void replace(Cell* cell, const Cell* end, Cell with) {
  if (Cell* other = other_half(cell, end)) *other = {" ", other->style, false};
  *cell = std::move(with);
}

}  // namespace

const Signs& signs(bool ascii) {
  static constexpr Signs plain{.rule = "-", .bar = "|", .ellipsis = "~", .full_block = "#"};
  static constexpr Signs drawn{.rule = "─", .bar = "│", .ellipsis = "…", .full_block = "█"};
  return ascii ? plain : drawn;
}

Screen::Screen(Size size, bool ascii)
    : size_{std::max(size.rows, 0), std::max(size.columns, 0)},
      cells_(static_cast<std::size_t>(size_.rows) * static_cast<std::size_t>(size_.columns)),
      signs_(&parley::signs(ascii)) {}

const Cell& Screen::at(Place place) const {
  invariant(holds(size_, place), "a place on the screen");
  return cells_[index(size_, place)];
}

void Screen::set_cursor(Place place, bool shown) {
  cursor_ = {std::clamp(place.row, 0, std::max(size_.rows - 1, 0)), std::clamp(place.column, 0, std::max(size_.columns - 1, 0))};
  cursor_shown_ = shown;
}

std::string Screen::text() const {
  std::string out;
  for (int row = 0; row < size_.rows; ++row) {
    std::string line;
    for (int column = 0; column < size_.columns; ++column) line += at({row, column}).text;
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

Area::Area(Screen& screen, Rect rect) : screen_(&screen), rect_(intersection({{}, screen.size()}, rect)) {}

Area Area::part(Rect rect) const {
  const Rect inside = intersection({{}, rect_.size}, rect);
  return {*screen_, {{rect_.at.row + inside.at.row, rect_.at.column + inside.at.column}, inside.size}};
}

Cell* Area::cell(Place place) const {
  if (!holds(rect_.size, place)) return nullptr;
  return &screen_->cells_[index(screen_->size_, {rect_.at.row + place.row, rect_.at.column + place.column})];
}

int Area::put(Place place, std::string_view text, Style style) const {
  const Cell* end = screen_->cells_.data() + screen_->cells_.size();
  int column = place.column;
  if (column >= rect_.size.columns) return column;
  while (const auto cluster = take_cluster(text)) {
    if (cluster->columns == 0) continue;  // nothing that a terminal could put somewhere
    if (column + cluster->columns > rect_.size.columns) break;
    Cell* left = cell({place.row, column});
    Cell* right = cell({place.row, column + cluster->columns - 1});
    if (left && right) {
      replace(right, end, {});
      replace(left, end, {std::string(cluster->bytes), style, false});
      if (right != left) *right = {"", style, true};
    }
    column += cluster->columns;
  }
  return column;
}

int Area::put_cut(Place place, int columns_max, std::string_view text, Style style) const {
  // What does not fit the area is cut with an ellipsis too, instead of silently.
  const long room = std::max(long{rect_.size.columns} - place.column, 0L);
  const int most = static_cast<int>(std::min<long>(columns_max, room));
  if (most <= 0) return place.column;
  if (columns(text) <= most) return put(place, text, style);
  const int column = put(place, cut(text, most - 1), style);
  return put({place.row, column}, signs().ellipsis, style);
}

void Area::rule(Place place, Style style) const {
  for (int column = std::max(place.column, 0); column < rect_.size.columns; ++column)
    put({place.row, column}, signs().rule, style);
}

void Area::restyle(Rect rect, Style style) const {
  const Cell* end = screen_->cells_.data() + screen_->cells_.size();
  const Rect inside = intersection({{}, rect_.size}, rect);
  for (int row = 0; row < inside.size.rows; ++row)
    for (int column = 0; column < inside.size.columns; ++column) {
      Cell* one = cell({inside.at.row + row, inside.at.column + column});
      one->style = style;
      if (Cell* other = other_half(one, end)) other->style = style;
    }
}

void Area::blank() const {
  const Cell* end = screen_->cells_.data() + screen_->cells_.size();
  for (int row = 0; row < rect_.size.rows; ++row)
    for (int column = 0; column < rect_.size.columns; ++column) replace(cell({row, column}), end, {});
}

void Area::set_cursor(Place place, bool shown) const {
  if (cell(place)) screen_->set_cursor({rect_.at.row + place.row, rect_.at.column + place.column}, shown);
}

}  // namespace parley
