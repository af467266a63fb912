#include "client/forms.h"

#include "client/display.h"
#include "client/translate.h"
#include "client/words.h"
#include "common/core/text.h"

#include <algorithm>

namespace parley {
namespace {

const dune::Game& game_of(const Table& table) { return std::get<dune::Game>(table.game); }

// The fields of an offer, in order.
enum OfferField : std::size_t { with, terms, payer, recipient, gross };

TextArea line_area() { return TextArea({.code_points = limits::line_code_points, .lines = 1}); }
Field line_field(const char* label) { return {label, line_area(), ""}; }
Field amount_field(const char* label) { return {label, Number({0, limits::amount_max}), ""}; }
Field signed_field() { return {tr("amount"), Number({-std::int64_t{limits::amount_max}, limits::amount_max}), tr("below 0: spent")}; }

Choice choice(std::initializer_list<const char*> labels) {
  std::vector<Option> options;
  for (const char* label : labels) options.push_back({label, ""});
  Choice one(Choice::Kind::one, std::move(options));
  one.choose(0);
  return one;
}

Choice seats(const Table& table, Choice::Kind kind, const char* before = nullptr) {
  std::vector<Option> options;
  if (before) options.push_back({before, ""});
  for (const SeatRecord& seat : table.seats) options.push_back({seat.key, ""});
  return Choice(kind, std::move(options));
}
Field seat_field(const char* label, const Table& table) { return {label, seats(table, Choice::Kind::one), ""}; }

std::string why_not_party(const Mirror& mirror, Seat seat) {
  const Table& table = mirror.table();
  if (mirror.role().is(seat)) return tr("you");
  if (table[seat].departed) return tr("departed");
  if (table[seat].control == Control::ai) return tr("AI");
  const auto ally = game_of(table)[seat].ally;
  if (ally && mirror.role().is(*ally)) return tr("your ally");
  return "";
}

void fill(Form& form, const Record& record, const Mirror& mirror) {
  for (Seat seat : record.signatories)
    if (!mirror.role().is(seat)) std::get<Choice>(form.fields[with].input).choose(seat.index);
  std::get<TextArea>(form.fields[terms].input).set(record.terms.utf8);
  if (const Bribe* bribe = std::get_if<Bribe>(&record.settlement)) {
    std::get<Choice>(form.fields[payer].input).choose(bribe->payer.index + 1u);
    std::get<Choice>(form.fields[recipient].input).choose(bribe->recipient.index);
    std::get<Number>(form.fields[gross].input).set(static_cast<std::int64_t>(bribe->gross.value));
  }
}

std::vector<Field> offer_fields(const Table& table) {
  std::vector<Field> fields;
  fields.push_back({tr("with"), seats(table, Choice::Kind::several), ""});
  fields.push_back({tr("terms"), TextArea({.code_points = limits::terms_code_points, .lines = limits::terms_lines}), ""});
  fields.push_back({tr("payer"), seats(table, Choice::Kind::one, tr("no bribe")), ""});
  fields.push_back(seat_field(tr("recipient"), table));
  fields.push_back(amount_field(tr("spice")));
  std::get<Choice>(fields[payer].input).choose(0);
  return fields;
}

Field phase_field(bool correct, const Table& table) {
  std::vector<Option> options;
  for (std::uint8_t p = 1; p <= 9; ++p) options.push_back({moment_text(table, {0, p}), ""});
  Choice phases(Choice::Kind::one, std::move(options));
  const std::uint8_t now = moment(table).phase;
  if (now >= 1 && now <= 9) phases.choose(correct ? now - 1u : now % 9u);
  return {tr("phase"), std::move(phases), ""};
}
Field turn_field(bool correct, const Table& table) {
  Number turn({1, 65535});
  turn.set(moment(table).turn + (!correct && moment(table).phase >= 9 ? 1 : 0));
  return {tr("turn"), turn, ""};
}

}  // namespace

// ---- making ---------------------------------------------------------------------------------------------------------------

Form make_form(FormKind kind, const Mirror& mirror, DealId about) {
  const Table& table = mirror.table();
  Form form{.kind = kind, .title = {}, .fields = {}, .remarks = {}, .deal = about.value, .at = 0};
  auto& fields = form.fields;
  switch (kind) {
    case FormKind::offer: {
      fields = offer_fields(table);
      const Deal* deal = table.ledger.find(about);
      if (deal) fill(form, deal->record, mirror);
      form.title = deal ? tr("Counter-offer to #{}", about.value) : tr("Offer");
      form.remarks = {tr("A bribe is paid at once on the LAST acceptance; release does not give it back."),
                      tr("Binding between the players, not enforced by parley; no cards, leaders, forces or powers.")};
      break;
    }
    case FormKind::note: form.title = tr("Note on #{}", about.value); fields = {line_field(tr("note"))}; break;
    case FormKind::say: form.title = tr("Say to the table"); fields = {line_field(tr("say"))}; break;
    case FormKind::pay_bribe:
      form.title = tr("Direct bribe, without a deal");
      fields = {seat_field(tr("to"), table), amount_field(tr("spice")), line_field(tr("note"))};
      form.remarks = {tr("Paid at once; it is theirs in mentat pause.")};
      break;
    case FormKind::adjust: form.title = tr("My spice: income and spending"); fields = {signed_field(), line_field(tr("reason"))}; form.remarks = {tr("The amount is seen by nobody else; the reason is public.")}; break;
    case FormKind::bid: form.title = tr("My standing bid"); fields = {amount_field(tr("spice"))}; form.remarks = {tr("Public; it is kept back from every payment.")}; break;
    case FormKind::ask: form.title = tr("Truthtrance: a question to be answered yes or no"); fields = {seat_field(tr("to"), table), line_field(tr("question"))}; break;
    case FormKind::advance: form.title = tr("Go on to a later phase"); fields = {phase_field(false, table), turn_field(false, table)}; form.remarks = {tr("Entering or passing mentat pause collects what is deferred.")}; break;
    case FormKind::correct: form.title = tr("Correct the phase, also backwards"); fields = {phase_field(true, table), turn_field(true, table)}; form.remarks = {tr("Nothing is collected by a correction.")}; break;
    case FormKind::ally: form.title = tr("Two seats become allies"); fields = {seat_field(tr("one"), table), seat_field(tr("other"), table)}; break;
    case FormKind::unally: form.title = tr("An alliance ends"); fields = {seat_field(tr("one"), table), seat_field(tr("other"), table)}; break;
    case FormKind::control: form.title = tr("Who plays a seat"); fields = {seat_field(tr("seat"), table), {tr("by"), choice({tr("human"), tr("AI")}), ""}}; break;
    case FormKind::depart: form.title = tr("A seat has departed"); fields = {seat_field(tr("seat"), table)}; form.remarks = {tr("It is needed for no release any more; its own open offers end.")}; break;
    case FormKind::open_decision: form.title = tr("Something that a seat must finish first"); fields = {seat_field(tr("seat"), table), line_field(tr("what"))}; break;
    case FormKind::bureaucrat: form.title = tr("The Bureaucrat"); fields = {{tr("holder"), seats(table, Choice::Kind::one, tr("nobody")), ""}, {tr("leader"), choice({tr("alive"), tr("not alive")}), ""}}; break;
    case FormKind::adjust_seat: form.title = tr("Spice of a seat"); fields = {seat_field(tr("seat"), table), signed_field(), line_field(tr("reason"))}; break;
  }
  refresh(form, mirror);
  return form;
}

void prefill_bribe(Form& offer, Seat seat) {
  auto& who = std::get<Choice>(offer.fields[payer].input);
  if (who.first() == 0u) who.choose(seat.index + 1u);
}

bool blank(const Form& offer) {
  return !std::get<Choice>(offer.fields[with].input).first() && std::get<TextArea>(offer.fields[terms].input).empty() &&
         std::get<Number>(offer.fields[gross].input).digits().empty() && std::get<Choice>(offer.fields[payer].input).first() == 0u;
}

namespace {

/// Only parties can pay and be paid.
void refresh_offer(Form& form, const Mirror& mirror) {
  auto& others = std::get<Choice>(form.fields[with].input);
  for (std::uint8_t i = 0; i < mirror.table().seats.size(); ++i) {
    const bool party = others.chosen(i) || mirror.role().is(Seat{i});
    others.block(i, why_not_party(mirror, Seat{i}));
    std::get<Choice>(form.fields[payer].input).block(i + 1u, party ? "" : tr("no party"));
    std::get<Choice>(form.fields[recipient].input).block(i, party ? "" : tr("no party"));
  }
}

}  // namespace

std::size_t field_at_fault(const Form& form, Refusal::Code code) {
  if (form.kind != FormKind::offer) return form.at;
  switch (code) {
    case Refusal::Code::bad_text: return terms;
    case Refusal::Code::bad_parties:
    case Refusal::Code::not_human:
    case Refusal::Code::allied: return with;
    case Refusal::Code::bad_bribe: return payer;
    case Refusal::Code::bad_amount: return gross;
    default: return form.at;
  }
}

void refresh(Form& form, const Mirror& mirror) {
  const Table& table = mirror.table();
  const Role role = mirror.role();
  const std::optional<Spice> mine = role.is_seat() ? game_of(table)[role.seat()].spice : std::nullopt;
  const Spice bid = role.is_seat() ? game_of(table)[role.seat()].bid : Spice{};
  const std::string have = mine ? tr("you have {} to spend; nothing is reserved", mine->value - std::min(mine->value, bid.value)) : "";
  if (form.kind == FormKind::offer) {
    refresh_offer(form, mirror);
    const auto pays = std::get<Choice>(form.fields[payer].input).first();
    const bool me_pays = role.is_seat() && pays == role.seat().index + 1u;
    form.fields[gross].hint = me_pays ? have : "";
  }
  if (form.kind == FormKind::pay_bribe) {
    for (std::uint8_t i = 0; i < table.seats.size(); ++i) std::get<Choice>(form.fields[0].input).block(i, why_not_party(mirror, Seat{i}));
    form.fields[1].hint = have;
  }
  if (form.kind == FormKind::ask)
    for (std::uint8_t i = 0; i < table.seats.size(); ++i)
      std::get<Choice>(form.fields[0].input).block(i, !can_act(table, Seat{i}) || role.is(Seat{i}) ? why_not_party(mirror, Seat{i}) : "");
  if ((form.kind == FormKind::adjust || form.kind == FormKind::bid) && mine) form.fields[0].hint = tr("you have {}", mine->value);
}

// ---- the action -------------------------------------------------------------------------------------------------------------

namespace {

/// Reads fields; the first that lacks something sticks.
class FormReader {
 public:
  explicit FormReader(const Form& form) : form_(form) {}
  const std::optional<FormFault>& missing() const { return missing_; }

