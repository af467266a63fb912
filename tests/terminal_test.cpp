// What a player's terminal shows, by libvterm: whatever is drawn in whatever order, it shows the screen, for few bytes; and it is
// given back as it was found, by a crash too.
#include "client/terminal.h"
#include "client/tty.h"
#include "tests/support/catch.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>
#include <vterm.h>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "common/core/utf8.h"

using namespace parley;

namespace {

const bool utf8_locale = std::setlocale(LC_ALL, "C.UTF-8") != nullptr;

enum class Colours { none, eight, all };
/// What a type can show.
struct Kind {
  const char* type;
  Colours colours = Colours::all;
  bool hides_cursor = true;
  bool underlines_colours = true;
};
constexpr Kind kinds[] = {{"xterm-256color"}, {"xterm", Colours::eight},      {"vt100", Colours::none, false}, {"linux", Colours::eight, true, false},
                          {"screen-256color"}, {"tmux-256color"}};

/// The terminal that a player sits at.
class Glass {
 public:
  explicit Glass(Size size) : vt_(vterm_new(size.rows, size.columns)), screen_(vterm_obtain_screen(vt_)), size_(size) {
    vterm_set_utf8(vt_, 1);
    static const VTermScreenCallbacks callbacks = [] {
      VTermScreenCallbacks all{};
      all.settermprop = [](VTermProp prop, VTermValue* value, void* self) {
        if (prop == VTERM_PROP_ALTSCREEN) static_cast<Glass*>(self)->alternate = value->boolean;
        if (prop == VTERM_PROP_CURSORVISIBLE) static_cast<Glass*>(self)->cursor_shown = value->boolean;
        return 1;
      };
      return all;
    }();
    vterm_screen_set_callbacks(screen_, &callbacks, this);
    vterm_screen_enable_altscreen(screen_, 1);
    vterm_screen_reset(screen_, 1);
  }
  ~Glass() { vterm_free(vt_); }
  Glass(const Glass&) = delete;
  Glass& operator=(const Glass&) = delete;

  void show(std::string bytes) {
    // Once ASCII is designated, libvterm 0.1.4 loses the marks on a character in the last column.
    for (std::size_t at; (at = bytes.find("\x1b(B")) != std::string::npos;) bytes.erase(at, 3);
    vterm_input_write(vt_, bytes.data(), bytes.size());
  }
  void resize(Size size) {
    size_ = size;
    vterm_set_size(vt_, size.rows, size.columns);
  }
  VTermScreenCell cell(Place place) const {
    VTermScreenCell out{};
    vterm_screen_get_cell(screen_, {place.row, place.column}, &out);
    return out;
  }
  std::string text(Place place) const {
    std::u32string points;
    for (const std::uint32_t point : cell(place).chars) {
      if (point == 0 || point == 0xffffffff) break;
      points += static_cast<char32_t>(point);
    }
    return encode(points);
  }
  std::string row(int number) const {
    std::string out;
    for (int column = 0; column < size_.columns; ++column) {
      const std::string one = text({number, column});
      out += one.empty() ? " " : one;
    }
    return out.substr(0, out.find_last_not_of(' ') + 1);
  }
  Place cursor() const {
    VTermPos at{};
    vterm_state_get_cursorpos(vterm_obtain_state(vt_), &at);
    return {at.row, at.col};
  }
  Size size() const { return size_; }

  bool alternate = false, cursor_shown = true;

