// Rooms and tables without sessions: dedupe, the two tables, failing storage, probing, rates, signatures, keys.
#include "common/keys/statement.h"
#include "common/keys/verify.h"
#include "tests/support/catch.h"
#include "tests/support/table_rig.h"

using namespace parley;
using namespace parley::test;
using namespace std::chrono_literals;

namespace {

const Role atr = Role::of(ATR), har = Role::of(HAR), emp = Role::of(EMP), fre = Role::of(FRE);

/// "waits" becomes "v9" once it is durable: every wait of a batch, in order.
std::string words(const std::vector<Settled>& all) {
  std::string said;
  for (const Settled& s : all) {
    if (!said.empty()) said += ", ";
    said += s.durable ? "v" + std::to_string(s.waiter.version.value) + (s.waiter.repeated ? " repeated" : "") : "storage";
  }
  return said;
}
using parley::test::words;

Say say(std::string text) { return Say{Line{std::move(text)}}; }
Adjust adjust() { return Adjust{Line{"spice blow"}}; }

bool is_open(TableRig& rig, std::uint32_t deal) {
  return std::holds_alternative<Open>(rig.published().ledger.find(DealId{deal})->state);
}

/// Everything that a refused request must leave alone.
struct State {
  Live live;
  std::uint64_t spice;
  std::size_t journal;
  friend bool operator==(const State&, const State&) = default;
};
State state(TableRig& rig) { return {rig.room().live(), rig.spice(ATR), rig.store.journal("arrakis").size()}; }

}  // namespace

TEST_CASE("P-O2, P-O3: a committed request answers with its version for ever", "[room]") {
  TableRig rig;
  CHECK(rig.published().version == rig_head);
  const Act first = rig.make(atr, 5, say("one"));
  CHECK(words(rig.ask(atr, first)) == "waits");
  CHECK(words(rig.ask(atr, first)) == "waits");  // accepted, not yet handed out
  rig.begin_write();
  CHECK(words(rig.ask(atr, first)) == "waits");  // with the storage: answered by that batch
  CHECK(words(rig.ask(atr, rig.make(atr, 5, say("two")))) == "refused request_reused");
  CHECK(words(rig.ask(atr, rig.make(atr, 4, say("four")))) == "refused request_old");
  CHECK(words(rig.end_write()) == "v9, v9 repeated, v9 repeated");
  rig.must(har, say("between"));

  for (int started = 1; started <= 2; ++started) {
    CHECK(words(rig.ask(atr, first)) == "answered v9 repeated");
    Act seen_later = first;
    seen_later.request.seen = rig.published().version;
    CHECK(words(rig.ask(atr, seen_later)) == "answered v9 repeated");
    CHECK(words(rig.ask(atr, rig.make(atr, 5, say("two")))) == "refused request_reused");
    CHECK(words(rig.ask(atr, rig.make(atr, 5, Decline{DealId{1}}))) == "refused request_reused");
    CHECK(words(rig.ask(atr, rig.make(atr, 4, say("one")))) == "refused request_old");
    CHECK(words(rig.ask(atr, rig.make(atr, 0, say("one")))) == "refused request_old");
    CHECK(rig.room().highest_request(atr) == RequestId{5});
    rig.restart();
  }
  CHECK(rig.published().version == Version{10});
  CHECK(words(rig.ask(har, rig.make(har, 5, say("ids are a role's own")))) == "waits");
}

