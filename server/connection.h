// A socket around a session: waits until there is something to read or write, moves bytes, keeps one write outstanding.
// An idle connection holds no buffer.
#pragma once

#include "server/session.h"

#include <asio/generic/stream_protocol.hpp>
#include <asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <string>

namespace parley {

using Socket = asio::generic::stream_protocol::socket;

/// What a connection asks of the server around it.
struct ConnectionHooks {
  std::function<Now()> now;
  std::function<void(SessionId)> happened;  // bytes were taken in: others may have something to say, a batch may wait
  std::function<void(SessionId)> closed;    // the socket is closed; the connection may be destroyed
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Socket socket, std::string peer, std::unique_ptr<Session> session, ConnectionHooks hooks);

  void start();
  /// Writes what the session has to say, if no write is under way; closes when it has ended.
  void pump();
  void close();

  Session& session() { return *session_; }
  /// The address as limits count it: an IP address, or "unix user 1000".
  const std::string& peer() const { return peer_; }

 private:
  void wait_readable();
  void read();
  void take(std::string_view bytes);

  Socket socket_;
  std::string peer_;
  std::unique_ptr<Session> session_;
  ConnectionHooks hooks_;
  std::string writing_;
  bool write_under_way_ = false;
  bool waiting_to_read_ = false;
  bool peer_finished_ = false;
  bool closed_ = false;
};

}  // namespace parley
