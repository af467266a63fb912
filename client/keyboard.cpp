#include "client/keyboard.h"

#include "common/core/utf8.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace parley {
namespace {

using Kind = Key::Kind;

constexpr char esc = '\x1b';
constexpr std::string_view paste_end = "\x1b[201~";
constexpr std::size_t sequence_bytes_max = 64;  // of what is kept; the rest is swallowed all the same

unsigned byte(char c) { return static_cast<unsigned char>(c); }
bool between(char c, unsigned least, unsigned most) { return byte(c) >= least && byte(c) <= most; }

/// Whether more bytes may make this a character: the rules of UTF-8, its second byte's included.
bool may_become_character(std::string_view in) {
  const unsigned lead = byte(in.front());
  const std::size_t whole = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || in.size() >= whole) return false;
  const unsigned least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (in.size() > 1 && !between(in[1], least, most)) return false;
  return in.size() < 3 || between(in[2], 0x80, 0xBF);
}

/// The key of a byte below 0x20, or of 0x7F; nothing where it is none of ours.
std::optional<Key> control_key(char c) {
  switch (c) {
    case '\r':
    case '\n': return Key{Kind::enter};
    case '\t': return Key{Kind::tab};
    case '\x7f':
    case '\b': return Key{Kind::backspace};
    default: break;
  }
  if (between(c, 1, 26)) return Key::control(static_cast<char32_t>('a' + c - 1));
  return std::nullopt;
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

std::optional<Key> cursor_key(char last) {
  switch (last) {
    case 'A': return Key{Kind::up};
    case 'B': return Key{Kind::down};
    case 'C': return Key{Kind::right};
    case 'D': return Key{Kind::left};
    case 'H': return Key{Kind::home};
    case 'F': return Key{Kind::end};
    default: return std::nullopt;
  }
}

/// CSI number ~
std::optional<Key> editing_key(std::string_view number) {
  if (number == "1" || number == "7") return Key{Kind::home};
  if (number == "3") return Key{Kind::erase};
  if (number == "4" || number == "8") return Key{Kind::end};
  if (number == "5") return Key{Kind::page_up};
  if (number == "6") return Key{Kind::page_down};
  return std::nullopt;
}

/// SS3: cursor keys, and the keypad of a vt100 in application mode.
std::optional<Key> keypad_key(char last) {
  if (last == 'M') return Key{Kind::enter};
  if (between(last, 'p', 'y')) return Key::text(static_cast<char32_t>('0' + last - 'p'));
  if (between(last, 'j', 'o')) return Key::text(static_cast<unsigned char>("*+,-./"[last - 'j']));
  return cursor_key(last);
}

/// A sequence: ESC, `kind`, parameters, intermediate bytes, a last one. `size` is 0 where it is not whole yet.
struct Sequence {
  char kind = '[';
  std::string_view parameters{}, between{};
  char last = '\0';  // none: something that cannot stand in a sequence follows, and the sequence is broken
  std::size_t size = 0;
};

Sequence parse_sequence(std::string_view in) {
  Sequence out{.kind = in[1]};
  std::size_t at = 2;
  const auto take_while = [&](unsigned least, unsigned most) {
    const std::size_t from = at;
    while (at < in.size() && between(in[at], least, most)) ++at;
    return in.substr(from, at - from);
  };
  out.parameters = take_while(0x30, 0x3F);
  out.between = take_while(0x20, 0x2F);
  if (at == in.size()) return out;
  if (between(in[at], 0x40, 0x7E)) out.last = in[at++];
  out.size = at;
  if (out.kind != '[' || !out.parameters.empty() || !out.between.empty()) return out;
  // Two that are longer: the linux console's function keys (CSI [ A), and a mouse's three bytes that somebody has left on.
  const std::size_t more = out.last == '[' ? 1 : out.last == 'M' ? 3 : 0;
  out.size = in.size() >= at + more ? at + more : 0;
  return out;
}

/// Nothing where it is none that we know. Modifiers (CSI 1;5C) are not looked at.
std::optional<Key> sequence_key(const Sequence& sequence) {
  const bool is_private = sequence.parameters.find_first_of("<=>?") != std::string_view::npos;
  if (is_private || !sequence.between.empty()) return std::nullopt;
  if (sequence.kind == 'O') return keypad_key(sequence.last);
  if (sequence.last == 'Z') return Key{Kind::back_tab};
  if (sequence.last == '~') return editing_key(sequence.parameters.substr(0, sequence.parameters.find(';')));
  return cursor_key(sequence.last);
}

bool is_paste_start(const Sequence& sequence) {
  return sequence.kind == '[' && sequence.parameters == "200" && sequence.between.empty() && sequence.last == '~';
}

/// Where the end of a paste stands, or may begin at the end of `in`; npos where neither.
std::size_t find_paste_end(std::string_view in) {
  for (std::size_t at = in.find(esc); at != std::string_view::npos; at = in.find(esc, at + 1))
    if (paste_end.starts_with(in.substr(at, paste_end.size()))) return at;
  return std::string_view::npos;
}

/// Without a character that was cut in two at the end.
void drop_half_character(std::string& text) {
  std::size_t at = text.size();
  while (at > 0 && text.size() - at < 3 && between(text[at - 1], 0x80, 0xBF)) --at;
  if (at > 0 && may_become_character(std::string_view(text).substr(at - 1))) text.resize(at - 1);
}

}  // namespace

