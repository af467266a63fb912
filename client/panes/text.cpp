#include "client/panes/text.h"

#include "client/translate.h"

#include <algorithm>

namespace parley {

void draw_text(const Area& area, const TextPane& pane) {
  const int height = area.size().rows - 1;
  const int count = static_cast<int>(pane.lines.size());
  const int top = std::clamp(pane.top, 0, std::max(0, count - height));
  const std::string part = count > height ? tr("  {}-{} of {}", top + 1, std::min(count, top + height), count) : "";
  const Area body = draw_head(area, pane.title, pane.focused, part);
  for (int row = 0; row < height && top + row < count; ++row) {
    const StyledLine& line = pane.lines[static_cast<std::size_t>(top + row)];
    body.put_cut({row, 0}, body.size().columns, line.text, line.style);
  }
  if (pane.focused) body.set_cursor({0, 0});
}

namespace {

void add_entry(Lines& lines, const Entry& entry, Time now, int width) {
  add(lines, {width, "", {}}, fmt::format("{} v{} {}", clock_text(entry.time, now), entry.version.value, entry.sentence));
}

/// The last lines of the entries that are wanted; only as many are made as are shown.
template <class Wanted>
Lines last_lines(const LogPane& pane, Size size, Wanted&& wanted) {
  const auto& entries = pane.sight.player.chronicle.entries();
  std::vector<Lines> newest_first;
  int rows = 0;
  for (auto entry = entries.rbegin(); entry != entries.rend() && rows < size.rows + pane.back; ++entry) {
    if (!wanted(*entry)) continue;
    Lines lines;
    add_entry(lines, *entry, pane.sight.now, size.columns);
    rows += static_cast<int>(lines.size());
    newest_first.push_back(std::move(lines));
  }
  Lines all;
  for (auto lines = newest_first.rbegin(); lines != newest_first.rend(); ++lines) all.insert(all.end(), lines->begin(), lines->end());
  const int from = std::max(0, static_cast<int>(all.size()) - size.rows - pane.back);
  return {all.begin() + from, all.begin() + std::min<long>(from + size.rows, static_cast<long>(all.size()))};
}

}  // namespace

void draw_log(const Area& area, const LogPane& pane) {
  const Size body{area.size().rows - 1, area.size().columns - 1};
  const Lines lines = last_lines(pane, body, [](const Entry&) { return true; });
  draw_text(area, {tr("Log"), lines, 0, pane.focused});
}

void draw_talk(const Area& area, const LogPane& pane) {
  const Size body{area.size().rows - 1, area.size().columns - 1};
  const Lines lines = last_lines(pane, body, [](const Entry& entry) { return entry.verb == Verb::say; });
  draw_text(area, {tr("Talk  {} says something", pane.sight.keys.shown(Shortcut::talk)), lines, 0, pane.focused});
}

Lines log_lines(const Sight& sight, int width_columns) {
  Lines lines;
  for (const Entry& entry : sight.player.chronicle.entries()) add_entry(lines, entry, sight.now, width_columns);
  return lines;
}

}  // namespace parley
