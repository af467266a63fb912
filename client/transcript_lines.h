// A transcript's lines, as text or as one JSON object each: frames, what is malformed, events, counters. Internal to
// client/transcript.cpp.
#pragma once

#include "client/transcript.h"
#include "common/wire/parts.h"

#include <nlohmann/json.hpp>

namespace parley {

/// When, on which connection, who speaks there as far as is known (else empty), and from which side.
struct Origin {
  Instant time;
  std::uint32_t connection;
  std::string role;
  Side side;
};

/// A message by its fields; `parts` are the bytes of each where they are wanted, empty for a secret one.
struct ShownFrame {
  std::string type;
  nlohmann::ordered_json message;
  Parts parts;
};

class TranscriptLines {
 public:
  TranscriptLines(const TranscriptOptions& options, Transcript::Line line) : options_(options), line_(std::move(line)) {}

  void frame(const Origin& origin, const Piece& piece, const ShownFrame& shown) const;
  /// Its bytes are shown where they can hold no invite's code.
  void malformed(const Origin& origin, const Piece& piece, std::string_view why, std::uint64_t broken_at) const;
  /// `of_both`: of the connection and not of one side.
  void event(const Origin& origin, bool of_both, const std::string& what) const;
  void statistics(const Statistics& counted) const;

 private:
  const TranscriptOptions& options_;
  Transcript::Line line_;
};

}  // namespace parley
