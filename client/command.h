// The commands of the line mode as actions: `offer har,emp "I leave" bribe atr>har 3`, `accept 4`. Words only; knows no
// connection and judges nothing that the server judges.
#pragma once

#include "client/mirror.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

/// The words of a line; "quoted words" are one. A quote that is not closed is an error, for nobody knows where the text was
/// meant to end.
Result<std::vector<std::string>, std::string> words_of(std::string_view line);

struct Command {
  Action action;
  Secret secret;
};

/// The action of a line for this role; the error is a sentence that shows what is wrong and the right form.
Result<Command, std::string> parse_command(const std::vector<std::string>& words, const Mirror& mirror);

/// Every command that this role has, one a line.
std::string command_help(const Table& table, Role role);
/// One command with an example; empty where this role has none of that word.
std::string command_help(const Table& table, Role role, std::string_view word);
/// A line of such a help: the form, and what it does.
std::string help_row(std::string_view form, std::string_view about);

/// "storm, spice_blow_and_nexus, ...": the phases of this table's game as the host writes them; empty where it has none.
std::string phase_names(const Table& table);
/// What the words of a TI4 command can be: goods, verbs, times, steps.
std::string ti4_words_help();

}  // namespace parley
