#include "server/tables.h"

#include <algorithm>
#include <utility>

namespace parley {

std::optional<StoreError> Tables::check_journals() {
  std::optional<StoreError> bad;
  auto error = store_.inspect([&](const CommitRow& row) {
    const auto commit = decode_commit(row.bytes);
    if (commit && commit->version == row.version && decode_secret(row.secret)) return true;
    bad = damaged_after(row.table, row.version, "a commit that cannot be read");
    return false;
  });
  return error ? error : bad;
}

Result<Room*, StoreError> Tables::find(std::string_view name) {
  if (const auto found = rooms_.find(name); found != rooms_.end()) {
    Room* room = found->second.get();
    if (room->trouble()) room->recover();
    if (room->trouble()) return *room->trouble();
    return room;
  }
  const auto heads = store_.tables();
  if (!heads) return heads.error();
  const bool known = std::any_of(heads->begin(), heads->end(), [&](const TableHead& head) { return head.table == name; });
  if (!known) return static_cast<Room*>(nullptr);
  auto room = Room::load(store_, std::string(name), limits_);
  if (!room) return room.error();
  return rooms_.emplace(name, std::move(*room)).first->second.get();
}

void Tables::touch(Room* room) {
  if (std::find(touched_.begin(), touched_.end(), room) == touched_.end()) touched_.push_back(room);
}

// ---- sessions -------------------------------------------------------------------------------------------------------------

std::variant<Admitted, ByeCode> Tables::login(const Handshake& handshake, const Login& login) {
  const auto room = find(login.table);
  if (!room) return ByeCode::storage;
  const KeyRow* row = *room ? (*room)->key(login.role) : nullptr;
  // Whoever is unknown costs one verification as well, so that time tells nothing.
  const PublicKey nobody = store_.server_key().public_key();
  const bool good = verify(row ? row->key : nobody, login_statement(handshake, login), login.signature);
  if (!row || !good || row->epoch != login.epoch) return ByeCode::not_admitted;
  if (login.resume && !(*room)->knows(*login.resume)) return ByeCode::history;
  return Admitted{*room, login.role, row->epoch};
}

std::variant<std::monostate, Admitted, Refused, ByeCode> Tables::redeem(const Handshake& handshake, const Redeem& redeem,
                                                                       SessionId session, Now now) {
  if (!verify(redeem.key, redeem_statement(handshake, redeem), redeem.signature)) return ByeCode::bad_invite;
  const Hash code = sha256(view(redeem.code));
  const auto stored = store_.invite(code);
  if (!stored) return ByeCode::storage;
  if (!*stored) return ByeCode::bad_invite;
  const auto found = find((*stored)->table);
  if (!found || !*found) return ByeCode::storage;
  Room& room = **found;
  const InviteRow* invite = room.invite(code);  // knows what is not durable yet
  if (!invite || invite->revoked) return ByeCode::bad_invite;
  const Role role = invite->role;
  Waiter waiter{.session = session, .room = &room, .role = role, .request = {}, .version = {}, .epoch = {}};

  if (invite->used_by) {  // the reply was lost: the same key gets the same answer
    const KeyRow* held = room.key(role);
    if (*invite->used_by != redeem.key || !held || held->key != redeem.key) return ByeCode::bad_invite;
    if (!has_batch() && under_way_.empty()) return Admitted{&room, role, held->epoch};
    waiter.epoch = held->epoch;
    waiters_.push_back(waiter);
    touch(&room);
    return {};
  }
  if (role.is_seat())
    if (Verdict refusal = room.check_name(role.seat(), redeem.player))
      return Refused{RequestId{}, *refusal, room.published().version};

  const auto before = room.keys().find(role);
  if (before != room.keys().end() && before->second.revoked && before->second.key == redeem.key) return ByeCode::bad_invite;
  const Epoch epoch{before == room.keys().end() ? 1 : before->second.epoch.value + 1};
  const KeyRow key{.table = room.name(), .role = role, .key = redeem.key, .epoch = epoch};
  InviteRow used = *invite;
  used.used_by = redeem.key;
  room.set_key(key);
  room.set_invite(used);
  batch_.keys.push_back(key);
  batch_.invites.push_back(used);
  if (role.is_seat()) room.commit_as_server(Seated{role.seat(), redeem.player, redeem.key, epoch}, now);
  waiter.epoch = epoch;
  waiters_.push_back(waiter);
  touch(&room);
  return {};
}

std::variant<std::monostate, Answered, Refused, ByeCode> Tables::act(const Admitted& who, SessionId session, const Act& act,
                                                                    Now now) {
  Receipt receipt = who.room->receive(who.role, act, now);
  if (const Accepted* accepted = std::get_if<Accepted>(&receipt)) {
    const Waiter waiter{session, who.room, who.role, act.request.id, accepted->version, {}, accepted->repeated};
    // A repeat of what the storage has at hand is answered with that batch; everything else with the next.
    const bool in_hand = accepted->repeated && std::any_of(under_way_.begin(), under_way_.end(), [&](const Waiter& w) {
      return w.room == who.room && w.version == accepted->version;
    });
    (in_hand ? under_way_ : waiters_).push_back(waiter);
    touch(who.room);
    return {};
  }
  if (const Answered* answered = std::get_if<Answered>(&receipt)) return *answered;
  if (const Refused* refused = std::get_if<Refused>(&receipt)) return *refused;
  return std::get<ByeCode>(receipt);
}

// ---- the command line ---------------------------------------------------------------------------------------------------------

std::string no_table(std::string_view name) {
  return "there is no table '" + std::string(name) + "' here; 'parleyd table list' shows those there are";
}

std::optional<std::string> Tables::create(const Genesis& genesis, std::vector<InviteRow> invites) {
  const auto there = find(genesis.name);
  if (!there) return there.error().sentence;
  if (*there) return "there is already a table '" + genesis.name + "'; choose another name";
  auto room = Room::create(store_, genesis, limits_);
  for (InviteRow& invite : invites) {
    room->set_invite(invite);
    batch_.invites.push_back(std::move(invite));
  }
  touch(room.get());
  rooms_.emplace(genesis.name, std::move(room));
  return std::nullopt;
}

std::optional<std::string> Tables::add_invite(InviteRow invite) {
  const auto room = find(invite.table);
  if (!room) return room.error().sentence;
  if (!*room) return no_table(invite.table);
  (*room)->set_invite(invite);
  touch(*room);
  batch_.invites.push_back(std::move(invite));
  return std::nullopt;
}

std::optional<std::string> Tables::revoke(std::string_view table, Role role, Now now) {
  const auto found = find(table);
  if (!found) return found.error().sentence;
  if (!*found) return no_table(table);
  Room& room = **found;
  bool any = false;
  if (const KeyRow* held = room.key(role)) {
    KeyRow ended = *held;
    ended.revoked = true;
    room.set_key(ended);
    batch_.keys.push_back(std::move(ended));
    any = true;
    if (role.is_seat() && !room.is_vacant(role.seat())) room.commit_as_server(Vacated{role.seat()}, now);
  }
  const auto invites = room.invites();
  for (const auto& [code, row] : invites) {
    if (row.role != role || row.used_by || row.revoked) continue;
    InviteRow ended = row;
    ended.revoked = true;
    room.set_invite(ended);
    batch_.invites.push_back(std::move(ended));
    any = true;
  }
  if (!any) return "nobody holds that role of '" + room.name() + "' and no invite for it is out; nothing to revoke";
  touch(&room);
  return std::nullopt;
}

// ---- the storage ------------------------------------------------------------------------------------------------------------

bool Tables::has_batch() const { return !batch_.empty() || !touched_.empty(); }

Batch Tables::take_batch() {
  Batch batch = std::exchange(batch_, {});
  for (Room* room : touched_) room->take_rows(batch.commits);
  in_batch_ = std::exchange(touched_, {});
  under_way_ = std::exchange(waiters_, {});
  return batch;
}

std::vector<Settled> Tables::settle(const std::optional<StoreError>& error) {
  std::vector<Settled> settled;
  if (!error) {
    for (Room* room : in_batch_) room->publish();
    for (const Waiter& waiter : under_way_) settled.push_back({waiter, true});
    under_way_.clear();
    changed_ = std::exchange(in_batch_, {});
    return settled;
  }
  // What was not written, and what was built on it, is dropped; the store says what is true.
  batch_ = {};
  for (Room* room : touched_) in_batch_.push_back(room);
  under_way_.insert(under_way_.end(), waiters_.begin(), waiters_.end());
  changed_.clear();
  for (Room* room : in_batch_)
    if (std::find(changed_.begin(), changed_.end(), room) == changed_.end()) {
      room->recover();
      changed_.push_back(room);
    }
  for (const Waiter& waiter : under_way_) {
    const bool known = waiter.request != RequestId{} && waiter.version <= waiter.room->published().version;
    const auto row = known ? store_.find(waiter.room->name(), waiter.role, waiter.request) : std::optional<CommitRow>{};
    settled.push_back({waiter, row && *row && (*row)->version == waiter.version});
  }
  std::erase_if(changed_, [](const Room* room) { return room->published().seats.empty(); });
  std::erase_if(rooms_, [](const auto& entry) { return entry.second->published().seats.empty(); });  // never founded
  touched_.clear();
  waiters_.clear();
  under_way_.clear();
  in_batch_.clear();
  return settled;
}

}  // namespace parley
