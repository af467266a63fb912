// What an accepted wish does at the naive Twilight Imperium table.
#include "tests/simulation/ti4_model.h"

namespace naive_ti4 {

void Model::perform(const Wish& w) {
  ++version;
  perform_deals(w);
  perform_seats(w);
  perform_host(w);
}

Goods Model::sums() const {
  Goods all;
  for (const Place& place : seats) {
    for (const auto& [kind, amount] : place.holds) all[kind == "commodities" ? "trade_goods" : kind] += amount;
    for (const std::string& note : place.hand) ++all["note " + note];
  }
  std::erase_if(all, [](const auto& kind) { return kind.second == 0; });
  return all;
}

// ---- deals --------------------------------------------------------------------------------------------------------------

void Model::perform_deals(const Wish& w) {
  if (w.verb == "offer") {
    Deal deal;
    deal.proposer = w.seat;
    deal.parties = w.parties;
    deal.exchange = w.exchange;
    deal.gives = w.gives;
    deal.gets = w.gets;
    deal.clauses = w.clauses;
    deal.consents = {w.seat};
    deals[static_cast<int>(deals.size()) + 1] = deal;
  }
  if (!deals.count(w.deal)) return;
  Deal& deal = deals.at(w.deal);
  if (w.verb == "accept") {
    deal.final = marks(deal);
    deal.state = "active";
    if (deal.exchange) exchange(deal);
  }
  if (w.verb == "decline") deal.state = "declined";
  if (w.verb == "withdraw") deal.state = "withdrawn";
  if (w.verb == "request_release") deal.requests.insert(w.seat), release_if_all_asked(deal);
  if (w.verb == "retract_release") deal.requests.erase(w.seat);
  if (w.verb == "note") deal.notes[w.seat] = w.text;
  if (w.verb == "able") deal.stated[w.clause] = w.word;
  if (w.verb == "rule") deal.ruled[w.seat] = w.as;
  if (w.verb == "kept") deal.kept[w.clause] = w.on;
}

void Model::exchange(Deal& deal) {
  const int other = *deal.parties.begin() == deal.proposer ? *deal.parties.rbegin() : *deal.parties.begin();
  const auto take = [](Place& from, const Goods& goods) {
    for (const auto& [kind, amount] : goods) {
      if (!is_note(kind)) {
        from.holds[kind] -= amount;
        continue;
      }
      const std::string note = kind.substr(5);
      if (!amount) continue;
      from.hand.erase(from.hand.find(note));
      if (from.shown.count(note)) from.shown.erase(from.shown.find(note));
    }
  };
  const auto put = [](Place& to, const Goods& goods) {
    for (const auto& [kind, amount] : goods) {
      if (!is_note(kind)) to.holds[kind == "commodities" ? "trade_goods" : kind] += amount;
      else if (amount) to.hand.insert(kind.substr(5)), to.shown.insert(kind.substr(5));
    }
  };
  take(at(deal.proposer), deal.gives);
  take(at(other), deal.gets);
  put(at(other), deal.gives);
  put(at(deal.proposer), deal.gets);
  at(deal.proposer).traded.insert(other);
  at(other).traded.insert(deal.proposer);
}

void Model::release_if_all_asked(Deal& deal) {
  if (deal.state != "active" || deal.requests.empty()) return;
  for (int seat : deal.parties)
    if (!at(seat).departed && !deal.requests.count(seat)) return;
  deal.state = "released";
}

void Model::withdraw_offers_of(int seat) {
  for (auto& [id, deal] : deals)
    if (deal.state == "open" && deal.proposer == seat) deal.state = "withdrawn";
}

// ---- seats --------------------------------------------------------------------------------------------------------------

void Model::set_pair(int one, int other, bool on) {
  for (auto [me, you] : {std::pair{one, other}, std::pair{other, one}}) {
    on ? static_cast<void>(at(me).neighbours.insert(you)) : static_cast<void>(at(me).neighbours.erase(you));
    at(me).claims.erase(you);
    at(me).disclaims.erase(you);
    note_change("neighbours " + std::to_string(me));
  }
}

void Model::perform_seats(const Wish& w) {
  if (w.who != "seat") return;
  Place& me = at(w.seat);
  if (w.verb == "adjust") me.holds[w.word] += w.amount, adjusted[w.word] += w.amount;
  if (w.verb == "exception") me.exception = w.on ? w.text : "";
  if (w.verb == "hold") {
    me.hand.insert(w.note);
    if (!w.hidden) me.shown.insert(w.note);
  }
  const bool from_play = w.verb == "unhold" && !w.hidden && me.in_play.count(w.note);
  if (from_play) me.in_play.erase(me.in_play.find(w.note));
  if ((w.verb == "unhold" && !from_play) || w.verb == "play_note") {
    me.hand.erase(me.hand.find(w.note));
    if (w.verb == "unhold" && w.hidden) {  // nobody can tell which of the shown ones are left
      std::multiset<std::string> left;
      for (const std::string& note : me.shown)
        if (lies_open(note)) left.insert(note);
      me.shown = left;
    } else if (me.shown.count(w.note)) {
      me.shown.erase(me.shown.find(w.note));
    }
    if (w.verb == "play_note") me.in_play.insert(w.note);
  }
  if (w.verb == "neighbours") {
    (w.on ? me.disclaims : me.claims).erase(w.to);
    if (me.neighbours.count(w.to) == (w.on ? 1u : 0u)) return;
    (w.on ? me.claims : me.disclaims).insert(w.to);
    if ((w.on ? at(w.to).claims : at(w.to).disclaims).count(w.seat)) set_pair(w.seat, w.to, w.on);
  }
}

// ---- host and server ------------------------------------------------------------------------------------------------------

int Model::agenda_after(const Wish& w) const {
  if (w.word != "agenda") return 0;
  if (w.agenda != -1) return w.agenda;
  return phase == "agenda" && round == w.round ? agenda : 1;
}

void Model::end_stretch() {
  step.clear();
  step_seat = -1;
  step_by.clear();
  note_change("step");
  for (Place& place : seats) place.traded.clear();
}

void Model::move_to(int new_round, const std::string& new_phase, int new_agenda) {
  round = new_round;
  phase = new_phase;
  agenda = new_agenda;
  active = -1;
  note_change("phase");
  end_stretch();
}

void Model::perform_host(const Wish& w) {
  const std::string number = std::to_string(w.to);
  if (w.verb == "start") move_to(1, "strategy", 0);
  if (w.verb == "end") move_to(round, "over", 0);
  if (w.verb == "phase") {
    move_to(w.round, w.word, agenda_after(w));
    if (phase == "agenda") step = "reveal", step_by = "host";
  }
  if (w.verb == "active") {
    active = w.to;
    note_change("phase");
    if (phase != "agenda") ++turn, end_stretch();
    if (phase == "action") step = "turn_start", step_seat = w.to, step_by = "host";
  }
  if (w.verb == "step") {
    step = w.word;
    step_seat = w.to == -1 ? active : w.to;
    step_by = w.who == "host" ? "host" : std::to_string(w.seat);
    note_change("step");
  }
  if (w.verb == "commodity_value") at(w.to).value = w.amount, note_change("commodity_value " + number);
  if (w.verb == "host_neighbours") set_pair(w.to, w.other, w.on);
  if (w.verb == "control") at(w.to).ai = w.on, note_change("control " + number);
  if (w.verb == "open_decision") decisions[++last_decision] = w.to;
  if (w.verb == "decide" || w.verb == "cancel") decisions.erase(w.decision);
  if (w.verb == "vacated") at(w.to).vacant = true;
  if (w.verb == "depart") {
    at(w.to).departed = true;
    note_change("departure " + number);
    withdraw_offers_of(w.to);
    for (auto& [id, deal] : deals)
      if (deal.parties.count(w.to)) deal.requests.erase(w.to), release_if_all_asked(deal);
  }
  if (w.verb == "seated") {
    Place& place = at(w.to);
    const bool another = place.epoch && place.key != w.key;
    if (place.departed) note_change("departure " + number);
    place.departed = false;
    place.key = w.key;
    place.epoch = w.epoch;
    place.vacant = false;
    if (another) withdraw_offers_of(w.to);
  }
}

}  // namespace naive_ti4
