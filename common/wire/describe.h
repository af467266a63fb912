// The one printer of commits, outcomes, deals and tables: JSON for scripts, exports and tools. A value that the table's
// `sight` may not know is absent, never null. client/PIPE.md is the list of keys.
#pragma once

#include "common/core/apply.h"
#include "common/core/table.h"
#include "common/wire/names.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace parley {

/// {"version","time","role","do", the verb's own keys, the secret's if it is there}.
nlohmann::ordered_json describe(const Commit& commit, Time time, const SeatKeys& seats);
/// The same without its time, where that is not known: with "elapsed", the seconds since the commit before.
nlohmann::ordered_json describe(const Commit& commit, const SeatKeys& seats);
/// Adds what a commit brought about: deal, state, paid, exchanged, decision, collected, released, withdrawn.
void add_outcome(nlohmann::ordered_json& event, const Outcome& outcome, const Table& after);
nlohmann::ordered_json describe(const Deal& deal, const Table& table);
/// Without presence: that is not the table's.
nlohmann::ordered_json describe(const Table& table);
nlohmann::ordered_json describe(const std::vector<Need>& needs);

/// "v13 2026-11-30T02:30:00Z HAR accept deal=1 state=active": the same event as one line of text.
std::string one_line(const nlohmann::ordered_json& event);
/// The JSON in one line; what is no UTF-8 in a text is replaced.
std::string to_line(const nlohmann::ordered_json& json);

}  // namespace parley
