#include "client/terminal.h"

#include "common/core/utf8.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <stdexcept>
#include <utility>
#include <vector>

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <term.h>
#undef columns  // term.h makes it a capability

namespace parley {
namespace {

constexpr std::size_t name_chars_max = 64;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Never 0, 1 or 2, even where those are closed: curses takes these for the player's terminal.
File open_above_standard(int descriptor, const char* mode) {
  const int moved = descriptor < 0 ? -1 : ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (descriptor >= 0) ::close(descriptor);
  File file(moved < 0 ? nullptr : ::fdopen(moved, mode));
  if (file) return file;
  if (moved >= 0) ::close(moved);
  throw std::runtime_error("no descriptors left for the screen");
}
File open_nothing() { return open_above_standard(::open("/dev/null", O_RDWR | O_CLOEXEC), "r+"); }

/// Where entries are looked for, and how curses behaves, is the system's business: these may come from another machine (ssh
/// SendEnv) or mean the size of another time.
void clean_environment() {
  for (const char* name : {"TERMINFO", "TERMINFO_DIRS", "TERMCAP", "TERMPATH", "ESCDELAY", "LINES", "COLUMNS", "TABSIZE"}) ::unsetenv(name);
  std::vector<std::string> names;
  for (char** entry = environ; entry && *entry; ++entry)
    if (const std::string_view text = *entry; text.starts_with("NCURSES_")) names.emplace_back(text.substr(0, text.find('=')));
  for (const std::string& name : names) ::unsetenv(name.c_str());
}

/// As the entry has it, without the pauses that old terminals needed; empty where it has none.
std::string capability(const char* name) {
  const char* const text = ::tigetstr(name);
  std::string out = text && text != reinterpret_cast<char*>(-1) ? text : "";
  for (std::size_t at = out.find("$<"); at != std::string::npos; at = out.find("$<")) out.erase(at, out.find('>', at) - at + 1);
  return out;
}

// ---- which terminal -------------------------------------------------------------------------------------------------------

enum class Entry { none, immobile, usable };

bool plain_name(std::string_view type) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-";
  return !type.empty() && type.size() <= name_chars_max && type != "." && type != ".." && type.find_first_not_of(plain) == type.npos;
}

Entry look_up(std::string_view type) {
  const File nothing = open_nothing();
  TERMINAL* const before = ::set_curterm(nullptr);
  int why = 0;
  Entry found = Entry::none;
  if (::setupterm(std::string(type).c_str(), ::fileno(nothing.get()), &why) == OK) {
    found = capability("cup").empty() ? Entry::immobile : Entry::usable;
  } else if (why == 1) {
    found = Entry::immobile;  // it prints on paper
  }
  if (TERMINAL* const made = ::set_curterm(before); made && made != before) ::del_curterm(made);
  return found;
}

// ---- cells ------------------------------------------------------------------------------------------------------------------

/// The nearest of the 8 that every colour terminal has; none for black, white and greys: the terminal's own is readable.
std::optional<short> of_eight(std::uint8_t colour) {
  if (colour < 8) return colour;
  if (colour < 16) return colour == 8 || colour == 15 ? std::nullopt : std::optional<short>(static_cast<short>(colour - 8));
  if (colour >= 232) return std::nullopt;
  const std::array levels{(colour - 16) / 36, (colour - 16) / 6 % 6, (colour - 16) % 6};  // red, green, blue: 0 to 5
  const auto [least, most] = std::minmax_element(levels.begin(), levels.end());
  if (*most == *least) return std::nullopt;
  int bits = 0;
  for (std::size_t i = 0; i < levels.size(); ++i)
    if (levels[i] * 2 >= *most + *least) bits |= 1 << i;
  return static_cast<short>(bits);
}

attr_t attributes(const Style& style) {
  attr_t all = WA_NORMAL;
  if (style.bold) all |= WA_BOLD;
  if (style.dim) all |= WA_DIM;
  if (style.reverse) all |= WA_REVERSE;
  if (style.underline) all |= WA_UNDERLINE;
  return all;
}

struct Glyph {
  std::array<wchar_t, std::size_t{CCHARW_MAX} + 1> points{};
  int columns = 0;
};
constexpr Glyph blank{.points = {L' '}, .columns = 1};
/// What curses can show of a cell: a character of 1 or 2 columns with its marks; a question mark for what is none.
Glyph glyph(std::string_view text) {
  Glyph out;
  std::size_t count = 0;
  for (char32_t point = 0; count < std::size_t{CCHARW_MAX} && take_code_point(text, point); ++count) {
    const int wide = ::wcwidth(static_cast<wchar_t>(point));
    if (count == 0 ? wide < 1 : wide != 0 || point == 0) break;
    if (count == 0) out.columns = wide;
    out.points[count] = static_cast<wchar_t>(point);
  }
  if (count == 0) out = {.points = {L'?'}, .columns = 1};
  return out;
}

// ---- bytes ------------------------------------------------------------------------------------------------------------------

/// Takes out of curses' bytes what changes nothing here [SCREENS, bytes]: the character set, which is never another one after
/// the first time; styles taken back that are off; a cursor that blinks or not, which is the player's choice.
class Shortener {
 public:
  std::string shorten(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size());
    while (!bytes.empty()) {
      const std::string_view token = take_token(bytes);
      if (token == "\x1b[?12l") continue;
      if (token == "\x1b(B" || token == "\x0f") {
        if (!std::exchange(token.size() == 1 ? shifted_in_ : ascii_, true)) out += token;
      } else if (token.size() > 2 && token.starts_with("\x1b[") && token.back() == 'm') {
        style(token.substr(2, token.size() - 3), out);
      } else {
        out += token;
      }
    }
    return out;
  }

