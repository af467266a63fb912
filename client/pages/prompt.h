// What is asked again before it is sent: whole text, bribe, consequences [P-C3, SEED H4].
#pragma once

#include "client/command.h"
#include "client/pages/lines.h"

namespace parley {

/// Everything but remarks (notes and talk are sent as they are written) and what can be said anew at any time.
bool asks_again(Verb verb);
/// "accept #41": for questions, and for what was sent.
std::string title_of(const Table& table, const Action& action);
/// The same of several: an offer that is split.
std::string title_of(const Table& table, const std::vector<Command>& commands);
/// Never empty `commands`, asked about together.
Lines prompt_lines(const Mirror& mirror, const std::vector<Command>& commands, int width_columns);
/// Why an offer has nothing to split.
std::string not_to_split();
/// The text that is consented to; empty where there is none.
std::string text_agreed_to(const Table& table, const Action& action);

}  // namespace parley
