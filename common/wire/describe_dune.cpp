#include "common/wire/describe_game.h"

namespace parley {

void add_game(Json& out, const dune::Game& game, const SeatKeys& seats) {
  out["mode"] = name(game.options.mode);
  out["turn"] = game.now.turn;
  out["phase"] = name(dune::phase(game.now));
  out["inflation"] = game.inflation;
  out["bank"] = game.bank.value;
  out["last_collected"] = game.last_collected;
  const bool used = game.bureaucrat.used.turn != 0 && game.bureaucrat.used == game.now;
  out["bureaucrat"] = {{"seat", or_null(game.bureaucrat.holder, seats)}, {"alive", game.bureaucrat.alive}, {"used", used}};
}

void add_seat(Json& out, const dune::Game& game, Seat seat, const SeatKeys& seats) {
  const dune::Purse& purse = game[seat];
  out["ally"] = or_null(purse.ally, seats);
  if (purse.spice) out["spice"] = purse.spice->value;
  out["bid"] = purse.bid.value;
  out["deferred"] = purse.deferred.value;
  out["hajr"] = purse.hajr;
}

void add_moment(Json& out, const dune::Game&, Moment moment) {
  out["turn"] = moment.turn;
  out["phase"] = name(dune::phase(moment));
}

void add_game(Json& out, const open::Game& game, const SeatKeys&) { out["phase"] = name(open::phase(game.now)); }
void add_seat(Json&, const open::Game&, Seat, const SeatKeys&) {}
void add_moment(Json& out, const open::Game&, Moment moment) { out["phase"] = name(open::phase(moment)); }

}  // namespace parley
