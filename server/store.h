// Where a server keeps what it must not lose: commits, keys, invites, and errands from the command line.
// An interface small enough for a second store; tests/store_suite.h is what any store must pass.
// `write` belongs to the storage thread, everything else to the I/O thread; both may run at the same time.
// What is read is what was written, or the call fails as `damaged`: a store keeps a seal with every row (seal.h) [P-D3].
// Knows no rules: commits are bytes here.
#pragma once

#include "common/core/result.h"
#include "common/core/role.h"
#include "common/keys/keys.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

/// One journaled commit. (table, version) is its key; (table, role, request) is unique where request is not 0.
struct CommitRow {
  std::string table;
  Version version;
  Role role;
  RequestId request;      // for role server the version; 0 at genesis
  std::string bytes;      // the public form; stored, hashed and sent as it is, for ever
  std::string secret;     // the private part, empty if none
  std::string signature;  // the seat's signature where the action is a consent, else empty
  friend bool operator==(const CommitRow&, const CommitRow&) = default;
};

/// Who holds a role. A revoked key stays on record until the next one replaces it.
struct KeyRow {
  std::string table;
  Role role;
  PublicKey key{};
  Epoch epoch;
  bool revoked = false;
  friend bool operator==(const KeyRow&, const KeyRow&) = default;
};

struct InviteRow {
  Hash code{};                        // SHA-256 of the invite's code
  std::string table;
  Role role;
  std::optional<PublicKey> used_by;   // the key that redeemed it
  bool revoked = false;
  friend bool operator==(const InviteRow&, const InviteRow&) = default;
};

/// A request from `parleyd invite|revoke|table new`, for the running server to take up.
struct Errand {
  std::uint64_t number = 0;
  std::string text;
};
struct ErrandAnswer {
  std::uint64_t number = 0;
  std::string text;
};

/// Written together or not at all. Keys and invites replace what has the same key ((table, role); code).
struct Batch {
  std::vector<CommitRow> commits;
  std::vector<KeyRow> keys;
  std::vector<InviteRow> invites;
  std::vector<ErrandAnswer> answers;
  bool empty() const { return commits.empty() && keys.empty() && invites.empty() && answers.empty(); }
};

struct StoreError {
  enum class Kind { in_use, older, newer, damaged, unwritable, full, failed };
  Kind kind;
  std::string sentence;  // for the operator: which store, what is wrong, what to do
};

struct TableHead {
  std::string table;
  Version head;
  friend bool operator==(const TableHead&, const TableHead&) = default;
};

class Store {
 public:
  virtual ~Store() = default;

  /// Durable when it returns nothing; on an error nothing of the batch is written, or the outcome is unknown
  /// and the caller must read the heads again before it writes more. Versions of a table must follow its head
  /// without a gap (a new table starts at 0), a request is used once, an errand is answered once and must be there;
  /// anything else is `failed`. The store can be used after every error: with space again, a full one writes again.
  virtual std::optional<StoreError> write(const Batch& batch) = 0;

  /// Reads everything once, before it is served: `damaged` if a row is not what was written, or is missing. Shows every
  /// commit on the way, table after table, until the visitor returns false.
  virtual std::optional<StoreError> inspect(const std::function<bool(const CommitRow&)>& visit) = 0;
  /// Every table with its last version, by name.
  virtual Result<std::vector<TableHead>, StoreError> tables() = 0;
  /// Commits of a table in order, from `from` on, until the visitor returns false; none if there is no such table.
  /// The visitor may ask the store for anything but another `read`. A gap in the versions is `damaged`.
  virtual std::optional<StoreError> read(std::string_view table, Version from,
                                         const std::function<bool(const CommitRow&)>& visit) = 0;
  /// The commit that a role's request became, for ever [P-O2]; never one for request 0.
  virtual Result<std::optional<CommitRow>, StoreError> find(std::string_view table, Role role, RequestId request) = 0;
  /// The highest request id that a role has committed; 0 if none.
  virtual Result<RequestId, StoreError> highest_request(std::string_view table, Role role) = 0;

  /// Of one table: keys by role, invites by code.
  virtual Result<std::vector<KeyRow>, StoreError> keys(std::string_view table) = 0;
  virtual Result<std::vector<InviteRow>, StoreError> invites(std::string_view table) = 0;
  virtual Result<std::optional<InviteRow>, StoreError> invite(const Hash& code) = 0;

  /// Errands that have no answer yet, oldest first; of every process. Cheap enough to ask at every turn.
  virtual Result<std::vector<Errand>, StoreError> errands() = 0;
  /// Called by the command line beside a running server: leaves an errand, returns its number (1 and up, never
  /// used again). Durable like a commit.
  virtual Result<std::uint64_t, StoreError> leave_errand(std::string_view text) = 0;
  /// Nothing while there is none.
  virtual Result<std::optional<std::string>, StoreError> errand_answer(std::uint64_t number) = 0;

  /// Made when the store was made: 8 random bytes that name this history, and the server's secret key.
  virtual std::array<std::uint8_t, 8> epoch() const = 0;
  virtual const SecretKey& server_key() const = 0;
};

}  // namespace parley
