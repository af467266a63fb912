// The questions that the core asks a rule set. Each is answered by an overload beside the rule set's own state
// (dune/rules.h), found by the type of the table's game; adding a game means answering these.
// Internal to common/core, save stage and moment (table.h).
#pragma once

#include "common/core/apply.h"
#include "common/core/context.h"

namespace parley {

/// Does this game, in its mode, know the verb for this role? Common verbs are not asked.
bool game_permits(const Table& t, Role role, Verb verb);
/// Who may sit here: seat keys and their number.
Verdict check_roster(const Genesis& genesis);
/// The offer's own parts, straight from bad_parties to no_such_seat.
Verdict check_record(const Context& c, const Record& record);
/// When the seat's alliance last changed; version 0 in games without alliances.
Version alliance_changed(const Table& t, Seat seat);
Version phase_changed(const Table& t);
/// The fence of an acceptance, beyond alliances and control.
Verdict fence_acceptance(const Context& c, const Deal& deal, Seat seat);
/// Whether the deal's settlement has a party that must be human: asked at the final acceptance, among not_human.
Verdict check_settlement_parties(const Context& c, const Deal& deal);
/// Whether the settlement can be carried out now: asked last, at the final acceptance.
Verdict check_settlement(const Context& c, const Deal& deal);

// ---- what follows -------------------------------------------------------------------------------------------------
void set_up(Table& t, const Genesis& genesis);
void begin(Table& t, Version version);
void finish(Table& t, Version version, Outcome& out);
/// The deal has just become active.
void carry_out(Table& t, const Commit& commit, Outcome& out, DealId deal);
/// A diversion was answered or cancelled; other kinds settle nothing.
void settle(Table& t, Version version, const Decision& decision, Answer answer);
/// The seat's control has just changed by this commit.
void control_changed(Table& t, const Commit& commit, Outcome& out, Seat seat);
/// The seat has just departed.
void departed(Table& t, Version version, Outcome& out, Seat seat);
/// Before anything else of a commit is applied.
void before(Table& t, const Commit& commit);
/// Asserted after every commit, wherever everything is known.
bool conserved(const Table& t);

// ---- for rule sets: the core's own part of what they do -------------------------------------------------------------
void open_decision(Table& t, Version version, Outcome& out, Seat owner, std::variant<Diversion, Question, Plain> kind);
void close_decision(Table& t, Version version, Outcome& out, DecisionId id);

}  // namespace parley
