// Deals on which somebody has still to say something: pending acceptances, and release requests.
#pragma once

#include "client/panes/frame.h"

namespace parley {

struct WaitingPane {
  Sight sight;
  List::Rows rows;
  const List& list;
  bool focused = false;
};
void draw_pending(const Area& area, const WaitingPane& pane);
void draw_releases(const Area& area, const WaitingPane& pane);

}  // namespace parley
