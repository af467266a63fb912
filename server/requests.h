// What a server asks of a request beside the rules, without a room: is it the same again, may a seat go on with it for ever, does
// its verdict tell of a purse; and whether a player may be called that.
#pragma once

#include "common/core/check.h"

namespace parley {

/// Whether a request under a used id is the one that became this commit. Adjustments are compared with their amounts, notes with
/// their names; what a commit reveals beyond its request is not the request's [P-O2].
bool same_request(const Commit& was, const Request& request);

/// Whether a seat can go on with it for ever. The others answer or end what there is, each once.
bool lengthens(Role role, Verb verb);

/// Whether a verdict on a consent depends on a purse or a hand, and so is for those alone who consent [P-V1].
bool tells_of_a_purse(const Verdict& verdict);

/// Whether a player may sit there under that name: `bad_text` by the policy for names, `already` where it looks like another
/// seat's player or key, or like another faction.
Verdict check_name(const Table& table, Seat seat, const Name& name);

}  // namespace parley
