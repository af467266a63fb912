#include "client/tty.h"

#include "common/core/invariant.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>

namespace parley {
namespace {

constexpr int side_max = 1000;
constexpr int goodbye_wait_ms_max = 200;
constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

}  // namespace

/// All of it may be read by a signal handler at any moment: a length is set after its bytes, `is_raw` after the modes.
struct Tty::State {
  int descriptor = -1;
  termios found{};
  std::atomic<bool> is_raw = false;
  std::array<char, goodbye_bytes_max> goodbye{};
  std::atomic<std::size_t> goodbye_bytes = 0;
  std::array<struct sigaction, fatal_signals.size()> actions_before{};

  void restore();
};

namespace {

static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::size_t>::is_always_lock_free);

/// The one Tty, for the handler of fatal signals.
std::atomic<void*> current = nullptr;
static_assert(std::atomic<void*>::is_always_lock_free);

termios raw_modes(termios modes) {
  ::cfmakeraw(&modes);
  modes.c_iflag &= ~static_cast<tcflag_t>(IXOFF | IXANY | INPCK | IUCLC);
  modes.c_cc[VMIN] = 1;
  modes.c_cc[VTIME] = 0;
  return modes;
}

/// For a signal handler too: calls nothing but what POSIX allows there.
void write_patiently(int descriptor, const char* bytes, std::size_t size) {
  int left_ms = goodbye_wait_ms_max;
  while (size > 0) {
    const ssize_t put = ::write(descriptor, bytes, size);
    if (put > 0) {
      bytes += put;
      size -= static_cast<std::size_t>(put);
    } else if (put < 0 && errno != EINTR && errno != EAGAIN) {
      return;
    } else {
      constexpr int step_ms = 20;
      pollfd ready{.fd = descriptor, .events = POLLOUT, .revents = 0};
      if (left_ms <= 0 || (::poll(&ready, 1, step_ms) > 0 && (ready.revents & (POLLHUP | POLLERR | POLLNVAL)))) return;
      left_ms -= step_ms;
    }
  }
}

/// Also where the terminal does not tell. For a signal handler too.
bool is_foreground(int descriptor) {
  const pid_t foreground = ::tcgetpgrp(descriptor);
  return foreground < 0 || foreground == ::getpgrp();
}

}  // namespace

/// For a signal handler too.
void Tty::State::restore() {
  if (!is_raw.exchange(false)) return;
  sigset_t stop, mask;  // a job in the background may finish this
  ::sigemptyset(&stop);
  ::sigaddset(&stop, SIGTTOU);
  ::pthread_sigmask(SIG_BLOCK, &stop, &mask);
  write_patiently(descriptor, goodbye.data(), goodbye_bytes.exchange(0));
  if (is_foreground(descriptor)) {
    ::tcsetattr(descriptor, TCSANOW, &found);  // never TCSADRAIN: a terminal that takes nothing would hold us
    ::tcflush(descriptor, TCIFLUSH);           // half a paste is no command to the shell
  }
  ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
}

Tty::Tty() : state_(new State) {
  State& s = *state_;
  s.descriptor = ::open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
  if (s.descriptor < 0) return;
  invariant(current.load() == nullptr, "one Tty at a time");
  current = &s;
  struct sigaction fatal {};
  fatal.sa_flags = SA_SIGINFO;
  ::sigemptyset(&fatal.sa_mask);
  // Restores, then lets the signal do what it did before us: a fault happens again by itself, a sent one is sent again.
  fatal.sa_sigaction = [](int number, siginfo_t* info, void*) {
    State* const state = static_cast<State*>(current.load());
    if (state) {
      state->restore();
      const auto at = std::find(fatal_signals.begin(), fatal_signals.end(), number) - fatal_signals.begin();
      ::sigaction(number, &state->actions_before[static_cast<std::size_t>(at)], nullptr);
    } else {
      ::signal(number, SIG_DFL);
    }
    if (info->si_code <= 0) ::raise(number);
  };
  for (std::size_t i = 0; i < fatal_signals.size(); ++i) ::sigaction(fatal_signals[i], &fatal, &s.actions_before[i]);
}

Tty::~Tty() {
  restore();
  if (ok()) {
    for (std::size_t i = 0; i < fatal_signals.size(); ++i) ::sigaction(fatal_signals[i], &state_->actions_before[i], nullptr);
    current = nullptr;
    ::close(state_->descriptor);
  }
  delete state_;
}

bool Tty::ok() const { return state_->descriptor >= 0; }
int Tty::descriptor() const { return state_->descriptor; }

Size Tty::size() const {
  winsize told{};
  if (!ok() || ::ioctl(state_->descriptor, TIOCGWINSZ, &told) != 0 || told.ws_row == 0 || told.ws_col == 0) return {24, 80};
  return {std::min<int>(told.ws_row, side_max), std::min<int>(told.ws_col, side_max)};
}

bool Tty::raw() {
  State& s = *state_;
  if (!ok()) return false;
  const bool again = s.is_raw;
  if (!again && ::tcgetattr(s.descriptor, &s.found) != 0) return false;
  s.is_raw = true;  // before the change: a fatal signal in between restores too much, never too little
  const termios modes = raw_modes(s.found);
  int set;
  do set = ::tcsetattr(s.descriptor, TCSANOW, &modes);
  while (set != 0 && errno == EINTR);  // a stop and its end are no failure
  if (set == 0) return true;
  s.is_raw = again;
  return false;
}

bool Tty::foreground() const { return is_foreground(state_->descriptor); }

void Tty::restore() { state_->restore(); }

void Tty::set_goodbye(std::string_view bytes) {
  State& s = *state_;
  invariant(bytes.size() <= goodbye_bytes_max, "a goodbye is short");
  s.goodbye_bytes = 0;
  bytes.copy(s.goodbye.data(), s.goodbye.size());
  s.goodbye_bytes = bytes.size();
}

}  // namespace parley
