// The SQLite store: the suite of every store, then files and modes, one server per store, errands. TRUST P-D.
#include "tests/store_suite.h"
#include "tests/support/catch.h"
#include "tests/support/sqlite_files.h"

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

namespace fs = std::filesystem;
using namespace parley;
using namespace parley::test;
using Kind = StoreError::Kind;

TEST_CASE("the SQLite store is a store") {
  const TempFolder folder;
  store_suite([&] { return open_store(folder.path()); });
}

TEST_CASE("a store is made for its owner alone") {
  const TempFolder folder;
  const fs::path place = folder.path() / "new" / "store";
  auto store = open_store(place / "");
  CHECK(sentence(store->write(batch_at(0))) == "");
  CHECK(mode(place) == 0700);
  for (const char* file : {"parley.db", "parley.db-wal", "parley.db-shm"}) CHECK(mode(place / file) == 0600);
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(place)) ++files;
  CHECK(files == 3);
}

TEST_CASE("every store has an epoch and a key of its own") {
  const TempFolder folder;
  const auto one = open_store(folder.path() / "one"), other = open_store(folder.path() / "other");
  CHECK(one->epoch() != other->epoch());
  CHECK(one->server_key().public_key() != other->server_key().public_key());
}

TEST_CASE("a store is made only where that is asked for") {
  const TempFolder folder;
  const auto nothing = open_sqlite_store(folder.path(), false);
  REQUIRE_FALSE(nothing);
  CHECK(nothing.error().kind == Kind::failed);
  const auto no_folder = open_sqlite_store(folder.path() / "none", false);
  REQUIRE_FALSE(no_folder);
  CHECK(no_folder.error().kind == Kind::unwritable);
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("a folder that others can use is refused") {
  const TempFolder folder;
  open_store(folder.path());
  for (const int bits : {0750, 0705, 0777, 0710}) {
    ::chmod(folder.path().c_str(), static_cast<mode_t>(bits));
    CHECK(open_error(folder.path()).kind == Kind::unwritable);
    CHECK(says(open_error(folder.path()), "chmod 700"));
  }
  ::chmod(folder.path().c_str(), 0700);
  if (::geteuid() == 0) {
    REQUIRE(::chown(folder.path().c_str(), 65534, 65534) == 0);
    CHECK(open_error(folder.path()).kind == Kind::unwritable);
    CHECK(says(open_error(folder.path()), "belongs to another user"));
    REQUIRE(::chown(folder.path().c_str(), 0, 0) == 0);
  }
  CHECK(open_store(folder.path()));
}

TEST_CASE("what cannot be opened for writing is refused") {
  const TempFolder folder;
  fs::create_directory(folder.path() / "parley.db");
  const StoreError error = open_error(folder.path());
  CHECK(error.kind == Kind::unwritable);
  CHECK(says(error, "parley.db"));
  put(folder.path() / "a file", "");
  CHECK(open_error(folder.path() / "a file").kind == Kind::unwritable);
  CHECK(open_error(folder.path() / "a file" / "below").kind == Kind::unwritable);
}

TEST_CASE("a store that is removed or replaced while in use takes no more writes") {
  const TempFolder folder;
  const fs::path file = folder.path() / "parley.db", aside = folder.path() / "aside";
  auto store = open_store(folder.path());
  CHECK(sentence(store->write(batch_at(0))) == "");
  for (const char* companion : {"", "-wal", "-shm"}) {
    const fs::path name = file.string() + companion;
    for (const bool replaced : {false, true}) {
      fs::rename(name, aside);
      if (replaced) fs::copy_file(aside, name);
      const auto error = store->write(batch_at(1));
      REQUIRE(error);
      CHECK(error->kind == Kind::failed);
      CHECK(says(*error, "removed or replaced"));
      CHECK(all(*store, "caladan").size() == 1);
      fs::rename(aside, name);
    }
  }
  CHECK(sentence(store->write(batch_at(1))) == "");
  store.reset();
  CHECK(whole_batches(*open_store(folder.path())) == 2);
}

TEST_CASE("one server per store [P-D6]") {
  const TempFolder folder;
  auto lock = StoreLock::take(folder.path());
  REQUIRE(lock);
  const auto second = StoreLock::take(folder.path());
  REQUIRE_FALSE(second);
  CHECK(second.error().kind == Kind::in_use);
  CHECK(says(second.error(), "process " + std::to_string(::getpid()) + ":"));
  { const StoreLock moved = std::move(*lock); }
  CHECK(StoreLock::take(folder.path()));
  const Ended killed = in_a_child([&](int pipe) {
    const auto held = StoreLock::take(folder.path());
    say(pipe, held ? "held" : "refused");
    ::raise(SIGKILL);
  });
  CHECK(killed.output == "held");
  CHECK(StoreLock::take(folder.path()));
  CHECK(mode(folder.path() / "lock") == 0600);
}

TEST_CASE("an errand left beside a running server is seen, and its answer read") {
  const TempFolder folder;
  const auto server = open_store(folder.path());
  CHECK(server->errands()->empty());
  const auto leave = [&](int pipe) {
    const auto beside = open_sqlite_store(folder.path(), false);
    if (!beside) return say(pipe, beside.error().sentence);
    const auto number = (*beside)->leave_errand("invite arrakis ATR");
    say(pipe, number ? std::to_string(*number) : number.error().sentence);
  };
  CHECK(in_a_child(leave).output == "1");
  REQUIRE(server->errands()->size() == 1);
  CHECK((*server->errands())[0].text == "invite arrakis ATR");
  CHECK(in_a_child(leave).output == "2");
  CHECK(server->errands()->size() == 2);

  const auto beside = open_sqlite_store(folder.path(), false);
  REQUIRE(beside);
  CHECK_FALSE((*beside)->errand_answer(1)->has_value());
  Batch batch = batch_at(0);
  batch.answers = {{1, "done"}};
  CHECK(sentence(server->write(batch)) == "");
  CHECK(**(*beside)->errand_answer(1) == "done");
  CHECK(server->errands()->size() == 1);
}
