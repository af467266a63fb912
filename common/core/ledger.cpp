#include "common/core/ledger.h"

namespace parley {

void Ledger::add(Deal deal) {
  invariant(deal.id == next(), "deal numbers follow each other");
  sum_ += digest(deal);
  open_.push_back(deal.id);
  deals_.push_back(std::move(deal));
}

}  // namespace parley
