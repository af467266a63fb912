#include "common/keys/invite.h"

#include "common/core/invariant.h"

#include <algorithm>
#include <optional>

namespace parley {
namespace {

constexpr std::string_view family = "parley";
constexpr std::string_view prefix = "parley1-";
constexpr char format_version = 1;
constexpr std::size_t check_bytes = 4;
constexpr std::size_t str8_bytes_max = 255;
constexpr std::size_t payload_bytes_max =
    1 + 3 * (1 + str8_bytes_max) + sizeof(PublicKey) + sizeof(InviteCode) + check_bytes;
constexpr std::size_t letters_max = (payload_bytes_max * 8 + 5) / 6;

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
static_assert(alphabet.size() == 64);

std::string to_base64url(std::string_view bytes) {
  std::string out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char c : bytes) {
    bits = (bits << 8 | static_cast<unsigned char>(c)) & 0xffff;
    for (count += 8; count >= 6; count -= 6) out += alphabet[bits >> (count - 6) & 63];
  }
  if (count > 0) out += alphabet[bits << (6 - count) & 63];
  return out;
}

struct Decoded {
  std::string bytes;
  bool exact = false;  // nothing was left over: no set bits and no whole letter
};

// Nothing where a letter is not of the alphabet.
std::optional<Decoded> from_base64url(std::string_view text) {
  Decoded out;
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const char letter : text) {
    const std::size_t value = alphabet.find(letter);
    if (value == std::string_view::npos) return std::nullopt;
    bits = (bits << 6 | static_cast<std::uint32_t>(value)) & 0x3fff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.bytes += static_cast<char>(bits >> count & 255);
  }
  out.exact = count < 6 && (bits & ((1u << count) - 1)) == 0;
  return out;
}

std::string check_of(std::string_view bytes) { return std::string(view(sha256(bytes)).substr(0, check_bytes)); }

bool check_holds(std::string_view payload) {
  if (payload.size() < check_bytes) return false;
  const std::size_t body_bytes = payload.size() - check_bytes;
  return payload.substr(body_bytes) == check_of(payload.substr(0, body_bytes));
}

// Hands out bytes from the front; once they do not suffice it hands out nothing and stays short.
struct Reader {
  std::string_view rest;
  bool is_short = false;

  std::string_view take(std::size_t size) {
    is_short = is_short || size > rest.size();
    if (is_short) return {};
    const std::string_view out = rest.substr(0, size);
    rest.remove_prefix(size);
    return out;
  }
  std::string_view take_str8() {
    const std::string_view size = take(1);
    return size.empty() ? size : take(static_cast<unsigned char>(size[0]));
  }
  template <std::size_t N>
  void take_into(std::array<std::uint8_t, N>& out) {
    std::ranges::copy(take(N), out.begin());
  }
};

bool fits(const Invite& invite) {
  return fits_invite(invite.address) && fits_invite(invite.table) && fits_invite(invite.role);
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view white = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(white);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(white) - first + 1);
}

InviteFault fault_of_start(std::string_view text) {
  if (text.empty()) return InviteFault::not_an_invite;
  if (prefix.starts_with(text)) return InviteFault::cut_short;
  if (!text.starts_with(family)) return InviteFault::not_an_invite;
  text.remove_prefix(family.size());
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const bool numbered = digits > 0 && text[0] != '0' && text.substr(digits).starts_with('-');
  return numbered ? InviteFault::newer_version : InviteFault::not_an_invite;
}

}  // namespace

bool fits_invite(std::string_view field) {
  if (field.empty() || field.size() > str8_bytes_max) return false;
  // An invite comes from a stranger and its words are shown on a terminal: no C0, DEL or (in UTF-8) C1 controls.
  char before = ' ';
  for (const char c : field) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || (before == '\xc2' && byte >= 0x80 && byte < 0xa0)) return false;
    before = c;
  }
  return true;
}

std::string to_text(const Invite& invite) {
  invariant(fits(invite), "an invite's fields fit it");
  std::string payload(1, format_version);
  const auto put_str8 = [&payload](std::string_view field) {
    payload += static_cast<char>(field.size());
    payload += field;
  };
  put_str8(invite.address);
  payload += view(invite.server);
  put_str8(invite.table);
  put_str8(invite.role);
  payload += view(invite.code);
  payload += check_of(payload);
  return std::string(prefix) + to_base64url(payload);
}

Result<Invite, InviteFault> parse_invite(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with(prefix)) return fault_of_start(text);
  text.remove_prefix(prefix.size());
  if (text.size() > letters_max) return InviteFault::damaged;
  const std::optional<Decoded> decoded = from_base64url(text);
  if (!decoded) return InviteFault::damaged;
  const std::string_view payload = decoded->bytes;
  const bool intact = decoded->exact && check_holds(payload);

  Reader in{payload};
  const std::string_view version = in.take(1);
  if (!version.empty() && version[0] != format_version)
    return intact ? InviteFault::newer_version : InviteFault::damaged;
  Invite invite;
  invite.address = in.take_str8();
  in.take_into(invite.server);
  invite.table = in.take_str8();
  invite.role = in.take_str8();
  in.take_into(invite.code);
  in.take(check_bytes);
  if (in.is_short) return InviteFault::cut_short;
  if (!intact || !in.rest.empty() || !fits(invite)) return InviteFault::damaged;
  return invite;
}

}  // namespace parley
