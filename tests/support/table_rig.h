// The server without sockets, threads or a clock: a Dune table "arrakis" (ATR HAR EMP FRE GLD BG, turn 2, bidding) on a
// store in memory, every role's key seated through redeem. A test asks the table directly, or through clients that speak
// in bytes; nothing becomes durable before `write`. Keys, time and invites are the same in every run.
#pragma once

#include "server/session.h"
#include "tests/support/memory_store.h"

#include <memory>
#include <string>
#include <vector>

namespace parley::test {

inline constexpr Seat ATR{0}, HAR{1}, EMP{2}, FRE{3}, GLD{4}, BG{5};
inline constexpr Role viewer = Role::viewer(1);
inline constexpr Version rig_head{8};  // genesis, six seated, start, advance

using InviteCode = std::array<std::uint8_t, 16>;
using Reply = std::variant<std::monostate, Answered, Refused, ByeCode>;

/// "waits", "answered v9", "answered v9 repeated", "refused stale", "bye ahead".
std::string words(const Reply& reply);
/// "commit 9", "private 9", "live 9", "answered 1 v9", "refused 1 stale v8", "logged_in v8", "bye silent" ...
std::string words(const ServerMessage& message);

class Client;

class TableRig {
 public:
  explicit TableRig(dune::Options options = {}, RoomLimits room_limits = {});

  MemoryStore store;
  std::unique_ptr<Tables> tables;
  Now now{Time{1'700'000'000}, std::chrono::seconds(1000)};

  Room& room();
  const Table& published() { return room().published(); }
  const dune::Game& game() { return std::get<dune::Game>(published().game); }
  std::uint64_t spice(Seat seat) { return game()[seat].spice->value; }
  void wait(std::chrono::milliseconds time) { now.tick += time; }
  /// Everything again from the store; no client may be left.
  void restart();

  // ---- without a session ------------------------------------------------------------------------------------------
  /// A request, seen at what is published, signed by the role's key.
  Act make(Role role, std::uint64_t id, Action action, Secret secret = {});
  Reply ask(Role role, const Act& act);
  /// With the next free id.
  Reply ask(Role role, Action action, Secret secret = {});
  /// Accepted and durable, or the test ends.
  void must(Role role, Action action, Secret secret = {});
  /// What waits becomes durable, or not; the sessions that waited are told.
  std::vector<Settled> write();
  /// The same in two steps, to look at what happens in between.
  void begin_write() { batch_ = tables->take_batch(); }
  std::vector<Settled> end_write();

  // ---- keys ---------------------------------------------------------------------------------------------------------
  /// Which key a role uses from now on; 1 when the rig is made.
  void use_key(Role role, std::uint8_t number) { key_numbers_[role] = number; }
  SecretKey key(Role role) const;
  /// A durable invite; `number` makes its code.
  InviteCode invite(Role role, std::uint8_t number);

 private:
  friend class Client;
  Batch batch_;
  std::map<Role, std::uint8_t> key_numbers_;
  std::map<SessionId, Client*> clients_;
  std::uint64_t last_session_ = 0;
};

struct Resuming {
  bool watch = false;
  std::optional<Resume> resume;
};

/// One connection.
class Client {
 public:
  Client(TableRig& rig, Role role);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  Session& session() { return *session_; }
  bool ended() const { return session_->ended(); }
  /// All frames of these bytes are taken in.
  void send_bytes(std::string_view bytes);
  void send(const ClientMessage& message) { send_bytes(encode(message)); }
  /// Says hello and reads the welcome.
  void hello();
  Login login_message(const Resuming& how = {});
  void login(const Resuming& how = {});
  Redeem redeem_message(const InviteCode& code, std::string player = {});
  void redeem(const InviteCode& code, std::string player = {});
  /// A request with this id.
  void act(std::uint64_t id, Action action, Secret secret = {}) { send(rig_.make(role_, id, std::move(action), std::move(secret))); }

  /// All output there is: `bytes` as it is, `read` in words joined by ", " without presence.
  std::string bytes(std::size_t size = 1 << 16);
  std::string read(std::size_t size = 1 << 16);
  /// What `read` has taken in so far, presence too.
  std::vector<ServerMessage> messages;

 private:
  TableRig& rig_;
  Role role_;
  std::unique_ptr<Session> session_;
  Nonce server_nonce_{};
};

/// A client that is logged in and has read everything.
struct Player : Client {
  Player(TableRig& rig, Role role, const Resuming& how = {}) : Client(rig, role) {
    login(how);
    read();
  }
  Player(TableRig& rig, Seat seat) : Player(rig, Role::of(seat)) {}
};

/// An offer; a bribe of 0 is none.
Offer offer(SeatSet signatories, std::string terms, Seat payer = {}, Seat recipient = {}, std::uint64_t gross = 0);

}  // namespace parley::test
