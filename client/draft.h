// An offer that is being written, as text for the disk, and back: JSON with seats by their keys.
//   Dune  {"with":["HAR"],"terms":"...","payer":"ATR","recipient":"HAR","gross":"4","answers":0}
//   TI4   {"with":["SOL"],"terms":"...","gives":"4 tg","gets":"Ceasefire","clauses":[as in scripts],"answers":0}
#pragma once

#include "client/forms.h"

#include <string>

namespace parley {

/// Empty where nothing is written.
std::string draft_of(const Form& offer, const Mirror& mirror);
/// What does not fit this table or cannot be read is left out.
Form form_of_draft(std::string_view draft, const Mirror& mirror);

}  // namespace parley
