#include "common/wire/address.h"

#include <charconv>

namespace parley {

Result<Address, std::string> parse_address(std::string_view text) {
  const std::string wrong = "'" + std::string(text) + "' is no address; write unix:PATH or tcp:127.0.0.1:PORT";
  if (text.starts_with("unix:")) {
    const std::string path(text.substr(5));
    if (path.empty()) return wrong;
    if (path.size() > 107) return "the path of a Unix socket may have 107 bytes, this one has " + std::to_string(path.size());
    return Address{Address::Kind::unix_socket, path, 0};
  }
  const bool tls = text.starts_with("tls:");
  if (!tls && !text.starts_with("tcp:")) return wrong;
  const std::string_view rest = text.substr(4);
  const std::size_t colon = rest.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return wrong;
  std::string_view host = rest.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  unsigned port = 0;
  const char* end = rest.data() + rest.size();
  const auto [at, error] = std::from_chars(rest.data() + colon + 1, end, port);
  if (error != std::errc{} || at != end || port > 65535) return wrong;
  return Address{tls ? Address::Kind::tls : Address::Kind::tcp, std::string(host), static_cast<std::uint16_t>(port)};
}

std::string to_text(const Address& address) {
  if (address.kind == Address::Kind::unix_socket) return "unix:" + address.host;
  const bool brackets = address.host.find(':') != std::string::npos;
  return std::string(address.kind == Address::Kind::tls ? "tls:" : "tcp:") + (brackets ? "[" + address.host + "]" : address.host) +
         ":" + std::to_string(address.port);
}

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "::1" || host.starts_with("127.");
}

}  // namespace parley
