// SQLite stores whose bytes were changed, cut short or taken away. TRUST P-D3.
#include "tests/support/catch.h"
#include "tests/support/sqlite_files.h"

#include <sys/stat.h>

#include <array>
#include <fstream>
#include <random>

namespace fs = std::filesystem;
using namespace parley;
using namespace parley::test;
using Kind = StoreError::Kind;

TEST_CASE("a newer schema and a strange file are told apart [P-D3]") {
  const TempFolder folder;
  const fs::path file = folder.path() / "parley.db";
  open_store(folder.path());
  Kind expected = Kind::damaged;
  SECTION("newer") {
    patch(file, 60, std::string_view("\0\0\0\3", 4));
    expected = Kind::newer;
  }
  SECTION("older: before rows had seals") {
    patch(file, 60, std::string_view("\0\0\0\1", 4));
    expected = Kind::older;
  }
  SECTION("another program's database") { patch(file, 68, "ELSE"); }
  SECTION("no database") { put(file, std::string(5000, 'x')); }
  SECTION("a short file") { put(file, "x"); }
  SECTION("an empty file") { put(file, ""); }
  const std::string before = contents(file);
  const StoreError error = open_error(folder.path());
  CHECK(error.kind == expected);
  CHECK(says(error, file.string()));
  CHECK(contents(file) == before);
}

TEST_CASE("a file cut short anywhere is refused, with what is left of each table [P-D3]") {
  const TempFolder folder;
  const fs::path file = folder.path() / "parley.db";
  auto store = open_store(folder.path());
  for (std::uint64_t k = 0; k < 200; ++k) REQUIRE(sentence(store->write(batch_at(k))) == "");
  store.reset();
  const std::string whole = contents(file);
  for (std::size_t lost = 1; lost < whole.size(); lost += 1021) {
    put(file, whole.substr(0, whole.size() - lost));
    const StoreError error = open_error(folder.path());
    CHECK(error.kind == Kind::damaged);
    CHECK(says(error, file.string()));
  }
  put(file, whole.substr(0, whole.size() / 4 * 3));  // commits fill it from the middle on
  const StoreError cut = open_error(folder.path());
  INFO(cut.sentence);
  CHECK(says(cut, "; table arrakis is good up to version "));
  CHECK_FALSE(says(cut, "table caladan"));
  put(file, whole);
  store = open_store(folder.path());
  CHECK(whole_batches(*store) == 200);
}

TEST_CASE("damage inside is found when its table is read, and other tables go on [P-D3]") {
  const TempFolder folder;
  const fs::path file = folder.path() / "parley.db";
  auto store = open_store(folder.path());
  for (std::uint64_t k = 0; k < 200; ++k) REQUIRE(sentence(store->write(batch_at(k))) == "");
  store.reset();
  const std::size_t place = contents(file).find("arrakis commit 500");
  REQUIRE(place != std::string::npos);
  patch(file, place / 4096 * 4096, std::string(4096, '\0'));

  store = open_store(folder.path());
  std::uint64_t visited = 0;
  const auto error = store->read("arrakis", Version{0}, [&](const CommitRow&) { return ++visited > 0; });
  REQUIRE(error);
  CHECK(error->kind == Kind::damaged);
  CHECK(visited > 0);
  CHECK(visited <= 500);
  CHECK(says(*error, "table arrakis is good up to version " + std::to_string(visited - 1) + ";"));
  CHECK_FALSE(says(*error, "caladan"));
  CHECK(all(*store, "caladan").size() == 200);
}

