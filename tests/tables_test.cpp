// Tables as a server holds them: on a store that fails, and with several things in one batch. TRUST P-A, P-D, P-O.
#include "tests/support/catch.h"
#include "tests/support/table_rig.h"

using namespace parley;
using namespace parley::test;

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
