// A table: the roster, the ledger, open decisions and the game. A function of its commits and of nothing else.
#pragma once

#include "common/core/action.h"
#include "common/core/ledger.h"

#include <string>
#include <utility>
#include <vector>

namespace parley {

struct SeatRecord {
  std::string key;          // ATR; never changes
  Name player;
  PublicKey holder{};
  Epoch epoch;              // 0: nobody has taken it yet, which counts as human [HOUSE A6]
  bool vacant = true;       // no key may log in
  Control control = Control::human;
  bool departed = false;    // [HOUSE D11]
  Version control_changed;
  Version departed_changed;
  friend bool operator==(const SeatRecord&, const SeatRecord&) = default;
};

/// The game beside the ledger; a rule set plugs in here.
using Game = std::variant<dune::Game, ti4::Game, open::Game>;

enum class Stage : std::uint8_t { setup, in_play, over };

struct Table {
  Role sight = Role::server();      // who looks: decides which purses are known; server sees all
  std::string name;
  std::vector<SeatRecord> seats;
  Ledger ledger;
  std::vector<Decision> decisions;  // open ones, oldest first
  DecisionId last_decision;
  Version decisions_changed;
  Game game;
  Version version;
  Time time;                        // of the last commit

  SeatSet roster() const { return SeatSet::first(seats.size()); }
  bool has(Seat s) const { return s.index < seats.size(); }
  SeatRecord& operator[](Seat s) { return seats[s.index]; }
  const SeatRecord& operator[](Seat s) const { return seats[s.index]; }
};

/// Whether the one who looks may know the purse of a seat: the server, the owner, the host while it is AI [HOUSE A3].
bool sees_purse(const Table& table, Seat seat);

/// The seat of a key, or nothing.
std::optional<Seat> seat_of(const Table& table, std::string_view key);
const Decision* find_decision(const Table& table, DecisionId id);

Stage stage(const Table& table);
/// The game's own time, for the record.
Moment moment(const Table& table);

/// Human and not departed.
bool can_act(const Table& table, Seat seat);

/// Two signatories who are allied with each other, if there are such [SEED D3].
std::optional<std::pair<Seat, Seat>> allied_pair(const Table& table, SeatSet seats);

/// What a seat still has to answer: offers to vote on, releases others asked for, decisions it owns.
struct Need {
  enum class What { accept, release, decide } what;
  DealId deal;
  DecisionId decision;
  friend bool operator==(const Need&, const Need&) = default;
};
/// Empty for everybody but a seat that can act.
std::vector<Need> needs(const Table& table, Role role);

}  // namespace parley
