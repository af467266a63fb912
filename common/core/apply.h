// The one place where a table changes.
#pragma once

#include "common/core/table.h"

namespace parley {

/// What a commit brought about beyond its own words, for those who watch.
struct Outcome {
  DealId deal;                       // the deal it concerns, 0 if none
  DecisionId decision;               // opened or closed by it, 0 if none
  std::optional<Bribe> paid;
  bool exchanged = false;            // the deal's goods have changed hands, in this commit
  std::vector<std::pair<Seat, Spice>> collected;  // deferred spice that joined the purses
  std::vector<DealId> released;      // in the same commit, by a departure [HOUSE D11]
  std::vector<DealId> withdrawn;     // in the same commit, by a departure or a new player [HOUSE D11, A6]
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Applies a commit that is lawful and the next version; a genesis only to an empty table, whose `sight` is set.
/// Asserts the conservation of money afterwards wherever all purses are known [HOUSE A4, P-M1].
Outcome apply(Table& table, const Commit& commit);

/// The private part that a commit needs beyond its request: the spice of a seat that becomes AI, for the host [HOUSE A3].
Secret secret_for(const Table& table, const Request& request);

}  // namespace parley
