#include "server/server.h"

#include "common/core/limits.h"
#include "common/wire/address.h"
#include "server/clock.h"
#include "server/errands.h"
#include "server/listener.h"
#include "server/log.h"
#include "server/sqlite_store.h"
#include "server/storage.h"

#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <asio/signal_set.hpp>
#include <asio/steady_timer.hpp>

#include <sys/resource.h>

#include <csignal>
#include <cstdio>
#include <map>
#include <set>
#include <thread>
#include <utility>

namespace parley {
namespace {

using namespace std::chrono_literals;

constexpr auto tick_every = 250ms;
// A peer counts from its connect until our goodbye arrives: ticks and the way there are part of its 10 s [P-R3].
constexpr SessionLimits session_limits{.stranger_lifetime = limits::stranger_lifetime - 2 * tick_every};
constexpr auto errands_every = 250ms;
constexpr auto goodbye_within = 1500ms;  // P-R8
constexpr auto lock_within = 1s;
constexpr int drains_max = 2;            // reactor turns that a growing batch may wait for

/// A command of the operator has it for a moment only.
Result<StoreLock, StoreError> take_lock(const std::filesystem::path& data) {
  for (auto waited = 0ms;; waited += 20ms) {
    auto lock = StoreLock::take(data);
    if (lock || lock.error().kind != StoreError::Kind::in_use || waited >= lock_within) return lock;
    std::this_thread::sleep_for(20ms);
  }
}

/// What all this may take at most [P-R1]. A connection is one of the files that the process may have open.
void log_bounds() {
  rlimit most{};
  const auto descriptors = ::getrlimit(RLIMIT_NOFILE, &most) == 0 ? most.rlim_cur : 0;
  log_event("bounds connections=" + std::to_string(descriptors) + " strangers=" + std::to_string(limits::strangers_max) +
            " connection_bytes=" + std::to_string(connection_bytes_max) + " history_bytes=" + std::to_string(limits::history_bytes_max));
}

class Server {
 public:
  Server(Store& store, const ServeOptions& options)
      : tables_(store, options.room), ticks_(io_), errands_(io_), goodbye_(io_), signals_(io_, SIGTERM, SIGINT),
        storage_(store, [this](std::optional<StoreError> error) {
          asio::post(io_, [this, error = std::move(error)] { stored(error); });
        }) {}

  std::optional<std::string> open(const Address& address) {
    auto listener = open_listener(io_, address, [this](Socket socket, std::string peer, std::string channel) {
      welcome(std::move(socket), std::move(peer), std::move(channel));
    });
    if (!listener) return listener.error();
    std::printf("listening %s\n", to_text((*listener)->address()).c_str());
    std::fflush(stdout);
    log_event("listening " + to_text((*listener)->address()));
    listeners_.push_back(std::move(*listener));
    return std::nullopt;
  }

  void run() {
    signals_.async_wait([this](const asio::error_code& error, int) { if (!error) say_goodbye(); });
    tick();
    look_for_errands();
    io_.run();
  }

 private:
  // ---- connections --------------------------------------------------------------------------------------------------
  void welcome(Socket socket, std::string peer, std::string channel) {
    const SessionId id{++last_session_};
    auto session = std::make_unique<Session>(tables_, id, std::move(channel), clock_now(), session_limits);
    const std::size_t from_there = strangers_from_[peer];
    const std::size_t from_there_max = session->channel() == "unix" ? limits::strangers_per_user : limits::strangers_per_address;
    const bool crowded = strangers_.size() >= limits::strangers_max || from_there >= from_there_max;
    if (crowded) session->end(ByeCode::crowded);
    else {
      strangers_.insert(id);
      ++strangers_from_[peer];
    }
    auto connection = std::make_shared<Connection>(
        std::move(socket), std::move(peer), std::move(session),
        ConnectionHooks{.now = clock_now, .happened = [this](SessionId s) { happened(s); }, .closed = [this](SessionId s) { closed(s); }});
    connections_[id] = connection;
    connection->start();
    connection->pump();
  }

