// Every bound in one place; the relations between them are checked when this compiles.
// Sizes in bytes unless the name says otherwise.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace parley::limits {

using namespace std::chrono_literals;

// The table.
inline constexpr std::size_t seats_max = 8;
inline constexpr std::size_t open_offers_per_seat = 16;
inline constexpr std::size_t open_offers_per_table = 64;
inline constexpr std::size_t open_decisions = 8;          // T2
inline constexpr std::uint32_t amount_max = 65535;        // B1, A3, A8
inline constexpr std::size_t viewers_max = 1000;          // numbered roles VIEWER/1 and up
inline constexpr std::size_t clauses_max = 8;             // of a deal
inline constexpr std::size_t notes_per_hand = 32;         // promissory notes
inline constexpr std::size_t goods_named_max = 2;         // notes, and relics, that one side of an exchange can be written with

// A table's history, as clients count it: the public bytes of every commit, and so many besides. A client gives up above the
// most; a server lets seats only answer and end what there is from `of_words` on, so that no seat can bring it there [P-R1].
inline constexpr std::size_t history_bytes_besides = 128;
inline constexpr std::size_t history_bytes_max = std::size_t{16} << 20;
inline constexpr std::size_t history_bytes_of_words = history_bytes_max / 4 * 3;

// Text, as players may write it (the policy) ...
inline constexpr std::size_t terms_code_points = 1000;
inline constexpr std::size_t terms_lines = 20;
inline constexpr std::size_t line_code_points = 240;
inline constexpr std::size_t label_code_points = 72;
inline constexpr std::size_t name_columns = 24;
inline constexpr std::size_t marks_per_base = 2;
// ... and as the wire carries it before the policy has judged it.
inline constexpr std::size_t terms_bytes = 8192;
inline constexpr std::size_t line_bytes = 2048;
inline constexpr std::size_t label_bytes = 288;
inline constexpr std::size_t name_bytes = 256;
inline constexpr std::size_t table_name_bytes = 32;
inline constexpr std::size_t seat_key_bytes = 8;

// Frames: what follows the length.
inline constexpr std::size_t frame_before_login = 512;
inline constexpr std::size_t frame_from_client = 16 * 1024;
inline constexpr std::size_t frame_from_server = 64 * 1024;

// Connections.
inline constexpr std::size_t strangers_max = 64;          // connections before login
inline constexpr std::size_t strangers_per_address = 8;
inline constexpr std::size_t strangers_per_user = strangers_max / 2;  // of a Unix socket: half of the places are left to others
inline constexpr std::size_t watchers_per_role = 8;       // logins that only watch, of one role at one table
inline constexpr auto stranger_lifetime = 10s;
inline constexpr auto client_silence = 200s;              // the server drops the session
inline constexpr auto ping_after = 60s;                   // client, after it last said something
inline constexpr auto pong_within = 15s;                  // client, after an unanswered ping
inline constexpr std::uint32_t actions_per_second = 20;
inline constexpr std::uint32_t actions_burst = 40;

static_assert(terms_bytes >= 4 * terms_code_points && line_bytes >= 4 * line_code_points);
static_assert(label_bytes >= 4 * label_code_points);
static_assert(terms_bytes + clauses_max * (2 * label_bytes + 24) + 4 * goods_named_max * label_bytes + 512 < frame_from_client);
static_assert(frame_from_client < frame_from_server);
static_assert(open_offers_per_seat * seats_max >= open_offers_per_table);

}  // namespace parley::limits
