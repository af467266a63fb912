#include "client/decode.h"

#include "client/capture.h"
#include "client/recording.h"
#include "client/start_up.h"
#include "common/keys/keys.h"
#include "common/wire/describe.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

namespace parley {
namespace {

constexpr std::array<std::pair<std::string_view, DecodeKind>, 5> kinds = {{{"session", DecodeKind::session}, {"frames", DecodeKind::frames}, {"hex", DecodeKind::hex},
                                                                    {"pcap", DecodeKind::pcap}, {"commits", DecodeKind::commits}}};
using Wrong = std::optional<std::string>;

constexpr const char* unread = "not everything in it could be read; the lines above say where";

/// What a file is that is none of ours.
struct Other { std::string_view start, what; };
constexpr std::array<Other, 14> others = {{
    {"SQLite format 3", "a store; 'parleyd dump TABLE --data DIR' prints its commits"},
    {"parley ledger ", "an exported ledger; 'parley verify FILE' checks it"},
    {"{\"parley_ledger\"", "an exported ledger; 'parley verify FILE' checks it"},
    {"parley1-", "an invite; keep it secret, and redeem it with 'parley join'"},
    {"parley session ", "a recorded session of another version; decode it with the parley that recorded it"},
    {std::string_view("\x0a\x0d\x0d\x0a", 4), "a capture in the pcapng format; make it classic with 'editcap -F pcap FILE NEW'"},
    {"GET ", "HTTP"}, {"POST ", "HTTP"}, {"HTTP/", "HTTP"}, {"SSH-", "SSH"},
    {"\x16\x03", "TLS; the tap and this tool read what is inside only"}, {"\x1f\x8b", "compressed by gzip; unpack it first"},
    {"{", "JSON; this tool reads bytes of the protocol"}, {"\x7f" "ELF", "a program"}}};

/// A list of commits, each with its own bytes.
Wrong decode_commits(const std::vector<std::string>& rows, const TranscriptOptions& options, const Transcript::Line& line) {
  Follower follower;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto commit = decode_commit(rows[row]);
    if (!commit)
      return fmt::format("rows of the journal; row {} breaks at its byte {}: {}", row + 1, commit.error().offset, commit.error().reason);
    const auto event = follower.see(*commit);
    line(options.json ? to_line(event) : words_of(event));
  }
  return std::nullopt;
}

/// Frames of either side, each told by its type which; a bye goes with those before it.
Wrong decode_frames(std::string_view bytes, const TranscriptOptions& options, const Transcript::Line& line) {
  Transcript transcript(options, line);
  Passed passed{.what = Passed::What::bytes, .time = {}, .connection = 1, .side = Side::client, .bytes = {}};
  std::size_t at = 0;
  if (!begins_here(bytes, Side::client) && !begins_here(bytes, Side::server)) {
    for (const Side side : {Side::client, Side::server})
      if (const auto found = first_frame(bytes, side); found && (at == 0 || *found < at)) at = *found;
  }
  const std::size_t skipped = at;
  FrameSplitter splitter(limits::frame_from_server);
  splitter.add(bytes.substr(at));
  while (const auto piece = splitter.next()) {
    if (!piece->fault) at += piece->bytes.size();
    if (piece->frame.size > 0 && piece->frame.type != Bye::type) passed.side = piece->frame.type >= 0x80 ? Side::server : Side::client;
    passed.bytes = piece->bytes;
    transcript.take(passed);
  }
  passed.bytes = splitter.rest();
  if (!passed.bytes.empty()) transcript.take(passed);
  transcript.finish();
  if (transcript.frames() == 0) return "frames, as it was asked for, but there is none in it";
  if (skipped > 0) return fmt::format("frames from the middle of a stream; its first {} bytes were skipped", skipped);
  if (splitter.broken() || !splitter.rest().empty()) return fmt::format("frames up to byte {}; what follows is none, or is cut short", at);
  return transcript.sound() ? std::nullopt : Wrong(fmt::format("frames; {}", unread));
}

Wrong decode_session(std::string_view bytes, const TranscriptOptions& options, const Transcript::Line& line) {
  Transcript transcript(options, line);
  const auto stop = read_session(bytes, [&](const Passed& passed) { transcript.take(passed); });
  if (!stop) transcript.finish();
  if (stop) return fmt::format("a recorded session; it stops at byte {}: {}", stop->offset, stop->reason);
  return transcript.sound() ? std::nullopt : Wrong(fmt::format("a recorded session; {}", unread));
}

Wrong decode_capture(std::string_view bytes, const TranscriptOptions& options, const Transcript::Line& line) {
  Transcript transcript(options, line);
  const Capture capture = read_capture(bytes, [&](const Passed& passed) { transcript.take(passed); });
  transcript.finish();
  const std::string what = fmt::format("a capture with {} connections of parley and {} others", capture.connections, capture.others);
  if (capture.stop) return fmt::format("{}; it stops at byte {}: {}", what, capture.stop->offset, capture.stop->reason);
  if (capture.connections == 0) return what;
  return transcript.sound() ? std::nullopt : Wrong(fmt::format("{}; {}", what, unread));
}

bool is_hex(std::string_view text) {
  bool any = false;
  for (const char c : text) {
    const bool digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (!digit && c != ' ' && c != '\n' && c != '\r' && c != '\t') return false;
    any = any || digit;
  }
  return any;
}

/// Commits where each line is one; else all lines together, as whatever their bytes are.
Wrong decode_hex(std::string_view text, const TranscriptOptions& options, const Transcript::Line& line) {
  std::vector<std::string> rows;
  std::istringstream lines{std::string(text)};
  std::size_t number = 0;
  for (std::string row; std::getline(lines, row);) {
    ++number;
    std::erase_if(row, [](char c) { return c == ' ' || c == '\r' || c == '\t'; });
    if (row.empty()) continue;
    std::transform(row.begin(), row.end(), row.begin(), [](char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c; });
    const auto bytes = from_hex(row);
    if (!bytes) return fmt::format("hex; line {} is none, or has half a byte", number);
    rows.push_back(*bytes);
  }
  if (rows.empty()) return "hex, as it was asked for, but there is none in it";
  if (decode_commit(rows.front())) return decode_commits(rows, options, line);
  std::string all;
  for (const std::string& row : rows) all += row;
  if (is_hex(all)) return "hex of hex; turn it into bytes once, with 'xxd -r -p'";
  return decode_bytes(all, std::nullopt, options, line);
}

std::optional<DecodeKind> recognise(std::string_view bytes) {
  if (session_head.starts_with(bytes) || bytes.starts_with(session_head)) return DecodeKind::session;
  if (is_capture(bytes)) return DecodeKind::pcap;
  if (is_hex(bytes)) return DecodeKind::hex;
  if (begins_here(bytes, Side::client) || begins_here(bytes, Side::server)) return DecodeKind::frames;
  if (decode_commit(bytes)) return DecodeKind::commits;
  return std::nullopt;
}

}  // namespace

