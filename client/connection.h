// A role's connection to its server: connects, logs in, resumes, pings, and comes back by itself with growing pauses. What
// it receives goes through the mirror; what comes of it is handed on as events. Asio is here, in input, join and tap_link, and
// in the programs that run them.
#pragma once

#include "client/cache.h"
#include "client/keyring.h"
#include "client/link_event.h"
#include "common/wire/address.h"

#include <asio/generic/stream_protocol.hpp>
#include <asio/io_context.hpp>
#include <asio/steady_timer.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace parley {

struct LinkOptions {
  bool watch = false;
  /// On disk until answered, to be sent again by the next run under the same key; once that has ended, stderr says which were
  /// not sent.
  bool keep_requests = false;
  /// Told every commit that was on disk, while the link is made.
  std::function<void(const Mirror&, const Applied&)> restored;
  std::chrono::milliseconds ping_after = limits::ping_after;
  std::chrono::milliseconds pong_within = limits::pong_within;
};

class Link {
 public:
  using Handler = std::function<void(Link&, const LinkEvent&)>;

  /// `cache` may be null: then nothing is kept on disk.
  Link(asio::io_context& io, HeldRole held, std::unique_ptr<Cache> cache, LinkOptions options, Handler handler);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  void start();
  /// Says goodbye where it can, and ends.
  void stop();

  const Mirror& mirror() const { return mirror_; }
  const HeldRole& held() const { return held_; }
  bool closed() const { return closed_; }
  /// Asks for an action, now or as soon as the connection is back. Returns its id; `id` 0 is the next free one.
  RequestId ask(RequestId id, Version seen, Action action, Secret secret);

 private:
  void connect();
  void connected(const asio::error_code& error);
  void read();
  void take(std::string_view bytes);
  void take(const ServerMessage& message);
  void log_in(const Welcome& welcome);
  void send(std::string bytes);
  void write();
  void wait_for_traffic();
  void drop(const std::string& why);
  void close(const std::string& why);
  void tell(const LinkEvent& event);
  void say_not_sent(const std::vector<Act>& acts) const;

  using Socket = asio::generic::stream_protocol::socket;
  asio::io_context& io_;
  HeldRole held_;
  std::unique_ptr<Cache> cache_;
  LinkOptions options_;
  Handler handler_;
  Mirror mirror_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // for handlers that outlive us
  std::unique_ptr<Socket> socket_;
  asio::steady_timer pause_;
  asio::steady_timer ping_;
  std::chrono::milliseconds back_off_;
  std::array<char, 16 * 1024> buffer_;
  std::string in_;
  std::string out_;
  std::string writing_;
  Nonce nonce_{};
  bool welcomed_ = false;
  bool logged_in_ = false;
  bool pinged_ = false;
  bool closed_ = false;
};

}  // namespace parley
