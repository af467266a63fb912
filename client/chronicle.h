// What has happened at a table as one role saw it, in order: the log, the history of a deal, and who paid whom. Fed with every
// commit, from disk or from the server; nothing is ever taken out. Pure.
#pragma once

#include "client/mirror.h"

#include <string>
#include <vector>

namespace parley {

struct Entry {
  Version version;
  Time time;
  Role role;
  Verb verb;
  DealId deal;       // the one it is about; 0 if none
  SeatSet concerns;  // who ought to hear of it: its signatories, those it names, or everybody
  std::string sentence;
};

struct Payment {
  Version version;
  Moment moment;
  Bribe bribe;
  DealId deal;  // 0: directly
};

class Chronicle {
 public:
  /// `after` is the table with this commit in it.
  void add(const Table& after, const Applied& applied);

  const std::vector<Entry>& entries() const { return entries_; }
  const std::vector<Payment>& payments() const { return payments_; }
  /// The commit of a version, or nothing.
  const Entry* at(Version version) const;
  /// When a version was committed; 0 where that is not known.
  Time time_of(Version version) const { const Entry* entry = at(version); return entry ? entry->time : Time{}; }
  std::vector<const Entry*> of(DealId deal) const;
  /// The last of a role's commits of this kind about a deal, or nothing.
  const Entry* last(DealId deal, Role role, Verb verb) const;

 private:
  std::vector<Entry> entries_;  // the index is the version
  std::vector<Payment> payments_;
};

/// What one seat paid another by bribes.
struct Balance {
  Spice this_turn;
  Spice in_all;
};
/// payer -> recipient, by seat index.
std::vector<std::vector<Balance>> balances(const Table& table, const Chronicle& chronicle);

}  // namespace parley
