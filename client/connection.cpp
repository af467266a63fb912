#include "client/connection.h"

#include "client/endpoint.h"
#include "client/translate.h"

#include <asio/buffer.hpp>
#include <asio/ip/tcp.hpp>
#include <asio/write.hpp>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace parley {
namespace {

using namespace std::chrono_literals;

constexpr auto first_pause = 100ms;
constexpr auto longest_pause = 5000ms;

/// Reasons that go away by themselves; all others end the connection for good.
bool passes(ByeCode code) {
  switch (code) {
    case ByeCode::too_slow:
    case ByeCode::silent:
    case ByeCode::crowded:
    case ByeCode::closing:
    case ByeCode::storage: return true;
    default: return false;
  }
}

}  // namespace

Link::Link(asio::io_context& io, HeldRole held, std::unique_ptr<Cache> cache, LinkOptions options, Handler handler)
    : io_(io), held_(std::move(held)), cache_(std::move(cache)), options_(std::move(options)), handler_(std::move(handler)),
      mirror_(role_of_code(held_.role_code).value_or(Role::viewer(1)), held_.key, held_.epoch), pause_(io), ping_(io),
      back_off_(first_pause) {
  if (options_.watch) mirror_.watches();
  if (!cache_) return;
  cache_->restore(mirror_, [this](const Applied& applied) { if (options_.restored) options_.restored(mirror_, applied); });
  if (options_.keep_requests) say_not_sent(cache_->restore_unanswered(mirror_));
}

Link::~Link() { *alive_ = false; }

void Link::start() { connect(); }

void Link::stop() {
  closed_ = true;
  if (!socket_) return;
  asio::error_code ignored;
  socket_->non_blocking(true, ignored);  // a server that reads nothing is not waited for
  if (logged_in_) asio::write(*socket_, asio::buffer(encode(ClientMessage{Bye{ByeCode::leaving}})), ignored);
  socket_->close(ignored);
  pause_.cancel();
  ping_.cancel();
}

// ---- connecting -----------------------------------------------------------------------------------------------------------

void Link::connect() {
  const auto address = parse_address(held_.address);
  const auto endpoint = address ? endpoint_of(*address) : std::nullopt;
  if (!endpoint || address->kind == Address::Kind::tls) return close("address");
  socket_ = std::make_unique<Socket>(io_);
  in_.clear();
  out_.clear();
  writing_.clear();
  welcomed_ = logged_in_ = pinged_ = false;
  const auto done = [this, alive = alive_](const asio::error_code& error) { if (*alive) connected(error); };
  socket_->async_connect(*endpoint, done);
}

void Link::connected(const asio::error_code& error) {
  if (closed_) return;
  if (error) return drop(error.message());
  asio::error_code ignored;
  socket_->set_option(asio::ip::tcp::no_delay(true), ignored);  // no such option on a Unix socket
  nonce_ = random_bytes<16>();
  send(encode(ClientMessage{Hello{protocol_version, nonce_}}));
  wait_for_traffic();
  read();
}

void Link::log_in(const Welcome& welcome) {
  mirror_.connected(welcome);
  const auto address = parse_address(held_.address);
  Login login{.table = held_.table, .role = mirror_.role(), .epoch = held_.epoch, .watch = options_.watch,
              .resume = mirror_.resume(), .signature = {}};
  const Handshake handshake{.server = held_.server, .client_nonce = nonce_, .server_nonce = welcome.nonce,
                            .channel = address->channel(), .protocol = welcome.protocol};
  login.signature = held_.key.sign(login_statement(handshake, login));
  send(encode(ClientMessage{login}));
}

/// The connection ended without a word that it is for good: tries again after a pause that grows.
void Link::drop(const std::string& why) {
  if (closed_) return;
  asio::error_code ignored;
  if (socket_) socket_->close(ignored);
  ping_.cancel();
  mirror_.lost();
  tell(Lost{why});
  if (closed_) return;
  pause_.expires_after(back_off_);
  back_off_ = std::min<std::chrono::milliseconds>(back_off_ * 2, longest_pause);
  pause_.async_wait([this, alive = alive_](const asio::error_code& error) { if (*alive && !error && !closed_) connect(); });
}

void Link::close(const std::string& why) {
  if (closed_) return;
  stop();
  mirror_.lost();
  if (options_.keep_requests && (why == name(ByeCode::revoked) || why == name(ByeCode::not_admitted))) {
    say_not_sent(mirror_.give_up());
    if (cache_) cache_->keep_unanswered(mirror_);
  }
  tell(Closed{why});
}

