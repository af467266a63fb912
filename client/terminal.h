// A screen as bytes for a terminal, as few as curses finds. The only file with curses in it. It writes to nobody: what curses
// would send is collected and returned, so whoever owns the connection to the terminal sends it when it can take it.
// Terminal modes are not touched here (client/tty), nor signals. The environment is cleaned of what makes curses look for
// entries elsewhere than the system does, or think of another size; the locale must be set before.
#pragma once

#include "client/screen.h"

#include <memory>
#include <string>
#include <string_view>

namespace parley {

/// A type that this curses has an entry for and that can move its cursor: `type` itself, or the first that works of xterm-256color,
/// xterm and vt100 where it has no entry. Empty where it has an entry but cannot move its cursor (TERM=dumb), or is no name
/// at all: that is 1 to 64 of [A-Za-z0-9._+-], other than . and ..
std::string usable_terminal(std::string_view type);

class Terminal {
 public:
  struct Options {
    std::string type;     // from usable_terminal
    Size size;
    bool colour = true;   // false: NO_COLOR, or the player's wish
  };
  /// At most one at a time in a process (curses keeps global state). Throws std::runtime_error where the system refuses (no
  /// memory, no descriptors, no such type).
  explicit Terminal(const Options& options);
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// The bytes that take the terminal from what it shows to this screen, cursor included. The screen's size becomes the
  /// terminal's. The first one, also after leave(), enters the alternate screen; it and the first after forget() or at another
  /// size clear it. Every one must be sent, whole and in order. An empty screen has no bytes.
  /// Not shown: marks beyond the fourth on a character, a wide character beside the bottom right cell, anything at a width of 1.
  std::string draw(const Screen& screen);
  /// Everything is to be drawn anew: the terminal was written to by somebody else.
  void forget();
  /// The bytes that take the terminal back to where it was found: cursor shown, styles off, out of the alternate screen.
  /// Nothing where no screen was drawn since the last time.
  std::string leave();
  /// The same for a terminal in any state, in the middle of a sequence too, and without leaving: for Tty::set_goodbye.
  std::string goodbye() const;

 private:
  struct Curses;
  std::unique_ptr<Curses> curses_;
};

}  // namespace parley
