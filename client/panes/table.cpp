#include "client/panes/table.h"

#include "client/columns.h"
#include "client/display.h"
#include "client/games.h"
#include "client/pages/lines.h"
#include "client/panes/table_game.h"
#include "client/translate.h"
#include "client/words.h"
#include "client/words_ti4.h"
#include "common/core/overload.h"

namespace parley {

std::string presence_text(const Sight& sight, Seat seat) {
  const SeatRecord& record = sight.table()[seat];
  if (record.departed) return tr("departed");
  if (record.vacant) return tr("free");
  if (record.control == Control::ai) return tr("AI");
  if (sight.player.standing != Player::Standing::live) return "?";
  if (sight.mirror().online(Role::of(seat))) return tr("on");
  const auto left = sight.player.left.find(Role::of(seat));
  const std::string since = left == sight.player.left.end() ? "" : age(left->second, sight.now);
  return std::string(tr("AWAY")) + (since.empty() ? "" : " " + since);
}

namespace {

/// What holds everything up, in the head where there is no room below.
std::string title_of(const Table& table, bool roomy) {
  std::string title = tr("Table");
  if (ti4_game(table))
    if (const std::string standing = standing_text(table); !standing.empty()) title += "  " + standing;
  if (!roomy)
    for (const Decision& decision : table.decisions) title += "  " + tr("decision {}", decision_text(table, decision));
  return title;
}

/// Enough room: a row for each seat, what concerns the whole table below.
void draw_rows(const Area& body, const Sight& sight) {
  const Table& table = sight.table();
  const int width = body.size().columns;
  int row = 0;
  const int seats = static_cast<int>(table.seats.size());
  for (Seat seat : table.roster()) {
    const bool me = sight.role().is(seat);
    if (const ti4::Game* game = ti4_game(table)) {
      const int rows = body.size().rows >= 2 * seats ? 2 : 1;
      draw_seat_row(body.part({{row, 0}, {rows, width}}), sight, *game, seat);
      row += rows;
      continue;
    }
    const Area line = body.part({{row++, 0}, {1, width}});
    line.put_cut({0, 1}, 18, full_name(table, seat), me ? bold_style : plain_style);
    line.put({0, 20}, presence_text(sight, seat));
    if (const dune::Game* game = dune_game(table)) line.put_cut({0, 29}, 18, holdings_text(sight, *game, seat));
    line.put_cut({0, 47}, width - 48, display(table[seat].player.utf8));
  }
  if (const dune::Game* game = dune_game(table)) body.put_cut({row++, 1}, width - 2, bank_text(table, *game));
  for (const Decision& decision : table.decisions) body.put_cut({row++, 1}, width - 2, tr("decision {}", decision_text(table, decision)), bold_style);
}

/// Little room: as many seats in a row as fit.
void draw_flow(const Area& body, const Sight& sight) {
  const Table& table = sight.table();
  Place at{0, 1};
  for (Seat seat : table.roster()) {
    const bool me = sight.role().is(seat);
    const std::string has = std::visit(Overload{[&](const dune::Game& game) { return holdings_text(sight, game, seat) + " "; },
                                                [&](const ti4::Game& game) { return holdings_short(game[seat]) + " "; }, [](const open::Game&) { return std::string(); }},
                                       table.game);
    const std::string text = fmt::format("{} {}{}", table[seat].key, has, me ? "*" : presence_text(sight, seat));
    if (at.column > 1 && at.column + columns(text) > body.size().columns) at = {at.row + 1, 1};
    at.column = body.put(at, text, me ? bold_style : plain_style) + 2;
  }
}

}  // namespace

void draw_table(const Area& area, const Sight& sight) {
  const bool roomy = area.size().rows > static_cast<int>(sight.table().seats.size()) + 1;
  const Area body = draw_head(area, title_of(sight.table(), roomy), false);
  if (roomy) draw_rows(body, sight);
  else draw_flow(body, sight);
}

}  // namespace parley
