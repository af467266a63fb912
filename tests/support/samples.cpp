#include "tests/support/samples.h"

#include "common/core/limits.h"
#include "common/keys/chain.h"

#include <limits>

namespace parley::test {
namespace {

constexpr std::uint64_t highest = std::numeric_limits<std::uint64_t>::max();
constexpr Nonce client_nonce = counting<16>(0x40);
constexpr Nonce server_nonce = counting<16>(0x50);
constexpr Short store_epoch = counting<8>(0x60);

Commit commit_of(const ActionSample& sample, Version version) {
  const bool first = std::holds_alternative<Genesis>(sample.action);
  return {.version = first ? Version{} : version, .elapsed = first ? 0u : 90u, .role = sample.role,
          .action = sample.action, .secret = {}};
}

Commit with_secret(Commit commit, Secret secret) {
  commit.secret = secret;
  return commit;
}

void add_client(std::vector<Sample>& all) {
  const auto add = [&](std::string name, ClientMessage message) { all.push_back({"client." + name, std::move(message)}); };
  add("hello", Hello{.nonce = client_nonce});
  add("hello.largest", Hello{std::numeric_limits<std::uint32_t>::max(), counting<16>(0xf0)});

  Login login = unsigned_login();
  login.signature = seat_key().sign(login_statement(handshake(), login));
  add("login", login);
  login.resume.reset();
  login.signature = seat_key().sign(login_statement(handshake(), login));
  add("login.nothing_yet", login);
  add("login.watch", Login{.table = std::string(limits::table_name_bytes, 't'), .role = Role::viewer(limits::viewers_max),
                           .epoch = Epoch{std::numeric_limits<std::uint32_t>::max()}, .watch = true,
                           .resume = Resume{counting<8>(1), Version{highest}, counting<8>(2)},
                           .signature = counting<64>(0x80)});
  add("login.empty", Login{.role = Role::server()});

  Redeem redeem = unsigned_redeem();
  redeem.signature = seat_key().sign(redeem_statement(handshake(), redeem));
  add("redeem", redeem);
  add("redeem.longest", Redeem{counting<16>(0xf0), counting<32>(0xe0), Name{std::string(limits::name_bytes, 'n')},
                               counting<64>(0xc0)});
  add("ping", Ping{});
  add("bye", Bye{});

  RequestId id{1};
  for (const ActionSample& sample : action_samples()) {
    if (sample.role == Role::server()) continue;  // nobody's to ask for
    add("act." + sample.name, act_of(sample, id));
    ++id.value;
  }
  Act late = act_of(action_samples().front(), RequestId{highest});
  late.request.seen = Version{highest};
  add("act.offer.largest_numbers", late);
}

void add_server(std::vector<Sample>& all) {
  const auto add = [&](std::string name, ServerMessage message) { all.push_back({"server." + name, std::move(message)}); };
  add("welcome", Welcome{.epoch = store_epoch, .nonce = server_nonce});
  add("logged_in", LoggedIn{Role::of(Seat{0}), Epoch{1}, RequestId{17}, Version{13}});
  add("logged_in.host", LoggedIn{Role::host(), Epoch{2}, RequestId{}, Version{}});
  add("logged_in.viewer", LoggedIn{Role::viewer(1), Epoch{1}, RequestId{highest}, Version{highest}});
  add("live", Live{Version{13}, counting<8>(0x70), counting<8>(0x78)});
  add("answered", Answered{RequestId{18}, Version{14}, false});
  add("answered.repeated", Answered{RequestId{highest}, Version{highest}, true});
  add("refused", Refused{RequestId{19}, {Refusal::Code::payment_unavailable}, Version{14}});
  add("refused.stale", Refused{RequestId{20}, {Refusal::Code::stale, 2u << 4 | 1u}, Version{300}});
  for (std::uint8_t n = 1; n <= refusal_codes; ++n)
    add("refused." + std::to_string(n), Refused{RequestId{highest}, {Refusal::Code{n}, highest}, Version{highest}});
  add("presence", Presence{Role::of(Seat{1}), true});
  add("presence.host", Presence{Role::host(), false});
  add("pong", Pong{Version{14}, counting<8>(0x70), counting<8>(0x78)});
  for (std::uint8_t n = 1; n <= bye_codes; ++n) add("bye." + std::string(name(ByeCode{n})), Bye{ByeCode{n}});

  Version version{1};
  for (const ActionSample& sample : action_samples()) {
    const Commit commit = commit_of(sample, version);
    version.value += 1;
    add("committed." + sample.name, Committed{commit});
    if (!std::holds_alternative<std::monostate>(sample.secret))
      add("committed_private." + sample.name, CommittedPrivate{with_secret(commit, sample.secret)});
    if (sample.name == "control.ai")
      add("committed_private." + sample.name, CommittedPrivate{with_secret(commit, Revealed{Spice{7}})});
  }
}

void add_journal(std::vector<Sample>& all) {
  Version version{1};
  for (const ActionSample& sample : action_samples()) {
    all.push_back({"commit." + sample.name, commit_of(sample, version)});
    version.value += 1;
  }
  Commit latest = commit_of(action_samples().front(), Version{highest});
  latest.elapsed = highest;
  all.push_back({"commit.offer.largest_numbers", latest});

  all.push_back({"secret.amount", Secret{Amount{-3}}});
  all.push_back({"secret.amount.lowest", Secret{Amount{std::numeric_limits<std::int64_t>::min()}}});
  all.push_back({"secret.amount.highest", Secret{Amount{std::numeric_limits<std::int64_t>::max()}}});
  all.push_back({"secret.revealed", Secret{Revealed{Spice{7}}}});
  all.push_back({"secret.revealed.largest", Secret{Revealed{Spice{highest}}}});
  all.push_back({"secret.note", Secret{NoteName{{"Ceasefire"}}}});
}

bool same_act(const Act& a, const Act& b) {
  return a.request.id == b.request.id && a.request.seen == b.request.seen && a.request.action == b.request.action &&
         a.request.secret == b.request.secret && a.signature == b.signature;
}

template <class T>
bool equal(const T& a, const T& b) { return a == b; }
bool equal(const Act& a, const Act& b) { return same_act(a, b); }
bool equal(const Forbidden& a, const Forbidden& b) { return a.id == b.id; }
bool equal(const ClientMessage& a, const ClientMessage& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&]<class M>(const M& m) { return equal(m, std::get<M>(b)); }, a);
}

