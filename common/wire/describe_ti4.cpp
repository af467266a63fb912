#include "common/core/ti4/citations.h"
#include "common/core/ti4/classify.h"
#include "common/wire/describe_game.h"

namespace parley {
namespace {

Json names_of(const std::vector<Label>& labels) {
  Json out = Json::array();
  for (const Label& label : labels) out.push_back(label.utf8);
  return out;
}

Json describe_marker(const std::optional<ti4::Marker>& marker, const SeatKeys& seats) {
  if (!marker) return nullptr;
  return {{"step", name(marker->step)}, {"seat", or_null(marker->seat, seats)}, {"set_by", role_text(marker->set_by, seats)}};
}

Json describe_finding(const ti4::Finding& finding) {
  const ti4::Citation& source = ti4::citation(finding.why);
  Json out{{"clause", finding.clause}, {"code", source.code}, {"cite_en", source.en}, {"cite_ru", source.ru}};
  if (source.inferred) out["inferred"] = true;
  return out;
}

Json describe_class(const ti4::Classified& now, const SeatKeys& seats) {
  Json out{{"is", name(now.is)}, {"source", ti4::is_stated(now) ? "stated" : "computed"}};
  SeatSet by;
  out["because"] = Json::array();
  for (const ti4::Finding& finding : ti4::because(now)) {
    out["because"].push_back(describe_finding(finding));
    if (finding.stated_by) by.insert(*finding.stated_by);
  }
  if (!by.empty()) out["stated_by"] = keys_of(by, seats);
  return out;
}

void add_clauses(Json& out, const Deal& deal, const std::optional<ti4::Classified>& now, const SeatKeys& seats) {
  out["clauses"] = Json::array();
  ti4::ClauseNumber number = 0;
  for (const ti4::Clause& clause : deal.record.clauses) {
    ++number;
    Json one = fields_of(clause, seats);
    one["able"] = name(ti4::ability({deal.proposer, deal.record, deal.judgement}, number).able);
    if (now) one["class"] = name(now->findings[number - 1u].is);
    for (const ti4::Kept& kept : deal.judgement.kept)
      if (kept.clause == number) one["kept"] = kept.yes;
    out["clauses"].push_back(std::move(one));
  }
}

}  // namespace

void add_game(Json& out, const ti4::Game& game, const SeatKeys& seats) {
  out["round"] = game.now.turn;
  out["phase"] = name(ti4::phase(game.now));
  out["turn"] = game.turn;
  out["agenda"] = game.agenda;
  out["active"] = or_null(game.active, seats);
  out["step"] = describe_marker(game.marker, seats);
}

void add_seat(Json& out, const ti4::Game& game, Seat seat, const SeatKeys& seats) {
  const ti4::Place& place = game[seat];
  const ti4::Fragments& f = place.holds.fragments;
  out["commodity_value"] = place.commodity_value;
  out["trade_goods"] = place.holds.trade_goods;
  out["commodities"] = place.holds.commodities;
  out["fragments"] = {{"cultural", f.cultural}, {"hazardous", f.hazardous}, {"industrial", f.industrial}, {"unknown", f.unknown}};
  out["action_cards"] = place.holds.action_cards;
  out["notes"] = names_of(place.hand ? *place.hand : place.shown);  // those that whoever looks may know
  out["note_count"] = place.notes;
  out["shown"] = names_of(place.shown);
  out["in_play"] = names_of(place.in_play);
  out["neighbours"] = keys_of(place.neighbours, seats);
  out["claims"] = keys_of(place.claims, seats);
  out["disclaims"] = keys_of(place.disclaims, seats);
  out["exception"] = place.exception ? Json(place.exception->utf8) : Json(nullptr);
  out["traded"] = keys_of(place.traded, seats);
}

void add_moment(Json& out, const ti4::Game&, Moment moment) {
  out["round"] = moment.turn;
  out["phase"] = name(ti4::phase(moment));
}

void add_judgement(Json& out, const Table& table, const Deal& deal) {
  if (!std::holds_alternative<ti4::Game>(table.game)) return;
  const SeatKeys seats = seat_keys(table);
  const auto now = ti4::class_of(table, deal);
  add_clauses(out, deal, now, seats);
  if (const ti4::Exchange* exchange = exchange_of(deal.record)) {
    out["exchange"] = fields_of(*exchange, seats);
    out["exchanged"] = deal.judgement.at_acceptance.has_value();
  }
  if (now) out["class"] = describe_class(*now, seats);
  if (now && std::holds_alternative<Open>(deal.state)) out["split"] = ti4::should_split(*now, deal.record);
  out["rulings"] = Json::object();
  for (const ti4::Ruling& ruling : deal.judgement.rulings) out["rulings"][seat_key(ruling.seat, seats)] = name(ruling.is);
  if (const auto ruled = ti4::table_ruling(deal.judgement, deal.record.signatories)) out["ruling"] = name(*ruled);
}

}  // namespace parley
