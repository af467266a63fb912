// What `?` shows: keys, how to agree on something, what the rules say, what is provisional.
#pragma once

#include "client/bindings.h"
#include "client/pages/lines.h"

namespace parley {

Lines help_lines(const Bindings& keys, int width_columns);

}  // namespace parley
