#include "client/endpoint.h"

#include <asio/ip/tcp.hpp>
#include <asio/local/stream_protocol.hpp>

namespace parley {

std::optional<asio::generic::stream_protocol::endpoint> endpoint_of(const Address& address) {
  if (address.kind == Address::Kind::unix_socket) return asio::local::stream_protocol::endpoint(address.host);
  asio::error_code error;
  const auto ip = asio::ip::make_address(address.host == "localhost" ? "127.0.0.1" : address.host, error);
  if (error) return std::nullopt;
  return asio::ip::tcp::endpoint(ip, address.port);
}

}  // namespace parley
