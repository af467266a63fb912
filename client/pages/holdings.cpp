#include "client/pages/holdings.h"

#include "client/display.h"
#include "client/games.h"
#include "client/translate.h"
#include "client/words.h"
#include "client/words_ti4.h"

#include <algorithm>

namespace parley {
namespace {

void add_notes(Lines& lines, const Paragraph& as, const Table& table, const ti4::Place& place, Seat seat) {
  if (place.hand && table.sight.is(seat)) add(lines, as, place.hand->empty() ? tr("your hand of notes: empty") : tr("your hand of notes: {}", names_of(*place.hand)));
  else if (place.notes != 0 && place.shown.empty()) add(lines, as, tr_number("{} promissory note", "{} promissory notes", place.notes));
  else if (place.notes != 0) add(lines, as, tr_number("{} promissory note; known: {}", "{} promissory notes; known: {}", place.notes, names_of(place.shown)));
  if (!place.in_play.empty()) add(lines, as, tr("notes in play: {}", names_of(place.in_play)));
}

void add_relations(Lines& lines, const Paragraph& as, const Table& table, const ti4::Game& game, const ti4::Place& place) {
  if (!place.neighbours.empty()) add(lines, as, tr("neighbours: {}", keys(table, place.neighbours)));
  if (!place.claims.empty()) add(lines, as, tr("says to be a neighbour of {}, who has not confirmed it", keys(table, place.claims)));
  if (!place.disclaims.empty()) add(lines, as, tr("says to be no neighbour any more of {}, who has not confirmed it", keys(table, place.disclaims)));
  if (place.exception) add(lines, as, tr("EXCEPTION, needs no neighbours: {}", display(place.exception->utf8)));
  if (place.traded.empty()) return;
  if (game.agenda != 0) add(lines, as, tr("has had its exchange of this agenda with {}", keys(table, place.traded)));
  else add(lines, as, tr("has had its exchange of this turn with {}", keys(table, place.traded)));
}

void add_seat(Lines& lines, const Table& table, const ti4::Game& game, Seat seat, int width) {
  const ti4::Place& place = game[seat];
  const std::string name = full_name(table, seat);
  lines.push_back({game.active == seat ? tr("{}, the active player", name) : name, bold_style});
  const Paragraph as{width, "  ", {}};
  add(lines, as, tr("has {0}; commodity value {1}", goods_text({place.holds, {}, {}}), place.commodity_value));
  add_notes(lines, as, table, place, seat);
  add_relations(lines, as, table, game, place);
}

}  // namespace

Lines standing_lines(const Table& table, int width) {
  Lines lines;
  lines.push_back({tr("Active deals"), bold_style});
  for (const Deal& deal : table.ledger.deals()) {
    if (!std::holds_alternative<Active>(deal.state)) continue;
    const std::string mark = ti4_game(table) ? class_mark(table, deal) + " " : "";
    add(lines, {width, "  ", {}}, fmt::format("#{} {}{}: {}", deal.id.value, mark, parties_text(table, deal), display(deal.record.terms.utf8)));
  }
  if (lines.size() == 1) lines.push_back({tr("  no deal is active"), dim_style});
  return lines;
}

Lines holdings_lines(const Table& table, int width) {
  const ti4::Game& game = *ti4_game(table);
  Lines lines;
  const std::string now = moment_text(table, moment(table)), standing = standing_text(table);
  add(lines, {width, "", {}}, standing.empty() ? now : now + ", " + standing);
  for (Seat seat : table.roster()) add_seat(lines, table, game, seat, width);
  return lines;
}

}  // namespace parley
