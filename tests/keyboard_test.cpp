// client/keyboard: a terminal sends anything; only what was typed becomes a key [SCREENS 3, 4].
#include "client/keyboard.h"

#include "common/core/utf8.h"
#include "tests/support/catch.h"

#include <map>
#include <random>

namespace parley {
namespace {

using namespace std::string_literals;

std::string words(const Key& key) {
  static const std::map<Key::Kind, std::string> names = {
      {Key::Kind::enter, "enter"}, {Key::Kind::tab, "tab"}, {Key::Kind::back_tab, "back_tab"}, {Key::Kind::escape, "escape"},
      {Key::Kind::backspace, "backspace"}, {Key::Kind::erase, "erase"}, {Key::Kind::up, "up"}, {Key::Kind::down, "down"},
      {Key::Kind::left, "left"}, {Key::Kind::right, "right"}, {Key::Kind::home, "home"}, {Key::Kind::end, "end"},
      {Key::Kind::page_up, "page_up"}, {Key::Kind::page_down, "page_down"}};
  const std::string letter = key.letter ? encode({&key.letter, 1}) : "";
  switch (key.kind) {
    case Key::Kind::text: return letter;
    case Key::Kind::control: return "^" + letter;
    case Key::Kind::alt: return "alt-" + letter;
    case Key::Kind::paste: return "paste(" + key.pasted + ")";
    default: return names.at(key.kind);
  }
}

std::string words(const std::vector<Key>& keys) {
  std::string out;
  for (const Key& key : keys) out += (out.empty() ? "" : " ") + words(key);
  return out;
}

void append(std::vector<Key>& keys, const std::vector<Key>& more) { keys.insert(keys.end(), more.begin(), more.end()); }

/// Read in pieces that end at these places, and settled.
std::string typed(const std::string& bytes, const std::vector<std::size_t>& ends) {
  KeyDecoder decoder;
  std::vector<Key> keys;
  std::size_t from = 0;
  for (const std::size_t end : ends) {
    append(keys, decoder.take(std::string_view(bytes).substr(from, end - from)));
    from = end;
  }
  append(keys, decoder.take(std::string_view(bytes).substr(from)));
  append(keys, decoder.settle());
  CHECK_FALSE(decoder.waiting());
  return words(keys);
}

/// The same, whole, cut in two at every byte, and byte by byte.
std::string typed(const std::string& bytes) {
  const std::string whole = typed(bytes, {});
  std::vector<std::size_t> all;
  for (std::size_t end = 1; end < bytes.size(); ++end) {
    CHECK(typed(bytes, {end}) == whole);
    all.push_back(end);
  }
  CHECK(typed(bytes, all) == whole);
  return whole;
}

/// Between letters, so that it is seen to take none of them.
std::string among(const std::string& bytes) {
  const std::string out = typed("a" + bytes + "b");
  REQUIRE(out.starts_with("a "));
  REQUIRE(out.ends_with(" b"));
  return out.size() < 4 ? "" : out.substr(2, out.size() - 4);
}

}  // namespace

TEST_CASE("letters are text in every script", "[keyboard]") {
  CHECK(typed("aZ 0~") == "a Z   0 ~");
  CHECK(typed("шЁ漢😀") == "ш Ё 漢 😀");
  CHECK(typed("e\u0301") == "e \u0301");
  CHECK(typed("") == "");
}

TEST_CASE("controls are keys, or nothing", "[keyboard]") {
  CHECK(typed("\r\n\t\x7f\b") == "enter enter tab backspace backspace");
  for (char c = 1; c <= 26; ++c)
    if (std::string_view("\b\t\n\r").find(c) == std::string_view::npos)
      CHECK(typed(std::string(1, c)) == std::string("^") + static_cast<char>('a' + c - 1));
  CHECK(typed("\0\x1c\x1d\x1e\x1f"s) == "");
  CHECK(typed("\u0080\u009B\u009F") == "");  // C1 in UTF-8
}

TEST_CASE("the keys of xterm, vt100, linux, tmux, rxvt and PuTTY", "[keyboard]") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"[A", "up"}, {"[B", "down"}, {"[C", "right"}, {"[D", "left"}, {"[H", "home"}, {"[F", "end"},
      {"OA", "up"}, {"OB", "down"}, {"OC", "right"}, {"OD", "left"}, {"OH", "home"}, {"OF", "end"},
      {"[1~", "home"}, {"[3~", "erase"}, {"[4~", "end"}, {"[5~", "page_up"}, {"[6~", "page_down"}, {"[7~", "home"}, {"[8~", "end"},
      {"[Z", "back_tab"}, {"OM", "enter"}, {"Op", "0"}, {"Oq", "1"}, {"Oy", "9"}, {"Ok", "+"}, {"Om", "-"}, {"On", "."},
      {"[1;5C", "right"}, {"[1;2A", "up"}, {"[1;3D", "left"}, {"[1;5H", "home"}, {"[1;2F", "end"}, {"[3;5~", "erase"}, {"[5;2~", "page_up"},
      {"O5C", "right"}, {"\x1b[A", "up"}, {"\x1bOD", "left"}};
  for (const auto& [bytes, key] : table) {
    CAPTURE(bytes);
    CHECK(among("\x1b" + bytes) == key);
  }
}

