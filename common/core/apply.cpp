// The ledger's transitions and what every game shares. Nothing here may fail; check.cpp has seen to that.
#include "common/core/apply.h"

#include "common/core/check.h"
#include "common/core/dune/rules.h"
#include "common/core/ti4/rules.h"
#include "common/core/game.h"
#include "common/core/invariant.h"

namespace parley {
namespace {

using dune::apply;
using ti4::apply;

// ---- the ledger ---------------------------------------------------------------------------------------------------

void apply(Table& t, const Commit& c, Outcome& out, const Offer& a) {
  out.deal = t.ledger.next();
  t.ledger.add(Deal{.id = out.deal, .proposer = c.role.seat(), .record = a.record, .state = Open{SeatSet{c.role.seat()}, {}},
                    .offered_version = c.version, .offered = moment(t), .voted = c.version, .received = {}, .notes = {}, .judgement = {}});
}

void apply(Table& t, const Commit& c, Outcome& out, const Accept& a) { record_consent(t, c, out, a.deal); }

void apply(Table& t, const Commit& c, Outcome& out, const Decline& a) {
  out.deal = a.deal;
  t.ledger.change(a.deal, [&](Deal& deal) {
    deal.state = Declined{c.role.seat()};
    deal.voted = c.version;
  });
}

void apply(Table& t, const Commit&, Outcome& out, const Withdraw& a) {
  out.deal = a.deal;
  t.ledger.change(a.deal, [](Deal& deal) { deal.state = Withdrawn{}; });
}

SeatSet departed_seats(const Table& t) {
  SeatSet gone;
  for (std::uint8_t i = 0; i < t.seats.size(); ++i)
    if (t.seats[i].departed) gone.insert(Seat{i});
  return gone;
}

/// Released when everybody who is still needed has asked; never without anybody having asked [SEED D6; HOUSE D11].
bool release_if_all_asked(const Table& t, Deal& deal) {
  const Active* active = std::get_if<Active>(&deal.state);
  if (!active || active->release_requests.empty()) return false;
  if (!(deal.record.signatories - departed_seats(t)).subset_of(active->release_requests)) return false;
  deal.state = Released{};
  return true;
}

void apply(Table& t, const Commit& c, Outcome& out, const RequestRelease& a) {
  out.deal = a.deal;
  t.ledger.change(a.deal, [&](Deal& deal) {
    std::get<Active>(deal.state).release_requests.insert(c.role.seat());
    release_if_all_asked(t, deal);
  });
}

void apply(Table& t, const Commit& c, Outcome& out, const RetractRelease& a) {
  out.deal = a.deal;
  t.ledger.change(a.deal, [&](Deal& deal) { std::get<Active>(deal.state).release_requests.erase(c.role.seat()); });
}

void apply(Table& t, const Commit& c, Outcome& out, const WriteNote& a) {
  out.deal = a.deal;
  t.ledger.change(a.deal, [&](Deal& deal) { deal.notes.push_back(Note{c.role.seat(), c.version, a.text}); });
}

void apply(Table&, const Commit&, Outcome&, const Say&) {}

// ---- decisions ----------------------------------------------------------------------------------------------------

void close_and_settle(Table& t, Version version, Outcome& out, DecisionId id, Answer answer) {
  const Decision decision = *find_decision(t, id);
  close_decision(t, version, out, id);
  settle(t, version, decision, answer);
  if (const Diversion* diversion = std::get_if<Diversion>(&decision.kind)) out.deal = diversion->deal;
}

void apply(Table& t, const Commit& c, Outcome& out, const Decide& a) {
  close_and_settle(t, c.version, out, a.decision, a.answer);
}
void apply(Table& t, const Commit& c, Outcome& out, const Cancel& a) {
  close_and_settle(t, c.version, out, a.decision, Answer::allow);  // of a diversion, that is what cancelling means [U5]
}
void apply(Table& t, const Commit& c, Outcome& out, const OpenDecision& a) {
  open_decision(t, c.version, out, a.owner, Plain{a.note});
}

// ---- the game and its seats ---------------------------------------------------------------------------------------

void apply(Table& t, const Commit& c, Outcome&, const Start&) { begin(t, c.version); }
void apply(Table& t, const Commit& c, Outcome& out, const End&) { finish(t, c.version, out); }

void apply(Table& t, const Commit& c, Outcome& out, const SetControl& a) {
  t[a.seat].control = a.to;
  t[a.seat].control_changed = c.version;
  control_changed(t, c, out, a.seat);
}

void withdraw_offers_of(Table& t, Seat seat, Outcome& out) {
  const std::vector<DealId> open = t.ledger.open();
  for (DealId id : open) {
    if (t.ledger.find(id)->proposer != seat) continue;
    t.ledger.change(id, [](Deal& deal) { deal.state = Withdrawn{}; });
    out.withdrawn.push_back(id);
  }
}

void apply(Table& t, const Commit& c, Outcome& out, const Depart& a) {  // D11
  t[a.seat].departed = true;
  t[a.seat].departed_changed = c.version;
  withdraw_offers_of(t, a.seat, out);
  for (std::uint32_t number = 1; number < t.ledger.next().value; ++number) {
    const Deal& seen = *t.ledger.find(DealId{number});
    if (!seen.record.signatories.contains(a.seat) || !std::holds_alternative<Active>(seen.state)) continue;
    t.ledger.change(seen.id, [&](Deal& deal) {
      std::get<Active>(deal.state).release_requests.erase(a.seat);  // shown as departed, never as having asked
      if (release_if_all_asked(t, deal)) out.released.push_back(deal.id);
    });
  }
  departed(t, c.version, out, a.seat);
}

void apply(Table& t, const Commit& c, Outcome& out, const Seated& a) {  // A6
  SeatRecord& seat = t[a.seat];
  const bool another_key = seat.epoch != Epoch{} && seat.holder != a.key;
  if (seat.departed) seat.departed_changed = c.version;
  seat.departed = false;
  seat.player = a.player;
  seat.holder = a.key;
  seat.epoch = a.epoch;
  seat.vacant = false;
  if (!another_key) return;
  withdraw_offers_of(t, a.seat, out);
  for (DealId id : t.ledger.open())
    if (std::get<Open>(t.ledger.find(id)->state).consents.contains(a.seat))
      t.ledger.change(id, [&](Deal& deal) {
        std::get<Open>(deal.state).consents.erase(a.seat);
        std::get<Open>(deal.state).lapsed.insert(a.seat);
        deal.voted = c.version;
      });
}

void apply(Table& t, const Commit&, Outcome&, const Vacated& a) { t[a.seat].vacant = true; }

void apply(Table& t, const Commit&, Outcome&, const Genesis& a) {
  t.name = a.name;
  t.time = a.time;
  for (const std::string& key : a.seats) t.seats.push_back(SeatRecord{.key = key});
  set_up(t, a);
}

}  // namespace

void open_decision(Table& t, Version version, Outcome& out, Seat owner, std::variant<Diversion, Question, Plain> kind) {
  out.decision = t.last_decision = DecisionId{t.last_decision.value + 1};
  t.decisions.push_back(Decision{out.decision, owner, version, t.time, std::move(kind)});
  t.decisions_changed = version;
}

void record_consent(Table& t, const Commit& c, Outcome& out, DealId id) {
  out.deal = id;
  bool complete = false;
  t.ledger.change(id, [&](Deal& deal) {
    Open& open = std::get<Open>(deal.state);
    open.consents.insert(c.role.seat());
    open.lapsed.erase(c.role.seat());
    deal.voted = c.version;
    complete = open.consents == deal.record.signatories;
    if (complete) deal.state = Active{};
  });
  if (complete) carry_out(t, c, out, id);
}

void close_decision(Table& t, Version version, Outcome& out, DecisionId id) {
  out.decision = id;
  std::erase_if(t.decisions, [&](const Decision& d) { return d.id == id; });
  t.decisions_changed = version;
}

Outcome apply(Table& table, const Commit& commit) {
  const bool genesis = std::holds_alternative<Genesis>(commit.action);
  invariant(genesis ? table.seats.empty() : commit.version.value == table.version.value + 1, "versions follow each other");
  Outcome out;
  table.version = commit.version;
  table.time.value += commit.elapsed;
  if (!genesis) before(table, commit);
  std::visit([&](const auto& a) { apply(table, commit, out, a); }, commit.action);
  invariant(conserved(table), "the sums of what is held are constant [A4, P-M1; TI4 Transactions]");
  return out;
}

Secret secret_for(const Table& table, const Request& request) {
  const SetControl* control = std::get_if<SetControl>(&request.action);
  if (!control) return request.secret;
  return control->to == Control::ai ? secret_of_ai(table, control->seat) : Secret{};
}

}  // namespace parley
