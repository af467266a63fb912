#include "server/session.h"

#include "common/core/check.h"
#include "common/core/limits.h"

#include <algorithm>
#include <utility>

namespace parley {
namespace {

constexpr std::size_t commits_per_read = 64;  // from the journal, for a session that fell behind

}  // namespace

Session::Session(Tables& tables, SessionId id, std::string channel, Now now, SessionLimits session_limits)
    : tables_(tables), id_(id), channel_(std::move(channel)), limits_(session_limits), born_(now.tick), heard_(now.tick) {}

Session::~Session() { leave_room(); }

/// Others see at once that it has gone, however long its goodbye takes.
void Session::leave_room() {
  if (who_) who_->room->leave(who_->role, id_);
}

// ---- bytes in ---------------------------------------------------------------------------------------------------------------

bool Session::receive(std::string_view bytes, Now now) {
  if (ended_) return false;
  if (!bytes.empty()) heard_ = now.tick;
  in_ += bytes;
  std::size_t used = 0;
  for (int frames = 0; frames < frames_per_turn && !ended_; ++frames) {
    const std::size_t size_max = who_ ? limits::frame_from_client : limits::frame_before_login;
    const auto parsed = parse_frame(std::string_view(in_).substr(used), size_max);
    if (std::holds_alternative<std::monostate>(parsed)) {
      in_.erase(0, used);
      if (in_.empty()) in_.shrink_to_fit();  // an idle connection holds no buffer
      return false;
    }
    if (std::holds_alternative<FrameFault>(parsed)) {
      end(ByeCode::bad_frame);
      return false;
    }
    const Frame& frame = std::get<Frame>(parsed);
    take(frame, now);
    used += frame.size;
  }
  in_.erase(0, used);
  return !ended_ && !in_.empty();
}

void Session::take(const Frame& frame, Now now) {
  const auto permits = [&](Verb verb) {
    return who_ && !watching_ && permitted(who_->room->published(), who_->role, verb);
  };
  const auto message = decode_client(frame, permits);
  if (!message) return end(ByeCode::bad_message);
  std::visit([&](const auto& m) { on(m, now); }, *message);
}

// ---- handshake ----------------------------------------------------------------------------------------------------------------

void Session::on(const Hello& hello, Now) {
  if (hello_) return end(ByeCode::out_of_order);
  if (hello.protocol < protocol_version) return end(ByeCode::old_protocol);
  hello_ = hello;
  nonce_ = random_bytes<16>();
  say(Welcome{.protocol = protocol_version, .epoch = tables_.store().epoch(), .nonce = nonce_});
}

Handshake Session::handshake() const {
  return {.server = tables_.store().server_key().public_key(), .client_nonce = hello_->nonce, .server_nonce = nonce_,
          .channel = channel_, .protocol = protocol_version};
}

void Session::on(const Login& login, Now) {
  if (!hello_ || asked_) return end(ByeCode::out_of_order);
  asked_ = true;
  watching_ = login.watch;
  const auto admission = tables_.login(handshake(), login);
  if (const ByeCode* code = std::get_if<ByeCode>(&admission)) return end(*code);
  admit(std::get<Admitted>(admission), login.resume ? std::optional(login.resume->version) : std::nullopt);
}

void Session::on(const Redeem& redeem, Now now) {
  if (!hello_ || asked_) return end(ByeCode::out_of_order);
  asked_ = true;
  const auto result = tables_.redeem(handshake(), redeem, id_, now);
  if (const Admitted* admitted = std::get_if<Admitted>(&result)) return admit(*admitted);
  if (const ByeCode* code = std::get_if<ByeCode>(&result)) return end(*code);
  if (const Refused* refused = std::get_if<Refused>(&result)) {
    asked_ = false;  // another name may be tried on the same connection
    return say(*refused);
  }
  ++owed_;
}

void Session::admit(const Admitted& who, std::optional<Version> has) {
  if (watching_ && !who.room->watch(who.role, id_)) return end(ByeCode::crowded);
  who_ = who;
  cursor_ = has ? has->value + 1 : 0;
  if (!watching_) who.room->enter(who.role, id_);
  say(LoggedIn{.role = who.role, .epoch = who.epoch, .highest = who.room->highest_request(who.role),
               .head = who.room->published().version});
}

/// The newest login wins, a revoked or replaced key ends its sessions [P-A2, P-A3], and so does a table in trouble.
bool Session::still_admitted() {
  if (!who_ || ended_) return !ended_;
  const KeyRow* key = who_->room->key(who_->role);
  if (who_->room->trouble()) end(ByeCode::storage);
  else if (!key || key->epoch != who_->epoch) end(ByeCode::revoked);
  else if (!watching_ && !who_->room->holds(who_->role, id_)) end(ByeCode::superseded);
  return !ended_;
}

// ---- requests -----------------------------------------------------------------------------------------------------------------

void Session::on(const Act& act, Now now) {
  if (!who_) return end(ByeCode::out_of_order);
  if (!still_admitted()) return;
  const auto result = tables_.act(*who_, id_, act, now);
  if (const Answered* answered = std::get_if<Answered>(&result)) return say(*answered);
  if (const Refused* refused = std::get_if<Refused>(&result)) return refuse(*refused);
  if (const ByeCode* code = std::get_if<ByeCode>(&result)) return end(*code);
  ++owed_;
}

void Session::on(const Forbidden& forbidden, Now) {
  if (!who_) return end(ByeCode::out_of_order);
  if (still_admitted()) refuse(who_->room->forbid(forbidden.id));
}

void Session::on(const Ping&, Now) {
  if (!who_) return end(ByeCode::out_of_order);
  const Live live = who_->room->live();
  say(Pong{.head = live.head, .chain = live.chain, .digest = live.digest});
}

void Session::on(const Bye&, Now) {
  ended_ = ByeCode::leaving;
  leave_room();
}

/// A refusal that names head h is written after commit h, so that the player sees what it speaks of.
void Session::refuse(const Refused& refused) {
  if (refused.head.value < cursor_) return say(refused);
  refusals_.push_back(refused);
}

void Session::settled(const Settled& settled) {
  if (owed_ > 0) --owed_;
  if (ended_) return;
  const Waiter& waiter = settled.waiter;
  if (waiter.room->trouble()) return end(ByeCode::storage);  // nobody knows what was written: no answer, ask again
  if (waiter.request == RequestId{}) {
    if (!settled.durable) return end(ByeCode::storage);
    const KeyRow* key = waiter.room->key(waiter.role);
    if (!key || key->epoch != waiter.epoch) return end(ByeCode::revoked);  // replaced or revoked since
    return admit(Admitted{waiter.room, waiter.role, key->epoch});
  }
  if (settled.durable) return say(Answered{waiter.request, waiter.version, waiter.repeated});
  refuse(Refused{waiter.request, {Refusal::Code::storage}, waiter.room->published().version});
}

void Session::tick(Now now) {
  if (ended_) return;
  if (!still_admitted()) return;
  if (!who_ && owed_ == 0 && now.tick - born_ >= limits_.stranger_lifetime) return end(ByeCode::too_slow);
  if (who_ && now.tick - heard_ >= limits_.silence) end(ByeCode::silent);
}

void Session::end(ByeCode code) {
  if (ended_) return;
  ended_ = code;
  say(Bye{code});
  in_.clear();
  refusals_.clear();
  leave_room();
}

// ---- bytes out ------------------------------------------------------------------------------------------------------------------

bool Session::behind() const { return cursor_ <= who_->room->published().version.value; }

std::uint16_t Session::presence_news() const { return static_cast<std::uint16_t>(told_present_ ^ who_->room->present()); }

bool Session::has_output() {
  if (!urgent_.empty()) return true;
  if (!who_ || ended_) return false;
  if (!still_admitted()) return true;
  return behind() || !live_ || presence_news() != 0 || refusal_is_due();
}

std::string Session::output(std::size_t size) {
  std::string out = std::exchange(urgent_, {});
  if (!who_ || ended_ || !still_admitted()) return out + std::exchange(urgent_, {});
  add_refusals(out);
  while (behind() && out.size() < size)
    if (!add_commits(out, size)) return out + std::exchange(urgent_, {});
  if (behind()) return out;
  if (!live_) {
    live_ = true;
    out += encode(ServerMessage{who_->room->live()});
  }
  add_presence(out);
  return out;
}

/// Commits from the ring, or from the journal for a reader that fell out of it. False if the journal cannot be read.
bool Session::add_commits(std::string& out, std::size_t size) {
  Room& room = *who_->room;
  if (const auto entry = room.recent(Version{cursor_})) {
    out += entry->frame_for(who_->role);
    ++cursor_;
    add_refusals(out);
    return true;
  }
  std::size_t left = commits_per_read;
  const std::uint64_t before = cursor_;
  const auto error = tables_.store().read(room.name(), Version{cursor_}, [&](const CommitRow& row) {
    const auto entry = make_entry(row);
    if (!entry || row.version > room.published().version) return false;
    out += entry->frame_for(who_->role);
    ++cursor_;
    add_refusals(out);
    return --left > 0 && out.size() < size;
  });
  if (!error && cursor_ > before) return true;
  end(ByeCode::storage);
  return false;
}

bool Session::refusal_is_due() {
  if (refusals_.empty()) return false;
  Version& head = refusals_.front().head;
  if (head > who_->room->head()) head = who_->room->published().version;  // that commit went with a batch that failed
  return head.value < cursor_;
}

void Session::add_refusals(std::string& out) {
  for (; refusal_is_due(); refusals_.pop_front())
    out += encode(ServerMessage{refusals_.front()});
}

void Session::add_presence(std::string& out) {
  const std::uint16_t news = presence_news();
  told_present_ = who_->room->present();
  for (std::uint16_t number = 0; number <= code(Role::host()); ++number) {
    const Role role = *role_of_code(number);
    if (news & presence_bit(role)) out += encode(ServerMessage{Presence{role, (told_present_ & presence_bit(role)) != 0}});
  }
}

}  // namespace parley
