#include "server/sqlite_store.h"

#include "server/sqlite_file.h"
#include "server/sqlite_rows.h"

#include <map>

namespace parley {

namespace fs = std::filesystem;
using sqlite::Blob;
using sqlite::Database;
using sqlite::Query;
using sqlite::Statement;
using sqlite::Text;

namespace {

class SqliteStore final : public Store {
 public:
  explicit SqliteStore(std::string file) : file_(std::move(file)) {}
  /// Judges the file and reads what every start needs; a long history costs no more than a short one.
  std::optional<StoreError> start();

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
  std::array<std::uint8_t, 8> epoch() const override { return epoch_; }
  const SecretKey& server_key() const override { return *server_key_; }

 private:
  /// Where the next commit of a table goes.
  struct Tail {
    std::int64_t table_id;
    std::int64_t version;
    Seal seal;  // of the commit before
  };
  std::optional<StoreError> write_rows(const Batch& batch);
  std::optional<StoreError> write_commit(const CommitRow& row, Tail& tail);
  Result<Tail, StoreError> find_tail(const std::string& table);

  StoreError writer_failure() const { return failure(file_, writer_); }
  StoreError io_failure() const { return failure(file_, io_); }
  StoreError strange_row(const char* what) const { return damaged(file_, std::string(what) + " that parley did not write"); }
  StoreError refused(const std::string& why) const { return {StoreError::Kind::failed, file_ + ": " + why}; }

  const std::string file_;
  FileIdentity identity_{};
  std::array<std::uint8_t, 8> epoch_{};
  std::optional<SecretKey> server_key_;  // there after `start`

  // The storage thread's.
  Database writer_{file_, Database::Mode::ordinary};
  Statement begin_{writer_, "BEGIN IMMEDIATE"};
  Statement commit_{writer_, "COMMIT"};
  Statement rollback_{writer_, "ROLLBACK"};
  Statement find_tail_{writer_,
                       "SELECT id, version, seal FROM tables LEFT JOIN commits ON table_id = id WHERE name = ?1 "
                       "ORDER BY version DESC LIMIT 1"};
  Statement add_table_{writer_, "INSERT INTO tables (name) VALUES (?1) RETURNING id"};
  Statement add_commit_{writer_, "INSERT INTO commits VALUES (?1, ?2, ?3, nullif(?4, 0), ?5, ?6, ?7, ?8)"};
  Statement put_key_{writer_, "INSERT OR REPLACE INTO keys VALUES (?1, ?2, ?3, ?4, ?5, ?6)"};
  Statement put_invite_{writer_, "INSERT OR REPLACE INTO invites VALUES (?1, ?2, ?3, ?4, ?5, ?6)"};
  Statement answer_{writer_, "UPDATE errands SET answer = ?2 WHERE number = ?1 AND answer IS NULL"};

