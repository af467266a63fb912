#include "server/admin.h"

#include "common/keys/invite.h"
#include "common/keys/verify.h"
#include "common/wire/address.h"
#include "common/wire/describe.h"
#include "common/wire/follower.h"
#include "server/clock.h"
#include "server/errands.h"
#include "server/sqlite_store.h"

#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdio>
#include <iostream>
#include <limits>
#include <thread>

namespace parley {
namespace {

using namespace std::chrono_literals;

constexpr auto answer_within = 5s;
constexpr std::size_t no_bound = std::numeric_limits<std::size_t>::max();  // on our own store

int fail(int code, const std::string& sentence) {
  std::fprintf(stderr, "parleyd: %s\n", sentence.c_str());
  return code;
}
int usage(const std::string& sentence) { return fail(2, sentence); }
int start_up(const StoreError& error) { return fail(2, error.sentence); }

/// Whether what was printed has reached its reader; else the remedy is told.
int written(const std::string& remedy = "is the disk full?") {
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return 0;
  return fail(1, "the output could not be written; " + remedy);
}
constexpr const char* lost_invites = "nobody has seen the invites, so make new ones with 'parleyd invite'";

/// A store that was asked for by an errand, and what came of it.
struct Done {
  ErrandResult result;
  PublicKey server{};
};

Done as_done(Store& store, const std::string& answer) { return {parse_errand_result(answer), store.server_key().public_key()}; }

/// With no server running, under its lock: does what it would do. An errand that was left (its number is not 0) is answered.
Result<Done, StoreError> do_here(Store& store, const Errand& errand) {
  Tables tables(store, {});
  perform(tables, errand, clock_now());
  Batch batch = tables.take_batch();
  const Done done = as_done(store, batch.answers.at(0).text);
  if (errand.number == 0) batch.answers.clear();
  if (!batch.empty())
    if (auto error = store.write(batch)) return *error;
  return done;
}

/// So that nobody does it later, when the operator no longer expects it. What was done meanwhile is told.
Result<Done, StoreError> withdraw(Store& store, std::uint64_t number, const std::string& why) {
  Batch batch;
  batch.answers.push_back({number, R"({"error":"withdrawn"})"});
  if (!store.write(batch)) return StoreError{StoreError::Kind::failed, why + "; nothing was done, try again"};
  const auto answer = store.errand_answer(number);
  if (answer && *answer) return as_done(store, **answer);
  return StoreError{StoreError::Kind::failed, why + "; it may still be done: look, then try again"};
}

volatile std::sig_atomic_t interrupted = 0;

/// Leaves the errand for whoever has the lock. That is the server, or another command that will be gone in a moment: then it is
/// done here after all.
Result<Done, StoreError> leave(Store& store, const std::filesystem::path& data, const std::string& text) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, [](int) { interrupted = 1; });
  const auto number = store.leave_errand(text);
  if (!number) return number.error();
  for (auto waited = 0ms; waited < answer_within; waited += 20ms) {
    std::this_thread::sleep_for(20ms);
    if (interrupted) return withdraw(store, *number, "interrupted");
    const auto lock = StoreLock::take(data);
    const auto answer = store.errand_answer(*number);
    if (!answer) return withdraw(store, *number, answer.error().sentence);
    if (*answer) return as_done(store, **answer);
    if (!lock) continue;
    auto done = do_here(store, {*number, text});
    return done ? std::move(done) : withdraw(store, *number, done.error().sentence);
  }
  return withdraw(store, *number, "the server did not answer within 5 s (its log says why)");
}

Result<Done, StoreError> run_errand(const std::filesystem::path& data, const ErrandRequest& request, bool create) {
  auto store = open_sqlite_store(data, create);
  if (!store) return store.error();
  const auto lock = StoreLock::take(data);
  if (lock) return do_here(**store, {0, to_text(request)});
  if (lock.error().kind != StoreError::Kind::in_use) return lock.error();
  return leave(**store, data, to_text(request));
}

std::string default_address(const std::filesystem::path& data) {
  return "unix:" + (std::filesystem::absolute(data) / "parley.sock").lexically_normal().string();
}

