// What any store must pass: call `store_suite` from a test case of the store, with a way to open it.
// Everything is checked again after the store has been closed and opened: that is what a store is for.
#pragma once

#include "server/store.h"
#include "tests/support/catch.h"

#include <atomic>
#include <limits>
#include <thread>

namespace parley::test {

/// Opens the store of one place: empty the first time, then with what was written before. The caller closes it first.
using OpenStore = std::function<std::unique_ptr<Store>()>;

/// What went wrong, empty if nothing did.
inline std::string sentence(const std::optional<StoreError>& error) { return error ? error->sentence : ""; }

inline CommitRow commit(std::string_view table, std::uint64_t version, Role role, std::uint64_t request) {
  const std::string text = std::string(table) + " commit " + std::to_string(version);
  return {std::string(table), Version{version}, role, RequestId{request}, text, "", ""};
}

/// A commit that belongs to nobody's request, as genesis does.
inline CommitRow commit(std::string_view table, std::uint64_t version) {
  return commit(table, version, Role::server(), 0);
}

inline std::vector<CommitRow> all(Store& store, std::string_view table, std::uint64_t from = 0) {
  std::vector<CommitRow> rows;
  const auto error = store.read(table, Version{from}, [&](const CommitRow& row) {
    rows.push_back(row);
    return true;
  });
  CHECK(sentence(error) == "");
  return rows;
}

inline Batch commits(std::vector<CommitRow> rows) {
  Batch batch;
  batch.commits = std::move(rows);
  return batch;
}

inline void check_commits(const OpenStore& open);
inline void check_refused_batches(const OpenStore& open);
inline void check_requests(const OpenStore& open);
inline void check_keys_and_invites(const OpenStore& open);
inline void check_errands(const OpenStore& open);
inline void check_two_threads(const OpenStore& open);

inline void store_suite(const OpenStore& open) {
  SECTION("a new store is empty, and stays the same store when it is opened again") {
    auto store = open();
    CHECK(store->tables()->empty());
    CHECK(all(*store, "arrakis").empty());
    CHECK_FALSE(store->find("arrakis", Role::host(), RequestId{1})->has_value());
    CHECK(store->highest_request("arrakis", Role::host())->value == 0);
    CHECK(store->keys("arrakis")->empty());
    CHECK(store->invites("arrakis")->empty());
    CHECK(store->errands()->empty());
    CHECK(sentence(store->write({})) == "");
    const auto epoch = store->epoch();
    const PublicKey key = store->server_key().public_key();
    store.reset();
    store = open();
    CHECK(store->epoch() == epoch);
    CHECK(store->server_key().public_key() == key);
    CHECK(store->tables()->empty());
  }
  SECTION("commits come back byte for byte, in order") { check_commits(open); }
  SECTION("a batch is written whole or not at all [P-O5]") { check_refused_batches(open); }
  SECTION("a request is found for ever [P-O2]") { check_requests(open); }
  SECTION("keys and invites replace what they name") { check_keys_and_invites(open); }
  SECTION("an errand waits until it is answered") { check_errands(open); }
  SECTION("storage thread and I/O thread work at once") { check_two_threads(open); }
}

inline void check_commits(const OpenStore& open) {
  std::string every_byte;
  for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
  const std::string large(64 * 1024, '\xff');
  const std::vector<CommitRow> arrakis = {
      {"arrakis", Version{0}, Role::server(), RequestId{0}, every_byte, "", ""},
      {"arrakis", Version{1}, Role::of(Seat{0}), RequestId{1}, "", every_byte, large},
      {"arrakis", Version{2}, Role::of(Seat{7}), RequestId{1}, large, "secret", std::string(64, '\0')},
      {"arrakis", Version{3}, Role::host(), RequestId{1}, "host", "", ""},
      {"arrakis", Version{4}, Role::viewer(1), RequestId{1}, "first viewer", "", ""},
      {"arrakis", Version{5}, Role::viewer(1000), RequestId{1}, "last viewer", "", ""},
  };
  const std::vector<CommitRow> zabulon = {commit("zabulon", 0), commit("zabulon", 1)};
  auto store = open();
  CHECK(sentence(store->write(commits({zabulon[0], arrakis[0], arrakis[1], zabulon[1], arrakis[2]}))) == "");
  CHECK(sentence(store->write(commits({arrakis[3], arrakis[4], arrakis[5]}))) == "");
  for (int opened = 1; opened <= 2; ++opened) {
    CHECK(*store->tables() == std::vector<TableHead>{{"arrakis", Version{5}}, {"zabulon", Version{1}}});
    CHECK(all(*store, "arrakis") == arrakis);
    CHECK(all(*store, "zabulon") == zabulon);
    CHECK(all(*store, "arrakis", 4) == std::vector<CommitRow>{arrakis[4], arrakis[5]});
    CHECK(all(*store, "arrakis", 6).empty());
    CHECK(all(*store, "arrakis", std::numeric_limits<std::uint64_t>::max()).empty());
    CHECK(all(*store, "Arrakis").empty());
    store.reset();
    store = open();
  }
  int visited = 0;
  CHECK(sentence(store->read("arrakis", Version{1}, [&](const CommitRow&) { return ++visited < 2; })) == "");
  CHECK(visited == 2);
  visited = 0;
  const auto look_up = [&](const CommitRow& row) {  // while loading a table, the room asks for more
    visited += store->find(row.table, row.role, row.request)->has_value();
    return true;
  };
  CHECK(sentence(store->read("arrakis", Version{0}, look_up)) == "");
  CHECK(visited == 5);
}

inline void check_refused_batches(const OpenStore& open) {
  const std::vector<CommitRow> good = {commit("arrakis", 0), commit("arrakis", 1, Role::host(), 5)};
  const KeyRow key{"arrakis", Role::host(), {1}, Epoch{1}, false};
  const InviteRow invite{{2}, "arrakis", Role::host(), std::nullopt, false};
  const std::vector<std::pair<const char*, std::vector<CommitRow>>> bad = {
      {"a version left out", {commit("arrakis", 3)}},
      {"a version used twice", {commit("arrakis", 1)}},
      {"a version twice in one batch", {commit("arrakis", 2), commit("arrakis", 2)}},
      {"the highest version", {commit("arrakis", std::numeric_limits<std::uint64_t>::max())}},
      {"a table that does not start at 0", {commit("arrakis", 2), commit("caladan", 1)}},
      {"another table's next version", {commit("caladan", 0), commit("caladan", 2)}},
      {"a request used before", {commit("arrakis", 2, Role::host(), 5)}},
      {"a request twice in one batch", {commit("arrakis", 2, Role::host(), 6), commit("arrakis", 3, Role::host(), 6)}},
  };
  auto store = open();
  CHECK(sentence(store->write(commits(good))) == "");
  for (const auto& [what, rows] : bad) {
    INFO(what);
    Batch batch = commits(rows);
    batch.commits.insert(batch.commits.begin(), commit("beginning", 0));
    batch.keys = {key};
    batch.invites = {invite};
    const auto error = store->write(batch);
    REQUIRE(error);
    CHECK(error->kind == StoreError::Kind::failed);
    CHECK(error->sentence != "");
  }
  Batch batch = commits({commit("arrakis", 2)});
  batch.keys = {key};
  batch.answers = {{99, "an answer to nothing"}};
  CHECK(store->write(batch));
  for (int opened = 1; opened <= 2; ++opened) {
    CHECK(*store->tables() == std::vector<TableHead>{{"arrakis", Version{1}}});
    CHECK(all(*store, "arrakis") == good);
    CHECK(store->keys("arrakis")->empty());
    CHECK_FALSE(store->invite(invite.code)->has_value());
    store.reset();
    store = open();
  }
  CHECK(sentence(store->write(commits({commit("arrakis", 2), commit("caladan", 0)}))) == "");
}

inline void check_requests(const OpenStore& open) {
  const std::uint64_t highest = std::numeric_limits<std::uint64_t>::max();
  const Role seat = Role::of(Seat{3});
  const std::vector<CommitRow> rows = {
      commit("arrakis", 0), commit("arrakis", 1, seat, 7),           commit("arrakis", 2, Role::host(), 7),
      commit("arrakis", 3), commit("arrakis", 4, seat, highest / 2), commit("caladan", 0, seat, 7),
  };
  auto store = open();
  CHECK(sentence(store->write(commits(rows))) == "");
  CHECK(store->highest_request("arrakis", seat)->value == highest / 2);
  const std::vector<CommitRow> high = {commit("arrakis", 5, seat, highest / 2 + 1),
                                       commit("arrakis", 6, seat, highest)};
  for (const CommitRow& row : high) {
    CHECK(sentence(store->write(commits({row}))) == "");
    CHECK(*store->highest_request("arrakis", seat) == row.request);
  }
  for (int opened = 1; opened <= 2; ++opened) {
    CHECK(*store->find("arrakis", seat, RequestId{7}) == rows[1]);
    CHECK(*store->find("arrakis", Role::host(), RequestId{7}) == rows[2]);
    CHECK(*store->find("arrakis", seat, RequestId{highest / 2}) == rows[4]);
    CHECK(*store->find("arrakis", seat, RequestId{highest}) == high[1]);
    CHECK(*store->find("caladan", seat, RequestId{7}) == rows[5]);
    CHECK_FALSE(store->find("arrakis", seat, RequestId{8})->has_value());
    CHECK_FALSE(store->find("arrakis", Role::server(), RequestId{0})->has_value());
    CHECK(store->highest_request("arrakis", Role::host())->value == 7);
    CHECK(store->highest_request("arrakis", Role::server())->value == 0);
    CHECK(store->highest_request("caladan", seat)->value == 7);
    CHECK(store->highest_request("caladan", Role::host())->value == 0);
    store.reset();
    store = open();
  }
}

inline void check_keys_and_invites(const OpenStore& open) {
  const KeyRow host{"arrakis", Role::host(), {1, 2}, Epoch{1}, false};
  const KeyRow seat{"arrakis", Role::of(Seat{2}), {3}, Epoch{1}, false};
  const KeyRow elsewhere{"caladan", Role::host(), {4}, Epoch{9}, true};
  const InviteRow unused{{1}, "arrakis", Role::of(Seat{2}), std::nullopt, false};
  const InviteRow revoked{{2}, "arrakis", Role::viewer(1), std::nullopt, true};
  const InviteRow other{{3}, "caladan", Role::host(), PublicKey{4}, false};
  KeyRow seat_later = seat;
  seat_later.key = {5};
  seat_later.epoch = Epoch{std::numeric_limits<std::uint32_t>::max()};
  seat_later.revoked = true;
  InviteRow used = unused;
  used.used_by = PublicKey{5};

  auto store = open();
  Batch first;
  first.keys = {host, seat, elsewhere};
  first.invites = {other, revoked, unused};
  CHECK(sentence(store->write(first)) == "");
  CHECK(*store->keys("arrakis") == std::vector{seat, host});
  CHECK(*store->invites("arrakis") == std::vector{unused, revoked});
  Batch second;
  second.keys = {seat_later};
  second.invites = {used};
  CHECK(sentence(store->write(second)) == "");
  for (int opened = 1; opened <= 2; ++opened) {
    CHECK(*store->keys("arrakis") == std::vector{seat_later, host});
    CHECK(*store->keys("caladan") == std::vector{elsewhere});
    CHECK(*store->invites("arrakis") == std::vector{used, revoked});
    CHECK(*store->invite(other.code) == other);
    CHECK(*store->invite(used.code) == used);
    CHECK_FALSE(store->invite(Hash{9})->has_value());
    CHECK(store->tables()->empty());  // a table is there from its genesis on
    store.reset();
    store = open();
  }
}

inline void check_errands(const OpenStore& open) {
  auto store = open();
  const auto first = store->leave_errand("revoke arrakis ATR");
  const auto second = store->leave_errand("");
  REQUIRE(first);
  REQUIRE(second);
  CHECK(*first > 0);
  CHECK(*second > *first);
  store.reset();
  store = open();
  for (int asked = 1; asked <= 2; ++asked) {  // asking takes nothing away
    const auto open_errands = store->errands();
    REQUIRE(open_errands->size() == 2);
    CHECK((*open_errands)[0].number == *first);
    CHECK((*open_errands)[0].text == "revoke arrakis ATR");
    CHECK((*open_errands)[1].number == *second);
  }
  Batch answer = commits({commit("arrakis", 0, Role::server(), *first)});
  answer.answers = {{*first, "done"}};
  CHECK(sentence(store->write(answer)) == "");
  Batch again;
  again.answers = {{*first, "done twice"}};
  CHECK(store->write(again));
  for (int opened = 1; opened <= 2; ++opened) {
    REQUIRE(store->errands()->size() == 1);
    CHECK((*store->errands())[0].number == *second);
    CHECK(**store->errand_answer(*first) == "done");
    CHECK_FALSE(store->errand_answer(*second)->has_value());
    CHECK_FALSE(store->errand_answer(*second + 1)->has_value());
    store.reset();
    store = open();
  }
  CHECK(*store->leave_errand("later") > *second);  // its number becomes a request id, which is used once
}

inline void check_two_threads(const OpenStore& open) {
  constexpr std::uint64_t batches = 200;
  const auto batch_at = [](std::uint64_t version) {
    return commits({commit("arrakis", version), commit("caladan", version)});
  };
  auto store = open();
  CHECK(sentence(store->write(batch_at(0))) == "");
  std::atomic<bool> written = false;
  std::string trouble;
  std::thread storage([&] {
    for (std::uint64_t version = 1; version < batches && trouble.empty(); ++version)
      trouble = sentence(store->write(batch_at(version)));
    written = true;
  });
  std::uint64_t seen = 0, wrong = 0, errands = 0;
  for (bool last = false; !last;) {
    last = written;
    const auto heads = store->tables();
    if (!heads || heads->size() != 2 || (*heads)[0].head != (*heads)[1].head || (*heads)[0].head.value < seen) {
      ++wrong;
      break;
    }
    if ((*heads)[0].head.value / 50 != seen / 50) errands += store->leave_errand("beside a batch") ? 1 : 0;
    seen = (*heads)[0].head.value;
    if (all(*store, "arrakis", seen).empty()) ++wrong;  // more may have come since; less never
  }
  storage.join();
  CHECK(trouble == "");
  CHECK(wrong == 0);
  CHECK(seen == batches - 1);
  CHECK(store->errands()->size() == errands);
  store.reset();
  store = open();
  CHECK(all(*store, "arrakis").size() == batches);
  CHECK(all(*store, "caladan").size() == batches);
}

}  // namespace parley::test
