#include "client/streams.h"

#include "client/transcript.h"

#include <algorithm>

namespace parley {
namespace {

constexpr std::size_t held_bytes_max = std::size_t{1} << 20;
constexpr std::size_t searched_bytes = 64 * 1024;  // for a first frame, where the start was missed
constexpr std::uint16_t default_port = 7373;

std::uint16_t port_of(const std::string& end) {
  return static_cast<std::uint16_t>(static_cast<std::uint8_t>(end[end.size() - 2]) << 8 | static_cast<std::uint8_t>(end.back()));
}

}  // namespace

// ---- one direction ----------------------------------------------------------------------------------------------------------

std::vector<Stream::Part> Stream::add(const Segment& segment) {
  if (!started_) {
    started_ = true;
    base_ = segment.sequence + segment.syn;
    from_start_ = segment.syn;
  }
  // Positions are wider than sequence numbers; a segment is near the one before it.
  const std::uint32_t sequence = segment.sequence + segment.syn;
  const auto distance = static_cast<std::int32_t>(sequence - (base_ + static_cast<std::uint32_t>(position_)));
  std::int64_t at = position_ + distance;
  std::string_view bytes = segment.payload;
  if (segment.fin) end_ = at + static_cast<std::int64_t>(bytes.size());
  if (at < position_) {
    const auto known = static_cast<std::size_t>(std::min<std::int64_t>(position_ - at, static_cast<std::int64_t>(bytes.size())));
    bytes.remove_prefix(known);
    at = position_;
  }
  if (!bytes.empty()) {
    std::string& place = held_[at];
    if (bytes.size() > place.size()) {
      held_bytes_ += bytes.size() - place.size();
      place = bytes;
    }
  }
  return deliver(held_bytes_ > held_bytes_max);
}

std::vector<Stream::Part> Stream::finish() { return deliver(true); }

std::vector<Stream::Part> Stream::deliver(bool over_gaps) {
  std::vector<Part> out;
  while (!held_.empty()) {
    const auto first = held_.begin();
    const bool gap = first->first > position_;
    if (gap && !over_gaps) break;
    std::string bytes = std::move(first->second);
    held_bytes_ -= bytes.size();
    const std::int64_t at = first->first;
    held_.erase(first);
    if (gap) position_ = at;
    if (at < position_) bytes.erase(0, static_cast<std::size_t>(std::min<std::int64_t>(position_ - at, static_cast<std::int64_t>(bytes.size()))));
    if (bytes.empty()) continue;
    position_ += static_cast<std::int64_t>(bytes.size());
    out.push_back({gap, std::move(bytes)});
  }
  return out;
}

// ---- all connections --------------------------------------------------------------------------------------------------------

void Streams::add(const Segment& segment) {
  auto key = std::minmax(segment.from, segment.to);
  const auto found = newest_.find(key);
  const bool opens = segment.syn && !segment.ack;
  Connection* c = found == newest_.end() ? nullptr : &connections_[found->second];
  if (c && opens && !c->passed.empty()) c = nullptr;  // the same ports once more
  if (!c) {
    newest_[key] = connections_.size();
    c = &connections_.emplace_back();
    c->first = segment.from;
    c->second = segment.to;
  }
  if (segment.syn) {
    c->client = segment.ack ? segment.to : segment.from;
    c->from_start = true;
  }
  const int who = segment.from == c->first ? 0 : 1;
  c->last = segment.time;
  take(*c, who, segment.time, c->streams[who].add(segment));
  for (const int side : {0, 1}) {
    if (c->ended[side] || !(segment.rst || (side == who && c->streams[side].ended()))) continue;
    if (segment.rst) take(*c, side, segment.time, c->streams[side].finish());
    c->ended[side] = true;
    c->passed.emplace_back(side, Passed{.what = Passed::What::ended, .time = segment.time, .connection = 0, .side = Side::client, .bytes = {}});
  }
}

void Streams::take(Connection& c, int who, Instant time, std::vector<Stream::Part> parts) {
  if (c.ended[who]) return;
  for (Stream::Part& part : parts) {
    Passed passed{.what = Passed::What::gap, .time = time, .connection = 0, .side = Side::client, .bytes = {}};
    if (part.after_gap) c.passed.emplace_back(who, passed);
    passed.what = Passed::What::bytes;
    passed.bytes = std::move(part.bytes);
    c.passed.emplace_back(who, std::move(passed));
  }
}

std::vector<Conversation> Streams::finish() {
  std::vector<Conversation> out;
  std::uint32_t number = 0;
  for (Connection& c : connections_) {
    for (const int who : {0, 1}) take(c, who, c.last, c.streams[who].finish());
    std::string start[2];
    for (const auto& [who, passed] : c.passed)
      if (start[who].size() < searched_bytes) start[who] += passed.bytes;
    const auto speaks = [&](int who, Side side) {
      return c.from_start ? begins_here(start[who], side) : first_frame(std::string_view(start[who]).substr(0, searched_bytes), side).has_value();
    };
    int client = c.client ? (*c.client == c.first ? 0 : 1) : -1;
    if (client < 0) client = speaks(0, Side::client) || speaks(1, Side::server) ? 0 : speaks(1, Side::client) || speaks(0, Side::server) ? 1 : -1;
    if (client < 0) client = port_of(c.first) == default_port ? 1 : 0;
    Conversation said;
    said.speaks_parley = speaks(client, Side::client) || speaks(1 - client, Side::server);
    ++number;
    bool told[2] = {c.from_start, c.from_start};
    for (auto& [who, passed] : c.passed) {
      passed.connection = number;
      passed.side = who == client ? Side::client : Side::server;
      if (!std::exchange(told[who], true) && passed.what == Passed::What::bytes) {
        Passed gap = passed;
        gap.what = Passed::What::gap;
        gap.bytes.clear();
        said.passed.push_back(std::move(gap));
      }
      said.passed.push_back(std::move(passed));
    }
    out.push_back(std::move(said));
  }
  return out;
}

}  // namespace parley
