// A socket around a session: waits until there is something to read or write, moves bytes, keeps one write outstanding.
// An idle connection holds no buffer. On a slow link the kernel is given no more than it can send soon: what it holds cannot be
// overtaken, and answers are to come before the bulk of a history.
#pragma once

#include "server/session.h"

#include <asio/generic/stream_protocol.hpp>
#include <asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace parley {

using Socket = asio::generic::stream_protocol::socket;

/// What a connection asks of the server around it.
struct ConnectionHooks {
  std::function<Now()> now;
  std::function<void(SessionId)> happened;  // bytes were taken in: others may have something to say, a batch may wait
  std::function<void(SessionId)> closed;    // the socket is closed; the connection may be destroyed
};

/// What one connection takes of our memory at most: what it has sent and was not taken in yet, answers that it does not read, and
/// what is being written.
inline constexpr std::size_t connection_bytes_max = 2 * limits::frame_from_client + 4 * limits::frame_from_server;

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Socket socket, std::string peer, std::unique_ptr<Session> session, ConnectionHooks hooks);

  void start();
  /// Writes what the session has to say, if no write is under way; closes when it has ended.
  void pump();
  /// Called now and then: a session that ended a second ago is closed even where its goodbye cannot be written [P-A2].
  void tick(Now now);
  void close();

  Session& session() { return *session_; }
  /// The address as limits count it: an IP address, or "unix user 1000".
  const std::string& peer() const { return peer_; }

 private:
  void wait_readable();
  void read();
  void take(std::string_view bytes);
  std::size_t room_for_bulk();
  void look_again();

  Socket socket_;
  std::string peer_;
  std::unique_ptr<Session> session_;
  ConnectionHooks hooks_;
  std::string writing_;
  std::size_t window_;                     // bytes that the kernel may hold of ours before it is given more of a history
  std::chrono::milliseconds look_after_;   // when to see whether it has sent them; longer each time
  std::chrono::milliseconds given_{};      // when it was given the last ones
  asio::steady_timer look_;
  std::optional<std::chrono::milliseconds> ended_;
  std::chrono::milliseconds round_trip_{};
  bool write_under_way_ = false;
  bool waiting_to_read_ = false;
  bool frames_wait_ = false;  // taken in later: until then nothing more is read
  bool peer_finished_ = false;
  bool closed_ = false;
};

}  // namespace parley
