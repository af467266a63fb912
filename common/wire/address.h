// Where a server listens and a client connects: unix:PATH, tcp:HOST:PORT, tls:HOST:PORT.
#pragma once

#include "common/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace parley {

struct Address {
  enum class Kind { unix_socket, tcp, tls } kind = Kind::unix_socket;
  std::string host;  // the path of a Unix socket
  std::uint16_t port = 0;

  /// What handshakes over this kind of door are signed with (keys/statement.h).
  std::string_view channel() const { return kind == Kind::unix_socket ? "unix" : "tcp"; }
};

/// The error is a sentence that shows the right form. A Unix path has at most 107 bytes; an IPv6 host stands in brackets.
Result<Address, std::string> parse_address(std::string_view text);
std::string to_text(const Address& address);
/// 127.0.0.0/8, ::1 or localhost: the only places where plain TCP may be spoken [P-A7].
bool is_loopback(std::string_view host);

}  // namespace parley
