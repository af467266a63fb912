#include "tests/simulation/ti4_model.h"

#include <algorithm>
#include <sstream>

namespace naive_ti4 {
namespace {

const std::vector<std::string> kOrder = {
    "not_permitted", "limit", "bad_text", "bad_parties", "bad_amount", "bad_bribe", "bad_clause", "bad_answer", "no_such_deal",
    "no_such_seat", "no_such_decision", "not_signatory", "not_proposer", "not_decision_owner", "not_open", "not_active", "already",
    "not_in_play", "not_human", "stale", "wrong_phase", "decision_open", "not_neighbours", "slot_used", "not_active_player",
    "class_changed", "holdings"};

const std::map<std::string, long long> kValues = {
    {"ARB", 3}, {"LET", 2}, {"SAA", 3}, {"MUA", 4}, {"HAC", 6}, {"SOL", 4}, {"CRE", 4}, {"LZX", 2}, {"MTK", 2}, {"NAA", 3}, {"NKR", 3}, {"SAR", 3},
    {"J-N", 4}, {"WIN", 3}, {"XXC", 4}, {"YIN", 2}, {"YSS", 3}, {"ARG", 3}, {"EMP", 4}, {"MAH", 3}, {"NRA", 3}, {"NOM", 4}, {"TIT", 2}, {"VUI", 2}};

const std::set<std::string> kOfSeats = {"offer", "accept", "decline", "withdraw", "request_release", "retract_release", "note", "say",
                                        "decide", "cancel", "step", "adjust", "hold", "unhold", "play_note", "neighbours", "exception",
                                        "able", "rule", "kept"};
const std::set<std::string> kOfHost = {"say", "cancel", "start", "end", "control", "depart", "open_decision", "step", "active", "phase",
                                       "commodity_value", "host_neighbours"};

/// Only ASCII is written here; the bell stands for everything that is forbidden.
bool bad_text(const std::string& text, std::size_t most) {
  return text.empty() || text.size() > most || text.find('\a') != std::string::npos;
}

std::string name_of(char is) { return is == 'B' ? "binding" : is == 'N' ? "non_binding" : is == '?' ? "undecided" : "blocked"; }

}  // namespace

bool is_note(const std::string& kind) { return kind.compare(0, 5, "note ") == 0; }
bool lies_open(const std::string& note) { return note == "Alliance" || note == "Support for the Throne"; }

std::string in_words(const Wish& w) {
  std::ostringstream out;
  out << w.who;
  if (w.who == "seat") out << ' ' << w.seat;
  out << ' ' << w.verb;
  if (w.deal) out << " deal " << w.deal << " clause " << w.clause;
  for (int party : w.parties) out << " party " << party;
  for (const auto& [kind, amount] : w.gives) out << " gives " << amount << ' ' << kind;
  for (const auto& [kind, amount] : w.gets) out << " gets " << amount << ' ' << kind;
  for (const Clause& c : w.clauses)
    out << " [" << c.actor << (c.refrains ? " not " : " ") << c.verb << ' ' << c.item << " x" << c.quantity << ' ' << c.when << " on "
        << c.contingent << " able " << c.able << ']';
  out << " as " << w.as << " word " << w.word << " note " << w.note << (w.hidden ? " hidden" : "") << " to " << w.to << " other " << w.other
      << " amount " << w.amount << (w.on ? " on" : "") << " round " << w.round << " agenda " << w.agenda << " seen " << w.seen;
  return out.str();
}

Model::Model(const std::vector<std::string>& factions) {
  for (const std::string& faction : factions) {
    seats.emplace_back();
    seats.back().faction = faction;
    seats.back().value = kValues.at(faction);
  }
}

bool Model::changed(int seen, const std::string& what) const {
  for (auto change = history.rbegin(); change != history.rend() && change->version > seen; ++change)
    if (change->what == what) return true;
  return false;
}

std::string Model::verdict(const Wish& w) const {
  const bool may = w.who == "seat" ? kOfSeats.count(w.verb) : w.who == "host" ? kOfHost.count(w.verb)
                   : w.who == "server" && (w.verb == "seated" || w.verb == "vacated");
  if (!may) return "not_permitted";
  Wrong wrong;
  if (w.who == "seat" && w.verb != "say" && !acts(w.seat)) wrong.insert("not_human");
  complain_about_offers(w, wrong);
  complain_about_deals(w, wrong);
  complain_about_seats(w, wrong);
  complain_about_hands(w, wrong);
  complain_about_the_game(w, wrong);
  complain_about_the_marker(w, wrong);
  for (const auto& name : kOrder)
    if (wrong.count(name)) return name;
  return "ok";
}

void Model::complain_about_offers(const Wish& w, Wrong& wrong) const {
  const auto complain_if = [&](bool so, const char* name) { if (so) wrong.insert(name); };
  if (w.verb != "offer") return;
  int mine = 0, all = 0;
  for (const auto& [id, deal] : deals)
    if (deal.state == "open") ++all, mine += deal.proposer == w.seat;
  complain_if(mine >= 16 || all >= 64, "limit");
  complain_if(bad_text(w.text, 1000), "bad_text");
  complain_if(w.parties.size() != 2 || !w.parties.count(w.seat), "bad_parties");
  complain_if(w.bribe, "bad_bribe");
  for (const Clause& c : w.clauses) complain_if(c.quantity < 1, "bad_amount"), complain_if(!w.parties.count(c.actor), "bad_clause");
  bool hacan = false;
  for (int seat : w.parties) hacan |= exists(seat) && at(seat).faction == "HAC";
  bool anything = false;
  for (const Goods* side : {&w.gives, &w.gets}) {
    long long notes = 0;
    for (const auto& [kind, amount] : *side) {
      anything |= amount > 0;
      if (is_note(kind)) notes += amount;
      complain_if(amount > 65535, "bad_amount");
      complain_if(kind == "relic" || (kind == "action_cards" && amount && !hacan), "bad_clause");
    }
    complain_if(notes > 1, "bad_clause");
  }
  complain_if(w.exchange && !w.bribe && !anything, "bad_clause");
  complain_if(w.answers != 0 && !deals.count(w.answers), "no_such_deal");
  for (int seat : w.parties) complain_if(!exists(seat), "no_such_seat"), complain_if(!acts(seat), "not_human");
  complain_if(!in_play(), "not_in_play");
  for (int seat : w.parties) complain_if(changed(w.seen, "control " + std::to_string(seat)), "stale");
}

void Model::complain_about_deals(const Wish& w, Wrong& wrong) const {
  static const std::set<std::string> of_a_deal = {"accept", "decline", "withdraw", "request_release", "retract_release", "note",
                                                  "able", "rule", "kept"};
  static const std::set<std::string> when_open = {"accept", "decline", "withdraw", "able"};
  const auto complain_if = [&](bool so, const char* name) { if (so) wrong.insert(name); };
  if (!of_a_deal.count(w.verb)) return;
  if (w.verb == "note") complain_if(bad_text(w.text, 240), "bad_text");
  complain_if(when_open.count(w.verb) ? !in_play() : phase == "setup", "not_in_play");
  if (!deals.count(w.deal)) {
    wrong.insert("no_such_deal");
    return;
  }
  const Deal& deal = deals.at(w.deal);
  complain_if(!deal.parties.count(w.seat), "not_signatory");
  if (w.verb == "withdraw") complain_if(deal.proposer != w.seat, "not_proposer");
  if (when_open.count(w.verb)) complain_if(deal.state != "open", "not_open");
  else complain_if(deal.state != "active" && !(w.verb == "rule" && deal.state == "open"), "not_active");
  if (w.verb == "decline") complain_if(deal.proposer == w.seat, "already");
  if (w.verb == "request_release") complain_if(deal.requests.count(w.seat), "already");
  if (w.verb == "retract_release") complain_if(!deal.requests.count(w.seat), "already");
  if (w.verb == "note") complain_if(deal.notes.count(w.seat) && deal.notes.at(w.seat) == w.text, "already");
  if (w.verb == "accept") complain_about_acceptance(w, deal, wrong);
  complain_about_words(w, deal, wrong);
}

void Model::complain_about_acceptance(const Wish& w, const Deal& deal, Wrong& wrong) const {
  const auto complain_if = [&](bool so, const std::string& name) { if (so) wrong.insert(name); };
  complain_if(deal.consents.count(w.seat), "already");
  bool transaction = deal.exchange;
  for (const Clause& c : deal.clauses) transaction |= c.verb == "give" && c.when == "now" && !c.refrains;
  for (int seat : deal.parties) {
    complain_if(at(seat).departed || (deal.exchange && at(seat).ai), "not_human");
    complain_if(changed(w.seen, "control " + std::to_string(seat)), "stale");
  }
  const std::string rule = transaction ? broken_rule(deal) : "";
  complain_if(!rule.empty(), rule == "slot_used_agenda" ? "slot_used" : rule);
  const char is = whole(marks(deal));
  complain_if(is != 'X' && name_of(is) != w.as, "class_changed");
  if (!deal.exchange) return;
  for (int seat : deal.parties)
    for (const auto& [kind, amount] : seat == deal.proposer ? deal.gives : deal.gets) {
      const auto held = at(seat).holds.find(kind);
      const bool enough = is_note(kind) ? static_cast<long long>(at(seat).hand.count(kind.substr(5))) >= amount
                                        : amount == 0 || (held != at(seat).holds.end() && held->second >= amount);
      complain_if(!enough, "holdings");
    }
}

void Model::complain_about_words(const Wish& w, const Deal& deal, Wrong& wrong) const {
  const auto complain_if = [&](bool so, const char* name) { if (so) wrong.insert(name); };
  if (w.verb == "rule") {
    const auto said = deal.ruled.find(w.seat);
    complain_if(said != deal.ruled.end() && said->second == w.as, "already");
  }
  if (w.verb != "able" && w.verb != "kept") return;
  if (w.clause < 1 || w.clause > static_cast<int>(deal.clauses.size())) {
    wrong.insert("bad_clause");
    return;
  }
  const int actor = deal.clauses.at(static_cast<std::size_t>(w.clause) - 1).actor;
  complain_if((actor == w.seat) != (w.verb == "able"), "not_signatory");
  if (w.verb == "able") complain_if(deal.stated.count(w.clause) && deal.stated.at(w.clause) == w.word, "already");
  if (w.verb == "able") return;
  complain_if(!deal.final.empty() && deal.final.at(static_cast<std::size_t>(w.clause) - 1).is != 'B', "bad_clause");
  complain_if(deal.kept.count(w.clause) && deal.kept.at(w.clause) == w.on, "already");
}

void Model::complain_about_seats(const Wish& w, Wrong& wrong) const {
  const auto complain_if = [&](bool so, const char* name) { if (so) wrong.insert(name); };
  const bool over = phase == "over";
  if (w.verb == "control" || w.verb == "depart" || w.verb == "commodity_value") {
    if (w.verb != "depart") complain_if(over, "not_in_play");
    if (w.verb == "commodity_value") complain_if(w.amount > 65535, "bad_amount");
    complain_if(!exists(w.to), "no_such_seat");
    if (!exists(w.to)) return;
    const Place& place = at(w.to);
    complain_if(w.verb == "control" ? place.ai == w.on : w.verb == "depart" ? place.departed : place.value == w.amount, "already");
    complain_if(changed(w.seen, (w.verb == "depart" ? "departure" : w.verb) + " " + std::to_string(w.to)), "stale");
  }
  if (w.verb == "seated" || w.verb == "vacated") complain_if(!exists(w.to), "no_such_seat");
  if (w.verb == "vacated" && exists(w.to)) complain_if(at(w.to).vacant, "already");
  if (w.verb == "neighbours") {
    complain_if(w.to == w.seat, "bad_parties");
    complain_if(!exists(w.to), "no_such_seat");
    complain_if(over, "not_in_play");
    const Place& me = at(w.seat);
    const bool takes_back = (w.on ? me.disclaims : me.claims).count(w.to);
    const bool so = me.neighbours.count(w.to) == (w.on ? 1u : 0u) || (w.on ? me.claims : me.disclaims).count(w.to);
    complain_if(so && !takes_back, "already");
  }
  if (w.verb == "host_neighbours") {
    complain_if(w.to == w.other, "bad_parties");
    complain_if(!exists(w.to) || !exists(w.other), "no_such_seat");
    complain_if(over, "not_in_play");
    if (!exists(w.to) || !exists(w.other)) return;
    complain_if(at(w.to).neighbours.count(w.other) == (w.on ? 1u : 0u), "already");
    for (int seat : {w.to, w.other}) complain_if(changed(w.seen, "neighbours " + std::to_string(seat)), "stale");
  }
}

void Model::complain_about_hands(const Wish& w, Wrong& wrong) const {
  const auto complain_if = [&](bool so, const char* name) { if (so) wrong.insert(name); };
  const bool over = phase == "over";
  if (w.who != "seat") return;
  const Place& me = at(w.seat);
  if (w.verb == "adjust") {
    const auto held = me.holds.find(w.word);
    const long long after = (held == me.holds.end() ? 0 : held->second) + w.amount;
    complain_if(bad_text(w.text, 240), "bad_text");
    complain_if(w.amount == 0 || w.amount > 65535 || w.amount < -65535 || (w.amount > 0 && after > 65535), "bad_amount");
    complain_if(over, "not_in_play");
    complain_if(after < 0, "holdings");
  }
  if (w.verb == "exception") {
    const bool why = !w.hidden;
    complain_if(why && bad_text(w.text, 240), "bad_text");
    complain_if(w.on != why, "bad_clause");
    complain_if(w.on ? me.exception == w.text : me.exception.empty(), "already");
    complain_if(over, "not_in_play");
  }
  if (w.verb == "hold" || w.verb == "unhold") {
    complain_if(!w.note.empty() && bad_text(w.note, 72), "bad_text");
    complain_if(w.note.empty() || (w.hidden && lies_open(w.note)), "bad_clause");
    complain_if(over, "not_in_play");
    if (w.verb == "hold") complain_if(me.hand.size() >= 32, "limit");
    const bool there = me.hand.count(w.note) || (!w.hidden && me.in_play.count(w.note));
    if (w.verb == "unhold") complain_if(!there, "holdings");
  }
  if (w.verb == "play_note") {
    complain_if(me.in_play.size() >= 32, "limit");
    complain_if(bad_text(w.note, 72), "bad_text");
    complain_if(!in_play(), "not_in_play");
    complain_if(!me.hand.count(w.note), "holdings");
  }
}

void Model::complain_about_the_game(const Wish& w, Wrong& wrong) const {
  const auto complain_if = [&](bool so, const char* name) { if (so) wrong.insert(name); };
  if (w.verb == "say") complain_if(bad_text(w.text, 240), "bad_text");
  if (w.verb == "start") complain_if(phase != "setup", "already");
  if (w.verb == "end" || w.verb == "active") complain_if(!in_play(), "not_in_play");
  if (w.verb == "end") complain_if(!decisions.empty(), "decision_open");
  if (w.verb == "active") complain_if(!exists(w.to), "no_such_seat");
  if (w.verb == "start" || w.verb == "end" || w.verb == "active" || w.verb == "phase") complain_if(changed(w.seen, "phase"), "stale");
  if (w.verb == "phase") {
    complain_if(w.round == round && w.word == phase && agenda_after(w) == agenda, "already");
    complain_if(phase == "setup", "not_in_play");
    complain_if(w.round < 1 || w.word == "setup" || w.word == "over", "wrong_phase");
    complain_if(w.agenda != -1 && (w.word != "agenda" || w.agenda == 0), "wrong_phase");
  }
  if (w.verb == "open_decision") {
    complain_if(decisions.size() >= 8, "limit");
    complain_if(bad_text(w.text, 240), "bad_text");
    complain_if(!exists(w.to), "no_such_seat");
    complain_if(phase == "over", "not_in_play");
    complain_if(!acts(w.to), "not_human");
  }
  if (w.verb == "decide" || w.verb == "cancel") {
    complain_if(!in_play(), "not_in_play");
    complain_if(!decisions.count(w.decision), "no_such_decision");
    if (!decisions.count(w.decision)) return;
    if (w.verb == "decide") complain_if(w.word != "done", "bad_answer");
    if (w.who == "seat") complain_if(w.verb == "cancel" || decisions.at(w.decision) != w.seat, "not_decision_owner");
  }
}

void Model::complain_about_the_marker(const Wish& w, Wrong& wrong) const {
  const auto complain_if = [&](bool so, const char* name) { if (so) wrong.insert(name); };
  if (w.verb != "step") return;
  const bool own = w.word == "vote" || w.word == "trade_secondary";
  const bool of_agenda = w.word == "reveal" || w.word == "vote" || w.word == "outcome";
  complain_if(own ? !exists(w.to) : w.to != -1 && !exists(w.to), "no_such_seat");
  complain_if(step == w.word && step_seat == (w.to == -1 ? active : w.to), "already");
  complain_if(!in_play(), "not_in_play");
  if (w.who == "host") complain_if(changed(w.seen, "step"), "stale");
  complain_if(phase != (of_agenda ? "agenda" : "action"), "wrong_phase");
  if (w.who == "seat") complain_if(active != w.seat, "not_active_player");
}

}  // namespace naive_ti4
