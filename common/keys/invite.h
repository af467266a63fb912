// An invite: one line of text that lets one key take one role, once. It carries all a client needs to connect.
// Text: "parley1-" and base64url (no padding) of
//   01  address:str8  server_key:32  table:str8  role:str8  code:16  check:4
// str8 is a length byte and that many bytes; check is the first 4 bytes of SHA-256 over all before it.
// A later version keeps the version byte and the check where they are, or takes another prefix ("parley2-").
#pragma once

#include "common/core/result.h"
#include "common/keys/keys.h"

#include <string>
#include <string_view>

namespace parley {

using InviteCode = std::array<std::uint8_t, 16>;

struct Invite {
  std::string address;  // unix:PATH, tcp:HOST:PORT or tls:HOST:PORT
  PublicKey server{};   // pinned: logins are signed for this server only
  std::string table;
  std::string role;   // as printed: ATR, HOST, VIEWER/1
  InviteCode code{};  // the secret; a server keeps only its hash
  friend bool operator==(const Invite&, const Invite&) = default;
};

/// Whether an address, a table or a role can stand in an invite: 1 to 255 bytes without control characters.
bool fits_invite(std::string_view field);

/// The line to hand to a player. Aborts where the address, table or role does not fit: whoever takes an address from
/// outside asks `fits_invite` first.
std::string to_text(const Invite& invite);

enum class InviteFault { not_an_invite, cut_short, damaged, newer_version };

/// Surrounding white space is ignored. An incomplete line is `cut_short`. One wrong letter is `damaged`, or `cut_short`
/// where it made a length too large; within "parley1-" itself it is `not_an_invite` or `newer_version`. Every
/// invite has one text only: spare bits must be 0.
Result<Invite, InviteFault> parse_invite(std::string_view text);

}  // namespace parley
