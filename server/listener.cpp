#include "server/listener.h"

#include <asio/ip/tcp.hpp>
#include <asio/local/stream_protocol.hpp>
#include <asio/steady_timer.hpp>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

namespace parley {
namespace {

using namespace std::chrono_literals;

std::string peer_name(asio::ip::tcp::socket& socket, asio::error_code& gone) {
  return socket.remote_endpoint(gone).address().to_string();
}

/// Every local peer has the same address; the system tells which user it is.
std::string peer_name(asio::local::stream_protocol::socket& socket, asio::error_code& gone) {
  ucred user{};
  socklen_t size = sizeof user;
  if (::getsockopt(socket.native_handle(), SOL_SOCKET, SO_PEERCRED, &user, &size) != 0)
    gone.assign(errno, asio::error::get_system_category());
  return "unix user " + std::to_string(user.uid);
}

void tune(asio::ip::tcp::socket& socket) {
  asio::error_code ignored;
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
}
void tune(asio::local::stream_protocol::socket&) {}

template <class Protocol>
class Door : public Listener {
 public:
  Door(asio::io_context& io, Address address, Accepted accepted)
      : acceptor_(io), pause_(io), address_(std::move(address)), accepted_(std::move(accepted)), spare_(open_spare()) {}
  ~Door() override {
    close();
    if (spare_ >= 0) ::close(spare_);
  }

  asio::error_code open(const typename Protocol::endpoint& endpoint) {
    asio::error_code error;
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (!error) accept();
    return error;
  }

  Address address() const override {
    Address opened = address_;
    if constexpr (std::is_same_v<Protocol, asio::ip::tcp>) opened.port = acceptor_.local_endpoint().port();
    return opened;
  }

  void close() override {
    asio::error_code ignored;
    if (!acceptor_.is_open()) return;
    acceptor_.close(ignored);
    pause_.cancel();
    if (address_.kind == Address::Kind::unix_socket) ::unlink(address_.host.c_str());
  }

 private:
  static int open_spare() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }

  void accept() {
    acceptor_.async_accept([this](const asio::error_code& error, typename Protocol::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return out_of_descriptors();
      asio::error_code gone;
      std::string peer = peer_name(socket, gone);
      tune(socket);
      if (!gone) accepted_(Socket(std::move(socket)), std::move(peer), std::string(address_.channel()));
      accept();
    });
  }

  /// Turns one newcomer away with the spare descriptor, then waits.
  void out_of_descriptors() {
    if (spare_ >= 0) {
      ::close(spare_);
      asio::error_code ignored;
      acceptor_.non_blocking(true, ignored);
      const int turned_away = ::accept(acceptor_.native_handle(), nullptr, nullptr);
      if (turned_away >= 0) ::close(turned_away);
      spare_ = open_spare();
    }
    pause_.expires_after(200ms);
    pause_.async_wait([this](const asio::error_code& error) { if (!error) accept(); });
  }

  typename Protocol::acceptor acceptor_;
  asio::steady_timer pause_;
  Address address_;
  Accepted accepted_;
  int spare_;
};

template <class Protocol>
Result<std::unique_ptr<Listener>, std::string> open_door(asio::io_context& io, const Address& address,
                                                         const typename Protocol::endpoint& endpoint,
                                                         Listener::Accepted accepted) {
  auto door = std::make_unique<Door<Protocol>>(io, address, std::move(accepted));
  if (const asio::error_code error = door->open(endpoint))
    return "cannot listen on " + to_text(address) + ": " + error.message() + "; choose another address with --listen";
  return std::unique_ptr<Listener>(std::move(door));
}

Result<std::unique_ptr<Listener>, std::string> open_unix(asio::io_context& io, const Address& address,
                                                         Listener::Accepted accepted) {
  struct stat there {};
  if (::lstat(address.host.c_str(), &there) == 0) {
    if (!S_ISSOCK(there.st_mode)) return "cannot listen on " + to_text(address) + ": a file of another kind is there; move it away";
    asio::local::stream_protocol::socket probe(io);
    asio::error_code refused;
    probe.connect(address.host, refused);
    if (!refused) return "cannot listen on " + to_text(address) + ": another server answers there; stop it or choose another address";
    ::unlink(address.host.c_str());
  }
  return open_door<asio::local::stream_protocol>(io, address, address.host, std::move(accepted));
}

}  // namespace

Result<std::unique_ptr<Listener>, std::string> open_listener(asio::io_context& io, const Address& address,
                                                             Listener::Accepted accepted) {
  if (address.kind == Address::Kind::tls)
    return std::string("TLS doors are not built yet; listen on tcp:127.0.0.1:PORT and let players come over SSH");
  if (address.kind == Address::Kind::unix_socket) return open_unix(io, address, std::move(accepted));
  if (!is_loopback(address.host))
    return "plain TCP is spoken on loopback only [" + to_text(address) + "]; use tcp:127.0.0.1:PORT";
  asio::error_code error;
  const auto ip = asio::ip::make_address(address.host == "localhost" ? "127.0.0.1" : address.host, error);
  if (error) return "'" + address.host + "' is no IP address; use tcp:127.0.0.1:PORT";
  return open_door<asio::ip::tcp>(io, address, asio::ip::tcp::endpoint(ip, address.port), std::move(accepted));
}

}  // namespace parley
