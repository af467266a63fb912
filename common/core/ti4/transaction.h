// The part of a TI4 deal that is enforced: whether its exchange may happen now, and whether both sides have what they hand over.
#pragma once

#include "common/core/deal.h"
#include "common/core/ti4/game.h"

#include <optional>

namespace parley::ti4 {

/// A clause that hands goods over at once: nothing moves, but it must follow the same rules [TI4 28.1].
bool gives_now(const Clause& clause);
/// Whether goods change hands at once, by the exchange or by a clause.
bool is_transaction(const Record& record);

/// Who hands over what: the proposer gives `gives`, the other party `gets`.
struct Parties {
  Seat proposer;
  Seat other;
};
/// Only for two signatories.
Parties parties_of(Seat proposer, SeatSet signatories);

/// The transaction rule that keeps these two from exchanging anything now, in order of precedence: phase, neighbours, the
/// slot of this turn or agenda, the active player [TI4 94.1, 94.6]. Nothing where they may.
std::optional<Why> broken_rule(const Game& game, SeatSet parties);

/// Whether each side has its goods, as far as the whole table can tell: of notes how many there are, and which lie open.
bool seem_to_hold(const Game& game, Parties parties, const Exchange& exchange);
/// The same, with the hands that the one who looks may know.
bool hold(const Game& game, Parties parties, const Exchange& exchange);

/// Moves the goods of both sides at once; commodities arrive as trade goods [TI4 21.5]. Uses up the pair's slot.
void carry_out(Game& game, Parties parties, const Exchange& exchange);

}  // namespace parley::ti4
