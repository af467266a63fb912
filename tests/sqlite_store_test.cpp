// The SQLite store: the suite of every store, then files, modes, damage, kill -9 and full disks. TRUST P-D.
#include "server/sqlite.h"
#include "server/sqlite_store.h"

#include "tests/store_suite.h"
#include "tests/support/catch.h"
#include "tests/support/table_rig.h"
#include "tests/support/temp_folder.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <ctime>
#include <fstream>
#include <random>

namespace fs = std::filesystem;
using namespace parley;
using namespace parley::test;
using Kind = StoreError::Kind;

namespace {

/// For stores that must open.
std::unique_ptr<Store> open_store(const fs::path& folder) {
  auto store = open_sqlite_store(folder, true);
  if (!store) throw std::runtime_error(store.error().sentence);
  return std::move(*store);
}

/// For stores that must not open, neither for a server nor for the command line beside it.
StoreError open_error(const fs::path& folder) {
  const auto made = open_sqlite_store(folder, true);
  const auto found = open_sqlite_store(folder, false);
  if (made || found) throw std::runtime_error("the store opened");
  CHECK(made.error().kind == found.error().kind);
  return made.error();
}

bool says(const StoreError& error, std::string_view words) { return error.sentence.find(words) != std::string::npos; }

int mode(const fs::path& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? static_cast<int>(status.st_mode & 0777) : -1;
}

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void put(const fs::path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

/// Writes bytes over those at an offset of a closed store.
void patch(const fs::path& file, std::size_t offset, std::string_view bytes) {
  std::string whole = contents(file);
  whole.replace(offset, bytes.size(), bytes);
  put(file, whole);
}

/// Batch k: k % 7 + 1 commits of arrakis and one of caladan, so that the two heads tell a whole batch from a part.
Batch batch_at(std::uint64_t number) {
  std::uint64_t version = 0;
  for (std::uint64_t k = 0; k < number; ++k) version += k % 7 + 1;
  Batch batch = commits({commit("caladan", number, Role::host(), number + 1)});
  for (std::uint64_t i = 0; i <= number % 7; ++i) batch.commits.push_back(commit("arrakis", version + i));
  return batch;
}

/// How many batches a store holds; fails the test where it holds anything else.
std::uint64_t whole_batches(Store& store) {
  const std::vector<CommitRow> arrakis = all(store, "arrakis"), caladan = all(store, "caladan");
  std::vector<CommitRow> expected;
  for (std::uint64_t k = 0; k < caladan.size(); ++k) {
    const Batch batch = batch_at(k);
    CHECK(caladan[k] == batch.commits[0]);
    expected.insert(expected.end(), batch.commits.begin() + 1, batch.commits.end());
  }
  CHECK(arrakis == expected);
  return caladan.size();
}

/// A store of a little of everything.
Batch little_of_everything() {
  Batch batch = commits({commit("arrakis", 0), commit("arrakis", 1, Role::host(), 5), commit("caladan", 0),
                         commit("arrakis", 2, Role::of(Seat{2}), 9), commit("caladan", 1, Role::host(), 6)});
  batch.commits[3].secret = "the purse";
  batch.commits[3].signature = std::string(64, 's');
  batch.keys = {{"arrakis", Role::host(), {1, 2}, Epoch{1}, false}, {"arrakis", Role::of(Seat{2}), {3}, Epoch{2}, true}};
  batch.invites = {{{1}, "arrakis", Role::of(Seat{2}), std::nullopt, false},
                   {{2}, "arrakis", Role::viewer(1), PublicKey{7}, false},
                   {{3}, "caladan", Role::host(), std::nullopt, true}};
  batch.answers = {{1, "done"}};
  return batch;
}

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

Result<Everything, StoreError> everything(const fs::path& folder) {
  const auto opened = open_sqlite_store(folder, false);
  if (!opened) return opened.error();
  Store& store = **opened;
  if (auto error = store.inspect([](const CommitRow&) { return true; })) return *error;
  Everything all;
  all.heads = *store.tables();
  for (const char* table : {"arrakis", "caladan"}) {
    const auto error = store.read(table, Version{}, [&](const CommitRow& row) { return all.rows.push_back(row), true; });
    if (error) return *error;
    for (const Role role : {Role::host(), Role::of(Seat{2})}) {
      all.highest.push_back(*store.highest_request(table, role));
      for (const std::uint64_t request : {5, 6, 9}) all.found.push_back(*store.find(table, role, RequestId{request}));
    }
    const auto keys = store.keys(table);
    all.keys.insert(all.keys.end(), keys->begin(), keys->end());
    const auto invites = store.invites(table);
    all.invites.insert(all.invites.end(), invites->begin(), invites->end());
  }
  const auto errands = store.errands();
  for (const Errand& errand : *errands) all.errands.push_back(errand.text);
  all.epoch = store.epoch();
  all.server = store.server_key().public_key();
  return all;
}

/// Runs `child` in a process of its own and returns what it wrote to its pipe and how it ended.
struct Ended {
  std::string output;
  int status = 0;
};
Ended in_a_child(const std::function<void(int pipe)>& child) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t pid = ::fork();
  if (pid < 0) throw std::runtime_error("no child");
  if (pid == 0) {
    ::close(ends[0]);
    child(ends[1]);
    ::_exit(0);
  }
  ::close(ends[1]);
  Ended ended;
  std::array<char, 4096> buffer;
  for (ssize_t size; (size = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
    ended.output.append(buffer.data(), static_cast<std::size_t>(size));
  ::close(ends[0]);
  ::waitpid(pid, &ended.status, 0);
  return ended;
}

void say(int pipe, std::string_view text) {
  [[maybe_unused]] const auto size = ::write(pipe, text.data(), text.size());
}

/// SIGKILL to this process after so long, wherever it is by then.
void die_after(std::chrono::microseconds time) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGKILL;
  timer_t timer{};
  itimerspec when{};
  when.it_value.tv_nsec = static_cast<long>(std::chrono::nanoseconds(time).count());
  if (::timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 || ::timer_settime(timer, 0, &when, nullptr) != 0)
    ::_exit(9);
}

}  // namespace

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
    sqlite::Connection other(file.string(), sqlite::Connection::Mode::ordinary);
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
    sqlite::Connection other(file.string(), sqlite::Connection::Mode::ordinary);
    REQUIRE(other.run(change.c_str()));
  }
  const auto found = everything(folder.path());
  REQUIRE_FALSE(found);
  CHECK(found.error().kind == Kind::damaged);
  CHECK(says(found.error(), file.string() + " is damaged ("));
  CHECK(says(found.error(), "put a backup in its place"));
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