/// The address that invites carry, or a sentence.
Result<Address, std::string> invite_address(const std::filesystem::path& data, const std::string& asked) {
  auto address = parse_address(asked.empty() ? default_address(data) : asked);
  if (address && !fits_invite(to_text(*address))) return std::string("an address has no control characters; choose another");
  return address;
}

/// The table name, if it is one: it becomes part of file names and log lines.
std::optional<std::string> wrong_table_name(const std::string& name) {
  const bool good = !name.empty() && name.size() <= limits::table_name_bytes &&
                    name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-") == std::string::npos;
  if (good) return std::nullopt;
  return "a table's name has 1 to 32 of a-z 0-9 _ -, such as arrakis";
}

/// The table's room, read from the store beside whatever server may run.
struct OpenTable {
  std::unique_ptr<Store> store;
  std::unique_ptr<Room> room;
};
Result<OpenTable, int> open_table(const std::filesystem::path& data, const std::string& table) {
  auto store = open_sqlite_store(data, false);
  if (!store) return start_up(store.error());
  const auto heads = (*store)->tables();
  if (!heads) return start_up(heads.error());
  bool known = false;
  for (const TableHead& head : *heads) known = known || head.table == table;
  if (!known) return fail(1, no_table(table));
  auto room = Room::load(**store, table, {});
  if (!room) return start_up(room.error());
  return OpenTable{std::move(*store), std::move(*room)};
}

Result<std::vector<Proof>, StoreError> proofs_of(Store& store, const std::string& table) {
  std::vector<Proof> proofs;
  const auto error = store.read(table, Version{0}, [&](const CommitRow& row) {
    proofs.push_back({row.bytes, row.signature.empty() ? RequestId{} : row.request, row.signature});
    return true;
  });
  if (error) return *error;
  return proofs;
}

}  // namespace

int table_new(const std::filesystem::path& data, const NewTableOptions& options) {
  if (const auto wrong = wrong_table_name(options.name)) return usage(*wrong);
  const auto rules = rules_of(options.rules);
  if (!rules) return usage(rules.error());
  if (const auto wrong = wrong_seats(*rules, options.seats)) return usage(*wrong);
  const auto address = invite_address(data, options.address);
  if (!address) return usage(address.error());

  NewTable request{.name = options.name, .seats = options.seats, .rules = *rules, .invites = {}};
  std::vector<Invite> invites;
  std::vector<std::string> roles = options.seats;
  roles.insert(roles.end(), {"HOST", "VIEWER/1"});
  for (const std::string& role : roles) {
    invites.push_back(Invite{to_text(*address), {}, options.name, role, random_bytes<16>()});
    request.invites.push_back({role, sha256(view(invites.back().code))});
  }
  const auto done = run_errand(data, request, true);
  if (!done) return start_up(done.error());
  if (!done->result.error.empty()) return fail(1, done->result.error);
  for (Invite& invite : invites) {
    invite.server = done->server;
    const std::string label = invite.role == "VIEWER/1" ? "VIEWER" : invite.role;
    std::printf("%s\t%s\n", label.c_str(), to_text(invite).c_str());
  }
  return written(lost_invites);
}

int invite(const std::filesystem::path& data, const std::string& table, const std::string& role, const std::string& address) {
  const auto where = invite_address(data, address);
  if (!where) return usage(where.error());
  Invite made{to_text(*where), {}, table, role, random_bytes<16>()};
  const auto done = run_errand(data, InviteRole{table, {role, sha256(view(made.code))}}, false);
  if (!done) return start_up(done.error());
  if (!done->result.error.empty()) return fail(1, done->result.error);
  made.server = done->server;
  made.role = done->result.role;
  std::printf("%s\t%s\n", role.c_str(), to_text(made).c_str());
  return written(lost_invites);
}

int revoke(const std::filesystem::path& data, const std::string& table, const std::string& role) {
  const auto done = run_errand(data, RevokeRole{table, role}, false);
  if (!done) return start_up(done.error());
  if (!done->result.error.empty()) return fail(1, done->result.error);
  std::printf("revoked %s of %s\n", done->result.role.c_str(), table.c_str());
  return written();
}

