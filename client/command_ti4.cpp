// The commands of a TI4 table, and what may follow the text of an offer there:
//   give GOODS            what I hand over with the acceptance:  give 4 tg, 1 commodity, Ceasefire
//   get GOODS             what the other does
//   clause SEAT [not] VERB [N] [ITEM] [WHEN] [on WHAT] [able yes|no|unknown] [remark TEXT]
//       WHEN  now (left out too) | this_turn | this_round | open | at STEP        WHAT  dice | action_card | another_seat | hidden_choice
#include "client/command_reader.h"

#include "client/goods_words.h"
#include "common/wire/names.h"

namespace parley {
namespace {

template <class E>
std::string names_of_all(std::uint8_t count) {
  std::string names;
  for (std::uint8_t n = 1; n <= count; ++n) names += (n == 1 ? "" : ", ") + std::string(name(static_cast<E>(n)));
  return names;
}
template <class E>
E read_named(Reader& r, std::uint8_t count) { return r.named<E>(1, count, names_of_all<E>(count), lower(r.word())); }

ti4::Step read_step(Reader& r) { return read_named<ti4::Step>(r, ti4::steps); }

/// "now", "this_turn", "at production": takes nothing where no time stands next.
bool read_when(Reader& r, ti4::Clause& clause) {
  for (std::uint8_t n = 1; n <= 4; ++n)
    if (r.skip(name(static_cast<ti4::When>(n)))) return clause.when = static_cast<ti4::When>(n), true;
  if (!r.skip("at")) return false;
  clause.when = ti4::at(read_step(r));
  return true;
}

ti4::Clause read_clause(Reader& r) {
  ti4::Clause clause{.actor = r.seat()};
  if (r.skip("not")) clause.stance = ti4::Stance::refrain;
  clause.deed = read_named<ti4::Deed>(r, ti4::deeds);
  const std::string next = r.peek();
  if (!next.empty() && next.find_first_not_of("0123456789") == next.npos) clause.quantity = r.number<std::uint16_t>();
  clause.item = Label{normalised(r.until({"now", "this_turn", "this_round", "open", "at", "on", "able", "remark", "clause", "give", "get", "answers"}))};
  for (bool more = true; more;) {
    more = read_when(r, clause);
    if (r.skip("on")) clause.contingent = read_named<ti4::Contingent>(r, 5), more = true;
    if (r.skip("able")) clause.able = read_named<ti4::Able>(r, 3), more = true;
    if (r.skip("remark")) clause.text = Label{normalised(r.until({"clause", "give", "get", "answers"}))}, more = true;
  }
  return clause;
}

ti4::Goods read_goods(Reader& r) {
  const auto goods = parse_goods(normalised(r.until({"give", "get", "clause", "answers"})));
  if (!goods) r.blame(goods.error());
  return goods ? *goods : ti4::Goods{};
}

Label read_note(Reader& r) {
  const auto note = parse_note(r.line().utf8);
  if (!note) r.blame(note.error());
  return note ? *note : Label{};
}

bool read_switch(Reader& r) { return !r.skip("off") && (r.skip("on") || true); }

}  // namespace

bool read_settlement(Reader& r, Record& record) {
  const bool gives = r.skip("give");
  if (gives || r.skip("get")) {
    if (!exchange_of(record)) record.settlement = ti4::Exchange{};
    auto& exchange = std::get<ti4::Exchange>(record.settlement);
    ti4::Goods& goods = gives ? exchange.gives : exchange.gets;
    if (goods != ti4::Goods{}) r.blame(tr("say once what is given and once what is got, with commas: give 4 tg, Ceasefire"));
    goods = read_goods(r);
    return true;
  }
  if (!r.skip("clause")) return false;
  if (record.clauses.size() == limits::clauses_max) r.blame(tr("a deal has at most {} clauses", limits::clauses_max));
  record.clauses.push_back(read_clause(r));
  return true;
}

Command make_step(Reader& r, const Mirror&) {
  ti4::SetStep a{.step = read_step(r), .seat = {}};
  if (r.more()) a.seat = r.seat();
  return {a, {}};
}

Command make_adjust_goods(Reader& r, const Mirror&) {
  std::string what = r.word();
  while (r.more() && r.peek().find_first_of("0123456789") != 0 && !r.peek().starts_with('+') && !r.peek().starts_with('-')) what += " " + r.word();
  const auto kind = parse_kind(what);
  if (!kind) r.blame(tr("'{0}' is none of the goods: {1}", display(what), names_of_all<ti4::Kind>(ti4::kinds)));
  const auto by = r.number<std::int64_t>();
  return {ti4::AdjustGoods{kind.value_or(ti4::Kind::trade_goods), by, r.line()}, {}};
}

Command make_hold(Reader& r, const Mirror&) { return {ti4::Hold{}, NoteName{read_note(r)}}; }
Command make_unhold(Reader& r, const Mirror&) { return {ti4::Unhold{}, NoteName{read_note(r)}}; }
Command make_play_note(Reader& r, const Mirror&) { return {ti4::PlayNote{read_note(r)}, {}}; }

Command make_neighbours(Reader& r, const Mirror&) {
  const Seat with = r.seat();
  return {ti4::ClaimNeighbour{with, read_switch(r)}, {}};
}

Command make_exception(Reader& r, const Mirror&) {
  if (r.skip("off")) return {ti4::SetException{false, std::nullopt}, {}};
  return {ti4::SetException{true, r.line()}, {}};
}

Command make_able(Reader& r, const Mirror&) {
  ti4::StateAble a{.deal = r.deal(), .clause = 0};
  a.clause = r.number<std::uint8_t>();
  a.answer = read_named<ti4::Able>(r, 3);
  return {a, {}};
}

Command make_rule(Reader& r, const Mirror&) {
  const DealId deal = r.deal();
  return {ti4::RuleClass{deal, read_named<ti4::Class>(r, 3)}, {}};
}

Command make_kept(Reader& r, const Mirror&) {
  static const std::array<std::pair<std::string_view, bool>, 2> answers = {{{"yes", true}, {"no", false}}};
  ti4::MarkKept a{.deal = r.deal(), .clause = 0};
  a.clause = r.number<std::uint8_t>();
  a.yes = r.choice(answers);
  return {a, {}};
}

Command make_phase(Reader& r, const Mirror&) {
  ti4::SetPhase a{.round = r.number<std::uint16_t>(), .phase = {}, .agenda = {}};
  a.phase = read_named<ti4::Phase>(r, 4);
  if (r.more()) a.agenda = r.number<std::uint16_t>();
  return {a, {}};
}

Command make_active(Reader& r, const Mirror&) { return {ti4::SetActive{r.seat()}, {}}; }

Command make_commodity_value(Reader& r, const Mirror&) {
  const Seat seat = r.seat();
  return {ti4::SetCommodityValue{seat, r.number<std::uint32_t>()}, {}};
}

Command make_set_neighbours(Reader& r, const Mirror&) {
  const Seat one = r.seat();
  const Seat other = r.seat();
  return {ti4::SetNeighbours{{one, other}, read_switch(r)}, {}};
}

std::string ti4_words_help() {
  std::string out = help_row(tr("GOODS"), tr("trade goods (tg), commodities (c), cultural, hazardous, industrial, unknown (fragments), action_cards; a note by its name"));
  out += help_row(tr("VERB"), names_of_all<ti4::Deed>(ti4::deeds));
  out += help_row(tr("WHEN"), tr("now, this_turn, this_round, open, or: at STEP"));
  out += help_row(tr("STEP"), names_of_all<ti4::Step>(ti4::steps));
  return out + help_row(tr("on WHAT"), tr("what it hangs on: dice, action_card, another_seat, hidden_choice"));
}

}  // namespace parley
