#include "tests/simulation/naive_model.h"

#include <sstream>

namespace naive {
namespace {

const std::vector<std::string> kPrecedence = {
    "not_permitted", "limit", "bad_text", "bad_parties", "bad_amount", "bad_bribe", "bad_answer", "no_such_deal",
    "no_such_seat", "no_such_decision", "not_signatory", "not_proposer", "not_decision_owner", "not_open", "not_active",
    "already", "not_in_play", "not_human", "allied", "stale", "wrong_phase", "inflation", "decision_open", "slot_used",
    "payment_unavailable"};

const std::map<std::string, Money> kStarting = {{"ATR", 10}, {"BG", 5}, {"EMP", 10}, {"FRE", 3}, {"GLD", 5}, {"HAR", 10},
                                                {"IX", 10}, {"BT", 5}, {"CHO", 2}, {"RIC", 5}, {"ECA", 12}, {"MOR", 12}};

const std::set<std::string> kOfSeats = {"offer", "accept", "decline", "withdraw", "request_release", "retract_release", "note",
                                        "say", "decide", "cancel", "bribe", "adjust", "bid", "ask", "movement_finished", "hajr"};
const std::set<std::string> kOfHost = {"say", "cancel", "start", "end", "control", "depart", "open_decision", "advance", "ally",
                                       "unally", "bureaucrat", "inflation", "adjust_seat"};
const std::set<std::string> kOfServer = {"seated", "vacated"};
const std::set<std::string> kOfADeal = {"accept", "decline", "withdraw", "request_release", "retract_release", "note"};

/// Only ASCII is written here; the bell stands for everything that is forbidden.
bool bad_text(const std::string& text, std::size_t most) {
  return text.empty() || text.size() > most || text.find('\a') != std::string::npos;
}

}  // namespace

std::string numbered(const std::string& what, int number) { return what + " " + std::to_string(number); }

std::string in_words(const Wish& w) {
  std::ostringstream out;
  out << w.who;
  if (w.who == "seat") out << ' ' << w.seat;
  out << ' ' << w.verb;
  if (w.deal) out << " deal " << w.deal;
  if (w.decision) out << " decision " << w.decision << ' ' << w.answer;
  if (w.verb == "offer") {
    out << " {";
    for (int seat : w.parties) out << ' ' << seat;
    out << " } answers " << w.answers;
    if (w.bribe) out << " bribe " << w.payer << '>' << w.recipient;
  }
  out << " to " << w.to << " other " << w.other << " amount " << w.amount << (w.on ? " on" : "");
  if (w.turn || w.phase) out << " moment " << w.turn << '.' << w.phase;
  if (w.verb == "seated") out << " key " << w.key << " epoch " << w.epoch;
  if (w.text.size() > 20 || bad_text(w.text, 20)) out << " text of " << w.text.size();
  out << " seen " << w.seen;
  return out.str();
}

Model::Model(const std::vector<std::string>& factions, bool is_advanced, Money min) : advanced(is_advanced), bureaucrat_min(min) {
  for (const auto& faction : factions) {
    seats.emplace_back();
    seats.back().faction = faction;
    seats.back().on_hand = kStarting.at(faction);
  }
}

Money Model::sum() const {
  Money all = bank + outside;
  for (const Seat& seat : seats) all += seat.on_hand + seat.deferred;
  for (const auto& [id, decision] : decisions)
    if (decision.kind == "diversion") all += decision.gross;
  return all;
}

std::string Model::verdict(const Wish& w) const {
  if (!may_use(w)) return "not_permitted";
  Wrong wrong;
  if (w.who == "seat" && w.verb != "say" && !acts(w.seat)) wrong.insert("not_human");
  complain_about_deals(w, wrong);
  complain_about_decisions(w, wrong);
  complain_about_money(w, wrong);
  complain_about_the_game(w, wrong);
  for (const auto& name : kPrecedence)
    if (wrong.count(name)) return name;
  return "ok";
}

bool Model::may_use(const Wish& w) const {
  if (!advanced && (w.verb == "movement_finished" || w.verb == "hajr")) return false;
  if (w.who == "seat") return kOfSeats.count(w.verb);
  if (w.who == "host") return kOfHost.count(w.verb);
  return w.who == "server" && kOfServer.count(w.verb);
}

// ---- the fence ----------------------------------------------------------------------------------------------------------

bool Model::changed(int seen, const std::string& what, const std::string& but_by) const {
  for (auto change = history.rbegin(); change != history.rend() && change->version > seen; ++change)
    if (change->what == what && (but_by.empty() || change->by != but_by)) return true;
  return false;
}

bool Model::money_context_changed(int seen) const {
  return changed(seen, "phase") || changed(seen, "inflation") || changed(seen, "decisions");
}

bool Model::seats_changed(int seen, const std::set<int>& who) const {
  for (int seat : who)
    if (changed(seen, numbered("alliance", seat)) || changed(seen, numbered("control", seat))) return true;
  return false;
}

bool Model::any_allied(const std::set<int>& who) const {
  for (int one : who)
    for (int other : who)
      if (exists(one) && seats.at(one).ally == other) return true;
  return false;
}

// ---- complaints ---------------------------------------------------------------------------------------------------------

void Model::complain_about_deals(const Wish& w, Wrong& wrong) const {
  const auto complain_if = [&](bool so, const char* name) { if (so) wrong.insert(name); };
  if (w.verb == "offer") {
    int mine = 0, all = 0;
    for (const auto& [id, deal] : deals)
      if (deal.state == "open") ++all, mine += deal.proposer == w.seat;
    complain_if(mine >= 16 || all >= 64, "limit");
    complain_if(bad_text(w.text, 1000), "bad_text");
    complain_if(w.parties.size() < 2 || w.parties.size() > 6 || !w.parties.count(w.seat), "bad_parties");
    complain_if(w.bribe && (w.amount < 1 || w.amount > 65535), "bad_amount");
    complain_if(w.bribe && (w.payer == w.recipient || !w.parties.count(w.payer) || !w.parties.count(w.recipient)), "bad_bribe");
    complain_if(w.answers != 0 && !deals.count(w.answers), "no_such_deal");
    for (int seat : w.parties) complain_if(!exists(seat), "no_such_seat"), complain_if(!acts(seat), "not_human");
    complain_if(!in_play(), "not_in_play");
    complain_if(any_allied(w.parties), "allied");
    complain_if(seats_changed(w.seen, w.parties), "stale");
  }
  if (!kOfADeal.count(w.verb)) return;
  if (w.verb == "note") complain_if(bad_text(w.text, 240), "bad_text");
  const bool also_when_over = w.verb == "request_release" || w.verb == "retract_release" || w.verb == "note";
  complain_if(!in_play() && !(also_when_over && phase == over), "not_in_play");
  if (!deals.count(w.deal)) {
    wrong.insert("no_such_deal");
    return;
  }
  const Deal& deal = deals.at(w.deal);
  complain_if(!deal.parties.count(w.seat), "not_signatory");
  if (w.verb == "withdraw") complain_if(deal.proposer != w.seat, "not_proposer");
  complain_if(deal.state != (also_when_over ? "active" : "open"), also_when_over ? "not_active" : "not_open");
  if (w.verb == "decline") complain_if(deal.proposer == w.seat, "already");
  if (w.verb == "request_release") complain_if(deal.requests.count(w.seat), "already");
  if (w.verb == "retract_release") complain_if(!deal.requests.count(w.seat), "already");
  if (w.verb == "note") {
    std::string standing;
    for (const Note& note : deal.notes)
      if (note.seat == w.seat) standing = note.text;
    complain_if(standing == w.text, "already");
  }
  if (w.verb != "accept") return;

  complain_if(deal.consents.count(w.seat), "already");
  for (int seat : deal.parties) complain_if(seats.at(seat).departed, "not_human");
  complain_if(any_allied(deal.parties), "allied");
  complain_if(seats_changed(w.seen, deal.parties), "stale");
  if (!deal.bribe) return;
  complain_if(money_context_changed(w.seen), "stale");
  complain_if(deal.payer == w.seat && seats.at(w.seat).hajr && changed(w.seen, numbered("votes", w.deal)), "stale");
  std::set<int> then = deal.consents;
  then.insert(w.seat);
  if (then != deal.parties) return;
  const Seat& payer = seats.at(deal.payer);
  complain_if(payer.ai, "not_human");
  complain_if(phase == mentat_pause, "wrong_phase");
  complain_if(inflation, "inflation");
  complain_if(!decisions.empty(), "decision_open");
  complain_if(deal.gross > payer.on_hand - payer.bid, "payment_unavailable");
}

void Model::complain_about_decisions(const Wish& w, Wrong& wrong) const {
  const auto complain_if = [&](bool so, const char* name) { if (so) wrong.insert(name); };
  if (w.verb == "decide" || w.verb == "cancel") {
    complain_if(!in_play(), "not_in_play");
    if (!decisions.count(w.decision)) {
      wrong.insert("no_such_decision");
      return;
    }
    const Decision& d = decisions.at(w.decision);
    if (w.verb == "decide") {
      complain_if(d.owner != w.seat, "not_decision_owner");
      const bool of_the_kind = d.kind == "diversion" ? w.answer == "divert" || w.answer == "allow"
                               : d.kind == "question" ? w.answer == "yes" || w.answer == "no" : w.answer == "done";
      complain_if(!of_the_kind, "bad_answer");
    } else if (w.who == "seat") {
      complain_if(d.kind != "question" || d.asker != w.seat, "not_decision_owner");
    }
  }
  if (w.verb == "ask" || w.verb == "open_decision") {
    complain_if(decisions.size() >= 8, "limit");
    complain_if(bad_text(w.text, 240), "bad_text");
    complain_if(!exists(w.to), "no_such_seat");
    complain_if(!acts(w.to), "not_human");
  }
  if (w.verb == "ask") {
    complain_if(w.to == w.seat, "bad_parties");
    complain_if(!in_play(), "not_in_play");
    for (const auto& [id, d] : decisions) complain_if(d.kind == "question", "decision_open");
    complain_if(seats.at(w.seat).asked_turn == turn, "slot_used");
  }
  if (w.verb == "open_decision") complain_if(phase == over, "not_in_play");
}

void Model::complain_about_money(const Wish& w, Wrong& wrong) const {
  const auto complain_if = [&](bool so, const char* name) { if (so) wrong.insert(name); };
  if (w.verb == "bribe") {
    complain_if(!w.no_text && bad_text(w.text, 240), "bad_text");
    complain_if(w.amount < 1 || w.amount > 65535, "bad_amount");
    complain_if(w.to == w.seat, "bad_bribe");
    complain_if(!exists(w.to), "no_such_seat");
    complain_if(!acts(w.to), "not_human");
    complain_if(!in_play(), "not_in_play");
    complain_if(any_allied({w.seat, w.to}), "allied");
    complain_if(seats_changed(w.seen, {w.seat, w.to}) || money_context_changed(w.seen), "stale");
    complain_if(phase == mentat_pause, "wrong_phase");
    complain_if(inflation, "inflation");
    complain_if(!decisions.empty(), "decision_open");
    complain_if(w.amount > seats.at(w.seat).on_hand - seats.at(w.seat).bid, "payment_unavailable");
  }
  if (w.verb == "adjust" || w.verb == "adjust_seat") {
    const int whose = w.verb == "adjust" ? w.seat : w.to;
    complain_if(bad_text(w.text, 240), "bad_text");
    complain_if(w.amount == 0 || w.amount < -65535 || w.amount > 65535, "bad_amount");
    complain_if(phase == over, "not_in_play");
    if (!exists(whose)) {
      wrong.insert("no_such_seat");
      return;
    }
    const Seat& s = seats.at(whose);
    const std::string field = numbered("purse", whose);
    if (w.verb == "adjust") complain_if(changed(w.seen, field, numbered("seat", whose)) || changed(w.seen, "phase"), "stale");
    if (w.verb == "adjust_seat") complain_if(changed(w.seen, field), "stale");
    if (w.verb == "adjust_seat") complain_if(w.amount < 0 && phase != setup && !s.ai, "not_permitted");
    complain_if(w.amount < 0 && s.on_hand + w.amount < s.bid, "payment_unavailable");
  }
  if (w.verb == "bid") {
    const Seat& s = seats.at(w.seat);
    complain_if(w.amount > 65535, "bad_amount");
    complain_if(phase == bidding && w.amount == s.bid, "already");
    complain_if(changed(w.seen, numbered("purse", w.seat), numbered("seat", w.seat)) || changed(w.seen, "phase"), "stale");
    complain_if(phase != bidding, "wrong_phase");
    complain_if(w.amount > s.on_hand, "payment_unavailable");
  }
}

void Model::complain_about_the_game(const Wish& w, Wrong& wrong) const {
  const auto complain_if = [&](bool so, const char* name) { if (so) wrong.insert(name); };
  if (w.verb == "say") complain_if(bad_text(w.text, 240), "bad_text");
  if (w.verb == "movement_finished") {
    complain_if(seats.at(w.seat).moved_turn == turn, "already");
    complain_if(phase != shipment, "wrong_phase");
  }
  if (w.verb == "hajr") complain_if(!seats.at(w.seat).hajr, "not_open");
  if (w.verb == "start") complain_if(phase != setup, "already");
  if (w.verb == "end" || w.verb == "advance") {
    const bool correcting = w.verb == "advance" && w.on;
    complain_if(correcting ? phase == setup : !in_play(), "not_in_play");
    complain_if(changed(w.seen, "phase"), "stale");
    complain_if(!correcting && !decisions.empty(), "decision_open");
    if (w.verb == "advance") {
      const bool to_now = w.turn == turn && w.phase == phase;
      const bool later = w.turn > turn || (w.turn == turn && w.phase > phase);
      complain_if(w.phase == setup || w.phase == over || w.turn < 1, "wrong_phase");
      complain_if(correcting && to_now, "already");
      complain_if(!correcting && !later, "wrong_phase");
    }
  }
  if (w.verb == "control" || w.verb == "depart") {
    complain_if(!exists(w.to), "no_such_seat");
    if (w.verb == "control") complain_if(phase == over, "not_in_play");
    if (!exists(w.to)) return;
    complain_if(w.verb == "control" ? seats.at(w.to).ai == w.on : seats.at(w.to).departed, "already");
    complain_if(changed(w.seen, numbered(w.verb == "control" ? "control" : "departure", w.to)), "stale");
  }
  if (w.verb == "ally" || w.verb == "unally") {
    complain_if(w.to == w.other, "bad_parties");
    complain_if(phase == over, "not_in_play");
    complain_if(!exists(w.to) || !exists(w.other), "no_such_seat");
    if (!exists(w.to) || !exists(w.other)) return;
    const bool together = seats.at(w.to).ally == w.other;
    complain_if(together == (w.verb == "ally"), "already");
    complain_if(w.verb == "ally" && (seats.at(w.to).ally != -1 || seats.at(w.other).ally != -1), "allied");
    for (int seat : {w.to, w.other}) complain_if(changed(w.seen, numbered("alliance", seat)), "stale");
  }
  if (w.verb == "bureaucrat") {
    complain_if(w.to != -1 && !exists(w.to), "no_such_seat");
    complain_if(w.to == bureaucrat && w.on == bureaucrat_alive, "already");
    complain_if(phase == over, "not_in_play");
    complain_if(changed(w.seen, "bureaucrat"), "stale");
  }
  if (w.verb == "inflation") {
    complain_if(w.on == inflation, "already");
    complain_if(phase == over, "not_in_play");
    complain_if(changed(w.seen, "inflation"), "stale");
  }
  if (w.verb == "seated" || w.verb == "vacated") complain_if(!exists(w.to), "no_such_seat");
  if (w.verb == "vacated" && exists(w.to)) complain_if(seats.at(w.to).vacant, "already");
}

}  // namespace naive
