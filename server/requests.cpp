#include "server/requests.h"

#include "common/core/ti4/factions.h"
#include "common/wire/message.h"

namespace parley {
namespace {

/// The note of a hold or unhold, which is public or a secret as the hand was when it was asked for.
std::optional<Label> note_of(const Action& action, const Secret& secret) {
  if (const NoteName* name = std::get_if<NoteName>(&secret)) return name->note;
  if (const ti4::Hold* hold = std::get_if<ti4::Hold>(&action)) return hold->note;
  if (const ti4::Unhold* unhold = std::get_if<ti4::Unhold>(&action)) return unhold->note;
  return std::nullopt;
}

}  // namespace

bool same_request(const Commit& was, const Request& request) {
  if (const auto note = note_of(request.action, request.secret))
    return verb_of(was.action) == verb_of(request.action) && note_of(was.action, was.secret) == note;
  if (encode(was.action) != encode(request.action)) return false;
  return std::holds_alternative<std::monostate>(request.secret) || was.secret == request.secret;
}

bool lengthens(Role role, Verb verb) {
  switch (verb) {
    case Verb::accept:
    case Verb::accept_as:
    case Verb::decline:
    case Verb::withdraw:
    case Verb::request_release:
    case Verb::decide: return false;
    default: return role.is_seat();
  }
}

bool tells_of_a_purse(const Verdict& verdict) {
  return !verdict || verdict->code == Refusal::Code::payment_unavailable || verdict->code == Refusal::Code::holdings;
}

Verdict check_name(const Table& table, Seat seat, const Name& name) {
  if (const auto fault = text_fault(name.utf8, TextKind::name))
    return Refusal{Refusal::Code::bad_text, std::uint64_t{fault->position} << 21 | fault->code_point};
  const auto looks_like = [looks = skeleton(name.utf8)](std::string_view other) { return !looks.empty() && skeleton(other) == looks; };
  for (std::uint8_t i = 0; i < table.seats.size(); ++i)
    if (i != seat.index && (looks_like(table.seats[i].player.utf8) || looks_like(table.seats[i].key))) return Refusal{Refusal::Code::already};
  if (!std::holds_alternative<ti4::Game>(table.game)) return std::nullopt;  // Dune's factions are reserved words at every table
  for (const ti4::Faction& faction : ti4::factions())
    if (faction.key != table[seat].key && (looks_like(faction.key) || looks_like(faction.name) || looks_like(faction.name_ru)))
      return Refusal{Refusal::Code::already};
  return std::nullopt;
}

}  // namespace parley
