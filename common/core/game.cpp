#include "common/core/game.h"

#include "common/core/dune/rules.h"

namespace parley {

bool game_permits(const Table& t, Role role, Verb verb) {
  return std::visit([&](const auto& game) { return game_permits(game, role, verb); }, t.game);
}
Verdict check_roster(const Genesis& genesis) {
  return std::visit([&](const auto& rules) { return check_roster(rules, genesis); }, genesis.rules);
}
Verdict check_record(const Context& c, const Record& record) {
  return std::visit([&](const auto& game) { return check_record(game, c, record); }, c.table.game);
}
Version alliance_changed(const Table& t, Seat seat) {
  return std::visit([&](const auto& game) { return alliance_changed(game, seat); }, t.game);
}
Version phase_changed(const Table& t) {
  return std::visit([](const auto& game) { return game.phase_changed; }, t.game);
}
Verdict fence_acceptance(const Context& c, const Deal& deal, Seat seat) {
  return std::visit([&](const auto& game) { return fence_acceptance(game, c, deal, seat); }, c.table.game);
}
Verdict check_settlement_parties(const Context& c, const Deal& deal) {
  return std::visit([&](const auto& game) { return check_settlement_parties(game, c, deal); }, c.table.game);
}
Verdict check_settlement(const Context& c, const Deal& deal) {
  return std::visit([&](const auto& game) { return check_settlement(game, c, deal); }, c.table.game);
}

Stage stage(const Table& t) {
  return std::visit([](const auto& game) { return stage(game); }, t.game);
}
Moment moment(const Table& t) {
  return std::visit([](const auto& game) { return game.now; }, t.game);
}
std::optional<std::pair<Seat, Seat>> allied_pair(const Table& t, SeatSet seats) {
  return std::visit([&](const auto& game) { return allied_pair(game, seats); }, t.game);
}

void set_up(Table& t, const Genesis& genesis) {
  std::visit([&](const auto& rules) { set_up(t, rules); }, genesis.rules);
}
void begin(Table& t, Version version) {
  std::visit([&](auto& game) { begin(game, version); }, t.game);
}
void finish(Table& t, Version version, Outcome& out) {
  std::visit([&](auto& game) { finish(game, version, out); }, t.game);
}
void carry_out(Table& t, const Commit& commit, Outcome& out, DealId deal) {
  std::visit([&](auto& game) { carry_out(game, t, commit, out, deal); }, t.game);
}
void settle(Table& t, Version version, const Decision& decision, Answer answer) {
  std::visit([&](auto& game) { settle(game, t, version, decision, answer); }, t.game);
}
void control_changed(Table& t, const Commit& commit, Outcome& out, Seat seat) {
  std::visit([&](auto& game) { control_changed(game, t, commit, out, seat); }, t.game);
}
void departed(Table& t, Version version, Outcome& out, Seat seat) {
  std::visit([&](auto& game) { departed(game, t, version, out, seat); }, t.game);
}
void before(Table& t, const Commit& commit) {
  std::visit([&](auto& game) { before(game, t, commit); }, t.game);
}
bool conserved(const Table& t) {
  return std::visit([&](const auto& game) { return conserved(game, t); }, t.game);
}

}  // namespace parley
