// A deal with all that a player can know of it.
#pragma once

#include "client/bindings.h"
#include "client/chronicle.h"
#include "client/pages/lines.h"

namespace parley {

struct DealPage {
  DealId deal;
  Time now;
  int width_columns = 80;
  bool facts = true;   // the bribe and what binds; false where they stand elsewhere (deal_facts)
  bool whole = false;  // also what can be done, what cannot and why, and everything that happened to it
  const Bindings* keys = nullptr;  // of `whole`
};
/// State, votes, text, bribe and what became of it, notes.
Lines deal_lines(const Mirror& mirror, const Chronicle& chronicle, const DealPage& page);

/// The bribe and what binds, in few words.
Lines deal_facts(const Mirror& mirror, DealId deal, int width_columns);

/// "FRE [x]  ATR [ ] <- you": votes of an offer; "release: ..." for the requests on an active deal; else the signatories.
std::string votes_line(const Mirror& mirror, const Deal& deal);
/// The bribe and what really became of it, in one sentence.
std::string bribe_sentence(const Table& table, const Deal& deal);

}  // namespace parley