std::vector<Key> KeyDecoder::take(std::string_view bytes) {
  std::vector<Key> out;
  held_ += bytes;
  std::string_view in = held_;
  for (bool more = true; more;) {
    switch (mode_) {
      case Mode::keys: more = take_key(in, out); break;
      case Mode::paste: more = take_pasted(in, out); break;
      case Mode::reply: more = take_reply(in); break;
    }
  }
  held_ = std::string(in);
  // An endless sequence stays one, but none that we know.
  if (mode_ == Mode::keys && held_.size() > sequence_bytes_max) held_.replace(2, std::string::npos, "?");
  return out;
}

bool KeyDecoder::take_key(std::string_view& in, std::vector<Key>& out) {
  if (in.empty()) return false;
  if (in.front() == esc) return take_escaped(in, out);
  if (between(in.front(), 0, 0x1F) || in.front() == '\x7f') {
    if (const auto key = control_key(in.front())) out.push_back(*key);
    in.remove_prefix(1);
    return true;
  }
  char32_t c = 0;
  if (take_code_point(in, c)) {
    if (!is_control(c)) out.push_back(Key::text(c));
    return true;
  }
  if (may_become_character(in)) return false;
  in.remove_prefix(1);
  return true;
}

bool KeyDecoder::take_escaped(std::string_view& in, std::vector<Key>& out) {
  if (in.size() < 2) return false;
  switch (in[1]) {
    case '[':
    case 'O': return take_sequence(in, out);
    case ']':
    case 'P':
    case 'X':
    case '^':
    case '_':
      mode_ = Mode::reply;
      in.remove_prefix(2);
      return true;
    case esc: {
      if (in.size() < 3) return false;
      // Alt with an arrow, as rxvt and PuTTY send it; else the escape key and what follows.
      if (in[2] != '[' && in[2] != 'O') out.push_back({Kind::escape});
      in.remove_prefix(1);
      return true;
    }
    default: break;
  }
  std::string_view rest = in.substr(1);
  char32_t c = 0;
  if (take_code_point(rest, c)) {
    out.push_back({Kind::alt, c, {}});
  } else if (may_become_character(rest)) {
    return false;
  } else {
    out.push_back({Kind::escape});
  }
  in = rest;
  return true;
}

bool KeyDecoder::take_sequence(std::string_view& in, std::vector<Key>& out) {
  const Sequence sequence = parse_sequence(in);
  if (sequence.size == 0) return false;
  in.remove_prefix(sequence.size);
  if (is_paste_start(sequence)) mode_ = Mode::paste;
  else if (const auto key = sequence_key(sequence)) out.push_back(*key);
  return true;
}

bool KeyDecoder::take_pasted(std::string_view& in, std::vector<Key>& out) {
  const std::size_t end = std::min(find_paste_end(in), in.size());
  const std::string_view text = in.substr(0, end);
  paste_ += text.substr(0, paste_bytes_max - paste_.size());
  in.remove_prefix(end);
  if (in.size() < paste_end.size()) return false;
  in.remove_prefix(paste_end.size());
  out.push_back(end_paste());
  return true;
}

bool KeyDecoder::take_reply(std::string_view& in) {
  const std::size_t end = in.find_first_of("\a\x1b");
  in.remove_prefix(std::min(end, in.size()));
  if (in.empty() || in == std::string_view(&esc, 1)) return false;
  // BEL, or ESC \; any other ESC breaks the reply off and begins something of its own.
  if (in.front() == '\a') in.remove_prefix(1);
  else if (in[1] == '\\') in.remove_prefix(2);
  mode_ = Mode::keys;
  return true;
}

Key KeyDecoder::end_paste() {
  mode_ = Mode::keys;
  if (paste_.size() == paste_bytes_max) drop_half_character(paste_);
  return {Kind::paste, 0, std::exchange(paste_, {})};
}

std::vector<Key> KeyDecoder::settle() {
  std::vector<Key> out;
  const std::string held = std::exchange(held_, {});
  if (mode_ == Mode::paste) {
    out.push_back(end_paste());
  } else if (mode_ == Mode::keys && held.find_first_not_of(esc) == std::string::npos) {
    out.assign(held.size(), {Kind::escape});
  }
  mode_ = Mode::keys;
  return out;
}

}  // namespace parley
