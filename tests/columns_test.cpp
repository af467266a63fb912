// client/columns and client/display: libc's wcwidth is the only width, clusters stay whole, nothing is lost [SCREENS 6, 7].
#include "client/columns.h"

#include "client/display.h"
#include "tests/support/catch.h"
#include "tests/support/locale.h"

#include <clocale>
#include <random>

namespace parley {
namespace {

using test::Utf8;

std::vector<std::string> clusters(std::string_view text) {
  std::vector<std::string> out;
  while (const auto cluster = take_cluster(text)) out.push_back(std::string(cluster->bytes) + std::to_string(cluster->columns));
  return out;
}

using Strings = std::vector<std::string>;

Strings wrapped(std::string_view text, int width) {
  Strings out;
  for (const auto line : wrap(text, width)) out.emplace_back(line);
  return out;
}

/// Everything that has met a terminal and hurt.
std::string random_text(std::mt19937& random, int pieces) {
  static const Strings some = {"a", "b", " ", " ", "\n", "ш", "Гиль", "漢", "字", "e\u0301", "\u0301", "😀", "\x80", "\xF0\x9F", "\u202E", "\u0378", "\u200D"};
  std::string out;
  while (pieces-- > 0) out += some[random() % some.size()];
  return out;
}

std::string without_feeds(std::string text) {
  std::erase(text, '\n');
  return text;
}

}  // namespace

TEST_CASE_METHOD(Utf8, "columns are counted as the terminal will", "[columns]") {
  CHECK(columns("") == 0);
  CHECK(columns("Arrakis") == 7);
  CHECK(columns("Гильдия") == 7);
  CHECK(columns("漢字") == 4);
  CHECK(columns("ｱｲ") == 2);
  CHECK(columns("cafe\u0301") == 4);
  CHECK(columns("и\u0306") == 1);
  CHECK(columns("😀") == 2);
  CHECK(columns("\u0301") == 0);
  CHECK(columns("a\tb\x7f") == 2);
  CHECK(columns_of(U'a') == 1);
  CHECK(columns_of(U'漢') == 2);
  CHECK(columns_of(U'\u0301') == 0);
  CHECK(columns_of(U'\n') == std::nullopt);
  CHECK(columns_of(U'\0') == std::nullopt);
  CHECK(columns_of(U'\u0378') == std::nullopt);
}

TEST_CASE_METHOD(Utf8, "a cluster is a character with its marks", "[columns]") {
  CHECK(clusters("ae\u0301\u0323ш漢\u0301") == Strings{"a1", "e\u0301\u03231", "ш1", "漢\u03012"});
  CHECK(clusters("\u0301\u0302x") == Strings{"\u0301\u03020", "x1"});
  CHECK(clusters("\n\u0301") == Strings{"\n0", "\u03010"});  // a line feed carries no mark
  std::string_view none;
  CHECK_FALSE(take_cluster(none));
}

TEST_CASE_METHOD(Utf8, "a byte that is not UTF-8 is one cluster, and its neighbours are themselves", "[columns]") {
  for (int byte = 0x80; byte < 0x100; ++byte) {
    const std::string bad(1, static_cast<char>(byte));
    CHECK(clusters("a" + bad + "b") == Strings{"a1", bad + "0", "b1"});
    CHECK(columns("шa" + bad + "漢") == 4);
    CHECK_FALSE(showable("a" + bad));
  }
  CHECK(clusters("\xE6\xBC") == Strings{"\xE6" "0", "\xBC" "0"});
  CHECK(clusters("\xED\xA0\x80").size() == 3);  // a surrogate
}

TEST_CASE_METHOD(Utf8, "what is showable", "[columns]") {
  CHECK(showable(""));
  CHECK(showable("Wall\nГильдия 漢 e\u0301"));
  CHECK_FALSE(showable("a\x1b[m"));
  CHECK_FALSE(showable(std::string_view("a\0b", 3)));
  CHECK_FALSE(showable("\u0378"));
}

TEST_CASE_METHOD(Utf8, "cut and fit", "[columns]") {
  CHECK(cut("Гильдия", 3) == "Гил");
  CHECK(cut("a漢字", 2) == "a");
  CHECK(cut("cafe\u0301s", 4) == "cafe\u0301");
  CHECK(cut("abc", 0).empty());
  CHECK(cut("abc", -5).empty());
  CHECK(cut("abc", 9) == "abc");

  CHECK(fit("abc", 5, "…") == "abc  ");
  CHECK(fit("abcdef", 5, "…") == "abcd…");
  CHECK(fit("abcde", 5, "…") == "abcde");
  CHECK(fit("漢字漢", 4, "…") == "漢 …");
  CHECK(fit("漢字", 1, "~") == "~");
  CHECK(fit("", 2, "~") == "  ");
  CHECK(fit("abc", 0, "~").empty());
  CHECK(fit("abc", -1, "~").empty());
}

TEST_CASE_METHOD(Utf8, "wrapped at blanks where there are some", "[columns]") {
  CHECK(wrapped("", 10) == Strings{""});
  CHECK(wrapped("no worm is played", 10) == Strings{"no worm ", "is played"});
  CHECK(wrapped("a\n\nb\n", 10) == Strings{"a", "", "b", ""});
  CHECK(wrapped("abcdefgh", 3) == Strings{"abc", "def", "gh"});
  CHECK(wrapped("to abcdefgh", 4) == Strings{"to ", "abcd", "efgh"});
  CHECK(wrapped("Гильдия берёт половину", 14) == Strings{"Гильдия берёт ", "половину"});
  CHECK(wrapped("漢字漢", 5) == Strings{"漢字", "漢"});
  CHECK(wrapped("ab e\u0301e\u0301", 4) == Strings{"ab ", "e\u0301e\u0301"});
  CHECK(wrapped("a \u0301bcd", 3) == Strings{"a \u0301", "bcd"});
  CHECK(wrapped("漢字", 0) == Strings{"漢", "字"});  // never less than a wide character
}

TEST_CASE_METHOD(Utf8, "whatever the text: widths hold, clusters stay whole, nothing is lost", "[columns]") {
  std::mt19937 random(20260731);
  for (int run = 0; run < 3000; ++run) {
    const std::string text = random_text(random, static_cast<int>(random() % 40));
    const int width = static_cast<int>(random() % 12);
    CAPTURE(run, text, width);

    Strings all = clusters(text), halves = clusters(cut(text, width));
    const Strings rest = clusters(std::string_view(text).substr(cut(text, width).size()));
    halves.insert(halves.end(), rest.begin(), rest.end());
    REQUIRE(halves == all);
    REQUIRE(columns(cut(text, width)) <= width);
    REQUIRE(columns(fit(text, width, "…")) == width);

    std::string joined;
    Strings parts;
    for (const auto line : wrap(text, width)) {
      REQUIRE(columns(line) <= std::max(width, 2));
      joined += line;
      for (const std::string& one : clusters(line)) parts.push_back(one);
    }
    REQUIRE(joined == without_feeds(text));
    std::erase(all, "\n0");
    REQUIRE(parts == all);
  }
}

TEST_CASE_METHOD(Utf8, "display makes visible what a terminal might obey or hide", "[display]") {
  CHECK(display("Wall Гильдия 漢 e\u0301") == "Wall Гильдия 漢 e\u0301");
  CHECK(display("a\nb") == "a / b");
  CHECK(display("\x1b[2J") == "<U+001B>[2J");
  CHECK(display("x\u202Ey\u200D") == "x<U+202E>y<U+200D>");
  CHECK(display("a\x9B" "1m") == "a<9B>1m");
  CHECK(display("\u0378") == "<U+0378>");
  CHECK(display("\u0301a") == "<U+0301>a");                 // it would stand on somebody else's cell
  CHECK(display("a\n\u0301") == "a / <U+0301>");
  CHECK(display("\x80\u0301") == "<80><U+0301>");
  CHECK(display("e\u0301\u0302\u0303") == "e\u0301\u0302<U+0303>");
  for (int byte = 0x80; byte < 0x100; ++byte) {
    const std::string shown = display("a" + std::string(1, static_cast<char>(byte)) + "b");
    CHECK((shown.size() == 6 && shown.starts_with("a<") && shown.ends_with(">b")));
  }
}

TEST_CASE_METHOD(Utf8, "what display has passed is showable, and every cluster has columns", "[display]") {
  std::mt19937 random(7);
  for (int run = 0; run < 2000; ++run) {
    const std::string shown = display(random_text(random, 20));
    CAPTURE(run, shown);
    REQUIRE(showable(shown));
    REQUIRE(shown.find('\n') == std::string::npos);
    for (const std::string& cluster : clusters(shown)) REQUIRE(cluster.back() != '0');
  }
}

TEST_CASE("a locale that knows ASCII only shows ASCII only", "[columns][display]") {
  std::setlocale(LC_ALL, "C");
  CHECK(columns("Arrakis") == 7);
  CHECK(columns("Гильдия") == 0);
  CHECK(showable("plain\ntext"));
  CHECK_FALSE(showable("Гильдия"));
  CHECK_FALSE(showable("é"));
  CHECK(display("aшb") == "a<U+0448>b");
  CHECK(display("漢") == "<U+6F22>");
  CHECK(fit("ш", 3, "~") == "ш   ");  // the reason why display() comes first
  CHECK(wrapped("ab cd", 3) == Strings{"ab ", "cd"});
}

}  // namespace parley
