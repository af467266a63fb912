#include "tests/support/sqlite_files.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <ctime>
#include <fstream>

namespace fs = std::filesystem;

namespace parley::test {

std::unique_ptr<Store> open_store(const fs::path& folder) {
  auto store = open_sqlite_store(folder, true);
  if (!store) throw std::runtime_error(store.error().sentence);
  return std::move(*store);
}

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

void patch(const fs::path& file, std::size_t offset, std::string_view bytes) {
  std::string whole = contents(file);
  whole.replace(offset, bytes.size(), bytes);
  put(file, whole);
}

Batch batch_at(std::uint64_t number) {
  std::uint64_t version = 0;
  for (std::uint64_t k = 0; k < number; ++k) version += k % 7 + 1;
  Batch batch = commits({commit("caladan", number, Role::host(), number + 1)});
  for (std::uint64_t i = 0; i <= number % 7; ++i) batch.commits.push_back(commit("arrakis", version + i));
  return batch;
}

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

}  // namespace parley::test
