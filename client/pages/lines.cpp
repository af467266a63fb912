#include "client/pages/lines.h"

#include "client/columns.h"
#include "client/display.h"
#include "client/translate.h"
#include "common/wire/names.h"

#include <algorithm>
#include <array>

namespace parley {

void add(Lines& lines, const Paragraph& as, std::string_view text) {
  const int width = std::max(2, as.width_columns - columns(as.indent));
  for (const std::string_view row : wrap(text, width)) lines.push_back({as.indent + std::string(row), as.style});
}

void add_terms(Lines& lines, const Paragraph& as, std::string_view terms) {
  for (;;) {
    const std::size_t end = terms.find('\n');
    add(lines, as, display(terms.substr(0, end)));
    if (end == terms.npos) return;
    terms.remove_prefix(end + 1);
  }
}

std::string age(Time since, Time now) {
  if (since == Time{} || now <= since) return "";
  const std::uint64_t minutes = (now.value - since.value) / 60;
  if (minutes >= 2 * 24 * 60) return tr("{}d", minutes / (24 * 60));
  if (minutes >= 60) return tr("{}h", minutes / 60);
  constexpr std::array<std::uint64_t, 4> steps = {40, 20, 10, 5};
  const auto step = std::find_if(steps.begin(), steps.end(), [&](std::uint64_t s) { return minutes >= s; });
  return step == steps.end() ? "" : tr("{}m", *step);
}

std::string clock_text(Time time, Time now) {
  const std::string text = utc(time);  // 2026-11-30T02:30:00Z
  const bool same_day = text.substr(0, 10) == utc(now).substr(0, 10);
  return (same_day ? "" : tr("{0}-{1}", text.substr(5, 2), text.substr(8, 2)) + " ") + text.substr(11, 5);  // month, day
}

}  // namespace parley
