// Files of SQLite stores for tests: made, read whole, patched, and used by children that die.
#pragma once

#include "server/sqlite.h"
#include "server/sqlite_store.h"
#include "tests/store_suite.h"
#include "tests/support/temp_folder.h"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley::test {

/// For stores that must open.
std::unique_ptr<Store> open_store(const std::filesystem::path& folder);
/// For stores that must not open, neither for a server nor for the command line beside it.
StoreError open_error(const std::filesystem::path& folder);
bool says(const StoreError& error, std::string_view words);

int mode(const std::filesystem::path& path);
std::string contents(const std::filesystem::path& file);
void put(const std::filesystem::path& file, std::string_view bytes);
/// Writes bytes over those at an offset of a closed store.
void patch(const std::filesystem::path& file, std::size_t offset, std::string_view bytes);

/// Batch k: k % 7 + 1 commits of arrakis and one of caladan, so that the two heads tell a whole batch from a part.
Batch batch_at(std::uint64_t number);
/// How many batches a store holds; fails the test where it holds anything else.
std::uint64_t whole_batches(Store& store);
/// A store of a little of everything.
Batch little_of_everything();

/// Everything that a store says, in the order of its interface.
struct Everything {
  std::vector<TableHead> heads;
  std::vector<CommitRow> rows;
  std::vector<std::optional<CommitRow>> found;
  std::vector<RequestId> highest;
  std::vector<KeyRow> keys;
  std::vector<InviteRow> invites;
  std::vector<std::string> errands;
  std::array<std::uint8_t, 8> epoch{};
  PublicKey server{};
  friend bool operator==(const Everything&, const Everything&) = default;
};
Result<Everything, StoreError> everything(const std::filesystem::path& folder);

struct Ended {
  std::string output;
  int status = 0;
};
/// Runs `child` in a process of its own and returns what it wrote to its pipe and how it ended.
Ended in_a_child(const std::function<void(int pipe)>& child);
void say(int pipe, std::string_view text);
/// SIGKILL to this process after so long, wherever it is by then.
void die_after(std::chrono::microseconds time);

}  // namespace parley::test
