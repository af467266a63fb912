// Lines of text in a pane, from some line on: the detail, the log, talk, and every page.
#pragma once

#include "client/pages/lines.h"
#include "client/panes/frame.h"

namespace parley {

struct TextPane {
  std::string title;
  const Lines& lines;
  int top = 0;          // the first line shown; clamped
  bool focused = false;
};
void draw_text(const Area& area, const TextPane& pane);

/// What has happened, newest last; the newest `back` rows are left out.
struct LogPane {
  Sight sight;
  int back = 0;
  bool focused = false;
};
void draw_log(const Area& area, const LogPane& pane);
void draw_talk(const Area& area, const LogPane& pane);
/// The whole log as lines.
Lines log_lines(const Sight& sight, int width_columns);

}  // namespace parley
