// The clauses of an offer being written, one below the other, and a last row that adds one. A plain model: what a clause says in
// words is filled in by client/forms.
#pragma once

#include "client/keyboard.h"
#include "common/core/ti4/clause.h"

#include <string>
#include <vector>

namespace parley {

class ClauseList {
 public:
  explicit ClauseList(std::size_t most) : most_(most) {}

  const std::vector<ti4::Clause>& clauses() const { return clauses_; }
  std::size_t at() const { return at_; }          // the row the cursor is in; clauses().size() is the one that adds
  bool full() const { return clauses_.size() >= most_; }
  /// Replaces all, as far as there is room.
  void set(std::vector<ti4::Clause> clauses);
  /// Replaces the clause of a row, or adds one behind the last; the cursor goes there.
  void put(std::size_t row, ti4::Clause clause);

  /// What a key asked for. Up and down move and are `nothing` at an end; Enter, blank or '+' want to write in the row ('+': a new one);
  /// Del, Backspace or '-' take the clause of the row out.
  enum class Took { nothing, moved, removed, write };
  Took take(const Key& key);

  /// Each clause as shown, by whoever knows the table; may be empty.
  std::vector<std::string> shown;

 private:
  std::size_t most_;
  std::vector<ti4::Clause> clauses_;
  std::size_t at_ = 0;
};

}  // namespace parley
