#include "common/wire/names.h"

#include "common/core/refusal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>

namespace parley {

SeatKeys seat_keys(const Table& table) {
  SeatKeys keys;
  for (const SeatRecord& seat : table.seats) keys.push_back(seat.key);
  return keys;
}

std::string seat_key(Seat seat, const SeatKeys& seats) {
  return seat.index < seats.size() ? seats[seat.index] : std::string("?");
}

Seat seat_or_stranger(std::string_view key, const SeatKeys& seats) {
  const auto found = std::find(seats.begin(), seats.end(), key);
  return Seat{found == seats.end() ? no_seat : static_cast<std::uint8_t>(found - seats.begin())};
}

std::string role_text(Role role, const SeatKeys& seats) {
  switch (role.kind) {
    case Role::Kind::seat: return seat_key(role.seat(), seats);
    case Role::Kind::host: return "HOST";
    case Role::Kind::server: return "SERVER";
    case Role::Kind::viewer: return "VIEWER/" + std::to_string(role.number);
  }
  return "?";
}

std::optional<Role> parse_role(std::string_view text, const SeatKeys& seats) {
  if (text == "HOST") return Role::host();
  if (text.starts_with("VIEWER/")) {
    unsigned number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + 7, end, number);
    if (error != std::errc{} || rest != end || number < 1 || number > limits::viewers_max) return std::nullopt;
    return Role::viewer(static_cast<std::uint16_t>(number));
  }
  const Seat seat = seat_or_stranger(text, seats);
  if (seat.index >= seats.size()) return std::nullopt;
  return Role::of(seat);
}

std::string_view name(Answer answer) {
  static constexpr std::array<std::string_view, 6> words = {"", "divert", "allow", "yes", "no", "done"};
  return words.at(static_cast<std::size_t>(answer));
}
std::string_view name(Control control) { return control == Control::human ? "human" : "ai"; }
std::string_view name(dune::Mode mode) { return mode == dune::Mode::basic ? "basic" : "advanced"; }
std::string_view name(dune::Phase phase) {
  static constexpr std::array<std::string_view, 11> words = {
      "setup", "storm", "spice_blow_and_nexus", "choam_charity", "bidding", "revival", "shipment_and_movement", "battle",
      "spice_collection", "mentat_pause", "over"};
  return words.at(static_cast<std::size_t>(phase));
}
std::string_view game_name(const Rules&) { return "dune"; }

std::string utc(Time time) {
  const auto seconds = static_cast<std::time_t>(time.value);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  const std::size_t size = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, size};
}

std::string to_hex(std::string_view bytes) {
  static constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (char c : bytes) {
    const auto b = static_cast<std::uint8_t>(c);
    out += digits[b >> 4];
    out += digits[b & 15];
  }
  return out;
}

}  // namespace parley
