// What was typed: bytes from a terminal in, keys out. Our own decoder, because a terminal sends anything: half characters, bytes
// that are no UTF-8, escape sequences of keys we do not know, pastes of any size. Those never become letters [SCREENS 3, 4].
// Pure: what only time can decide (ESC alone, or the start of a sequence) waits until `settle`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parley {

struct Key {
  enum class Kind {
    text,     // `letter` is a character
    control,  // `letter` is a to z: ^A to ^Z but Tab, Enter and Backspace
    alt,      // `letter` with Alt held, which terminals send as ESC and the letter; also a control sent so, as its number.
              // Not one of [ ] O P X ^ _ which begin a sequence.
    paste,    // `pasted`, what a terminal sent in paste brackets: whatever bytes there were; never a command
    enter, tab, back_tab, escape, backspace, erase, up, down, left, right, home, end, page_up, page_down,
  };
  Kind kind = Kind::escape;
  char32_t letter = 0;
  std::string pasted{};
  friend bool operator==(const Key&, const Key&) = default;

  static Key text(char32_t letter) { return {Kind::text, letter, {}}; }
  static Key control(char32_t letter) { return {Kind::control, letter, {}}; }
};

/// A paste that is longer is cut here, or up to 3 bytes before, where a character would be cut: no text of ours is as long.
inline constexpr std::size_t paste_bytes_max = 64 * 1024;

class KeyDecoder {
 public:
  /// The keys that are whole with these bytes.
  std::vector<Key> take(std::string_view bytes);
  /// Bytes are held back, or a paste or a terminal's reply has not ended: call `settle` when none follow within the escape
  /// delay (within a paste, some seconds).
  bool waiting() const { return !held_.empty() || mode_ != Mode::keys; }
  bool pasting() const { return mode_ == Mode::paste; }
  /// No more bytes come: what was held back is what it looks like. A lone ESC is the escape key; a paste ends; half a
  /// character or sequence is nothing.
  std::vector<Key> settle();

 private:
  enum class Mode { keys, paste, reply };  // reply: a string from the terminal (OSC, DCS), which is swallowed

  // Each takes what is whole from the front; false where there is nothing, or where more bytes must come first.
  bool take_key(std::string_view& in, std::vector<Key>& out);
  bool take_escaped(std::string_view& in, std::vector<Key>& out);
  bool take_sequence(std::string_view& in, std::vector<Key>& out);
  bool take_pasted(std::string_view& in, std::vector<Key>& out);
  bool take_reply(std::string_view& in);
  Key end_paste();

  Mode mode_ = Mode::keys;
  std::string held_;   // a beginning that may become a key
  std::string paste_;
};

}  // namespace parley
