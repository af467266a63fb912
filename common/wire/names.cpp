#include "common/wire/names.h"

#include "common/core/overload.h"
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
std::string_view name(ti4::Phase phase) {
  static constexpr std::array<std::string_view, 6> words = {"setup", "strategy", "action", "status", "agenda", "over"};
  return words.at(static_cast<std::size_t>(phase));
}
std::string_view name(ti4::Step step) {
  static constexpr std::array<std::string_view, ti4::steps + 1> words = {
      "", "turn_start", "activation", "move_ships", "space_cannon_offense", "space_combat_start", "space_combat_roll",
      "space_combat_assign_hits", "space_combat_retreat", "bombardment", "commit_ground_forces", "space_cannon_defense",
      "ground_combat", "establish_control", "production", "turn_end", "trade_gain", "trade_replenish", "trade_choose",
      "trade_secondary", "reveal", "vote", "outcome"};
  return words.at(static_cast<std::size_t>(step));
}
std::string_view name(ti4::Kind kind) {
  static constexpr std::array<std::string_view, ti4::kinds + 1> words = {
      "", "trade_goods", "commodities", "cultural", "hazardous", "industrial", "unknown", "action_cards"};
  return words.at(static_cast<std::size_t>(kind));
}
std::string_view name(ti4::Class is) {
  static constexpr std::array<std::string_view, 5> words = {"", "binding", "non_binding", "undecided", "blocked"};
  return words.at(static_cast<std::size_t>(is));
}
std::string_view name(ti4::Deed deed) {
  static constexpr std::array<std::string_view, ti4::deeds + 1> words = {
      "", "give", "produce", "spend_on", "use_note", "use_ability", "fire_space_cannon", "replenish", "choose_for_secondary",
      "vote", "abstain", "break_tie", "play_action_card", "activate", "move", "retreat", "assign_hits", "pick_strategy",
      "pay_later", "other"};
  return words.at(static_cast<std::size_t>(deed));
}
std::string_view name(ti4::When when) {
  static constexpr std::array<std::string_view, 5> words = {"", "now", "this_turn", "this_round", "open"};
  return ti4::is_step(when) ? name(ti4::step_of(when)) : words.at(static_cast<std::size_t>(when));
}
std::string_view name(ti4::Stance stance) { return stance == ti4::Stance::act ? "do" : "refrain"; }
std::string_view name(ti4::Contingent contingent) {
  static constexpr std::array<std::string_view, 6> words = {"", "nothing", "dice", "action_card", "another_seat", "hidden_choice"};
  return words.at(static_cast<std::size_t>(contingent));
}
std::string_view name(ti4::Able able) {
  static constexpr std::array<std::string_view, 4> words = {"", "yes", "no", "unknown"};
  return words.at(static_cast<std::size_t>(able));
}
std::string_view name(open::Phase phase) {
  static constexpr std::array<std::string_view, 3> words = {"setup", "play", "over"};
  return words.at(static_cast<std::size_t>(phase));
}
std::string_view phase_name(const Table& table, Moment m) {
  return std::visit(Overload{[&](const dune::Game&) { return name(dune::phase(m)); },
                             [&](const ti4::Game&) { return name(ti4::phase(m)); },
                             [&](const open::Game&) { return name(open::phase(m)); }},
                    table.game);
}
std::string_view game_name(const Rules& rules) {
  static constexpr std::array<std::string_view, 3> words = {"dune", "ti4", "open"};
  return words.at(rules.index());
}

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
