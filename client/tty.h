// The terminal as a device: raw mode and back, on every way out. Modes are saved before they are changed and restored at the
// end, at a fatal signal (tcsetattr and write only, both safe in a handler) and around a suspension. No curses here.
#pragma once

#include "client/screen.h"

#include <string_view>

namespace parley {

class Tty {
 public:
  static constexpr std::size_t goodbye_bytes_max = 512;

  /// Takes the controlling terminal; not ok() where there is none. At most one at a time in a process.
  Tty();
  /// Restores.
  ~Tty();
  Tty(const Tty&) = delete;
  Tty& operator=(const Tty&) = delete;

  bool ok() const;
  /// A descriptor of our own (its flags are shared with nobody) for reading and writing, non-blocking; -1 where not ok().
  int descriptor() const;
  /// As the terminal tells it, at most 1000 each way; 24x80 where it does not.
  Size size() const;

  /// Raw: every byte comes at once, no echo, no signals from keys, flow control off, output as it is written. Where it
  /// is raw already it is set again: a shell may have changed it while we were stopped. False where the terminal is gone or refuses.
  bool raw();
  /// The terminal is this job's, or does not tell whose it is.
  bool foreground() const;
  /// Writes the goodbye, then sets the modes as raw() found them and drops what was typed but not read. Nothing where it is not
  /// raw. Waits at most a fifth of a second for a terminal that takes no bytes. The modes are left alone where they are somebody
  /// else's now: another job's is in the foreground.
  void restore();
  /// What restore() and a fatal signal (SEGV, BUS, FPE, ILL, ABRT) write first, once, to undo the screen; the signal then takes
  /// its course. At most goodbye_bytes_max. Terminal::goodbye() as soon as something was drawn, Terminal::leave() at an orderly end.
  void set_goodbye(std::string_view bytes);

 private:
  struct State;
  State* state_;
};

}  // namespace parley
