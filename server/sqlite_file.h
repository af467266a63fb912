// The file of a SQLite store: making it, judging whether it is one, and what to tell the operator when it fails.
// Nothing here knows rows but for their order: sqlite_store.cpp does.
#pragma once

#include "server/sqlite.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

/// The folder is there, ours, and closed to everybody else; `create` makes it so where it is missing.
std::optional<StoreError> prepare_folder(const std::filesystem::path& folder, bool create);

/// Whether a file of that name is there, whatever it is.
bool is_there(const std::filesystem::path& file);

/// The file is there; `create` makes an empty store with a new epoch and server key, mode 0600, where it is missing: under
/// another name first, so that a file called as asked is never half a store. One made meanwhile by another process stays.
std::optional<StoreError> prepare_sqlite_file(const std::string& file, bool create);

/// Nothing if `connection`, just opened on `file`, shows a store of this version. Writes nothing before it knows;
/// then sets what parley asks of a connection: WAL, synchronous FULL.
std::optional<StoreError> judge_sqlite_file(const std::string& file, sqlite::Database& connection);

/// The error for the last failure of a connection.
StoreError failure(const std::string& file, const sqlite::Database& connection);
/// Names every table that ends early with its last good version; for that it reads all commits that can be read.
StoreError damaged(const std::string& file, std::string_view words);

/// Which files a store's path and its two companions name just now; changes when one is removed or replaced.
using FileIdentity = std::array<std::uint64_t, 6>;
FileIdentity identity(const std::string& file);

}  // namespace parley
