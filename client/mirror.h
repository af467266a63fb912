// The client's table: one role's view, made of the commits that the server sent and of nothing else. It also keeps what this
// role has asked and not yet been answered. Messages in, events out; no sockets, no files, no clock.
// Whatever a server sends, it is checked before it is applied: a hostile one can be wrong, not harmful [P-C6].
#pragma once

#include "common/core/apply.h"
#include "common/core/check.h"
#include "common/keys/chain.h"
#include "common/keys/statement.h"
#include "common/wire/message.h"
#include "common/wire/names.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace parley {

/// A commit reached the table.
struct Applied {
  Commit commit;
  Outcome outcome;
  Time time;
};
/// A request has its answer. `refusal` is empty where it was committed, at `version`; else `version` is the head it was
/// judged at. Told when the table has that version, so that it can be looked at at once.
struct Reply {
  RequestId request;
  Version version;
  bool repeated = false;
  std::optional<Refusal> refusal;
};
struct BecameLive {
  Version head;
};
struct PresenceChanged {
  Role role;
  bool online = false;
};
/// The table cannot go on: "history" (the server has another one, or its rules differ), "unreadable" (a newer parley is
/// needed), "too_long" (there is no memory for more). What was applied stays to be looked at; nothing more can be done here.
/// Where it `passes`, only this connection is not to be trusted: "out_of_order" (a commit that is not the next); another may be.
struct Broken {
  std::string why;
  bool passes = false;
};
using Event = std::variant<Applied, Reply, BecameLive, PresenceChanged, Broken>;

class Mirror {
 public:
  Mirror(Role role, SecretKey key, Epoch epoch);

  const Table& table() const { return table_; }
  SeatKeys seats() const { return seat_keys(table_); }
  Role role() const { return role_; }
  Epoch epoch() const { return epoch_; }
  bool live() const { return live_; }
  /// Whether somebody is there. Oneself is while live, unless one only watches.
  bool online(Role role) const;
  /// The login only watches: nobody is told of it.
  void watches() { watches_ = true; }
  bool empty() const { return table_.seats.empty(); }
  /// The epoch of the store that the commits came from.
  const Short& epoch_of_store() const { return store_epoch_; }

  // ---- from the server --------------------------------------------------------------------------------------------
  /// A connection was made to a store of this epoch.
  void connected(const Welcome& welcome) { store_epoch_ = welcome.epoch; }
  void logged_in(const LoggedIn& message);
  /// The connection is gone: presence is unknown, requests stay.
  void lost();
  std::vector<Event> receive(const ServerMessage& message);
  /// A commit that was kept on disk; nothing where it does not fit what is there.
  std::optional<Applied> restore(const Commit& commit, const Short& store_epoch);

  // ---- to the server ------------------------------------------------------------------------------------------------
  /// The last commit, to be sent only the rest; nothing where there is none.
  std::optional<Resume> resume() const;
  /// Signs and keeps a request until it is answered. `id` 0 takes the next free one.
  Act ask(RequestId id, Version seen, Action action, Secret secret);
  /// What has no answer yet, in order: to be sent again with the same ids after a reconnect.
  const std::map<RequestId, Act>& unanswered() const { return unanswered_; }
  /// Takes up a request that an earlier run had not seen answered.
  void take_up(Act act);
  /// The key has ended, and with it what was asked under it: none of it will be sent again.
  std::vector<Act> give_up();
  /// Ids up to here have been used.
  RequestId highest_id() const { return highest_id_; }
  void used_id(RequestId id) { highest_id_ = std::max(highest_id_, id); }

  /// The deal that the commit of a version offered, if it did.
  std::optional<DealId> deal_offered_at(Version version) const;

 private:
  void on(std::vector<Event>& out, Commit commit);
  void on(std::vector<Event>& out, const Live& live);
  void answer(std::vector<Event>& out, Reply answer);
  bool same_history(Version head, const Short& chain, const Short& digest_there) const;

  Role role_;
  SecretKey key_;
  Epoch epoch_;
  Table table_;
  Short store_epoch_{};
  Hash chain_{};
  Hash table_hash_{};
  bool live_ = false;
  bool watches_ = false;
  std::uint16_t present_ = 0;
  std::map<RequestId, Act> unanswered_;
  std::vector<Reply> early_;  // answers to commits that are still on their way
  RequestId highest_id_;
  std::size_t history_bytes_ = 0;
};

/// Whether the frame of such a request can be sent at all.
bool fits_a_frame(const Action& action);

}  // namespace parley
