// Whether an action may happen now. Nothing changes here; `apply` does the rest and must succeed.
// The same code on both sides: a client greys out and explains without a byte sent. What is unknown to the one who
// looks (another's purse) passes, the server decides.
#pragma once

#include "common/core/refusal.h"
#include "common/core/table.h"

namespace parley {

/// Whether this role may use this verb at this table at all, whatever its arguments. The first check of all.
bool permitted(const Table& table, Role role, Verb verb);

/// The judgement on a request: nothing, or the first refusal in order of precedence. Not judged here, since they are not
/// the table's: request_reused, request_old, rate, too_soon, storage.
Verdict check(const Table& table, Role role, const Request& request);

/// What a client may leave to its mirror: the class a player sees when accepting, whether a note is named in the open.
/// Changes nothing where everything is said.
void complete(const Table& mirror, Role role, Action& action, Secret& secret);

/// The first fault of the text that an action carries, if it carries one: what bad_text is about.
std::optional<TextFault> text_fault(const Action& action);

/// Whether a journaled commit can be applied: the same rules, without limits and text, which are never judged
/// again [P-D5]. A client asks this of every commit, so that a hostile server cannot break it [P-C6].
Verdict lawful(const Table& table, const Commit& commit);

}  // namespace parley
