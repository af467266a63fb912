// What passed between clients and servers as lines to be read: every frame with its time, its connection and every field, and
// the place where something malformed breaks. The tap, `parley decode` and their tests print through it. Pure: what passed
// goes in, lines come out. Bounded for each connection; one that has ended is forgotten.
#pragma once

#include "client/passage.h"
#include "client/statistics.h"
#include "common/wire/describe_message.h"
#include "common/wire/follower.h"
#include "common/wire/splitter.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace parley {

struct TranscriptOptions {
  bool json = false;                 // one object a line
  bool hex = false;                  // the bytes of each field too
  Secrets secrets = Secrets::hidden; // of invites; the bytes of what cannot be read count as one
  std::vector<std::string> types;    // messages or verbs by their words; all where empty
  std::string role;                  // only connections that speak for it, from their login on
  std::optional<std::uint32_t> deal; // only what speaks of this deal
};

/// Whether it is a message of that side.
bool readable(const Frame& frame, Side side);
/// Whether frames of that side begin here: two that can be read, or one up to the end of what there is.
bool begins_here(std::string_view bytes, Side side);
/// The first place where they do, if there is one.
std::optional<std::size_t> first_frame(std::string_view bytes, Side side);

struct ShownFrame;
class TranscriptLines;

class Transcript {
 public:
  using Line = std::function<void(const std::string& line)>;  // without its end
  Transcript(TranscriptOptions options, Line line);
  ~Transcript();

  void take(const Passed& passed);
  /// Nothing more will come: what is left of frames that did not come whole is told.
  void finish();
  /// Whether everything could be read, from the first byte to the last.
  bool sound() const { return sound_; }
  std::uint64_t frames() const { return frames_; }
  const Statistics& statistics() const { return statistics_; }
  /// Prints the counters.
  void tell_statistics() const;

 private:
  struct Connection;

  Connection& connection(const Passed& passed);
  void take_bytes(Connection& c, const Passed& passed, std::string_view bytes);
  void find_start(Connection& c, const Passed& passed);
  void take_frame(Connection& c, const Passed& passed, const Piece& piece);
  void from_client(Connection& c, const Passed& passed, const ClientMessage& message, ShownFrame& shown);
  void from_server(Connection& c, const Passed& passed, const ServerMessage& message, ShownFrame& shown);
  void malformed(const Connection& c, const Passed& passed, const Piece& piece, std::string_view why, std::uint64_t broken_at);
  void side_ended(Connection& c, const Passed& passed);
  void event(const Connection& c, const Passed& passed, const std::string& what);
  bool wanted(const Connection& c, const ShownFrame& shown) const;

  const TranscriptOptions options_;
  const std::unique_ptr<TranscriptLines> lines_;
  std::map<std::uint32_t, std::unique_ptr<Connection>> connections_;
  std::map<std::string, SeatKeys> seats_of_;  // of tables whose genesis was seen on some connection
  Statistics statistics_;
  std::uint64_t frames_ = 0;
  bool sound_ = true;
  Instant last_{};
};

}  // namespace parley