template <class T>
std::optional<Thing> thing(Result<T, DecodeError> result) {
  if (!result) return std::nullopt;
  return Thing{std::move(*result)};
}

/// The frame, if the bytes are one frame and nothing else.
std::optional<Frame> whole_frame(std::string_view bytes, std::size_t size_max) {
  const auto parsed = parse_frame(bytes, size_max);
  const Frame* frame = std::get_if<Frame>(&parsed);
  if (!frame || frame->size != bytes.size()) return std::nullopt;
  return *frame;
}

std::optional<Thing> decode(const ClientMessage&, std::string_view bytes) {
  const auto frame = whole_frame(bytes, limits::frame_from_client);
  if (!frame) return std::nullopt;
  return thing(decode_client(*frame, [](Verb) { return true; }));
}
std::optional<Thing> decode(const ServerMessage&, std::string_view bytes) {
  const auto frame = whole_frame(bytes, limits::frame_from_server);
  if (!frame) return std::nullopt;
  return thing(decode_server(*frame));
}
std::optional<Thing> decode(const Commit&, std::string_view bytes) { return thing(decode_commit(bytes)); }
std::optional<Thing> decode(const Secret&, std::string_view bytes) { return thing(decode_secret(bytes)); }

}  // namespace

SecretKey seat_key() { return SecretKey::from_seed(counting<32>(0x00)); }
SecretKey server_key() { return SecretKey::from_seed(counting<32>(0x20)); }

Handshake handshake() {
  return {.server = server_key().public_key(), .client_nonce = client_nonce, .server_nonce = server_nonce, .channel = "unix"};
}

Login unsigned_login() {
  return {.table = "arrakis", .role = Role::of(Seat{0}), .epoch = Epoch{1}, .watch = false,
          .resume = Resume{store_epoch, Version{12}, counting<8>(0x68)}};
}

Redeem unsigned_redeem() {
  return {.code = counting<16>(0xa0), .key = seat_key().public_key(), .player = Name{"Anna"}};
}

Hash table_hash() { return chain_next(Hash{}, encode(genesis())); }

Act act_of(const ActionSample& sample, RequestId id) {
  Act act{.request = {.id = id, .seen = Version{12}, .action = sample.action, .secret = sample.secret}};
  if (is_consent(verb_of(sample.action)))
    act.signature = seat_key().sign(
        consent_statement({table_hash(), sample.role, Epoch{1}}, id, sample.action, record_hash(truce())));
  return act;
}

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = [] {
    std::vector<Sample> made;
    add_client(made);
    add_server(made);
    add_journal(made);
    return made;
  }();
  return all;
}

std::string encode_thing(const Thing& thing) {
  return std::visit([](const auto& value) { return encode(value); }, thing);
}

std::optional<Thing> decode_like(const Thing& kind, std::string_view bytes) {
  return std::visit([&](const auto& value) { return decode(value, bytes); }, kind);
}

bool same(const Thing& a, const Thing& b) {
  if (a.index() != b.index()) return false;
  return std::visit([&]<class T>(const T& value) { return equal(value, std::get<T>(b)); }, a);
}

}  // namespace parley::test