  std::string text(std::size_t i) { return normalised(std::get<TextArea>(form_.fields[i].input).text()); }
  Line line(std::size_t i) { return Line{text(i)}; }
  std::int64_t number(std::size_t i) {
    const auto value = std::get<Number>(form_.fields[i].input).value();
    if (!value) miss(i);
    return value.value_or(0);
  }
  Spice spice(std::size_t i) { return Spice{static_cast<std::uint64_t>(number(i))}; }
  std::size_t option(std::size_t i) {
    const auto first = std::get<Choice>(form_.fields[i].input).first();
    if (!first) miss(i);
    return first.value_or(0);
  }
  Seat seat(std::size_t i) { return Seat{static_cast<std::uint8_t>(option(i))}; }
  SeatSet seats(std::size_t i) {
    const auto& some = std::get<Choice>(form_.fields[i].input);
    SeatSet set;
    for (std::size_t o = 0; o < some.options().size(); ++o)
      if (some.chosen(o)) set.insert(Seat{static_cast<std::uint8_t>(o)});
    if (set.empty()) miss(i);
    return set;
  }

 private:
  void miss(std::size_t i) {
    if (!missing_) missing_ = FormFault{i, tr("'{}' is still empty; fill it in (Tab moves between fields).", form_.fields[i].label)};
  }
  const Form& form_;
  std::optional<FormFault> missing_;
};

Command read_offer(FormReader& r, const Form& form, Role role) {
  Record record{.signatories = r.seats(with), .terms = {r.text(terms)}, .answers = DealId{form.deal}, .settlement = {}};
  if (role.is_seat()) record.signatories.insert(role.seat());
  if (const std::size_t who = r.option(payer); who != 0)
    record.settlement = Bribe{Seat{static_cast<std::uint8_t>(who - 1)}, r.seat(recipient), r.spice(gross)};
  return {Offer{std::move(record)}, {}};
}

Command read_advance(FormReader& r, bool correct) {
  const auto phase = static_cast<dune::Phase>(r.option(0) + 1);
  return {Advance{static_cast<std::uint16_t>(r.number(1)), phase, correct}, {}};
}

Command read(FormReader& r, const Form& form, Role role) {
  const DealId deal{form.deal};
  switch (form.kind) {
    case FormKind::offer: return read_offer(r, form, role);
    case FormKind::note: return {WriteNote{deal, r.line(0)}, {}};
    case FormKind::say: return {Say{r.line(0)}, {}};
    case FormKind::pay_bribe: {
      PayBribe pay{.to = r.seat(0), .gross = r.spice(1), .note = {}};
      if (Line note = r.line(2); !note.utf8.empty()) pay.note = std::move(note);
      return {pay, {}};
    }
    case FormKind::adjust: { const Amount by{r.number(0)}; return {Adjust{r.line(1)}, by}; }
    case FormKind::bid: return {Bid{r.spice(0)}, {}};
    case FormKind::ask: { const Seat to = r.seat(0); return {Ask{to, r.line(1)}, {}}; }
    case FormKind::advance: return read_advance(r, false);
    case FormKind::correct: return read_advance(r, true);
    case FormKind::ally: { const Seat one = r.seat(0); return {Ally{{one, r.seat(1)}}, {}}; }
    case FormKind::unally: { const Seat one = r.seat(0); return {Unally{{one, r.seat(1)}}, {}}; }
    case FormKind::control: { const Seat seat = r.seat(0); return {SetControl{seat, r.option(1) == 0 ? Control::human : Control::ai}, {}}; }
    case FormKind::depart: return {Depart{r.seat(0)}, {}};
    case FormKind::open_decision: { const Seat owner = r.seat(0); return {OpenDecision{owner, r.line(1)}, {}}; }
    case FormKind::bureaucrat: {
      const std::size_t holder = r.option(0);
      if (holder == 0) return {SetBureaucrat{}, {}};
      return {SetBureaucrat{Seat{static_cast<std::uint8_t>(holder - 1)}, r.option(1) == 0}, {}};
    }
    case FormKind::adjust_seat: { const Seat seat = r.seat(0); const Amount by{r.number(1)}; return {AdjustSeat{seat, r.line(2)}, by}; }
  }
  return {Start{}, {}};
}

}  // namespace

Result<Command, FormFault> command_of(const Form& form, const Mirror& mirror) {
  FormReader reader(form);
  Command command = read(reader, form, mirror.role());
  if (reader.missing()) return *reader.missing();
  return command;
}

}  // namespace parley