TEST_CASE("P-O2: a refused id is judged afresh; a signature is not compared; an adjustment is compared with its amount", "[room]") {
  TableRig rig;
  CHECK(words(rig.ask(atr, rig.make(atr, 7, Accept{DealId{1}}))) == "refused no_such_deal");
  CHECK(words(rig.ask(atr, rig.make(atr, 7, offer({ATR, HAR}, "truce")))) == "waits");
  rig.write();
  Act unsigned_repeat = rig.make(atr, 7, offer({ATR, HAR}, "truce"));
  unsigned_repeat.signature = {};
  CHECK(words(rig.ask(atr, unsigned_repeat)) == "answered v9 repeated");

  const Act plus_3 = rig.make(atr, 8, adjust(), Amount{3});
  const Act plus_4 = rig.make(atr, 8, adjust(), Amount{4});
  CHECK(words(rig.ask(atr, plus_3)) == "waits");
  CHECK(words(rig.ask(atr, plus_4)) == "refused request_reused");
  rig.write();
  CHECK(words(rig.ask(atr, plus_3)) == "answered v10 repeated");
  CHECK(words(rig.ask(atr, plus_4)) == "refused request_reused");
  rig.restart();
  CHECK(words(rig.ask(atr, plus_3)) == "answered v10 repeated");
  CHECK(words(rig.ask(atr, plus_4)) == "refused request_reused");
  CHECK(rig.spice(ATR) == 13);

  // What a commit reveals to the host is not part of the request.
  const Act to_ai = rig.make(Role::host(), 30, SetControl{HAR, Control::ai});
  CHECK(words(rig.ask(Role::host(), to_ai)) == "waits");
  CHECK(words(rig.ask(Role::host(), to_ai)) == "waits");
  rig.write();
  CHECK(words(rig.ask(Role::host(), to_ai)) == "answered v11 repeated");
}

TEST_CASE("P-O2: a note that others do not see is compared with its name", "[room]") {
  MemoryStore store;
  const auto room = Room::create(store, {.name = "mecatol", .seats = {"SOL", "HAC"}, .rules = ti4::Options{}, .time = Time{1}}, {});
  const Role sol = Role::of(Seat{0});
  const Now now{Time{2}, 1s};
  const auto hold = [](const char* note) { return Act{.request = {RequestId{5}, {}, ti4::Hold{}, NoteName{Label{note}}}}; };
  const auto first = room->receive(sol, hold("Ceasefire"), now);
  REQUIRE(std::holds_alternative<Accepted>(first));
  CHECK_FALSE(std::get<Accepted>(first).repeated);
  const auto again = room->receive(sol, hold("Ceasefire"), now);
  REQUIRE(std::holds_alternative<Accepted>(again));
  CHECK(std::get<Accepted>(again).repeated);
  const auto other = room->receive(sol, hold("Trade Agreement"), now);
  REQUIRE(std::holds_alternative<Refused>(other));
  CHECK(std::get<Refused>(other).refusal.code == Refusal::Code::request_reused);
}

TEST_CASE("B2, P-L3, P-M3: of two final acceptances in one batch on one purse exactly one pays", "[room]") {
  TableRig rig;
  rig.must(atr, offer({ATR, HAR}, "pass", ATR, HAR, 6));
  rig.must(atr, offer({ATR, EMP}, "pass", ATR, EMP, 6));
  const State before = state(rig);
  CHECK(words(rig.ask(har, Accept{DealId{1}})) == "waits");
  CHECK(words(rig.ask(emp, Accept{DealId{2}})) == "refused payment_unavailable");
  CHECK(state(rig) == before);  // P-D1: nothing of it is shown
  rig.begin_write();
  CHECK(state(rig) == before);
  CHECK_FALSE(rig.room().recent(Version{11}));
  CHECK(words(rig.end_write()) == "v11");
  CHECK(rig.spice(ATR) == 4);
  CHECK_FALSE(is_open(rig, 1));
  CHECK(is_open(rig, 2));
}

TEST_CASE("P-D3: a failed write refuses everything that waited, and changes nothing", "[room]") {
  TableRig rig;
  rig.must(atr, offer({ATR, HAR}, "pass", ATR, HAR, 6));
  const State before = state(rig);
  const Act accept = rig.make(har, 4, Accept{DealId{1}});
  const bool full = GENERATE(false, true);
  if (full) rig.store.set_full(true);
  else rig.store.fault_next(MemoryStore::Fault::fails);
  CHECK(words(rig.ask(har, accept)) == "waits");
  rig.begin_write();
  CHECK(words(rig.ask(emp, say("built on it"))) == "waits");
  CHECK(words(rig.ask(har, accept)) == "waits");
  CHECK(words(rig.end_write()) == "storage, storage, storage");
  CHECK(state(rig) == before);
  CHECK(rig.room().highest_request(har) == RequestId{0});
  CHECK_FALSE(rig.tables->has_batch());
  if (full) {
    CHECK(words(rig.ask(har, accept)) == "waits");
    CHECK(words(rig.write()) == "storage");
    rig.store.set_full(false);
  }
  CHECK(words(rig.ask(har, accept)) == "waits");
  CHECK(words(rig.write()) == "v10");
  CHECK(rig.spice(ATR) == 4);
}

