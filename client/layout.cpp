#include "client/layout.h"

#include <algorithm>

namespace parley {
namespace {

Rect rows_of(Rect area, int from, int count) { return {{area.at.row + from, area.at.column}, {count, area.size.columns}}; }
Rect columns_of(Rect area, int from, int count) { return {{area.at.row, area.at.column + from}, {area.size.rows, count}}; }

/// Takes rows off the top.
Rect take(Rect& area, int count) {
  count = std::clamp(count, 0, area.size.rows);
  const Rect taken = rows_of(area, 0, count);
  area = rows_of(area, count, area.size.rows - count);
  return taken;
}

void stack(Layout& l, Rect area) {
  const int spare = area.size.rows - 20;  // what the sizes below need: 9 4 4 3
  const int pending = spare >= 0 ? 4 + std::min(spare / 4, 4) : 3;
  const int detail = spare >= 0 ? 4 + std::min(spare / 3, 8) : 4;
  const int table = spare >= 0 ? 3 : 0;
  l.ledger = take(area, area.size.rows - pending - detail - table);
  const Rect both = take(area, pending);
  const int half = both.size.columns / 2;
  l.pending = columns_of(both, 0, half);
  l.releases = columns_of(both, half, both.size.columns - half);
  l.detail = take(area, detail);
  l.table = area;
}

void split(Layout& l, Rect area) {
  const bool roomy = area.size.rows >= 30;
  l.ledger = take(area, area.size.rows * (roomy ? 2 : 3) / (roomy ? 5 : 6));
  const int left = area.size.columns * 11 / 20;
  l.detail = columns_of(area, 0, left);
  if (roomy) {
    Rect below = l.detail;
    l.detail = take(below, below.size.rows / 2);
    l.log = below;
  }
  Rect right = columns_of(area, left, area.size.columns - left);
  const int table = std::min(9, right.size.rows / 2);
  const int lists = right.size.rows - table;
  l.pending = take(right, lists - lists / 2);
  l.releases = take(right, lists / 2);
  l.table = right;
}

void spread(Layout& l, Rect area) {
  const int right_columns = std::clamp(area.size.columns * 2 / 5, 64, 100);
  Rect left = columns_of(area, 0, area.size.columns - right_columns);
  Rect right = columns_of(area, left.size.columns, right_columns);
  l.ledger = take(left, left.size.rows / 2);
  const int half = left.size.columns / 2;
  l.detail = columns_of(left, 0, half);
  l.form = columns_of(left, half, left.size.columns - half);
  const int table = std::min(10, right.size.rows / 4);
  const int rest = right.size.rows - table;
  l.pending = take(right, rest / 4);
  l.releases = take(right, rest / 5);
  l.table = take(right, table);
  l.talk = take(right, right.size.rows * 2 / 5);
  l.log = right;
}

}  // namespace

Layout layout(Size size) {
  Layout l;
  if (size.rows < smallest.rows || size.columns < smallest.columns) return l;
  Rect area{{}, size};
  l.title = take(area, 1);
  l.notice = take(area, 1);
  l.result = rows_of({{}, size}, size.rows - 2, 1);
  l.hints = rows_of({{}, size}, size.rows - 1, 1);
  area = rows_of(area, 0, area.size.rows - 2);
  l.page = area;
  if (size.columns < 100) {
    l.size_class = SizeClass::stacked;
    stack(l, area);
    l.page = {l.ledger.at, area.size};
  } else if (size.columns < 160) {
    l.size_class = SizeClass::split;
    split(l, area);
  } else {
    l.size_class = SizeClass::wide;
    spread(l, area);
    l.page = columns_of(area, 0, l.ledger.size.columns);
  }
  return l;
}

}  // namespace parley
