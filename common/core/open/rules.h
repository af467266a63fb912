// The open table's answers to the core's questions (core/game.h). Internal to common/core.
#pragma once

#include "common/core/apply.h"
#include "common/core/context.h"
#include "common/core/digest.h"

namespace parley::open {

Verdict check_roster(const Options& options, const Genesis& genesis);
Verdict check_record(const Game& game, const Context& c, const Record& record);
Stage stage(const Game& game);
void set_up(Table& t, const Options& options);
void begin(Game& game, Version version);
void finish(Game& game, Version version, Outcome& out);
void add(Digest& d, const Game& game, std::size_t seats);

}  // namespace parley::open
