// Who owes and who paid: what is still open before Mentat Pause, and the balance of bribes as a small matrix with bars, since
// people would rather look than read.
#pragma once

#include "client/chronicle.h"
#include "client/pages/lines.h"

namespace parley {

Lines money_lines(const Table& table, const Chronicle& chronicle, int width_columns, const Signs& signs);

}  // namespace parley