TEST_CASE("after kill -9 a store holds whole batches, and every one that was acknowledged [P-D2]") {
  constexpr unsigned seed = 1984, rounds = 60, life_us_max = 30'000;
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const TempFolder folder;
  open_store(folder.path());
  std::uint64_t known = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    INFO("round " << round);
    const auto life = std::chrono::microseconds(1 + random() % life_us_max);
    const Ended ended = in_a_child([&](int pipe) {
      if (round % 2 == 0) die_after(life);  // perhaps while it takes up what the last one left
      const auto store = open_store(folder.path());
      if (round % 2 != 0) die_after(life);
      for (std::uint64_t k = store->tables()->empty() ? 0 : store->tables()->back().head.value + 1;; ++k) {
        if (store->write(batch_at(k))) ::_exit(1);
        say(pipe, ".");
      }
    });
    CHECK(WIFSIGNALED(ended.status));
    const std::uint64_t found = whole_batches(*open_store(folder.path()));
    CHECK(found >= known + ended.output.size());
    CHECK(found <= known + ended.output.size() + 1);
    known = found;
  }
  CHECK(known > 0);
}

TEST_CASE("kill -9 while a store is made leaves none or a whole one [P-D2]") {
  const TempFolder folder;
  for (int life_us = 100; life_us <= 10'000; life_us += 300) {
    const fs::path place = folder.path() / std::to_string(life_us);
    in_a_child([&](int) {
      die_after(std::chrono::microseconds(life_us));
      open_store(place);
    });
    CHECK(whole_batches(*open_store(place)) == 0);
  }
}

TEST_CASE("a log without its store is not thrown away [P-D3]") {
  const TempFolder folder;
  const fs::path file = folder.path() / "parley.db";
  in_a_child([&](int) {
    const auto store = open_store(folder.path());
    store->write(batch_at(0));
    ::raise(SIGKILL);
  });
  fs::rename(file, folder.path() / "aside");
  CHECK(open_error(folder.path()).kind == Kind::damaged);
  CHECK(says(open_error(folder.path()), "put it back"));
  fs::rename(folder.path() / "aside", file);
  CHECK(whole_batches(*open_store(folder.path())) == 1);
}