 private:
  /// A control sequence, a designation of a character set, or one byte.
  static std::string_view take_token(std::string_view& bytes) {
    std::size_t size = 1;
    if (bytes.starts_with("\x1b(")) {
      size = 3;
    } else if (bytes.starts_with("\x1b[")) {
      size = 2;
      while (size < bytes.size() && (bytes[size] < 0x40 || bytes[size] > 0x7e)) ++size;
      ++size;
    }
    const std::string_view token = bytes.substr(0, size);
    bytes.remove_prefix(token.size());
    return token;
  }
  void style(std::string_view codes, std::string& out) {
    const bool off = codes.empty() || codes == "0";
    if (plain_ && (off || codes == "39;49")) return;
    if (plain_ && codes.starts_with("0;")) codes.remove_prefix(2);
    plain_ = off;
    out.append("\x1b[").append(off ? "" : codes).append("m");
  }

  bool plain_ = false, ascii_ = false, shifted_in_ = false;
};

/// All rows, and the cursor at the first.
std::string scrolling_rows(Size size) {
  const std::string region = capability("csr");
  return region.empty() ? region : ::tparm(region.c_str(), 0, size.rows - 1);
}
/// Ends a string that is under way (the title), then what endwin() undoes, of a terminal in any state.
std::string undo(Size size) {
  std::string all = "\x1b\\" + capability("sgr0") + capability("op") + scrolling_rows(size);
  return Shortener().shorten(all + ::tparm(capability("cup").c_str(), size.rows - 1, 0) + capability("cnorm") + capability("rmcup"));
}

/// curses takes over signals that are at their default; nothing comes through in between.
class SignalsKept {
 public:
  SignalsKept() {
    sigset_t all;
    ::sigemptyset(&all);
    for (const int number : numbers) ::sigaddset(&all, number);
    ::pthread_sigmask(SIG_BLOCK, &all, &mask_);
    struct sigaction taken {};
    taken.sa_handler = [](int) {};
    for (std::size_t i = 0; i < numbers.size(); ++i) ::sigaction(numbers[i], &taken, &before_[i]);
  }
  ~SignalsKept() {
    for (std::size_t i = 0; i < numbers.size(); ++i) ::sigaction(numbers[i], &before_[i], nullptr);
    ::pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  }
  SignalsKept(const SignalsKept&) = delete;
  SignalsKept& operator=(const SignalsKept&) = delete;

 private:
  static constexpr std::array numbers{SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
  std::array<struct sigaction, numbers.size()> before_{};
  sigset_t mask_{};
};

}  // namespace

std::string usable_terminal(std::string_view type) {
  if (!plain_name(type)) return {};
  clean_environment();
  const Entry entry = look_up(type);
  if (entry == Entry::usable) return std::string(type);
  if (entry == Entry::immobile) return {};
  for (const char* other : {"xterm-256color", "xterm", "vt100"})
    if (look_up(other) == Entry::usable) return other;
  return {};
}

struct Terminal::Curses {
  File in, out;
  SCREEN* screen = nullptr;
  Size size;
  bool colours = false, entered = false;
  std::bitset<257> pairs;  // those that exist; pair n is colour n - 1
  std::vector<cchar_t> glyphs;  // of one row
  std::string before;  // goes before what curses writes
  Shortener shortener;

  /// What curses has written since the last time.
  std::string collect() {
    const int descriptor = ::fileno(out.get());
    std::string bytes(static_cast<std::size_t>(std::max<off_t>(::lseek(descriptor, 0, SEEK_END), 0)), '\0');
    const ssize_t got = ::pread(descriptor, bytes.data(), bytes.size(), 0);
    if (got != static_cast<ssize_t>(bytes.size()) || ::ftruncate(descriptor, 0) != 0 || ::lseek(descriptor, 0, SEEK_SET) != 0)
      throw std::runtime_error("the screen's memory file failed");
    return shortener.shorten(std::exchange(before, {}) + bytes);
  }

