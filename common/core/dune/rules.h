// The Dune answers to the core's questions (core/game.h), and Dune's own verbs. Internal to common/core.
#pragma once

#include "common/core/apply.h"
#include "common/core/context.h"
#include "common/core/digest.h"

namespace parley::dune {

inline constexpr int parties_max = 6;  // D1

// ---- core/game.h, answered ----------------------------------------------------------------------------------------
bool game_permits(const Game& game, Role role, Verb verb);
Verdict check_roster(const Options& options, const Genesis& genesis);
Verdict check_record(const Game& game, const Context& c, const Record& record);
Version alliance_changed(const Game& game, Seat seat);
Verdict fence_acceptance(const Game& game, const Context& c, const Deal& deal, Seat seat);
Verdict check_settlement_parties(const Game& game, const Context& c, const Deal& deal);
Verdict check_settlement(const Game& game, const Context& c, const Deal& deal);
Stage stage(const Game& game);
std::optional<std::pair<Seat, Seat>> allied_pair(const Game& game, SeatSet seats);
void set_up(Table& t, const Options& options);
void begin(Game& game, Version version);
void finish(Game& game, Version version, Outcome& out);
void carry_out(Game& game, Table& t, const Commit& commit, Outcome& out, DealId deal);
void settle(Game& game, Table& t, Version version, const Decision& decision, Answer answer);
void control_changed(Game& game, Table& t, const Commit& commit, Outcome& out, Seat seat);
void departed(Game& game, Table& t, Version version, Outcome& out, Seat seat);
void before(Game& game, const Table& t, const Commit& commit);
bool conserved(const Game& game, const Table& t);
Secret secret_of_ai(const Game& game, const Table& t, Seat seat);
void add(Digest& d, const Game& game, std::size_t seats);

// ---- Dune's own verbs ---------------------------------------------------------------------------------------------
Verdict check(const Context& c, const PayBribe& a);
Verdict check(const Context& c, const Adjust& a);
Verdict check(const Context& c, const Bid& a);
Verdict check(const Context& c, const Ask& a);
Verdict check(const Context& c, const MovementFinished& a);
Verdict check(const Context& c, const Hajr& a);
Verdict check(const Context& c, const Advance& a);
Verdict check(const Context& c, const Ally& a);
Verdict check(const Context& c, const Unally& a);
Verdict check(const Context& c, const SetBureaucrat& a);
Verdict check(const Context& c, const SetInflation& a);
Verdict check(const Context& c, const AdjustSeat& a);
/// A3: the host takes spice only in setup or from an AI seat; told as not_permitted, before all else.
Verdict check_host_may_take(const Context& c, const AdjustSeat& a);

void apply(Table& t, const Commit& c, Outcome& out, const PayBribe& a);
void apply(Table& t, const Commit& c, Outcome& out, const Adjust& a);
void apply(Table& t, const Commit& c, Outcome& out, const Bid& a);
void apply(Table& t, const Commit& c, Outcome& out, const Ask& a);
void apply(Table& t, const Commit& c, Outcome& out, const MovementFinished& a);
void apply(Table& t, const Commit& c, Outcome& out, const Hajr& a);
void apply(Table& t, const Commit& c, Outcome& out, const Advance& a);
void apply(Table& t, const Commit& c, Outcome& out, const Ally& a);
void apply(Table& t, const Commit& c, Outcome& out, const Unally& a);
void apply(Table& t, const Commit& c, Outcome& out, const SetBureaucrat& a);
void apply(Table& t, const Commit& c, Outcome& out, const SetInflation& a);
void apply(Table& t, const Commit& c, Outcome& out, const AdjustSeat& a);

/// The seats whose open Hajr window this action, if accepted, closes: the one function that decides it.
/// Provisional, and help says so [SEED H3].
SeatSet hajr_closed_by(const Table& before, Role role, const Action& action);

}  // namespace parley::dune
