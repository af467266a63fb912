#include "server/connection.h"

#include <asio/buffer.hpp>
#include <asio/post.hpp>
#include <asio/write.hpp>

#include <linux/sockios.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <array>

namespace parley {
namespace {

using namespace std::chrono_literals;

// What the kernel is given ahead of the link: where half of it is sent quickly, beside the time that a byte takes there and back,
// more the next time, and less where slowly.
constexpr std::size_t window_min = 1500, window_max = 64 * 1024;
constexpr auto quickly = 250ms, slowly = 1000ms;
constexpr auto look_first = 1ms, look_last = 64ms;
constexpr auto bye_within = 500ms;

/// There and back, when nothing of ours was on the way yet: as the handshake took it. 0 on a Unix socket.
std::chrono::milliseconds round_trip(Socket& socket) {
  tcp_info told{};
  socklen_t size = sizeof told;
  if (::getsockopt(socket.native_handle(), IPPROTO_TCP, TCP_INFO, &told, &size) != 0) return 0ms;
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::microseconds(told.tcpi_rtt));
}

}  // namespace

Connection::Connection(Socket socket, std::string peer, std::unique_ptr<Session> session, ConnectionHooks hooks)
    : socket_(std::move(socket)), peer_(std::move(peer)), session_(std::move(session)), hooks_(std::move(hooks)),
      window_(session_->channel() == "unix" ? window_max : window_min), look_after_(look_first), look_(socket_.get_executor()) {}

void Connection::start() {
  asio::error_code ignored;
  socket_.non_blocking(true, ignored);
  round_trip_ = round_trip(socket_);
  wait_readable();
}

/// Waits without a buffer; reads when there is something.
void Connection::wait_readable() {
  if (closed_ || waiting_to_read_ || frames_wait_ || peer_finished_ || session_->ended() || session_->congested()) return;
  waiting_to_read_ = true;
  socket_.async_wait(Socket::wait_read, [self = shared_from_this()](const asio::error_code& error) {
    self->waiting_to_read_ = false;
    if (self->closed_) return;
    if (error) return self->close();
    self->read();
  });
}

void Connection::read() {
  thread_local std::array<char, 16 * 1024> buffer;
  asio::error_code error;
  const std::size_t size = socket_.read_some(asio::buffer(buffer), error);
  if (error == asio::error::would_block || error == asio::error::try_again) return wait_readable();
  if (error == asio::error::eof) {
    peer_finished_ = true;  // what it asked for is still answered
    return pump();
  }
  if (error) return close();
  take(std::string_view(buffer.data(), size));
}

void Connection::take(std::string_view bytes) {
  if (closed_) return;
  frames_wait_ = session_->receive(bytes, hooks_.now());
  hooks_.happened(session_->id());
  if (closed_) return;
  pump();
  if (frames_wait_) asio::post(socket_.get_executor(), [self = shared_from_this()] { self->take({}); });
  else wait_readable();
}

void Connection::pump() {
  if (closed_ || write_under_way_) return;
  if (!session_->has_output()) {
    if (session_->ended() || (peer_finished_ && !session_->owes_answers())) close();
    return;
  }
  writing_ = session_->output(room_for_bulk());
  if (writing_.empty()) return look_again();
  write_under_way_ = true;
  asio::async_write(socket_, asio::buffer(writing_), [self = shared_from_this()](const asio::error_code& error, std::size_t) {
    self->write_under_way_ = false;
    std::string().swap(self->writing_);
    if (error) return self->close();
    self->pump();
    self->wait_readable();
  });
}

/// How much more of a history the kernel may be given now: nothing until it has sent half of what it may hold.
std::size_t Connection::room_for_bulk() {
  int held = 0;
  if (::ioctl(socket_.native_handle(), SIOCOUTQ, &held) != 0) return window_max;
  const auto unsent = static_cast<std::size_t>(std::max(held, 0));
  if (unsent > window_ / 2) return 0;
  const auto now = hooks_.now().tick;
  const auto took = now - given_ - round_trip_;
  const bool waited = look_after_ != look_first;
  if (waited && took < quickly) window_ = std::min(2 * window_, window_max);
  if (waited && took > slowly) window_ = std::max(window_ / 2, window_min);
  look_after_ = look_first;
  given_ = now;
  return window_ - unsent;
}

void Connection::look_again() {
  look_.expires_after(look_after_);
  look_after_ = std::min<std::chrono::milliseconds>(2 * look_after_, look_last);
  look_.async_wait([self = shared_from_this()](const asio::error_code& error) { if (!error) self->pump(); });
}

void Connection::tick(Now now) {
  if (closed_ || !session_->ended()) return;
  if (!ended_) ended_ = now.tick;
  if (now.tick - *ended_ >= bye_within) return close();
  pump();
}

void Connection::close() {
  if (closed_) return;
  closed_ = true;
  asio::error_code ignored;
  look_.cancel();
  socket_.shutdown(Socket::shutdown_both, ignored);
  socket_.close(ignored);
  // Later: whoever is calling us may still use us.
  asio::post(socket_.get_executor(), [self = shared_from_this()] { self->hooks_.closed(self->session_->id()); });
}

}  // namespace parley
