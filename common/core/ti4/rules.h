// The TI4 answers to the core's questions (core/game.h), and TI4's own verbs. Internal to common/core.
#pragma once

#include "common/core/apply.h"
#include "common/core/context.h"
#include "common/core/digest.h"

namespace parley::ti4 {

// ---- core/game.h, answered ----------------------------------------------------------------------------------------
bool game_permits(const Game& game, Role role, Verb verb);
Verb acceptance(const Game& game);
Verdict check_roster(const Options& options, const Genesis& genesis);
/// What a hand and a play area can hold at most.
Verdict check_game_limits(const Game& game, const Context& c, const Action& action);
Verdict check_record(const Game& game, const Context& c, const Record& record);
Verdict check_settlement_parties(const Game& game, const Context& c, const Deal& deal);
Stage stage(const Game& game);
void complete(const Game& game, const Table& t, Role role, Action& action, Secret& secret);
void set_up(Table& t, const Options& options);
void begin(Game& game, Version version);
void finish(Game& game, Version version, Outcome& out);
void carry_out(Game& game, Table& t, const Commit& commit, Outcome& out, DealId deal);
bool conserved(const Game& game, const Table& t);
void add(Digest& d, const Game& game, std::size_t seats);
void add(Digest& d, const Exchange& exchange);
void add(Digest& d, const Clause& clause);
void add(Digest& d, const Judgement& judgement);

/// The number of the agenda once the phase is set.
std::uint16_t agenda_after(const Game& game, const SetPhase& a);

// ---- TI4's own verbs ----------------------------------------------------------------------------------------------
Verdict check(const Context& c, const AcceptAs& a);
Verdict check(const Context& c, const SetStep& a);
Verdict check(const Context& c, const AdjustGoods& a);
Verdict check(const Context& c, const Hold& a);
Verdict check(const Context& c, const Unhold& a);
Verdict check(const Context& c, const PlayNote& a);
Verdict check(const Context& c, const ClaimNeighbour& a);
Verdict check(const Context& c, const SetException& a);
Verdict check(const Context& c, const StateAble& a);
Verdict check(const Context& c, const RuleClass& a);
Verdict check(const Context& c, const MarkKept& a);
Verdict check(const Context& c, const SetActive& a);
Verdict check(const Context& c, const SetPhase& a);
Verdict check(const Context& c, const SetCommodityValue& a);
Verdict check(const Context& c, const SetNeighbours& a);

void apply(Table& t, const Commit& c, Outcome& out, const AcceptAs& a);
void apply(Table& t, const Commit& c, Outcome& out, const SetStep& a);
void apply(Table& t, const Commit& c, Outcome& out, const AdjustGoods& a);
void apply(Table& t, const Commit& c, Outcome& out, const Hold& a);
void apply(Table& t, const Commit& c, Outcome& out, const Unhold& a);
void apply(Table& t, const Commit& c, Outcome& out, const PlayNote& a);
void apply(Table& t, const Commit& c, Outcome& out, const ClaimNeighbour& a);
void apply(Table& t, const Commit& c, Outcome& out, const SetException& a);
void apply(Table& t, const Commit& c, Outcome& out, const StateAble& a);
void apply(Table& t, const Commit& c, Outcome& out, const RuleClass& a);
void apply(Table& t, const Commit& c, Outcome& out, const MarkKept& a);
void apply(Table& t, const Commit& c, Outcome& out, const SetActive& a);
void apply(Table& t, const Commit& c, Outcome& out, const SetPhase& a);
void apply(Table& t, const Commit& c, Outcome& out, const SetCommodityValue& a);
void apply(Table& t, const Commit& c, Outcome& out, const SetNeighbours& a);

}  // namespace parley::ti4
