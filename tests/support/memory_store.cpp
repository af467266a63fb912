#include "tests/support/memory_store.h"

#include <algorithm>
#include <utility>

namespace parley::test {

std::optional<StoreError> MemoryStore::write(const Batch& batch) {
  const StoreError failed{StoreError::Kind::failed, "the test's disk failed"};
  const Fault fault = std::exchange(next_, Fault::none);
  if (full_) return StoreError{StoreError::Kind::full, "the test's disk is full"};
  if (fault == Fault::fails) return failed;

  auto journals = journals_;
  for (const CommitRow& row : batch.commits) {
    auto& journal = journals[row.table];
    const bool used = std::any_of(journal.begin(), journal.end(), [&](const CommitRow& r) {
      return row.request != RequestId{} && r.role == row.role && r.request == row.request;
    });
    if (used || row.version.value != journal.size()) return failed;
    journal.push_back(row);
  }
  auto errands = errands_;
  for (const ErrandAnswer& answer : batch.answers) {
    if (answer.number == 0 || answer.number > errands.size() || errands[answer.number - 1].second) return failed;
    errands[answer.number - 1].second = answer.text;
  }
  journals_ = std::move(journals);
  errands_ = std::move(errands);
  for (const KeyRow& row : batch.keys) keys_[{row.table, row.role}] = row;
  for (const InviteRow& row : batch.invites) invites_[row.code] = row;
  return fault == Fault::unknown ? std::optional(failed) : std::nullopt;
}

std::optional<StoreError> MemoryStore::inspect(const std::function<bool(const CommitRow&)>& visit) {
  for (const auto& [name, journal] : journals_)
    if (auto error = read(name, Version{}, visit)) return error;
  return std::nullopt;
}

Result<std::vector<TableHead>, StoreError> MemoryStore::tables() {
  std::vector<TableHead> heads;
  for (const auto& [name, journal] : journals_)
    if (!journal.empty()) heads.push_back({name, journal.back().version});
  return heads;
}

std::optional<StoreError> MemoryStore::read(std::string_view table, Version from,
                                            const std::function<bool(const CommitRow&)>& visit) {
  if (unreadable_) return StoreError{StoreError::Kind::failed, "the test's disk cannot be read"};
  const auto found = journals_.find(table);
  if (found == journals_.end()) return std::nullopt;
  for (std::uint64_t v = from.value; v < found->second.size(); ++v)
    if (!visit(found->second[v])) break;
  return std::nullopt;
}

Result<std::optional<CommitRow>, StoreError> MemoryStore::find(std::string_view table, Role role, RequestId request) {
  ++lookups;
  std::optional<CommitRow> found;
  read(table, Version{}, [&](const CommitRow& row) {
    if (request != RequestId{} && row.role == role && row.request == request) found = row;
    return !found;
  });
  return found;
}

Result<RequestId, StoreError> MemoryStore::highest_request(std::string_view table, Role role) {
  RequestId highest;
  read(table, Version{}, [&](const CommitRow& row) {
    if (row.role == role) highest = std::max(highest, row.request);
    return true;
  });
  return highest;
}

Result<std::vector<KeyRow>, StoreError> MemoryStore::keys(std::string_view table) {
  std::vector<KeyRow> rows;
  for (const auto& [at, row] : keys_)
    if (row.table == table) rows.push_back(row);
  return rows;
}

Result<std::vector<InviteRow>, StoreError> MemoryStore::invites(std::string_view table) {
  std::vector<InviteRow> rows;
  for (const auto& [code, row] : invites_)
    if (row.table == table) rows.push_back(row);
  return rows;
}

Result<std::optional<InviteRow>, StoreError> MemoryStore::invite(const Hash& code) {
  const auto found = invites_.find(code);
  return found == invites_.end() ? std::optional<InviteRow>{} : found->second;
}

Result<std::vector<Errand>, StoreError> MemoryStore::errands() {
  std::vector<Errand> waiting;
  for (std::size_t i = 0; i < errands_.size(); ++i)
    if (!errands_[i].second) waiting.push_back({i + 1, errands_[i].first});
  return waiting;
}

Result<std::uint64_t, StoreError> MemoryStore::leave_errand(std::string_view text) {
  errands_.emplace_back(text, std::nullopt);
  return std::uint64_t{errands_.size()};
}

Result<std::optional<std::string>, StoreError> MemoryStore::errand_answer(std::uint64_t number) {
  return number == 0 || number > errands_.size() ? std::optional<std::string>{} : errands_[number - 1].second;
}

}  // namespace parley::test
