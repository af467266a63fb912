// SQLite as values that clean up after themselves: a connection, a prepared statement, one run of it.
// Knows no schema and writes no sentences; sqlite_store.cpp does. sqlite3.h is included by sqlite.cpp alone.
// A connection with its statements belongs to one thread at a time: SQLite takes no locks for it.
#pragma once

#include "server/store.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace parley::sqlite {

/// Why the last call on a connection failed: what it means for a store, and SQLite's and the system's words for it.
struct Fault {
  StoreError::Kind kind;
  std::string words;
};

class Database {
 public:
  enum class Mode {
    ordinary,
    salvage,  // reads what is left of a file that ordinary connections refuse; never writes
  };
  /// Opens an existing file and waits up to 2 s for other processes' locks. A failure is told by the first use.
  Database(const std::string& path, Mode mode);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  /// Runs statements that return nothing worth reading; false on a fault.
  bool run(const char* sql);
  bool in_transaction() const;
  /// Of the call that failed last.
  Fault fault() const;

 private:
  friend class Query;
  void remember_failure();

  sqlite3* handle_ = nullptr;
  int opened_;  // SQLite's code
  // The last failure: SQLite forgets it when the statement goes.
  int code_ = 0;
  std::string words_;
  int os_error_ = 0;  // errno: SQLite's own record of it (sqlite3_system_errno) misses failures of COMMIT
};

/// Prepared when it is first run, kept until it goes. Must not outlive its connection.
class Statement {
 public:
  Statement(Database& connection, const char* sql) : connection_(connection), sql_(sql) {}
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement();

 private:
  friend class Query;
  Database& connection_;
  const char* sql_;
  sqlite3_stmt* prepared_ = nullptr;
};

/// What a parameter may be besides a number; both are copied when they are bound.
struct Text {
  std::string_view utf8;
};
struct Blob {
  std::string_view bytes;
};

/// One run of a statement, with its parameters in order; a statement has one run at a time. Rows hold their read
/// snapshot until the query goes. After a fault there are no more rows, and `failed` says so.
class Query {
 public:
  template <class... Parameters>
  explicit Query(Statement& statement, const Parameters&... parameters) : Query(statement, Unbound{}) {
    int place = 0;
    (bind(++place, parameters), ...);
  }
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query();

  /// Steps to the next row; false at the end and on a fault.
  bool next();
  /// Runs to the end; false on a fault.
  bool done();
  bool failed() const;
  /// All rows were seen, without a fault.
  bool at_end() const;
  /// Rows that this run of an INSERT or UPDATE has changed.
  int changes() const;

  /// Columns of the present row, from 0.
  std::int64_t number(int column) const;
  bool null(int column) const;
  /// Text or blob; valid until the next step.
  std::string_view bytes(int column) const;

 private:
  struct Unbound {};
  Query(Statement& statement, Unbound);
  void bind(int place, std::int64_t value);
  void bind(int place, Text value);
  void bind(int place, Blob value);
  void bind(int place, const std::optional<Blob>& value);
  void keep(int code);

  Statement& statement_;
  int code_;  // SQLite's, of the last step or the first fault
};

}  // namespace parley::sqlite
