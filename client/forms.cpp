#include "client/forms.h"

#include "client/display.h"
#include "client/form_parts.h"
#include "client/translate.h"
#include "client/view.h"
#include "client/words.h"
#include "common/core/overload.h"
#include "common/core/text.h"

#include <algorithm>

namespace parley {

// ---- parts ------------------------------------------------------------------------------------------------------------------

TextArea line_area() { return TextArea({.code_points = limits::line_code_points, .lines = 1}); }
Field line_field(const char* label) { return {label, line_area(), ""}; }
Field label_field(const char* label) { return {label, TextArea({.code_points = limits::label_code_points, .lines = 1}), ""}; }
Field amount_field(const char* label) { return {label, Number({0, limits::amount_max}), ""}; }
Field signed_field() { return {tr("amount"), Number({-std::int64_t{limits::amount_max}, limits::amount_max}), tr("below 0: spent")}; }

Choice choice(const std::vector<std::string>& labels) {
  std::vector<Option> options;
  for (const std::string& label : labels) options.push_back({label, ""});
  Choice one(Choice::Kind::one, std::move(options));
  one.choose(0);
  return one;
}
Choice choice(std::initializer_list<const char*> labels) { return choice(std::vector<std::string>(labels.begin(), labels.end())); }

Choice seats(const Table& table, Choice::Kind kind, const char* before) {
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
  const dune::Game* game = dune_game(table);
  if (game && (*game)[seat].ally && mirror.role().is(*(*game)[seat].ally)) return tr("your ally");
  return "";
}

void FormReader::fail(std::size_t field, std::string sentence) {
  if (!missing_) missing_ = FormFault{field, std::move(sentence)};
}
std::string FormReader::text(std::size_t i) const { return normalised(input<TextArea>(form_, i).text()); }
std::int64_t FormReader::number(std::size_t i) {
  const auto value = input<Number>(form_, i).value();
  if (!value) fail(i, tr("'{}' is still empty; fill it in (Tab moves between fields).", form_.fields[i].label));
  return value.value_or(0);
}
std::size_t FormReader::option(std::size_t i) {
  const auto first = input<Choice>(form_, i).first();
  if (!first) fail(i, tr("'{}' is still empty; fill it in (Tab moves between fields).", form_.fields[i].label));
  return first.value_or(0);
}
SeatSet FormReader::seats(std::size_t i) {
  const auto& some = input<Choice>(form_, i);
  SeatSet set;
  for (std::size_t o = 0; o < some.options().size(); ++o)
    if (some.chosen(o)) set.insert(Seat{static_cast<std::uint8_t>(o)});
  if (set.empty()) fail(i, tr("'{}' is still empty; fill it in (Tab moves between fields).", form_.fields[i].label));
  return set;
}

// ---- making ---------------------------------------------------------------------------------------------------------------

namespace {

void make_offer(Form& form, const Mirror& mirror, DealId about) {
  const Table& table = mirror.table();
  const Deal* deal = table.ledger.find(about);
  form.title = deal ? tr("Counter-offer to #{}", about.value) : tr("Offer");
  form.fields.push_back({tr("with"), seats(table, ti4_game(table) ? Choice::Kind::one : Choice::Kind::several), ""});
  form.fields.push_back({tr("terms"), TextArea({.code_points = limits::terms_code_points, .lines = limits::terms_lines}), ""});
  std::visit(Overload{[&](const auto& game) { add_fields(game, form, table); },
                      [&](const open::Game&) { form.remarks = {tr("Agreed between the players, not enforced by parley.")}; }},
             table.game);
  if (!deal) return;
  for (Seat seat : deal->record.signatories)
    if (!mirror.role().is(seat)) input<Choice>(form, offer_with).choose(seat.index);
  input<TextArea>(form, offer_terms).set(deal->record.terms.utf8);
  if (!mirror.role().is(deal->proposer))
    form.remarks.insert(form.remarks.begin(), tr("The text begins as {0} wrote it, so I and you are {0}'s. #{1} stays as it is.", key(table, deal->proposer), about.value));
  std::visit(Overload{[&](const auto& game) { fill(game, form, *deal, mirror); }, [](const open::Game&) {}}, table.game);
}

/// The forms that every game has; false for another kind.
bool make_common(Form& form, const Mirror& mirror) {
  const Table& table = mirror.table();
  auto& fields = form.fields;
  switch (form.kind) {
    case FormKind::offer: make_offer(form, mirror, DealId{form.deal}); return true;
    case FormKind::note: form.title = tr("Note on #{}", form.deal); fields = {line_field(tr("note"))}; form.remarks = {tr("Everybody reads it, and it stays with the deal.")}; return true;
    case FormKind::say: form.title = tr("Say to the table"); fields = {line_field(tr("say"))}; return true;
    case FormKind::control: form.title = tr("Who plays a seat"); fields = {seat_field(tr("seat"), table), {tr("by"), choice({tr("human"), tr("AI")}), ""}}; return true;
    case FormKind::depart: form.title = tr("A seat has departed"); fields = {seat_field(tr("seat"), table)}; form.remarks = {tr("It is needed for no release any more; its own open offers end.")}; return true;
    case FormKind::open_decision: form.title = tr("Something that a seat must finish first"); fields = {seat_field(tr("seat"), table), line_field(tr("what"))}; return true;
    default: return false;
  }
}

/// Nothing has been written in it. What a form chooses by itself is the first of its options.
struct Untouched {
  bool operator()(const TextArea& text) const { return text.empty(); }
  bool operator()(const Number& number) const { return number.digits().empty(); }
  bool operator()(const Choice& choice) const { return choice.first().value_or(0) == 0; }
  bool operator()(const ClauseList& list) const { return list.clauses().empty(); }
};

struct SameInput {
  bool operator()(const TextArea& a, const TextArea& b) const { return a.text() == b.text(); }
  bool operator()(const Number& a, const Number& b) const { return a.digits() == b.digits(); }
  bool operator()(const ClauseList& a, const ClauseList& b) const { return a.clauses() == b.clauses(); }
  bool operator()(const Choice& a, const Choice& b) const {
    for (std::size_t i = 0; i < a.options().size(); ++i)
      if (a.chosen(i) != b.chosen(i)) return false;
    return true;
  }
  template <class A, class B>
  bool operator()(const A&, const B&) const { return false; }
};

}  // namespace

Form make_form(FormKind kind, const Mirror& mirror, DealId about) {
  Form form{.kind = kind, .title = {}, .fields = {}, .remarks = {}, .deal = about.value, .at = 0};
  make_common(form, mirror) || make_dune_form(form, mirror) || make_ti4_form(form, mirror);
  refresh(form, mirror);
  for (Field& field : form.fields)
    if (Choice* choice = std::get_if<Choice>(&field.input)) choice->go_to_first_free();
  return form;
}

bool blank(const Form& offer) {
  return !input<Choice>(offer, offer_with).first() &&
         std::all_of(offer.fields.begin() + offer_terms, offer.fields.end(), [](const Field& field) { return std::visit(Untouched{}, field.input); });
}

bool same_contents(const Form& one, const Form& other) {
  return std::equal(one.fields.begin(), one.fields.end(), other.fields.begin(), other.fields.end(),
                    [](const Field& a, const Field& b) { return std::visit(SameInput{}, a.input, b.input); });
}

std::size_t field_at_fault(const Form& form, const Refusal& refusal) {
  if (form.kind != FormKind::offer) return form.at;
  const bool of_dune = form.fields.size() > offer_settled && std::holds_alternative<Choice>(form.fields[offer_settled].input);
  const bool of_ti4 = form.fields.size() > offer_settled && !of_dune;
  switch (refusal.code) {
    case Refusal::Code::bad_text: return offer_terms;
    case Refusal::Code::bad_parties:
    case Refusal::Code::not_human:
    case Refusal::Code::allied: return offer_with;
    case Refusal::Code::bad_bribe: return of_dune ? offer_settled + 0u : form.at;
    case Refusal::Code::bad_amount: return of_dune ? offer_settled + 2u : form.at;
    case Refusal::Code::bad_clause: return of_ti4 ? offer_settled + (refusal.object == 0 ? 0u : 2u) : form.at;
    default: return form.at;
  }
}

void refresh(Form& form, const Mirror& mirror) {
  const Table& table = mirror.table();
  if (form.kind == FormKind::offer)
    for (std::uint8_t i = 0; i < table.seats.size(); ++i) input<Choice>(form, offer_with).block(i, why_not_party(mirror, Seat{i}));
  std::visit(Overload{[&](const dune::Game& game) { form.kind == FormKind::offer ? refresh_offer(game, form, mirror) : refresh_dune_form(form, game, mirror); },
                      [&](const ti4::Game& game) { form.kind == FormKind::offer ? refresh_offer(game, form, mirror) : refresh_ti4_form(form, game, mirror); },
                      [](const open::Game&) {}},
             table.game);
}

// ---- the action -------------------------------------------------------------------------------------------------------------

namespace {

Command read_offer(FormReader& r, const Form& form, const Mirror& mirror) {
  Record record{.signatories = r.seats(offer_with), .terms = {r.text(offer_terms)}, .answers = DealId{form.deal}, .settlement = {}};
  if (mirror.role().is_seat()) record.signatories.insert(mirror.role().seat());
  std::visit(Overload{[&](const auto& game) { read_offer(game, r, form, record); }, [](const open::Game&) {}}, mirror.table().game);
  return {Offer{std::move(record)}, {}};
}

Command read(FormReader& r, const Form& form, const Mirror& mirror) {
  const DealId deal{form.deal};
  switch (form.kind) {
    case FormKind::offer: return read_offer(r, form, mirror);
    case FormKind::note: return {WriteNote{deal, r.line(0)}, {}};
    case FormKind::say: return {Say{r.line(0)}, {}};
    case FormKind::control: { const Seat seat = r.seat(0); return {SetControl{seat, r.option(1) == 0 ? Control::human : Control::ai}, {}}; }
    case FormKind::depart: return {Depart{r.seat(0)}, {}};
    case FormKind::open_decision: { const Seat owner = r.seat(0); return {OpenDecision{owner, r.line(1)}, {}}; }
    default: break;
  }
  if (auto command = read_dune_form(r, form)) return *command;
  return read_ti4_form(r, form).value_or(Command{Start{}, {}});
}

}  // namespace

Result<Command, FormFault> command_of(const Form& form, const Mirror& mirror) {
  FormReader reader(form);
  Command command = read(reader, form, mirror);
  if (reader.missing()) return *reader.missing();
  return completed(mirror, std::move(command));
}

}  // namespace parley