TEST_CASE("a byte that changes anywhere in a store is noticed, or changes nothing [P-D3]") {
  const TempFolder folder;
  const fs::path file = folder.path() / "parley.db";
  auto store = open_store(folder.path());
  REQUIRE(store->leave_errand("revoke arrakis ATR"));
  REQUIRE(store->leave_errand("invite arrakis ATR"));
  REQUIRE(sentence(store->write(little_of_everything())) == "");
  store.reset();
  const std::string whole = contents(file);
  const auto expected = everything(folder.path());
  REQUIRE(expected);

  std::size_t noticed = 0;
  for (std::size_t place = 0; place < whole.size(); place += 7) {  // so that every bit of a byte has its turn
    for (const char* companion : {"-wal", "-shm"}) fs::remove(file.string() + companion);
    std::string changed = whole;
    changed[place] = static_cast<char>(changed[place] ^ 1 << place % 8);
    put(file, changed);
    const auto found = everything(folder.path());
    INFO("byte " << place << " of " << whole.size() << (found ? "" : ": " + found.error().sentence));
    if (found) CHECK(*found == *expected);
    else {
      ++noticed;
      CHECK(says(found.error(), file.string()));
      CHECK(says(found.error(), "damaged"));
      CHECK(says(found.error(), "put a backup in its place"));
    }
  }
  CHECK(noticed > 100);
}

TEST_CASE("a stored commit that was changed is the first bad version of its table, whatever the column [P-D3]") {
  const TempFolder folder;
  const fs::path file = folder.path() / "parley.db";
  auto store = open_store(folder.path());
  REQUIRE(store->leave_errand("revoke arrakis ATR"));
  REQUIRE(sentence(store->write(little_of_everything())) == "");
  store.reset();
  const std::string change = GENERATE("bytes = CAST('arrakis commit 3' AS BLOB)", "secret = CAST('the nurse' AS BLOB)",
                                      "signature = x''", "role = 3", "request = 8", "request = NULL", "seal = randomblob(8)");
  INFO(change);
  {
    sqlite::Database other(file.string(), sqlite::Database::Mode::ordinary);
    REQUIRE(other.run(("UPDATE commits SET " + change + " WHERE version = 2").c_str()));
  }
  store = open_store(folder.path());
  for (const auto& error : {store->inspect([](const CommitRow&) { return true; }), store->read("arrakis", Version{}, [](const CommitRow&) { return true; }),
                            store->read("arrakis", Version{2}, [](const CommitRow&) { return true; })}) {
    REQUIRE(error);
    CHECK(error->kind == Kind::damaged);
    CHECK(says(*error, "table arrakis is good up to version 1;"));
    CHECK_FALSE(says(*error, "caladan"));
  }
  const auto found = store->find("arrakis", Role::of(Seat{2}), RequestId{9});
  CHECK_FALSE((found && found->has_value()));
}

TEST_CASE("a key, an invite, an errand or a store's name that was changed is not served [P-D3]") {
  const TempFolder folder;
  const fs::path file = folder.path() / "parley.db";
  auto store = open_store(folder.path());
  for (int n = 0; n < 2; ++n) REQUIRE(store->leave_errand("revoke arrakis ATR"));
  REQUIRE(sentence(store->write(little_of_everything())) == "");
  store.reset();
  const std::string change = GENERATE(
      "UPDATE keys SET revoked = 0", "UPDATE keys SET table_name = 'arrbkis'", "UPDATE keys SET epoch = epoch + 1",
      "UPDATE invites SET revoked = 0", "UPDATE invites SET used_by = NULL", "UPDATE invites SET role = 8",
      "UPDATE errands SET text = 'revoke arrakis HAR'", "UPDATE meta SET seed = randomblob(32)",
      "UPDATE meta SET epoch = randomblob(8)", "UPDATE tables SET name = 'arrbkis' WHERE name = 'arrakis'", "DELETE FROM meta",
      "DELETE FROM commits WHERE version = 0", "DROP TABLE keys", "DROP INDEX commits_by_request");
  INFO(change);
  {
    sqlite::Database other(file.string(), sqlite::Database::Mode::ordinary);
    REQUIRE(other.run(change.c_str()));
  }
  const auto found = everything(folder.path());
  REQUIRE_FALSE(found);
  CHECK(found.error().kind == Kind::damaged);
  CHECK(says(found.error(), file.string() + " is damaged ("));
  CHECK(says(found.error(), "put a backup in its place"));
}
