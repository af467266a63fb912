// One live table. Takes requests, says what becomes of each, and keeps what sessions send on; no sockets, no threads.
// It holds two tables: `next` has everything accepted, `published` only what is durable. Requests are judged against
// `next` and applied to it at once, so two payments in one batch cannot share a purse; players see `published`.
#pragma once

#include "common/core/apply.h"
#include "common/core/check.h"
#include "common/keys/chain.h"
#include "common/keys/statement.h"
#include "common/wire/message.h"
#include "common/wire/names.h"
#include "server/requests.h"
#include "server/store.h"

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <set>

namespace parley {

/// The clock as the server sees it: wall time for the record, a monotonic tick for every deadline [P-R6].
struct Now {
  Time wall;
  std::chrono::milliseconds tick{};
};

using SessionId = Strong<struct SessionTag, std::uint64_t>;

/// A commit on its way or recently published, encoded once for all who watch.
struct Entry {
  Commit commit;
  RequestId request;
  std::string bytes;          // the public form, as journaled
  std::string secret;         // encoded, empty if none
  std::string signature;      // of a consent, on its way to the store; empty once it is there
  std::string frame;          // committed
  std::string private_frame;  // committed_private, empty if there is no secret

  const std::string& frame_for(Role role) const {
    return !private_frame.empty() && sees_secret(role, commit) ? private_frame : frame;
  }
};
std::shared_ptr<const Entry> make_entry(Commit commit, RequestId request, std::string signature = {});
/// The entry of a journaled row, or nothing where it does not decode.
std::shared_ptr<const Entry> make_entry(const CommitRow& row);

/// The sentence for a journal that breaks at version `bad`, with the last good version.
StoreError damaged_after(const std::string& table, Version bad, std::string_view why);

/// Accepted: will be answered when version `version` is durable.
struct Accepted {
  Version version;
  bool repeated = false;
};
/// What becomes of a request at once.
using Receipt = std::variant<Accepted, Answered, Refused, ByeCode>;

/// Bounds that an operator may set (`parleyd serve --rate`).
struct RoomLimits {
  std::uint32_t actions_per_second = limits::actions_per_second;  // 0: no limit
  std::uint32_t actions_burst = limits::actions_burst;
};

class Room {
 public:
  /// The table as its journal says. `damaged` names the table and its last good version.
  static Result<std::unique_ptr<Room>, StoreError> load(Store& store, const std::string& name, RoomLimits room_limits);
  /// A new table, its genesis not yet durable.
  static std::unique_ptr<Room> create(Store& store, const Genesis& genesis, RoomLimits room_limits);

  const std::string& name() const { return name_; }
  const SeatKeys& seats() const { return seats_; }
  /// What is durable: the only table that anybody is shown.
  const Table& published() const { return published_; }
  /// The version of everything accepted; it falls back to the published one when a batch fails.
  Version head() const { return next_.version; }
  const Hash& table_hash() const { return table_hash_; }
  Live live() const;
  /// Whether a client's last commit is one of ours.
  bool knows(const Resume& resume) const;

  // ---- requests ---------------------------------------------------------------------------------------------------
  /// Judges a request on `next` and, where it is accepted, applies it there. In this order: `ahead`, not_permitted, the id
  /// (repeated, request_reused, request_old), the rate, the rules, and before anything is told that depends on a purse or a hand
  /// the signature of a consent; too_soon. A ByeCode ends the session. Nothing has changed unless a new Accepted is returned.
  Receipt receive(Role role, const Act& act, Now now);
  /// not_permitted, for a verb that the role does not have.
  Refused forbid(RequestId request) const { return Refused{request, {Refusal::Code::not_permitted}, next_.version}; }
  /// Whether a player may be called that at this table, with everything accepted.
  Verdict check_name(Seat seat, const Name& name) const { return parley::check_name(next_, seat, name); }
  /// Whether no key may log in for the seat, so that a `vacated` would be refused.
  bool is_vacant(Seat seat) const { return next_[seat].vacant; }
  /// A commit of the server's own (seated, vacated); it must be lawful.
  void commit_as_server(Action action, Now now);

