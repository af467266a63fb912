#include "client/transcript.h"

#include "client/transcript_lines.h"
#include "common/core/limits.h"
#include "common/wire/describe.h"
#include "common/wire/parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace parley {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t waiting_max = 1024;      // requests of one connection that are remembered for their answers
constexpr std::size_t tables_max = 64;         // whose seats are remembered for other connections
constexpr std::size_t searched_bytes_max = 2 * limits::frame_from_server;

std::size_t limit_of(Side side) { return side == Side::client ? limits::frame_from_client : limits::frame_from_server; }

const std::function<bool(Verb)> every_verb = [](Verb) { return true; };

/// Whether a JSON number, or a list of them, names the deal.
bool names(const Json& message, const char* key, std::uint32_t deal) {
  const auto found = message.find(key);
  if (found == message.end()) return false;
  if (found->is_array()) return std::find(found->begin(), found->end(), Json(deal)) != found->end();
  return *found == deal;
}

}  // namespace

bool readable(const Frame& frame, Side side) {
  return side == Side::client ? static_cast<bool>(decode_client(frame, every_verb)) : static_cast<bool>(decode_server(frame));
}

bool begins_here(std::string_view bytes, Side side) {
  for (int read = 0; read < 2; ++read) {
    const auto parsed = parse_frame(bytes, limit_of(side));
    if (read == 1 && bytes.empty()) return true;
    const Frame* frame = std::get_if<Frame>(&parsed);
    if (!frame || !readable(*frame, side)) return false;
    bytes.remove_prefix(frame->size);
  }
  return true;
}

std::optional<std::size_t> first_frame(std::string_view bytes, Side side) {
  for (std::size_t at = 0; at < bytes.size(); ++at)
    if (begins_here(bytes.substr(at), side)) return at;
  return std::nullopt;
}

struct Transcript::Connection {
  struct Asked {
    Instant time;
    Json action;  // what was asked, by name
  };
  struct OneSide {
    FrameSplitter splitter;
    bool searching = false;  // for the first frame
    std::string searched;
    bool ended = false;
    std::uint64_t skipped = 0;
    std::uint64_t unread() const { return searching ? skipped + searched.size() : splitter.rest().size(); }
  };

  std::uint32_t number = 0;
  std::array<OneSide, 2> sides{OneSide{FrameSplitter(limit_of(Side::client)), false, {}, false, 0},
                               OneSide{FrameSplitter(limit_of(Side::server)), false, {}, false, 0}};
  Follower follower;
  std::string table;
  std::optional<Role> role;
  std::map<std::uint64_t, Asked> asked;
  std::deque<Instant> pings;
  std::optional<Instant> greeted, logging_in;

  OneSide& operator[](Side side) { return sides[static_cast<std::size_t>(side)]; }
  std::string role_name() const { return role ? role_text(*role, follower.seats()) : ""; }
  Origin origin(const Passed& passed) const { return {passed.time, number, role_name(), passed.side}; }
};

Transcript::Transcript(TranscriptOptions options, Line line)
    : options_(std::move(options)), lines_(std::make_unique<TranscriptLines>(options_, std::move(line))) {}
Transcript::~Transcript() = default;

void Transcript::take(const Passed& passed) {
  last_ = passed.time;
  Connection& c = connection(passed);
  switch (passed.what) {
    case Passed::What::opened: return event(c, passed, "opened");
    case Passed::What::note: return event(c, passed, passed.bytes);
    case Passed::What::gap:
      c[passed.side].splitter = FrameSplitter(limit_of(passed.side));
      c[passed.side].searching = true;
      return;
    case Passed::What::bytes:
      if (!c[passed.side].searching) return take_bytes(c, passed, passed.bytes);
      c[passed.side].searched += passed.bytes;
      return find_start(c, passed);
    case Passed::What::ended: return side_ended(c, passed);
  }
}

void Transcript::finish() {
  for (auto& [number, c] : std::exchange(connections_, {}))
    for (const Side side : {Side::client, Side::server})
      if (!(*c)[side].ended && (*c)[side].unread() > 0)
        side_ended(*c, Passed{.what = Passed::What::ended, .time = last_, .connection = number, .side = side, .bytes = ""});
}

