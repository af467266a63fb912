#include "server/sqlite_file.h"

#include "common/keys/keys.h"
#include "server/sqlite_rows.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace parley {

namespace fs = std::filesystem;
using sqlite::Blob;
using sqlite::Database;
using sqlite::Query;
using sqlite::Statement;
using Kind = StoreError::Kind;

namespace {

constexpr std::int64_t application = 0x5041524c;  // "PARL"; tells our files from other programs'
constexpr std::int64_t schema_version = 2;  // 2: every row has a seal

// Request 0 is stored as NULL, so that the unique index does not see it. Roles are code(Role).
constexpr const char* schema = R"(
BEGIN;
CREATE TABLE meta (
  one INTEGER PRIMARY KEY CHECK (one = 1), epoch BLOB NOT NULL, seed BLOB NOT NULL, seal BLOB NOT NULL) STRICT;
CREATE TABLE tables (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE commits (
  table_id INTEGER NOT NULL, version INTEGER NOT NULL, role INTEGER NOT NULL, request INTEGER,
  bytes BLOB NOT NULL, secret BLOB NOT NULL, signature BLOB NOT NULL, seal BLOB NOT NULL,
  PRIMARY KEY (table_id, version)) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX commits_by_request ON commits (table_id, role, request) WHERE request IS NOT NULL;
CREATE TABLE keys (
  table_name TEXT NOT NULL, role INTEGER NOT NULL, key BLOB NOT NULL, epoch INTEGER NOT NULL, revoked INTEGER NOT NULL,
  seal BLOB NOT NULL, PRIMARY KEY (table_name, role)) STRICT, WITHOUT ROWID;
CREATE TABLE invites (
  code BLOB NOT NULL PRIMARY KEY, table_name TEXT NOT NULL, role INTEGER NOT NULL, used_by BLOB,
  revoked INTEGER NOT NULL, seal BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX invites_by_table ON invites (table_name);
CREATE TABLE errands (number INTEGER PRIMARY KEY, text TEXT NOT NULL, seal BLOB NOT NULL, answer TEXT) STRICT;
CREATE INDEX open_errands ON errands (number) WHERE answer IS NULL;
PRAGMA application_id = 0x5041524c;
PRAGMA user_version = 2;
)";
static_assert(application == 0x5041524c && schema_version == 2, "as the schema's last lines say");

StoreError unwritable(const std::string& what, int os_error, const char* remedy) {
  return {Kind::unwritable, what + ": " + std::generic_category().message(os_error) + "; " + remedy};
}

/// A new name survives a power cut only once its folder is on disk.
bool sync_folder(const fs::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool synced = ::fsync(fd) == 0;
  return ::close(fd) == 0 && synced;
}

std::optional<StoreError> write_schema(const std::string& file) {
  Database connection(file, Database::Mode::ordinary);
  // A batch writes whole pages, few bytes in each: half of SQLite's usual size is a third faster (measured), and the
  // longest ordinary offer with its signature still fits in one.
  if (!connection.run("PRAGMA page_size = 2048; PRAGMA synchronous = FULL") || !connection.run(schema))
    return failure(file, connection);
  const auto epoch = random_bytes<8>();
  const SecretKey key = SecretKey::generate();
  const Seal sealed = seal_of_meta(epoch, key.seed());
  Statement meta(connection, "INSERT INTO meta VALUES (1, ?1, ?2, ?3)");
  if (!Query(meta, Blob{view(epoch)}, Blob{view(key.seed())}, Blob{view(sealed)}).done() || !connection.run("COMMIT"))
    return failure(file, connection);
  return std::nullopt;
}

std::optional<StoreError> make_file(const std::string& file) {
  const std::string draft = file + ".new." + std::to_string(::getpid());
  for (const char* left : {"", "-journal"}) ::unlink((draft + left).c_str());  // by a killed process of this number
  const int fd = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (fd < 0) return unwritable(draft, errno, "check the folder and its disk");
  ::close(fd);
  auto error = write_schema(draft);
  if (!error && ::link(draft.c_str(), file.c_str()) != 0 && errno != EEXIST)
    error = unwritable(file, errno, "name a folder on another disk");
  ::unlink(draft.c_str());
  if (!error && !sync_folder(fs::path(file).parent_path())) error = unwritable(file, errno, "check its disk");
  return error;
}

/// SQLite refuses a file that lacks a page, and reads the missing end of its last page as zeros. A file with a log may
/// be short: the log has the rest.
bool cut_short(const std::string& file, std::int64_t pages, std::int64_t page_bytes) {
  std::error_code none;
  const auto log_bytes = fs::file_size(file + "-wal", none);
  if (!none && log_bytes > 0) return false;
  const auto file_bytes = fs::file_size(file, none);  // last: a server that ends now has emptied its log into it
  return !none && file_bytes < static_cast<std::uintmax_t>(pages * page_bytes);
}

/// What a PRAGMA answers; nothing on a fault.
std::optional<std::int64_t> ask(Database& connection, const char* pragma) {
  Statement statement(connection, pragma);
  Query query(statement);
  if (!query.next()) return std::nullopt;
  return query.number(0);
}

/// Every object of a schema, as SQLite keeps it.
std::optional<std::string> schema_of(Database& connection) {
  Statement statement(connection, "SELECT group_concat(type || name || tbl_name || coalesce(sql, ''), ';') "
                                  "FROM (SELECT * FROM sqlite_schema ORDER BY rowid)");
  Query query(statement);
  if (!query.next()) return std::nullopt;
  return std::string(query.bytes(0));
}

std::string our_schema() {
  Database empty(":memory:", Database::Mode::ordinary);
  empty.run(schema);
  return schema_of(empty).value_or("");
}

struct TableRow {
  std::int64_t id;
  std::string name;
};

/// The tables as far as they can be read; `complete` tells whether that is all of them.
std::vector<TableRow> readable_tables(Database& connection, bool& complete) {
  std::vector<TableRow> rows;
  Statement tables(connection, "SELECT id, name FROM tables ORDER BY id");
  Query row(tables);
  // In a damaged file a walk may come back to where it was: only rising numbers are believed.
  while (row.next() && row.number(0) > (rows.empty() ? 0 : rows.back().id))
    rows.push_back({row.number(0), std::string(row.bytes(1))});
  complete = row.at_end();
  return rows;
}

/// What damage has left: the last good version of every table that ends early.
std::string last_good_versions(const std::string& file) {
  Database connection(file, Database::Mode::salvage);
  Statement commits(connection,
                    "SELECT version, role, request, bytes, secret, signature, seal FROM commits WHERE table_id = ?1 "
                    "ORDER BY version");
  std::string found;
  bool complete = false;
  for (const TableRow& table : readable_tables(connection, complete)) {
    std::int64_t good = 0;
    CommitRow row;
    row.table = table.name;
    Seal last{};
    Query commit(commits, table.id);
    while (commit.next() && commit.number(0) == good && load(commit, row, last)) ++good;
    if (commit.at_end() && good > 0) continue;
    found += "; table " + table.name;
    found += good == 0 ? " has no good version" : " is good up to version " + std::to_string(good - 1);
  }
  return complete ? found : found + "; its list of tables cannot be read to the end";
}

}  // namespace

std::optional<StoreError> prepare_folder(const fs::path& folder, bool create) {
  if (create) {
    std::error_code error;
    fs::create_directories(folder.parent_path(), error);  // where this fails, mkdir says why
    if (::mkdir(folder.c_str(), S_IRWXU) == 0)
      sync_folder(folder.parent_path());
    else if (errno != EEXIST)
      return unwritable(folder.string(), errno, "name another folder, or make this one");
  }
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) return unwritable(folder.string(), errno, "name the folder of a store");
  if (!S_ISDIR(status.st_mode)) return unwritable(folder.string(), ENOTDIR, "name the folder of a store");
  if (status.st_uid != ::geteuid())
    return StoreError{Kind::unwritable, folder.string() + " belongs to another user: run as that user, or chown it"};
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    return StoreError{Kind::unwritable, folder.string() + " is open to other users: chmod 700 it"};
  return std::nullopt;
}

