// The games that a table can be founded for, as the host names them on the command line.
#pragma once

#include "common/core/action.h"
#include "common/core/result.h"

#include <optional>
#include <string>
#include <vector>

namespace parley {

struct AskedRules {
  std::string game;                  // dune, ti4, open
  std::string mode = "basic";        // basic or advanced, of Dune alone
  std::vector<std::string> options;  // key=value
};

/// The error is a sentence with the remedy.
Result<Rules, std::string> rules_of(const AskedRules& asked);
/// What is wrong with the seats of a new table, as a sentence, or nothing.
std::optional<std::string> wrong_seats(const Rules& rules, const std::vector<std::string>& seats);

}  // namespace parley
