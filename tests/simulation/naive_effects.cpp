// What an accepted wish does at the naive table; the other half of naive_model.cpp.
#include "tests/simulation/naive_model.h"

#include <algorithm>

namespace naive {

void Model::perform(const Wish& w) {
  ++version;
  actor_ = w.who == "seat" ? numbered("seat", w.seat) : w.who;
  perform_deals(w);
  perform_money(w);
  perform_host(w);
}

void Model::note_change(const std::string& what) { history.push_back({version, what, actor_}); }

// ---- deals --------------------------------------------------------------------------------------------------------------

void Model::perform_deals(const Wish& w) {
  if (w.verb == "offer") {
    Deal deal;
    deal.proposer = w.seat;
    deal.parties = w.parties;
    deal.text = w.text;
    deal.answers = w.answers;
    deal.bribe = w.bribe;
    if (w.bribe) deal.payer = w.payer, deal.recipient = w.recipient, deal.gross = w.amount;
    deal.consents = {w.seat};
    deal.offered_version = version;
    deal.offered_turn = turn;
    deal.offered_phase = phase;
    const int id = static_cast<int>(deals.size()) + 1;
    deals[id] = deal;
    note_change(numbered("votes", id));
  }
  if (!deals.count(w.deal)) return;
  Deal& deal = deals.at(w.deal);
  if (w.verb == "accept") {
    deal.consents.insert(w.seat);
    deal.lapsed.erase(w.seat);
    note_change(numbered("votes", w.deal));
    if (deal.consents != deal.parties) return;
    deal.state = "active";
    if (!deal.bribe) return;
    pay(deal.payer, deal.recipient, deal.gross, w.deal);
    if (deal.payer == w.seat) seats.at(w.seat).hajr = false;
  }
  if (w.verb == "decline") deal.state = "declined", deal.declined_by = w.seat;
  if (w.verb == "withdraw") deal.state = "withdrawn";
  if (w.verb == "request_release") deal.requests.insert(w.seat), release_if_all_asked(deal);
  if (w.verb == "retract_release") deal.requests.erase(w.seat);
  if (w.verb == "note") deal.notes.push_back({w.seat, version, w.text});
}

void Model::release_if_all_asked(Deal& deal) {
  if (deal.state != "active" || deal.requests.empty()) return;
  for (int seat : deal.parties)
    if (!seats.at(seat).departed && !deal.requests.count(seat)) return;
  deal.state = "released";
}

// ---- money and decisions ------------------------------------------------------------------------------------------------

void Model::take_from(int seat, Money amount) {
  seats.at(seat).on_hand -= amount;
  note_change(numbered("purse", seat));
}

void Model::pay(int payer, int recipient, Money gross, int deal) {
  take_from(payer, gross);
  const bool used_now = used_turn == turn && used_phase == phase;
  const bool asks = bureaucrat != -1 && bureaucrat_alive && acts(bureaucrat) && payer != bureaucrat && recipient != bureaucrat &&
                    gross >= bureaucrat_min && !used_now;
  Decision decision;
  decision.kind = "diversion";
  decision.owner = bureaucrat;
  decision.deal = deal;
  decision.payer = payer;
  decision.recipient = recipient;
  decision.gross = gross;
  const int id = asks ? open_decision(decision) : 0;
  if (id) return;
  seats.at(recipient).deferred += gross;
  if (deal) deals.at(deal).received = gross;
}

int Model::open_decision(Decision decision) {
  decision.opened = version;
  decisions[++last_decision] = decision;
  note_change("decisions");
  return last_decision;
}

void Model::close_decision(int id) {
  decisions.erase(id);
  note_change("decisions");
}

void Model::settle(int id, bool divert) {
  const Decision d = decisions.at(id);
  close_decision(id);
  if (d.kind != "diversion") return;
  const Money kept = divert ? std::min<Money>(2, d.gross) : 0;
  bank += kept;
  seats.at(d.recipient).deferred += d.gross - kept;
  if (d.deal) deals.at(d.deal).received = d.gross - kept;
  if (divert) used_turn = turn, used_phase = phase;
}

void Model::allow_what_it_owns(int seat) {
  std::vector<int> owned;
  for (const auto& [id, d] : decisions)
    if (d.kind == "diversion" && d.owner == seat) owned.push_back(id);
  for (int id : owned) settle(id, false);
}

void Model::perform_money(const Wish& w) {
  if (w.verb == "decide") settle(w.decision, w.answer == "divert");
  if (w.verb == "cancel") settle(w.decision, false);
  if (w.verb == "bribe") {
    pay(w.seat, w.to, w.amount, 0);
    seats.at(w.seat).hajr = false;
  }
  if (w.verb == "adjust" || w.verb == "adjust_seat") {
    take_from(w.verb == "adjust" ? w.seat : w.to, -w.amount);
    outside -= w.amount;
  }
  if (w.verb == "bid") seats.at(w.seat).bid = w.amount;
  if (w.verb == "ask" || w.verb == "open_decision") {
    Decision decision;
    decision.kind = w.verb == "ask" ? "question" : "plain";
    decision.owner = w.to;
    decision.text = w.text;
    if (w.verb == "ask") decision.asker = w.seat, seats.at(w.seat).asked_turn = turn;
    open_decision(decision);
  }
  if (w.verb == "movement_finished") seats.at(w.seat).hajr = true, seats.at(w.seat).moved_turn = turn;
  if (w.verb == "hajr") seats.at(w.seat).hajr = false;
}

// ---- host and server ----------------------------------------------------------------------------------------------------

void Model::move_to(int new_turn, int new_phase, bool collects) {
  // The last mentat pause that has been reached: this turn's or the one before [A5].
  const int reached = new_phase >= mentat_pause ? new_turn : new_turn - 1;
  if (collects && reached >= turn && reached > last_collected) {
    for (std::size_t i = 0; i < seats.size(); ++i) {
      if (seats[i].deferred == 0) continue;
      seats[i].on_hand += seats[i].deferred;
      seats[i].deferred = 0;
      note_change(numbered("purse", static_cast<int>(i)));
    }
    last_collected = reached;
  }
  for (Seat& seat : seats) seat.bid = 0, seat.hajr = false;
  turn = new_turn;
  phase = new_phase;
  note_change("phase");
}

void Model::perform_host(const Wish& w) {
  if (w.verb == "start") move_to(1, storm, false);
  if (w.verb == "end") move_to(turn, over, true);
  if (w.verb == "advance") move_to(w.turn, w.phase, !w.on);
  if (w.verb == "inflation") inflation = w.on, note_change("inflation");
  if (w.verb == "bureaucrat") bureaucrat = w.to, bureaucrat_alive = w.on, note_change("bureaucrat");
  if (w.verb == "control") {
    seats.at(w.to).ai = w.on;
    note_change(numbered("control", w.to));
    if (w.on) seats.at(w.to).hajr = false, allow_what_it_owns(w.to);
  }
  if (w.verb == "depart") {
    seats.at(w.to).departed = true;
    note_change(numbered("departure", w.to));
    allow_what_it_owns(w.to);
    for (auto& [id, deal] : deals) {
      if (deal.state == "open" && deal.proposer == w.to) deal.state = "withdrawn";
      if (deal.state == "active") deal.requests.erase(w.to);  // shown as departed, never as having asked
      if (deal.parties.count(w.to)) release_if_all_asked(deal);
    }
  }
  if (w.verb == "ally") seats.at(w.to).ally = w.other, seats.at(w.other).ally = w.to;
  if (w.verb == "unally") seats.at(w.to).ally = seats.at(w.other).ally = -1;
  if (w.verb == "ally" || w.verb == "unally")
    for (int seat : {w.to, w.other}) note_change(numbered("alliance", seat));
  if (w.verb == "seated") {
    Seat& seat = seats.at(w.to);
    for (auto& [id, deal] : deals) {
      if (seat.key == 0 || seat.key == w.key || deal.state != "open") continue;
      if (deal.proposer == w.to) deal.state = "withdrawn";
      else if (deal.consents.erase(w.to)) deal.lapsed.insert(w.to), note_change(numbered("votes", id));
    }
    if (seat.departed) note_change(numbered("departure", w.to));
    seat.departed = false;
    seat.vacant = false;
    seat.player = w.player;
    seat.key = w.key;
    seat.epoch = w.epoch;
  }
  if (w.verb == "vacated") seats.at(w.to).vacant = true;
}

}  // namespace naive
