// One table as everybody sees it: the server's own, and a mirror for each seat, the host and a viewer, moved on together
// by the same commits in their wire bytes. Whatever a request does, what must always hold is looked at here, from the
// rules and not from the code: who may know what, that money is constant, that deal actions touch only the ledger
// (everybody_ti4.h has what holds at a TI4 table).
// No clock, no randomness. A promise that does not hold is thrown as Mismatch.
#pragma once

#include "common/core/apply.h"
#include "common/core/check.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace parley::test {

struct Mismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline const dune::Game& game_of(const Table& t) { return std::get<dune::Game>(t.game); }

/// The first part in which two tables differ, in words; empty where they are identical.
std::string difference(const Table& a, const Table& b);

/// What `role` should see of the server's table: listed anew here, so that the core's own list is judged by it.
Table seen_by(const Table& server, Role role);

class Everybody {
 public:
  /// Version 0.
  explicit Everybody(const Genesis& genesis);

  const Table& server() const { return server_; }
  /// A seat's, the host's or viewer 1's.
  const Table& mirror(Role role) const;
  /// What the last commit brought about.
  const Outcome& last() const { return last_; }
  Version version() const { return server_.version; }

  /// Judges a request on the server's table and on the asker's mirror, and moves everybody on where it is accepted.
  /// Refused: nothing has changed for anybody.
  Verdict ask(Role role, Action action, Secret secret, Version seen);
  Verdict ask(Role role, Action action, Secret secret = {}) {
    return ask(role, std::move(action), std::move(secret), version());
  }

  /// Applies all commits from genesis to new tables and goes on with those; they must be identical.
  void restart();

 private:
  void move_on(const Commit& commit);
  void must_hold(const Table& before, const Commit& commit);

  Table server_;
  std::vector<Table> mirrors_;
  std::vector<Commit> journal_;
  Outcome last_;
  std::int64_t starting_ = 0;  // the sum of all spice at version 0
  std::int64_t adjusted_ = 0;  // the sum of all adjustments since
};

}  // namespace parley::test