Transcript::Connection& Transcript::connection(const Passed& passed) {
  auto& place = connections_[passed.connection];
  if (!place) {
    place = std::make_unique<Connection>();
    place->number = passed.connection;
    statistics_.connection();
  }
  return *place;
}

// ---- bytes ------------------------------------------------------------------------------------------------------------------

void Transcript::take_bytes(Connection& c, const Passed& passed, std::string_view bytes) {
  FrameSplitter& splitter = c[passed.side].splitter;
  splitter.add(bytes);
  while (const auto piece = splitter.next()) {
    if (piece->fault) malformed(c, passed, *piece, reason(*piece->fault), piece->offset);
    else take_frame(c, passed, *piece);
  }
}

/// In a stream whose start was missed: the first place from which frames can be read.
void Transcript::find_start(Connection& c, const Passed& passed) {
  Connection::OneSide& side = c[passed.side];
  if (const auto at = first_frame(side.searched, passed.side)) {
    sound_ = false;
    side.searching = false;
    event(c, passed, fmt::format("what was said before is missing; read from here on, {} bytes skipped", side.skipped + *at));
    side.skipped = 0;
    const std::string found = std::exchange(side.searched, {}).substr(*at);
    return take_bytes(c, passed, found);
  }
  if (side.searched.size() <= searched_bytes_max) return;
  const std::size_t dropped = side.searched.size() - searched_bytes_max / 2;
  side.searched.erase(0, dropped);
  side.skipped += dropped;
}

void Transcript::side_ended(Connection& c, const Passed& passed) {
  Connection::OneSide& side = c[passed.side];
  if (side.ended) return;
  const std::string_view rest = side.searching ? std::string_view(side.searched) : side.splitter.rest();
  if (side.searching && (side.skipped > 0 || !rest.empty())) {
    sound_ = false;
    event(c, passed, fmt::format("no frame was found in {} bytes", side.skipped + rest.size()));
  } else if (side.splitter.broken()) {
    event(c, passed, fmt::format("ended; {} bytes in all, those after the break were not read", side.splitter.offset()));
  } else if (!rest.empty()) {
    malformed(c, passed, {.offset = side.splitter.offset(), .bytes = rest, .fault = std::nullopt, .frame = {}}, "cut short",
              side.splitter.offset() + rest.size());
  } else {
    event(c, passed, "ended");
  }
  side.ended = true;
  if (c[Side::client].ended && c[Side::server].ended) connections_.erase(c.number);
}

void Transcript::take_frame(Connection& c, const Passed& passed, const Piece& piece) {
  ++frames_;
  const std::size_t head = piece.bytes.size() - piece.frame.payload.size();
  ShownFrame shown{.type = type_text(piece.frame.type), .message = {}, .parts = {}};
  std::optional<DecodeError> error;
  if (passed.side == Side::client) {
    const auto message = decode_client(piece.frame, every_verb);
    if (message) from_client(c, passed, *message, shown);
    else error = message.error();
  } else {
    const auto message = decode_server(piece.frame);
    if (message) from_server(c, passed, *message, shown);
    else error = message.error();
  }
  statistics_.frame(passed.side, error ? "malformed" : shown.type, piece.bytes.size());
  if (error) return malformed(c, passed, piece, error->reason, piece.offset + head + error->offset);
  if (wanted(c, shown)) lines_->frame(c.origin(passed), piece, shown);
}

// ---- messages ---------------------------------------------------------------------------------------------------------------

