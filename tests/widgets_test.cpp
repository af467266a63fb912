// client/widgets: plain models, judged without a terminal [SCREENS 8, 12].
#include "client/columns.h"
#include "client/widgets/choice.h"
#include "client/widgets/list.h"
#include "client/widgets/number.h"
#include "client/widgets/text_area.h"
#include "common/core/utf8.h"
#include "tests/support/catch.h"
#include "tests/support/locale.h"

#include <algorithm>
#include <climits>
#include <clocale>
#include <random>

namespace parley {
namespace {

using test::Utf8;

constexpr int wide = 1000;  // columns where no row is full

Key pressed(Key::Kind kind) { return {kind, 0, {}}; }
Key pasted(std::string text) { return {Key::Kind::paste, 0, std::move(text)}; }

void type(TextArea& area, std::string_view text) {
  for (char32_t c = 0; take_code_point(text, c);) REQUIRE(area.take(Key::text(c), wide));
}

/// The text with the cursor in it.
std::string seen(const TextArea& area) { return std::string(area.text()).insert(area.cursor_byte(), "|"); }

TextArea area_with(std::string_view text, TextArea::Limits limits = {}) {
  TextArea area(limits);
  area.set(text);
  return area;
}

bool is_boundary(std::string_view text, std::size_t byte) {
  std::string_view rest = text;
  while (text.size() - rest.size() < byte && take_cluster(rest)) {
  }
  return text.size() - rest.size() == byte;
}

void require_sound(const TextArea& area, int width) {
  REQUIRE(decode(area.text()).whole);
  REQUIRE(area.code_points() == decode(area.text()).points.size());
  REQUIRE(area.code_points() <= area.limits().code_points);
  REQUIRE(static_cast<std::size_t>(std::ranges::count(area.text(), '\n')) < area.limits().lines);
  REQUIRE(is_boundary(area.text(), area.cursor_byte()));

  const auto rows = area.rows(width);
  std::string joined, plain = area.text();
  for (const auto row : rows) {
    REQUIRE(columns(row) <= width);
    joined += row;
  }
  std::erase(plain, '\n');
  REQUIRE(joined == plain);

  const Place cursor = area.cursor(width);
  REQUIRE((cursor.row >= 0 && cursor.row < static_cast<int>(rows.size())));
  REQUIRE((cursor.column >= 0 && cursor.column < width));
  const std::string_view row = rows[static_cast<std::size_t>(cursor.row)];
  const auto start = static_cast<std::size_t>(row.data() - area.text().data());
  REQUIRE((area.cursor_byte() >= start && area.cursor_byte() <= start + row.size()));
  REQUIRE(columns(row.substr(0, area.cursor_byte() - start)) == cursor.column);
}

}  // namespace

// ---- TextArea --------------------------------------------------------------------------------------------------------------

TEST_CASE_METHOD(Utf8, "a text is typed, walked and rubbed out by clusters", "[text_area]") {
  TextArea area({});
  type(area, "Шe\u0301漢");
  CHECK(seen(area) == "Шe\u0301漢|");
  CHECK(area.code_points() == 4);
  area.take(pressed(Key::Kind::left), wide);
  area.take(pressed(Key::Kind::left), wide);
  CHECK(seen(area) == "Ш|e\u0301漢");
  area.take(pressed(Key::Kind::erase), wide);
  CHECK(seen(area) == "Ш|漢");
  area.take(pressed(Key::Kind::right), wide);
  area.take(pressed(Key::Kind::backspace), wide);
  area.take(pressed(Key::Kind::backspace), wide);
  CHECK(seen(area) == "|");
  CHECK(area.take(pressed(Key::Kind::backspace), wide));  // ours, though there is nothing
  CHECK(area.take(pressed(Key::Kind::left), wide));
  CHECK(area.empty());
}

TEST_CASE_METHOD(Utf8, "the keys of lines and words", "[text_area]") {
  const auto after = [](char32_t control) {
    TextArea area = area_with("первая строка\nещё два слова");
    area.take(pressed(Key::Kind::left), wide);
    CHECK(area.take(Key::control(control), wide));
    return seen(area);
  };
  CHECK(after(U'a') == "первая строка\n|ещё два слова");
  CHECK(after(U'e') == "первая строка\nещё два слова|");
  CHECK(after(U'w') == "первая строка\nещё два |а");
  CHECK(after(U'u') == "первая строка\n|а");
  CHECK(after(U'k') == "первая строка\nещё два слов|");
  TextArea area = area_with("a b  \nc");
  area.take(pressed(Key::Kind::home), wide);
  area.take(Key::control(U'w'), wide);  // at a line's start: to the line before
  CHECK(seen(area) == "a b  |c");
  area.take(Key::control(U'w'), wide);
  CHECK(seen(area) == "a |c");
  for (const char32_t other : U"bcdfglnopqrstvx")
    if (other) CHECK_FALSE(area.take(Key::control(other), wide));
  for (const auto kind : {Key::Kind::tab, Key::Kind::back_tab, Key::Kind::escape}) CHECK_FALSE(area.take(pressed(kind), wide));
  CHECK_FALSE(area.take({Key::Kind::alt, U'x', {}}, wide));
}

TEST_CASE_METHOD(Utf8, "a paste is cleaned and cut to the limits", "[text_area]") {
  TextArea area({});
  area.take(pasted("a\r\nb\rc\td\x1b[31m\x80\xD0\u202E\u0085e"), wide);
  CHECK(area.text() == "a\nb\nc d[31me");
  TextArea line({.code_points = 5, .lines = 1});
  line.take(pasted("ш\n漢\r\nabcdef"), wide);
  CHECK(line.text() == "ш 漢 a");
  CHECK_FALSE(line.take(pressed(Key::Kind::enter), wide));
  TextArea marks({.code_points = 3});
  marks.take(pasted("aae\u0301"), wide);
  CHECK(marks.text() == "aa");  // a cluster whole or not at all
  TextArea lines({.lines = 2});
  lines.take(pasted("a\nb\nc"), wide);
  CHECK(lines.text() == "a\nb");
  CHECK(lines.take(pressed(Key::Kind::enter), wide));  // ours, but there is no room
  CHECK(lines.text() == "a\nb");
}

TEST_CASE_METHOD(Utf8, "set cleans and cuts too, and leaves nothing to undo", "[text_area]") {
  TextArea area({.code_points = 4, .lines = 2});
  type(area, "x");
  area.set("Г\x80\nи\nльдия");
  CHECK(seen(area) == "Г\nи|");
  CHECK_FALSE(area.undo());
  CHECK_FALSE(area.redo());
}

TEST_CASE_METHOD(Utf8, "what is typed in a row is undone together", "[text_area]") {
  TextArea area({});
  type(area, "Гильдия");
  area.take(pressed(Key::Kind::enter), wide);
  type(area, "ab");
  area.take(pressed(Key::Kind::left), wide);
  type(area, "c");
  area.take(pasted("P"), wide);
  const std::vector<std::string> steps = {"Гильдия\nacP|b", "Гильдия\nac|b", "Гильдия\na|b", "Гильдия\n|", "Гильдия|", "|"};
  CHECK(seen(area) == steps[0]);
  for (std::size_t i = 1; i < steps.size(); ++i) {
    CHECK(area.take(Key::control(U'z'), wide));
    CHECK(seen(area) == steps[i]);
  }
  CHECK_FALSE(area.undo());
  for (std::size_t i = steps.size() - 1; i-- > 1;) {
    CHECK(area.take(Key::control(U'y'), wide));
    CHECK(seen(area).size() == steps[i].size());
  }
  CHECK(area.take({Key::Kind::alt, U'u', {}}, wide));
  type(area, "x");
  CHECK_FALSE(area.redo());  // what was undone is gone once something else is done
}

TEST_CASE_METHOD(Utf8, "up and down go by shown rows and remember their column", "[text_area]") {
  TextArea area = area_with("abcdef\nx\nшшшшшш");
  CHECK(area.cursor(wide) == Place{2, 6});
  CHECK(area.take(pressed(Key::Kind::up), wide));
  CHECK(area.cursor(wide) == Place{1, 1});
  CHECK(area.take(pressed(Key::Kind::up), wide));
  CHECK(area.cursor(wide) == Place{0, 6});
  CHECK_FALSE(area.take(pressed(Key::Kind::up), wide));
  CHECK_FALSE(area.take(pressed(Key::Kind::page_up), wide));
  CHECK(area.take(pressed(Key::Kind::page_down), wide));
  CHECK(area.cursor(wide) == Place{2, 6});
  CHECK_FALSE(area.take(pressed(Key::Kind::down), wide));

  TextArea wrapped = area_with("no worm is played");  // "no worm ", "is played"
  CHECK(wrapped.cursor(10) == Place{1, 9});
  wrapped.take(pressed(Key::Kind::up), 10);
  CHECK(wrapped.cursor(10) == Place{0, 7});  // behind the last blank would be the next row
  wrapped.take(pressed(Key::Kind::down), 10);
  CHECK(wrapped.cursor(10) == Place{1, 9});
  TextArea cjk = area_with("ab\n漢字");
  cjk.take(pressed(Key::Kind::up), wide);
  cjk.take(pressed(Key::Kind::left), wide);
  cjk.take(pressed(Key::Kind::down), wide);
  CHECK(seen(cjk) == "ab\n|漢字");  // never in the middle of a wide character
}

TEST_CASE_METHOD(Utf8, "behind a full row the cursor stands on a row of its own", "[text_area]") {
  TextArea area = area_with("abcde");
  CHECK(area.rows(5).size() == 2);
  CHECK(area.cursor(5) == Place{1, 0});
  CHECK(area.cursor(6) == Place{0, 5});
  area = area_with("abcde\nx");
  CHECK(area.rows(5).size() == 3);
  CHECK(area.cursor(5) == Place{2, 1});
  area = area_with("");
  CHECK(area.rows(5).size() == 1);
  CHECK(area.cursor(5) == Place{0, 0});
  area = area_with("abcdefg");
  area.take(pressed(Key::Kind::left), 5);
  area.take(pressed(Key::Kind::left), 5);
  CHECK(area.cursor(5) == Place{1, 0});
}

TEST_CASE_METHOD(Utf8, "a mark joins what it comes to stand on, and the cursor stays outside", "[text_area]") {
  TextArea area = area_with("a\n\u0301");
  area.take(pressed(Key::Kind::left), wide);
  CHECK(seen(area) == "a\n|\u0301");
  area.take(pressed(Key::Kind::backspace), wide);
  CHECK(seen(area) == "a\u0301|");
  area = area_with("\u0301");
  area.take(pressed(Key::Kind::home), wide);
  type(area, "e");
  CHECK(seen(area) == "e\u0301|");
}

TEST_CASE_METHOD(Utf8, "whatever is done to a text, it is sound, and undo leads back exactly", "[text_area]") {
  std::mt19937 random(20260801);
  const std::vector<std::string> pastes = {"漢字 漢字", "Гильдия берёт половину", "\x80\xE6\xBC", "a\r\nb\rc", "\u0301\u0302", "e\u0301", "\n", "\u202E\x1b[A", "", "no worm is played"};
  const std::u32string letters = U"aш漢\u0301 \u0306b😀\u202E\U0010FFFF\x01";
  const std::vector<Key::Kind> kinds = {Key::Kind::enter, Key::Kind::backspace, Key::Kind::erase, Key::Kind::up, Key::Kind::down, Key::Kind::left, Key::Kind::right,
                                        Key::Kind::home, Key::Kind::end, Key::Kind::page_up, Key::Kind::page_down, Key::Kind::tab};
  const std::u32string controls = U"aewukzyx";
  for (int run = 0; run < 150; ++run) {
    TextArea area({.code_points = 1 + random() % 60, .lines = 1 + random() % 5});
    const int width = 2 + static_cast<int>(random() % 12);
    int edits = 0;
    for (int step = 0; step < 120; ++step) {
      CAPTURE(run, step, width, seen(area));
      const std::string before = area.text();
      switch (random() % 8) {
        case 0: area.take(pasted(pastes[random() % pastes.size()]), width); break;
        case 1: area.take(Key::control(controls[random() % controls.size()]), width); break;
        case 2: case 3: area.take(pressed(kinds[random() % kinds.size()]), width); break;
        default: area.take(Key::text(letters[random() % letters.size()]), width); break;
      }
      require_sound(area, width);
      edits += area.text() != before;
    }
    std::vector<std::string> texts = {area.text()};
    while (area.undo()) {
      require_sound(area, width);
      texts.push_back(area.text());
    }
    REQUIRE(area.empty());
    REQUIRE(static_cast<int>(texts.size()) <= edits + 1);
    for (texts.pop_back(); !texts.empty(); texts.pop_back()) {
      REQUIRE(area.redo());
      REQUIRE(area.text() == texts.back());
    }
  }
}

TEST_CASE_METHOD(Utf8, "one edit and one undo change nothing", "[text_area]") {
  std::mt19937 random(9);
  const std::vector<Key> edits = {pasted("漢\nш"), pressed(Key::Kind::enter), pressed(Key::Kind::backspace), pressed(Key::Kind::erase), Key::control(U'w'), Key::control(U'u'),
                                  Key::control(U'k')};
  TextArea area({});
  for (int step = 0; step < 2000; ++step) {
    const std::string before = area.text();
    const std::size_t at = area.cursor_byte();
    area.take(edits[random() % edits.size()], 9);
    if (area.text() == before) continue;
    const std::string after = seen(area);
    REQUIRE(area.undo());
    REQUIRE(area.text() == before);
    REQUIRE(area.cursor_byte() == at);
    REQUIRE(area.redo());
    REQUIRE(area.text().size() + 1 == after.size());
    if (random() % 3 == 0) area.take(pressed(Key::Kind::up), 9);
  }
}

TEST_CASE("in a locale that knows ASCII only a text is still kept whole", "[text_area]") {
  std::setlocale(LC_ALL, "C");
  TextArea area({});
  type(area, "aшb");
  CHECK(area.text() == "aшb");
  CHECK(area.cursor(10) == Place{0, 2});  // whoever draws it shows what is missing
  require_sound(area, 10);
}

// ---- Number ----------------------------------------------------------------------------------------------------------------

TEST_CASE("a number is digits within its range", "[number]") {
  Number number({.least = 0, .most = 250});
  CHECK_FALSE(number.value());
  for (const char32_t c : {U'0', U'0', U'7'}) CHECK(number.take(Key::text(c)));
  CHECK(number.digits() == "7");
  number.take(Key::text(U'9'));
  number.take(Key::text(U'9'));
  CHECK(number.digits() == "799");
  CHECK_FALSE(number.value());  // shown, but not within the range
  CHECK(number.take(Key::text(U'9')));
  CHECK(number.digits() == "799");
  CHECK(number.take(pressed(Key::Kind::backspace)));
  CHECK(number.value() == 79);
  CHECK(number.take(Key::control(U'u')));
  CHECK(number.digits().empty());
  CHECK(number.take(pressed(Key::Kind::backspace)));
  for (const Key& key : {Key::text(U'-'), Key::text(U'a'), Key::text(U'٣'), Key::text(U'ш'), Key::control(U'a'), pressed(Key::Kind::tab), pressed(Key::Kind::enter),
                         pressed(Key::Kind::left), pressed(Key::Kind::escape)})
    CHECK_FALSE(number.take(key));
}

TEST_CASE("a number below zero where the range allows one", "[number]") {
  Number number({.least = -20, .most = 5});
  CHECK(number.take(Key::text(U'-')));
  CHECK_FALSE(number.value());
  CHECK_FALSE(number.take(Key::text(U'-')));
  number.take(Key::text(U'1'));
  number.take(Key::text(U'2'));
  CHECK(number.value() == -12);
  CHECK_FALSE(number.take(Key::text(U'-')));
  number.set(-3);
  CHECK(number.digits() == "-3");
  number.set(std::nullopt);
  CHECK(number.digits().empty());
}

TEST_CASE("up and down step within the range", "[number]") {
  Number number({.least = 0, .most = 2});
  for (const std::int64_t expected : {1, 2, 2}) {
    CHECK(number.take(pressed(Key::Kind::up)));
    CHECK(number.value() == expected);
  }
  for (const std::int64_t expected : {1, 0, 0}) {
    CHECK(number.take(pressed(Key::Kind::down)));
    CHECK(number.value() == expected);
  }
  CHECK(number.take(Key::text(U'+')));
  CHECK(number.value() == 1);
  number.set(9);
  number.take(pressed(Key::Kind::down));
  CHECK(number.value() == 2);
  Number far({.least = 5, .most = 9});
  far.take(pressed(Key::Kind::up));
  CHECK(far.value() == 5);
}

TEST_CASE("a paste is a number or nothing", "[number]") {
  Number number({.least = -100, .most = 100});
  CHECK(number.take(pasted(" 42\n")));
  CHECK(number.value() == 42);
  for (const std::string bad : {"", " ", "4 2", "4a", "1e3", "+7", "--1", "-", "99999", "ш", "\x80"}) {
    CAPTURE(bad);
    CHECK_FALSE(number.take(pasted(bad)));
    CHECK(number.value() == 42);
  }
  CHECK(number.take(pasted("-7")));
  CHECK(number.value() == -7);
}

TEST_CASE("a number of the widest range never overflows", "[number]") {
  Number number({.least = INT64_MIN, .most = INT64_MAX});
  for (int i = 0; i < 30; ++i) number.take(Key::text(U'9'));
  CHECK_FALSE(number.value());
  number.take(pressed(Key::Kind::up));
  CHECK(number.value() == INT64_MAX);
  number.set(INT64_MIN);
  number.take(pressed(Key::Kind::down));
  CHECK(number.value() == INT64_MIN);
}

// ---- Choice ----------------------------------------------------------------------------------------------------------------

TEST_CASE_METHOD(Utf8, "one of several: moving chooses, what is blocked is passed by", "[choice]") {
  Choice choice(Choice::Kind::one, {{"Atreides", ""}, {"Emperor", "is AI"}, {"Фримены", ""}, {"Guild", "left"}});
  using Took = Choice::Took;
  CHECK_FALSE(choice.first());
  CHECK(choice.take(Key::text(U' ')) == Took::changed);
  CHECK(choice.first() == 0);
  CHECK(choice.take(pressed(Key::Kind::enter)) == Took::nothing);  // chosen already
  CHECK(choice.take(pressed(Key::Kind::right)) == Took::changed);
  CHECK(choice.first() == 2);
  CHECK(choice.take(pressed(Key::Kind::right)) == Took::nothing);
  CHECK(choice.take(Key::text(U'g')) == Took::blocked);
  CHECK(choice.at() == 3);
  CHECK(choice.first() == 2);
  CHECK(choice.take(Key::text(U'x')) == Took::blocked);
  CHECK(choice.take(Key::text(U'ф')) == Took::moved);
  CHECK(choice.take(Key::text(U'A')) == Took::changed);
  CHECK(choice.take(Key::text(U'q')) == Took::nothing);
  CHECK(choice.take(pressed(Key::Kind::up)) == Took::nothing);
  CHECK(choice.take(pressed(Key::Kind::left)) == Took::nothing);
  choice.choose(3);  // the check refuses, not the form
  CHECK(choice.first() == 3);
  CHECK(choice.at() == 3);
  CHECK_FALSE(choice.chosen(0));
  choice.choose(3, false);
  CHECK_FALSE(choice.first());
}

TEST_CASE("the cursor begins where something can be chosen", "[choice]") {
  const std::vector<Option> options{{"ATR", "you"}, {"BEN", "AI"}, {"EMP", ""}};
  Choice several(Choice::Kind::several, options);
  several.go_to_first_free();
  CHECK(several.at() == 2);
  several.block(2, "departed");
  several.go_to_first_free();
  CHECK(several.at() == 2);
  Choice one(Choice::Kind::one, options);
  one.go_to_first_free();
  CHECK(one.at() == 0);
  one.take(pressed(Key::Kind::right));
  CHECK(one.first() == 2);
}

TEST_CASE("several of several are toggled; what is blocked stays visible with its reason", "[choice]") {
  Choice choice(Choice::Kind::several, {{"ATR", ""}, {"EMP", "is AI"}, {"GLD", ""}});
  using Took = Choice::Took;
  CHECK(choice.take(Key::text(U'x')) == Took::changed);
  CHECK(choice.take(pressed(Key::Kind::right)) == Took::moved);
  CHECK(choice.take(pressed(Key::Kind::enter)) == Took::blocked);
  CHECK(choice.options()[choice.at()].blocked == "is AI");
  CHECK(choice.take(pressed(Key::Kind::right)) == Took::moved);
  CHECK(choice.take(Key::text(U' ')) == Took::changed);
  CHECK((choice.chosen(0) && !choice.chosen(1) && choice.chosen(2)));
  choice.block(2, "away");
  CHECK(choice.chosen(2));
  CHECK(choice.take(Key::text(U' ')) == Took::changed);  // may be taken back
  CHECK(choice.take(Key::text(U' ')) == Took::blocked);
  CHECK(choice.take(Key::text(U'e')) == Took::moved);
  CHECK(choice.at() == 1);
  CHECK(choice.first() == 0);
}

TEST_CASE("a choice of nothing takes nothing", "[choice]") {
  Choice choice(Choice::Kind::one, {});
  for (const Key& key : {pressed(Key::Kind::right), pressed(Key::Kind::enter), Key::text(U'a')}) CHECK(choice.take(key) == Choice::Took::nothing);
  CHECK_FALSE(choice.first());
}

// ---- List ------------------------------------------------------------------------------------------------------------------

namespace {
using Ids = std::vector<List::Id>;
}

TEST_CASE("a list moves within its rows", "[list]") {
  const Ids rows = {9, 8, 7, 6, 5};
  List list;
  list.settle({}, 3);
  CHECK_FALSE(list.selected());
  list.move({}, 1, 3);
  list.settle(rows, 3);
  CHECK(list.selected() == 9u);
  list.move(rows, 2, 3);
  CHECK(list.first(rows, 3) == 0);
  list.move(rows, 1, 3);
  CHECK(list.selected() == 6u);
  CHECK(list.first(rows, 3) == 1);
  CHECK(list.first(rows, 3) == 1);
  list.move(rows, LONG_MAX, 3);
  CHECK(list.selected() == 5u);
  CHECK(list.first(rows, 3) == 2);
  list.move(rows, LONG_MIN, 3);
  CHECK(list.selected() == 9u);
  CHECK(list.first(rows, 3) == 0);
  list.select(rows, 7, 1);
  CHECK(list.first(rows, 1) == 2);
  list.select(rows, 42, 1);
  CHECK(list.selected() == 7u);
}

TEST_CASE("a view at the very top stays there unless that loses the selected row", "[list]") {
  List list;
  list.settle(Ids{3, 2, 1}, 3);
  list.settle(Ids{4, 3, 2, 1}, 3);
  CHECK(list.selected() == 3u);
  CHECK(list.first(Ids{4, 3, 2, 1}, 3) == 0);
  list.settle(Ids{6, 5, 4, 3, 2, 1}, 3);
  CHECK(list.selected() == 3u);
  CHECK(list.first(Ids{6, 5, 4, 3, 2, 1}, 3) == 1);  // as little as is needed
}

TEST_CASE("a selected row that is gone gives way to its neighbour", "[list]") {
  const Ids rows = {9, 8, 7, 6, 5};
  List list;
  list.select(rows, 7, 5);
  list.settle(Ids{10, 9, 8, 6, 5}, 5);
  CHECK(list.selected() == 6u);
  list.settle(Ids{10, 9}, 5);
  CHECK(list.selected() == 9u);
  list.settle(Ids{}, 5);
  CHECK_FALSE(list.selected());
  list.settle(Ids{1, 2}, 5);
  CHECK(list.selected() == 1u);
}

TEST_CASE("a screen that is too small moves nothing", "[list]") {
  Ids rows(20);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i + 1;
  List list;
  list.move(rows, 15, 5);
  list.move(rows, -2, 5);
  const std::size_t first = list.first(rows, 5);
  CHECK(first == 11);
  list.settle(rows, 0);
  list.settle(rows, -3);
  CHECK(list.first(rows, 5) == first);
  CHECK(list.selected() == 14u);
}

TEST_CASE("a new row never moves the selection or the scroll", "[list]") {
  std::mt19937 random(8);
  for (int run = 0; run < 400; ++run) {
    Ids rows;
    List list;
    List::Id next = 1;
    const int height = 1 + static_cast<int>(random() % 6);
    const auto shown = static_cast<std::size_t>(height);
    for (int step = 0; step < 60; ++step) {
      CAPTURE(run, step, height, rows);
      const auto selected = list.selected();
      const std::size_t first = list.first(rows, height);
      const Ids before = rows;
      const unsigned what = random() % 4;
      if (what == 0 && !rows.empty()) {
        list.move(rows, static_cast<long>(random() % 9) - 4, height);
      } else if (what == 1 && !rows.empty()) {
        rows.erase(rows.begin() + static_cast<long>(random() % rows.size()));
        list.settle(rows, height);
      } else {
        rows.insert(rows.begin() + static_cast<long>(random() % (rows.size() + 1)), next++);
        list.settle(rows, height);
        if (!before.empty()) {
          REQUIRE(list.selected() == selected);
          const std::size_t now = list.first(rows, height);
          const auto at = static_cast<std::size_t>(std::ranges::find(rows, *selected) - rows.begin());
          const bool same_top = first == 0 ? now == 0 : rows[now] == before[first];
          const bool at_bottom = at == now + shown - 1;  // the least move that keeps the selected row
          REQUIRE((same_top || at_bottom));
        }
      }
      if (rows.empty()) {
        REQUIRE_FALSE(list.selected());
        continue;
      }
      const std::size_t now = list.first(rows, height);
      const auto at = static_cast<std::size_t>(std::ranges::find(rows, *list.selected()) - rows.begin());
      REQUIRE((at >= now && at < now + shown));
      REQUIRE((now == 0 || now + shown <= rows.size()));  // no row is left unused
    }
  }
}

}  // namespace parley
