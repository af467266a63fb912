// SQLite stores after kill -9 and on full disks. TRUST P-D2, P-D3.
#include "tests/support/catch.h"
#include "tests/support/sqlite_files.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>

namespace fs = std::filesystem;
using namespace parley;
using namespace parley::test;
using Kind = StoreError::Kind;

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