  void resize(Size to) {
    ::resizeterm(to.rows, to.columns);
    size = to;
    forget();
  }
  /// What curses believes but somebody else may have changed, a resize too: the style and the rows that scroll.
  void forget() {
    ::clearok(curscr, TRUE);
    shortener = Shortener();  // nothing is known of the terminal
    before = capability("sgr0") + scrolling_rows(size);
  }

  short pair(std::optional<std::uint8_t> colour) {
    if (!colours || !colour) return 0;
    const std::optional<short> shown = COLORS >= 256 ? std::optional<short>(*colour) : of_eight(*colour);
    if (!shown) return 0;
    const auto number = static_cast<short>(*shown + 1);
    if (number >= COLOR_PAIRS) return 0;
    if (!pairs.test(static_cast<std::size_t>(number)) && ::init_pair(number, *shown, -1) == OK) pairs.set(static_cast<std::size_t>(number));
    return number;
  }

  void copy_row(const Screen& from, int row) {
    const int columns = from.size().columns;
    glyphs.resize(static_cast<std::size_t>(columns));
    int count = 0;
    for (int column = 0; column < columns; ++count) {
      // On a terminal whose margins stay on (screen, tmux) curses would cut a wide character in two to write the corner beside it.
      const bool beside_corner = row + 1 == from.size().rows && column + 3 == columns;
      const Cell& cell = from.at({row, column});
      Glyph shown = cell.half ? blank : glyph(cell.text);
      if (shown.columns == 2 && beside_corner) shown = blank;
      if (shown.columns == 2 && (column + 1 == columns || !from.at({row, column + 1}).half)) shown = blank;
      ::setcchar(&glyphs[static_cast<std::size_t>(count)], shown.points.data(), attributes(cell.style), pair(cell.style.colour), nullptr);
      column += shown.columns;
    }
    ::mvadd_wchnstr(row, 0, glyphs.data(), count);  // neither wraps nor scrolls, in the last column either
  }
};

Terminal::Terminal(const Options& options) : curses_(std::make_unique<Curses>()) {
  clean_environment();
  if (look_up(options.type) != Entry::usable) throw std::runtime_error("the terminal type " + options.type + " cannot be used");
  Curses& c = *curses_;
  c.in = open_nothing();
  c.out = open_above_standard(::memfd_create("parley-screen", MFD_CLOEXEC), "w");
  c.size = {std::max(1, options.size.rows), std::max(1, options.size.columns)};
  ::setenv("LINES", std::to_string(c.size.rows).c_str(), 1);
  ::setenv("COLUMNS", std::to_string(c.size.columns).c_str(), 1);
  const SignalsKept kept;
  c.screen = ::newterm(options.type.c_str(), c.out.get(), c.in.get());
  clean_environment();
  if (!c.screen) throw std::runtime_error("curses cannot start on the terminal type " + options.type);
  ::typeahead(-1);
  ::nonl();  // line feed is just down: Tty::raw lets it pass
  ::idlok(stdscr, TRUE);
  ::leaveok(stdscr, FALSE);
  ::scrollok(stdscr, FALSE);
  c.colours = options.colour && ::has_colors() && ::start_color() == OK && ::use_default_colors() == OK;
}

Terminal::~Terminal() {
  const SignalsKept kept;
  ::endwin();
  ::delscreen(curses_->screen);
}

std::string Terminal::draw(const Screen& screen) {
  Curses& c = *curses_;
  const Size size = screen.size();
  if (size.rows < 1 || size.columns < 1) return {};
  if (size != c.size) c.resize(size);
  if (size.columns == 1) ::erase();  // curses would miss the corner
  for (int row = 0; size.columns > 1 && row < size.rows; ++row) c.copy_row(screen, row);
  ::move(std::clamp(screen.cursor().row, 0, size.rows - 1), std::clamp(screen.cursor().column, 0, size.columns - 1));
  if (!screen.cursor_shown()) ::curs_set(0);
  ::refresh();
  if (screen.cursor_shown()) ::curs_set(1);
  c.entered = true;
  return c.collect();
}

void Terminal::forget() { curses_->forget(); }

std::string Terminal::leave() {
  Curses& c = *curses_;
  if (!std::exchange(c.entered, false)) return {};
  ::endwin();
  std::string bytes = c.collect();
  forget();
  return bytes;
}

std::string Terminal::goodbye() const { return undo(curses_->size); }

}  // namespace parley
