// A line of the scripting door as an action: the same fields as on the wire, by name. Judges nothing.
#pragma once

#include "common/core/action.h"
#include "common/core/result.h"
#include "common/core/table.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace parley {

struct ParsedAction {
  Action action;
  Secret secret;
};

/// `line` is an object with "do" and the verb's own keys, and nothing else. The error is a sentence. Whatever the wire can
/// say passes: the server refuses it. Two things it cannot say: a repeated or own seat in "with" becomes an offer without
/// parties (bad_parties), an unknown seat one that nobody has (no_such_seat).
/// The mirror tells the seats, which verb a word means at this table, and what the player may leave out (core/check.h).
Result<ParsedAction, std::string> parse_action(const nlohmann::ordered_json& line, Role role, const Table& mirror);

}  // namespace parley