TEST_CASE("P-D3, P-O2: what was written though the store said otherwise is answered", "[room]") {
  TableRig rig;
  rig.store.fault_next(MemoryStore::Fault::unknown);
  const Act first = rig.make(atr, 1, adjust(), Amount{2});
  const Act next = rig.make(har, 1, say("two"));
  CHECK(words(rig.ask(atr, first)) == "waits");
  rig.begin_write();
  CHECK(words(rig.ask(har, next)) == "waits");
  CHECK(words(rig.end_write()) == "v9, storage");
  CHECK(rig.published().version == Version{9});
  CHECK(rig.spice(ATR) == 12);
  CHECK(words(rig.ask(atr, first)) == "answered v9 repeated");
  CHECK(words(rig.ask(har, next)) == "waits");
  CHECK(words(rig.write()) == "v10");
  const Live live = rig.room().live();
  rig.restart();
  CHECK(rig.room().live() == live);  // P-D5
}

TEST_CASE("B10: a refused payment keeps a seat from probing the purse again", "[room]") {
  TableRig rig(dune::Options{.probe_wait = 10});
  for (int n = 0; n < 3; ++n) rig.must(fre, offer({FRE, HAR}, "pass", FRE, HAR, 4));  // FRE has 3
  rig.must(fre, offer({FRE, EMP}, "pass", FRE, EMP, 2));
  rig.must(atr, offer({ATR, HAR}, "pass", ATR, HAR, 1));
  rig.must(har, offer({FRE, HAR}, "pass", FRE, HAR, 4));
  const auto har_accepts = [&](std::uint32_t deal) { return rig.ask(har, Accept{DealId{deal}}); };

  CHECK(words(har_accepts(1)) == "refused payment_unavailable");
  rig.wait(4s);
  const Reply soon = har_accepts(2);
  REQUIRE(words(soon) == "refused too_soon");
  CHECK(std::get<Refused>(soon).refusal.object == 6);
  CHECK(words(rig.ask(emp, Accept{DealId{4}})) == "waits");                         // another seat
  CHECK(words(har_accepts(5)) == "waits");                                         // another payer
  CHECK(words(rig.ask(fre, Accept{DealId{6}})) == "refused payment_unavailable");  // the payer itself
  CHECK(words(rig.ask(fre, Accept{DealId{6}})) == "refused payment_unavailable");
  rig.write();
  rig.must(fre, adjust(), Amount{20});
  CHECK(words(har_accepts(1)) == "refused too_soon");  // in place of the funds test: money makes no difference
  rig.wait(5'999ms);
  CHECK(words(har_accepts(1)) == "refused too_soon");
  rig.must(Role::host(), SetInflation{true});
  CHECK(words(har_accepts(1)) == "refused inflation");  // after all other tests
  rig.must(Role::host(), SetInflation{false});
  rig.wait(1ms);
  CHECK(words(har_accepts(1)) == "waits");
  rig.write();
  CHECK(words(har_accepts(1)) == "refused not_open");

  SECTION("a restart forgets it") {
    CHECK(words(rig.ask(har, offer({FRE, HAR}, "more", FRE, HAR, 60'000))) == "waits");
    CHECK(words(rig.ask(fre, offer({FRE, HAR}, "more", FRE, HAR, 60'000))) == "waits");
    rig.write();
    CHECK(words(har_accepts(8)) == "refused payment_unavailable");
    rig.restart();
    CHECK(words(har_accepts(8)) == "refused payment_unavailable");
  }
}

TEST_CASE("B10: probe_wait 0 is off", "[room]") {
  TableRig rig(dune::Options{.probe_wait = 0});
  rig.must(fre, offer({FRE, HAR}, "pass", FRE, HAR, 4));
  for (int n = 0; n < 3; ++n) CHECK(words(rig.ask(har, Accept{DealId{1}})) == "refused payment_unavailable");
  rig.must(fre, adjust(), Amount{1});
  CHECK(words(rig.ask(har, Accept{DealId{1}})) == "waits");
}

TEST_CASE("a seat may send 40 actions at once and 20 a second; repeats are free", "[room]") {
  TableRig rig;
  for (std::uint64_t id = 1; id <= 40; ++id) REQUIRE(words(rig.ask(atr, rig.make(atr, id, say("x")))) == "waits");
  CHECK(words(rig.ask(atr, rig.make(atr, 41, say("x")))) == "refused rate");
  CHECK(words(rig.ask(har, rig.make(har, 1, say("x")))) == "waits");
  rig.write();
  for (std::uint64_t id = 1; id <= 40; ++id) REQUIRE(words(rig.ask(atr, rig.make(atr, id, say("x")))).starts_with("answered"));
  rig.wait(49ms);
  CHECK(words(rig.ask(atr, rig.make(atr, 41, say("x")))) == "refused rate");
  rig.wait(1ms);
  CHECK(words(rig.ask(atr, rig.make(atr, 41, say("x")))) == "waits");
  rig.wait(1s);
  for (std::uint64_t id = 42; id < 62; ++id) REQUIRE(words(rig.ask(atr, rig.make(atr, id, say("x")))) == "waits");
  CHECK(words(rig.ask(atr, rig.make(atr, 62, say("x")))) == "refused rate");
  rig.wait(1h);
  for (std::uint64_t id = 62; id < 102; ++id) REQUIRE(words(rig.ask(atr, rig.make(atr, id, say("x")))) == "waits");
  CHECK(words(rig.ask(atr, rig.make(atr, 102, say("x")))) == "refused rate");
}

TEST_CASE("P-L2: a consent that its seat's key did not sign changes nothing", "[room]") {
  TableRig rig;
  rig.must(atr, offer({ATR, HAR}, "truce"));
  rig.must(atr, offer({ATR, HAR}, "another truce"));
  const State before = state(rig);
  const auto refused = [&](const Act& act) { return words(rig.ask(har, act)) == "bye bad_signature" && state(rig) == before && !rig.tables->has_batch(); };
  const Act good = rig.make(har, 3, Accept{DealId{1}});
  Act bad = good;
  SECTION("missing") { bad.signature = {}; }
  SECTION("one bit wrong") { bad.signature[10] ^= 1; }
  SECTION("of another deal") { bad.signature = rig.make(har, 3, Accept{DealId{2}}).signature; }
  SECTION("of another request id") { bad.signature = rig.make(har, 4, Accept{DealId{1}}).signature; }
  SECTION("of another verb") { bad.signature = rig.make(har, 3, RequestRelease{DealId{1}}).signature; }
  SECTION("of another seat") { bad.signature = rig.make(atr, 3, Accept{DealId{1}}).signature; }
  SECTION("of another table") {
    const Signer elsewhere{Hash{1}, har, Epoch{1}};
    const Hash record = record_hash(rig.published().ledger.find(DealId{1})->record);
    bad.signature = rig.key(har).sign(consent_statement(elsewhere, RequestId{3}, Accept{DealId{1}}, record));
  }
  CHECK(refused(bad));
  CHECK(words(rig.ask(har, good)) == "waits");
}

TEST_CASE("P-V1: who does not consent learns nothing of a purse", "[room]") {
  TableRig rig;
  rig.must(atr, offer({ATR, HAR}, "within its spice", ATR, HAR, 10));
  rig.must(atr, offer({ATR, HAR}, "above it", ATR, HAR, 11));
  for (std::uint32_t deal : {1u, 2u}) {
    Act forged = rig.make(har, 1, Accept{DealId{deal}});
    forged.signature = {};
    CHECK(words(rig.ask(har, forged)) == "bye bad_signature");
  }
  CHECK(words(rig.ask(har, Accept{DealId{2}})) == "refused payment_unavailable");  // no wait was begun
  Act forged = rig.make(har, 1, Accept{DealId{1}});
  forged.signature = {};
  CHECK(words(rig.ask(har, forged)) == "bye bad_signature");  // nor does the wait tell
  CHECK(words(rig.ask(har, Accept{DealId{1}})) == "refused too_soon");
}

TEST_CASE("P-R1: no seat can make a history too long for its readers", "[room]") {
  TableRig rig({}, {.actions_per_second = 0});
  rig.must(atr, offer({ATR, HAR}, "one"));
  rig.must(atr, offer({ATR, HAR}, "two"));
  rig.must(har, Accept{DealId{1}});
  std::string longest;
  for (std::size_t n = 0; n < limits::line_code_points; ++n) longest += "\U00020000";
  Reply last;
  int said = 0;
  for (; words(last = rig.ask(emp, say(longest))) == "waits" && said < 100'000; ++said)
    if (said % 100 == 0) rig.write();
  rig.write();
  CHECK(words(last) == "refused limit");
  CHECK(std::get<Refused>(last).refusal.object == limits::history_bytes_of_words);
  CHECK(said * (longest.size() + limits::history_bytes_besides) < limits::history_bytes_of_words + 2 * limits::frame_from_client);
  CHECK(said > 10'000);
  rig.restart();
  CHECK(words(rig.ask(emp, say("more"))) == "refused limit");
  CHECK(words(rig.ask(har, offer({ATR, HAR}, "three"))) == "refused limit");
  CHECK(words(rig.ask(har, RetractRelease{DealId{1}})) == "refused limit");
  CHECK(words(rig.ask(har, Accept{DealId{2}})) == "waits");
  CHECK(words(rig.ask(har, RequestRelease{DealId{1}})) == "waits");
  CHECK(words(rig.ask(Role::host(), say("Please start a new table"))) == "waits");
}

TEST_CASE("nobody is called like another seat or faction", "[room]") {
  MemoryStore store;
  const auto said = [](const Verdict& verdict) { return verdict ? name(verdict->code) : "ok"; };
  const auto hac = Room::create(store, {.name = "mecatol", .seats = {"SOL", "HAC"}, .rules = ti4::Options{}, .time = Time{1}}, {});
  for (const char* other : {"SOL", "Sol", "Federation of Sol", "WIN", "Winnu", "Баронат Летнев"}) {
    INFO(other);
    CHECK(said(hac->check_name(Seat{1}, Name{other})) == "already");
  }
  for (const char* free : {"Anna", "HAC", "RED"}) CHECK(said(hac->check_name(Seat{1}, Name{free})) == "ok");
  const auto red = Room::create(store, {.name = "chess", .seats = {"RED", "BLUE"}, .rules = open::Options{}, .time = Time{1}}, {});
  CHECK(said(red->check_name(Seat{1}, Name{"Red"})) == "already");
  CHECK(said(red->check_name(Seat{0}, Name{"Red"})) == "ok");
}

TEST_CASE("P-L2: the stored journal proves every consent", "[room]") {
  TableRig rig;
  rig.must(atr, offer({ATR, HAR}, "pass", ATR, HAR, 6));
  rig.must(har, Accept{DealId{1}});
  rig.must(har, RequestRelease{DealId{1}});
  rig.must(har, RetractRelease{DealId{1}});
  rig.must(emp, PayBribe{.to = FRE, .gross = Spice{2}, .note = {}});
  rig.must(emp, adjust(), Amount{-1});
  std::vector<Proof> proofs;
  for (const CommitRow& row : rig.store.journal("arrakis")) proofs.push_back({row.bytes, row.request, row.signature});
  const auto verified = verify_ledger(proofs);
  REQUIRE(verified);
  CHECK(verified->consents == 5);
  CHECK(shortened(verified->chain) == rig.room().live().chain);
  proofs[9].signature[3] = static_cast<char>(proofs[9].signature[3] ^ 1);
  CHECK_FALSE(verify_ledger(proofs));
}

TEST_CASE("P-O4, P-L2: who consents to a deal that was not there when it looked is refused, and plays on", "[room]") {
  TableRig rig;
  const Act blind = rig.make(har, 1, Accept{DealId{1}});  // signed over no record: there is none yet
  CHECK(words(rig.ask(atr, offer({ATR, HAR}, "truce"))) == "waits");
  CHECK(words(rig.ask(har, blind)) == "refused no_such_deal");  // accepted, not yet durable
  rig.write();
  CHECK(words(rig.ask(har, blind)) == "refused no_such_deal");
  CHECK(words(rig.ask(har, rig.make(har, 1, Accept{DealId{1}}))) == "waits");  // the id is free still
}
