// What scenarios can say at a Twilight Imperium table beside the ledger's part (tests/scenarios/ti4/*.scenario):
//
//   ti4 SOL HAC XXC                         round 1, action phase, SOL active at turn_start, SOL and HAC neighbours, nobody
//                                           has anything; options: `strangers` (no neighbours), `strategy` (round 1, its
//                                           strategy phase), `setup`
//   SOL offers HAC "text" gives 4 trade_goods note Ceasefire gets 1 commodities relic Crown
//       clause SOL produce dreadnought x2 now able yes      then `not` before the verb: refrain; when: now, this_turn,
//       clause HAC not fire_space_cannon production         this_round, open or a step; `on dice` ...; able yes, no, unknown
//   HAC accepts 1                           with the class it sees; `accepts 1 as binding`; `accepts 1 plainly`: without one
//   SOL adjusts trade_goods +4 "why" | holds "Ceasefire" (openly, unseen, unnamed) | unholds "Ceasefire" | plays "Ceasefire"
//   SOL neighbours HAC on | exception "Guild Ships" | exception off | states 1 clause 2 yes | rules 1 binding
//   SOL marks 1 clause 2 kept (broken) | steps production | steps vote HAC
//   host active SOL | phase 2 agenda 1 | value HAC 3 | neighbours SOL HAC on
//   open RED BLUE GREEN                     a table of any game, started; option: `setup`
//
// Expectations are listed in scenario_ti4_expect.cpp.
#pragma once

#include "tests/support/scenario.h"

namespace parley::test {

/// The genesis of a `ti4` or an `open` line and what brings the table to its beginning.
std::unique_ptr<Everybody> make_ti4_table(Words& words);
std::unique_ptr<Everybody> make_open_table(Words& words);

/// A verb of TI4, or nothing where the word is not one of them.
std::optional<Doing> parse_ti4_doing(const std::string& verb, Words& words, Role role, const Table& table);
/// What follows an offer's text: its exchange and its clauses.
void parse_exchange_and_clauses(Words& words, Record& record, const Table& table);

/// What there is in the place of an expectation, or nothing where it is not one of TI4's.
std::optional<std::string> there_is_at_ti4(const std::string& what, Words& words, const Everybody& all);
/// "non_binding to binding, 28.3 | 15.3": the object of class_changed.
std::string changed_class_in_words(std::uint64_t object);

}  // namespace parley::test
