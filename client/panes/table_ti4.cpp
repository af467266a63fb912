#include "client/panes/table_game.h"

#include "client/columns.h"
#include "client/translate.h"
#include "client/words.h"
#include "client/words_ti4.h"

#include <algorithm>

namespace parley {
void draw_seat_row(const Area& line, const Sight& sight, const ti4::Game& game, Seat seat) {
  const ti4::Place& place = game[seat];
  const bool me = sight.role().is(seat);
  const int width = line.size().columns;
  std::string rest = holdings_short(place), relations;
  const auto add = [&](const std::string& text) { relations += (relations.empty() ? "" : "  ") + text; };
  if (!place.neighbours.empty()) add(tr("next to {}", keys(sight.table(), place.neighbours)));
  if (place.exception) add(tr("EXCEPTION"));
  if (!place.traded.empty()) add(tr("used with {}", keys(sight.table(), place.traded)));
  if (place.hand && me && !place.hand->empty()) add(tr("your hand: {}", names_of(*place.hand)));
  else if (!place.shown.empty()) add(tr("known: {}", names_of(place.shown)));
  if (!place.in_play.empty()) add(tr("in play: {}", names_of(place.in_play)));
  if (line.size().rows > 1) line.put_cut({1, 4}, width - 5, relations);
  else if (!relations.empty()) rest += "  " + relations;
  line.put({0, 0}, game.active == seat ? ">" : " ", bold_style);
  const int end = line.put_cut({0, 1}, 6, key(sight.table(), seat), me ? bold_style : plain_style);
  const int there = line.put({0, std::max(6, end + 1)}, presence_text(sight, seat));
  line.put_cut({0, std::max(10, there + 1)}, width - std::max(10, there + 1) - 1, rest);
}

}  // namespace parley
