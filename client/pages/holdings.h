// The TI4 table on a page: where the turn stands, what everybody has, who may exchange with whom.
#pragma once

#include "client/pages/lines.h"
#include "common/core/table.h"

namespace parley {

/// Only at a TI4 table. The hand of the one who looks is named; of others how many notes, and those that everybody knows.
Lines holdings_lines(const Table& table, int width_columns);
/// Active deals, oldest first: what is agreed and not over. For games without money of their own.
Lines standing_lines(const Table& table, int width_columns);

}  // namespace parley
