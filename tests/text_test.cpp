// What players may write: every hostile text of TRUST by name, each limit exactly and one over, the golden table over
// all code points, names and their look-alikes, and random bytes against a second, naive judge of UTF-8.
#include "common/core/text.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "common/core/limits.h"
#include "tests/support/catch.h"

using namespace parley;
using namespace std::string_literals;

namespace {

using Kind = TextFault::Kind;

std::string name_of(Kind kind) {
  switch (kind) {
    case Kind::not_utf8:
      return "not_utf8";
    case Kind::empty:
      return "empty";
    case Kind::too_long:
      return "too_long";
    case Kind::too_many_lines:
      return "too_many_lines";
    case Kind::too_wide:
      return "too_wide";
    case Kind::forbidden:
      return "forbidden";
    case Kind::not_normal:
      return "not_normal";
    case Kind::too_many_marks:
      return "too_many_marks";
    case Kind::mixed_direction:
      return "mixed_direction";
    case Kind::mixed_script:
      return "mixed_script";
    case Kind::reserved:
      return "reserved";
    case Kind::look_alike:
      return "look_alike";
  }
  return "unknown";
}

std::string hex(char32_t c) {
  std::ostringstream out;
  out << std::hex << std::uppercase;
  out.width(4);
  out.fill('0');
  out << static_cast<std::uint32_t>(c);
  return out.str();
}

/// "ok", or a fault as one reads it: "forbidden at 3: 001B".
std::string judged(std::string_view text, TextKind kind) {
  const auto fault = text_fault(text, kind);
  if (!fault) return "ok";
  return name_of(fault->kind) + " at " + std::to_string(fault->position) + ": " + hex(fault->code_point);
}

std::string times(std::size_t n, std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < n; ++i) out += text;
  return out;
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) out.push_back(word);
  return out;
}

std::string utf8(char32_t c) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(static_cast<unsigned char>(value)); };
  const auto tail = [byte](std::uint32_t value, int shift) { return byte(0x80 | ((value >> shift) & 0x3F)); };
  const std::uint32_t v = c;
  if (v < 0x80) return {byte(v)};
  if (v < 0x800) return {byte(0xC0 | (v >> 6)), tail(v, 0)};
  if (v < 0x10000) return {byte(0xE0 | (v >> 12)), tail(v, 6), tail(v, 0)};
  return {byte(0xF0 | (v >> 18)), tail(v, 12), tail(v, 6), tail(v, 0)};
}

struct Case {
  const char* title;
  std::string text;
  const char* as_terms;
};

struct NameCase {
  std::string text;
  const char* as_name;
};

}  // namespace

