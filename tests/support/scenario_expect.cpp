// What scenarios can expect of a table:
//   version 17 | phase 2 bidding | inflation on | bank 2
//   purse ATR 7 | deferred HAR 3 | bid ATR 3 | hajr ATR open | ally ATR HAR | ally ATR none | control ATR ai
//   departed HAR | present HAR | vacant HAR | taken HAR | host knows ATR 7 | host knows not ATR
//   deal 1 open consents ATR,HAR | deal 1 open consents ATR lapsed HAR | deal 1 active | deal 1 active requests ATR
//   deal 1 declined by EMP | deal 1 withdrawn | deal 1 released | terms 1 "text" | answers 2 1 | received 1 3 | received 1 nothing
//   notes 1 2 | note 1 HAR "text" | deals 4 | decision 1 GLD diversion (question, plain) | decision 1 closed | no decisions
//   (at TI4 tables: scenario_ti4_expect.cpp has more)
//   needs HAR accept 1 | needs HAR release 1 | needs HAR decide 1 | needs HAR nothing
// and of the last commit: paid ATR>HAR 3 | paid nothing | collected HAR 4 | collected nothing | released 1 | withdrew 1,2
#include "tests/support/scenario_ti4.h"

#include "tests/support/everybody_ti4.h"

#include "common/wire/names.h"
#include "common/core/overload.h"

