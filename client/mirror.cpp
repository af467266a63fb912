#include "client/mirror.h"

#include <algorithm>
#include <utility>

namespace parley {

Mirror::Mirror(Role role, SecretKey key, Epoch epoch) : role_(role), key_(std::move(key)), epoch_(epoch) { table_.sight = role; }

bool Mirror::online(Role role) const {
  return (present_ & presence_bit(role)) != 0 || (role == role_ && live_ && !watches_);
}

void Mirror::logged_in(const LoggedIn& message) {
  epoch_ = message.epoch;
  used_id(message.highest);
}

void Mirror::lost() {
  live_ = false;
  present_ = 0;
}

std::optional<Resume> Mirror::resume() const {
  if (empty()) return std::nullopt;
  return Resume{store_epoch_, table_.version, shortened(chain_)};
}

// ---- from the server ----------------------------------------------------------------------------------------------------

std::vector<Event> Mirror::receive(const ServerMessage& message) {
  std::vector<Event> out;
  if (const auto* m = std::get_if<Committed>(&message)) on(out, m->commit);
  if (const auto* m = std::get_if<CommittedPrivate>(&message)) on(out, m->commit);
  if (const auto* m = std::get_if<Live>(&message)) on(out, *m);
  if (const auto* m = std::get_if<Pong>(&message); m && m->head == table_.version && !same_history(m->head, m->chain, m->digest))
    out.push_back(Broken{"history"});
  if (const auto* m = std::get_if<Presence>(&message)) {
    present_ = static_cast<std::uint16_t>(m->online ? present_ | presence_bit(m->role) : present_ & ~presence_bit(m->role));
    out.push_back(PresenceChanged{m->role, m->online});
  }
  if (const auto* m = std::get_if<Answered>(&message)) answer(out, {m->request, m->version, m->repeated, std::nullopt});
  if (const auto* m = std::get_if<Refused>(&message)) answer(out, {m->request, m->head, false, m->refusal});
  return out;
}

std::optional<Applied> Mirror::restore(const Commit& commit, const Short& store_epoch) {
  store_epoch_ = store_epoch;
  std::vector<Event> out;
  on(out, commit);
  if (out.size() != 1 || !std::holds_alternative<Applied>(out.front())) return std::nullopt;
  return std::get<Applied>(std::move(out.front()));
}

void Mirror::on(std::vector<Event>& out, Commit commit) {
  const std::uint64_t next = empty() ? 0 : table_.version.value + 1;
  const bool genesis = std::holds_alternative<Genesis>(commit.action);
  if (commit.version.value != next) return out.push_back(Broken{"out_of_order", true});
  if (genesis != (next == 0) || lawful(table_, commit)) return out.push_back(Broken{"history"});
  const std::string bytes = encode(commit);
  history_bytes_ += bytes.size() + limits::history_bytes_besides;
  if (history_bytes_ > limits::history_bytes_max) return out.push_back(Broken{"too_long"});
  Outcome outcome = apply(table_, commit);
  chain_ = chain_next(chain_, bytes);
  if (next == 0) table_hash_ = chain_;
  out.push_back(Applied{std::move(commit), std::move(outcome), table_.time});
  for (const Reply& early : early_)
    if (early.version == table_.version) out.push_back(early);
  std::erase_if(early_, [&](const Reply& early) { return early.version == table_.version; });
}

void Mirror::on(std::vector<Event>& out, const Live& live) {
  if (empty() || !same_history(live.head, live.chain, live.digest)) return out.push_back(Broken{"history"});
  live_ = true;
  out.push_back(BecameLive{live.head});
}

bool Mirror::same_history(Version head, const Short& chain, const Short& digest_there) const {
  return head == table_.version && chain == shortened(chain_) && digest_there == shortened(digest(table_));
}

void Mirror::answer(std::vector<Event>& out, Reply reply) {
  if (unanswered_.erase(reply.request) == 0) return;  // nobody asked
  if (reply.version > table_.version) return early_.push_back(reply);
  out.push_back(reply);
}

// ---- to the server ------------------------------------------------------------------------------------------------------

Act Mirror::ask(RequestId id, Version seen, Action action, Secret secret) {
  if (id == RequestId{}) id = RequestId{highest_id_.value + 1};
  used_id(id);
  Act act{.request = {.id = id, .seen = seen, .action = std::move(action), .secret = secret}, .signature = {}};
  if (is_consent(verb_of(act.request.action))) {
    const Deal* deal = table_.ledger.find(deal_of(act.request.action));
    const Hash record = deal ? record_hash(deal->record) : Hash{};
    act.signature = key_.sign(consent_statement({table_hash_, role_, epoch_}, id, act.request.action, record));
  }
  unanswered_[id] = act;
  return act;
}

void Mirror::take_up(Act act) {
  used_id(act.request.id);
  unanswered_[act.request.id] = std::move(act);
}

bool fits_a_frame(const Action& action) { return encode(action).size() + 128 <= limits::frame_from_client; }

std::vector<Act> Mirror::give_up() {
  std::vector<Act> given_up;
  for (auto& [id, act] : std::exchange(unanswered_, {})) given_up.push_back(std::move(act));
  return given_up;
}

std::optional<DealId> Mirror::deal_offered_at(Version version) const {
  const auto& deals = table_.ledger.deals();
  const auto found = std::lower_bound(deals.begin(), deals.end(), version,
                                      [](const Deal& deal, Version v) { return deal.offered_version < v; });
  if (found == deals.end() || found->offered_version != version) return std::nullopt;
  return found->id;
}

}  // namespace parley