 private:
  VTerm* vt_;
  VTermScreen* screen_;
  Size size_;
};

std::optional<std::uint8_t> shown_colour(std::optional<std::uint8_t> wanted, const Kind& kind) {
  if (kind.colours == Colours::none || !wanted) return std::nullopt;
  if (kind.colours == Colours::all || *wanted < 8) return wanted;
  switch (*wanted) {  // the ones that random screens have
    case 208: return std::uint8_t{1};
    case 39: return std::uint8_t{6};
    default: return std::nullopt;
  }
}

/// Where the glass shows something else than the screen; empty where it does not.
std::string difference(const Glass& glass, const Screen& screen, const Kind& kind) {
  for (int row = 0; screen.size().columns > 1 && row < screen.size().rows; ++row)
    for (int column = 0; column < screen.size().columns; ++column) {
      const auto told = [&](const std::string& what) { return what + " at " + std::to_string(row) + "," + std::to_string(column) + "\n" + screen.text(); };
      const Cell& want = screen.at({row, column});
      if (want.half) continue;
      const bool beside_corner = row + 1 == screen.size().rows && column + 3 == screen.size().columns;
      const VTermScreenCell got = glass.cell({row, column});
      std::string text = glass.text({row, column});
      if (text.empty()) text = " ";
      const std::string wanted = beside_corner && screen.at({row, column + 1}).half ? " " : want.text;
      if (text != wanted) return told("'" + text + "' for '" + wanted + "'");
      const std::optional<std::uint8_t> colour = shown_colour(want.style.colour, kind);
      const bool underline = want.style.underline && (kind.underlines_colours || !colour);
      if (got.attrs.reverse != want.style.reverse) return told("reverse");
      if ((got.attrs.underline != 0) != underline) return told("underline");
      const bool blank = text == " ";
      if (!blank && got.attrs.bold != want.style.bold) return told("bold");
      if (blank && !underline && !want.style.reverse) continue;
      if (VTERM_COLOR_IS_DEFAULT_FG(&got.fg) != !colour || (colour && got.fg.indexed.idx != *colour)) return told("colour");
    }
  if (glass.cursor() != screen.cursor()) return "cursor";
  if (kind.hides_cursor && glass.cursor_shown != screen.cursor_shown()) return "cursor shown";
  return {};
}

/// Screens that follow each other as a game's do, and some that do not.
class Dice {
 public:
  explicit Dice(unsigned seed) : generator_(seed) {}
  int below(int end) { return std::uniform_int_distribution<>(0, end - 1)(generator_); }

  std::string text() {
    static const char* const parts[] = {"a", "Offer ", "  ", "#41", "Гильдия", "漢字", "e\u0301", "о\u0308\u0323", "字", "──────", "│", "…", "paid ", "ー", "~"};
    std::string out;
    for (int count = below(12); count >= 0; --count) out += parts[below(std::size(parts))];
    return out;
  }
  Style style() {
    static const std::optional<std::uint8_t> colours[] = {{}, {}, {}, 1, 2, 5, 208, 39, 240, 231};
    if (below(3) > 0) return {};
    return {.bold = below(3) == 0, .dim = below(5) == 0, .reverse = below(3) == 0, .underline = below(5) == 0, .colour = colours[below(std::size(colours))]};
  }
  Size size() { return below(4) == 0 ? Size{1 + below(4), 1 + below(6)} : Size{1 + below(40), 1 + below(120)}; }
  void row(const Area& area, int number) {
    area.part({{number, 0}, {1, area.size().columns}}).blank();
    for (int count = 1 + below(3); count > 0; --count) area.put({number, below(area.size().columns)}, text(), style());
  }
  Screen fresh(Size size) {
    Screen screen(size);
    const Area area(screen);
    for (int number = 0; number < size.rows; ++number)
      if (below(4) > 0) row(area, number);
    return cursor(screen);
  }
  Screen cursor(Screen screen) {
    screen.set_cursor({below(screen.size().rows), below(screen.size().columns)}, below(4) > 0);
    return screen;
  }
  /// The next screen of a game: some rows anew, or rows that move.
  Screen next(const Screen& before) {
    Screen screen = before;
    const Area area(screen);
    const int rows = before.size().rows;
    switch (below(4)) {
      case 0: return fresh(before.size());
      case 1: row(area, below(rows)); break;
      case 2: area.put({below(rows), below(before.size().columns)}, text(), style()); break;
      default: {  // an insertion at a place, or a deletion
        const int at = below(rows), by = below(2) == 0 ? 1 + below(2) : -1 - below(2), end = at + below(rows - at) + 1;
        for (int number = at; number < end; ++number) {
          area.part({{number, 0}, {1, before.size().columns}}).blank();
          const int from = number - by;
          if (from < at || from >= end) row(area, number);
          else copy_row(before, from, area, number);
        }
      }
    }
    return cursor(screen);
  }

