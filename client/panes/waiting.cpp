#include "client/panes/waiting.h"

#include "client/columns.h"
#include "client/pages/lines.h"
#include "client/translate.h"
#include "client/words.h"

namespace parley {
namespace {

std::string who(const Sight& sight, SeatSet seats) {
  std::string text;
  const bool me = sight.role().is_seat() && seats.contains(sight.role().seat());
  if (me) text = tr("you");
  for (Seat seat : seats)
    if (!sight.role().is(seat)) text += (text.empty() ? "" : ",") + key(sight.table(), seat);
  return text.empty() ? "-" : text;
}

struct Row {
  std::string what, age;
};

template <class Words>
void draw_rows(const Area& body, const WaitingPane& pane, const char* none, Words&& words) {
  const int height = body.size().rows;
  if (pane.rows.empty()) return void(body.put({0, 1}, none, dim_style));
  const std::size_t first = pane.list.first(pane.rows, height);
  for (int row = 0; row < height && first + static_cast<std::size_t>(row) < pane.rows.size(); ++row) {
    const Deal& deal = *pane.sight.table().ledger.find(DealId{static_cast<std::uint32_t>(pane.rows[first + static_cast<std::size_t>(row)])});
    const bool selected = pane.focused && pane.list.selected() == deal.id.value;
    const bool mine = needs_answer(pane.sight.table(), pane.sight.role(), deal);
    const Row text = words(deal);
    const int width = body.size().columns - 1;
    const int end = body.put_cut({row, 0}, width - columns(text.age), (selected ? ">" : " ") + text.what, mine ? bold_style : plain_style);
    body.put_cut({row, end}, width - end, text.age);  // plain, so that a passing minute costs few bytes
    if (selected) body.set_cursor({row, 0});
  }
}

}  // namespace

void draw_pending(const Area& area, const WaitingPane& pane) {
  const Area body = draw_head(area, tr("Pending acceptances {}", pane.rows.size()), pane.focused);
  draw_rows(body, pane, tr("No offer is open."), [&](const Deal& deal) {
    const Table& table = pane.sight.table();
    const std::string old = age(pane.sight.player.chronicle.time_of(deal.offered_version), pane.sight.now);
    return Row{fmt::format("#{} {}  {}", deal.id.value, parties_text(table, deal), tr("waits: {}", who(pane.sight, missing(table, deal)))), old.empty() ? "" : "  " + old};
  });
}

void draw_releases(const Area& area, const WaitingPane& pane) {
  const Area body = draw_head(area, tr("Release requests {}", pane.rows.size()), pane.focused);
  draw_rows(body, pane, tr("Nobody asks for release."), [&](const Deal& deal) {
    const Table& table = pane.sight.table();
    const std::string head = fmt::format("#{} {}  ", deal.id.value, parties_text(table, deal));
    const std::string asked = tr("asked: {}", who(pane.sight, std::get<Active>(deal.state).release_requests)) + "  ";
    const std::string missed = tr("missing: {}", who(pane.sight, missing(table, deal)));
    const bool roomy = columns(head + asked + missed) + 2 <= body.size().columns;  // who is missing matters more
    return Row{head + (roomy ? asked : "") + missed, ""};
  });
}

}  // namespace parley
