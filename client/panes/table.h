// Per seat: key, name, here or since when away, human or AI, ally, deferred, bid; my own spice and nobody else's.
#pragma once

#include "client/panes/frame.h"

namespace parley {

void draw_table(const Area& area, const Sight& sight);

}  // namespace parley
