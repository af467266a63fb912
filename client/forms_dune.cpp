// The Dune part of client/forms: bribes, spice, bids, phases, alliances.
#include "client/form_parts.h"

#include "client/translate.h"
#include "client/words.h"

#include <algorithm>

namespace parley {
namespace {

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

/// "you have 7 to spend; nothing is reserved"; empty where the purse is not known.
std::string purse_hint(const dune::Game& game, Role role) {
  const std::optional<Spice> mine = role.is_seat() ? game[role.seat()].spice : std::nullopt;
  if (!mine) return "";
  const Spice bid = game[role.seat()].bid;
  return tr("you have {} to spend; nothing is reserved", mine->value - std::min(mine->value, bid.value));
}

}  // namespace

// ---- an offer ---------------------------------------------------------------------------------------------------------------

void add_fields(const dune::Game&, Form& form, const Table& table) {
  form.fields.push_back({tr("payer"), seats(table, Choice::Kind::one, tr("no bribe")), ""});
  form.fields.push_back(seat_field(tr("recipient"), table));
  form.fields.push_back(amount_field(tr("spice")));
  input<Choice>(form, offer_payer).choose(0);
  form.remarks = {tr("A bribe is paid at once on the LAST acceptance; release does not give it back."),
                  tr("Binding between the players, not enforced by parley; no cards, leaders, forces or powers.")};
}

void fill(const dune::Game&, Form& form, const Deal& deal, const Mirror&) {
  const Bribe* bribe = bribe_of(deal);
  if (!bribe) return;
  input<Choice>(form, offer_payer).choose(bribe->payer.index + 1u);
  input<Choice>(form, offer_recipient).choose(bribe->recipient.index);
  input<Number>(form, offer_gross).set(static_cast<std::int64_t>(bribe->gross.value));
}

void prefill_bribe(Form& offer, Seat seat) {
  auto& who = input<Choice>(offer, offer_payer);
  if (who.first() == 0u) who.choose(seat.index + 1u);
}

/// Only parties can pay and be paid.
void refresh_offer(const dune::Game& game, Form& form, const Mirror& mirror) {
  for (std::uint8_t i = 0; i < mirror.table().seats.size(); ++i) {
    const bool party = input<Choice>(form, offer_with).chosen(i) || mirror.role().is(Seat{i});
    input<Choice>(form, offer_payer).block(i + 1u, party ? "" : tr("no party"));
    input<Choice>(form, offer_recipient).block(i, party ? "" : tr("no party"));
  }
  const Role role = mirror.role();
  const bool me_pays = role.is_seat() && input<Choice>(form, offer_payer).first() == role.seat().index + 1u;
  form.fields[offer_gross].hint = me_pays ? purse_hint(game, role) : "";
}

void read_offer(const dune::Game&, FormReader& r, const Form& form, Record& record) {
  if (const std::size_t who = r.option(offer_payer); who != 0)
    record.settlement = Bribe{Seat{static_cast<std::uint8_t>(who - 1)}, r.seat(offer_recipient), r.spice(offer_gross)};
  else if (const std::string& digits = input<Number>(form, offer_gross).digits(); !digits.empty())
    r.fail(offer_payer, tr("Nobody pays the {} spice: choose the payer, or empty the number.", digits));
}

// ---- the other forms --------------------------------------------------------------------------------------------------------

bool make_dune_form(Form& form, const Mirror& mirror) {
  const Table& table = mirror.table();
  auto& fields = form.fields;
  switch (form.kind) {
    case FormKind::pay_bribe:
      form.title = tr("Direct bribe, without a deal");
      fields = {seat_field(tr("to"), table), amount_field(tr("spice")), line_field(tr("note"))};
      form.remarks = {tr("Paid at once; it is theirs in mentat pause.")};
      return true;
    case FormKind::adjust: form.title = tr("My spice: income and spending"); fields = {signed_field(), line_field(tr("reason"))}; form.remarks = {tr("The amount is seen by nobody else; the reason is public.")}; return true;
    case FormKind::bid: form.title = tr("My standing bid"); fields = {amount_field(tr("spice"))}; form.remarks = {tr("Public; it is kept back from every payment.")}; return true;
    case FormKind::ask: form.title = tr("Truthtrance: a question to be answered yes or no"); fields = {seat_field(tr("to"), table), line_field(tr("question"))}; return true;
    case FormKind::advance: form.title = tr("Go on to a later phase"); fields = {phase_field(false, table), turn_field(false, table)}; form.remarks = {tr("Entering or passing mentat pause collects what is deferred.")}; return true;
    case FormKind::correct: form.title = tr("Correct the phase, also backwards"); fields = {phase_field(true, table), turn_field(true, table)}; form.remarks = {tr("Nothing is collected by a correction.")}; return true;
    case FormKind::ally: form.title = tr("Two seats become allies"); fields = {seat_field(tr("one"), table), seat_field(tr("other"), table)}; return true;
    case FormKind::unally: form.title = tr("An alliance ends"); fields = {seat_field(tr("one"), table), seat_field(tr("other"), table)}; return true;
    case FormKind::bureaucrat: form.title = tr("The Bureaucrat"); fields = {{tr("holder"), seats(table, Choice::Kind::one, tr("nobody")), ""}, {tr("leader"), choice({tr("alive"), tr("not alive")}), ""}}; return true;
    case FormKind::adjust_seat: form.title = tr("Spice of a seat"); fields = {seat_field(tr("seat"), table), signed_field(), line_field(tr("reason"))}; return true;
    default: return false;
  }
}

void refresh_dune_form(Form& form, const dune::Game& game, const Mirror& mirror) {
  const Table& table = mirror.table();
  const Role role = mirror.role();
  const std::optional<Spice> mine = role.is_seat() ? game[role.seat()].spice : std::nullopt;
  if (form.kind == FormKind::pay_bribe) {
    for (std::uint8_t i = 0; i < table.seats.size(); ++i) input<Choice>(form, 0).block(i, why_not_party(mirror, Seat{i}));
    form.fields[1].hint = purse_hint(game, role);
  }
  if (form.kind == FormKind::ask)
    for (std::uint8_t i = 0; i < table.seats.size(); ++i)
      input<Choice>(form, 0).block(i, !can_act(table, Seat{i}) || role.is(Seat{i}) ? why_not_party(mirror, Seat{i}) : "");
  if ((form.kind == FormKind::adjust || form.kind == FormKind::bid) && mine) form.fields[0].hint = tr("you have {}", mine->value);
}

namespace {

Command read_advance(FormReader& r, bool correct) {
  const auto phase = static_cast<dune::Phase>(r.option(0) + 1);
  return {Advance{static_cast<std::uint16_t>(r.number(1)), phase, correct}, {}};
}

}  // namespace

std::optional<Command> read_dune_form(FormReader& r, const Form& form) {
  switch (form.kind) {
    case FormKind::pay_bribe: {
      PayBribe pay{.to = r.seat(0), .gross = r.spice(1), .note = {}};
      if (Line note = r.line(2); !note.utf8.empty()) pay.note = std::move(note);
      return Command{pay, {}};
    }
    case FormKind::adjust: { const Amount by{r.number(0)}; return Command{Adjust{r.line(1)}, by}; }
    case FormKind::bid: return Command{Bid{r.spice(0)}, {}};
    case FormKind::ask: { const Seat to = r.seat(0); return Command{Ask{to, r.line(1)}, {}}; }
    case FormKind::advance: return read_advance(r, false);
    case FormKind::correct: return read_advance(r, true);
    case FormKind::ally: { const Seat one = r.seat(0); return Command{Ally{{one, r.seat(1)}}, {}}; }
    case FormKind::unally: { const Seat one = r.seat(0); return Command{Unally{{one, r.seat(1)}}, {}}; }
    case FormKind::bureaucrat: {
      const std::size_t holder = r.option(0);
      if (holder == 0) return Command{SetBureaucrat{}, {}};
      return Command{SetBureaucrat{Seat{static_cast<std::uint8_t>(holder - 1)}, r.option(1) == 0}, {}};
    }
    case FormKind::adjust_seat: { const Seat seat = r.seat(0); const Amount by{r.number(1)}; return Command{AdjustSeat{seat, r.line(2)}, by}; }
    default: return std::nullopt;
  }
}

}  // namespace parley
