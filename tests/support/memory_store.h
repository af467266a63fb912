// A store in memory, for tests of the server: what SQLite promises, and the faults of a disk when a test asks for them.
#pragma once

#include "server/store.h"

#include <map>

namespace parley::test {

class MemoryStore final : public Store {
 public:
  /// What becomes of a write. `fails`: nothing is written. `unknown`: written, but reported as failed.
  enum class Fault { none, fails, unknown };
  /// Of the next write only.
  void fault_next(Fault fault) { next_ = fault; }
  /// Of every write until there is space again.
  void set_full(bool full) { full_ = full; }
  /// Commits cannot be read until they can be again.
  void set_unreadable(bool unreadable) { unreadable_ = unreadable; }
  /// How often a request was looked up.
  int lookups = 0;
  const std::vector<CommitRow>& journal(const std::string& table) { return journals_[table]; }

  std::optional<StoreError> write(const Batch& batch) override;
  std::optional<StoreError> inspect(const std::function<bool(const CommitRow&)>& visit) override;
  Result<std::vector<TableHead>, StoreError> tables() override;
  std::optional<StoreError> read(std::string_view table, Version from,
                                 const std::function<bool(const CommitRow&)>& visit) override;
  Result<std::optional<CommitRow>, StoreError> find(std::string_view table, Role role, RequestId request) override;
  Result<RequestId, StoreError> highest_request(std::string_view table, Role role) override;
  Result<std::vector<KeyRow>, StoreError> keys(std::string_view table) override;
  Result<std::vector<InviteRow>, StoreError> invites(std::string_view table) override;
  Result<std::optional<InviteRow>, StoreError> invite(const Hash& code) override;
  Result<std::vector<Errand>, StoreError> errands() override;
  Result<std::uint64_t, StoreError> leave_errand(std::string_view text) override;
  Result<std::optional<std::string>, StoreError> errand_answer(std::uint64_t number) override;
  std::array<std::uint8_t, 8> epoch() const override { return {1, 2, 3, 4, 5, 6, 7, 8}; }
  const SecretKey& server_key() const override { return server_key_; }

 private:
  Fault next_ = Fault::none;
  bool full_ = false;
  bool unreadable_ = false;
  std::map<std::string, std::vector<CommitRow>, std::less<>> journals_;
  std::map<std::pair<std::string, Role>, KeyRow> keys_;
  std::map<Hash, InviteRow> invites_;
  std::vector<std::pair<std::string, std::optional<std::string>>> errands_;  // text, answer; number is index + 1
  SecretKey server_key_ = SecretKey::from_seed({9});
};

}  // namespace parley::test