void Link::say_not_sent(const std::vector<Act>& acts) const {
  for (const Act& act : acts) {
    const DealId deal = deal_of(act.request.action);
    const std::string what = std::string(name(verb_of(act.request.action))) + (deal == DealId{} ? "" : " " + std::to_string(deal.value));
    std::fprintf(stderr, "parley: %s\n", tr("{}: not sent: {}, asked under a key that has ended", held_.role, what).c_str());
  }
}

void Link::tell(const LinkEvent& event) { handler_(*this, event); }

// ---- bytes ------------------------------------------------------------------------------------------------------------------

void Link::read() {
  socket_->async_read_some(asio::buffer(buffer_), [this, alive = alive_](const asio::error_code& error, std::size_t size) {
    if (!*alive || closed_ || error == asio::error::operation_aborted) return;
    if (error) return drop(error.message());
    take(std::string_view(buffer_.data(), size));
  });
}

void Link::take(std::string_view bytes) {
  in_ += bytes;
  if (std::exchange(pinged_, false)) wait_for_traffic();
  std::size_t used = 0;
  while (!closed_ && socket_->is_open()) {
    const auto parsed = parse_frame(std::string_view(in_).substr(used), limits::frame_from_server);
    if (std::holds_alternative<std::monostate>(parsed)) break;
    const Frame* frame = std::get_if<Frame>(&parsed);
    if (!frame) return close("unreadable");
    const auto message = decode_server(*frame);
    if (!message) return close("unreadable");
    used += frame->size;
    take(*message);
  }
  if (closed_ || !socket_->is_open()) return;
  in_.erase(0, used);
  read();
}

void Link::take(const ServerMessage& message) {
  if (const auto* welcome = std::get_if<Welcome>(&message)) {
    if (std::exchange(welcomed_, true)) return close("unreadable");  // once: each is answered
    return log_in(*welcome);
  }
  if (const auto* bye = std::get_if<Bye>(&message)) {
    return passes(bye->code) ? drop(std::string(name(bye->code))) : close(std::string(name(bye->code)));
  }
  if (const auto* logged_in = std::get_if<LoggedIn>(&message)) {
    if (!welcomed_ || std::exchange(logged_in_, true)) return close("unreadable");
    back_off_ = first_pause;
    mirror_.logged_in(*logged_in);
    for (const auto& [id, act] : mirror_.unanswered()) send(encode(ClientMessage{act}));
    return;
  }
  for (const Event& event : mirror_.receive(message)) {
    if (const auto* broken = std::get_if<Broken>(&event)) return broken->passes ? drop(broken->why) : close(broken->why);
    if (const auto* applied = std::get_if<Applied>(&event); applied && cache_) cache_->keep(mirror_, applied->commit);
    if (std::holds_alternative<Reply>(event) && cache_ && options_.keep_requests) cache_->keep_unanswered(mirror_);
    std::visit([&]<class E>(const E& e) { if constexpr (!std::same_as<E, Broken>) tell(e); }, event);
    if (closed_) return;
  }
}

RequestId Link::ask(RequestId id, Version seen, Action action, Secret secret) {
  const Act act = mirror_.ask(id, seen, std::move(action), secret);
  if (cache_) {
    cache_->use_ids(mirror_.highest_id());
    if (options_.keep_requests) cache_->keep_unanswered(mirror_);
  }
  if (logged_in_) send(encode(ClientMessage{act}));
  return act.request.id;
}

void Link::send(std::string bytes) {
  out_ += bytes;
  if (!pinged_) wait_for_traffic();
  if (writing_.empty()) write();
}

void Link::write() {
  if (out_.empty()) return;
  writing_ = std::move(out_);
  out_.clear();
  asio::async_write(*socket_, asio::buffer(writing_), [this, alive = alive_](const asio::error_code& error, std::size_t) {
    if (!*alive || closed_ || error == asio::error::operation_aborted) return;
    writing_.clear();
    if (!error) write();  // a failed write shows as a failed read
  });
}

/// Pings when we have said nothing for a while, since the server drops whom it does not hear; what we hear meanwhile does not
/// count. Gives up on a server that does not answer.
void Link::wait_for_traffic() {
  ping_.expires_after(pinged_ ? options_.pong_within : options_.ping_after);
  ping_.async_wait([this, alive = alive_](const asio::error_code& error) {
    if (!*alive || error || closed_) return;
    if (pinged_ || !logged_in_) return drop("no answer from the server");
    pinged_ = true;
    send(encode(ClientMessage{Ping{}}));
    wait_for_traffic();
  });
}

}  // namespace parley
