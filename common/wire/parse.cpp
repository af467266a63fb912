#include "common/wire/parse.h"

#include "common/core/check.h"
#include "common/wire/json_archive.h"

#include <set>

namespace parley {
namespace {

/// The verb of a word: of several, the one that this role has at this table; of none that it has, the first.
std::optional<Verb> verb_of(std::string_view word, Role role, const Table& table) {
  std::optional<Verb> found;
  for (unsigned n = 1; n < static_cast<unsigned>(Verb::genesis); ++n) {
    const auto verb = static_cast<Verb>(n);
    if (name(verb).empty() || name(verb) != word) continue;
    if (permitted(table, role, verb)) return verb;
    if (!found) found = verb;
  }
  return found;
}

SeatSet parse_with(JsonIn& ar, const Json& with, Role role) {
  SeatSet set;
  std::set<std::string> keys;
  std::uint8_t stranger = limits::seats_max;  // bits from the top down, that no seat of this table has
  for (const Json& key : with) {
    if (!key.is_string()) return ar.fail("\"with\" must be a list of seats' keys"), SeatSet{};
    Seat seat = seat_or_stranger(key.get<std::string>(), ar.seats());
    if (!keys.insert(key.get<std::string>()).second || role.is(seat)) return {};
    if (seat.index >= ar.seats().size()) {
      if (ar.seats().size() == limits::seats_max) return ar.fail("no seat " + key.dump() + " at this table"), SeatSet{};
      if (stranger == ar.seats().size()) continue;  // no bit is left: one stranger more makes no difference
      seat = Seat{--stranger};
    }
    set.insert(seat);
  }
  if (role.is_seat()) set.insert(role.seat());
  return set;
}

}  // namespace

/// The signatories are filled in by parse_action, which knows who speaks.
void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, Record& record) {
  ar(field("terms", record.terms));
  const Json* bribe = ar.member("bribe");
  const Json* exchange = ar.member("exchange");
  const bool pays = bribe && !bribe->is_null();
  const bool exchanges = exchange && !exchange->is_null();
  if (pays && exchanges) return ar.fail("a deal has a \"bribe\" or an \"exchange\", by its game; leave one out");
  if (pays) ar.read("bribe", *bribe, record.settlement.emplace<Bribe>());
  if (exchanges) ar.read("exchange", *exchange, record.settlement.emplace<ti4::Exchange>());
  auto clauses = bounded(record.clauses, limits::clauses_max);
  ar(sparse("clauses", clauses));
  if (const Json* answers = ar.member("answers"); answers && !answers->is_null()) {
    ar.read("answers", *answers, record.answers);
    if (record.answers == DealId{}) ar.fail("\"answers\" must be a deal's number, from 1");
  }
}

Result<ParsedAction, std::string> parse_action(const Json& line, Role role, const Table& mirror) {
  const SeatKeys seats = seat_keys(mirror);
  JsonIn ar(line, seats);
  const Json* word = ar.member("do");
  if (!word || !word->is_string()) return std::string("\"do\" must name a verb; see the README for the list");
  const auto verb = verb_of(word->get<std::string>(), role, mirror);
  if (!verb) return "unknown verb " + word->dump() + "; see the README for the list";

  ParsedAction parsed;
  with_action(*verb, [&]<class T>(std::type_identity<T>) {
    if constexpr (T::verb < Verb::genesis) {
      T body{};
      ar(body);
      if constexpr (std::same_as<T, Offer>) {
        const Json* with = ar.member("with");
        if (!with || !with->is_array()) ar.fail("\"with\" must be a list of seats' keys");
        else body.record.signatories = parse_with(ar, *with, role);
      }
      if constexpr (std::same_as<T, Adjust> || std::same_as<T, AdjustSeat>) {
        Amount amount;
        ar(amount);
        parsed.secret = amount;
      }
      if constexpr (std::same_as<T, ti4::Hold> || std::same_as<T, ti4::Unhold>) {
        if (!body.note) ar.fail("\"note\" must name the promissory note");
        else parsed.secret = NoteName{*body.note};
        body.note.reset();  // complete says whether the table sees it
      }
      parsed.action = std::move(body);
    }
  });
  ar.refuse_unknown();
  if (!ar.error().empty()) return ar.error();
  complete(mirror, role, parsed.action, parsed.secret);
  return parsed;
}

}  // namespace parley
