#include "tests/support/table_rig.h"
#include "common/core/overload.h"

#include <stdexcept>

namespace parley::test {
namespace {

std::string v(Version version) { return "v" + std::to_string(version.value); }
std::string number(std::uint64_t n) { return std::to_string(n); }

std::vector<Role> all_roles() {
  std::vector<Role> roles{Role::host(), viewer};
  for (Seat seat : SeatSet::first(6)) roles.push_back(Role::of(seat));
  return roles;
}

}  // namespace

std::string words(const Reply& reply) {
  return std::visit(Overload{[](std::monostate) { return std::string("waits"); },
                             [](const Answered& a) { return "answered " + v(a.version) + (a.repeated ? " repeated" : ""); },
                             [](const Refused& r) { return "refused " + std::string(name(r.refusal.code)); },
                             [](ByeCode code) { return "bye " + std::string(name(code)); }},
                    reply);
}

std::string words(const ServerMessage& message) {
  return std::visit(
      Overload{[](const Welcome&) { return std::string("welcome"); },
               [](const LoggedIn& m) { return "logged_in " + v(m.head); },
               [](const Committed& m) { return "commit " + number(m.commit.version.value); },
               [](const CommittedPrivate& m) { return "private " + number(m.commit.version.value); },
               [](const Live& m) { return "live " + number(m.head.value); },
               [](const Answered& m) { return "answered " + number(m.request.value) + " " + v(m.version) + (m.repeated ? " repeated" : ""); },
               [](const Refused& m) { return "refused " + number(m.request.value) + " " + std::string(name(m.refusal.code)) + " " + v(m.head); },
               [](const Presence& m) { return "presence " + number(code(m.role)) + (m.online ? " on" : " off"); },
               [](const Pong& m) { return "pong " + number(m.head.value); },
               [](const Bye& m) { return "bye " + std::string(name(m.code)); }},
      message);
}

Offer offer(SeatSet signatories, std::string terms, Seat payer, Seat recipient, std::uint64_t gross) {
  Record record{.signatories = signatories, .terms = {std::move(terms)}, .answers = {}, .settlement = {}};
  if (gross > 0) record.settlement = Bribe{.payer = payer, .recipient = recipient, .gross = Spice{gross}};
  return Offer{record};
}

// ---- the table -----------------------------------------------------------------------------------------------------------

TableRig::TableRig(dune::Options options, RoomLimits room_limits) : tables(std::make_unique<Tables>(store, room_limits)) {
  const Genesis genesis{.name = "arrakis", .seats = {"ATR", "HAR", "EMP", "FRE", "GLD", "BG"}, .rules = options, .time = now.wall};
  if (const auto error = tables->create(genesis, {})) throw std::runtime_error(*error);
  write();
  for (Role role : all_roles()) {
    Client client(*this, role);
    client.redeem(invite(role, static_cast<std::uint8_t>(code(role))));
    write();
    if (!client.session().who()) throw std::runtime_error("a role cannot be seated: " + client.read());
  }
  must(Role::host(), Start{});
  must(Role::host(), Advance{.turn = 2, .phase = dune::Phase::bidding});
}

Room& TableRig::room() { return **tables->find("arrakis"); }

void TableRig::restart() {
  if (!clients_.empty()) throw std::runtime_error("a client is left");
  tables = std::make_unique<Tables>(store, RoomLimits{});
}

Act TableRig::make(Role role, std::uint64_t id, Action action, Secret secret) {
  Act act{.request = {.id = RequestId{id}, .seen = published().version, .action = std::move(action), .secret = std::move(secret)}};
  const KeyRow* row = room().key(role);
  if (!row || !is_consent(verb_of(act.request.action))) return act;
  const Deal* deal = published().ledger.find(deal_of(act.request.action));
  const Signer signer{room().table_hash(), role, row->epoch};
  act.signature = key(role).sign(consent_statement(signer, act.request.id, act.request.action, deal ? record_hash(deal->record) : Hash{}));
  return act;
}

Reply TableRig::ask(Role role, const Act& act) {
  const KeyRow* row = room().key(role);
  return tables->act(Admitted{&room(), role, row ? row->epoch : Epoch{}}, SessionId{}, act, now);
}

Reply TableRig::ask(Role role, Action action, Secret secret) {
  return ask(role, make(role, room().highest_request(role).value + 1, std::move(action), std::move(secret)));
}

void TableRig::must(Role role, Action action, Secret secret) {
  const std::string said = words(ask(role, std::move(action), std::move(secret)));
  if (said != "waits") throw std::runtime_error("the rig expected an acceptance: " + said);
  for (const Settled& settled : write())
    if (!settled.durable) throw std::runtime_error("the rig expected a durable commit");
}

std::vector<Settled> TableRig::write() {
  begin_write();
  return end_write();
}

std::vector<Settled> TableRig::end_write() {
  const auto settled = tables->settle(store.write(std::exchange(batch_, {})));
  for (const Settled& s : settled)
    if (const auto found = clients_.find(s.waiter.session); found != clients_.end()) found->second->session().settled(s);
  return settled;
}

SecretKey TableRig::key(Role role) const {
  const auto found = key_numbers_.find(role);
  const std::uint8_t number = found == key_numbers_.end() ? 1 : found->second;
  return SecretKey::from_seed({static_cast<std::uint8_t>(code(role)), number});
}

InviteCode TableRig::invite(Role role, std::uint8_t number) {
  const InviteCode code{7, 7, number};
  if (const auto error = tables->add_invite({.code = sha256(view(code)), .table = "arrakis", .role = role}))
    throw std::runtime_error(*error);
  write();
  return code;
}

// ---- a connection ----------------------------------------------------------------------------------------------------------

Client::Client(TableRig& rig, Role role)
    : rig_(rig), role_(role),
      session_(std::make_unique<Session>(*rig.tables, SessionId{++rig.last_session_}, "unix", rig.now)) {
  rig_.clients_[session_->id()] = this;
}

Client::~Client() { rig_.clients_.erase(session_->id()); }

void Client::send_bytes(std::string_view bytes) {
  for (bool more = session_->receive(bytes, rig_.now); more;) more = session_->receive({}, rig_.now);
}

void Client::hello() {
  send(Hello{});
  read();
  server_nonce_ = std::get<Welcome>(messages.back()).nonce;
}

Login Client::login_message(const Resuming& how) {
  const KeyRow* row = rig_.room().key(role_);
  Login login{.table = "arrakis", .role = role_, .epoch = row ? row->epoch : Epoch{1}, .watch = how.watch, .resume = how.resume};
  const Handshake handshake{.server = rig_.store.server_key().public_key(), .client_nonce = {}, .server_nonce = server_nonce_, .channel = "unix"};
  login.signature = rig_.key(role_).sign(login_statement(handshake, login));
  return login;
}

void Client::login(const Resuming& how) {
  hello();
  send(login_message(how));
}

Redeem Client::redeem_message(const InviteCode& code, std::string player) {
  Redeem redeem{.code = code, .key = rig_.key(role_).public_key(), .player = {std::move(player)}};
  const Handshake handshake{.server = rig_.store.server_key().public_key(), .client_nonce = {}, .server_nonce = server_nonce_, .channel = "unix"};
  redeem.signature = rig_.key(role_).sign(redeem_statement(handshake, redeem));
  return redeem;
}

void Client::redeem(const InviteCode& code, std::string player) {
  hello();
  send(redeem_message(code, std::move(player)));
}

std::string Client::bytes(std::size_t size) {
  std::string out;
  while (session_->has_output()) {
    const std::string some = session_->output(size);
    if (some.empty()) throw std::runtime_error("has_output, but there is none");
    out += some;
  }
  return out;
}

std::string Client::read(std::size_t size) {
  const std::string in = bytes(size);
  std::string said;
  for (std::size_t used = 0; used < in.size();) {
    const auto parsed = parse_frame(std::string_view(in).substr(used), limits::frame_from_server);
    const Frame& frame = std::get<Frame>(parsed);
    used += frame.size;
    const auto message = decode_server(frame);
    if (!message) throw std::runtime_error("the server's bytes do not decode");
    messages.push_back(*message);
    if (!std::holds_alternative<Presence>(*message)) said += (said.empty() ? "" : ", ") + words(*message);
  }
  return said;
}

}  // namespace parley::test
