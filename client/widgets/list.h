// A selection and a scroll over rows that have numbers of their own: a new row never moves either [SCREENS 8].
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace parley {

class List {
 public:
  using Id = std::uint64_t;
  using Rows = std::span<const Id>;

  std::optional<Id> selected() const { return selected_; }
  /// The row to draw first, so that `height` rows are used as well as can be.
  std::size_t first(Rows rows, int height) const;

  /// After the rows or the height have changed. The selected row stays selected and, where possible, the top row stays on
  /// top; a view that stood at the very top stays there unless that would lose the selected row. A selected row that is gone:
  /// its nearest neighbour, below first. Where nothing was selected: the first row. No height: the view waits.
  void settle(Rows rows, int height);
  void select(Rows rows, Id id, int height);   // nothing where it is no row
  void move(Rows rows, long by, int height);  // past an end: the end

 private:
  std::optional<Id> selected_;
  std::optional<Id> top_;   // nothing: the very top
  std::size_t index_ = 0;   // of the selected row when it was last seen
  std::vector<Id> seen_;    // the rows then
};

}  // namespace parley
