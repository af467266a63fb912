// All tables of a store: loads rooms when they are first used, redeems invites, does errands, and gathers what must become
// durable into one batch for the storage. No sockets, no threads; the command line without a server uses it as it is.
#pragma once

#include "server/room.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

/// Who waits for a batch, and for what.
struct Waiter {
  SessionId session;
  Room* room = nullptr;
  Role role;
  RequestId request;       // 0: a redemption
  Version version;         // of the commit that answers the request
  Epoch epoch;             // of the key that a redemption brought
  bool repeated = false;
};

/// How a waiter's wait ended.
struct Settled {
  Waiter waiter;
  bool durable = false;    // else: not written, `storage`
};

/// A key is admitted to a role.
struct Admitted {
  Room* room = nullptr;
  Role role;
  Epoch epoch;
};

/// The sentence for a table that is not there, with the remedy.
std::string no_table(std::string_view name);

class Tables {
 public:
  Tables(Store& store, RoomLimits room_limits) : store_(store), limits_(room_limits) {}

  Store& store() { return store_; }
  /// Reads every journal once: a damaged store is not served [P-D3]. Rooms are still loaded when they are first used.
  std::optional<StoreError> check_journals();
  /// The room of a table, loaded if need be; null where there is no such table. One in trouble tries to recover.
  Result<Room*, StoreError> find(std::string_view name);

  // ---- sessions -------------------------------------------------------------------------------------------------------
  /// not_admitted for an unknown table or role and a wrong key alike, in the same time [P-A1].
  std::variant<Admitted, ByeCode> login(const Handshake& handshake, const Login& login);
  /// Admitted at once where the same key redeems again, and it is durable; empty where the session must wait: it is then a
  /// Waiter with request 0. Refused for a name that cannot be taken (request id 0).
  std::variant<std::monostate, Admitted, Refused, ByeCode> redeem(const Handshake& handshake, const Redeem& redeem,
                                                                 SessionId session, Now now);
  /// A request of an admitted role. Empty: it waits for the batch.
  std::variant<std::monostate, Answered, Refused, ByeCode> act(const Admitted& who, SessionId session, const Act& act,
                                                              Now now);

  // ---- the command line ---------------------------------------------------------------------------------------------------
  // errands.cpp does these; each is a sentence for the operator, or nothing where it is done.
  std::optional<std::string> create(const Genesis& genesis, std::vector<InviteRow> invites);
  /// An invite for a role of an existing table.
  std::optional<std::string> add_invite(InviteRow invite);
  /// Ends the key and the unused invites of a role [P-A2].
  std::optional<std::string> revoke(std::string_view table, Role role, Now now);
  void answer_errand(ErrandAnswer answer) { batch_.answers.push_back(std::move(answer)); }

  // ---- the storage ----------------------------------------------------------------------------------------------------------
  bool has_batch() const;
  /// How many wait for the next batch.
  std::size_t waiting() const { return waiters_.size(); }
  /// Everything accepted so far; no other batch may be under way.
  Batch take_batch();
  /// The batch under way is durable, or failed. Names everybody who waited for it.
  std::vector<Settled> settle(const std::optional<StoreError>& error);
  /// Rooms whose published table or keys changed in the last settle.
  const std::vector<Room*>& changed() const { return changed_; }

 private:
  void touch(Room* room);

  Store& store_;
  RoomLimits limits_;
  std::map<std::string, std::unique_ptr<Room>, std::less<>> rooms_;
  Batch batch_;                     // keys, invites and answers that wait for the next batch
  std::vector<Waiter> waiters_;     // of the next batch
  std::vector<Waiter> under_way_;   // of the batch with the storage
  std::vector<Room*> touched_;      // rooms with something in the next batch
  std::vector<Room*> in_batch_;     // rooms with something in the batch under way
  std::vector<Room*> changed_;
};

}  // namespace parley
