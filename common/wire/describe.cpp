#include "common/wire/describe.h"

#include "common/core/overload.h"
#include "common/wire/describe_game.h"

namespace parley {
namespace {

std::string_view state_name(const DealState& state) {
  return std::visit(Overload{[](const Open&) { return "open"; }, [](const Active&) { return "active"; },
                             [](const Declined&) { return "declined"; }, [](const Withdrawn&) { return "withdrawn"; },
                             [](const Released&) { return "released"; }},
                    state);
}

Json numbers(const std::vector<DealId>& ids) {
  Json out = Json::array();
  for (DealId id : ids) out.push_back(id.value);
  return out;
}

Json describe_decision(const Decision& decision, const SeatKeys& seats) {
  Json out{{"id", decision.id.value}};
  std::visit(Overload{[&](const Diversion& d) {
                        out["kind"] = "diversion";
                        out["owner"] = seat_key(decision.owner, seats);
                        if (d.deal != DealId{}) out["deal"] = d.deal.value;
                        out.update(fields_of(d.payment, seats));
                      },
                      [&](const Question& q) {
                        out["kind"] = "question";
                        out["owner"] = seat_key(decision.owner, seats);
                        out["asker"] = seat_key(q.asker, seats);
                        out["question"] = q.text.utf8;
                      },
                      [&](const Plain& p) {
                        out["kind"] = "plain";
                        out["owner"] = seat_key(decision.owner, seats);
                        out["note"] = p.note.utf8;
                      }},
             decision.kind);
  out["opened"] = decision.opened.value;
  return out;
}

}  // namespace

Json keys_of(SeatSet set, const SeatKeys& seats) {
  Json keys = Json::array();
  for (Seat s : set) keys.push_back(seat_key(s, seats));
  return keys;
}

Json or_null(std::optional<Seat> seat, const SeatKeys& seats) { return seat ? Json(seat_key(*seat, seats)) : Json(nullptr); }

Json describe(const Commit& commit, const SeatKeys& seats) {
  Json out = fields_of(CommittedPrivate{commit}, seats);
  if (const Offer* offer = std::get_if<Offer>(&commit.action); offer && commit.role.is_seat()) {
    out["with"] = keys_of(offer->record.signatories - SeatSet{commit.role.seat()}, seats);
    out.erase("signatories");
  }
  return out;
}

Json describe(const Commit& commit, Time time, const SeatKeys& seats) {
  Json out{{"version", commit.version.value}, {"time", utc(time)}};
  out.update(describe(commit, seats));
  out.erase("elapsed");
  return out;
}

void add_outcome(Json& event, const Outcome& outcome, const Table& after) {
  const SeatKeys seats = seat_keys(after);
  if (outcome.deal != DealId{}) {
    event["deal"] = outcome.deal.value;
    event["state"] = state_name(after.ledger.find(outcome.deal)->state);
  }
  if (outcome.exchanged) event["exchanged"] = fields_of(*exchange_of(after.ledger.find(outcome.deal)->record), seats);
  if (outcome.paid) event["paid"] = fields_of(*outcome.paid, seats);
  if (outcome.decision != DecisionId{}) event["decision"] = outcome.decision.value;
  if (!outcome.collected.empty())
    for (const auto& [seat, spice] : outcome.collected) event["collected"][seat_key(seat, seats)] = spice.value;
  if (!outcome.released.empty()) event["released"] = numbers(outcome.released);
  if (!outcome.withdrawn.empty()) event["withdrawn"] = numbers(outcome.withdrawn);
}

Json describe(const Deal& deal, const Table& table) {
  const SeatKeys seats = seat_keys(table);
  const SeatSet all = deal.record.signatories;
  SeatSet consents;
  SeatSet requests;
  SeatSet lapsed;
  Json by;
  std::visit(Overload{[&](const Open& s) { consents = s.consents; lapsed = s.lapsed; },
                      [&](const Active& s) { consents = all; requests = s.release_requests; },
                      [&](const Declined& s) { by = seat_key(s.by, seats); }, [](const Withdrawn&) {},
                      [&](const Released&) { consents = all; }},
             deal.state);
  Json out{{"id", deal.id.value}, {"state", state_name(deal.state)}, {"proposer", seat_key(deal.proposer, seats)},
           {"signatories", keys_of(all, seats)}, {"consents", keys_of(consents, seats)},
           {"release_requests", keys_of(requests, seats)}};
  if (!by.is_null()) out["by"] = by;
  if (!lapsed.empty()) out["lapsed"] = keys_of(lapsed, seats);
  out["terms"] = deal.record.terms.utf8;
  if (const Bribe* bribe = bribe_of(deal)) {
    out["bribe"] = fields_of(*bribe, seats);
    out["paid"] = paid(deal);
    if (deal.received) out["received"] = deal.received->value;
  }
  add_judgement(out, table, deal);
  out["offered"] = {{"version", deal.offered_version.value}};
  std::visit([&](const auto& game) { add_moment(out["offered"], game, deal.offered); }, table.game);
  out["notes"] = Json::array();
  for (Seat s : all)
    if (const Note* note = note_of(deal, s)) out["notes"].push_back({{"seat", seat_key(s, seats)}, {"text", note->text.utf8}});
  out["answers"] = deal.record.answers == DealId{} ? Json(nullptr) : Json(deal.record.answers.value);
  return out;
}

Json describe(const Table& table) {
  const SeatKeys keys = seat_keys(table);
  return std::visit([&](const auto& game) {
    Json out{{"name", table.name}, {"game", game_name(Rules{game.options})}, {"version", table.version.value}};
    add_game(out, game, keys);
    out["decisions"] = Json::array();
    for (const Decision& decision : table.decisions) out["decisions"].push_back(describe_decision(decision, keys));
    out["seats"] = Json::object();
    for (std::uint8_t i = 0; i < table.seats.size(); ++i) {
      const SeatRecord& record = table.seats[i];
      Json& seat = out["seats"][record.key];
      seat["player"] = record.epoch == Epoch{} ? Json(nullptr) : Json(record.player.utf8);
      seat["control"] = name(record.control);
      seat["departed"] = record.departed;
      add_seat(seat, game, Seat{i}, keys);
    }
    out["options"] = fields_of(game.options, keys);
    out["options"].erase("mode");
    return out;
  }, table.game);
}

Json describe(const std::vector<Need>& needs) {
  Json out = Json::array();
  for (const Need& need : needs) {
    if (need.what == Need::What::decide) out.push_back({{"what", "decide"}, {"decision", need.decision.value}});
    else out.push_back({{"deal", need.deal.value}, {"what", need.what == Need::What::accept ? "accept" : "release"}});
  }
  return out;
}

std::string one_line(const Json& event) {
  std::string line = "v" + event.at("version").dump();
  for (const char* key : {"time", "role", "do"})
    if (event.contains(key)) line += " " + event.at(key).get<std::string>();
  for (const auto& [key, value] : event.items()) {
    if (key == "version" || key == "time" || key == "role" || key == "do" || key == "event") continue;
    line += " " + key + "=" + value.dump(-1, ' ', true, Json::error_handler_t::replace);
  }
  return line;
}

std::string to_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace parley
