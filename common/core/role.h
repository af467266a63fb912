// Who a connection speaks for. One connection, one role: no message carries a seat, so acting for another
// cannot be written down. `server` is held by nobody; it signs the commits that follow from an invite.
#pragma once

#include "common/core/ids.h"
#include "common/core/limits.h"

#include <optional>

namespace parley {

struct Role {
  enum class Kind : std::uint8_t { seat, host, server, viewer };
  Kind kind = Kind::viewer;
  std::uint16_t number = 1;  // seat: index in the roster; viewer: 1 and up; else 0

  static constexpr Role of(Seat s) { return {Kind::seat, s.index}; }
  static constexpr Role host() { return {Kind::host, 0}; }
  static constexpr Role server() { return {Kind::server, 0}; }
  static constexpr Role viewer(std::uint16_t number) { return {Kind::viewer, number}; }

  constexpr bool is_seat() const { return kind == Kind::seat; }
  constexpr bool is(Seat s) const { return is_seat() && number == s.index; }
  /// The seat held; only where is_seat().
  constexpr Seat seat() const { return Seat{static_cast<std::uint8_t>(number)}; }

  friend constexpr auto operator<=>(const Role&, const Role&) = default;
};

/// A role as one number, on the wire and in the store: seats 0..7, host 8, server 9, viewer n at 15 + n.
constexpr std::uint16_t code(Role role) {
  switch (role.kind) {
    case Role::Kind::seat: return role.number;
    case Role::Kind::host: return 8;
    case Role::Kind::server: return 9;
    case Role::Kind::viewer: return static_cast<std::uint16_t>(15 + role.number);
  }
  return 9;
}

/// Who is here, as a set of bits: n for seat n, 8 for the host; nobody else's presence is shown.
constexpr std::uint16_t presence_bit(Role role) {
  return role.is_seat() || role == Role::host() ? static_cast<std::uint16_t>(1u << code(role)) : 0;
}

/// The role of a number, or nothing where there is none.
constexpr std::optional<Role> role_of_code(std::uint16_t code) {
  if (code < limits::seats_max) return Role::of(Seat{static_cast<std::uint8_t>(code)});
  if (code == 8) return Role::host();
  if (code == 9) return Role::server();
  if (code > 15 && code <= 15 + limits::viewers_max) return Role::viewer(static_cast<std::uint16_t>(code - 15));
  return std::nullopt;
}

}  // namespace parley
