#include "client/tap.h"

#include "client/endpoint.h"
#include "client/scribe.h"
#include "client/start_up.h"
#include "client/tap_link.h"

#include <asio/ip/tcp.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/signal_set.hpp>

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <map>
#include <memory>

namespace parley {
namespace {

using namespace std::chrono_literals;
using Endpoint = TapLink::Endpoint;
using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;

constexpr std::size_t links_max = 256;

/// Where a door is, or a sentence.
Result<Endpoint, std::string> door(const std::string& text) {
  const auto address = parse_address(text);
  if (!address) return address.error();
  if (address->kind == Address::Kind::tls) return std::string("the tap cannot read TLS; tap the door behind it, tcp: or unix:");
  const auto endpoint = endpoint_of(*address);
  if (!endpoint) return "'" + address->host + "' is no IP address; use tcp:127.0.0.1:PORT";
  return *endpoint;
}

/// Removes a socket that nobody answers on any more; a sentence where something else is there.
std::optional<std::string> clear_path(asio::io_context& io, const std::string& path) {
  struct stat there {};
  if (::lstat(path.c_str(), &there) != 0) return std::nullopt;
  if (!S_ISSOCK(there.st_mode)) return "cannot listen on unix:" + path + ": a file of another kind is there; move it away";
  asio::local::stream_protocol::socket probe(io);
  asio::error_code refused;
  probe.connect(path, refused);
  if (!refused) return "cannot listen on unix:" + path + ": a server answers there; choose another address";
  ::unlink(path.c_str());
  return std::nullopt;
}

class Tap {
 public:
  Tap(const TapOptions& options, Endpoint to, std::FILE* record)
      : options_{options.faults, options.strict}, to_text_(options.to), json_(options.transcript.json), to_(std::move(to)), acceptor_(io_), pause_(io_),
        signals_(io_, SIGINT, SIGTERM), scribe_(options.transcript, stdout, record, [this] { asio::post(io_, [this] { stop(); }); }) {}

  std::optional<std::string> open(const Address& address, const Endpoint& at) {
    const bool local = address.kind == Address::Kind::unix_socket;
    if (!local && !is_loopback(address.host)) return "plain TCP is spoken on loopback only; listen on tcp:127.0.0.1:PORT or unix:PATH";
    if (local)
      if (auto wrong = clear_path(io_, address.host)) return wrong;
    asio::error_code error;
    acceptor_.open(at.protocol(), error);
    if (!error && !local) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor_.bind(at, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) return "cannot listen on " + to_text(address) + ": " + error.message() + "; choose another address";
    if (local) path_ = address.host;
    say_listening(address);
    return std::nullopt;
  }

  int run() {
    signals_.async_wait([this](const asio::error_code& error, int) { if (!error) stop(); });
    accept();
    io_.run();
    if (scribe_.finish()) return 0;
    std::fprintf(stderr, "parley: what was heard could not be written: nobody reads it, or the disk is full\n");
    return 1;
  }

 private:
  void say_listening(Address address) {
    if (address.kind == Address::Kind::tcp) {
      const Endpoint bound = acceptor_.local_endpoint();
      asio::ip::tcp::endpoint tcp;
      tcp.resize(bound.size());
      std::memcpy(tcp.data(), bound.data(), bound.size());
      address.port = tcp.port();
    }
    std::printf(json_ ? "{\"event\":\"listening\",\"address\":\"%s\"}\n" : "listening %s\n", to_text(address).c_str());
    std::fflush(stdout);
  }

  void accept() {
    acceptor_.async_accept([this](const asio::error_code& error, TapLink::Socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) {  // out of descriptors: some will come back
        pause_.expires_after(200ms);
        return pause_.async_wait([this](const asio::error_code& cancelled) { if (!cancelled) accept(); });
      }
      if (links_.size() < links_max) take(std::move(socket));
      else std::fprintf(stderr, "parley: a connection was turned away; the tap carries %zu\n", links_max);
      accept();
    });
  }

  void take(TapLink::Socket socket) {
    const std::uint32_t number = ++last_number_;
    const auto link = std::make_shared<TapLink>(io_, number, std::move(socket), options_, TapLink::Told{
        .heard = [this](Passed passed) { scribe_.hear(std::move(passed)); },
        .closed = [this](std::uint32_t closed) { links_.erase(closed); },
        .not_reached = [this](const asio::error_code& error) {
          std::fprintf(stderr, "parley: cannot reach %s: %s; is the server running there?\n", to_text_.c_str(), error.message().c_str());
        }});
    links_[number] = link;
    link->start(to_);
  }

  void stop() {
    asio::error_code ignored;
    acceptor_.close(ignored);
    signals_.cancel(ignored);
    pause_.cancel();
    if (!path_.empty()) ::unlink(path_.c_str());
    for (const auto& [number, link] : std::map(links_)) link->close();
  }

  TapLinkOptions options_;
  std::string to_text_;
  bool json_;
  asio::io_context io_{1};
  Endpoint to_;
  Acceptor acceptor_;
  std::string path_;
  asio::steady_timer pause_;
  asio::signal_set signals_;
  std::map<std::uint32_t, std::shared_ptr<TapLink>> links_;
  std::uint32_t last_number_ = 0;
  Scribe scribe_;
};

}  // namespace

int tap(const TapOptions& options) {
  const auto at = door(options.listen);
  if (!at) return start_up_error(at.error());
  auto to = door(options.to);
  if (!to) return start_up_error(to.error());
  if (options.listen == options.to) return start_up_error("--listen and --to are the same door; the tap stands between two");
  std::FILE* record = nullptr;
  if (!options.record.empty()) {
    ::umask(077);
    record = std::fopen(options.record.c_str(), "wb");
    if (!record) return start_up_error("cannot write '" + options.record + "'; choose another file for --record");
  }
  Tap program(options, std::move(*to), record);
  if (const auto wrong = program.open(*parse_address(options.listen), *at)) return start_up_error(*wrong);
  if (parse_address(options.listen)->kind != parse_address(options.to)->kind)
    std::fprintf(stderr, "parley: the two doors are of different kinds, and logins are signed for one: the server will not admit anybody\n");
  const int code = program.run();
  if (record && std::fclose(record) != 0 && code == 0) {
    std::fprintf(stderr, "parley: the recording could not be written; is the disk full?\n");
    return 1;
  }
  return code;
}

}  // namespace parley