std::optional<DecodeKind> parse_decode_kind(std::string_view text) {
  for (const auto& [word, kind] : kinds)
    if (word == text) return kind;
  return std::nullopt;
}

std::optional<std::string> decode_bytes(std::string_view bytes, std::optional<DecodeKind> as, const TranscriptOptions& options,
                                        const Transcript::Line& line) {
  if (bytes.empty()) return "nothing: it is empty";
  if (!as) as = recognise(bytes);
  if (!as) {
    for (const Other& other : others)
      if (bytes.starts_with(other.start)) return "no bytes of the protocol: it looks like " + std::string(other.what);
    if (!first_frame(bytes, Side::client) && !first_frame(bytes, Side::server))
      return "nothing that is known; --as says what it should be: session, frames, hex, pcap or commits";
    as = DecodeKind::frames;
  }
  switch (*as) {
    case DecodeKind::session: return decode_session(bytes, options, line);
    case DecodeKind::frames: return decode_frames(bytes, options, line);
    case DecodeKind::hex: return decode_hex(bytes, options, line);
    case DecodeKind::pcap: return decode_capture(bytes, options, line);
    case DecodeKind::commits: return decode_commits({std::string(bytes)}, options, line);
  }
  return std::nullopt;
}

int decode(const DecodeOptions& options) {
  std::optional<DecodeKind> as;
  if (!options.as.empty() && !(as = parse_decode_kind(options.as)))
    return start_up_error("'" + options.as + "' is no kind; --as takes session, frames, hex, pcap or commits");
  std::ifstream file;
  if (options.file != "-") file.open(options.file, std::ios::binary);
  std::istream& in = options.file == "-" ? std::cin : file;
  in.peek();  // a folder can be opened, and only then not be read
  if (in.bad() || (options.file != "-" && !file.is_open()))
    return start_up_error("cannot read '" + options.file + "'; name a file, or - for standard input");
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const auto wrong = decode_bytes(bytes, as, options.transcript, [](const std::string& line) {
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fputc('\n', stdout);
  });
  if (!wrong) return 0;
  std::fflush(stdout);
  std::fprintf(stderr, "parley: this is %s\n", wrong->c_str());
  return 1;
}

}  // namespace parley
