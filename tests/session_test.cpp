// Sessions: bytes in, bytes out, deadlines. TRUST P-D, P-O, P-V, P-A, P-R; hostile inputs: Frames.
#include "tests/support/catch.h"
#include "tests/support/table_rig.h"

using namespace parley;
using namespace parley::test;
using namespace std::chrono_literals;

namespace {

const Role atr = Role::of(ATR), har = Role::of(HAR);
Say say(std::string text) { return Say{Line{std::move(text)}}; }

/// What a stranger, and a seat that is logged in, hears after these bytes.
std::string stranger_hears(TableRig& rig, std::string_view bytes) {
  Client client(rig, atr);
  client.send_bytes(bytes);
  return client.read();
}
std::string seat_hears(TableRig& rig, std::string_view bytes) {
  Player player(rig, ATR);
  player.send_bytes(bytes);
  return player.read();
}

}  // namespace

TEST_CASE("a login hears everything, or with a resume only the rest [P-D4]", "[session]") {
  TableRig rig;
  Client har_client(rig, har);
  har_client.login();
  CHECK(har_client.read() == "logged_in v8, commit 0, commit 1, commit 2, commit 3, commit 4, commit 5, commit 6, commit 7, commit 8, live 8");
  const Live live = rig.room().live();
  const Resume resume{.epoch = rig.store.epoch(), .version = live.head, .chain = live.chain};
  rig.must(atr, say("later"));
  Client again(rig, har);
  again.login({.resume = resume});
  CHECK(again.read() == "logged_in v9, commit 9, live 9");
  CHECK(har_client.read() == "bye superseded");  // P-A3

  Resume bad = resume;
  SECTION("another chain") { bad.chain[0] ^= 1; }
  SECTION("another epoch") { bad.epoch[0] ^= 1; }
  SECTION("newer than the server") { bad.version = Version{10}; }
  Client lost(rig, har);
  lost.login({.resume = bad});
  CHECK(lost.read() == "bye history");
  CHECK(again.read() == "");
}

TEST_CASE("P-A1: what comes before or instead of a login ends the connection", "[session]") {
  TableRig rig;
  const std::string hello = encode(ClientMessage{Hello{}});
  const std::string ping = encode(ClientMessage{Ping{}});
  const std::string act = encode(ClientMessage{rig.make(atr, 1, say("x"))});
  CHECK(stranger_hears(rig, ping) == "bye out_of_order");
  CHECK(stranger_hears(rig, act) == "bye out_of_order");
  CHECK(stranger_hears(rig, hello + act) == "welcome, bye out_of_order");
  CHECK(stranger_hears(rig, hello + hello) == "welcome, bye out_of_order");
  CHECK(stranger_hears(rig, make_frame(0x3a, "x")) == "bye bad_message");
  CHECK(stranger_hears(rig, make_frame(Welcome::type, "x")) == "bye bad_message");
  CHECK(stranger_hears(rig, make_frame(Hello::type, std::string(512, 'x'))) == "bye bad_frame");  // 513 bytes
  CHECK(stranger_hears(rig, std::string("\0", 1)) == "bye bad_frame");
  CHECK(stranger_hears(rig, "\xff\xff\xff\xff\x07") == "bye bad_frame");
  CHECK(stranger_hears(rig, "GET / HTTP/1.1\r\nHost: arrakis\r\nAccept: text/html,application/xhtml+xml;q=0.9\r\n\r\n") == "bye bad_message");
  CHECK(stranger_hears(rig, hello + encode(ClientMessage{Login{.table = "caladan", .role = atr, .epoch = Epoch{1}}})) == "welcome, bye not_admitted");

  Client many(rig, atr);
  many.hello();
  std::string logins;
  for (int n = 0; n < 1000; ++n) logins += encode(ClientMessage{many.login_message()});
  many.send_bytes(logins);
  CHECK(many.read() == "logged_in v8, bye out_of_order");
}

TEST_CASE("after a login, bad bytes end the connection and change nothing", "[session]") {
  TableRig rig;
  const Live before = rig.room().live();
  CHECK(seat_hears(rig, make_frame(0x3a, "")) == "bye bad_message");
  CHECK(seat_hears(rig, make_frame(Live::type, "x")) == "bye bad_message");
  CHECK(seat_hears(rig, make_frame(Ping::type, "x")) == "bye bad_message");  // a byte left over
  CHECK(seat_hears(rig, encode(ClientMessage{Ping{}})) == "pong 8");
  Act ahead = rig.make(atr, 1, say("x"));
  ahead.request.seen = Version{9};
  CHECK(seat_hears(rig, encode(ClientMessage{ahead})) == "bye ahead");
  Act forged = rig.make(atr, 1, offer({ATR, HAR}, "truce"));
  forged.signature = {};
  CHECK(seat_hears(rig, encode(ClientMessage{forged})) == "bye bad_signature");
  CHECK(rig.room().live() == before);
  CHECK_FALSE(rig.tables->has_batch());
}

