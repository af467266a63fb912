// The commands of the line mode as actions: `offer har,emp "I leave" bribe atr>har 3`, `accept 4`. Words only; knows no
// connection and judges nothing that the server judges.
#pragma once

#include "client/mirror.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

/// The words of a line; "quoted words" are one. An open quote goes to the end of the line.
std::vector<std::string> words_of(std::string_view line);

struct Command {
  Action action;
  Secret secret;
};

/// The action of a line for this role; the error is a sentence that shows the right form.
Result<Command, std::string> parse_command(const std::vector<std::string>& words, const Mirror& mirror);

/// Every command that this role has, one a line.
std::string command_help(Role role);

}  // namespace parley
