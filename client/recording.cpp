#include "client/recording.h"

#include "common/core/limits.h"
#include "common/wire/parts.h"

#include <algorithm>

namespace parley {
namespace {

constexpr std::size_t length_bytes_max = 4;
constexpr std::size_t entry_bytes_max = limits::frame_from_server + length_bytes_max;

constexpr Instant latest{std::chrono::microseconds(253'402'300'799'000'000)};  // the end of 9999
constexpr std::uint64_t elapsed_max = 253'402'300'799'000'000;

enum What : std::uint8_t { opened = 0, from_client = 1, from_server = 2, client_ended = 3, server_ended = 4 };

constexpr char hidden = '\x80';  // a number that never ends: what could not be read cannot be read later either

/// All but the length, which says why it never became a frame.
std::string blanked(std::string_view bytes) {
  std::string out(bytes.size(), hidden);
  std::copy_n(bytes.begin(), std::min(bytes.size(), length_bytes_max), out.begin());
  return out;
}

}  // namespace

std::string without_code(std::string_view frame) {
  const auto parsed = parse_frame(frame, limits::frame_from_server);
  const Frame* found = std::get_if<Frame>(&parsed);
  if (!found) return blanked(frame);
  std::string out(frame.substr(0, frame.size() - found->payload.size()));
  const auto message = decode_client(*found, [](Verb) { return true; });
  if (!message) return out.append(found->payload.size(), hidden);  // wherever a code may be in it
  if (found->type != Redeem::type) return std::string(frame);
  for (const Part& part : parts_of(*message)) {
    if (part.name == "length" || part.name == "type") continue;
    if (part.name == "code") out.append(part.bytes.size(), '\0');
    else out += part.bytes;
  }
  return out;
}

Recorder::Recorder(Write write, Secrets secrets) : write_(std::move(write)), secrets_(secrets) { write_(session_head); }

void Recorder::take(const Passed& passed) {
  switch (passed.what) {
    case Passed::What::opened: return entry(opened, passed, {});
    case Passed::What::bytes: return frames(passed);
    case Passed::What::gap:
    case Passed::What::note: return;
    case Passed::What::ended:
      rest(passed);
      return entry(passed.side == Side::client ? client_ended : server_ended, passed, {});
  }
}

void Recorder::frames(const Passed& passed) {
  FrameSplitter& splitter = open_.try_emplace({passed.connection, passed.side}, limits::frame_from_server).first->second;
  const bool was_broken = splitter.broken();
  splitter.add(passed.bytes);
  const std::uint8_t what = passed.side == Side::client ? from_client : from_server;
  while (const auto piece = splitter.next()) {
    const std::string_view bytes = piece->bytes.substr(0, entry_bytes_max);
    if (secrets_ == Secrets::shown || (passed.side == Side::server && !piece->fault)) entry(what, passed, bytes);
    else entry(what, passed, piece->fault ? blanked(bytes) : without_code(bytes));
  }
  if (!was_broken) return;
  for (std::string_view left = passed.bytes; !left.empty(); left.remove_prefix(std::min(left.size(), entry_bytes_max))) {
    const std::string_view bytes = left.substr(0, entry_bytes_max);
    entry(what, passed, secrets_ == Secrets::shown ? std::string(bytes) : std::string(bytes.size(), hidden));
  }
}

void Recorder::rest(const Passed& passed) {
  const auto found = open_.find({passed.connection, passed.side});
  if (found == open_.end()) return;
  const std::string_view bytes = found->second.rest();
  const std::uint8_t what = passed.side == Side::client ? from_client : from_server;
  if (!bytes.empty()) entry(what, passed, secrets_ == Secrets::shown ? std::string(bytes) : blanked(bytes));
  open_.erase(found);
}

void Recorder::entry(std::uint8_t what, const Passed& passed, std::string_view bytes) {
  const auto elapsed = std::max<std::int64_t>(0, (passed.time - last_).count());
  last_ += std::chrono::microseconds(elapsed);
  std::string out(1, static_cast<char>(what));
  put_leb128(out, static_cast<std::uint64_t>(elapsed));
  put_leb128(out, passed.connection);
  put_leb128(out, bytes.size());
  write_(out.append(bytes));
}

namespace {

/// The next entry, taken off the front, with `elapsed` as its time; nothing where it is cut short or makes no sense.
std::optional<Passed> take_entry(std::string_view& bytes) {
  std::string_view left = bytes;
  const auto what = static_cast<std::uint8_t>(left.front());
  left.remove_prefix(1);
  const auto elapsed = take_leb128(left);
  const auto connection = elapsed ? take_leb128(left) : std::nullopt;
  const auto size = connection ? take_leb128(left) : std::nullopt;
  if (!size || what > server_ended || *elapsed > elapsed_max || *connection > UINT32_MAX || *size > entry_bytes_max || *size > left.size())
    return std::nullopt;
  bytes = left.substr(*size);
  Passed passed{.what = Passed::What::bytes, .time = Instant(std::chrono::microseconds(*elapsed)),
                .connection = static_cast<std::uint32_t>(*connection),
                .side = what == from_client || what == client_ended ? Side::client : Side::server, .bytes = std::string(left.substr(0, *size))};
  if (what == opened) passed.what = Passed::What::opened;
  if (what == client_ended || what == server_ended) passed.what = Passed::What::ended;
  return passed;
}

}  // namespace

std::optional<ReadStop> read_session(std::string_view bytes, const std::function<void(const Passed&)>& tell) {
  if (!bytes.starts_with(session_head)) return ReadStop{0, "there is no \"parley session 1\" at its start"};
  std::string_view left = bytes.substr(session_head.size());
  Instant last{};
  while (!left.empty()) {
    const std::size_t start = bytes.size() - left.size();
    auto passed = take_entry(left);
    if (!passed) return ReadStop{start, "the entry is cut short, or is none"};
    if (passed->time.time_since_epoch() > latest.time_since_epoch() - last.time_since_epoch()) return ReadStop{start, "a time that cannot be"};
    passed->time = last += passed->time.time_since_epoch();
    tell(*passed);
  }
  return std::nullopt;
}

}  // namespace parley
