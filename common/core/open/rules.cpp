#include "common/core/open/rules.h"

#include "common/core/game.h"

#include <algorithm>

namespace parley::open {

using enum Refusal::Code;

namespace {

bool is_key(const std::string& key) {
  if (key.empty() || key.size() > limits::seat_key_bytes) return false;
  return std::all_of(key.begin(), key.end(), [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'; }) &&
         key != "HOST" && key != "SERVER" && key != "VIEWER";
}

}  // namespace

Verdict check_roster(const Options&, const Genesis& genesis) {
  PARLEY_REQUIRE(check_seat_keys(genesis, {.least = 2, .most = limits::seats_max}));
  return std::all_of(genesis.seats.begin(), genesis.seats.end(), is_key) ? Verdict{} : refuse(no_such_seat);
}

Verdict check_record(const Game&, const Context& c, const Record& record) {
  PARLEY_REQUIRE(check_parties(c, record, limits::seats_max));
  if (std::holds_alternative<Bribe>(record.settlement)) return refuse(bad_bribe);
  if (exchange_of(record) || !record.clauses.empty()) return refuse(bad_clause);
  return check_references(c, record);
}

Stage stage(const Game& game) {
  switch (phase(game.now)) {
    case Phase::setup: return Stage::setup;
    case Phase::play: return Stage::in_play;
    case Phase::over: return Stage::over;
  }
  return Stage::over;
}

namespace {
void move_to(Game& game, Phase to, Version version) {
  game.now = {1, static_cast<std::uint8_t>(to)};
  game.phase_changed = version;
}
}  // namespace

void set_up(Table& t, const Options& options) { t.game = Game{.options = options}; }
void begin(Game& game, Version version) { move_to(game, Phase::play, version); }
void finish(Game& game, Version version, Outcome&) { move_to(game, Phase::over, version); }

void add(Digest& d, const Game& game, std::size_t) { d.add(std::uint64_t{game.now.phase}); }

}  // namespace parley::open