 private:
  static void copy_row(const Screen& from, int row, const Area& to, int number) {
    for (int column = 0; column < from.size().columns; ++column)
      if (const Cell& cell = from.at({row, column}); !cell.half) to.put({number, column}, cell.text, cell.style);
  }
  std::mt19937 generator_;
};

/// The first sketch of SCREENS.md, as far as bytes go.
Screen page(const std::vector<std::string>& deals, int selected, const std::string& typed = "") {
  Screen screen({24, 80});
  const Area area(screen);
  const auto rule = [&](int row, std::string_view title) { area.rule({row, area.put({row, 0}, title, bold_style)}); };
  area.put({0, 0}, " parley  arrakis   you: ATR Atreides 14 (+3)        turn 4 bidding  v128  5/6 on");
  area.put({1, 0}, "!2 NEED YOU   accept? #41 Fremen    release? #17 Guild              n = next", alarm_style);
  rule(2, "── Ledger 41 ── f filter: all ── / find ");
  for (int i = 0; i < 8; ++i) area.put({3 + i, 0}, (i == selected ? ">" : " ") + deals.at(static_cast<std::size_t>(i)));
  rule(11, "── Pending acceptances 2 ");
  area.put({12, 0}, " #41 FRE>ATR,GLD  waits: you, GLD      │ #17 ATR>GLD  asked: GLD  missing: you");
  rule(15, "── #41 OFFER by Fremen, turn 4, v126 ");
  area.put({16, 0}, " FRE [x]  ATR [ ] <- you  GLD [ ]            Bribe 3 spice FRE > ATR, paid on");
  area.put({18, 0}, " worm is played. Гильдия берёт половину.     Mentat. Binding; not enforced.");
  rule(19, "── Table ");
  area.put({20, 0}, " ATR 14+3 *  HAR +5 on  FRE +0 on  EMP +0 on  GLD +0 on ~BG  BG +2 AWAY 3m");
  const int column = area.put({22, 0}, " > " + typed);
  screen.set_cursor(typed.empty() ? Place{3 + selected, 0} : Place{22, column}, true);
  area.put({23, 0}, " a accept  d decline  w withdraw  r release  o offer  b bribe  g game  ? help", dim_style);
  return screen;
}
std::vector<std::string> deals() {
  std::vector<std::string> all;
  for (int i = 60; i > 50; --i) all.push_back("#" + std::to_string(i) + " ACTIVE   GLD>ATR        -          Half price shipping to turn " + std::to_string(i % 7));
  return all;
}

}  // namespace

TEST_CASE("the terminal shows the screen, whatever came before", "[terminal]") {
  REQUIRE(utf8_locale);
  for (const Kind& kind : kinds) {
    if (usable_terminal(kind.type) != kind.type) continue;
    for (unsigned seed = 1; seed <= 25; ++seed) {
      INFO(kind.type << ", seed " << seed);
      Dice dice(seed);
      const Size size = dice.size();
      Glass glass(size);
      Terminal terminal({.type = kind.type, .size = size});
      Screen screen = dice.fresh(size);
      for (int step = 0; step < 40; ++step) {
        INFO("step " << step);
        glass.show(terminal.draw(screen));
        REQUIRE(difference(glass, screen, kind) == "");
        REQUIRE(terminal.draw(screen).empty());
        switch (dice.below(12)) {
          case 0: {
            const Size to = dice.size();
            glass.resize(to);
            screen = dice.fresh(to);
            break;
          }
          case 1:
            glass.show("\x1b[H\x1b[7msomebody else wrote this\r\n\x1b[31mand this");
            terminal.forget();
            break;
          case 2:
            glass.show(terminal.leave());
            REQUIRE_FALSE(glass.alternate);
            break;
          default: screen = dice.next(screen);
        }
      }
    }
  }
}

