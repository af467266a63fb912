// What must always hold at a TI4 table, whatever a commit does: written from RULES-TI4 and not from the code.
// Used by everybody.cpp alone.
#pragma once

#include "common/core/apply.h"

namespace parley::test {

inline bool is_ti4(const Table& t) { return std::holds_alternative<ti4::Game>(t.game); }
inline const ti4::Game& ti4_of(const Table& t) { return std::get<ti4::Game>(t.game); }

/// Takes away the hands that `role` may not know: all but its own.
void hide_hands(Table& view, Role role);
/// The name of a note that comes or goes unseen is for the one who holds the hand.
bool may_read_note(Role role, const Commit& commit);
/// Hands and the open places agree, pairs are pairs, a marker stands only where there are steps.
void require_sound(const Table& server);
/// Goods appear and vanish only by adjustments; a transaction moves exactly what its deal says.
void require_goods(const Table& before, const Table& after, const Commit& commit, const Outcome& out);
/// A deal action leaves everything but the ledger alone, save the goods that its exchange moves.
void require_only_goods(const Table& before, const Table& after, const Outcome& out);
/// Every class is the same to everybody: no hidden hand stands behind it.
void require_same_classes(const Table& server, const Table& mirror);

}  // namespace parley::test
