#include "client/panes/ledger.h"

#include "client/columns.h"
#include "client/display.h"
#include "client/games.h"
#include "client/translate.h"
#include "client/words.h"
#include "client/words_ti4.h"

#include <algorithm>
#include <array>
#include <utility>

namespace parley {
namespace {

constexpr std::uint8_t yellow = 3, green = 2, cyan = 6;

/// Widths of the columns; the text has what is left.
struct Widths {
  int number, state, mark, parties, settled, votes, text;
};

int widest(std::initializer_list<std::string> words) {
  int most = 0;
  for (const std::string& word : words) most = std::max(most, columns(word));
  return most;
}

const Deal& deal_at(const LedgerPane& pane, std::size_t row) { return *pane.sight.table().ledger.find(DealId{static_cast<std::uint32_t>(pane.rows[row])}); }

/// As wide as the marks in sight: a ruling beside the computed class is rare.
int mark_columns(const LedgerPane& pane, int height) {
  const std::size_t first = pane.list.first(pane.rows, height);
  int most = 3;
  for (std::size_t row = first; row < pane.rows.size() && row < first + static_cast<std::size_t>(height); ++row)
    most = std::max(most, columns(class_mark(pane.sight.table(), deal_at(pane, row))));
  return most + 1;
}

Widths widths(const LedgerPane& pane, int width, int height) {
  Widths w{};
  w.number = 2 + static_cast<int>(std::to_string(pane.sight.table().ledger.deals().size()).size()) + 1;
  w.state = state_columns() + 1;
  const bool roomy = width >= 110;
  w.parties = roomy ? 24 : 14;
  w.settled = roomy ? bribe_columns() + 1 : 12;
  w.votes = widest({tr("rel {}", "1/2"), tr("by {}", "ATR"), tr("SENT")}) + 1;
  if (ti4_game(pane.sight.table())) {  // two parties, a mark, and goods of both sides
    w.mark = mark_columns(pane, height);
    w.parties = 9;
    w.settled = roomy ? 30 : 17;
    w.votes = 9;
  } else if (!dune_game(pane.sight.table())) {
    w.settled = 0;
  }
  w.text = std::max(0, width - w.number - w.state - w.mark - w.parties - w.settled - w.votes);
  return w;
}

std::string settled_cell(const Table& table, const Deal& deal, int width) {
  if (ti4_game(table)) return exchange_short(deal);
  const Bribe* bribe = bribe_of(deal);
  return bribe && paid(deal) && width < 16 ? tr("{} paid", bribe->gross.value) : bribe_text(table, deal);
}

Style style_of(const LedgerPane& pane, const Deal& deal) {
  Style style;
  if (std::holds_alternative<Open>(deal.state)) style.colour = yellow;
  else if (const Active* active = std::get_if<Active>(&deal.state)) style.colour = active->release_requests.empty() ? green : cyan;
  else style.dim = true;
  style.bold = needs_answer(pane.sight.table(), pane.sight.role(), deal);
  return style;
}

/// What has been said of the promises of a TI4 deal that binds; empty before all that was promised is marked, or one of it as broken.
std::string kept_word(const Deal& deal) {
  if (!std::holds_alternative<Active>(deal.state) || !deal.judgement.at_acceptance) return "";
  const auto& kept = deal.judgement.kept;
  if (std::any_of(kept.begin(), kept.end(), [](const ti4::Kept& k) { return !k.yes; })) return tr("NOT kept");
  const auto& found = deal.judgement.at_acceptance->findings;
  const auto binding = std::count_if(found.begin(), found.end(), [](const ti4::Finding& f) { return f.clause != 0 && f.is == ti4::Class::binding; });
  return binding > 0 && std::cmp_equal(kept.size(), binding) ? tr("kept") : "";
}

/// What was asked about this deal and has no answer yet is never drawn as done [P-C4].
bool waits_for_answer(const Player& player, DealId deal) {
  return std::any_of(player.asked.begin(), player.asked.end(), [&](const auto& asked) { return deal_of(asked.second) == deal; });
}

void draw_row(const Area& area, const LedgerPane& pane, const Deal& deal, const Widths& w) {
  const Table& table = pane.sight.table();
  const bool selected = pane.list.selected() == deal.id.value;
  const auto cell = [&](int from, int width, const std::string& text, Style style = {}) { area.put_cut({0, from}, width - 1, text, style); };
  int at = 0;
  cell(at, w.number + 1, (selected ? ">#" : " #") + std::to_string(deal.id.value), selected ? bold_style : plain_style);
  cell(at += w.number, w.state, state_word(deal), style_of(pane, deal));
  at += w.state;
  if (w.mark > 0) cell(at, w.mark + 1, class_mark(table, deal), bold_style);
  cell(at += w.mark, w.parties, parties_text(table, deal));
  at += w.parties;
  if (w.settled > 0) cell(at, w.settled, settled_cell(table, deal, w.settled));
  const std::string answers = deal.record.answers == DealId{} ? "" : tr("(to #{}) ", deal.record.answers.value);
  cell(at += w.settled, w.text, answers + display(deal.record.terms.utf8));
  const std::string kept = kept_word(deal);
  const std::string votes = waits_for_answer(pane.sight.player, deal.id) ? tr("SENT") : kept.empty() ? votes_text(table, deal) : kept;
  area.put({0, area.size().columns - columns(votes) - 1}, votes);
}

}  // namespace

std::string filter_word(Filter filter) {
  switch (filter) {
    case Filter::all: return tr("all");
    case Filter::open: return tr("open");
    case Filter::active: return tr("active");
    case Filter::mine: return tr("mine");
    case Filter::needs_me: return tr("needs me");
    case Filter::closed: return tr("closed");
  }
  return "";
}

namespace {
std::string empty_text(const LedgerPane& pane) {
  const Table& table = pane.sight.table();
  const Bindings& keys = pane.sight.keys;
  if (!table.ledger.deals().empty()) return tr("No deal is like this; {} changes the filter, Esc ends the search.", keys.shown(Shortcut::filter));
  if (stage(table) == Stage::setup) return pane.sight.role() == Role::host() ? tr("The game has not started; {} starts it.", keys.shown(Shortcut::game)) : tr("The game has not started; the host starts it.");
  return pane.sight.role().is_seat() ? tr("No deals yet; {} offers one.", keys.shown(Shortcut::offer)) : tr("No deals yet.");
}
}  // namespace

void draw_ledger(const Area& area, const LedgerPane& pane) {
  const Bindings& keys = pane.sight.keys;
  const int height = area.size().rows - 1;
  const std::size_t first = pane.list.first(pane.rows, height);
  std::string title = tr("Ledger {}", pane.rows.size());
  title += "  " + tr("{0} filter: {1}", keys.shown(Shortcut::filter), filter_word(pane.wish.filter));
  title += "  " + keys.shown(Shortcut::find) + " " + (pane.wish.find.empty() ? std::string(tr("find")) : display(pane.wish.find));
  if (pane.wish.order == Order::by_need) title += tr("  by need");
  if (first > 0) title += tr("  {} above", first);
  if (const std::size_t shown = first + static_cast<std::size_t>(std::max(0, height)); shown < pane.rows.size()) title += tr("  {} below", pane.rows.size() - shown);
  const Area body = draw_head(area, title, pane.focused);
  if (pane.rows.empty()) {
    body.put({0, 1}, empty_text(pane), dim_style);
    return;
  }
  const Widths w = widths(pane, area.size().columns, height);
  for (int row = 0; row < height && first + static_cast<std::size_t>(row) < pane.rows.size(); ++row) {
    const Deal& deal = deal_at(pane, first + static_cast<std::size_t>(row));
    draw_row(body.part({{row, 0}, {1, area.size().columns}}), pane, deal, w);
    if (pane.focused && pane.list.selected() == deal.id.value) body.set_cursor({row, 0});
  }
}

}  // namespace parley
