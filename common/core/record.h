// What a deal says. Written once by its proposer; never reworded [SEED D7].
#pragma once

#include "common/core/seat_set.h"
#include "common/core/text.h"
#include "common/core/ti4/clause.h"
#include "common/core/ti4/goods.h"

#include <variant>
#include <vector>

namespace parley {

/// The money of a deal, paid by the engine with the last acceptance [SEED B1, B3].
struct Bribe {
  Seat payer;
  Seat recipient;
  Spice gross;  // 1 to 65535 once checked
  friend bool operator==(const Bribe&, const Bribe&) = default;
};

/// What the engine itself does when the deal becomes active: nothing, in Dune a bribe, in TI4 an exchange.
using Settlement = std::variant<std::monostate, Bribe, ti4::Exchange>;

/// The content of an offer [SEED D10]. The proposer is the role of the commit that carries it.
struct Record {
  SeatSet signatories;
  Terms terms;
  DealId answers;  // the deal this one counters, or 0 [HOUSE D15]
  Settlement settlement;
  std::vector<ti4::Clause> clauses;  // of TI4; up to 8
  friend bool operator==(const Record&, const Record&) = default;
};

/// The original two-party record: text and nothing else. Everything that fits form 1 is written in form 1 [SEED D10].
inline bool fits_form_1(const Record& record) {
  return record.signatories.size() == 2 && record.answers == DealId{} &&
         std::holds_alternative<std::monostate>(record.settlement) && record.clauses.empty();
}

}  // namespace parley