  // The I/O thread's; beside a running server the command line leaves its errand with it.
  Database io_{file_, Database::Mode::ordinary};
  Statement tables_{io_,
                    "SELECT name, (SELECT max(version) FROM commits WHERE table_id = id) FROM tables ORDER BY name"};
  Statement read_{io_,
                  "SELECT version, role, request, bytes, secret, signature, seal FROM commits "
                  "WHERE table_id = (SELECT id FROM tables WHERE name = ?1) AND version >= ?2 ORDER BY version"};
  Statement find_{io_,
                  "SELECT version, role, request, bytes, secret, signature, seal, "
                  "(SELECT seal FROM commits AS last WHERE last.table_id = c.table_id AND last.version = c.version - 1) "
                  "FROM commits AS c "
                  "WHERE table_id = (SELECT id FROM tables WHERE name = ?1) AND role = ?2 AND request = ?3"};
  // Ids from 2^63 on are negative numbers here, and higher than the others.
  Statement highest_{io_,
                     "SELECT coalesce("
                     "(SELECT max(request) FROM commits WHERE table_id = id AND role = ?2 AND request < 0), "
                     "(SELECT max(request) FROM commits WHERE table_id = id AND role = ?2 AND request > 0), 0) "
                     "FROM tables WHERE name = ?1"};
  Statement keys_{io_,
                  "SELECT table_name, role, key, epoch, revoked, seal FROM keys WHERE table_name = ?1 ORDER BY role"};
  Statement invites_{io_,
                     "SELECT code, table_name, role, used_by, revoked, seal FROM invites WHERE table_name = ?1 "
                     "ORDER BY code"};
  Statement invite_{io_, "SELECT code, table_name, role, used_by, revoked, seal FROM invites WHERE code = ?1"};
  Statement errands_{io_, "SELECT number, text, seal FROM errands WHERE answer IS NULL ORDER BY number"};
  Statement leave_errand_{io_, "INSERT INTO errands (text, seal) VALUES (?1, ?2) RETURNING number"};
  Statement errand_answer_{io_, "SELECT answer FROM errands WHERE number = ?1"};
};

std::optional<StoreError> SqliteStore::start() {
  for (Database* connection : {&writer_, &io_})
    if (auto error = judge_sqlite_file(file_, *connection)) return error;
  Statement meta(io_, "SELECT epoch, seed, seal FROM meta");
  Query row(meta);
  if (!row.next()) return row.failed() ? io_failure() : damaged(file_, "its name and key are missing");
  std::array<std::uint8_t, 32> seed{};
  if (!load(row.bytes(0), epoch_) || !load(row.bytes(1), seed) || row.bytes(2) != view(seal_of_meta(epoch_, seed)))
    return strange_row("a name or key");
  server_key_ = SecretKey::from_seed(seed);
  const auto heads = tables();  // a damaged file shows here or when the damaged table is read
  if (!heads) return heads.error();
  identity_ = identity(file_);
  return std::nullopt;
}

std::optional<StoreError> SqliteStore::write(const Batch& batch) {
  if (batch.empty()) return std::nullopt;
  // What goes into a file without a name is lost at the next start, however durable it looks.
  if (identity(file_) != identity_)
    return refused("it was removed or replaced while in use: end the server, put the store back, start again");
  if (!Query(begin_).done()) return writer_failure();
  auto error = write_rows(batch);
  if (!error && !Query(commit_).done()) error = writer_failure();
  if (writer_.in_transaction()) Query(rollback_).done();  // SQLite may have done so itself
  return error;
}

std::optional<StoreError> SqliteStore::write_rows(const Batch& batch) {
  std::map<std::string_view, Tail> tails;
  for (const CommitRow& row : batch.commits) {
    auto place = tails.find(row.table);
    if (place == tails.end()) {
      const auto tail = find_tail(row.table);
      if (!tail) return tail.error();
      place = tails.emplace(row.table, *tail).first;
    }
    if (auto error = write_commit(row, place->second)) return error;
  }
  for (const KeyRow& row : batch.keys)
    if (!Query(put_key_, Text{row.table}, code(row.role), Blob{view(row.key)}, row.epoch.value, row.revoked,
               Blob{view(seal(row))}).done())
      return writer_failure();
  for (const InviteRow& row : batch.invites) {
    const auto used_by = row.used_by ? std::optional(Blob{view(*row.used_by)}) : std::nullopt;
    if (!Query(put_invite_, Blob{view(row.code)}, Text{row.table}, code(row.role), used_by, row.revoked,
               Blob{view(seal(row))}).done())
      return writer_failure();
  }
  for (const ErrandAnswer& answer : batch.answers) {
    Query query(answer_, stored(answer.number), Text{answer.text});
    if (!query.done()) return writer_failure();
    if (query.changes() != 1) return refused("errand " + std::to_string(answer.number) + " is not open");
  }
  return std::nullopt;
}

std::optional<StoreError> SqliteStore::write_commit(const CommitRow& row, Tail& tail) {
  if (stored(row.version.value) != tail.version)
    return refused("version " + std::to_string(row.version.value) + " of table " + row.table + " does not follow");
  tail.seal = seal(tail.seal, row);
  Query add(add_commit_, tail.table_id, tail.version, code(row.role), stored(row.request.value), Blob{row.bytes},
            Blob{row.secret}, Blob{row.signature}, Blob{view(tail.seal)});
  if (!add.done()) return writer_failure();
  ++tail.version;
  return std::nullopt;
}

Result<SqliteStore::Tail, StoreError> SqliteStore::find_tail(const std::string& table) {
  Query found(find_tail_, Text{table});
  if (found.next()) {
    Tail tail{found.number(0), found.null(1) ? 0 : found.number(1) + 1, {}};
    if (tail.version > 0 && !load(found.bytes(2), tail.seal)) return strange_row("a seal");
    return tail;
  }
  if (found.failed()) return writer_failure();
  Query added(add_table_, Text{table});
  if (!added.next()) return writer_failure();
  const Tail start{added.number(0), 0, {}};
  if (!added.done()) return writer_failure();
  return start;
}

std::optional<StoreError> SqliteStore::inspect(const std::function<bool(const CommitRow&)>& visit) {
  // SQLite's own checks: its pages and the order of rows; for all but the commits, whose index takes it longer
  // than all else together and is walked below, also that every index has each row.
  for (const char* pragma : {"PRAGMA quick_check(1)", "PRAGMA integrity_check(tables)", "PRAGMA integrity_check(keys)",
                             "PRAGMA integrity_check(invites)", "PRAGMA integrity_check(errands)"}) {
    Statement check(io_, pragma);
    Query query(check);
    if (!query.next()) return io_failure();
    if (query.bytes(0) != "ok") return damaged(file_, query.bytes(0));
  }
  Statement keys(io_, "SELECT table_name, role, key, epoch, revoked, seal FROM keys");
  KeyRow key;
  for (Query query(keys); query.next();)
    if (!load(query, key)) return strange_row("a key");
  Statement invites(io_, "SELECT code, table_name, role, used_by, revoked, seal FROM invites");
  InviteRow invite;
  for (Query query(invites); query.next();)
    if (!load(query, invite)) return strange_row("an invite");
  const auto heads = tables();
  if (!heads) return heads.error();
  std::uint64_t places = 0;
  Statement id(io_, "SELECT id FROM tables WHERE name = ?1");
  for (const TableHead& head : *heads) {
    Query found(id, Text{head.table});
    if (!found.next()) return damaged(file_, "a table that is not found by its name");
    bool go_on = true;
    auto error = read(head.table, Version{}, [&](const CommitRow& row) {
      places += place_of({found.number(0), code(row.role), stored(row.request.value), stored(row.version.value)});
      return go_on = visit(row);
    });
    if (error || !go_on) return error;
  }
  Statement index(io_, "SELECT table_id, role, request, version FROM commits INDEXED BY commits_by_request "
                       "WHERE request IS NOT NULL");
  Query query(index);
  while (query.next()) places -= place_of({query.number(0), query.number(1), query.number(2), query.number(3)});
  if (query.failed()) return io_failure();
  if (places != 0) return damaged(file_, "its index of requests is not that of its commits");
  const auto open = errands();
  return open ? std::nullopt : std::optional(open.error());
}

Result<std::vector<TableHead>, StoreError> SqliteStore::tables() {
  std::vector<TableHead> heads;
  Query query(tables_);
  while (query.next()) {
    if (query.null(1)) return damaged(file_, "a table without commits");
    heads.push_back({std::string(query.bytes(0)), Version{loaded(query.number(1))}});
  }
  if (query.failed()) return io_failure();
  return heads;
}

std::optional<StoreError> SqliteStore::read(std::string_view table, Version from,
                                            const std::function<bool(const CommitRow&)>& visit) {
  if (stored(from.value) < 0) return std::nullopt;  // above every version there can be
  CommitRow row;
  row.table = table;
  Seal last{};
  const bool from_genesis = from == Version{};
  Query query(read_, Text{table}, stored(from.value) - !from_genesis);
  if (!from_genesis && query.next() && (loaded(query.number(0)) != from.value - 1 || !load(query.bytes(6), last)))
    return strange_row("a commit");
  for (Version next = from; query.next(); ++next.value) {
    if (!load(query, row, last) || row.version != next) return strange_row("a commit");
    if (!visit(row)) return std::nullopt;
  }
  if (query.failed()) return io_failure();
  return std::nullopt;
}

Result<std::optional<CommitRow>, StoreError> SqliteStore::find(std::string_view table, Role role, RequestId request) {
  std::optional<CommitRow> found;
  Query query(find_, Text{table}, code(role), stored(request.value));
  if (query.next()) {
    found.emplace().table = table;
    Seal last{};
    if (query.number(0) > 0 && !load(query.bytes(7), last)) return strange_row("a commit");
    if (!load(query, *found, last)) return strange_row("a commit");
  }
  if (query.failed()) return io_failure();
  return found;
}

Result<RequestId, StoreError> SqliteStore::highest_request(std::string_view table, Role role) {
  Query query(highest_, Text{table}, code(role));
  if (query.next()) return RequestId{loaded(query.number(0))};
  if (query.failed()) return io_failure();
  return RequestId{0};
}

Result<std::vector<KeyRow>, StoreError> SqliteStore::keys(std::string_view table) {
  std::vector<KeyRow> rows;
  Query query(keys_, Text{table});
  while (query.next())
    if (!load(query, rows.emplace_back())) return strange_row("a key");
  if (query.failed()) return io_failure();
  return rows;
}

Result<std::vector<InviteRow>, StoreError> SqliteStore::invites(std::string_view table) {
  std::vector<InviteRow> rows;
  Query query(invites_, Text{table});
  while (query.next())
    if (!load(query, rows.emplace_back())) return strange_row("an invite");
  if (query.failed()) return io_failure();
  return rows;
}

Result<std::optional<InviteRow>, StoreError> SqliteStore::invite(const Hash& code) {
  std::optional<InviteRow> found;
  Query query(invite_, Blob{view(code)});
  if (query.next() && !load(query, found.emplace())) return strange_row("an invite");
  if (query.failed()) return io_failure();
  return found;
}

Result<std::vector<Errand>, StoreError> SqliteStore::errands() {
  std::vector<Errand> open;
  Query query(errands_);
  while (query.next())
    if (!load(query, open.emplace_back())) return strange_row("an errand");
  if (query.failed()) return io_failure();
  return open;
}

Result<std::uint64_t, StoreError> SqliteStore::leave_errand(std::string_view text) {
  const Seal sealed = seal(Errand{0, std::string(text)});
  Query query(leave_errand_, Text{text}, Blob{view(sealed)});
  if (!query.next()) return io_failure();
  const std::uint64_t number = loaded(query.number(0));
  if (!query.done()) return io_failure();  // the row is there only once the statement has ended
  return number;
}

Result<std::optional<std::string>, StoreError> SqliteStore::errand_answer(std::uint64_t number) {
  std::optional<std::string> answer;
  Query query(errand_answer_, stored(number));
  if (query.next() && !query.null(0)) answer = query.bytes(0);
  if (query.failed()) return io_failure();
  return answer;
}

}  // namespace

bool is_sqlite_store(const fs::path& folder) { return is_there(folder / "parley.db"); }

Result<std::unique_ptr<Store>, StoreError> open_sqlite_store(const fs::path& folder, bool create) {
  fs::path place = fs::absolute(folder);
  if (!place.has_filename()) place = place.parent_path();  // a slash at the end
  const std::string file = (place / "parley.db").string();
  if (auto error = prepare_folder(place, create)) return *error;
  if (auto error = prepare_sqlite_file(file, create)) return *error;
  auto store = std::make_unique<SqliteStore>(file);
  if (auto error = store->start()) return *error;
  return std::unique_ptr<Store>(std::move(store));
}

}  // namespace parley
