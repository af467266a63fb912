// What a rule set adds to the printed table, seats and deals; adding a game means answering these. Internal to
// common/wire: describe*.cpp include it.
#pragma once

#include "common/core/table.h"
#include "common/wire/json_archive.h"

namespace parley {

Json keys_of(SeatSet set, const SeatKeys& seats);
Json or_null(std::optional<Seat> seat, const SeatKeys& seats);

template <class T>
Json fields_of(const T& value, const SeatKeys& seats) {
  Json out = Json::object();
  JsonOut ar(out, seats);
  ar(value);
  return out;
}

void add_game(Json& out, const dune::Game& game, const SeatKeys& seats);
void add_game(Json& out, const ti4::Game& game, const SeatKeys& seats);
void add_game(Json& out, const open::Game& game, const SeatKeys& seats);

void add_seat(Json& out, const dune::Game& game, Seat seat, const SeatKeys& seats);
void add_seat(Json& out, const ti4::Game& game, Seat seat, const SeatKeys& seats);
void add_seat(Json& out, const open::Game& game, Seat seat, const SeatKeys& seats);

/// Where in the game's time a deal was offered.
void add_moment(Json& out, const dune::Game& game, Moment moment);
void add_moment(Json& out, const ti4::Game& game, Moment moment);
void add_moment(Json& out, const open::Game& game, Moment moment);

/// Clauses, exchange, class, rulings and what was kept; nothing for the deals of other games.
void add_judgement(Json& out, const Table& table, const Deal& deal);

}  // namespace parley