  // ---- becoming durable ---------------------------------------------------------------------------------------------
  /// Rows for the store that have not been handed out yet.
  void take_rows(std::vector<CommitRow>& rows);
  /// Everything handed out so far is durable.
  void publish();
  /// Writing failed or its outcome is unknown: `next` is dropped and both tables are brought to what the store has.
  /// Where the store cannot be read there is trouble, until another try ends well: the table is not served meanwhile.
  void recover();
  const std::optional<StoreError>& trouble() const { return trouble_; }

  // ---- what sessions send on ------------------------------------------------------------------------------------------
  /// A recent commit, or nothing if it is in the journal only.
  std::shared_ptr<const Entry> recent(Version version) const;

  // ---- keys and invites -------------------------------------------------------------------------------------------------
  const KeyRow* key(Role role) const;
  void set_key(KeyRow row) { keys_[row.role] = std::move(row); }
  const InviteRow* invite(const Hash& code) const;
  void set_invite(InviteRow row) { invites_[row.code] = std::move(row); }
  const std::map<Hash, InviteRow>& invites() const { return invites_; }
  const std::map<Role, KeyRow>& keys() const { return keys_; }
  RequestId highest_request(Role role) const;

  // ---- who is here --------------------------------------------------------------------------------------------------------
  /// The newest login of a role wins; whoever held it before is superseded.
  void enter(Role role, SessionId session);
  /// A session that only watches; false where the role has as many as it may have.
  bool watch(Role role, SessionId session);
  /// Of either kind; whoever is not here is left out of account.
  void leave(Role role, SessionId session);
  bool holds(Role role, SessionId session) const;
  /// Bit n for seat n, bit 8 for the host.
  std::uint16_t present() const { return present_; }

 private:
  struct Bucket {
    double tokens = 0;
    std::chrono::milliseconds filled{};
    bool started = false;
  };

  Room(Store& store, std::string name, RoomLimits room_limits);
  std::optional<StoreError> replay_from(Version from);
  std::optional<StoreError> reload();
  Receipt judge_used_id(Role role, const Act& act, Now now);
  std::shared_ptr<const Entry> remembered(Role role, RequestId request) const;
  bool spend_token(Role role, Now now);
  Verdict check_probe(Role role, const Request& request, Verdict verdict, Now now);
  bool signed_by(Role role, const Act& act) const;
  bool could_not_be_signed(const Request& consent) const;
  std::optional<StoreError> load_keys();
  void accept(Commit commit, RequestId request, std::string signature);
  void show(std::shared_ptr<const Entry> entry);

  Store& store_;
  std::string name_;
  RoomLimits limits_;
  SeatKeys seats_;
  Table next_;
  Table published_;
  std::size_t history_bytes_ = 0;  // of next
  Hash chain_{};              // of published
  Hash table_hash_{};         // the link of the genesis
  std::vector<Short> links_;  // one per published version
  std::deque<std::shared_ptr<const Entry>> unpublished_;
  std::size_t handed_out_ = 0;  // of unpublished_, given to the storage
  std::deque<std::shared_ptr<const Entry>> recent_;
  std::optional<StoreError> trouble_;
  std::map<Role, RequestId> highest_;  // committed or on its way
  std::map<Role, KeyRow> keys_;
  std::map<Hash, InviteRow> invites_;
  std::map<Role, SessionId> holders_;
  std::map<Role, std::set<SessionId>> watchers_;
  std::uint16_t present_ = 0;
  std::map<Role, Bucket> buckets_;
  std::map<std::pair<Role, Seat>, std::chrono::milliseconds> probe_until_;  // who asked, whose purse [HOUSE B10]
};

}  // namespace parley
