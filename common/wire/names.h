// How roles, seats and choices are written in scripts, logs and files. Never translated: players see client/words.
#pragma once

#include "common/core/table.h"

#include <string>
#include <string_view>
#include <vector>

namespace parley {

/// The keys of a table's seats, in roster order.
using SeatKeys = std::vector<std::string>;

SeatKeys seat_keys(const Table& table);
/// "ATR"; "?" for a seat outside the roster.
std::string seat_key(Seat seat, const SeatKeys& seats);
/// The seat of a key; for a key that is not in the roster a seat that is not either, which the server refuses.
Seat seat_or_stranger(std::string_view key, const SeatKeys& seats);
/// "ATR", "HOST", "SERVER", "VIEWER/1".
std::string role_text(Role role, const SeatKeys& seats);
/// The role of such a text, or nothing.
std::optional<Role> parse_role(std::string_view text, const SeatKeys& seats);

std::string_view name(Answer answer);
std::string_view name(Control control);
std::string_view name(dune::Mode mode);
std::string_view name(dune::Phase phase);
std::string_view name(ti4::Phase phase);
std::string_view name(ti4::Step step);
std::string_view name(ti4::Kind kind);
std::string_view name(ti4::Class is);
std::string_view name(ti4::Deed deed);
std::string_view name(ti4::When when);
std::string_view name(ti4::Stance stance);
std::string_view name(ti4::Contingent contingent);
std::string_view name(ti4::Able able);
std::string_view name(open::Phase phase);
/// The phase of a moment of this table's game.
std::string_view phase_name(const Table& table, Moment moment);
/// "dune", "ti4", "open".
std::string_view game_name(const Rules& rules);

/// 2026-11-30T02:30:00Z.
std::string utc(Time time);
/// Lower-case, two letters a byte; keys.h reads it back.
std::string to_hex(std::string_view bytes);

}  // namespace parley
