#include "client/widgets/list.h"

#include <algorithm>

namespace parley {
namespace {

std::optional<std::size_t> find(List::Rows rows, std::optional<List::Id> id) {
  if (!id) return std::nullopt;
  const auto found = std::ranges::find(rows, *id);
  if (found == rows.end()) return std::nullopt;
  return static_cast<std::size_t>(found - rows.begin());
}

/// `id` where it is a row; else what stood nearest to it in `before` and still is one, below first.
std::optional<List::Id> nearest(List::Rows rows, List::Rows before, List::Id id) {
  if (find(rows, id)) return id;
  const auto was = find(before, id);
  if (!was) return std::nullopt;
  std::vector<List::Id> sorted(rows.begin(), rows.end());
  std::ranges::sort(sorted);
  const auto is_left = [&](List::Id one) { return std::ranges::binary_search(sorted, one); };
  for (std::size_t below = *was + 1, above = *was; below < before.size() || above > 0; ++below) {
    if (below < before.size() && is_left(before[below])) return before[below];
    if (above > 0 && is_left(before[--above])) return before[above];
  }
  return std::nullopt;
}

}  // namespace

std::size_t List::first(Rows rows, int height) const {
  const auto shown = static_cast<std::size_t>(std::max(height, 1));
  const std::size_t last_top = rows.size() - std::min(rows.size(), shown);
  std::size_t top = std::min(find(rows, top_).value_or(0), last_top);
  if (const auto selected = find(rows, selected_)) {
    top = std::min(top, *selected);
    if (*selected - top >= shown) top = *selected - shown + 1;
  }
  return top;
}

void List::settle(Rows rows, int height) {
  if (selected_) selected_ = nearest(rows, seen_, *selected_);
  if (!selected_ && !rows.empty()) selected_ = rows[std::min(index_, rows.size() - 1)];
  if (top_) top_ = nearest(rows, seen_, *top_);
  index_ = find(rows, selected_).value_or(0);
  if (!std::ranges::equal(rows, seen_)) seen_.assign(rows.begin(), rows.end());
  if (height <= 0) return;  // nothing is shown: the view waits
  const std::size_t top = first(rows, height);
  top_ = top == 0 ? std::nullopt : std::optional(rows[top]);
}

void List::select(Rows rows, Id id, int height) {
  if (!find(rows, id)) return;
  selected_ = id;
  settle(rows, height);
}

void List::move(Rows rows, long by, int height) {
  settle(rows, height);
  if (rows.empty()) return;
  const auto last = static_cast<long>(rows.size()) - 1;
  const long to = std::clamp(static_cast<long>(index_) + std::clamp(by, -last, last), 0L, last);
  select(rows, rows[static_cast<std::size_t>(to)], height);
}

}  // namespace parley