namespace parley::test {
namespace {

std::string keys(SeatSet seats, const Table& t) {
  std::string list;
  for (Seat s : seats) list += (list.empty() ? "" : ",") + t[s].key;
  return list.empty() ? "nobody" : list;
}

std::string on(bool is) { return is ? "on" : "off"; }
std::string spice_or(const std::optional<Spice>& spice, std::string none) {
  return spice ? std::to_string(spice->value) : std::move(none);
}

std::string state_of(const Deal& deal, const Table& t) {
  return std::visit(Overload{[&](const Open& s) {
                               return "open consents " + keys(s.consents, t) +
                                      (s.lapsed.empty() ? "" : " lapsed " + keys(s.lapsed, t));
                             },
                             [&](const Active& s) {
                               const bool asked = !s.release_requests.empty();
                               return "active" + (asked ? " requests " + keys(s.release_requests, t) : std::string());
                             },
                             [&](const Declined& s) { return "declined by " + t[s.by].key; },
                             [](const Withdrawn&) { return std::string("withdrawn"); },
                             [](const Released&) { return std::string("released"); }},
                    deal.state);
}

std::string of_decision(DecisionId id, const Table& t) {
  const Decision* decision = find_decision(t, id);
  if (!decision) return "closed";
  static constexpr const char* kinds[] = {"diversion", "question", "plain"};
  return t[decision->owner].key + " " + kinds[decision->kind.index()];
}

std::string of_deal(const std::string& what, const Deal& deal, Words& w, const Table& t) {
  if (what == "deal") return state_of(deal, t);
  if (what == "terms") return deal.record.terms.utf8;
  if (what == "answers") return std::to_string(deal.record.answers.value);
  if (what == "received") return spice_or(deal.received, "nothing");
  if (what == "notes") return std::to_string(deal.notes.size());
  const Note* note = note_of(deal, parse_seat(w.next(), t));  // "note"
  return note ? note->text.utf8 : "none";
}

std::string of_seat(const std::string& what, Seat seat, const Table& t) {
  if (what == "control") return std::string(name(t[seat].control));
  const dune::Purse& purse = game_of(t)[seat];
  if (what == "purse") return spice_or(purse.spice, "unknown");
  if (what == "deferred") return std::to_string(purse.deferred.value);
  if (what == "bid") return std::to_string(purse.bid.value);
  if (what == "hajr") return purse.hajr ? "open" : "closed";
  return purse.ally ? t[*purse.ally].key : "none";  // "ally"
}

std::string needs_of(Seat seat, const Table& t) {
  std::string list;
  for (const Need& need : needs(t, Role::of(seat))) {
    if (!list.empty()) list += " ";
    switch (need.what) {
      case Need::What::accept: list += "accept " + std::to_string(need.deal.value); break;
      case Need::What::release: list += "release " + std::to_string(need.deal.value); break;
      case Need::What::decide: list += "decide " + std::to_string(need.decision.value); break;
    }
  }
  return list.empty() ? "nothing" : list;
}

std::string numbers(const std::vector<DealId>& ids) {
  std::string list;
  for (DealId id : ids) list += (list.empty() ? "" : ",") + std::to_string(id.value);
  return list.empty() ? "nothing" : list;
}

std::string paid(const Outcome& out, const Table& t) {
  if (!out.paid) return "nothing";
  return t[out.paid->payer].key + ">" + t[out.paid->recipient].key + " " + std::to_string(out.paid->gross.value);
}

std::string collected(const Outcome& out, const Table& t) {
  std::string list;
  for (const auto& [seat, spice] : out.collected)
    list += (list.empty() ? "" : " ") + t[seat].key + " " + std::to_string(spice.value);
  return list.empty() ? "nothing" : list;
}

std::string host_knows(Words& w, const Everybody& all) {
  const bool none = w.take("not");
  const Seat seat = parse_seat(w.next(), all.server());
  const auto& known = game_of(all.mirror(Role::host()))[seat].spice;
  return none ? (known ? std::to_string(known->value) : "") : spice_or(known, "nothing");
}

bool is_one_of(const std::string& word, std::initializer_list<const char*> list) {
  for (const char* one : list)
    if (word == one) return true;
  return false;
}

/// What there is in the place of the expectation, after taking its subject off the line.
std::string there_is(const std::string& what, Words& w, const Everybody& all) {
  const Table& t = all.server();
  if (is_ti4(t))
    if (const auto seen = there_is_at_ti4(what, w, all)) return *seen;
  if (is_one_of(what, {"purse", "deferred", "bid", "hajr", "ally", "control"}))
    return of_seat(what, parse_seat(w.next(), t), t);
  if (is_one_of(what, {"deal", "terms", "answers", "received", "notes", "note"})) {
    const Deal* deal = t.ledger.find(DealId{static_cast<std::uint32_t>(w.number())});
    if (!deal) throw Mismatch("there is no such deal");
    return of_deal(what, *deal, w, t);
  }
  if (what == "version") return std::to_string(t.version.value);
  if (what == "phase")
    return std::to_string(moment(t).turn) + " " + std::string(phase_name(t, moment(t)));
  if (what == "inflation") return on(game_of(t).inflation);
  if (what == "bank") return std::to_string(game_of(t).bank.value);
  if (what == "deals") return std::to_string(t.ledger.deals().size());
  if (what == "needs") return needs_of(parse_seat(w.next(), t), t);
  if (what == "decision") return of_decision(DecisionId{static_cast<std::uint32_t>(w.number())}, t);
  if (what == "paid") return paid(all.last(), t);
  if (what == "collected") return collected(all.last(), t);
  if (what == "released") return numbers(all.last().released);
  if (what == "withdrew") return numbers(all.last().withdrawn);
  if (what == "host" && w.take("knows")) return host_knows(w, all);
  throw Unreadable("neither somebody who acts nor something to expect: " + what);
}

}  // namespace

void expect(Words& w, const Everybody& all) {
  const Table& t = all.server();
  const std::string what = w.next();
  if (what == "no" && w.take("decisions")) {
    if (!t.decisions.empty()) throw Mismatch("a decision is open: " + of_decision(t.decisions.front().id, t));
    return;
  }
  if (is_one_of(what, {"departed", "present", "vacant", "taken"})) {
    const SeatRecord& seat = t[parse_seat(w.next(), t)];
    const bool holds = what == "departed" ? seat.departed : what == "present" ? !seat.departed
                     : what == "vacant" ? seat.vacant : !seat.vacant;
    if (!holds) throw Mismatch("it is not so");
    return;
  }
  const std::string seen = there_is(what, w, all);
  const std::string expected = w.rest();
  if (seen != expected) throw Mismatch("expected " + expected + ", seen " + seen);
}

}  // namespace parley::test