TEST_CASE("P-A1: a viewer, a watcher and the host get not_permitted before the body is decoded", "[session]") {
  TableRig rig;
  Player looks(rig, viewer);
  Player watches(rig, atr, {.watch = true});
  Player host(rig, Role::host());
  for (int verb = 0; verb < 256; ++verb) {
    const std::string frame = make_frame(Act::type, std::string("\x01\x08", 2) + static_cast<char>(verb) + "\xff\xff no body");
    for (Player* player : {&looks, &watches}) {
      player->send_bytes(frame);
      CHECK(player->read() == "refused 1 not_permitted v8");
    }
  }
  host.act(1, Accept{DealId{1}});
  CHECK(host.read() == "refused 1 not_permitted v8");
}

TEST_CASE("a watcher sees its seat's own view and supersedes nobody", "[session]") {
  TableRig rig;
  Player plays(rig, ATR);
  Player watches(rig, atr, {.watch = true});
  Player other(rig, HAR);
  plays.act(1, Adjust{Line{"blow"}}, Amount{2});
  rig.write();
  CHECK(plays.read() == "answered 1 v9, private 9");
  CHECK(watches.read() == "private 9");
  CHECK(other.read() == "commit 9");
}

TEST_CASE("P-R1: a role has eight watchers, and a place is free when one has ended", "[session]") {
  TableRig rig;
  std::vector<std::unique_ptr<Player>> watchers;
  for (std::size_t n = 0; n < limits::watchers_per_role; ++n) watchers.push_back(std::make_unique<Player>(rig, atr, Resuming{.watch = true}));
  Client one_more(rig, atr);
  one_more.login({.watch = true});
  CHECK(one_more.read().ends_with("bye crowded"));
  Player plays(rig, ATR), other_role(rig, har, {.watch = true});
  CHECK_FALSE(plays.ended());
  CHECK_FALSE(other_role.ended());
  watchers.back()->session().end(ByeCode::closing);
  Client now(rig, atr);
  now.login({.watch = true});
  CHECK_FALSE(now.ended());
}

TEST_CASE("P-A2: who has ended is away at once, however long its goodbye takes", "[session]") {
  TableRig rig;
  Player one(rig, ATR), other(rig, HAR);
  other.messages.clear();
  one.session().end(ByeCode::revoked);
  other.read();
  CHECK(std::any_of(other.messages.begin(), other.messages.end(), [](const ServerMessage& message) {
    const Presence* presence = std::get_if<Presence>(&message);
    return presence && presence->role == atr && !presence->online;
  }));
}

TEST_CASE("who has said all it will say still gets the refusal that waits for another's commit", "[session]") {
  TableRig rig;
  Player one(rig, ATR), other(rig, HAR);
  one.act(1, say("mine"));
  other.act(1, Accept{DealId{9}});
  CHECK(other.session().owes_answers());
  rig.write();
  CHECK(other.read() == "commit 9, refused 1 no_such_deal v9");
  CHECK_FALSE(other.session().owes_answers());
}

TEST_CASE("P-D1, P-O5: nothing is said before a batch is durable; a refusal comes after the commit it names", "[session]") {
  TableRig rig;
  Player one(rig, ATR);
  Player other(rig, HAR);
  one.read();
  rig.must(atr, offer({ATR, HAR}, "truce"));
  one.read(), other.read();
  one.act(5, Withdraw{DealId{1}});
  other.act(1, Accept{DealId{1}});
  rig.begin_write();
  CHECK(one.read() == "");
  CHECK(other.read() == "");
  SECTION("durable") {
    rig.end_write();
    CHECK(one.read() == "answered 5 v10, commit 10");
    CHECK(other.read() == "commit 10, refused 1 not_open v10");
  }
  SECTION("failed: the refusal is not kept for a commit that never comes") {
    rig.store.fault_next(MemoryStore::Fault::fails);
    rig.end_write();
    CHECK(one.read() == "refused 5 storage v9");
    CHECK(other.read() == "refused 1 not_open v9");
  }
}

TEST_CASE("answered goes ahead of bulk; a storage refusal waits for its head", "[session]") {
  TableRig rig;
  for (int n = 0; n < 30; ++n) rig.must(har, say(std::string(200, 'x')));
  Client late(rig, atr);
  late.login();
  late.session().output(100);
  late.act(1, say("mine"));
  SECTION("answered") {
    rig.write();
    CHECK(late.read(100).starts_with("answered 1 v39, commit "));
  }
  SECTION("refused") {
    rig.store.fault_next(MemoryStore::Fault::fails);
    rig.write();
    CHECK(late.read(100).ends_with("commit 38, refused 1 storage v38, live 38"));
  }
}