int table_list(const std::filesystem::path& data) {
  auto store = open_sqlite_store(data, false);
  if (!store) return start_up(store.error());
  const auto heads = (*store)->tables();
  if (!heads) return start_up(heads.error());
  for (const TableHead& head : *heads)
    std::printf("%s\tversion %llu\n", head.table.c_str(), static_cast<unsigned long long>(head.head.value));
  return written();
}

int table_show(const std::filesystem::path& data, const std::string& table) {
  const auto opened = open_table(data, table);
  if (!opened) return opened.error();
  const Room& room = *opened->room;
  Follower follower({}, no_bound);  // the public form: whoever runs the server is no player
  const auto error = opened->store->read(table, Version{0}, [&](const CommitRow& row) {
    if (const auto commit = decode_commit(row.bytes)) follower.see(*commit);
    return true;
  });
  if (error) return start_up(*error);
  if (!follower.table()) return fail(1, "table '" + table + "' cannot be followed to its head; 'parleyd verify " + table + "' says where it breaks");
  const auto shown = describe(*follower.table());
  std::printf("%s\n", shown.dump(2).c_str());
  for (const auto& [role, key] : room.keys())
    std::printf("%s\tkey %s epoch %u%s\n", role_text(role, room.seats()).c_str(), to_hex(view(key.key)).substr(0, 16).c_str(),
                key.epoch.value, key.revoked ? " revoked" : "");
  for (const auto& [code, row] : room.invites())
    if (!row.used_by && !row.revoked) std::printf("%s\tinvite out\n", role_text(row.role, room.seats()).c_str());
  return written();
}

int export_ledger(const std::filesystem::path& data, const std::string& table, bool json) {
  const auto opened = open_table(data, table);
  if (!opened) return opened.error();
  const auto proofs = proofs_of(*opened->store, table);
  if (!proofs) return start_up(proofs.error());
  write_ledger(std::cout, *proofs, json ? LedgerForm::json : LedgerForm::text);
  return std::cout.flush() ? 0 : fail(1, "the ledger could not be written; is the disk full?");
}

int dump(const std::filesystem::path& data, const std::string& table, const DumpOptions& options) {
  const auto opened = open_table(data, table);
  if (!opened) return opened.error();
  Follower follower({}, no_bound);  // the public form: purses stay private even here
  const auto error = opened->store->read(table, Version{0}, [&](const CommitRow& row) {
    const auto commit = decode_commit(row.bytes);
    if (!commit || (options.at && row.version.value > *options.at)) return false;
    const auto event = follower.see(*commit);
    if (options.at || row.version.value < options.from) return true;
    std::printf("%s\n", options.json ? to_line(event).c_str() : one_line(event).c_str());
    return true;
  });
  if (error) return start_up(*error);
  if (!options.at) return written();
  const auto& then = follower.table();
  if (!then || then->version.value != *options.at)
    return fail(1, "table '" + table + "' has no version " + std::to_string(*options.at) + " yet; leave --at out to see those there are");
  auto shown = describe(*then);
  shown["ledger"] = nlohmann::ordered_json::array();
  for (const Deal& deal : then->ledger.deals()) shown["ledger"].push_back(describe(deal, *then));
  std::printf("%s\n", options.json ? to_line(shown).c_str() : shown.dump(2).c_str());
  return written();
}

int verify_store(const std::filesystem::path& data, const std::optional<std::string>& table) {
  auto store = open_sqlite_store(data, false);
  if (!store) return start_up(store.error());
  const auto heads = (*store)->tables();
  if (!heads) return start_up(heads.error());
  if (const auto error = (*store)->inspect([](const CommitRow&) { return true; })) return start_up(*error);
  bool any = false;
  for (const TableHead& head : *heads) {
    if (table && head.table != *table) continue;
    any = true;
    const auto proofs = proofs_of(**store, head.table);
    if (!proofs) return start_up(proofs.error());
    const auto verified = verify_ledger(*proofs);
    if (!verified) return fail(1, "table '" + head.table + "': " + verified.error());
    std::printf("%s\tversion %llu, %zu consents verified, chain %s\n", head.table.c_str(),
                static_cast<unsigned long long>(verified->head.value), verified->consents, to_hex(view(verified->chain)).c_str());
  }
  if (table && !any) return fail(1, no_table(*table));
  return written();
}

}  // namespace parley
