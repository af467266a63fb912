#include "client/transcript_lines.h"

#include "common/wire/describe.h"

#include <fmt/format.h>

#include <algorithm>

namespace parley {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t bytes_per_row = 16;

/// 02:30:00.000123; nothing where the time is not known.
std::string clock_text(Instant time) {
  if (time == Instant{}) return "-";
  const auto us = static_cast<std::uint64_t>(std::max<std::int64_t>(0, time.time_since_epoch().count()));
  const std::string whole = utc(Time{us / 1'000'000});
  return whole.substr(11, 8) + fmt::format(".{:06}", us % 1'000'000);
}
Json stamp(Instant time) {
  if (time == Instant{}) return nullptr;
  const auto us = static_cast<std::uint64_t>(std::max<std::int64_t>(0, time.time_since_epoch().count()));
  return utc(Time{us / 1'000'000}).substr(0, 11) + clock_text(time) + "Z";
}

const char* from(Side side) { return side == Side::client ? "client" : "server"; }
const char* arrow(Side side) { return side == Side::client ? "->" : "<-"; }

Json start_of(const Origin& origin) {
  Json out{{"at", stamp(origin.time)}, {"connection", origin.connection}};
  if (!origin.role.empty()) out["role"] = origin.role;
  return out;
}

/// "02:30:00.000123 #1 ATR ->".
std::string start_of(const Origin& origin, const char* direction) {
  return fmt::format("{} #{} {} {}", clock_text(origin.time), origin.connection, origin.role.empty() ? "-" : origin.role, direction);
}

}  // namespace

void TranscriptLines::frame(const Origin& origin, const Piece& piece, const ShownFrame& shown) const {
  if (options_.json) {
    Json out = start_of(origin);
    out["from"] = from(origin.side);
    out.update(Json{{"offset", piece.offset}, {"size", piece.bytes.size()}, {"type", shown.type}, {"message", shown.message}});
    if (out["message"].is_null()) out["message"] = Json::object();
    for (const Part& part : shown.parts) out["hex"].push_back({{"field", part.name}, {"bytes", part.bytes.empty() ? "***" : to_hex(part.bytes)}});
    return line_(to_line(out));
  }
  const std::string words = words_of(shown.message);
  line_(fmt::format("{} {} {}{}{}", start_of(origin, arrow(origin.side)), piece.bytes.size(), shown.type, words.empty() ? "" : " ", words));
  std::uint64_t at = piece.offset;
  for (const Part& part : shown.parts) {
    if (part.bytes.empty()) line_(fmt::format("  {:06x}  {:48} {}", at, "***", part.name));
    for (std::size_t i = 0; i < part.bytes.size(); i += bytes_per_row)
      line_(fmt::format("  {:06x}  {:48} {}", at + i, to_hex(std::string_view(part.bytes).substr(i, bytes_per_row)), i == 0 ? part.name : ""));
    at += part.bytes.empty() ? std::tuple_size_v<decltype(Redeem::code)> : part.bytes.size();
  }
}

void TranscriptLines::malformed(const Origin& origin, const Piece& piece, std::string_view why, std::uint64_t broken_at) const {
  const bool has_type = piece.frame.size > 0;
  const bool may_show = options_.secrets == Secrets::shown || (has_type && piece.frame.type != Redeem::type && origin.side == Side::server);
  const std::string type = has_type ? type_text(piece.frame.type) : "frame";
  if (options_.json) {
    Json out = start_of(origin);
    out["from"] = from(origin.side);
    out.update(Json{{"offset", piece.offset}, {"size", piece.bytes.size()}, {"type", type}, {"malformed", why}, {"broken_at", broken_at}});
    if (may_show) out["bytes"] = to_hex(piece.bytes);
    return line_(to_line(out));
  }
  line_(fmt::format("{} {} {} MALFORMED: {} at byte {} of the stream, {} of the frame", start_of(origin, arrow(origin.side)), piece.bytes.size(), type, why,
                    broken_at, broken_at - piece.offset));
  if (!options_.hex || !may_show) return;
  for (std::size_t i = 0; i < piece.bytes.size(); i += bytes_per_row)
    line_(fmt::format("  {:06x}  {}", piece.offset + i, to_hex(piece.bytes.substr(i, bytes_per_row))));
}

void TranscriptLines::event(const Origin& origin, bool of_both, const std::string& what) const {
  if (!options_.json) return line_(start_of(origin, of_both ? "--" : arrow(origin.side)) + " " + what);
  Json out = start_of(origin);
  if (!of_both) out["from"] = from(origin.side);
  out["event"] = what;
  line_(to_line(out));
}

void TranscriptLines::statistics(const Statistics& counted) const {
  if (!options_.json) {
    for (const std::string& line : lines_of(counted)) line_(line);
    return;
  }
  Json out{{"connections", counted.connections()}};
  for (const Side side : {Side::client, Side::server})
    for (const auto& [type, count] : counted.counts(side)) out[from(side)][type] = {{"frames", count.frames}, {"bytes", count.bytes}};
  for (const auto& [request, trips] : counted.round_trips())
    out["round_trips"][request] = {{"times", trips.count}, {"p50_us", trips.p50.count()}, {"p99_us", trips.p99.count()}};
  line_(to_line(Json{{"statistics", out}}));
}

}  // namespace parley
