// The questions that the core asks a rule set. Each is answered by an overload beside the rule set's own state
// (dune/rules.h, ti4/rules.h, open/rules.h), found by the type of the table's game. What a game leaves unanswered has the
// plain answer at the head of game.cpp: no alliances, no money, nothing that follows.
// Internal to common/core, save stage and moment (table.h).
#pragma once

#include "common/core/apply.h"
#include "common/core/context.h"

namespace parley {

/// Does this game, in its mode, know the verb for this role? Common verbs are not asked.
bool game_permits(const Table& t, Role role, Verb verb);
/// The verb by which this game's players accept.
Verb acceptance(const Table& t);
/// Who may sit here: seat keys and their number.
Verdict check_roster(const Genesis& genesis);
/// How much of something the game keeps: judged with the core's limits, before the text.
Verdict check_game_limits(const Context& c, const Action& action);
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

/// What others may not know and the host may, of a seat that becomes AI.
Secret secret_of_ai(const Table& t, Seat seat);

// ---- for rule sets: the core's own part of what they do -------------------------------------------------------------
void open_decision(Table& t, Version version, Outcome& out, Seat owner, std::variant<Diversion, Question, Plain> kind);
/// An acceptance up to its fences, whatever it costs; and the recorded consent, with what follows from the last one.
Verdict check_consent(const Context& c, DealId deal);
void record_consent(Table& t, const Commit& commit, Outcome& out, DealId deal);
/// bad_parties unless the seats are different and as many as the game allows.
struct SeatRange { std::size_t least, most; };
Verdict check_seat_keys(const Genesis& genesis, SeatRange range);
/// bad_parties unless 2 to `most` signatories, the proposer among them.
Verdict check_parties(const Context& c, const Record& record, int most);
/// The last of a record: what it counters is there, and so is every signatory.
Verdict check_references(const Context& c, const Record& record);
/// Two different seats of this table.
Verdict check_pair(const Context& c, const SeatPair& seats);
void close_decision(Table& t, Version version, Outcome& out, DecisionId id);

}  // namespace parley
