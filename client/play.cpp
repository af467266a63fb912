#include "client/play.h"

#include "client/app.h"
#include "client/connection.h"
#include "client/keyboard.h"
#include "client/plain.h"
#include "client/private_file.h"
#include "client/roles.h"
#include "client/start_up.h"
#include "client/terminal.h"
#include "client/translate.h"
#include "client/tty.h"

#include <asio/buffer.hpp>
#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/signal_set.hpp>
#include <asio/steady_timer.hpp>
#include <asio/write.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace parley {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto escape_delay = 30ms;
constexpr auto paste_delay = 5s;  // what comes later would be commands
constexpr auto first_wait = 300ms;   // for the tables, before something else than them is shown
constexpr auto between_draws = 50ms;
constexpr auto typing_pause = 1500ms;
constexpr std::string_view paste_on = "\x1b[?2004h", paste_off = "\x1b[?2004l";

Time time_now() { return Time{static_cast<std::uint64_t>(std::time(nullptr))}; }

/// Terminals that take a title and a clipboard; others may print them.
bool speaks_osc(std::string_view type) {
  for (const std::string_view known : {"xterm", "screen", "tmux", "rxvt", "alacritty", "foot", "kitty", "wezterm", "konsole", "vte", "gnome"})
    if (type.starts_with(known)) return true;
  return false;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) three = three << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63];
  }
  return out;
}

/// Where a role's draft is kept; nothing where its folder cannot be used.
std::optional<std::filesystem::path> state_folder(const HeldRole& held) {
  const auto keyring = Keyring::open();
  if (!keyring) return std::nullopt;
  auto folder = keyring->state_folder(held);
  return folder ? std::optional(*folder) : std::nullopt;
}

/// While the screen is up nothing may write over it: what is said on descriptor 2 goes to a file.
class QuietErrors {
 public:
  explicit QuietErrors(const std::optional<std::filesystem::path>& folder) : kept_(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
    const std::string path = folder ? (*folder / "errors").string() : "/dev/null";
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) return;
    ::dup2(fd, STDERR_FILENO);
    ::close(fd);
  }
  ~QuietErrors() {
    if (kept_ < 0) return;
    ::dup2(kept_, STDERR_FILENO);
    ::close(kept_);
  }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  int kept_;
};

class Play {
 public:
  Play(Tty& tty, const Settings& settings, const std::string& type, bool osc)
      : tty_(tty), osc_(osc), title_(osc && settings.title), app_(settings, tty.size()),
        terminal_({.type = type, .size = tty.size(), .colour = settings.colour}),
        device_(io_, ::fcntl(tty.descriptor(), F_DUPFD_CLOEXEC, 3)), signals_(io_, SIGHUP, SIGTERM, SIGINT), window_(io_, SIGWINCH, SIGCONT, SIGTSTP) {
    signals_.add(SIGQUIT);
  }

  int run(std::vector<HeldRole> roles) {
    app_.tick(time_now());
    app_.resize(tty_.size());  // from here on a change is told by a signal
    for (HeldRole& role : roles) add(std::move(role));
    tty_.raw();
    tty_.set_goodbye(terminal_.goodbye() + std::string(paste_off));
    listen_to_signals();
    listen_to_window();
    read();
    for (const auto& link : links_) link->start();
    start_.expires_after(first_wait);
    start_.async_wait([this](const asio::error_code& error) { if (!error) show(); });
    wait_for_minute();
    io_.run();
    save_drafts();
    if (!lost_) leave();
    tty_.restore();
    return lost_ ? 1 : 0;
  }

 private:
  void add(HeldRole role) {
    const std::size_t index = links_.size();
    folders_.push_back(state_folder(role));
    saved_.push_back(read_draft(folders_.back()));
    auto cache = open_cache(role);
    LinkOptions options{.keep_requests = true, .restored = {}};
    Chronicle chronicle;
    options.restored = [&](const Mirror& mirror, const Applied& applied) { chronicle.add(mirror.table(), applied); };
    links_.push_back(std::make_unique<Link>(io_, std::move(role), std::move(cache), std::move(options),
                                            [this, index](Link&, const LinkEvent& event) { happened(index, event); }));
    app_.add_player(links_.back()->mirror(), links_.back()->held().role, std::move(chronicle), saved_.back());
  }

