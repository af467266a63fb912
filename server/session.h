// One connection's side of the protocol: bytes in, bytes out, deadlines; no sockets. It keeps no queue of commits, only a
// cursor: what it sends next is read from its room, so a reader that stalls costs nothing [P-R1].
#pragma once

#include "common/core/limits.h"
#include "server/tables.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

struct SessionLimits {
  std::chrono::milliseconds stranger_lifetime = limits::stranger_lifetime;
  std::chrono::milliseconds silence = limits::client_silence;
};

class Session {
 public:
  /// `channel` is what handshakes are signed over: "unix" or "tcp".
  Session(Tables& tables, SessionId id, std::string channel, Now now, SessionLimits session_limits = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Bytes from the peer. At most `frames_per_turn` frames are taken; what is left waits for the next call, so that one
  /// connection cannot hold up the others. Returns whether a whole frame may still be waiting.
  bool receive(std::string_view bytes, Now now);
  /// A request or a redemption has ended.
  void settled(const Settled& settled);
  /// Ends it if a deadline has passed.
  void tick(Now now);
  /// Says goodbye; nothing more is taken in.
  void end(ByeCode code);

  /// The next bytes to write; empty if there is nothing now. Answers come whole, commits until there are about `size` bytes.
  std::string output(std::size_t size);
  /// Whether `output` has something to say. Cheap: asked after everything that happens at its table.
  bool has_output();
  /// Nothing will come out of it any more: close the connection when all output is written.
  bool ended() const { return ended_.has_value(); }
  /// Answers pile up because the peer does not read them: take in nothing more until they are gone [P-R1].
  bool congested() const { return urgent_.size() > limits::frame_from_server || refusals_.size() > limits::actions_burst * 4; }
  /// The peer closed its side: answers still go out, then the connection is closed.
  bool owes_answers() const { return owed_ > 0 || !refusals_.empty(); }

  SessionId id() const { return id_; }
  /// Set once it has logged in.
  const std::optional<Admitted>& who() const { return who_; }
  bool is_stranger() const { return !who_; }
  const std::string& channel() const { return channel_; }
  std::optional<ByeCode> why_ended() const { return ended_; }

 private:
  static constexpr int frames_per_turn = 32;

  void take(const Frame& frame, Now now);
  void on(const Hello& hello, Now now);
  void on(const Login& login, Now now);
  void on(const Redeem& redeem, Now now);
  void on(const Act& act, Now now);
  void on(const Ping& ping, Now now);
  void on(const Bye& bye, Now now);
  void on(const Forbidden& forbidden, Now now);
  /// `has`: the last commit that the client has.
  void admit(const Admitted& who, std::optional<Version> has = std::nullopt);
  Handshake handshake() const;
  bool still_admitted();
  void leave_room();
  void say(const ServerMessage& message) { urgent_ += encode(message); }
  void refuse(const Refused& refused);
  bool add_commits(std::string& out, std::size_t size);
  bool refusal_is_due();
  void add_refusals(std::string& out);
  void add_presence(std::string& out);
  bool behind() const;
  std::uint16_t presence_news() const;

  Tables& tables_;
  SessionId id_;
  std::string channel_;
  SessionLimits limits_;
  std::chrono::milliseconds born_;
  std::chrono::milliseconds heard_;
  std::string in_;
  std::optional<Hello> hello_;
  Nonce nonce_{};
  bool asked_ = false;              // a login or redemption was made
  std::optional<Admitted> who_;
  bool watching_ = false;
  std::string urgent_;              // answers and handshake: small, goes ahead of bulk
  std::deque<Refused> refusals_;    // wait until the commit that they name is sent
  std::uint64_t cursor_ = 0;        // the next version to send
  bool live_ = false;               // `live` was sent
  std::uint16_t told_present_ = 0;
  std::size_t owed_ = 0;            // requests that wait for the storage
  std::optional<ByeCode> ended_;
};

}  // namespace parley
