#include "client/panes/detail.h"

#include "client/pages/deal.h"
#include "client/panes/text.h"
#include "client/translate.h"
#include "client/words.h"

#include <algorithm>

namespace parley {
namespace {

constexpr int short_rows = 4, facts_columns = 32;

bool beside(Size area) { return area.rows - 1 <= short_rows && area.columns >= 74; }

Lines lines_of(Size area, const Sight& sight, DealId opened) {
  const int width = area.columns - 1 - (beside(area) ? facts_columns + 1 : 0);
  return deal_lines(sight.mirror(), sight.player.chronicle, {.deal = opened, .now = sight.now, .width_columns = width, .facts = !beside(area)});
}

std::string title_of(const Table& table, DealId opened) {
  const Deal* deal = table.ledger.find(opened);
  if (!deal) return tr("Deal");
  const bool open = std::holds_alternative<Open>(deal->state);
  const std::string proposer = full_name(table, deal->proposer), when = moment_text(table, deal->offered);
  const auto number = deal->id.value;
  const auto version = deal->offered_version.value;
  if (open) return tr("#{} {} by {}, {}, v{}", number, state_word(*deal), proposer, when, version);
  return tr("#{} {}, offered by {}, {}, v{}", number, state_word(*deal), proposer, when, version);
}

}  // namespace

void draw_detail(const Area& area, const DetailPane& pane) {
  const Size size = area.size();
  const Lines lines = lines_of(size, pane.sight, pane.opened);
  draw_text(area, {title_of(pane.sight.table(), pane.opened), lines, pane.top, pane.focused});
  if (!beside(size)) return;
  const Area facts = area.part({{1, size.columns - facts_columns}, {size.rows - 1, facts_columns}});
  int row = 0;
  for (const StyledLine& line : deal_facts(pane.sight.mirror(), pane.opened, facts_columns - 1)) facts.put({row++, 0}, line.text, line.style);
}

int detail_overflow(Size area, const Sight& sight, DealId opened) {
  return std::max(0, static_cast<int>(lines_of(area, sight, opened).size()) - (area.rows - 1));
}

}  // namespace parley
