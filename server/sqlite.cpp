#include "server/sqlite.h"

#include "common/core/invariant.h"

#include <sqlite3.h>

#include <cerrno>
#include <system_error>

namespace parley::sqlite {

namespace {

constexpr int lock_wait_ms = 2000;  // the command line holds the write lock for one errand only

/// SQLite calls a file that may not grow (a limit, a quota) an I/O error; for the operator it is a full disk.
bool means_full(int os_error) { return os_error == ENOSPC || os_error == EDQUOT || os_error == EFBIG; }

bool means_unwritable(int os_error) { return os_error == EROFS || os_error == EACCES || os_error == EPERM; }

StoreError::Kind kind_of(int code, int os_error) {
  switch (code & 0xff) {
    case SQLITE_FULL:
      return StoreError::Kind::full;
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return StoreError::Kind::unwritable;
    case SQLITE_CANTOPEN:
      return means_full(os_error) ? StoreError::Kind::full : StoreError::Kind::unwritable;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:  // our statements do not change: the schema that they speak of is not there
      return StoreError::Kind::damaged;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return StoreError::Kind::in_use;
    case SQLITE_IOERR:
      if (means_full(os_error)) return StoreError::Kind::full;
      return means_unwritable(os_error) ? StoreError::Kind::unwritable : StoreError::Kind::failed;
    default:
      return StoreError::Kind::failed;
  }
}

}  // namespace

Database::Database(const std::string& path, Mode mode) {
  const int access = mode == Mode::salvage ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  errno = 0;
  opened_ = sqlite3_open_v2(path.c_str(), &handle_, access | SQLITE_OPEN_NOMUTEX, nullptr);
  invariant(handle_ != nullptr, "SQLite has memory for a connection");
  if (opened_ != SQLITE_OK) remember_failure();
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, lock_wait_ms);
  // Lifts SQLite's refusal of a file that is shorter than its first page says.
  if (mode == Mode::salvage) run("PRAGMA writable_schema = ON");
}

Database::~Database() { sqlite3_close(handle_); }

bool Database::run(const char* sql) {
  if (opened_ != SQLITE_OK) return false;
  errno = 0;
  const bool good = sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) == SQLITE_OK;
  if (!good) remember_failure();
  return good;
}

void Database::remember_failure() {
  os_error_ = errno;
  code_ = sqlite3_extended_errcode(handle_);
  words_ = sqlite3_errmsg(handle_);
}

bool Database::in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

Fault Database::fault() const {
  const int primary = code_ & 0xff;
  const bool from_system = primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN;
  const int os_error = from_system ? os_error_ : 0;
  std::string words = words_;
  if (os_error != 0) words += ": " + std::generic_category().message(os_error);
  return {kind_of(code_, os_error), std::move(words)};
}

Statement::~Statement() { sqlite3_finalize(prepared_); }

Query::Query(Statement& statement, Unbound) : statement_(statement), code_(statement.connection_.opened_) {
  if (code_ != SQLITE_OK) return;
  Database& connection = statement_.connection_;
  sqlite3_stmt*& prepared = statement_.prepared_;
  invariant(prepared == nullptr || sqlite3_stmt_busy(prepared) == 0, "a statement has one run at a time");
  if (prepared != nullptr) return;
  errno = 0;
  code_ = sqlite3_prepare_v3(connection.handle_, statement_.sql_, -1, SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
  if (failed()) connection.remember_failure();
}

Query::~Query() {
  if (statement_.prepared_ == nullptr) return;
  sqlite3_reset(statement_.prepared_);
  sqlite3_clear_bindings(statement_.prepared_);
}

bool Query::next() {
  if (failed() || code_ == SQLITE_DONE) return false;
  errno = 0;
  code_ = sqlite3_step(statement_.prepared_);
  if (failed()) statement_.connection_.remember_failure();
  return code_ == SQLITE_ROW;
}

bool Query::done() {
  while (next()) {
  }
  return !failed();
}

bool Query::at_end() const { return code_ == SQLITE_DONE; }

bool Query::failed() const { return code_ != SQLITE_OK && code_ != SQLITE_ROW && code_ != SQLITE_DONE; }

int Query::changes() const { return sqlite3_changes(statement_.connection_.handle_); }

std::int64_t Query::number(int column) const { return sqlite3_column_int64(statement_.prepared_, column); }

bool Query::null(int column) const { return sqlite3_column_type(statement_.prepared_, column) == SQLITE_NULL; }

std::string_view Query::bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_.prepared_, column);
  if (data == nullptr) return {};
  return {static_cast<const char*>(data), static_cast<std::size_t>(sqlite3_column_bytes(statement_.prepared_, column))};
}

void Query::bind(int place, std::int64_t value) {
  if (!failed()) keep(sqlite3_bind_int64(statement_.prepared_, place, value));
}

void Query::bind(int place, Text value) {
  const char* data = value.utf8.empty() ? "" : value.utf8.data();  // a null pointer would bind NULL
  if (!failed())
    keep(sqlite3_bind_text64(statement_.prepared_, place, data, value.utf8.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Query::bind(int place, Blob value) {
  const char* data = value.bytes.empty() ? "" : value.bytes.data();
  if (!failed()) keep(sqlite3_bind_blob64(statement_.prepared_, place, data, value.bytes.size(), SQLITE_TRANSIENT));
}

void Query::bind(int place, const std::optional<Blob>& value) {
  if (value) return bind(place, *value);
  if (!failed()) keep(sqlite3_bind_null(statement_.prepared_, place));
}

void Query::keep(int code) {
  if (failed()) return;
  code_ = code;
  if (failed()) statement_.connection_.remember_failure();
}

}  // namespace parley::sqlite