  /// No stranger any more: logged in, or gone.
  void known(Connection& connection) {
    if (strangers_.erase(connection.session().id()) == 0) return;
    if (--strangers_from_[connection.peer()] == 0) strangers_from_.erase(connection.peer());
  }

  void happened(SessionId id) {
    Connection& connection = *connections_.at(id);
    seat_in_room(connection);
    flush();
  }

  /// The first time that a session is seen to be logged in: it belongs to its room's watchers from here on.
  void seat_in_room(Connection& connection) {
    Session& session = connection.session();
    if (session.is_stranger() || !strangers_.contains(session.id())) return;
    known(connection);
    Room* room = session.who()->room;
    watchers_[room].insert(session.id());
    log_event("login table=" + room->name() + " role=" + role_text(session.who()->role, room->seats()));
    pump(room);
  }

  void closed(SessionId id) {
    const auto found = connections_.find(id);
    if (found == connections_.end()) return;
    const auto connection = found->second;
    known(*connection);
    connections_.erase(found);
    const auto who = connection->session().who();
    if (!who) return;
    const auto why = connection->session().why_ended();
    log_event("logout table=" + who->room->name() + " role=" + role_text(who->role, who->room->seats()) + " why=" +
              std::string(why ? name(*why) : "lost"));
    watchers_[who->room].erase(id);
    who->room->leave(who->role, id);
    pump(who->room);
  }

  void pump(Room* room) {
    const auto found = watchers_.find(room);
    if (found == watchers_.end()) return;
    for (SessionId id : found->second)
      if (const auto connection = connections_.find(id); connection != connections_.end()) connection->second->pump();
  }

  // ---- the storage ----------------------------------------------------------------------------------------------------
  /// Hands the batch over once the reactor is drained, so that one sync carries as much as it can.
  void flush() {
    if (storing_ || flush_posted_ || !tables_.has_batch()) return;
    flush_posted_ = true;
    drained_ = 0;
    asio::post(io_, [this] { drain(tables_.waiting()); });
  }

  void drain(std::size_t before) {
    const std::size_t now = tables_.waiting();
    if (++drained_ < drains_max && now > before) return asio::post(io_, [this, now] { drain(now); });
    flush_posted_ = false;
    storing_ = true;
    storage_.write(tables_.take_batch());
  }

  void stored(const std::optional<StoreError>& error) {
    storing_ = false;
    if (error && !store_failing_) log_warning("store: " + error->sentence);
    if (!error && store_failing_) log_event("store: writing again");
    store_failing_ = error.has_value();
    if (error) last_errand_ = 0;  // those of the batch have no answer yet
    for (const Settled& settled : tables_.settle(error)) {
      const auto found = connections_.find(settled.waiter.session);
      if (found == connections_.end()) continue;
      found->second->session().settled(settled);
      seat_in_room(*found->second);
      found->second->pump();
    }
    for (Room* room : tables_.changed()) {
      if (room->trouble()) log_warning("table '" + room->name() + "' is not served: " + room->trouble()->sentence);
      pump(room);
    }
    if (!leaving_) do_errands();
    flush();
    if (leaving_ && !storing_ && !flush_posted_) close_all();
  }

  // ---- time -------------------------------------------------------------------------------------------------------------
  void tick() {
    const Now now = clock_now();
    std::vector<std::shared_ptr<Connection>> ended;
    for (const auto& [id, connection] : connections_) {
      connection->session().tick(now);
      if (connection->session().ended()) ended.push_back(connection);
    }
    for (const auto& connection : ended) {
      connection->tick(now);
      if (const auto& who = connection->session().who()) pump(who->room);  // it has left
    }
    ticks_.expires_after(tick_every);
    ticks_.async_wait([this](const asio::error_code& error) { if (!error) tick(); });
  }

