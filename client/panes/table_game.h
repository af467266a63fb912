// What each game adds to the table pane. Internal to client/panes.
#pragma once

#include "client/panes/frame.h"

namespace parley {

/// "on", "AWAY 5m", "departed", "free", "AI".
std::string presence_text(const Sight& sight, Seat seat);

/// Dune: "14+3 bid 2 ~BG Hajr": what is public, and what this role may know.
std::string holdings_text(const Sight& sight, const dune::Game& game, Seat seat);
/// Dune: what concerns the whole table.
std::string bank_text(const Table& table, const dune::Game& game);

/// TI4: key, presence, goods, and in a second row where there is one: neighbours, exception, with whom this turn's exchange is used,
/// notes that are known.
void draw_seat_row(const Area& line, const Sight& sight, const ti4::Game& game, Seat seat);

}  // namespace parley
