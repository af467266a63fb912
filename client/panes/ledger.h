// Every deal, one a row: number, state, parties, bribe, text, votes.
#pragma once

#include "client/panes/frame.h"

namespace parley {

struct LedgerPane {
  Sight sight;
  List::Rows rows;
  const List& list;
  const LedgerWish& wish;
  bool focused = false;
};
void draw_ledger(const Area& area, const LedgerPane& pane);

/// "all", "needs me".
std::string filter_word(Filter filter);

}  // namespace parley
