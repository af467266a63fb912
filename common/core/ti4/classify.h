// Whether a deal binds [TI4 28.2], from what the whole table may know and from what seats state; never from a hidden hand.
// The thirteen tests of RULES-TI4, in their order; the first that hits decides a clause.
#pragma once

#include "common/core/table.h"
#include "common/core/ti4/judgement.h"

namespace parley::ti4 {

/// What a deal says and who says it: of the ledger, or a draft that nobody has offered yet.
struct Proposal {
  Seat proposer;
  const Record& record;
  const Judgement& judgement;
};

/// The class as things stand. Only at a TI4 table.
Classified classify(const Table& table, const Proposal& proposal);
/// The final class of an accepted deal, the class as things stand of an open one, nothing for an offer that came to nothing.
std::optional<Classified> class_of(const Table& table, const Deal& deal);

/// What decided the whole: the findings of the whole's class, clauses before the exchange.
std::vector<Finding> because(const Classified& classified);
/// Whether the word of a seat decided it, rather than the table's state alone.
bool is_stated(const Classified& classified);
/// A legal exchange now beside promises that do not bind: better as two offers.
bool should_split(const Classified& classified, const Record& record);

/// What a clause's actor is said to be able to do, and by whom: the proposer, until the actor states it itself.
struct Ability {
  Able able = Able::unknown;
  Seat by;
};
Ability ability(const Proposal& proposal, ClauseNumber clause);

}  // namespace parley::ti4
