// What `?` shows: keys, how to agree on something, what the rules of the table's game say, what is provisional.
#pragma once

#include "client/bindings.h"
#include "client/pages/lines.h"
#include "common/core/table.h"

namespace parley {

Lines help_lines(const Table& table, const Bindings& keys, int width_columns);

}  // namespace parley
