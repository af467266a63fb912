// The file that `parley tap --record` writes and `parley decode` reads. Its grammar, in the words of PROTOCOL.md:
//   session = "parley session 1" 0a entry...
//   entry   = what:u8 elapsed:u64 connection:u32 bytes:text 65540
//   what    = 00 a connection came | 01 a frame of the client | 02 of the server
//           | 03 the client has said all it will say | 04 the server has
// `elapsed` is in microseconds since the entry before; since 1970 in the first. An entry holds one whole frame; what never
// became one comes as one more entry. Invite codes are zeros, and what cannot be read and so might hold one is 80, unless secrets were
// asked for.
#pragma once

#include "client/passage.h"
#include "common/wire/describe_message.h"
#include "common/wire/splitter.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parley {

inline constexpr std::string_view session_head = "parley session 1\n";

/// Where a reader stopped, and why.
struct ReadStop {
  std::size_t offset = 0;
  std::string reason;
};

class Recorder {
 public:
  using Write = std::function<void(std::string_view bytes)>;
  /// Writes the head at once.
  Recorder(Write write, Secrets secrets);
  void take(const Passed& passed);

 private:
  void entry(std::uint8_t what, const Passed& passed, std::string_view bytes);
  void frames(const Passed& passed);
  void rest(const Passed& passed);

  Write write_;
  Secrets secrets_;
  Instant last_{};
  std::map<std::pair<std::uint32_t, Side>, FrameSplitter> open_;
};

/// The bytes of a client's frame with the invite's code, if it is a redemption, as zeros; where it cannot be read, its
/// payload as 80.
std::string without_code(std::string_view frame);

/// Tells what a session's bytes say, in order; where they end before their end or make no sense, where and why.
std::optional<ReadStop> read_session(std::string_view bytes, const std::function<void(const Passed&)>& tell);

}  // namespace parley
