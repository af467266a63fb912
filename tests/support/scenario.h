// Scenarios: rule tests as text that a player could read (tests/scenarios/*/*.scenario; a new test is a new file).
// TI4's own words, and tables of any game, stand in scenario_ti4.h.
//
//   # D4 scenario 1: the comment of the first line names the rules
//   table ATR HAR EMP FRE GLD BG basic      turn 2, bidding, nobody allied, nothing open; options: advanced,
//                                           bureaucrat_min N, and `setup` for a table that has not started
//   ATR offers HAR,EMP "text" bribe ATR>HAR 3 answers 1        `offers between HAR,EMP "text"`: exactly these
//   HAR accepts 1 | declines | withdraws | requests release 1 | retracts release 1 | notes 1 "text" | says "text"
//   GLD decides 1 divert | HAR asks EMP "question?" | cancels 1 | bids 3 | adjusts +3 "why" | bribes HAR 3 "note"
//   ATR finishes movement | plays hajr | passes hajr
//   host starts | advances 2 battle | corrects 2 battle | ends | allies ATR HAR | unallies ATR HAR | controls HAR ai
//   host departs HAR | opens HAR "note" | bureaucrat GLD alive | inflation on | adjusts HAR +3 "why"
//   server seats HAR 2 (the player with key 2) | vacates HAR | begins (a second genesis)
//   viewer says "x"                         anybody may try any verb; `seat7` is a place that nobody has
//   restart                                 everything again from genesis
//   mark dawn                               names this version; `... seen dawn` (or a number): the player saw no more
//   16 times ATR offers HAR "text"
//
// A line that does something is accepted, unless it ends with `-> code` or `-> code object`, such as
// `-> stale alliance ATR`: refused, and nothing has changed for anybody. Every other line is an expectation, listed in
// scenario_expect.cpp: `purse ATR 7`, `deal 1 open consents ATR,HAR`, `decision 1 GLD diversion`, `no decisions` ...
#pragma once

#include "tests/support/everybody.h"
#include "tests/support/words.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace parley::test {

struct ScenarioResult {
  std::set<Refusal::Code> refusals;  // reached
  std::set<Verb> verbs;              // accepted at least once
  std::optional<std::string> failure;  // "file:line: ..."
};
ScenarioResult run_scenario(const std::filesystem::path& file);

/// A seat's key, or "seat7" for an index; throws Unreadable.
Seat parse_seat(std::string_view word, const Table& table);
SeatSet parse_seats(std::string_view list, const Table& table);
Role parse_actor(std::string_view word, const Table& table);

/// What somebody does, from the verb on; leaves what it does not understand.
struct Doing {
  Action action;
  Secret secret;
};
Doing parse_doing(Words& words, Role role, const Table& table, std::map<Seat, std::uint32_t>& keys_used);

/// "stale alliance ATR": a refusal as scenarios write it.
std::string in_words(const Refusal& refusal, const Table& table);

/// What stands in the place of an expectation: throws Mismatch where it is something else.
void expect(Words& words, const Everybody& all);

/// The table of a `table` line, brought to its beginning by real commits.
std::unique_ptr<Everybody> make_table(Words& words);

}  // namespace parley::test
