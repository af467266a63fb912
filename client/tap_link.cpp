#include "client/tap_link.h"

#include "client/transcript.h"
#include "common/core/limits.h"

#include <asio/buffer.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/write.hpp>

#include <utility>

namespace parley {
namespace {

constexpr std::size_t read_bytes = 64 * 1024;
constexpr std::size_t waiting_bytes_max = 256 * 1024;  // of one direction, while faults hold it up

void tune(TapLink::Socket& socket) {
  asio::error_code ignored;
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);  // no such option on a Unix socket
  socket.non_blocking(true, ignored);
}

}  // namespace

TapLink::TapLink(asio::io_context& io, std::uint32_t number, Socket client, const TapLinkOptions& options, Told told)
    : number_(number), options_(options), told_(std::move(told)), client_(std::move(client)), server_(io),
      up_{.side = Side::client, .from = client_, .to = server_, .plan = {options.faults, number, Side::client},
          .splitter = FrameSplitter(limits::frame_from_client), .passable = {}, .timer = asio::steady_timer(io), .buffer = std::vector<char>(read_bytes), .waiting = {}},
      down_{.side = Side::server, .from = server_, .to = client_, .plan = {options.faults, number, Side::server},
            .splitter = FrameSplitter(limits::frame_from_server), .passable = {}, .timer = asio::steady_timer(io), .buffer = std::vector<char>(read_bytes), .waiting = {}} {}

void TapLink::start(const Endpoint& server) {
  told_.heard(Passed{.what = Passed::What::opened, .time = instant_now(), .connection = number_, .side = Side::client, .bytes = {}});
  server_.async_connect(server, [this, self = shared_from_this()](const asio::error_code& error) {
    if (closed_) return;
    if (error) {
      told_.not_reached(error);
      return close();
    }
    tune(client_);
    tune(server_);
    read(up_);
    read(down_);
  });
}

void TapLink::close() {
  if (std::exchange(closed_, true)) return;
  asio::error_code ignored;
  client_.close(ignored);
  server_.close(ignored);
  for (Direction* d : {&up_, &down_}) {
    d->timer.cancel();
    if (!d->ended) hear(d->side, Passed::What::ended, {}, instant_now());
  }
  told_.closed(number_);
}

void TapLink::hear(Side side, Passed::What what, std::string_view bytes, Instant time) {
  told_.heard(Passed{.what = what, .time = time, .connection = number_, .side = side, .bytes = std::string(bytes)});
}

std::chrono::microseconds TapLink::now() const {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch());
}

// ---- reading ----------------------------------------------------------------------------------------------------------------

void TapLink::read(Direction& d) {
  if (closed_ || d.reading || d.ended) return;
  d.reading = true;
  d.from.async_read_some(asio::buffer(d.buffer), [this, self = shared_from_this(), &d](const asio::error_code& error, std::size_t size) {
    d.reading = false;
    if (!closed_) took(d, error, size);
  });
}

void TapLink::took(Direction& d, const asio::error_code& error, std::size_t size) {
  if (error == asio::error::eof) return ended(d);
  if (error) return close();
  if (!options_.faults.any() && !options_.strict) return pass_at_once(d, size);
  const std::string_view bytes(d.buffer.data(), size);
  hear(d.side, Passed::What::bytes, bytes, instant_now());
  queue(d, d.plan.take(now(), options_.strict ? readable_part(d, bytes) : bytes));
  if (!closed_ && d.waiting_bytes < waiting_bytes_max && !d.cut) read(d);
}

/// Before anything else is done with it. What the socket does not take now is waited for, and nothing more is read meanwhile.
void TapLink::pass_at_once(Direction& d, std::size_t size) {
  const Instant time = instant_now();
  asio::error_code error;
  std::size_t sent = d.to.write_some(asio::buffer(d.buffer.data(), size), error);
  if (error == asio::error::would_block) sent = 0;
  else if (error) return close();
  hear(d.side, Passed::What::bytes, {d.buffer.data(), size}, time);
  if (sent == size) return read(d);
  asio::async_write(d.to, asio::buffer(d.buffer.data() + sent, size - sent),
                    [this, self = shared_from_this(), &d](const asio::error_code& failed, std::size_t) {
                      if (closed_) return;
                      if (failed) return close();
                      read(d);
                    });
}

/// The whole frames of a strict link, up to the first that cannot be read; there the link is cut.
std::string_view TapLink::readable_part(Direction& d, std::string_view bytes) {
  d.passable.clear();
  d.splitter.add(bytes);
  while (const auto piece = d.splitter.next()) {
    if (piece->fault || !readable(piece->frame, d.side)) {
      d.cut = true;
      hear(d.side, Passed::What::note, "--strict cuts the connection here", instant_now());
      break;
    }
    d.passable += piece->bytes;
  }
  return d.passable;
}

void TapLink::ended(Direction& d) {
  d.ended = true;
  hear(d.side, Passed::What::ended, {}, instant_now());
  if (d.plan.stalled()) return close();
  queue(d, d.plan.finish(now()));
}

// ---- writing ----------------------------------------------------------------------------------------------------------------

void TapLink::queue(Direction& d, std::vector<Delivery> deliveries) {
  for (Delivery& delivery : deliveries) {
    d.waiting_bytes += delivery.bytes.size();
    d.waiting.push_back(std::move(delivery));
  }
  if (d.plan.cut() && !std::exchange(d.cut, true)) hear(d.side, Passed::What::note, "--cut-after cuts the connection; what was said last may not have passed whole", instant_now());
  if (d.plan.stalled() && !std::exchange(d.stalled, true)) hear(d.side, Passed::What::note, "--stall: what was said last may not have passed whole, and nothing passes from here on", instant_now());
  deliver(d);
}

/// What is due, one after the other; when nothing is left, what has to follow.
void TapLink::deliver(Direction& d) {
  if (closed_ || d.writing) return;
  if (d.waiting.empty()) {
    if (d.cut) return close();
    if (d.ended) return shut(d);
    return read(d);
  }
  d.writing = true;
  const auto write = [this, self = shared_from_this(), &d](const asio::error_code& cancelled) {
    if (closed_ || cancelled) return;
    asio::async_write(d.to, asio::buffer(d.waiting.front().bytes), [this, self, &d](const asio::error_code& error, std::size_t) {
      if (closed_) return;
      if (error) return close();
      d.writing = false;
      d.waiting_bytes -= d.waiting.front().bytes.size();
      d.waiting.pop_front();
      if (d.waiting_bytes < waiting_bytes_max && !d.cut) read(d);
      deliver(d);
    });
  };
  const auto wait = d.waiting.front().due - now();
  if (wait.count() <= 0) return write({});
  d.timer.expires_after(wait);
  d.timer.async_wait(write);
}

void TapLink::shut(Direction& d) {
  if (std::exchange(d.shut, true)) return;
  asio::error_code ignored;
  d.to.shutdown(Socket::shutdown_send, ignored);
  if (up_.shut && down_.shut) close();
}

}  // namespace parley