TEST_CASE("a full disk refuses writes, goes on reading, and writes again when there is space [P-D3]") {
  const TempFolder folder;
  // RLIMIT_FSIZE holds for all files of a process, so the disk is full in a child.
  const Ended ended = in_a_child([&](int pipe) {
    std::signal(SIGXFSZ, SIG_IGN);
    const auto store = open_store(folder.path());
    std::uint64_t next = 0;
    for (; next < 20; ++next)
      if (store->write(batch_at(next))) return say(pipe, "failed with space left");
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    for (int filled = 1; filled <= 3; ++filled) {
      limit.rlim_cur = fs::file_size(folder.path() / "parley.db-wal") + 20'000;
      ::setrlimit(RLIMIT_FSIZE, &limit);
      std::optional<StoreError> error;
      while (!(error = store->write(batch_at(next)))) ++next;
      if (error->kind != Kind::full) return say(pipe, "not full: " + error->sentence);
      error = store->write(batch_at(next));
      if (!error || error->kind != Kind::full) return say(pipe, "not full the second time");
      if (all(*store, "caladan").size() != next) return say(pipe, "reading stopped");
      limit.rlim_cur = limit.rlim_max;
      ::setrlimit(RLIMIT_FSIZE, &limit);
      for (int more = 0; more < 3; ++more, ++next)
        if ((error = store->write(batch_at(next)))) return say(pipe, "no recovery: " + error->sentence);
    }
    say(pipe, std::to_string(next));
  });
  CHECK(ended.status == 0);
  CHECK(ended.output == std::to_string(whole_batches(*open_store(folder.path()))));
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

// ---- tables on a store that fails, and in one batch -------------------------------------------------------------------------

TEST_CASE("P-D3: a table that cannot be read after a failed write is not served until it can be", "[room]") {
  TableRig rig;
  const Role har = Role::of(HAR);
  auto player = std::make_unique<Player>(rig, HAR);
  player->act(1, Say{Line{"lost"}});
  rig.store.fault_next(GENERATE(MemoryStore::Fault::fails, MemoryStore::Fault::unknown));
  rig.store.set_unreadable(true);
  rig.write();
  CHECK(player->read() == "bye storage");
  CHECK_FALSE(rig.tables->find("arrakis"));
  REQUIRE(rig.tables->changed().size() == 1);
  CHECK(rig.tables->changed()[0]->trouble()->sentence == "the test's disk cannot be read");
  CHECK(rig.tables->revoke("arrakis", har, rig.now) == "the test's disk cannot be read");
  CHECK_FALSE(rig.tables->has_batch());
  rig.store.set_unreadable(false);
  Player again(rig, HAR);
  CHECK_FALSE(again.ended());
  CHECK(rig.published().version.value + 1 == rig.store.journal("arrakis").size());
  again.act(2, Say{Line{"kept"}});
  rig.write();
  CHECK(again.read().starts_with("answered 2 v"));
}

TEST_CASE("P-A2, P-A5: of two invites for a role redeemed in one batch the later key holds it, the earlier is revoked", "[session]") {
  TableRig rig;
  const Role har = Role::of(HAR);
  const auto first_code = rig.invite(har, 50), second_code = rig.invite(har, 51);
  rig.use_key(har, 2);
  Client first(rig, har);
  first.redeem(first_code, "Paul");
  rig.use_key(har, 3);
  Client second(rig, har);
  second.redeem(second_code, "Leto");
  rig.write();
  CHECK(first.read() == "bye revoked");
  CHECK_FALSE(first.session().who());
  CHECK(second.read().starts_with("logged_in v10, commit 0"));
  CHECK(second.session().who()->epoch == Epoch{3});
  CHECK(rig.room().key(har)->key == rig.key(har).public_key());
  CHECK(rig.store.keys("arrakis")->at(har.seat().index).epoch == Epoch{3});
}

TEST_CASE("P-A2: a role that is revoked in the batch of its redemption is revoked, and the store does not fail", "[session]") {
  TableRig rig;
  const Role har = Role::of(HAR);
  const auto code = rig.invite(har, 50);
  rig.use_key(har, 2);
  Client client(rig, har);
  client.redeem(code, "Paul");
  const bool under_way = GENERATE(false, true);
  if (under_way) rig.begin_write();
  CHECK_FALSE(rig.tables->revoke("arrakis", har, rig.now));
  if (under_way) rig.end_write();
  rig.write();
  CHECK(client.read() == "bye revoked");
  CHECK(rig.published()[HAR].vacant);
  CHECK(rig.published().version == Version{10});
  CHECK(rig.store.keys("arrakis")->at(har.seat().index).revoked);
}

TEST_CASE("request ids that are old or reused are looked up no faster than actions are taken", "[room]") {
  TableRig rig({}, {.actions_per_second = 20, .actions_burst = 40});
  const Role atr = Role::of(ATR);
  for (int n = 0; n < 300; ++n) {  // more than a room remembers
    const Act act = rig.make(atr, 1000 + 2 * static_cast<std::uint64_t>(n), Say{Line{"x"}});
    REQUIRE(std::holds_alternative<std::monostate>(rig.ask(atr, act)));
    rig.write();
    rig.wait(std::chrono::seconds(1));
  }
  rig.wait(std::chrono::seconds(10));
  const Act repeated = rig.make(atr, 1598, Say{Line{"x"}});
  const Act bad = rig.make(atr, GENERATE(1001, 1003, 1000, 1598, 0), Say{Line{"y"}});  // old, old, reused, reused, nobody's
  rig.store.lookups = 0;
  for (int n = 0; n < 40; ++n) CHECK(words(rig.ask(atr, bad)).starts_with("refused request_"));
  for (int n = 0; n < 40; ++n) CHECK(words(rig.ask(atr, bad)) == "refused rate");
  CHECK(rig.store.lookups <= 40);
  CHECK(words(rig.ask(atr, repeated)) == "answered v308 repeated");  // what is remembered is free
  rig.wait(std::chrono::milliseconds(50));
  CHECK(words(rig.ask(atr, rig.make(atr, 1000, Say{Line{"x"}}))) == "answered v9 repeated");  // for ever [P-O2]
}
