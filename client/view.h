// What the panes list of a table, for the seat that looks: which deals, in which order, and what is owed. Pure functions of a
// table; nothing here draws.
#pragma once

#include "client/chronicle.h"
#include "client/command.h"
#include "common/core/check.h"

#include <string>
#include <string_view>
#include <vector>

namespace parley {

enum class Filter : std::uint8_t { all, open, active, mine, needs_me, closed };
inline constexpr int filters = 6;
enum class Order : std::uint8_t { by_number, by_need };

struct LedgerWish {
  Filter filter = Filter::all;
  Order order = Order::by_number;
  std::string find;  // over text, parties and numbers; every word of it must be there, in either case
};

/// Deal numbers, newest first; by need: what needs this role first, then open, active, closed.
std::vector<std::uint64_t> ledger_rows(const Table& table, Role role, const LedgerWish& wish);

/// Open offers: those that wait for this role first, then the others; each oldest first.
std::vector<std::uint64_t> pending_rows(const Table& table, Role role);
/// Deals with a release request standing and somebody missing, in the same order.
std::vector<std::uint64_t> release_rows(const Table& table, Role role);

/// Signatories whose answer is still missing: of an offer its votes, of an active deal with requests its release requests
/// (departed seats are not waited for [HOUSE D11]).
SeatSet missing(const Table& table, const Deal& deal);
/// Whether this role is the one to answer.
bool needs_answer(const Table& table, Role role, const Deal& deal);

/// Active deals that were offered this turn: what was promised and may still be owed before Mentat Pause.
std::vector<const Deal*> owed_this_turn(const Table& table);

/// The wish as it would be sent now: an acceptance says the class that is seen at this moment, whatever it said before.
Command completed(const Mirror& mirror, Command command);
/// The judgement on an action by this role, completed and seen at the present version: what is not possible and why.
Verdict judge(const Mirror& mirror, const Action& action, const Secret& secret = {});

/// What `a`, `d`, `w` and `r` would do to a deal; `r` requests a release or takes the request back.
Action release_action(const Mirror& mirror, DealId deal);

/// TI4: what makes two offers of my open one, where should_split says so: a withdraw, an offer of the exchange with the clauses that
/// bind, and one of the others, each answering the first. Empty where there is nothing to split.
std::vector<Command> split_offer(const Mirror& mirror, DealId deal);

/// Whether a text holds every word of another, in either case (Latin and Cyrillic).
bool holds_words(std::string_view text, std::string_view words);

}  // namespace parley
