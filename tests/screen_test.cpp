// client/screen: everything is clipped, and no half of a wide character is ever left over.
#include "client/screen.h"

#include "client/columns.h"
#include "tests/support/catch.h"
#include "tests/support/locale.h"

#include <climits>
#include <clocale>
#include <random>

namespace parley {
namespace {

using test::Utf8;

/// A wide character is two cells side by side, and every other cell is one column.
void require_whole(const Screen& screen) {
  for (int row = 0; row < screen.size().rows; ++row)
    for (int column = 0; column < screen.size().columns; ++column) {
      const Cell& cell = screen.at({row, column});
      const bool wide = columns(cell.text) == 2;
      const bool half_next = column + 1 < screen.size().columns && screen.at({row, column + 1}).half;
      REQUIRE(wide == half_next);
      REQUIRE(cell.half == cell.text.empty());
      if (half_next) REQUIRE(screen.at({row, column + 1}).style == cell.style);
    }
}

}  // namespace

TEST_CASE_METHOD(Utf8, "a new screen is blank, and never smaller than nothing", "[screen]") {
  CHECK(Screen({2, 3}).text() == "\n\n");
  CHECK(Screen({0, 0}).text().empty());
  CHECK(Screen({-1, -7}).size() == Size{0, 0});
  const Screen screen({2, 2});
  CHECK(screen.cursor() == Place{0, 0});
  CHECK_FALSE(screen.cursor_shown());
}

TEST_CASE_METHOD(Utf8, "put writes clusters and tells the column after them", "[screen]") {
  Screen screen({2, 8});
  const Area area(screen);
  CHECK(area.put({0, 1}, "ш漢e\u0301", bold_style) == 5);
  CHECK(screen.text() == " ш漢e\u0301\n\n");
  CHECK(screen.at({0, 2}).text == "漢");
  CHECK(screen.at({0, 3}).half);
  CHECK(screen.at({0, 4}).text == "e\u0301");
  CHECK(screen.at({0, 4}).style == bold_style);
  CHECK(screen.at({0, 5}).style == plain_style);
  CHECK(area.put({1, 0}, "a\x1b\n\x80\u0301" "b") == 2);  // what has no columns is not written
  CHECK(screen.at({1, 1}).text == "b");
}

TEST_CASE_METHOD(Utf8, "what does not fit is clipped at every edge", "[screen]") {
  Screen screen({3, 5});
  const Area area(screen);
  CHECK(area.put({0, 3}, "abc") == 5);
  CHECK(area.put({1, 2}, "a漢b漢") == 5);
  CHECK(area.put({2, 4}, "漢a") == 4);   // left out, with what follows
  CHECK(area.put({0, -2}, "xyz") == 1);
  CHECK(area.put({3, 0}, "abc") == 3);
  CHECK(area.put({-1, 0}, "abcdefgh") == 5);
  CHECK(area.put({0, INT_MAX}, "abc") == INT_MAX);
  CHECK(area.put({INT_MIN, INT_MIN}, "abc") == INT_MIN + 3);
  CHECK(screen.text() == "z  ab\n  a漢\n\n");
  Screen other({1, 3});
  CHECK(Area(other).put({0, -1}, "漢a") == 2);  // half of it is left of the edge
  CHECK(other.text() == " a\n");
}

TEST_CASE_METHOD(Utf8, "half a wide character is nothing", "[screen]") {
  Screen screen({1, 6});
  const Area area(screen);
  area.put({0, 0}, "漢字漢", bold_style);
  area.put({0, 1}, "a");
  CHECK(screen.text() == " a字漢\n");
  area.put({0, 2}, "b");
  CHECK(screen.text() == " ab 漢\n");
  area.put({0, 3}, "字");
  CHECK(screen.text() == " ab字\n");
  CHECK(screen.at({0, 5}).text == " ");
  require_whole(screen);
  area.put({0, 0}, "漢字");
  area.part({{0, 1}, {1, 2}}).blank();
  CHECK(screen.text() == "\n");
  require_whole(screen);
}

TEST_CASE_METHOD(Utf8, "put_cut says that something is missing", "[screen]") {
  Screen screen({5, 8});
  const Area area(screen);
  CHECK(area.put_cut({0, 0}, 4, "abcdef") == 4);
  CHECK(area.put_cut({1, 0}, 4, "abcd") == 4);
  CHECK(area.put_cut({2, 0}, 4, "漢字漢") == 3);
  CHECK(area.put_cut({3, 4}, 99, "abcdef") == 8);  // to the area too
  CHECK(area.put_cut({4, 0}, 0, "abc") == 0);
  CHECK(area.put_cut({4, 0}, -3, "abc") == 0);
  CHECK(area.put_cut({4, 9}, 3, "abc") == 9);
  CHECK(area.put_cut({4, INT_MIN}, 3, "a") == INT_MIN + 1);
  CHECK(screen.text() == "abc…\nabcd\n漢…\n    abc…\n\n");
  Screen plain({1, 3}, true);
  Area(plain).put_cut({0, 0}, 3, "abcdef");
  CHECK(plain.text() == "ab~\n");
}

TEST_CASE_METHOD(Utf8, "rules, styles and the cursor stay within their area", "[screen]") {
  Screen screen({3, 6});
  const Area area(screen);
  const Area inner = area.part({{1, 1}, {1, 3}});
  inner.rule({0, 1}, dim_style);
  inner.rule({1, 0});
  CHECK(screen.text() == "\n  ──\n\n");
  inner.restyle({{-5, -5}, {100, 100}}, reverse_style);
  CHECK(screen.at({1, 1}).style == reverse_style);
  CHECK(screen.at({1, 4}).style == plain_style);
  CHECK(screen.at({0, 1}).style == plain_style);
  inner.set_cursor({0, 2});
  CHECK(screen.cursor() == Place{1, 3});
  CHECK(screen.cursor_shown());
  inner.set_cursor({0, 3}, false);  // outside: nothing
  CHECK(screen.cursor() == Place{1, 3});
  screen.set_cursor({99, -1}, false);
  CHECK(screen.cursor() == Place{2, 0});
  CHECK_FALSE(screen.cursor_shown());
  Screen nothing({0, 0});
  nothing.set_cursor({3, 3}, true);
  CHECK(nothing.cursor() == Place{0, 0});
}

TEST_CASE_METHOD(Utf8, "a part is never larger than its whole", "[screen]") {
  Screen screen({4, 10});
  const Area area(screen, {{1, 2}, {99, 99}});
  CHECK(area.size() == Size{3, 8});
  CHECK(area.part({{1, 1}, {1, 2}}).size() == Size{1, 2});
  CHECK(area.part({{-1, -1}, {2, 2}}).size() == Size{1, 1});
  CHECK(area.part({{INT_MAX, INT_MAX}, {INT_MAX, INT_MAX}}).size() == Size{0, 0});
  CHECK(area.part({{INT_MIN, INT_MIN}, {5, 5}}).size() == Size{0, 0});
  CHECK(area.part({{0, 0}, {-1, -1}}).size() == Size{0, 0});
  area.part({{3, 0}, {1, 5}}).put({0, 0}, "no");
  CHECK(screen.text() == "\n\n\n\n");
}

TEST_CASE_METHOD(Utf8, "whatever is drawn wherever, wide characters are whole", "[screen]") {
  std::mt19937 random(11);
  const auto number = [&](int least, int most) { return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1)); };
  const std::vector<std::string> texts = {"漢字漢字", "a漢b字", "Гильдия", "e\u0301漢\u0301", "x", "\u0301漢", ""};
  for (int run = 0; run < 300; ++run) {
    Screen screen({number(0, 4), number(0, 9)}, run % 2 == 0);
    for (int step = 0; step < 30; ++step) {
      const Area area = Area(screen, {{number(-2, 4), number(-2, 9)}, {number(-1, 5), number(-1, 10)}});
      const Place place{number(-1, 4), number(-3, 10)};
      const std::string& text = texts[random() % texts.size()];
      const Style style = step % 2 == 0 ? bold_style : dim_style;
      switch (random() % 6) {
        case 0: area.put_cut(place, number(-1, 8), text, style); break;
        case 1: area.rule(place, style); break;
        case 2: area.restyle({place, {number(-1, 3), number(-1, 5)}}, style); break;
        case 3: area.blank(); break;
        default: area.put(place, text, style); break;
      }
      require_whole(screen);
    }
  }
}

TEST_CASE("a locale that knows ASCII only draws ASCII only", "[screen]") {
  std::setlocale(LC_ALL, "C");
  Screen screen({2, 4}, true);
  const Area area(screen);
  area.rule({0, 0});
  area.put({1, 0}, "aшb");
  CHECK(screen.text() == "----\nab\n");
  CHECK(signs(true).ellipsis == "~");
}

}  // namespace parley
