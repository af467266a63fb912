#include "server/room.h"

#include "common/core/invariant.h"
#include "common/core/limits.h"

#include <algorithm>

namespace parley {
namespace {

constexpr std::size_t recent_max = 256;

std::size_t history_bytes(const Entry& entry) { return entry.bytes.size() + limits::history_bytes_besides; }

}  // namespace

StoreError damaged_after(const std::string& table, Version bad, std::string_view why) {
  const std::string good = bad == Version{} ? "has no good version" : "is damaged after version " + std::to_string(bad.value - 1);
  return {StoreError::Kind::damaged,
          "table '" + table + "' " + good + " (" + std::string(why) + "); restore the store from a backup, or move it away"};
}

std::shared_ptr<const Entry> make_entry(Commit commit, RequestId request, std::string signature) {
  Entry entry{.commit = std::move(commit), .request = request, .signature = std::move(signature)};
  entry.bytes = encode(entry.commit);
  entry.secret = encode(entry.commit.secret);
  entry.frame = committed_frame(entry.bytes, {});
  if (!entry.secret.empty()) entry.private_frame = committed_frame(entry.bytes, entry.secret);
  return std::make_shared<const Entry>(std::move(entry));
}

std::shared_ptr<const Entry> make_entry(const CommitRow& row) {
  auto commit = decode_commit(row.bytes);
  auto secret = decode_secret(row.secret);
  if (!commit || !secret || commit->version != row.version || commit->role != row.role) return nullptr;
  commit->secret = *secret;
  return make_entry(std::move(*commit), row.request);
}

Room::Room(Store& store, std::string name, RoomLimits room_limits)
    : store_(store), name_(std::move(name)), limits_(room_limits) {}

Result<std::unique_ptr<Room>, StoreError> Room::load(Store& store, const std::string& name, RoomLimits room_limits) {
  std::unique_ptr<Room> room(new Room(store, name, room_limits));
  if (auto error = room->replay_from(Version{0})) return *error;
  room->next_ = room->published_;
  if (auto error = room->load_keys()) return *error;
  return room;
}

std::optional<StoreError> Room::load_keys() {
  auto keys = store_.keys(name_);
  if (!keys) return keys.error();
  keys_.clear();
  for (KeyRow& row : *keys) set_key(std::move(row));
  auto invites = store_.invites(name_);
  if (!invites) return invites.error();
  invites_.clear();
  for (InviteRow& row : *invites) set_invite(std::move(row));
  return std::nullopt;
}

std::unique_ptr<Room> Room::create(Store& store, const Genesis& genesis, RoomLimits room_limits) {
  std::unique_ptr<Room> room(new Room(store, genesis.name, room_limits));
  room->seats_ = genesis.seats;
  room->accept(Commit{.version = {}, .elapsed = 0, .role = Role::server(), .action = genesis, .secret = {}},
               RequestId{}, {});
  return room;
}

/// Applies what the journal has from a version on to `published`.
std::optional<StoreError> Room::replay_from(Version from) {
  std::optional<StoreError> bad;
  bool any = false;
  auto error = store_.read(name_, from, [&](const CommitRow& row) {
    const auto entry = make_entry(row);
    if (row.version.value != links_.size()) return bad = damaged_after(name_, Version{links_.size()}, "a version is missing"), false;
    if (!entry) return bad = damaged_after(name_, Version{links_.size()}, "a commit that cannot be read"), false;
    if (lawful(published_, entry->commit)) return bad = damaged_after(name_, Version{links_.size()}, "a commit that cannot be applied"), false;
    history_bytes_ += history_bytes(*entry);
    show(entry);
    RequestId& highest = highest_[row.role];
    highest = std::max(highest, row.request);
    any = true;
    return true;
  });
  if (error) return error;
  if (!bad && !any && links_.empty()) bad = damaged_after(name_, Version{links_.size()}, "no genesis");
  if (!bad) seats_ = seat_keys(published_);
  return bad;
}

/// Brings one durable commit to everybody.
void Room::show(std::shared_ptr<const Entry> entry) {
  apply(published_, entry->commit);
  chain_ = chain_next(chain_, entry->bytes);
  if (links_.empty()) table_hash_ = chain_;
  links_.push_back(shortened(chain_));
  recent_.push_back(std::move(entry));
  if (recent_.size() > recent_max) recent_.pop_front();
}

Live Room::live() const { return {published_.version, shortened(chain_), shortened(digest(published_))}; }

bool Room::knows(const Resume& resume) const {
  return resume.epoch == store_.epoch() && resume.version.value < links_.size() &&
         links_[resume.version.value] == resume.chain;
}

// ---- requests ---------------------------------------------------------------------------------------------------------

Receipt Room::receive(Role role, const Act& act, Now now) {
  const Request& request = act.request;
  const auto refused = [&](Refusal refusal) { return Refused{request.id, refusal, next_.version}; };
  if (request.seen > published_.version) return ByeCode::ahead;  // nobody can have seen what is not durable
  if (!permitted(next_, role, verb_of(request.action))) return forbid(request.id);
  if (request.id <= highest_[role]) return judge_used_id(role, act, now);
  if (!spend_token(role, now)) return refused({Refusal::Code::rate, limits_.actions_per_second});
  if (history_bytes_ > limits::history_bytes_of_words && lengthens(role, verb_of(request.action)))
    return refused({Refusal::Code::limit, limits::history_bytes_of_words});
  Verdict verdict = check(next_, role, request);
  // Whoever does not consent learns nothing about a purse: the signature comes before that [P-V1].
  if (is_consent(verb_of(request.action)) && tells_of_a_purse(verdict) && !signed_by(role, act)) {
    if (could_not_be_signed(request)) return refused({Refusal::Code::no_such_deal});
    return ByeCode::bad_signature;
  }
  if ((verdict = check_probe(role, request, verdict, now))) return refused(*verdict);

  const std::uint64_t elapsed = now.wall > next_.time ? now.wall.value - next_.time.value : 0;
  accept(Commit{.version = Version{next_.version.value + 1}, .elapsed = elapsed, .role = role, .action = request.action,
                .secret = secret_for(next_, request)},
         request.id, is_consent(verb_of(request.action)) ? std::string(view(act.signature)) : std::string{});
  return Accepted{next_.version};
}

/// An id not above the role's highest: repeated, reused or old [P-O2, P-O3]. A repeat that is remembered is free;
/// everything else costs what an action costs, before the store is asked.
Receipt Room::judge_used_id(Role role, const Act& act, Now now) {
  const Request& request = act.request;
  const auto refused = [&](Refusal refusal) { return Refused{request.id, refusal, next_.version}; };
  const auto known = remembered(role, request.id);
  if (known && same_request(known->commit, request)) {
    const Version version = known->commit.version;
    if (version > published_.version) return Accepted{version, true};
    return Answered{request.id, version, true};
  }
  if (!spend_token(role, now)) return refused({Refusal::Code::rate, limits_.actions_per_second});
  if (known) return refused({Refusal::Code::request_reused});
  if (request.id == RequestId{}) return refused({Refusal::Code::request_old});
  const auto row = store_.find(name_, role, request.id);
  if (!row) return refused({Refusal::Code::storage});
  if (!*row) return refused({Refusal::Code::request_old});
  const auto entry = make_entry(**row);
  if (!entry || !same_request(entry->commit, request)) return refused({Refusal::Code::request_reused});
  return Answered{request.id, entry->commit.version, true};
}

/// What a role's request became, if that is on its way or recent; null for request 0, which is nobody's.
std::shared_ptr<const Entry> Room::remembered(Role role, RequestId request) const {
  if (request == RequestId{}) return nullptr;
  for (const auto* entries : {&unpublished_, &recent_})
    for (const auto& entry : *entries)
      if (entry->commit.role == role && entry->request == request) return entry;
  return nullptr;
}

bool Room::spend_token(Role role, Now now) {
  if (limits_.actions_per_second == 0) return true;
  Bucket& bucket = buckets_[role];
  if (!bucket.started) bucket = {static_cast<double>(limits_.actions_burst), now.tick, true};
  const double seconds = std::chrono::duration<double>(now.tick - bucket.filled).count();
  bucket.filled = now.tick;
  bucket.tokens = std::min<double>(limits_.actions_burst, bucket.tokens + seconds * limits_.actions_per_second);
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
}

/// The verdict of the rules, or the wait after a refused payment that keeps a purse from being probed [HOUSE B10].
Verdict Room::check_probe(Role role, const Request& request, Verdict verdict, Now now) {
  const Accept* accept = std::get_if<Accept>(&request.action);
  const bool funds_test = !verdict || verdict->code == Refusal::Code::payment_unavailable;
  if (!accept || !funds_test) return verdict;
  const Deal& deal = *next_.ledger.find(accept->deal);
  const Bribe* bribe = bribe_of(deal);
  const SeatSet others = deal.record.signatories - SeatSet{role.seat()};
  const bool final = others.subset_of(std::get<Open>(deal.state).consents);
  if (!bribe || !final || bribe->payer == role.seat()) return verdict;

  const std::pair prober{role, bribe->payer};
  if (const auto probe = probe_until_.find(prober); probe != probe_until_.end() && now.tick < probe->second) {
    const auto left = std::chrono::ceil<std::chrono::seconds>(probe->second - now.tick);
    return Refusal{Refusal::Code::too_soon, static_cast<std::uint64_t>(left.count())};
  }
  const auto wait = std::chrono::seconds(std::get<dune::Game>(next_.game).options.probe_wait);
  if (verdict && wait.count() > 0) probe_until_[prober] = now.tick + wait;
  return verdict;
}

/// What was not there when the player looked: its number was a guess [P-O4].
bool Room::could_not_be_signed(const Request& consent) const {
  const Deal* deal = next_.ledger.find(deal_of(consent.action));
  return deal && deal->offered_version > consent.seen;
}

bool Room::signed_by(Role role, const Act& act) const {
  const KeyRow* holder = key(role);
  if (!holder) return false;
  const DealId deal = deal_of(act.request.action);
  const Hash record = deal == DealId{} ? Hash{} : record_hash(next_.ledger.find(deal)->record);
  const Signer signer{table_hash_, role, holder->epoch};
  return verify(holder->key, consent_statement(signer, act.request.id, act.request.action, record), act.signature);
}

void Room::accept(Commit commit, RequestId request, std::string signature) {
  const Role role = commit.role;
  auto entry = make_entry(std::move(commit), request, std::move(signature));
  apply(next_, entry->commit);
  history_bytes_ += history_bytes(*entry);
  RequestId& highest = highest_[role];
  highest = std::max(highest, request);
  unpublished_.push_back(std::move(entry));
}

void Room::commit_as_server(Action action, Now now) {
  const Version version{next_.version.value + 1};
  const std::uint64_t elapsed = now.wall > next_.time ? now.wall.value - next_.time.value : 0;
  Commit commit{.version = version, .elapsed = elapsed, .role = Role::server(), .action = std::move(action), .secret = {}};
  invariant(!lawful(next_, commit), "the server commits only what is lawful");
  accept(std::move(commit), RequestId{version.value}, {});
}

// ---- becoming durable ---------------------------------------------------------------------------------------------------

void Room::take_rows(std::vector<CommitRow>& rows) {
  for (; handed_out_ < unpublished_.size(); ++handed_out_) {
    const Entry& entry = *unpublished_[handed_out_];
    rows.push_back(CommitRow{.table = name_, .version = entry.commit.version, .role = entry.commit.role,
                             .request = entry.request, .bytes = entry.bytes, .secret = entry.secret,
                             .signature = entry.signature});
  }
}

void Room::publish() {
  for (; handed_out_ > 0; --handed_out_) {
    show(std::move(unpublished_.front()));
    unpublished_.pop_front();
  }
}

void Room::recover() { trouble_ = reload(); }

std::optional<StoreError> Room::reload() {
  for (const auto& entry : unpublished_) history_bytes_ -= history_bytes(*entry);
  unpublished_.clear();
  handed_out_ = 0;
  auto error = replay_from(Version{links_.size()});
  next_ = published_;
  for (auto& [role, highest] : highest_) {
    const auto found = store_.highest_request(name_, role);
    if (!found) return found.error();
    highest = *found;
  }
  return error ? error : load_keys();
}

std::shared_ptr<const Entry> Room::recent(Version version) const {
  if (recent_.empty() || version < recent_.front()->commit.version) return nullptr;
  const std::uint64_t index = version.value - recent_.front()->commit.version.value;
  return index < recent_.size() ? recent_[index] : nullptr;
}

// ---- keys and presence --------------------------------------------------------------------------------------------------

const KeyRow* Room::key(Role role) const {
  const auto found = keys_.find(role);
  return found == keys_.end() || found->second.revoked ? nullptr : &found->second;
}

const InviteRow* Room::invite(const Hash& code) const {
  const auto found = invites_.find(code);
  return found == invites_.end() ? nullptr : &found->second;
}

RequestId Room::highest_request(Role role) const {
  const auto found = highest_.find(role);
  return found == highest_.end() ? RequestId{} : found->second;
}

void Room::enter(Role role, SessionId session) {
  holders_[role] = session;
  present_ = static_cast<std::uint16_t>(present_ | presence_bit(role));
}

bool Room::watch(Role role, SessionId session) {
  std::set<SessionId>& sessions = watchers_[role];
  return sessions.size() < limits::watchers_per_role && sessions.insert(session).second;
}

void Room::leave(Role role, SessionId session) {
  if (const auto watchers = watchers_.find(role); watchers != watchers_.end()) watchers->second.erase(session);
  if (!holds(role, session)) return;
  holders_.erase(role);
  present_ = static_cast<std::uint16_t>(present_ & ~presence_bit(role));
}

bool Room::holds(Role role, SessionId session) const {
  const auto found = holders_.find(role);
  return found != holders_.end() && found->second == session;
}

}  // namespace parley
