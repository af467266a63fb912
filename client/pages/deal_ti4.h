// What a TI4 deal says beside its text: class and where it comes from, exchange, clauses with their marks, rulings.
#pragma once

#include "client/pages/lines.h"
#include "common/core/table.h"

namespace parley {

/// "[N] not binding as things stand, computed: 28.4, note 2(b)", and a ruling where there is one.
void add_class(Lines& lines, const Paragraph& as, const Table& table, const Deal& deal);
/// Every clause with its mark, its citation, and what was stated, asked and kept; the exchange before them.
void add_clauses(Lines& lines, const Paragraph& as, const Table& table, const Deal& deal);
/// What changes hands, or what became of it, in one sentence.
std::string exchange_sentence(const Table& table, const Deal& deal);

}  // namespace parley
