// TCP segments put together into what each side said: out of order, retransmitted, overlapping, or missing. No packets, no files.
#pragma once

#include "client/passage.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

struct Segment {
  std::string from, to;  // address and port of each, as bytes
  Instant time;
  std::uint32_t sequence = 0;
  bool syn = false, ack = false, fin = false, rst = false;
  std::string_view payload;
};

/// One direction: bytes in order, each once.
class Stream {
 public:
  /// What a segment adds; nothing while something before it is missing. Holds back at most 1 MiB, then calls it a gap.
  struct Part {
    bool after_gap = false;
    std::string bytes;
  };
  std::vector<Part> add(const Segment& segment);
  /// What was held back, with gaps.
  std::vector<Part> finish();
  bool ended() const { return end_ && position_ >= *end_; }

 private:
  std::vector<Part> deliver(bool over_gaps);

  bool started_ = false;
  std::uint32_t base_ = 0;        // sequence number of position 0
  std::int64_t position_ = 0;     // of the next byte
  std::map<std::int64_t, std::string> held_;
  std::size_t held_bytes_ = 0;
  std::optional<std::int64_t> end_;
  bool from_start_ = false;
};

/// What passed on one connection, which is the client's to begin.
struct Conversation {
  std::vector<Passed> passed;
  bool speaks_parley = false;
};

/// All connections of a capture.
class Streams {
 public:
  void add(const Segment& segment);
  /// Each connection as it passed, numbered in order from 1.
  std::vector<Conversation> finish();

 private:
  struct Connection {
    std::string first, second;    // first: who was heard first
    std::optional<std::string> client;
    bool from_start = false;
    Stream streams[2];
    std::vector<std::pair<int, Passed>> passed;  // who, and what
    bool ended[2] = {false, false};
    Instant last;
  };
  void take(Connection& c, int who, Instant time, std::vector<Stream::Part> parts);

  std::vector<Connection> connections_;
  std::map<std::pair<std::string, std::string>, std::size_t> newest_;
};

}  // namespace parley
