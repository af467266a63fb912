// What players read of a TI4 deal's class and of goods where there is little room: a part of words_ti4.h.
#include "client/words_ti4.h"

#include "client/display.h"
#include "client/games.h"
#include "client/translate.h"
#include "client/words.h"

#include <fmt/format.h>

#include <algorithm>

namespace parley {

std::string counted_short(ti4::Kind kind, std::uint32_t n) {
  switch (kind) {
    case ti4::Kind::trade_goods: return tr("{}tg", n);
    case ti4::Kind::commodities: return tr("{}c", n);
    case ti4::Kind::cultural: return tr("{}cf", n);
    case ti4::Kind::hazardous: return tr("{}hf", n);
    case ti4::Kind::industrial: return tr("{}if", n);
    case ti4::Kind::unknown: return tr("{}uf", n);
    case ti4::Kind::action_cards: return tr("{}ac", n);
  }
  return "?";
}

std::string goods_short(const ti4::Goods& goods) {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : " ") + what; };
  for (std::uint8_t k = 1; k <= ti4::kinds; ++k)
    if (const std::uint32_t n = count(goods.counts, static_cast<ti4::Kind>(k))) add(counted_short(static_cast<ti4::Kind>(k), n));
  for (const auto* names : {&goods.notes, &goods.relics})
    for (const Label& name : *names) add(display(name.utf8));
  return text.empty() ? "-" : text;
}

std::string exchange_short(const Deal& deal) {
  const ti4::Exchange* exchange = exchange_of(deal.record);
  return exchange ? goods_short(exchange->gives) + " > " + goods_short(exchange->gets) : "-";
}

std::string holdings_short(const ti4::Place& place) {
  const ti4::Counts& has = place.holds;
  std::string text = counted_short(ti4::Kind::trade_goods, has.trade_goods) + " " + tr("{}/{}c", has.commodities, place.commodity_value);
  for (std::uint8_t k = 3; k <= ti4::kinds; ++k)
    if (const std::uint32_t n = count(has, static_cast<ti4::Kind>(k))) text += " " + counted_short(static_cast<ti4::Kind>(k), n);
  if (place.notes != 0) text += " " + tr("{}n", place.notes);
  return text;
}

std::string standing_text(const Table& table) {
  const ti4::Game& game = *ti4_game(table);
  std::string text;
  if (game.agenda != 0) text = tr("agenda {}", game.agenda);
  else if (game.active) text = tr("turn {} of {}", game.turn, key(table, *game.active));
  if (!game.marker) return text;
  const bool own = game.agenda == 0 && game.active && game.marker->seat == game.active;  // whose step it is has been said
  const std::string step = own ? tr("{0}, set by {1}", word(game.marker->step), speaker(table, game.marker->set_by)) : marker_text(table, *game.marker);
  return text.empty() ? step : text + ": " + step;
}

// ---- the class of a deal ----------------------------------------------------------------------------------------------------

std::string class_mark(const Table& table, const Deal& deal) {
  const auto classified = ti4::class_of(table, deal);
  if (!classified) return "";
  const auto ruled = ti4::table_ruling(deal.judgement, deal.record.signatories);
  return ruled && *ruled != classified->is ? mark(classified->is) + ">" + mark(*ruled) : mark(classified->is);
}

SeatSet stated_by(const ti4::Classified& classified) {
  SeatSet seats;
  for (const ti4::Finding& finding : ti4::because(classified))
    if (finding.stated_by) seats.insert(*finding.stated_by);
  return seats;
}

std::string class_words(const Table& table, const ti4::Classified& classified, bool final) {
  const std::string is = word(classified.is);
  const SeatSet by = stated_by(classified);
  if (final) return by.empty() ? tr("{}, final, computed", is) : tr("{0}, final, stated by {1}", is, keys(table, by));
  return by.empty() ? tr("{} as things stand, computed", is) : tr("{0} as things stand, stated by {1}", is, keys(table, by));
}

std::string ruling_words(const Table& table, const Deal& deal) {
  const auto& rulings = deal.judgement.rulings;
  if (rulings.empty()) return "";
  if (const auto ruled = ti4::table_ruling(deal.judgement, deal.record.signatories))
    return tr("Table ruling by {0}: {1}.", keys(table, deal.record.signatories), word(*ruled));
  SeatSet silent = deal.record.signatories;
  for (const ti4::Ruling& ruling : rulings) silent.erase(ruling.seat);
  if (silent.empty()) return tr("{0} rules {1}, {2} rules {3}: no table ruling.", key(table, rulings[0].seat), word(rulings[0].is), key(table, rulings[1].seat), word(rulings[1].is));
  return tr("{0} rules: {1}. It is the table's ruling once {2} rules the same.", key(table, rulings[0].seat), word(rulings[0].is), keys(table, silent));
}

std::string question_words(const Table& table, const Deal& deal, const ti4::Finding& finding) {
  const bool of_clause = finding.clause >= 1 && finding.clause <= deal.record.clauses.size();
  const std::string actor = of_clause ? key(table, deal.record.clauses[finding.clause - 1u].actor) : "";
  switch (finding.why) {
    case ti4::Why::ability_unknown: return tr("Open question: can {0} do that right now, even without the deal? {0} answers.", actor);
    case ti4::Why::plays_card:
    case ti4::Why::finer_than_steps:
    case ti4::Why::free_text:
    case ti4::Why::nothing_said: return tr("Open question for the table: both parties can rule it.");
    default: return "";
  }
}

}  // namespace parley
