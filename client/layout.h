// Which pane stands where. Three classes by width: stacked below 100 columns, so that lists have the full width and scroll for a
// third of the bytes; split; wide from 160, with the form docked, log and talk. Below 60x15 nothing fits. Every rectangle includes
// the pane's head row; an empty one is not on the screen.
#pragma once

#include "client/screen.h"

namespace parley {

enum class SizeClass { too_small, stacked, split, wide };

inline constexpr Size smallest{15, 60};

struct Layout {
  SizeClass size_class = SizeClass::too_small;
  Rect title, notice, result, hints;                     // one row each, always there
  Rect ledger, pending, releases, detail, table, log, talk;
  Rect form;  // docked in the wide class
  Rect page;  // where a form, a prompt or a page stands while it is open
};

Layout layout(Size size);

}  // namespace parley
