#include "common/core/game.h"

#include "common/core/dune/rules.h"
#include "common/core/open/rules.h"
#include "common/core/ti4/rules.h"

namespace parley {

// ---- the plain answers, for games that have none of their own --------------------------------------------------------
namespace {

template <class G> bool game_permits(const G&, Role, Verb) { return false; }
template <class G> Verb acceptance(const G&) { return Verb::accept; }
template <class G> Verdict check_game_limits(const G&, const Context&, const Action&) { return std::nullopt; }
template <class G> Version alliance_changed(const G&, Seat) { return {}; }
template <class G> std::optional<std::pair<Seat, Seat>> allied_pair(const G&, SeatSet) { return std::nullopt; }
template <class G> Verdict fence_acceptance(const G&, const Context&, const Deal&, Seat) { return std::nullopt; }
template <class G> Verdict check_settlement_parties(const G&, const Context&, const Deal&) { return std::nullopt; }
template <class G> Verdict check_settlement(const G&, const Context&, const Deal&) { return std::nullopt; }
template <class G> void complete(const G&, const Table&, Role, Action&, Secret&) {}
template <class G> void carry_out(G&, Table&, const Commit&, Outcome&, DealId) {}
template <class G> void settle(G&, Table&, Version, const Decision&, Answer) {}
template <class G> void control_changed(G&, Table&, const Commit&, Outcome&, Seat) {}
template <class G> void departed(G&, Table&, Version, Outcome&, Seat) {}
template <class G> void before(G&, const Table&, const Commit&) {}
template <class G> bool conserved(const G&, const Table&) { return true; }
template <class G> Secret secret_of_ai(const G&, const Table&, Seat) { return {}; }

}  // namespace

// ---- asked by the type of the game ------------------------------------------------------------------------------------

bool game_permits(const Table& t, Role role, Verb verb) {
  return std::visit([&](const auto& game) { return game_permits(game, role, verb); }, t.game);
}
Verb acceptance(const Table& t) {
  return std::visit([](const auto& game) { return acceptance(game); }, t.game);
}
void complete(const Table& mirror, Role role, Action& action, Secret& secret) {
  std::visit([&](const auto& game) { complete(game, mirror, role, action, secret); }, mirror.game);
}
Verdict check_roster(const Genesis& genesis) {
  return std::visit([&](const auto& rules) { return check_roster(rules, genesis); }, genesis.rules);
}
Verdict check_game_limits(const Context& c, const Action& action) {
  return std::visit([&](const auto& game) { return check_game_limits(game, c, action); }, c.table.game);
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
Secret secret_of_ai(const Table& t, Seat seat) {
  return std::visit([&](const auto& game) { return secret_of_ai(game, t, seat); }, t.game);
}
bool conserved(const Table& t) {
  return std::visit([&](const auto& game) { return conserved(game, t); }, t.game);
}

}  // namespace parley
