#include "server/connection.h"

#include <asio/buffer.hpp>
#include <asio/post.hpp>
#include <asio/write.hpp>

#include <array>

namespace parley {
namespace {

constexpr std::size_t write_about = 16 * 1024;

}  // namespace

Connection::Connection(Socket socket, std::string peer, std::unique_ptr<Session> session, ConnectionHooks hooks)
    : socket_(std::move(socket)), peer_(std::move(peer)), session_(std::move(session)), hooks_(std::move(hooks)) {}

void Connection::start() {
  asio::error_code ignored;
  socket_.non_blocking(true, ignored);
  wait_readable();
}

/// Waits without a buffer; reads when there is something.
void Connection::wait_readable() {
  if (closed_ || waiting_to_read_ || peer_finished_ || session_->ended() || session_->congested()) return;
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
  if (error == asio::error::eof && session_->owes_answers()) {
    peer_finished_ = true;  // what it asked for is still answered
    return pump();
  }
  if (error) return close();
  take(std::string_view(buffer.data(), size));
}

void Connection::take(std::string_view bytes) {
  if (closed_) return;
  const bool more = session_->receive(bytes, hooks_.now());
  hooks_.happened(session_->id());
  if (closed_) return;
  pump();
  if (more) asio::post(socket_.get_executor(), [self = shared_from_this()] { self->take({}); });
  else wait_readable();
}

void Connection::pump() {
  if (closed_ || write_under_way_) return;
  if (!session_->has_output()) {
    if (session_->ended() || (peer_finished_ && !session_->owes_answers())) close();
    return;
  }
  writing_ = session_->output(write_about);
  write_under_way_ = true;
  asio::async_write(socket_, asio::buffer(writing_), [self = shared_from_this()](const asio::error_code& error, std::size_t) {
    self->write_under_way_ = false;
    std::string().swap(self->writing_);
    if (error) return self->close();
    self->pump();
    self->wait_readable();
  });
}

void Connection::close() {
  if (closed_) return;
  closed_ = true;
  asio::error_code ignored;
  socket_.shutdown(Socket::shutdown_both, ignored);
  socket_.close(ignored);
  // Later: whoever is calling us may still use us.
  asio::post(socket_.get_executor(), [self = shared_from_this()] { self->hooks_.closed(self->session_->id()); });
}

}  // namespace parley
