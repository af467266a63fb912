// The TI4 part of client/forms: offers with an exchange and clauses, and what seats and the host say of the table.
#include "client/form_parts.h"

#include "client/goods_words.h"
#include "client/translate.h"
#include "client/words.h"
#include "client/words_ti4.h"
#include "common/core/ti4/transaction.h"

#include <fmt/format.h>

#include <algorithm>

namespace parley {
namespace {

// The fields of a clause.
enum ClauseField : std::size_t { clause_actor, clause_stance, clause_deed, clause_quantity, clause_item, clause_when, clause_contingent, clause_able, clause_text_field };

/// The words of an enumeration that counts from 1, in order.
template <class E>
std::vector<std::string> words_of_all(std::uint8_t count) {
  std::vector<std::string> words;
  for (std::uint8_t n = 1; n <= count; ++n) words.push_back(word(static_cast<E>(n)));
  return words;
}
template <class E>
Field enum_field(const char* label, std::uint8_t count, E chosen) {
  Choice all = choice(words_of_all<E>(count));
  all.choose(static_cast<std::size_t>(chosen) - 1);
  return {.label = label, .input = std::move(all), .hint = "", .folded = count > 6};
}
template <class E>
E chosen(FormReader& r, std::size_t field) { return static_cast<E>(r.option(field) + 1); }

/// As far as it is written: what can be classified while somebody types. A fault stays in the reader.
Record draft_of_offer(FormReader& r, const Form& form, const Mirror& mirror) {
  Record record{.signatories = {}, .terms = {r.text(offer_terms)}, .answers = DealId{form.deal}, .settlement = {}};
  if (mirror.role().is_seat()) record.signatories.insert(mirror.role().seat());
  if (const auto other = input<Choice>(form, offer_with).first()) record.signatories.insert(Seat{static_cast<std::uint8_t>(*other)});
  read_offer(*ti4_game(mirror.table()), r, form, record);
  return record;
}

ti4::Goods goods_of(FormReader& r, std::size_t field) {
  const auto goods = parse_goods(r.text(field));
  if (!goods) r.fail(field, goods.error());
  return goods ? *goods : ti4::Goods{};
}

/// "HAC has 3 trade goods, 2 notes": beside what is to be given.
std::string has_text(const Table& table, const ti4::Game& game, Seat seat) {
  const ti4::Place& place = game[seat];
  const std::string who = key(table, seat), goods = goods_text({place.holds, {}, {}});
  const std::string notes = names_of(place.hand && table.sight.is(seat) ? *place.hand : place.shown);
  if (place.notes == 0) return tr("{0} has {1}", who, goods);
  return notes.empty() ? tr("{0} has {1}; notes: {2}", who, goods, place.notes) : tr("{0} has {1}; notes: {2} ({3})", who, goods, place.notes, notes);
}

/// Whether anything may change hands between the two now, and why not.
std::string slot_text(const Table& table, const ti4::Game& game, SeatSet parties) {
  if (const auto why = ti4::broken_rule(game, parties)) return tr("No exchange now: {}.", finding_text({0, ti4::Class::blocked, *why, {}}));
  const std::string two = keys(table, parties);
  return ti4::phase(game.now) == ti4::Phase::agenda ? tr("{} may exchange once this agenda.", two) : tr("{} may exchange once this turn.", two);
}

void show_class(Form& form, const Table& table, const ti4::Classified& classified, const Record& record) {
  const ti4::Finding deciding = ti4::because(classified).front();
  const std::string why = finding_text(deciding);
  form.pinned.push_back(fmt::format("{} {}: {}", mark(classified.is), class_words(table, classified, false), why));
  if (ti4::should_split(classified, record)) form.pinned.push_back(tr("Goods now beside a promise that does not bind: once offered, it can be split into two offers."));
}

void show_clauses(ClauseList& list, const Table& table, const ti4::Classified* classified) {
  list.shown.clear();
  for (std::size_t i = 0; i < list.clauses().size(); ++i) {
    const std::string text = clause_text(table, list.clauses()[i]);
    if (!classified) list.shown.push_back(text);
    else list.shown.push_back(tr("{0} {1}. {2}", mark(classified->findings[i].is), text, finding_text(classified->findings[i])));
  }
}

}  // namespace

// ---- an offer ---------------------------------------------------------------------------------------------------------------

void add_fields(const ti4::Game&, Form& form, const Table&) {
  form.fields[offer_with].reasons = true;
  form.fields.push_back(line_field(tr("I give")));
  form.fields.push_back(line_field(tr("I get")));
  form.fields.push_back({tr("clauses"), ClauseList(limits::clauses_max), ""});
  form.remarks = {tr("I give and I get move with the last acceptance, such as: 4 tg, 1 commodity, Ceasefire. Promises are clauses; the text is commentary beside them."),
                  tr("Only the exchange is enforced by parley.")};
}

void fill(const ti4::Game&, Form& form, const Deal& deal, const Mirror& mirror) {
  if (const ti4::Exchange* exchange = exchange_of(deal.record)) {
    const bool mine = mirror.role().is(deal.proposer);
    const auto write = [&](std::size_t field, const ti4::Goods& goods) {
      if (goods != ti4::Goods{}) input<TextArea>(form, field).set(goods_text(goods));
    };
    write(offer_gives, mine ? exchange->gives : exchange->gets);
    write(offer_gets, mine ? exchange->gets : exchange->gives);
  }
  std::vector<ti4::Clause> clauses = deal.record.clauses;
  for (std::size_t i = 0; i < clauses.size(); ++i)
    clauses[i].able = ti4::ability({deal.proposer, deal.record, deal.judgement}, static_cast<ti4::ClauseNumber>(i + 1)).able;
  input<ClauseList>(form, offer_clauses).set(std::move(clauses));
}

void refresh_offer(const ti4::Game& game, Form& form, const Mirror& mirror) {
  const Table& table = mirror.table();
  const Role role = mirror.role();
  form.pinned.clear();
  form.fields[offer_gives].hint = role.is_seat() ? has_text(table, game, role.seat()) : "";
  form.fields[offer_gets].hint.clear();
  auto& list = input<ClauseList>(form, offer_clauses);
  FormReader reader(form);
  const Record record = draft_of_offer(reader, form, mirror);
  if (!role.is_seat() || record.signatories.size() != 2) {
    show_clauses(list, table, nullptr);
    form.pinned = {tr("Choose with whom: then this says what may change hands, and whether the deal binds.")};
    return;
  }
  form.fields[offer_gets].hint = has_text(table, game, *(record.signatories - SeatSet{role.seat()}).begin());
  const ti4::Classified classified = ti4::classify(table, {role.seat(), record, {}});
  show_clauses(list, table, &classified);
  // What cannot change hands is blocked and says so; before anything is written it is told beforehand.
  if (!exchange_of(record) || !ti4::broken_rule(game, record.signatories)) form.pinned.push_back(slot_text(table, game, record.signatories));
  if (reader.missing()) form.pinned.push_back(reader.missing()->sentence);
  else show_class(form, table, classified, record);
}

void read_offer(const ti4::Game&, FormReader& r, const Form& form, Record& record) {
  ti4::Exchange exchange{goods_of(r, offer_gives), goods_of(r, offer_gets)};
  if (exchange != ti4::Exchange{}) record.settlement = std::move(exchange);
  record.clauses = input<ClauseList>(form, offer_clauses).clauses();
}

// ---- a clause ---------------------------------------------------------------------------------------------------------------

Form clause_form(const Form& offer, const Mirror& mirror) {
  const ClauseList& list = input<ClauseList>(offer, offer_clauses);
  const bool is_new = list.at() >= list.clauses().size();
  ti4::Clause clause{.actor = mirror.role().is_seat() ? mirror.role().seat() : Seat{}};
  if (is_new) clause.deed = ti4::Deed::produce;
  else clause = list.clauses()[list.at()];
  Form form{.kind = FormKind::clause, .title = is_new ? tr("A new clause") : tr("Clause {}", list.at() + 1), .fields = {}, .remarks = {}, .deal = static_cast<std::uint32_t>(list.at()), .at = 0};
  form.fields = {seat_field(tr("who"), mirror.table()), enum_field(tr("does it"), 2, clause.stance), enum_field(tr("what"), ti4::deeds, clause.deed),
                 {tr("how many"), Number({1, 65535}), ""}, label_field(tr("of what")), enum_field(tr("when"), ti4::whens, clause.when),
                 enum_field(tr("hangs on"), 5, clause.contingent), enum_field(tr("able now"), 3, clause.able), label_field(tr("remark"))};
  form.fields[clause_actor].reasons = true;
  input<Choice>(form, clause_actor).choose(clause.actor.index);
  input<Number>(form, clause_quantity).set(clause.quantity);
  input<TextArea>(form, clause_item).set(clause.item.utf8);
  input<TextArea>(form, clause_text_field).set(clause.text.utf8);
  form.remarks = {tr("'able now': whether it could be done right now even without this deal; who is to do it may say otherwise.")};
  refresh_clause(form, offer, mirror);
  return form;
}

namespace {

ti4::Clause read_clause(FormReader& r) {
  return {.actor = r.seat(clause_actor), .deed = chosen<ti4::Deed>(r, clause_deed), .item = r.label(clause_item),
          .quantity = static_cast<std::uint16_t>(r.number(clause_quantity)), .when = chosen<ti4::When>(r, clause_when),
          .stance = chosen<ti4::Stance>(r, clause_stance), .contingent = chosen<ti4::Contingent>(r, clause_contingent),
          .able = chosen<ti4::Able>(r, clause_able), .text = r.label(clause_text_field)};
}

}  // namespace

void refresh_clause(Form& form, const Form& offer, const Mirror& mirror) {
  const Table& table = mirror.table();
  FormReader offer_reader(offer), reader(form);
  Record record = draft_of_offer(offer_reader, offer, mirror);
  for (std::uint8_t i = 0; i < table.seats.size(); ++i)
    input<Choice>(form, clause_actor).block(i, record.signatories.size() != 2 || record.signatories.contains(Seat{i}) ? "" : tr("no party"));
  const ti4::Clause clause = read_clause(reader);
  form.pinned.clear();
  if (reader.missing()) return void(form.pinned = {reader.missing()->sentence});
  form.pinned.push_back(clause_text(table, clause));
  if (record.signatories.size() != 2) return;
  if (form.deal < record.clauses.size()) record.clauses[form.deal] = clause;
  else record.clauses.push_back(clause);
  const ti4::Classified classified = ti4::classify(table, {mirror.role().seat(), record, {}});
  const ti4::Finding& finding = classified.findings[std::min<std::size_t>(form.deal, record.clauses.size() - 1)];
  form.pinned.push_back(fmt::format("{} {}: {}", mark(finding.is), word(finding.is), finding_text(finding)));
}

Result<std::monostate, FormFault> keep_clause(Form& offer, const Form& form) {
  FormReader reader(form);
  ti4::Clause clause = read_clause(reader);
  if (reader.missing()) return *reader.missing();
  for (const std::size_t field : {clause_item, clause_text_field})
    if (const std::string text = reader.text(field); !text.empty())
      if (const auto fault = text_fault(text, TextKind::label)) return FormFault{field, sentence(*fault)};
  input<ClauseList>(offer, offer_clauses).put(form.deal, std::move(clause));
  return std::monostate{};
}

// ---- the other forms --------------------------------------------------------------------------------------------------------

namespace {

Field step_field(const ti4::Game& game) {
  const ti4::Step now = game.marker ? game.marker->step : ti4::phase(game.now) == ti4::Phase::agenda ? ti4::Step::reveal : ti4::Step::turn_start;
  return enum_field(tr("step"), ti4::steps, now);
}
Field phase_choice(const ti4::Game& game) {
  const std::uint8_t next = game.now.phase >= 1 && game.now.phase <= 3 ? static_cast<std::uint8_t>(game.now.phase + 1) : std::uint8_t{1};
  return enum_field(tr("phase"), 4, static_cast<ti4::Phase>(next));
}
Field round_field(const ti4::Game& game) {
  Number round({1, 65535});
  round.set(game.now.turn + (ti4::phase(game.now) == ti4::Phase::agenda ? 1 : 0));
  return {tr("round"), round, ""};
}
Field on_field() { return {tr("are they"), choice({tr("neighbours"), tr("not neighbours")}), ""}; }

}  // namespace

bool make_ti4_form(Form& form, const Mirror& mirror) {
  const ti4::Game* game = ti4_game(mirror.table());
  if (!game) return false;
  const Table& table = mirror.table();
  auto& fields = form.fields;
  switch (form.kind) {
    case FormKind::step:
      form.title = tr("Where the turn or the agenda stands");
      fields = {step_field(*game), {tr("of"), seats(table, Choice::Kind::one, tr("active seat")), ""}};
      input<Choice>(form, 1).choose(0);
      form.remarks = {tr("Everybody sees who set it. A vote and the secondary of Trade are one seat's own: choose whose.")};
      return true;
    case FormKind::adjust_goods: form.title = tr("My goods: income and spending"); fields = {enum_field(tr("what"), ti4::kinds, ti4::Kind::trade_goods), signed_field(), line_field(tr("reason"))}; fields[0].folded = false; form.remarks = {tr("Public: everybody sees kind, amount and reason.")}; return true;
    case FormKind::hold: form.title = tr("A promissory note comes to my hand"); fields = {label_field(tr("the note"))}; form.remarks = {tr("Which note it is only you see, save Support for the Throne and Alliance.")}; return true;
    case FormKind::unhold: form.title = tr("A promissory note leaves my hand, or play"); fields = {label_field(tr("the note"))}; return true;
    case FormKind::play_note: form.title = tr("Play a promissory note"); fields = {label_field(tr("the note"))}; form.remarks = {tr("Everybody sees it; in play it cannot be exchanged.")}; return true;
    case FormKind::neighbour: form.title = tr("Neighbours"); fields = {seat_field(tr("with"), table), on_field()}; form.remarks = {tr("It holds once the other says the same; the host can set it at once.")}; return true;
    case FormKind::exception: form.title = tr("Why I need no neighbours to exchange goods"); fields = {line_field(tr("why"))}; form.remarks = {tr("Such as: Guild Ships, Trade Convoys in play, a space station. It lifts no other limit.")}; return true;
    case FormKind::phase:
      form.title = tr("Go to a phase, also backwards");
      fields = {phase_choice(*game), round_field(*game), {tr("agenda"), Number({1, 65535}), tr("in the agenda phase: a new number is a new agenda; may stay empty")}};
      return true;
    case FormKind::active: form.title = tr("A new turn: who is the active player"); fields = {seat_field(tr("seat"), table)}; return true;
    case FormKind::commodity_value: form.title = tr("Commodity value of a seat"); fields = {seat_field(tr("seat"), table), amount_field(tr("value"))}; return true;
    case FormKind::set_neighbours: form.title = tr("Neighbours"); fields = {seat_field(tr("one"), table), seat_field(tr("other"), table), on_field()}; return true;
    default: return false;
  }
}

void refresh_ti4_form(Form& form, const ti4::Game& game, const Mirror& mirror) {
  const Role role = mirror.role();
  if (form.kind == FormKind::adjust_goods && role.is_seat())
    if (const auto kind = input<Choice>(form, 0).first())
      form.fields[1].hint = tr("below 0: spent; you have {}", count(game[role.seat()].holds, static_cast<ti4::Kind>(*kind + 1)));
  const bool of_note = form.kind == FormKind::unhold || form.kind == FormKind::play_note;
  if (of_note && role.is_seat()) form.fields[0].hint = has_text(mirror.table(), game, role.seat());
  if (form.kind == FormKind::neighbour)
    for (std::uint8_t i = 0; i < mirror.table().seats.size(); ++i) input<Choice>(form, 0).block(i, role.is(Seat{i}) ? tr("you") : "");
}

namespace {
Label note_in(FormReader& r, std::size_t field) {
  const auto note = parse_note(r.text(field));
  if (!note) r.fail(field, note.error());
  return note ? *note : Label{};
}
}  // namespace

std::optional<Command> read_ti4_form(FormReader& r, const Form& form) {
  switch (form.kind) {
    case FormKind::step: {
      ti4::SetStep a{.step = chosen<ti4::Step>(r, 0), .seat = {}};
      if (const std::size_t whose = r.option(1); whose != 0) a.seat = Seat{static_cast<std::uint8_t>(whose - 1)};
      return Command{a, {}};
    }
    case FormKind::adjust_goods: { const auto what = chosen<ti4::Kind>(r, 0); const std::int64_t by = r.number(1); return Command{ti4::AdjustGoods{what, by, r.line(2)}, {}}; }
    case FormKind::hold: return Command{ti4::Hold{}, NoteName{note_in(r, 0)}};
    case FormKind::unhold: return Command{ti4::Unhold{}, NoteName{note_in(r, 0)}};
    case FormKind::play_note: return Command{ti4::PlayNote{note_in(r, 0)}, {}};
    case FormKind::neighbour: { const Seat with = r.seat(0); return Command{ti4::ClaimNeighbour{with, r.option(1) == 0}, {}}; }
    case FormKind::exception: return Command{ti4::SetException{true, r.line(0)}, {}};
    case FormKind::phase: {
      ti4::SetPhase a{.round = static_cast<std::uint16_t>(r.number(1)), .phase = chosen<ti4::Phase>(r, 0), .agenda = {}};
      if (const auto agenda = input<Number>(form, 2).value()) a.agenda = static_cast<std::uint16_t>(*agenda);
      return Command{a, {}};
    }
    case FormKind::active: return Command{ti4::SetActive{r.seat(0)}, {}};
    case FormKind::commodity_value: { const Seat seat = r.seat(0); return Command{ti4::SetCommodityValue{seat, static_cast<std::uint32_t>(r.number(1))}, {}}; }
    case FormKind::set_neighbours: { const Seat one = r.seat(0); const Seat other = r.seat(1); return Command{ti4::SetNeighbours{{one, other}, r.option(2) == 0}, {}}; }
    default: return std::nullopt;
  }
}

}  // namespace parley
