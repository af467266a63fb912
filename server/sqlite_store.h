// The store in one SQLite file, DIR/parley.db: WAL, synchronous FULL, group commit by the caller's batches.
// Two connections: one for `write`, one for everything else, so that two threads need no lock between them.
// The rows are sqlite_store.cpp's, the file is sqlite_file.h's, SQLite itself is behind sqlite.h.
#pragma once

#include "server/store.h"

#include <filesystem>

namespace parley {

/// Whether DIR/parley.db is there, whatever it is.
bool is_sqlite_store(const std::filesystem::path& folder);

/// Opens DIR/parley.db. `create` makes the folder (0700) and the store (0600) where they are missing. Errors name the
/// file and the remedy: a newer schema, a damaged file, a folder of the wrong mode or owner, a disk that is read-only.
/// Does not read the commits, so a long history opens as fast as a short one: damage among them is told by `read`.
/// Does not lock: `StoreLock` does, and only the holder of the lock may call `write`. `write` refuses (`failed`) once
/// the file or one of its companions has been removed or replaced.
Result<std::unique_ptr<Store>, StoreError> open_sqlite_store(const std::filesystem::path& folder, bool create);

/// One server per store [P-D6]: an flock on DIR/lock, held while this lives and no longer than its process.
class StoreLock {
 public:
  /// `in_use` when somebody holds it, this process included; the sentence names the process. The folder must exist.
  static Result<StoreLock, StoreError> take(const std::filesystem::path& folder);
  StoreLock(StoreLock&& other) noexcept;
  StoreLock& operator=(StoreLock&&) = delete;
  ~StoreLock();

 private:
  explicit StoreLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace parley