TEST_CASE("few bytes [SCREENS, bytes]", "[terminal]") {
  for (const Kind& kind : kinds) {
    if (usable_terminal(kind.type) != kind.type) continue;
    INFO(kind.type);
    Terminal terminal({.type = kind.type, .size = {24, 80}});
    auto list = deals();
    CHECK(terminal.draw(page(list, 0)).size() <= 2500);
    CHECK(terminal.draw(page(list, 0)).empty());
    CHECK(terminal.draw(page(list, 1)).size() <= 20);
    list.insert(list.begin(), "#61 OFFER    EMP>ATR        7 EMP>ATR  You get the Sardaukar for one battle 1/2");
    CHECK(terminal.draw(page(list, 2)).size() <= 150);
    list[3].replace(4, 6, "BROKEN");
    CHECK(terminal.draw(page(list, 2)).size() <= 30);
    terminal.draw(page(list, 2, "a"));
    CHECK(terminal.draw(page(list, 2, "ab")) == "b");
    CHECK(terminal.draw(page(list, 2, "ab ")) == " ");
    CHECK(terminal.draw(page(list, 2, "ab й")) == "й");
    CHECK(terminal.draw(page(list, 2, "ab ")).size() <= 8);
  }
}

TEST_CASE("a terminal that cannot be used is not, and no name leads elsewhere [SCREENS 5]", "[terminal]") {
  const std::string fallback = usable_terminal("xterm-256color");
  REQUIRE(fallback == "xterm-256color");
  CHECK(usable_terminal("xterm") == "xterm");
  CHECK(usable_terminal("dumb") == "");
  CHECK(usable_terminal("") == "");
  CHECK(usable_terminal("no-such-terminal") == fallback);
  for (const std::string& type : {std::string("../../x;id"), std::string("/etc/passwd"), std::string(".."), std::string("x\0y", 3),
                                  std::string("xterm\n"), std::string("%s%n"), std::string(10000, 'x'), std::string("\xff\x1b[2J")})
    CHECK(usable_terminal(type) == "");
  for (const char* name : {"TERMINFO", "TERMINFO_DIRS", "NCURSES_NO_UTF8_ACS", "LINES"}) ::setenv(name, "/tmp/elsewhere", 1);
  CHECK(usable_terminal("xterm") == "xterm");
  for (const char* name : {"TERMINFO", "TERMINFO_DIRS", "NCURSES_NO_UTF8_ACS", "LINES"}) CHECK(std::getenv(name) == nullptr);
  // While a terminal lives, asking about others changes nothing for it.
  Terminal terminal({.type = "xterm", .size = {24, 80}});
  terminal.draw(page(deals(), 0));
  CHECK(usable_terminal("vt100") == "vt100");
  Glass glass({24, 80});
  terminal.forget();
  glass.show(terminal.draw(page(deals(), 1)));
  CHECK(difference(glass, page(deals(), 1), kinds[1]) == "");
}

TEST_CASE("without colours there are none", "[terminal]") {
  Screen screen({3, 20});
  Area(screen).put({1, 1}, "red", {.bold = true, .colour = 1});
  Terminal terminal({.type = "xterm-256color", .size = {3, 20}, .colour = false});
  Glass glass({3, 20});
  glass.show(terminal.draw(screen));
  CHECK(difference(glass, screen, {"xterm-256color", Colours::none}) == "");
}

TEST_CASE("cells that no screen should have do no harm", "[terminal]") {
  CHECK_THROWS_AS(Terminal({.type = "no-such-terminal", .size = {24, 80}}), std::runtime_error);
  Terminal terminal({.type = "xterm-256color", .size = {2, 4}});
  CHECK(terminal.draw(Screen({0, 0})).empty());
  Screen screen({2, 4});
  Area(screen).put({1, 0}, "e\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308|漢");  // more marks than curses has room for
  Glass glass({2, 4});
  glass.show(terminal.draw(screen));
  CHECK(glass.row(1).substr(0, 3) == "e\u0301");
  CHECK(glass.text({1, 1}) == "|");
  CHECK(glass.text({1, 2}) == "漢");
}