bool is_there(const fs::path& file) {
  std::error_code none;
  return fs::symlink_status(file, none).type() != fs::file_type::not_found;
}

std::optional<StoreError> prepare_sqlite_file(const std::string& file, bool create) {
  if (is_there(file)) return std::nullopt;
  // SQLite would throw this log away, and with it the commits that only it holds.
  if (is_there(file + "-wal"))
    return StoreError{Kind::damaged, file + " is missing, its log " + file + "-wal is there: put it back"};
  if (create) return make_file(file);
  return StoreError{Kind::failed, file + " does not exist: name the folder of a store, or make a table"};
}

std::optional<StoreError> judge_sqlite_file(const std::string& file, Database& connection) {
  const auto found_application = ask(connection, "PRAGMA application_id");
  if (!found_application) return failure(file, connection);
  if (*found_application != application)
    return StoreError{Kind::damaged, file + " is not a store of parley, or its first page is damaged: name another folder, or "
                                            "put a backup in its place"};
  const auto found_version = ask(connection, "PRAGMA user_version");
  if (!found_version) return failure(file, connection);
  if (*found_version != schema_version) {
    const bool newer = *found_version > schema_version;
    return StoreError{newer ? Kind::newer : Kind::older,
                      file + " was written by " + (newer ? "a newer" : "an older") + " parleyd (schema " +
                          std::to_string(*found_version) + ", this one knows " + std::to_string(schema_version) +
                          " only), or its first page is damaged: use that parleyd, name another folder, or put a backup in "
                          "its place"};
  }
  const auto pages = ask(connection, "PRAGMA page_count");
  const auto page_bytes = ask(connection, "PRAGMA page_size");
  if (!pages || !page_bytes) return failure(file, connection);
  if (cut_short(file, *pages, *page_bytes)) return damaged(file, "its end is missing");
  const auto found_schema = schema_of(connection);
  if (!found_schema) return failure(file, connection);
  static const std::string expected_schema = our_schema();
  if (*found_schema != expected_schema) return damaged(file, "its list of tables is not parley's");
  // Copying the log back only every 8 MiB writes a page once that many batches have touched.
  if (!connection.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;"
                      "PRAGMA journal_size_limit = 67108864; PRAGMA trusted_schema = OFF;"
                      "PRAGMA cell_size_check = ON"))
    return failure(file, connection);
  Statement mode(connection, "PRAGMA journal_mode");
  Query answer(mode);
  if (!answer.next()) return failure(file, connection);
  if (answer.bytes(0) != "wal")  // SQLite's refusal of it is no fault
    return StoreError{Kind::failed, file + " is on a disk without shared memory between processes: use a local disk"};
  return std::nullopt;
}

