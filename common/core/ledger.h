// Every deal ever offered, in order. Nothing is removed or reworded; only states, notes and what was received move on.
#pragma once

#include "common/core/deal.h"
#include "common/core/digest.h"
#include "common/core/invariant.h"

#include <vector>

namespace parley {

class Ledger {
 public:
  const std::vector<Deal>& deals() const { return deals_; }
  /// The deal of that number, or nothing.
  const Deal* find(DealId id) const { return id.value >= 1 && id.value <= deals_.size() ? &deals_[id.value - 1] : nullptr; }
  /// The number that the next offer gets.
  DealId next() const { return DealId{static_cast<std::uint32_t>(deals_.size() + 1)}; }
  /// The open offers, oldest first: never more than limits::open_offers_per_table.
  const std::vector<DealId>& open() const { return open_; }
  /// The sum of all deals' digests, kept up as they change.
  std::uint64_t digest_sum() const { return sum_; }

  /// Appends an offer; its id must be next().
  void add(Deal deal);
  /// Changes one existing deal's state, notes or receipt; its record is not the caller's to touch.
  template <class F>
  void change(DealId id, F&& change_it) {
    invariant(find(id) != nullptr, "a deal that changes exists");
    Deal& deal = deals_[id.value - 1];
    sum_ -= digest(deal);
    change_it(deal);
    sum_ += digest(deal);
    if (!std::holds_alternative<Open>(deal.state)) std::erase(open_, id);
  }

 private:
  std::vector<Deal> deals_;
  std::vector<DealId> open_;
  std::uint64_t sum_ = 0;
};

}  // namespace parley
