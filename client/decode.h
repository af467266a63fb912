// `parley decode`: what a file of bytes says, through the same printer as the tap. Recorded sessions, frames, hex of either,
// captures, and rows of the journal; which of them it is, its bytes tell.
#pragma once

#include "client/transcript.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

enum class DecodeKind { session, frames, hex, pcap, commits };
/// "session", "frames", "hex", "pcap", "commits".
std::optional<DecodeKind> parse_decode_kind(std::string_view text);

/// What came of it: nothing where everything was read, else a sentence that says what was recognised and where it stopped.
/// Never throws, whatever the bytes are.
std::optional<std::string> decode_bytes(std::string_view bytes, std::optional<DecodeKind> as, const TranscriptOptions& options,
                                        const Transcript::Line& line);

struct DecodeOptions {
  std::string file;  // - for standard input
  std::string as;    // empty: by its content
  TranscriptOptions transcript;
};
/// Returns the exit code: 1 where something could not be read, 2 for a file that cannot be opened.
int decode(const DecodeOptions& options);

}  // namespace parley
