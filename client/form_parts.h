// The parts that forms are made of, how they are read back, and what each game adds to them. Internal to
// client/forms* and draft.
#pragma once

#include "client/forms.h"
#include "client/games.h"

#include <initializer_list>
#include <optional>

namespace parley {

// ---- parts --------------------------------------------------------------------------------------------------------------

TextArea line_area();
Field line_field(const char* label);
/// A few words.
Field label_field(const char* label);
Field amount_field(const char* label);
Field signed_field();
/// One of these, the first of them chosen.
Choice choice(std::initializer_list<const char*> labels);
Choice choice(const std::vector<std::string>& labels);
/// The keys of the table's seats; `before` stands in front of them.
Choice seats(const Table& table, Choice::Kind kind, const char* before = nullptr);
Field seat_field(const char* label, const Table& table);
/// Why a seat cannot be a party with me; empty where it can.
std::string why_not_party(const Mirror& mirror, Seat seat);

/// Reads fields; the first that lacks something sticks.
class FormReader {
 public:
  explicit FormReader(const Form& form) : form_(form) {}
  const std::optional<FormFault>& missing() const { return missing_; }
  void fail(std::size_t field, std::string sentence);

  std::string text(std::size_t field) const;  // in normal form
  Line line(std::size_t field) const { return Line{text(field)}; }
  Label label(std::size_t field) const { return Label{text(field)}; }
  std::int64_t number(std::size_t field);
  Spice spice(std::size_t field) { return Spice{static_cast<std::uint64_t>(number(field))}; }
  std::size_t option(std::size_t field);
  Seat seat(std::size_t field) { return Seat{static_cast<std::uint8_t>(option(field))}; }
  /// All that are chosen; one at least.
  SeatSet seats(std::size_t field);

 private:
  const Form& form_;
  std::optional<FormFault> missing_;
};

// ---- an offer ---------------------------------------------------------------------------------------------------------------

// Its fields, in order. What follows the terms is each game's own: Dune's, and TI4's.
inline constexpr std::size_t offer_with = 0, offer_terms = 1, offer_settled = 2;
inline constexpr std::size_t offer_payer = offer_settled, offer_recipient = offer_settled + 1, offer_gross = offer_settled + 2;
inline constexpr std::size_t offer_gives = offer_settled, offer_gets = offer_settled + 1, offer_clauses = offer_settled + 2;

template <class Input>
const Input& input(const Form& form, std::size_t field) { return std::get<Input>(form.fields[field].input); }
template <class Input>
Input& input(Form& form, std::size_t field) { return std::get<Input>(form.fields[field].input); }

// What a game adds: fields, the content of a deal that is answered, new reasons and hints, the way back, what a refusal is about.
void add_fields(const dune::Game& game, Form& form, const Table& table);
void add_fields(const ti4::Game& game, Form& form, const Table& table);
void fill(const dune::Game& game, Form& form, const Deal& deal, const Mirror& mirror);
void fill(const ti4::Game& game, Form& form, const Deal& deal, const Mirror& mirror);
void refresh_offer(const dune::Game& game, Form& form, const Mirror& mirror);
void refresh_offer(const ti4::Game& game, Form& form, const Mirror& mirror);
void read_offer(const dune::Game& game, FormReader& reader, const Form& form, Record& record);
void read_offer(const ti4::Game& game, FormReader& reader, const Form& form, Record& record);

// ---- forms of one game --------------------------------------------------------------------------------------------------------

/// Title, fields and remarks of a Dune form; false where the kind is none.
bool make_dune_form(Form& form, const Mirror& mirror);
bool make_ti4_form(Form& form, const Mirror& mirror);
/// New reasons and hints.
void refresh_dune_form(Form& form, const dune::Game& game, const Mirror& mirror);
void refresh_ti4_form(Form& form, const ti4::Game& game, const Mirror& mirror);
/// What it asks for; nothing where the kind is none of this game's.
std::optional<Command> read_dune_form(FormReader& reader, const Form& form);
std::optional<Command> read_ti4_form(FormReader& reader, const Form& form);

}  // namespace parley