  // ---- in -----------------------------------------------------------------------------------------------------------------
  void happened(std::size_t player, const LinkEvent& event) {
    app_.event(player, event);
    carry_out();
    if (!shown_ && app_.ready()) show();
    want_draw();
  }

  void read() {
    if (away_ || std::exchange(reading_, true)) return;
    device_.async_read_some(asio::buffer(buffer_), [this](const asio::error_code& error, std::size_t size) {
      reading_ = false;
      if (error == asio::error::operation_aborted) return read();
      if (error) return terminal_lost();
      take(keys_.take({buffer_.data(), size}));
      if (keys_.waiting()) wait_for_rest();
      else rest_.cancel();
      read();
    });
  }
  void take(const std::vector<Key>& keys) {
    for (const Key& key : keys) {
      app_.key(key);
      carry_out();
    }
    if (keys.empty()) return;
    wait_for_pause();
    want_draw();
  }
  /// An escape alone is the key only when nothing follows it.
  void wait_for_rest() {
    rest_.expires_after(keys_.pasting() ? std::chrono::milliseconds(paste_delay) : std::chrono::milliseconds(escape_delay));
    rest_.async_wait([this](const asio::error_code& error) { if (!error) take(keys_.settle()); });
  }
  void wait_for_pause() {
    pause_.expires_after(typing_pause);
    pause_.async_wait([this](const asio::error_code& error) {
      if (error) return;
      app_.pause();
      save_drafts();
      want_draw();
    });
  }
  void wait_for_minute() {
    minute_.expires_after(std::chrono::seconds(60 - std::time(nullptr) % 60));
    minute_.async_wait([this](const asio::error_code& error) {
      if (error) return;
      app_.tick(time_now());
      want_draw();
      wait_for_minute();
    });
  }
  void listen_to_signals() {
    signals_.async_wait([this](const asio::error_code& error, int signal) {
      if (error) return;
      if (signal == SIGHUP) return terminal_lost();
      finish();
    });
  }
  void listen_to_window() {
    window_.async_wait([this](const asio::error_code& error, int signal) {
      if (error) return;
      if (signal == SIGTSTP) on(Suspend{});
      if (signal == SIGCONT) come_back();
      app_.resize(tty_.size());
      terminal_.forget();  // a signal without a change is a wish for a repaint
      carry_out();
      want_draw();
      listen_to_window();
    });
  }
  void terminal_lost() {
    lost_ = true;
    finish();
  }
  void finish() {
    for (const auto& link : links_) link->stop();
    io_.stop();
  }

  // ---- effects ---------------------------------------------------------------------------------------------------------------
  void carry_out() {
    for (const Effect& effect : app_.take_effects()) std::visit([this](const auto& e) { on(e); }, effect);
  }
  void on(const AskServer& ask) {
    const RequestId id = links_[ask.player]->ask({}, ask.seen, ask.command.action, ask.command.secret);
    app_.asked(ask.player, id, ask.command.action);
  }
  void on(const Quit&) { finish(); }
  void on(const Repaint&) { terminal_.forget(); }
  void on(const Ring&) { ring_ = true; }
  void on(const Copy& copy) { if (osc_) aside_ += "\x1b]52;c;" + base64(copy.text) + "\a"; }
  void on(const Suspend&) {
    save_drafts();
    leave();
    tty_.restore();
    window_.remove(SIGTSTP);
    ::kill(0, SIGTSTP);  // the whole job, as the terminal itself would; goes on here, at once where no shell could let it go on
    window_.add(SIGTSTP);
    come_back();
  }
  void leave() {
    const std::string bytes = terminal_.leave();  // of no use in the middle of others
    tty_.set_goodbye((writing_.empty() ? bytes : terminal_.goodbye()) + std::string(paste_off));
  }
  /// After a suspension, or after somebody else stopped us, whose terminal it was meanwhile.
  void come_back() {
    away_ = !tty_.foreground();
    if (away_) return stop_again();
    read();
    tty_.raw();
    tty_.set_goodbye(terminal_.goodbye() + std::string(paste_off));
    terminal_.forget();
    told_title_.clear();
    if (shown_) aside_ += paste_on;
  }