TEST_CASE("P-V1: twin worlds whose purses differ look the same to everybody else", "[session]") {
  TableRig rich, poor;
  rich.must(atr, Adjust{Line{"blow"}}, Amount{50});
  poor.must(atr, Adjust{Line{"blow"}}, Amount{-9});
  std::vector<std::string> seen[2];
  for (int world = 0; world < 2; ++world) {
    TableRig& rig = world == 0 ? rich : poor;
    std::vector<std::unique_ptr<Client>> clients;
    for (Role role : {har, Role::of(EMP), Role::host(), viewer}) {
      clients.push_back(std::make_unique<Client>(rig, role));
      clients.back()->login();
    }
    seen[world].push_back(clients[0]->bytes(100));  // the backlog
    rig.must(atr, offer({ATR, HAR}, "pass", ATR, HAR, 1));
    rig.must(atr, Adjust{Line{"more"}}, Amount{world == 0 ? 60'000 : 1});
    rig.ask(atr, Adjust{Line{"too much"}}, Amount{-65'535});  // refused: to its owner only
    clients[0]->act(3, Accept{DealId{1}});
    clients[1]->act(1, Accept{DealId{1}});
    rig.write();
    for (auto& client : clients) seen[world].push_back(client->bytes());
  }
  CHECK(rich.spice(ATR) != poor.spice(ATR));
  CHECK(seen[0] == seen[1]);
}

TEST_CASE("P-R3, P-R5: strangers have 10 s, players 200 s of silence", "[session]") {
  TableRig rig;
  Client slow(rig, atr);
  Player quiet(rig, HAR);
  rig.wait(9'999ms);
  slow.hello();
  slow.session().tick(rig.now);
  CHECK_FALSE(slow.ended());
  rig.wait(1ms);
  slow.session().tick(rig.now);
  CHECK(slow.read() == "bye too_slow");
  rig.wait(189'999ms);
  quiet.session().tick(rig.now);
  CHECK_FALSE(quiet.ended());
  rig.wait(1ms);
  quiet.session().tick(rig.now);
  CHECK(quiet.read() == "bye silent");
}

TEST_CASE("P-R1: a peer that does not read is congested before its answers cost much", "[session]") {
  TableRig rig;
  Player pings(rig, ATR);
  const std::string ping = encode(ClientMessage{Ping{}});
  int sent = 0;
  while (!pings.session().congested() && ++sent < 10'000) pings.send_bytes(ping);
  CHECK(sent < 10'000);
  CHECK(pings.bytes().size() < 2 * limits::frame_from_server);
  CHECK_FALSE(pings.session().congested());
}

TEST_CASE("P-A5, A6: an invite works once, and replaces a key only when it is redeemed", "[session]") {
  TableRig rig;
  const auto code = rig.invite(har, 50);
  Player old(rig, HAR);
  rig.must(atr, offer({ATR, HAR, EMP}, "truce"));
  rig.must(har, Accept{DealId{1}});
  old.read();
  rig.use_key(har, 2);
  Client fresh(rig, har);
  fresh.redeem(code, "server");
  CHECK(fresh.read() == "refused 0 bad_text v10");
  fresh.send(fresh.redeem_message(code, "Paul"));
  CHECK(fresh.read() == "");
  SECTION("failed: the old key stays") {
    rig.store.fault_next(MemoryStore::Fault::fails);
    rig.write();
    CHECK(fresh.read() == "bye storage");
    CHECK(old.read() == "");
    CHECK(rig.room().key(har)->epoch == Epoch{1});
    CHECK_FALSE(rig.room().invite(sha256(view(code)))->used_by);
  }
  SECTION("durable") {
    rig.write();
    CHECK(fresh.read().starts_with("logged_in v11, commit 0"));
    CHECK(old.read() == "bye revoked");
    CHECK(std::get<Open>(rig.published().ledger.find(DealId{1})->state).lapsed == SeatSet{HAR});
    Client again(rig, har);  // the reply was lost
    again.redeem(code, "Paul");
    CHECK(again.read().starts_with("logged_in v11"));
    rig.use_key(har, 3);
    Client thief(rig, har);
    thief.redeem(code, "Paul");
    CHECK(thief.read() == "bye bad_invite");
    Client twin(rig, atr);
    rig.use_key(atr, 2);
    twin.redeem(rig.invite(atr, 51), "PauI");
    CHECK(twin.read() == "refused 0 already v11");
  }
}

TEST_CASE("P-A2: revoking ends sessions and invites, and the key does not come back", "[session]") {
  TableRig rig;
  const auto unused = rig.invite(har, 50);
  Player player(rig, HAR);
  CHECK_FALSE(rig.tables->revoke("arrakis", har, rig.now));
  player.act(1, say("queued"));
  CHECK(player.read() == "bye revoked");
  rig.write();
  CHECK(rig.published()[HAR].vacant);
  CHECK(rig.published().version == Version{9});
  Client login(rig, har), redeem(rig, har), back(rig, har);
  login.login();
  CHECK(login.read() == "bye not_admitted");
  redeem.redeem(unused);
  CHECK(redeem.read() == "bye bad_invite");
  back.redeem(rig.invite(har, 51));
  CHECK(back.read() == "bye bad_invite");
}