TEST_CASE("hostile texts of TRUST are refused with code point and place") {
  const Case cases[] = {
      {"erase the screen", "a\x1B[2J", "forbidden at 1: 001B"},
      {"OSC 52, clipboard", "\x1B]52;c;cGF5\x07", "forbidden at 0: 001B"},
      {"OSC 0, title", "\x1B]0;x\x07", "forbidden at 0: 001B"},
      {"OSC 8, link", "\x1B]8;;http://x\x1B\\", "forbidden at 0: 001B"},
      {"DCS", "ab\x1BPq", "forbidden at 2: 001B"},
      {"APC", "ab\x1B_q", "forbidden at 2: 001B"},
      {"unterminated OSC", "pay 5 \x1B]2;", "forbidden at 6: 001B"},
      {"full reset",
       "\x1B"
       "c",
       "forbidden at 0: 001B"},
      {"report the cursor", "\x1B[6n", "forbidden at 0: 001B"},
      {"C1 CSI in UTF-8",
       "x\xC2\x9B"
       "2J",
       "forbidden at 1: 009B"},
      {"C1 CSI raw",
       "x\x9B"
       "2J",
       "not_utf8 at 1: 0000"},
      {"CR with a forged line", "hello\r[SYSTEM] deal 1 is active", "forbidden at 5: 000D"},
      {"30 x BS", "x" + times(30, "\b"), "forbidden at 1: 0008"},
      {"BEL x 10,000", times(10'000, "\a"), "too_long at 1000: 0007"},
      {"BEL x 1,000", times(1'000, "\a"), "forbidden at 0: 0007"},
      {"TAB", "a\tb", "forbidden at 1: 0009"},
      {"DEL", "a\x7F", "forbidden at 1: 007F"},
      {"NEL", "a\u0085b", "forbidden at 1: 0085"},
      {"line separator", "a\u2028b", "forbidden at 1: 2028"},
      {"paragraph separator", "a\u2029b", "forbidden at 1: 2029"},
      {"NUL", "pay\0 5"s, "forbidden at 3: 0000"},
      {"overlong slash", "a\xC0\xAF", "not_utf8 at 1: 0000"},
      {"overlong, three bytes", "\xE0\x80\xAF", "not_utf8 at 0: 0000"},
      {"overlong, four bytes", "\xF0\x80\x80\xAF", "not_utf8 at 0: 0000"},
      {"surrogate", "ab\xED\xA0\x80", "not_utf8 at 2: 0000"},
      {"surrogate pair", "\xED\xA0\xBD\xED\xB8\x80", "not_utf8 at 0: 0000"},
      {"beyond U+10FFFF", "a\xF4\x90\x80\x80", "not_utf8 at 1: 0000"},
      {"five bytes", "\xF8\x88\x80\x80\x80", "not_utf8 at 0: 0000"},
      {"FE and FF", "a\xFE\xFF", "not_utf8 at 1: 0000"},
      {"not UTF-8 after a control", "\x1B\xFF", "not_utf8 at 1: 0000"},
      {"RLO around pay 5", "\u202Epay 5\u202C", "forbidden at 0: 202E"},
      {"open isolate", "a\u2067pay 5", "forbidden at 1: 2067"},
      {"first strong isolate", "\u2068x", "forbidden at 0: 2068"},
      {"right-to-left mark", "x\u200F", "forbidden at 1: 200F"},
      {"Arabic letter mark", "\u061C", "forbidden at 0: 061C"},
      {"ZWSP", "Fre\u200Bmen", "forbidden at 3: 200B"},
      {"ZWNJ", "a\u200Cb", "forbidden at 1: 200C"},
      {"ZWJ", "a\u200Db", "forbidden at 1: 200D"},
      {"word joiner", "a\u2060b", "forbidden at 1: 2060"},
      {"BOM", "\uFEFFpay", "forbidden at 0: FEFF"},
      {"soft hyphen", "pa\u00ADy", "forbidden at 2: 00AD"},
      {"tag letter", "a\U000E0061", "forbidden at 1: E0061"},
      {"interlinear annotation", "a\uFFF9b", "forbidden at 1: FFF9"},
      {"Hangul filler only", "\u3164", "forbidden at 0: 3164"},
      {"choseong filler", "\u115F", "forbidden at 0: 115F"},
      {"jungseong filler", "\u1160", "forbidden at 0: 1160"},
      {"halfwidth filler", "\uFFA0", "forbidden at 0: FFA0"},
      {"bare vowel jamo", "x\u1161", "forbidden at 1: 1161"},
      {"combining grapheme joiner", "a\u034F", "forbidden at 1: 034F"},
      {"Khmer inherent vowel", "\u1780\u17B4", "forbidden at 1: 17B4"},
      {"Mongolian vowel separator", "a\u180E", "forbidden at 1: 180E"},
      {"variation selector 16", "a\uFE0F", "forbidden at 1: FE0F"},
      {"variation selector 17", "a\U000E0100", "forbidden at 1: E0100"},
      {"braille blank only", "\u2800", "forbidden at 0: 2800"},
      {"null notehead", "\U0001D159", "forbidden at 0: 1D159"},
      {"no-break space",
       "pay\u00A0"
       "5",
       "forbidden at 3: 00A0"},
      {"ideographic space only", "\u3000", "forbidden at 0: 3000"},
      {"replacement character", "a\uFFFD", "forbidden at 1: FFFD"},
      {"object replacement", "a\uFFFC", "forbidden at 1: FFFC"},
      {"noncharacter", "a\uFFFF", "forbidden at 1: FFFF"},
      {"unassigned", "a\u0378", "forbidden at 1: 0378"},
      {"private use", "a\uE000", "forbidden at 1: E000"},
      {"regional indicator", "\U0001F1FA\U0001F1E6", "forbidden at 0: 1F1FA"},
      {"emoji with a skin", "\U0001F44D\U0001F3FD", "forbidden at 1: 1F3FD"},
      {"emoji family", "\U0001F468\u200D\U0001F469", "forbidden at 1: 200D"},
      {"keycap", "5\u20E3", "forbidden at 1: 20E3"},
      {"one base with 10,000 marks", "a" + times(10'000, "\u0335"), "too_long at 1000: 0335"},
      {"one base with 999 marks", "a" + times(999, "\u0335"), "too_many_marks at 3: 0335"},
      {"999 marks that compose", "a" + times(999, "\u0301"), "not_normal at 0: 0061"},
      {"three marks", "x\u0335\u0323\u0307", "too_many_marks at 3: 0307"},
      {"a mark first", "\u0301a", "too_many_marks at 0: 0301"},
      {"a mark first on a line", "a\n\u0301b", "too_many_marks at 2: 0301"},
      {"NFD twin", "cafe\u0301", "not_normal at 3: 0065"},
      {"marks in the wrong order", "q\u0307\u0323", "not_normal at 1: 0307"},
      {"a singleton, the ohm sign", "5 \u2126", "not_normal at 2: 2126"},
      {"NFD Korean", "\u1100\u1161", "forbidden at 1: 1161"},
      {"Hebrew after Latin", "pay \u05D0", "mixed_direction at 4: 05D0"},
      {"Latin after Arabic", "\u0627\u0628 5 x", "mixed_direction at 5: 0078"},
      {"1 MB word", std::string(1 << 20, 'w'), "too_long at 1000: 0077"},
  };
  for (const Case& c : cases) {
    INFO(c.title);
    CHECK(judged(c.text, TextKind::terms) == c.as_terms);
  }
}

TEST_CASE("a line ends no line") {
  CHECK(judged("hi\n[SYSTEM] deal 1 is active", TextKind::line) == "forbidden at 2: 000A");
  CHECK(judged("hi\n[SYSTEM] deal 1 is active", TextKind::terms) == "ok");
  CHECK(judged("hi\r\nyou", TextKind::terms) == "forbidden at 2: 000D");
  CHECK(judged("a\nb", TextKind::name) == "forbidden at 1: 000A");
}

TEST_CASE("harmless texts pass as they are") {
  const std::string cases[] = {"%n%s",
                               "{}",
                               "{0:>99999}",
                               "'; drop table deals; --",
                               "<b>5</b>",
                               "50 % | ~^`\\",
                               "\u00A7 \u2192 \u20AC \u2026",
                               "caf\u00E9",
                               "Атрейдес платит 5",
                               "\u05E9\u05DC\u05D5\u05DD 5",
                               "\u4F60\u597D",
                               "\uD55C\uAD6D",
                               "\u0928\u092E\u0938\u094D\u0924\u0947",
                               "\U0001F44D",
                               "x\u0335\u0323",
                               "\u05D0\nabc",
                               "[SYSTEM]",
                               "server"};
  for (const std::string& text : cases) {
    INFO(text);
    CHECK(judged(text, TextKind::terms) == "ok");
    CHECK(normalised(text) == text);
  }
}

TEST_CASE("a text that is cut inside a code point is not UTF-8") {
  for (const std::string& whole : {"\u00E9"s, "\u20AC"s, "\U0001F44D"s}) {
    for (std::size_t length = 1; length < whole.size(); ++length) {
      CHECK(judged("ab" + whole.substr(0, length), TextKind::terms) == "not_utf8 at 2: 0000");
      CHECK(judged("ab" + whole.substr(0, length) + "c", TextKind::terms) == "not_utf8 at 2: 0000");
    }
    CHECK(judged("ab" + whole, TextKind::terms) == "ok");
  }
}

TEST_CASE("lengths, exactly at the limit and one over") {
  const std::string wide = "\u4E2D";
  CHECK(judged(times(limits::terms_code_points, wide), TextKind::terms) == "ok");
  CHECK(judged(times(limits::terms_code_points + 1, wide), TextKind::terms) == "too_long at 1000: 4E2D");
  CHECK(judged(times(limits::line_code_points, wide), TextKind::line) == "ok");
  CHECK(judged(times(limits::line_code_points + 1, wide), TextKind::line) == "too_long at 240: 4E2D");
  CHECK(judged(times(limits::terms_lines - 1, "a\n") + "a", TextKind::terms) == "ok");
  CHECK(judged(times(limits::terms_lines, "a\n") + "a", TextKind::terms) == "too_many_lines at 39: 000A");
  CHECK(judged(times(24, "w"), TextKind::name) == "ok");
  CHECK(judged(times(25, "w"), TextKind::name) == "too_wide at 24: 0077");
  CHECK(judged(times(12, wide), TextKind::name) == "ok");
  CHECK(judged(times(13, wide), TextKind::name) == "too_wide at 12: 4E2D");
  CHECK(judged(times(24, "x\u0323\u0335"), TextKind::name) == "not_normal at 1: 0323");
  CHECK(judged(times(24, "x\u0335\u0323"), TextKind::name) == "ok");
}

TEST_CASE("nothing but white space is empty") {
  for (const auto kind : {TextKind::terms, TextKind::line}) {
    CHECK(judged("", kind) == "empty at 0: 0000");
    CHECK(judged("   ", kind) == "empty at 0: 0000");
    CHECK(judged("\n \n", kind) == "empty at 0: 0000");
    CHECK(judged(times(5'000, " "), kind) == "empty at 0: 0000");
    CHECK(judged("x", kind) == "ok");
  }
  CHECK(judged("", TextKind::name) == "ok");
  CHECK(judged(" ", TextKind::name) == "forbidden at 0: 0020");
}

TEST_CASE("names are letters, marks, digits, single spaces and - ' . _ of one script") {
  const NameCase cases[] = {{"Anna", "ok"},
                            {"Anna-Maria O'Neill Jr.", "ok"},
                            {"x_1", "ok"},
                            {"4 Fun", "ok"},
                            {"Zo\u00EB", "ok"},
                            {"Анна 2", "ok"},
                            {"\u0386\u03BD\u03BD\u03B1", "ok"},
                            {"\u05D3\u05D5\u05D3", "ok"},
                            {"\u0645\u062D\u0645\u062F", "ok"},
                            {"\u6F22\u5B57\u304B\u306A\u30AB\u30CA", "ok"},
                            {"\uD64D\uAE38\uB3D9", "ok"},
                            {"\u0905\u092E\u093F\u0924", "ok"},
                            {"Nguy\u1EC5n", "ok"},
                            {"\u018Fli", "ok"},
                            {" Anna", "forbidden at 0: 0020"},
                            {"Anna ", "forbidden at 4: 0020"},
                            {"An  na", "forbidden at 3: 0020"},
                            {"a/b", "forbidden at 1: 002F"},
                            {"[SYSTEM]", "forbidden at 0: 005B"},
                            {"a:b", "forbidden at 1: 003A"},
                            {"Fre\u200Bmen", "forbidden at 3: 200B"},
                            {"a\u2019b", "forbidden at 1: 2019"},
                            {"\u3164", "forbidden at 0: 3164"},
                            {"\U0001F44D", "forbidden at 0: 1F44D"},
                            {"a\u0660", "forbidden at 1: 0660"},
                            {"\uFF21", "forbidden at 0: FF21"},
                            {"\u0251", "forbidden at 0: 0251"},
                            {"\U0001D400", "forbidden at 0: 1D400"},
                            {"\u13A0", "forbidden at 0: 13A0"},
                            {"\u0628\u0640", "forbidden at 1: 0640"},
                            {"\u00B5", "forbidden at 0: 00B5"},
                            {"\u0301a", "too_many_marks at 0: 0301"},
                            {"Zoe\u0308", "not_normal at 2: 0065"},
                            {"x\u0335\u0336\u0337", "too_many_marks at 3: 0337"},
                            {"\u0415mperor", "mixed_script at 1: 006D"},
                            {"Emper\u043Er", "mixed_script at 5: 043E"},
                            {"Анна s", "mixed_script at 5: 0073"},
                            {"a\u05B0", "mixed_script at 1: 05B0"},
                            {"a\u05D0", "mixed_direction at 1: 05D0"},
                            {"\xFF", "not_utf8 at 0: 0000"},
                            {"x\u0328\u0335" + times(30, "w"), "too_wide at 26: 0077"}};
  for (const NameCase& c : cases) {
    INFO(c.text);
    CHECK(judged(c.text, TextKind::name) == c.as_name);
  }
}

TEST_CASE("reserved words, whatever they are spelt with") {
  const auto reserved = split_at_commas(
      "server,SERVER,Server,s.e.r.v.e.r,S E R V E R,s\u00E9rver,h0st,HOST,viewer,vievver,VlEWER,system,parley,"
      "par1ey,adrnin,nobody,nobocly,everyone,All,AlI,a11,ATR,bg,emp,fre,Gld,HAR,Ix,1x,bt,CHO,ric,eca,mor,M0R,"
      "Atreides,Bene-Gesserit,Emperor,Frernen,FREMEN,Guild,spacing guild,Harkonnen,Ixians,Tleilaxu,TIeiIaxu,"
      "choam,Richese,Ecaz,Moritani,Атрейдесы,БЕНЕ ГЕССЕРИТ,Император,Фремены,Гильдия,Харконнены,Иксианцы,"
      "Тлейлаксу,\u0415\u0421\u0410,\u0421\u041D\u041E,\u0399\u03A7,\u0395\u039C\u03A1");
  for (const std::string& name : reserved) {
    INFO(name);
    CHECK(looks_reserved(name));
    CHECK(judged(name, TextKind::name) == "reserved at 0: 0000");
  }
  for (const std::string name :
       {"Fremen fan", "Ali", "ALI", "Anna", "Hostess", "Sam", "", "Ixi", "...", "Freda", "Фремен 2"}) {
    INFO(name);
    CHECK_FALSE(looks_reserved(name));
    CHECK(judged(name, TextKind::name) == "ok");
  }
}

TEST_CASE("look-alikes have one skeleton") {
  const std::pair<std::string, std::string> alike[] = {{"Frernen", "Fremen"},
                                                       {"Emper\u043Er", "Emperor"},
                                                       {"\u0410\u0422R", "ATR"},
                                                       {"ANNA", "anna"},
                                                       {"An na", "Anna"},
                                                       {"Zo\u00EB", "zoe"},
                                                       {"Zoe\u0308", "Zo\u00EB"},
                                                       {"Bob", "B0b"},
                                                       {"Iris", "lris"},
                                                       {"vvilly", "Willy"},
                                                       {"Sicl", "Sid"},
                                                       {"\u0405\u0430m", "Sam"},
                                                       {"\uFF21nna", "Anna"},
                                                       {"Stra\u00DFe", "strasse"},
                                                       {"\u041E\u041A", "\u039F\u039A"},
                                                       {"\u0406\u0432\u0430\u043D", "Ib\u0430\u043D"},
                                                       {"\u30AB\u30ED", "\u529B\u53E3"},
                                                       {"\u0649", "\u06CC"},
                                                       {"a|", "al"},
                                                       {"\u0130ris", "iris"},
                                                       {"\uFB01n", "fin"},
                                                       {"", "..."}};
  for (const auto& [one, other] : alike) {
    INFO(one << " and " << other);
    CHECK(skeleton(one) == skeleton(other));
  }
  const std::pair<std::string, std::string> distinct[] = {
      {"Anna", "Hanna"}, {"Lucia", "Luda"}, {"\uAC00", "\uACE0"}, {"\uAC00", "\uB098"}, {"Анна", "Инна"},
      {"Bob", "Rob"},    {"", "a"},         {"a1", "a2"},         {"\u6F22", "\u5B57"}};
  for (const auto& [one, other] : distinct) {
    INFO(one << " and " << other);
    CHECK(skeleton(one) != skeleton(other));
  }
  CHECK(skeleton("Fremen") == "fremen");
  CHECK(skeleton("\xFF") == "\xFF");
}

TEST_CASE("normalised is NFC with one kind of line end and no tabs") {
  CHECK(normalised("") == "");
  CHECK(normalised("cafe\u0301") == "caf\u00E9");
  CHECK(normalised("a\r\nb\tc\r\n") == "a\nb c\n");
  CHECK(normalised("a\rb\r\r\n") == "a\rb\r\n");
  CHECK(normalised("\u1112\u1161\u11AB") == "\uD55C");
  CHECK(normalised("\u2126") == "\u03A9");
  CHECK(normalised("q\u0307\u0323") == "q\u0323\u0307");
  CHECK(normalised("a\0b"s) == "a\0b"s);
  CHECK(normalised("a\t\xFF") == "a\t\xFF");
  CHECK(normalised("\u202Ex") == "\u202Ex");
}

TEST_CASE("columns are those of a terminal") {
  CHECK(width_columns("") == 0);
  CHECK(width_columns("Anna") == 4);
  CHECK(width_columns("\u6F22\u5B57") == 4);
  CHECK(width_columns("x\u0335\u0323") == 1);
  CHECK(width_columns("\u0905\u092E\u093F") == 3);
  CHECK(width_columns("\U0001F44D") == 2);
  CHECK(width_columns("\uD55C") == 2);
}

// ---- The golden table ----

namespace {

struct GoldenRange {
  char32_t first, last;
  std::string why;  // "allowed" or the reason of refusal
};

std::filesystem::path golden_file() {
#ifdef PARLEY_TESTS_DIR
  return std::filesystem::path(PARLEY_TESTS_DIR) / "golden" / "text_policy.txt";
#else
  return std::filesystem::path(__FILE__).parent_path() / "golden" / "text_policy.txt";
#endif
}

std::vector<GoldenRange> golden_ranges() {
  std::ifstream file(golden_file());
  std::vector<GoldenRange> ranges;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const auto dash = line.find('-');
    const auto space = line.find(' ');
    ranges.push_back({static_cast<char32_t>(std::stoul(line.substr(0, dash), nullptr, 16)),
                      static_cast<char32_t>(std::stoul(line.substr(dash + 1, space - dash - 1), nullptr, 16)),
                      line.substr(space + 1)});
  }
  return ranges;
}

std::string policy_of(char32_t c) { return allowed_in_text(c) ? "allowed" : std::string(why_refused(c)); }

}  // namespace

TEST_CASE("the golden table holds for every code point") {
  const auto ranges = golden_ranges();
  REQUIRE_FALSE(ranges.empty());
  char32_t next = 0;
  std::vector<std::string> differences;
  for (const GoldenRange& range : ranges) {
    REQUIRE(range.first == next);
    REQUIRE(range.last >= range.first);
    next = range.last + 1;
    // The table was written with Unicode 15.0 (utf8proc 2.8). A newer utf8proc knows more characters, and that is the
    // only difference there may be: what the table calls unassigned may have become something, allowed or refused.
    if (range.why == "unassigned") continue;
    for (char32_t c = range.first; c <= range.last; ++c) {
      if (policy_of(c) != range.why) differences.push_back(hex(c) + " was " + range.why + ", is " + policy_of(c));
    }
  }
  CHECK(next == 0x110000);
  CHECK(differences == std::vector<std::string>{});
  CHECK_FALSE(allowed_in_text(0x110000));
  CHECK_FALSE(allowed_in_text(0xFFFFFFFF));
}

TEST_CASE("noncharacters are never allowed, whatever utf8proc knows") {
  for (char32_t plane = 0; plane <= 0x10; ++plane) {
    CHECK(policy_of(plane * 0x10000 + 0xFFFE) == "unassigned");
    CHECK(policy_of(plane * 0x10000 + 0xFFFF) == "unassigned");
  }
  for (char32_t c = 0xFDD0; c <= 0xFDEF; ++c) CHECK(policy_of(c) == "unassigned");
}

/// Not run by default: writes the table anew. A changed line is a changed policy; say so where it is reviewed.
TEST_CASE("write the golden table", "[.write-golden]") {
  std::ofstream file(golden_file());
  file << "# What may stand in terms, for all code points: first-last and \"allowed\" or why not. Unicode 15.0.\n"
          "# Checked and, with the hidden test \"write the golden table\", written by tests/text_test.cpp.\n";
  for (char32_t first = 0; first < 0x110000;) {
    char32_t last = first;
    while (last + 1 < 0x110000 && policy_of(last + 1) == policy_of(first)) ++last;
    file << hex(first) << '-' << hex(last) << ' ' << policy_of(first) << '\n';
    first = last + 1;
  }
  REQUIRE(file.flush().good());
}

// ---- Random texts ----

namespace {

using Random = std::mt19937_64;

std::uint32_t below(Random& random, std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); }

/// How many bytes a naive reading of the table in RFC 3629 takes at `i`, 0 where it finds none.
std::size_t naive_step(std::string_view text, std::size_t i) {
  for (char32_t c = 0, size = 1; size <= 4 && i + size <= text.size(); ++size) {
    const auto byte = static_cast<unsigned char>(text[i + size - 1]);
    const std::uint32_t payload = size > 1      ? byte & 0x3Fu
                                  : byte < 0x80 ? byte
                                  : byte < 0xE0 ? byte & 0x1Fu
                                                : byte & 0xFu;
    c = (c << 6) | payload;
    const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    if (c <= 0x10FFFF && !surrogate && utf8(c) == text.substr(i, size)) return size;
  }
  return 0;
}

bool naive_is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t step = naive_step(text, i);
    if (step == 0) return false;
    i += step;
  }
  return true;
}

std::string random_bytes(Random& random) {
  std::string out(below(random, 40), '\0');
  const std::uint32_t range = below(random, 3) == 0 ? 256 : 0x80;  // many of them stay ASCII, so that some are UTF-8
  for (char& c : out) c = static_cast<char>(static_cast<unsigned char>(below(random, range)));
  return out;
}

char32_t random_code_point(Random& random) {
  const std::pair<char32_t, char32_t> blocks[] = {
      {0x0020, 0x007E}, {0x00C0, 0x024F}, {0x0300, 0x036F},   {0x0370, 0x052F},   {0x0590, 0x06FF},  {0x0900, 0x0DFF},
      {0x1100, 0x11FF}, {0x1DC0, 0x1FFF}, {0x2000, 0x22FF},   {0x3000, 0x30FF},   {0xAC00, 0xD7FB},  {0xF900, 0xFFFF},
      {0x0000, 0x001F}, {0x0000, 0xD7FF}, {0xE000, 0x10FFFF}, {0x1D100, 0x1D1FF}, {0x11000, 0x113FF}};
  const auto [first, last] = blocks[below(random, std::size(blocks))];
  return first + below(random, last - first + 1);
}

std::string random_text(Random& random) {
  std::string out;
  for (std::uint32_t left = below(random, 40); left > 0; --left) out += utf8(random_code_point(random));
  return out;
}

void exercise(const std::string& text) {
  for (const auto kind : {TextKind::terms, TextKind::line, TextKind::name}) {
    const auto fault = text_fault(text, kind);
    CHECK((fault && fault->kind == Kind::not_utf8) == !naive_is_utf8(text));
    const auto again = text_fault(normalised(text), kind);
    CHECK_FALSE((again && again->kind == Kind::not_normal));
  }
  if (text.find('\r') == std::string::npos) CHECK(normalised(normalised(text)) == normalised(text));
  looks_reserved(text);
  width_columns(text);
}

}  // namespace

TEST_CASE("random texts never crash, and what is normalised is normal") {
  for (std::uint64_t seed = 1; seed <= 3'000; ++seed) {
    INFO("seed " << seed);
    Random random(seed);
    exercise(random_bytes(random));
    exercise(random_text(random));
    exercise(random_text(random).substr(0, below(random, 60)));
  }
}