void Transcript::from_client(Connection& c, const Passed& passed, const ClientMessage& message, ShownFrame& shown) {
  if (const Login* login = std::get_if<Login>(&message)) {
    c.table = login->table;
    c.role = login->role;
    if (const auto known = seats_of_.find(c.table); known != seats_of_.end() && !c.follower.table()) c.follower = Follower(known->second);
    if (login->resume && !c.follower.knows_seats())
      event(c, passed, "goes on from what it has, so how the table began is not heard here: seats are numbers, and --role takes every connection of a seat");
  }
  shown.message = describe(message, c.follower.seats(), options_.secrets);
  if (options_.hex) {
    shown.parts = parts_of(message);
    if (std::holds_alternative<Redeem>(message) && options_.secrets == Secrets::hidden)
      for (Part& part : shown.parts)
        if (part.name == "code") part.bytes.clear();
  }
  if (std::holds_alternative<Hello>(message)) c.greeted = passed.time;
  if (std::holds_alternative<Login>(message) || std::holds_alternative<Redeem>(message)) c.logging_in = passed.time;
  if (std::holds_alternative<Ping>(message) && c.pings.size() < waiting_max) c.pings.push_back(passed.time);
  if (const Act* act = std::get_if<Act>(&message)) {
    Json action = shown.message;
    for (const char* key : {"request", "signature"}) action.erase(key);
    c.asked.insert_or_assign(act->request.id.value, Connection::Asked{passed.time, std::move(action)});
    if (c.asked.size() > waiting_max) c.asked.erase(c.asked.begin());
  }
}

void Transcript::from_server(Connection& c, const Passed& passed, const ServerMessage& message, ShownFrame& shown) {
  const auto answered = [&](std::optional<Instant>& since, const char* what) {
    if (since) statistics_.round_trip(what, passed.time - *since);
    since.reset();
  };
  const auto answer = [&](RequestId id) {
    const auto found = c.asked.find(id.value);
    if (found == c.asked.end()) return;
    statistics_.round_trip("act", passed.time - found->second.time);
    shown.message["asked"] = std::move(found->second.action);
    c.asked.erase(found);
  };
  if (const auto* m = std::get_if<LoggedIn>(&message)) c.role = m->role;
  if (const auto* m = std::get_if<Committed>(&message)) shown.message = c.follower.see(m->commit);
  else if (const auto* p = std::get_if<CommittedPrivate>(&message)) shown.message = c.follower.see(p->commit);
  else shown.message = describe(message, c.follower.seats());
  if (options_.hex) shown.parts = parts_of(message);
  if (shown.message.value("do", "") == "genesis" && c.follower.table() && seats_of_.size() < tables_max)
    seats_of_[c.follower.table()->name] = c.follower.seats();
  if (std::holds_alternative<Welcome>(message)) answered(c.greeted, "hello");
  if (std::holds_alternative<LoggedIn>(message) || std::holds_alternative<Bye>(message)) answered(c.logging_in, "login");
  if (const auto* m = std::get_if<Answered>(&message)) answer(m->request);
  if (const auto* m = std::get_if<Refused>(&message)) answer(m->request);
  if (std::holds_alternative<Pong>(message) && !c.pings.empty()) {
    statistics_.round_trip("ping", passed.time - c.pings.front());
    c.pings.pop_front();
  }
}

// ---- lines ------------------------------------------------------------------------------------------------------------------

bool Transcript::wanted(const Connection& c, const ShownFrame& shown) const {
  const bool nameless = c.role && c.role->is_seat() && !c.follower.knows_seats();
  if (!options_.role.empty() && options_.role != c.role_name() && !nameless) return false;
  const std::string verb = shown.message.value("do", "");
  const auto& types = options_.types;
  if (!types.empty() && std::find(types.begin(), types.end(), shown.type) == types.end() &&
      std::find(types.begin(), types.end(), verb) == types.end())
    return false;
  if (!options_.deal) return true;
  for (const char* key : {"deal", "answers", "released", "withdrawn"})
    if (names(shown.message, key, *options_.deal)) return true;
  const auto asked = shown.message.find("asked");
  return asked != shown.message.end() && names(*asked, "deal", *options_.deal);
}

void Transcript::malformed(const Connection& c, const Passed& passed, const Piece& piece, std::string_view why, std::uint64_t broken_at) {
  sound_ = false;
  lines_->malformed(c.origin(passed), piece, why, broken_at);
}

/// Where only some frames are wanted, the ends of connections are not.
void Transcript::event(const Connection& c, const Passed& passed, const std::string& what) {
  const bool opened = passed.what == Passed::What::opened;
  const bool filtered = !options_.types.empty() || !options_.role.empty() || options_.deal;
  if (!filtered || !(opened || what == "ended")) lines_->event(c.origin(passed), opened, what);
}

void Transcript::tell_statistics() const { lines_->statistics(statistics_); }

}  // namespace parley
