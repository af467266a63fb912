// The opened deal. Where the pane is short and wide, the bribe stands beside the votes and the text.
#pragma once

#include "client/panes/frame.h"

namespace parley {

struct DetailPane {
  Sight sight;
  DealId opened;
  int top = 0;
  bool focused = false;
};
void draw_detail(const Area& area, const DetailPane& pane);
/// How far it can be scrolled: the lines that do not fit.
int detail_overflow(Size area, const Sight& sight, DealId opened);

}  // namespace parley