  /// In the background: until the terminal is ours again. What another signal asks for meanwhile comes first.
  void stop_again() {
    device_.cancel();  // what is typed is the shell's
    back_.expires_after(std::chrono::milliseconds(20));
    back_.async_wait([this](const asio::error_code& error) {
      if (error) return;
      if (!tty_.foreground()) ::kill(0, SIGTTOU);
      come_back();
      want_draw();
    });
  }

  void save_drafts() {
    for (std::size_t i = 0; i < folders_.size(); ++i) {
      std::string now = app_.draft(i);
      if (!folders_[i] || now == saved_[i] || write_private({*folders_[i], "draft", now})) continue;
      saved_[i] = std::move(now);
    }
  }
  static std::string read_draft(const std::optional<std::filesystem::path>& folder) {
    const auto read = folder ? read_private((*folder / "draft").string()) : Result<PrivateText, std::string>(std::string());
    return read && read->text.size() <= private_bytes_max ? read->text : "";
  }

  // ---- out -------------------------------------------------------------------------------------------------------------------
  void show() {
    if (shown_) return;
    shown_ = true;
    start_.cancel();
    aside_ += paste_on;
    want_draw();
  }
  /// Soon, and at most twenty times a second.
  void want_draw() {
    if (!shown_ || drawing_) return;
    drawing_ = true;
    draw_.expires_at(std::max(Clock::now(), last_draw_ + between_draws));
    draw_.async_wait([this](const asio::error_code& error) {
      drawing_ = false;
      if (!error) draw();
    });
  }
  void draw() {
    if (away_) return;
    if (!writing_.empty()) return void(late_ = true);  // the terminal is slow: what it missed is drawn at once later
    last_draw_ = Clock::now();
    std::string bytes = terminal_.draw(app_.draw());
    if (const std::string title = title_ ? app_.title() : ""; title != told_title_) {
      bytes += "\x1b]2;" + title + "\a";
      told_title_ = title;
    }
    bytes += std::exchange(aside_, {});
    if (std::exchange(ring_, false)) bytes += '\a';
    if (bytes.empty()) return;
    writing_ = std::move(bytes);
    asio::async_write(device_, asio::buffer(writing_), [this](const asio::error_code& error, std::size_t) {
      writing_.clear();
      if (error) return terminal_lost();
      if (std::exchange(late_, false)) want_draw();
    });
  }

  Tty& tty_;
  bool osc_, title_;
  asio::io_context io_{1};
  App app_;
  Terminal terminal_;
  asio::posix::stream_descriptor device_;
  asio::signal_set signals_, window_;
  asio::steady_timer start_{io_}, rest_{io_}, pause_{io_}, minute_{io_}, draw_{io_}, back_{io_};
  std::array<char, 4096> buffer_{};
  KeyDecoder keys_;
  std::vector<std::unique_ptr<Link>> links_;
  std::vector<std::optional<std::filesystem::path>> folders_;
  std::vector<std::string> saved_;
  std::string aside_, writing_, told_title_;
  Clock::time_point last_draw_{};
  bool shown_ = false, drawing_ = false, late_ = false, lost_ = false, ring_ = false, away_ = false, reading_ = false;
};

}  // namespace

int play(const PlayOptions& options) {
  auto roles = find_roles(options.table, options.as);
  if (!roles) return start_up_error(roles.error());
  const char* term = std::getenv("TERM");
  const std::string type = usable_terminal(term ? term : "");
  const auto lines = [&](const char* why) {
    std::fprintf(stderr, "parley: %s\n", why);
    return plain({.table = options.table, .as = options.as});
  };
  if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))  // not the line mode by itself: it would take the seat from its player's screen
    return start_up_error(tr("the screen needs a terminal; 'parley --plain' is the line mode, 'parley pipe' is for scripts"));
  if (type.empty()) return lines(tr("TERM names no terminal whose cursor can be moved; this is the line mode ('help' lists its commands)"));
  Tty tty;
  if (!tty.ok()) return lines(tr("the terminal cannot be opened; this is the line mode ('help' lists its commands)"));
  const QuietErrors quiet(state_folder(roles->front()));
  return Play(tty, options.settings, type, speaks_osc(term)).run(std::move(*roles));
}

}  // namespace parley
