// Which game a table plays, for what only one of them shows.
#pragma once

#include "common/core/table.h"

namespace parley {

/// The Dune state of a table; nothing at a table of another game.
inline const dune::Game* dune_game(const Table& table) { return std::get_if<dune::Game>(&table.game); }
/// The TI4 state of a table; nothing at a table of another game.
inline const ti4::Game* ti4_game(const Table& table) { return std::get_if<ti4::Game>(&table.game); }

}  // namespace parley