TEST_CASE("curses takes no signal and writes to nobody", "[terminal]") {
  bool signals_kept = true;
  std::fflush(stdout);
  std::FILE* const nobody = std::tmpfile();
  const int out = ::dup(1), err = ::dup(2);
  ::dup2(::fileno(nobody), 1), ::dup2(::fileno(nobody), 2);
  const auto action = [](int number) {
    struct sigaction now {};
    ::sigaction(number, nullptr, &now);
    return now.sa_handler;
  };
  {
    Terminal terminal({.type = "xterm-256color", .size = {24, 80}});
    terminal.draw(page(deals(), 0));
    for (const int number : {SIGTSTP, SIGWINCH}) signals_kept &= action(number) == SIG_DFL;  // Catch2 has the others
    terminal.draw(page(deals(), 1));
    terminal.draw(Screen({30, 90}));
    terminal.forget();
    terminal.draw(Screen({30, 90}));
    terminal.leave();
  }
  std::fflush(stdout);
  ::dup2(out, 1), ::dup2(err, 2), ::close(out), ::close(err);
  CHECK(::lseek(::fileno(nobody), 0, SEEK_END) == 0);
  std::fclose(nobody);
  CHECK(signals_kept);
  for (const int number : {SIGTSTP, SIGWINCH}) CHECK(action(number) == SIG_DFL);
}

TEST_CASE("the terminal is left as it was found", "[terminal]") {
  const Kind& kind = kinds[0];
  const Size size{24, 80};
  Glass glass(size);
  glass.show("$ parley play arrakis\r\n");
  Terminal terminal({.type = kind.type, .size = size});
  CHECK(terminal.leave().empty());
  Screen screen = page(deals(), 0);
  Area(screen).set_cursor({3, 3}, false);
  const std::string first = terminal.draw(screen);
  glass.show(first);
  CHECK(glass.alternate);
  CHECK_FALSE(glass.cursor_shown);
  CHECK(glass.row(0) == screen.text().substr(0, screen.text().find('\n')));
  const auto found = [&](Glass& at) {
    INFO(at.row(0) << "|" << at.row(1));
    CHECK_FALSE(at.alternate);
    CHECK(at.cursor_shown);
    CHECK(at.row(0) == "$ parley play arrakis");
    CHECK(at.cursor() == Place{1, 0});
    at.show("next");
    CHECK(at.row(1).ends_with("next"));  // libvterm may show the half of a character that was cut
    const VTermScreenCell cell = at.cell({1, 0});
    CHECK((!cell.attrs.bold && !cell.attrs.reverse && VTERM_COLOR_IS_DEFAULT_FG(&cell.fg)));
  };
  glass.show(terminal.leave());
  found(glass);
  CHECK(terminal.leave().empty());
  glass.show("\r" + terminal.draw(screen));
  CHECK(difference(glass, screen, kind) == "");

  // A crash comes at any byte, and in the middle of a title.
  for (std::size_t sent = first.find('H'); sent <= first.size(); ++sent) {
    Glass other(size);
    other.show("$ parley play arrakis\r\n" + first.substr(0, sent) + (sent % 3 == 0 ? "\x1b]2;(2) parl" : "") + terminal.goodbye());
    found(other);
  }
}

// ---- the device -------------------------------------------------------------------------------------------------------------

