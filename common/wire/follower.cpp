#include "common/wire/follower.h"

#include "common/core/check.h"
#include "common/wire/describe.h"
#include "common/wire/message.h"

#include <nlohmann/json.hpp>

namespace parley {
namespace {

SeatKeys numbers() {
  SeatKeys keys;
  for (std::size_t n = 0; n < limits::seats_max; ++n) keys.push_back(std::to_string(n));
  return keys;
}

bool is_genesis(const Commit& commit) { return std::holds_alternative<Genesis>(commit.action); }

}  // namespace

Follower::Follower(SeatKeys known, std::size_t history_bytes_max)
    : seats_(known.empty() ? numbers() : known), named_(!known.empty()), history_bytes_max_(history_bytes_max) {}

bool Follower::follows(const Commit& commit) const {
  if (is_genesis(commit) != (commit.version == Version{})) return false;
  if (is_genesis(commit)) return !lawful(Table{.sight = Role::viewer(1)}, commit);
  return table_ && commit.version.value == table_->version.value + 1 && !lawful(*table_, commit);
}

nlohmann::ordered_json Follower::see(const Commit& commit) {
  Commit seen = commit;
  seen.secret = {};
  if (is_genesis(commit) && follows(seen)) {
    table_ = Table{.sight = Role::viewer(1)};
    history_bytes_ = 0;
  } else if (!follows(seen)) {
    if (table_ && commit.version > table_->version) table_.reset();  // something was missed
    return describe(commit, seats_);
  }
  const Outcome outcome = apply(*table_, seen);
  seats_ = seat_keys(*table_);
  named_ = true;
  auto event = describe(commit, table_->time, seats_);
  add_outcome(event, outcome, *table_);
  history_bytes_ += encode(seen).size() + limits::history_bytes_besides;
  if (history_bytes_ > history_bytes_max_) table_.reset();
  return event;
}

}  // namespace parley
