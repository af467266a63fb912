// Who owes and who paid, as each game has it. Dune: what is still open before Mentat Pause, and the balance of bribes as a small
// matrix with bars, since people would rather look than read. TI4: what everybody holds. Else: the active deals.
#pragma once

#include "client/chronicle.h"
#include "client/pages/lines.h"

namespace parley {

/// "Owed and paid", "Holdings".
std::string money_title(const Table& table);
Lines money_lines(const Table& table, const Chronicle& chronicle, int width_columns, const Signs& signs);

}  // namespace parley
