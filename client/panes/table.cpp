#include "client/panes/table.h"

#include "client/columns.h"
#include "client/display.h"
#include "client/pages/lines.h"
#include "client/translate.h"
#include "client/words.h"

namespace parley {
namespace {

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

/// "14+3 bid 2 ~BG Hajr": what is public, and what this role may know.
std::string holdings_text(const Sight& sight, Seat seat) {
  const dune::Purse& purse = std::get<dune::Game>(sight.table().game)[seat];
  std::string text;
  if (purse.spice && sees_purse(sight.table(), seat)) text += fmt::format("{}", purse.spice->value);
  text += fmt::format("+{}", purse.deferred.value);
  if (purse.bid != Spice{}) text += tr(" bid {}", purse.bid.value);
  if (purse.ally) text += " ~" + key(sight.table(), *purse.ally);
  if (purse.hajr) text += tr(" Hajr");
  return text;
}

void draw_rows(const Area& body, const Sight& sight) {
  const Table& table = sight.table();
  const int width = body.size().columns;
  int row = 0;
  for (Seat seat : table.roster()) {
    const bool me = sight.role().is(seat);
    const Area line = body.part({{row++, 0}, {1, width}});
    line.put_cut({0, 1}, 18, full_name(table, seat), me ? bold_style : plain_style);
    line.put({0, 20}, presence_text(sight, seat));
    line.put_cut({0, 29}, 18, holdings_text(sight, seat));
    line.put_cut({0, 47}, width - 48, display(table[seat].player.utf8));
  }
  const auto& game = std::get<dune::Game>(table.game);
  std::string rest = tr("bank {}", game.bank.value);
  if (game.inflation) rest += tr("  INFLATION: no bribes");
  if (const auto holder = game.bureaucrat.holder)
    rest += game.bureaucrat.alive ? tr("  Bureaucrat {}", key(table, *holder)) : tr("  Bureaucrat {} (dead)", key(table, *holder));
  body.put_cut({row++, 1}, width - 2, rest);
  for (const Decision& decision : table.decisions) body.put_cut({row++, 1}, width - 2, tr("decision {}", decision_text(table, decision)), bold_style);
}

/// What holds everything up, in the head where there is no room below.
std::string title_of(const Table& table, bool roomy) {
  std::string title = tr("Table");
  if (!roomy)
    for (const Decision& decision : table.decisions) title += "  " + tr("decision {}", decision_text(table, decision));
  return title;
}

/// Little room: as many seats in a row as fit.
void draw_flow(const Area& body, const Sight& sight) {
  const Table& table = sight.table();
  Place at{0, 1};
  for (Seat seat : table.roster()) {
    const bool me = sight.role().is(seat);
    const std::string text = fmt::format("{} {} {}", table[seat].key, holdings_text(sight, seat), me ? "*" : presence_text(sight, seat));
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