  void look_for_errands() {
    errands_due_ = true;
    if (!storing_) do_errands();
    flush();
    errands_.expires_after(errands_every);
    errands_.async_wait([this](const asio::error_code& error) { if (!error) look_for_errands(); });
  }

  /// Between batches: as soon as the one under way is done, however busy the store is.
  void do_errands() {
    if (!std::exchange(errands_due_, false)) return;
    const auto waiting = tables_.store().errands();
    if (!waiting) return;
    for (const Errand& errand : *waiting) {
      if (errand.number <= last_errand_) continue;
      last_errand_ = errand.number;
      perform(tables_, errand, clock_now());
      log_event("errand number=" + std::to_string(errand.number));
    }
    for (const auto& [room, ids] : watchers_) pump(room);  // a revoked key's session ends now
  }

  // ---- goodbye ------------------------------------------------------------------------------------------------------------
  void say_goodbye() {
    log_event("stopping");
    leaving_ = true;
    for (const auto& listener : listeners_) listener->close();
    errands_.cancel();
    goodbye_.expires_after(goodbye_within);
    goodbye_.async_wait([this](const asio::error_code& error) { if (!error) io_.stop(); });
    if (!storing_ && !flush_posted_) close_all();
  }

  void close_all() {
    if (connections_.empty()) return io_.stop();
    const auto all = connections_;
    for (const auto& [id, connection] : all) {
      connection->session().end(ByeCode::closing);
      connection->pump();
    }
    ticks_.expires_after(50ms);
    ticks_.async_wait([this](const asio::error_code& error) { if (!error) close_all(); });
  }

  Tables tables_;  // first: connections that io_ still holds leave their rooms when it goes
  asio::io_context io_{1};
  std::vector<std::unique_ptr<Listener>> listeners_;
  std::map<SessionId, std::shared_ptr<Connection>> connections_;
  std::map<Room*, std::set<SessionId>> watchers_;
  std::set<SessionId> strangers_;
  std::map<std::string, std::size_t> strangers_from_;
  std::uint64_t last_session_ = 0;
  std::uint64_t last_errand_ = 0;
  asio::steady_timer ticks_;
  asio::steady_timer errands_;
  asio::steady_timer goodbye_;
  asio::signal_set signals_;
  bool storing_ = false;
  bool flush_posted_ = false;
  bool store_failing_ = false;
  bool errands_due_ = false;
  bool leaving_ = false;
  int drained_ = 0;
  Storage storage_;  // last: its thread calls back into the rest
};

int start_up_error(const std::string& sentence) {
  std::fprintf(stderr, "parleyd: %s\n", sentence.c_str());
  return 2;
}

}  // namespace

int serve(const ServeOptions& options) {
  const bool is_new = !is_sqlite_store(options.data);
  auto store = open_sqlite_store(options.data, true);
  if (!store) return start_up_error(store.error().sentence);
  const auto lock = take_lock(options.data);
  if (!lock) return start_up_error(lock.error().sentence);

  if (auto error = Tables(**store, options.room).check_journals()) return start_up_error(error->sentence);
  Server server(**store, options);
  for (const std::string& text : options.listen) {
    const auto address = parse_address(text);
    if (!address) return start_up_error(address.error());
    if (auto error = server.open(*address)) return start_up_error(*error);
  }
  if (options.listen.empty()) {
    const auto unix_door = parse_address("unix:" + (std::filesystem::absolute(options.data) / "parley.sock").string());
    if (!unix_door) return start_up_error(unix_door.error());
    if (auto error = server.open(*unix_door)) return start_up_error(*error);
    if (auto error = server.open(Address{Address::Kind::tcp, "127.0.0.1", 7373})) log_warning("skipped: " + *error);
  }
  if (is_new)  // perhaps the folder's name was mistyped
    std::fprintf(stderr, "parleyd: new store in %s: no tables yet; 'parleyd table new' makes one\n", options.data.c_str());
  log_bounds();
  server.run();
  log_event("stopped");
  return 0;
}

}  // namespace parley
