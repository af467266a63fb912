#include "tests/support/everybody.h"

#include "tests/support/everybody_ti4.h"

#include "common/core/overload.h"
#include "common/wire/message.h"
#include "common/wire/names.h"

namespace parley::test {
namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw Mismatch(what);
}

std::string words(const Verdict& verdict) {
  return verdict ? std::string(name(verdict->code)) + " (object " + std::to_string(verdict->object) + ")" : "ok";
}

/// A3: the owner; the host while the seat is AI; the server. From the rules, not from sees_purse.
bool may_know(const Table& server, Role role, Seat seat) {
  if (role == Role::server() || role.is(seat)) return true;
  return role == Role::host() && server[seat].control == Control::ai;
}

/// A3: an amount is for the seat and for the host who typed it; a revealed purse for the host alone.
bool may_read_secret(Role role, const Commit& commit) {
  if (std::holds_alternative<Adjust>(commit.action)) return role == commit.role;
  if (const auto* adjust = std::get_if<AdjustSeat>(&commit.action)) return role == Role::host() || role.is(adjust->seat);
  if (may_read_note(role, commit)) return true;
  return role == Role::host() && std::holds_alternative<SetControl>(commit.action);
}

/// What a mirror receives: the public bytes, and the secret's where it may be read.
Commit received_by(Role role, const Commit& commit) {
  auto decoded = decode_commit(encode(commit));
  require(static_cast<bool>(decoded), "a commit's bytes decode");
  require(std::holds_alternative<std::monostate>(decoded->secret), "a commit's public bytes hold no secret");
  if (may_read_secret(role, commit)) {
    auto secret = decode_secret(encode(commit.secret));
    require(static_cast<bool>(secret), "a secret's bytes decode");
    decoded->secret = *secret;
  }
  return *decoded;
}

bool is_deal_action(Verb verb) {
  return (verb >= Verb::offer && verb <= Verb::note) || verb == Verb::accept_as || (verb >= Verb::able && verb <= Verb::kept);
}

/// D14: the table as it was, but for the ledger and what the bribe moved.
void require_only_the_ledger(const Table& before, const Table& after, const Outcome& out) {
  dune::Game expected = game_of(before);
  const dune::Game& now = game_of(after);
  if (out.paid) {
    dune::Purse& payer = expected[out.paid->payer];
    payer.spice = now[out.paid->payer].spice;
    payer.hajr = payer.hajr && now[out.paid->payer].hajr;
    payer.spice_changed = now[out.paid->payer].spice_changed;
    payer.spice_changed_by_others = now[out.paid->payer].spice_changed_by_others;
    const bool waits = after.decisions.size() != before.decisions.size();
    if (!waits) expected[out.paid->recipient].deferred.value += out.paid->gross.value;
    require(after.decisions.size() <= before.decisions.size() + 1, "D14: at most the bribe's own decision opens");
  } else {
    require(before.decisions == after.decisions, "D14: a deal action leaves decisions alone");
  }
  require(expected == now, "D14: a deal action changes nothing of the game but the bribe's money");
  require(before.seats == after.seats, "D14: a deal action leaves seats alone");
}

/// D7: whatever was offered is there in the same words.
void require_nothing_reworded(const Table& before, const Table& after) {
  for (const Deal& was : before.ledger.deals()) {
    const Deal* is = after.ledger.find(was.id);
    require(is && is->record == was.record && is->proposer == was.proposer, "D7: a deal is never removed or reworded");
    require(is->notes.size() >= was.notes.size(), "D12: no note is lost");
  }
}

std::int64_t sum_of_spice(const Table& server) {
  const dune::Game& game = game_of(server);
  auto sum = static_cast<std::int64_t>(game.bank.value);
  for (std::size_t i = 0; i < server.seats.size(); ++i)
    sum += static_cast<std::int64_t>(game.purses[i].spice->value + game.purses[i].deferred.value);
  for (const Decision& decision : server.decisions)
    if (const auto* open = std::get_if<Diversion>(&decision.kind)) sum += static_cast<std::int64_t>(open->payment.gross.value);
  return sum;
}

