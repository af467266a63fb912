#include "client/panes/frame.h"

#include "client/columns.h"
#include "client/display.h"
#include "client/games.h"
#include "client/translate.h"
#include "client/words.h"
#include "client/words_ti4.h"

#include <algorithm>

namespace parley {

Area draw_head(const Area& area, std::string_view title, bool focused, std::string_view whole) {
  const Size size = area.size();
  const Style style = focused ? bold_style : plain_style;
  const int room = size.columns - 4 - columns(whole);
  area.rule({0, 0}, dim_style);
  const int end = area.put_cut({0, 2}, std::max(0, room), " " + std::string(title), style);
  area.put({0, end}, std::string(whole) + " ", style);
  return area.part({{1, 0}, {size.rows - 1, size.columns}});
}

namespace {

std::string purse_text(const Sight& sight) {
  if (!sight.role().is_seat()) return "";
  if (const ti4::Game* game = ti4_game(sight.table())) return "  " + holdings_short((*game)[sight.role().seat()]);
  const dune::Game* game = dune_game(sight.table());
  if (!game) return "";
  const dune::Purse& mine = (*game)[sight.role().seat()];
  std::string text = mine.spice ? fmt::format(" {}", mine.spice->value) : "";
  if (mine.deferred != Spice{}) text += fmt::format(" (+{})", mine.deferred.value);
  return text;
}

int online_count(const Sight& sight) {
  int count = 0;
  for (Seat seat : sight.table().roster()) count += sight.mirror().online(Role::of(seat));
  return count;
}

std::string me_text(const TitleRow& row, int width_columns) {
  const Sight& sight = row.sight;
  if (!sight.role().is_seat()) return speaker(sight.table(), sight.role());
  const SeatRecord& seat = sight.table()[sight.role().seat()];
  if (seat.departed) return seat.key + " " + tr("departed");
  if (seat.control == Control::ai) return seat.key + " " + tr("AI");
  return width_columns < (row.of > 1 ? 100 : 80) ? key(sight.table(), sight.role().seat()) : full_name(sight.table(), sight.role().seat());
}

}  // namespace

void draw_title(const Area& area, const TitleRow& row) {
  const Table& table = row.sight.table();
  std::string me = tr("you: {}", me_text(row, area.size().columns)) + purse_text(row.sight);
  if (row.of > 1) me += fmt::format("  [{}/{}]", row.number, row.of);
  if (!row.sight.player.asked.empty()) me += "  " + tr("{} SENT", row.sight.player.asked.size());
  const std::string live = row.sight.player.standing == Player::Standing::live ? tr("{}/{} on", online_count(row.sight), table.seats.size()) : tr("OFFLINE");
  const std::string right = fmt::format("{}  v{}  {} ", moment_text(table, moment(table)), table.version.value, live);
  const int width = area.size().columns;
  const std::string left = fmt::format(" parley  {}   ", display(table.name)) + me;
  const bool whole = columns(left) + 1 + columns(right) <= width;  // who I am and what I have is never cut: the rest gives way
  const int end = area.put_cut({0, 0}, width, whole ? left : " " + me, bold_style);
  const int room = width - end - 1;
  area.put({0, width - std::min(room, columns(right))}, cut(right, std::max(0, room)));
}

namespace {

std::string need_text(const Table& table, const Need& need) {
  if (need.what == Need::What::decide) return tr("decide! {}", need.decision.value);
  const Deal* deal = table.ledger.find(need.deal);
  const std::string from = deal ? key(table, deal->proposer) : "";
  if (need.what == Need::What::accept) return tr("accept? #{} {}", need.deal.value, from);
  const Active* active = deal ? std::get_if<Active>(&deal->state) : nullptr;
  return tr("release? #{} {}", need.deal.value, active ? keys(table, active->release_requests) : from);
}

std::string needs_text(const std::vector<Player>& players, std::size_t current) {
  const Player& me = players[current];
  std::string text;
  if (!me.needs.empty()) text = tr_number("!{} NEEDS YOU", "!{} NEED YOU", me.needs.size());
  for (const Need& need : me.needs) text += "  " + need_text(me.mirror->table(), need);
  for (std::size_t i = 0; i < players.size(); ++i)
    if (i != current && !players[i].needs.empty()) text += (text.empty() ? "" : "  ") + fmt::format("{}:{}", players[i].role, players[i].needs.size());
  return text;
}

/// Loud: what needs me, and how the connection fares where it is not well.
std::string alarm_text(const std::vector<Player>& players, std::size_t current, const Bindings& keys) {
  const Player& me = players[current];
  const std::string needs = needs_text(players, current);
  const std::string more = needs.empty() ? "" : "   " + needs;
  switch (me.standing) {
    case Player::Standing::lost: return tr("CONNECTION LOST, trying again; nothing is done meanwhile") + more;
    case Player::Standing::connecting: return tr("CONNECTING") + more;
    case Player::Standing::closed: return tr("ENDED, {} quits and 'parley' starts again. {}", keys.shown(Shortcut::quit), sentence_for_closed(me.why));
    case Player::Standing::live: return needs.empty() ? "" : needs + tr("  {} = next ", keys.shown(Shortcut::next_need));
  }
  return needs;
}

}  // namespace

void draw_notice(const Area& area, const NoticeRow& notice) {
  constexpr int news_columns_min = 16;
  const int width = area.size().columns;
  const std::string alarm = alarm_text(notice.players, notice.current, notice.keys);
  const int end = alarm.empty() ? area.put({0, 0}, tr(" Nothing needs you")) : area.put_cut({0, 0}, width, alarm, alarm_style);
  if (!notice.news.empty() && width - end - 3 >= news_columns_min) area.put_cut({0, end + 3}, width - end - 4, notice.news);
}

void draw_result(const Area& all, const ResultRow& shown) {
  const auto& [row, result, keys, closable] = shown;
  if (!result) return;
  constexpr int rows_max = 4;
  const std::string closes = closable ? tr("  {} closes", keys.shown(Shortcut::close)) : "";
  const int width = row.size.columns;
  const std::string text = display(result->text);
  const auto lines = wrap(text, std::max(10, width - columns(closes) - 2));
  const int rows = std::min(rows_max, static_cast<int>(lines.size()));
  const Area area = all.part({{row.at.row - rows + 1, row.at.column}, {rows, width}});
  area.blank();
  for (int i = 0; i < rows; ++i) area.put({i, 1}, lines[static_cast<std::size_t>(i)], result->bad ? bold_style : plain_style);
  area.put({rows - 1, width - columns(closes) - 1}, closes, dim_style);
}

void draw_hints(const Area& area, const std::vector<Hint>& hints) {
  if (hints.empty()) return;
  const int room = area.size().columns - columns(hints.back().text) - 1;  // the last one is always there
  int column = 1;
  for (const Hint& hint : hints) {
    const bool last = &hint == &hints.back();
    if (!last && column + columns(hint.text) + 1 > room) continue;
    column = area.put({0, column}, hint.text, hint.possible ? plain_style : dim_style) + 2;
  }
}

}  // namespace parley
