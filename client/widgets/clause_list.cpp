#include "client/widgets/clause_list.h"

#include <algorithm>

namespace parley {

void ClauseList::set(std::vector<ti4::Clause> clauses) {
  clauses_ = std::move(clauses);
  if (clauses_.size() > most_) clauses_.resize(most_);
  at_ = std::min(at_, clauses_.size());
  shown.clear();
}

void ClauseList::put(std::size_t row, ti4::Clause clause) {
  if (row < clauses_.size()) clauses_[row] = std::move(clause);
  else if (!full()) clauses_.push_back(std::move(clause));
  at_ = std::min(row, clauses_.size() - 1);
  shown.clear();
}

ClauseList::Took ClauseList::take(const Key& key) {
  const bool erases = key.kind == Key::Kind::erase || key.kind == Key::Kind::backspace || key == Key::text(U'-');
  if (key.kind == Key::Kind::up && at_ > 0) return --at_, Took::moved;
  if (key.kind == Key::Kind::down && at_ < clauses_.size()) return ++at_, Took::moved;
  if (key == Key::text(U'+')) return at_ = clauses_.size(), Took::write;
  if (key.kind == Key::Kind::enter || key == Key::text(U' ')) return Took::write;
  if (!erases || at_ >= clauses_.size()) return Took::nothing;
  clauses_.erase(clauses_.begin() + static_cast<std::ptrdiff_t>(at_));
  shown.clear();
  return Took::removed;
}

}  // namespace parley