/// A4, A3, A8, A1 at a Dune table.
void require_dune(const Table& server, std::int64_t sum) {
  const dune::Game& game = game_of(server);
  require(sum_of_spice(server) == sum, "A4: spice appears and vanishes only by adjustments");
  for (const dune::Purse& purse : game.purses) require(!purse.spice || purse.bid <= *purse.spice, "A8: no bid above its spice");
  for (std::size_t i = 0; i < server.seats.size(); ++i)
    require(!game.purses[i].ally || game[*game.purses[i].ally].ally == Seat{static_cast<std::uint8_t>(i)}, "A1: allies in pairs");
}

bool is_dune(const Table& t) { return std::holds_alternative<dune::Game>(t.game); }

/// Whether only the server can know that a purse or a hand is too small: then the asker's own client lets it pass [SEED B6].
bool purse_is_anothers(const Table& server, Role role, const Action& action) {
  if (const auto* accept = std::get_if<ti4::AcceptAs>(&action)) {
    const ti4::Exchange* exchange = exchange_of(server.ledger.find(accept->deal)->record);
    return exchange && !exchange->gives.notes.empty();  // the proposer's hand
  }
  if (std::holds_alternative<AdjustSeat>(action)) return true;
  const auto* accept = std::get_if<Accept>(&action);
  const Bribe* bribe = accept ? bribe_of(*server.ledger.find(accept->deal)) : nullptr;
  return bribe && !role.is(bribe->payer);
}

}  // namespace

std::string difference(const Table& a, const Table& b) {
  if (a.sight != b.sight) return "sight";
  if (a.name != b.name) return "name";
  if (a.seats != b.seats) return "seats";
  if (a.ledger.deals() != b.ledger.deals()) return "deals";
  if (a.ledger.open() != b.ledger.open()) return "open offers";
  if (a.ledger.digest_sum() != b.ledger.digest_sum()) return "ledger digest";
  if (a.decisions != b.decisions || a.last_decision != b.last_decision) return "decisions";
  if (a.decisions_changed != b.decisions_changed) return "version of decisions";
  if (is_dune(a) && is_dune(b) && game_of(a).purses != game_of(b).purses) return "purses";
  if (a.game != b.game) return "game";
  if (a.version != b.version) return "version";
  if (a.time != b.time) return "time";
  if (digest(a) != digest(b)) return "digest";
  return {};
}

Table seen_by(const Table& server, Role role) {
  Table view = server;
  view.sight = role;
  std::visit(Overload{[&](dune::Game& game) {
                        game.outside.reset();
                        for (std::uint8_t i = 0; i < game.purses.size(); ++i)
                          if (i >= server.seats.size() || !may_know(server, role, Seat{i})) game.purses[i].spice.reset();
                      },
                      [&](ti4::Game&) { hide_hands(view, role); }, [](open::Game&) {}},
             view.game);
  return view;
}

Everybody::Everybody(const Genesis& genesis) {
  std::vector<Role> roles = {Role::host(), Role::viewer(1)};
  for (std::uint8_t i = 0; i < genesis.seats.size(); ++i) roles.push_back(Role::of(Seat{i}));
  for (Role role : roles) {
    mirrors_.emplace_back();
    mirrors_.back().sight = role;
  }
  const Commit first{.version = {}, .elapsed = 0, .role = Role::server(), .action = genesis, .secret = {}};
  const Verdict verdict = lawful(server_, first);
  require(!verdict, "a table can be made: " + words(verdict));
  move_on(first);
  if (is_dune(server_)) starting_ = sum_of_spice(server_);
}

const Table& Everybody::mirror(Role role) const {
  for (const Table& mirror : mirrors_)
    if (mirror.sight == role) return mirror;
  throw Mismatch("nobody holds that role here");
}