TEST_CASE("what we do not know is swallowed whole", "[keyboard]") {
  const std::vector<std::string> table = {
      "[2~", "[11~", "[15~", "[24~", "[1;2P", "[E", "[G", "OP", "OQ", "OS", "O2P", "Oa", "[a", "[7$q", "[8^", "[3@",  // function keys
      "[[A", "[[E",                                                                                             // of the linux console
      "[I", "[O", "[201~", "[27;5;97~", "[97;5u", "[?1A", "[?3~", "[ A", "[1 q",
      "[24;80R", "[?1;2c", "[>41;354;0c", "[8;24;80t", "[?2026;2$y", "[0n", "[<0;10;20M", "[<0;10;20m", "[M !!",
      "]11;rgb:0000/0000/0000\a", "]11;rgb:0000/0000/0000\x1b\\", "]52;c;ZWNobw==\x1b\\", "]\a", "P1+r544e=787465726d\x1b\\",
      "P>|XTerm(370)\x1b\\", "_Gi=31;OK\x1b\\", "^private\x1b\\", "Xsos\x1b\\", "P\x1b\\"};
  for (const std::string& bytes : table) {
    CAPTURE(bytes);
    CHECK(among("\x1b" + bytes).empty());
  }
  CHECK(typed("\x1b[" + std::string(500, '1') + "xb") == "b");
  CHECK(typed("\x1b]" + std::string(100'000, 'y') + "\ab", {7, 70'000}) == "b");
  KeyDecoder decoder;
  for (int i = 0; i < 10'000; ++i) CHECK(decoder.take("1\x1b[" + std::string(i == 0 ? 0 : 1, '1')).size() <= 1);
}

TEST_CASE("a broken sequence takes nothing but itself", "[keyboard]") {
  CHECK(typed("\x1b[\x1b[A") == "up");
  CHECK(typed("\x1b[1\rb") == "enter b");
  CHECK(typed("\x1b[шb") == "ш b");
  CHECK(typed("\x1bO\x80" "b") == "b");
  CHECK(typed("\x1b]11;rgb\x1b[A") == "up");
}

TEST_CASE("ESC and a letter is Alt; ESC alone is the escape key when nothing follows", "[keyboard]") {
  CHECK(typed("\x1b") == "escape");
  CHECK(typed("\x1b\x1b") == "escape escape");
  CHECK(typed("\x1bu\x1bш\x1b漢") == "alt-u alt-ш alt-漢");
  CHECK(typed("\x1b\x1bu") == "escape alt-u");
  CHECK(typed("\x1b\x80" "b") == "escape b");
  CHECK(typed("\x1b\xff" "b") == "escape b");
  CHECK(typed("\x1b\r") == "alt-\r");
  for (char c = ' '; c < 0x7f; ++c)
    if (std::string_view("[]OPX^_").find(c) == std::string_view::npos) CHECK(typed("\x1b"s + c) == "alt-"s + c);
  KeyDecoder decoder;
  CHECK(decoder.take("\x1b").empty());
  CHECK(decoder.waiting());
  CHECK(words(decoder.settle()) == "escape");
  CHECK_FALSE(decoder.waiting());
  CHECK(words(decoder.take("[")) == "[");
}

TEST_CASE("settled halves are nothing", "[keyboard]") {
  for (const std::string half : {"\x1b[", "\x1bO", "\x1b[1;5", "\x1b]11;", "\x1bP", "\x1b]11\x1b", "\xD0", "\xE6\xBC", "\xF0\x9F\x98", "\x1b\xD0", "\x1b[M!"}) {
    CAPTURE(half);
    KeyDecoder decoder;
    CHECK(decoder.take(half).empty());
    CHECK(decoder.waiting());
    CHECK(decoder.settle().empty());
    CHECK(words(decoder.take("b")) == "b");
  }
  CHECK(KeyDecoder().settle().empty());
}

TEST_CASE("a byte that is not UTF-8 loses nothing but itself", "[keyboard]") {
  for (int byte = 0x80; byte < 0x100; ++byte) {
    const std::string bad(1, static_cast<char>(byte));
    CAPTURE(byte);
    CHECK(among(bad).empty());
    CHECK(typed("ш" + bad + "ш漢😀") == "ш ш 漢 😀");
    CHECK(typed(bad + bad + bad + "abc") == "a b c");
    CHECK(typed("x" + bad) == "x");
  }
  CHECK(among("\xE6\xBC").empty());
  CHECK(among("\xC0\x80\xE0\x80\x80\xED\xA0\x80\xF4\x90\x80\x80\xF8\x88\x80\x80\x80").empty());  // overlong, surrogate, too large
  CHECK(typed("\xF0\x9F\x98" "a") == "a");
}

TEST_CASE("a paste is one key, whatever is in it", "[keyboard]") {
  const auto paste = [](const std::string& text) { return "\x1b[200~" + text + "\x1b[201~"; };
  CHECK(typed("a" + paste("yes\ry\x03\x04") + "b") == "a paste(yes\ry\x03\x04) b");
  CHECK(typed(paste("")) == "paste()");
  CHECK(typed(paste("шэ漢\n\x80\xff")) == "paste(шэ漢\n\x80\xff)");
  CHECK(typed(paste("\x1b[A\x1b\x1b[201\x1b[20")) == "paste(\x1b[A\x1b\x1b[201\x1b[20)");
  CHECK(typed(paste("\x1b[200~")) == "paste(\x1b[200~)");
  CHECK(typed(paste("a") + paste("b")) == "paste(a) paste(b)");
}

TEST_CASE("a paste that never ends is settled", "[keyboard]") {
  KeyDecoder decoder;
  CHECK(decoder.take("\x1b[200~half a te").empty());
  CHECK(decoder.pasting());
  CHECK(decoder.waiting());
  CHECK(decoder.take("xt\x1b[20").empty());
  CHECK(words(decoder.settle()) == "paste(half a text)");
  CHECK_FALSE(decoder.pasting());
  CHECK(words(decoder.take("\x1b[201~b")) == "b");
}

TEST_CASE("a paste is cut at its bound, between characters", "[keyboard]") {
  KeyDecoder decoder;
  decoder.take("\x1b[200~");
  for (std::size_t sent = 0; sent < 2 * paste_bytes_max; sent += 1000) CHECK(decoder.take(std::string(1000, 'x')).empty());
  const auto keys = decoder.take("\x1b[201~b");
  REQUIRE(keys.size() == 2);
  CHECK(keys[0].pasted == std::string(paste_bytes_max, 'x'));
  CHECK(keys[1] == Key::text(U'b'));

  for (const std::string character : {"ш", "漢", "😀"}) {
    std::string text = "x";  // so that the bound is within a character
    while (text.size() <= paste_bytes_max) text += character;
    const auto cut = decoder.take("\x1b[200~" + text + "abc\x1b[201~");
    REQUIRE(cut.size() == 1);
    CHECK(decode(cut[0].pasted).whole);
    CHECK(text.starts_with(cut[0].pasted));
    CHECK(cut[0].pasted.size() + 4 > paste_bytes_max);
  }
}

TEST_CASE("keys do not depend on how the bytes arrive", "[keyboard]") {
  std::mt19937 random(4);
  const std::vector<std::string> some = {"\x1b", "\x1b", "[", "O", "]", "P", "\\", "A", "M", "~", "1", "200~", "\x1b[200~", "\x1b[201~", ";", "?", "$", " ",
                                         "\a", "\r", "a", "ш", "漢", "\xD0", "\xE6", "\x80", "\xff", "\0"s};
  for (int run = 0; run < 3000; ++run) {
    std::string bytes;
    for (int i = 0; i < 12; ++i) bytes += some[random() % some.size()];
    std::vector<std::size_t> ends;
    for (std::size_t end = 1; end < bytes.size(); ++end)
      if (random() % 2) ends.push_back(end);
    CAPTURE(run, bytes);
    REQUIRE(typed(bytes, ends) == typed(bytes, {}));
  }
}

}  // namespace parley