StoreError failure(const std::string& file, const Database& connection) {
  const sqlite::Fault fault = connection.fault();
  const std::string because = " (" + fault.words + "): ";
  switch (fault.kind) {
    case Kind::damaged:
      return damaged(file, fault.words);
    case Kind::full:
      return {Kind::full, file + " cannot grow" + because + "free some space on its disk"};
    case Kind::unwritable:
      return {Kind::unwritable, file + " cannot be opened or written" + because +
                                    "check its owner, its mode, and that its disk is not mounted read-only"};
    case Kind::in_use:
      return {Kind::in_use, file + " is locked by another program" + because + "end that program"};
    case Kind::older:
    case Kind::newer:
    case Kind::failed:
      break;
  }
  return {Kind::failed, file + " failed" + because + "check its disk and the system's log"};
}

StoreError damaged(const std::string& file, std::string_view words) {
  std::string what = " is damaged (" + std::string(words) + ")" + last_good_versions(file);
  for (char& letter : what)  // some of it was read from the damaged file
    if (letter < ' ' || letter > '~') letter = '?';
  return {Kind::damaged, file + what + "; keep a copy of the folder and put a backup in its place"};
}

FileIdentity identity(const std::string& file) {
  FileIdentity found{};
  std::size_t place = 0;
  for (const char* companion : {"", "-wal", "-shm"}) {
    struct stat status {};
    if (::stat((file + companion).c_str(), &status) == 0) {
      found[place] = status.st_dev;
      found[place + 1] = status.st_ino;
    }
    place += 2;
  }
  return found;
}

}  // namespace parley