namespace {

struct Ended {
  int status = 0;
  std::string bytes;  // that the terminal got
  bool same_modes = false;
};
/// Runs something that plays in a terminal of its own, to its end.
template <typename Play>
Ended play_in_terminal(Play play) {
  winsize size{.ws_row = 10, .ws_col = 30, .ws_xpixel = 0, .ws_ypixel = 0};
  int master = -1, slave = -1;
  REQUIRE(::openpty(&master, &slave, nullptr, nullptr, &size) == 0);
  termios before{}, after{};
  ::tcgetattr(slave, &before);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(master);
    ::login_tty(slave);
    for (const int number : {SIGSEGV, SIGBUS, SIGABRT}) ::signal(number, SIG_DFL);  // Catch2's, or a sanitizer's
    ::_exit(play());
  }
  Ended out;
  pollfd ready{.fd = master, .events = POLLIN, .revents = 0};
  char some[4096];
  for (bool over = false; !over;) {
    over = ::waitpid(child, &out.status, WNOHANG) != 0;
    while (::poll(&ready, 1, over ? 0 : 10) > 0) {
      const ssize_t got = ::read(master, some, sizeof some);
      if (got <= 0) break;
      out.bytes.append(some, static_cast<std::size_t>(got));
    }
  }
  ::tcgetattr(slave, &after);
  out.same_modes = before.c_iflag == after.c_iflag && before.c_oflag == after.c_oflag && before.c_cflag == after.c_cflag &&
                   before.c_lflag == after.c_lflag && std::equal(std::begin(before.c_cc), std::end(before.c_cc), after.c_cc);
  ::close(master);
  ::close(slave);
  return out;
}

bool is_raw() {
  termios now{};
  ::tcgetattr(0, &now);
  return !(now.c_lflag & (ICANON | ECHO | ISIG)) && !(now.c_iflag & (IXON | ICRNL)) && !(now.c_oflag & OPOST);
}

}  // namespace

TEST_CASE("the device is raw while it is played on, and its flags are its own [SCREENS 1]", "[tty]") {
  const Ended ended = play_in_terminal([] {
    Tty tty;
    if (!tty.ok() || tty.size() != Size{10, 30} || is_raw()) return 1;
    if (!tty.raw() || !is_raw() || !tty.raw()) return 2;
    if (!(::fcntl(tty.descriptor(), F_GETFL) & O_NONBLOCK) || (::fcntl(0, F_GETFL) & O_NONBLOCK)) return 3;
    if (!(::fcntl(tty.descriptor(), F_GETFD) & FD_CLOEXEC)) return 4;
    tty.set_goodbye("<bye>");
    tty.restore();
    if (is_raw()) return 5;
    tty.restore();  // a second time is nothing
    tty.raw();      // on again after a suspension
    tty.set_goodbye("<again>");
    return is_raw() ? 0 : 6;
  });
  CHECK(ended.status == 0);
  CHECK(ended.bytes == "<bye><again>");
  CHECK(ended.same_modes);
}

TEST_CASE("a crash restores the device, and is one [SCREENS 1]", "[tty]") {
  const auto crash = [](auto how) {
    return play_in_terminal([how] {
      Tty tty;
      tty.raw();
      tty.set_goodbye("<bye>");
      how();
      return 0;
    });
  };
  const auto check = [](const Ended& ended, int number) {
    CHECK(WIFSIGNALED(ended.status));
    CHECK(WTERMSIG(ended.status) == number);
    CHECK(ended.bytes == "<bye>");
    CHECK(ended.same_modes);
  };
  check(crash([] { std::abort(); }), SIGABRT);
  check(crash([] { ::raise(SIGSEGV); }), SIGSEGV);
  check(crash([] { ::kill(::getpid(), SIGBUS); }), SIGBUS);
#ifndef PARLEY_SANITIZED  // it sees the fault first
  check(crash([] { *static_cast<volatile int*>(nullptr) = 1; }), SIGSEGV);
#endif
}

TEST_CASE("no terminal is no Tty", "[tty]") {
  const pid_t child = ::fork();
  if (child == 0) {
    ::setsid();
    Tty tty;
    ::_exit(!tty.ok() && tty.descriptor() == -1 && !tty.raw() && tty.size() == Size{24, 80} ? 0 : 1);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  CHECK(status == 0);
}