Verdict Everybody::ask(Role role, Action action, Secret secret, Version seen) {
  const Request request{.id = {}, .seen = seen, .action = std::move(action), .secret = std::move(secret)};
  const Table before = server_;
  const Verdict verdict = check(server_, role, request);
  if (role != Role::server()) {
    const Verdict expected_at_home = check(mirror(role), role, request);
    const bool only_the_server_knows = verdict && (verdict->code == Refusal::Code::payment_unavailable ||
                                                   verdict->code == Refusal::Code::holdings) &&
                                       !expected_at_home && purse_is_anothers(server_, role, request.action);
    require(expected_at_home == verdict || only_the_server_knows,
            "the asker's client judges as the server does: " + words(expected_at_home) + " at home, " + words(verdict));
  }
  require(difference(before, server_).empty(), "judging changes nothing");
  if (verdict) {
    require(verdict->code != Refusal::Code::payment_unavailable || verdict->object == 0, "B6: nothing but the code is told");
    last_ = {};
    return verdict;
  }

  const Commit commit{.version = Version{server_.version.value + 1}, .elapsed = 1, .role = role, .action = request.action,
                      .secret = secret_for(server_, request)};
  const auto* control = std::get_if<SetControl>(&commit.action);
  const bool reveals = is_dune(server_) && control && control->to == Control::ai;
  require(!control || std::holds_alternative<Revealed>(commit.secret) == reveals,
          "A3: a purse is revealed when a seat turns AI, and then only");
  const Verdict law = lawful(server_, commit);
  require(!law, "what check accepts is lawful: " + words(law));
  move_on(commit);
  must_hold(before, commit);
  return verdict;
}

void Everybody::move_on(const Commit& commit) {
  last_ = apply(server_, commit);
  journal_.push_back(commit);
  for (Table& mirror : mirrors_) {
    const std::string whose = role_text(mirror.sight, {}) + " " + std::to_string(mirror.sight.number) + ": ";
    require(may_read_secret(mirror.sight, commit) == sees_secret(mirror.sight, commit) ||
                std::holds_alternative<std::monostate>(commit.secret),
            whose + "A3 says who reads a secret");
    const Commit theirs = received_by(mirror.sight, commit);
    const Verdict law = lawful(mirror, theirs);
    require(!law, whose + "a mirror finds the commit lawful: " + words(law));
    const Outcome outcome = apply(mirror, theirs);
    require(outcome == last_, whose + "the outcome is public and the same");
    require(digest(mirror) == digest(server_), whose + "digests agree");
    const std::string apart = difference(mirror, seen_by(server_, mirror.sight));
    require(apart.empty(), whose + "the mirror is what this role may see, but for its " + apart);
    if (is_ti4(server_)) require_same_classes(server_, mirror);
  }
}

void Everybody::must_hold(const Table& before, const Commit& commit) {
  require(server_.version.value == before.version.value + 1, "a commit is one version");
  require_nothing_reworded(before, server_);
  const bool of_a_deal = is_deal_action(verb_of(commit.action));
  if (std::holds_alternative<open::Game>(server_.game)) {
    require(!of_a_deal || (server_.game == before.game && server_.seats == before.seats), "D14: deals change the ledger only");
    return;
  }
  if (is_ti4(server_)) {
    if (of_a_deal) require_only_goods(before, server_, last_);
    require_goods(before, server_, commit, last_);
    return require_sound(server_);
  }
  if (of_a_deal) require_only_the_ledger(before, server_, last_);
  const bool adjusts = std::holds_alternative<Adjust>(commit.action) || std::holds_alternative<AdjustSeat>(commit.action);
  if (adjusts) adjusted_ += std::get<Amount>(commit.secret).by;
  require_dune(server_, starting_ + adjusted_);
  require(game_of(server_).outside == -adjusted_, "A3: outside takes the other side of every adjustment");
}

void Everybody::restart() {
  Table again;
  for (const Commit& commit : journal_) {
    auto decoded = decode_commit(encode(commit));
    require(static_cast<bool>(decoded) && decoded->action == commit.action, "a journaled commit is read back as it was");
    require(encode(*decoded) == encode(commit), "and encodes to the same bytes");
    decoded->secret = commit.secret;
    const Verdict law = lawful(again, *decoded);
    require(!law, "a replayed commit is lawful: " + words(law));
    apply(again, *decoded);
  }
  require(difference(again, server_).empty(), "P-D5: a replay is identical, but for its " + difference(again, server_));
  server_ = std::move(again);
}

}  // namespace parley::test
