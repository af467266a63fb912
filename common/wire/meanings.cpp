#include "common/wire/meanings.h"

#include "common/core/ti4/judgement.h"

#include <array>

namespace parley {
namespace {

std::string seat_text(std::uint64_t number, const SeatKeys& seats) { return seat_key(Seat{static_cast<std::uint8_t>(number & 15)}, seats); }

std::string stale_text(std::uint64_t object, const SeatKeys& seats) {
  static constexpr std::array<std::string_view, 13> things = {"", "alliance", "control", "phase", "inflation", "decisions", "votes",
                                                              "purse", "bureaucrat", "departure", "step", "commodity_value", "neighbours"};
  const std::uint64_t thing = object >> 4;
  const std::string what = thing < things.size() ? std::string(things[thing]) : "thing " + std::to_string(thing);
  return (object & 15) == no_seat ? what : what + " of " + seat_text(object, seats);
}

std::string class_text(std::uint64_t number) {
  const auto is = static_cast<std::uint8_t>(number & 15);
  if (is == 4) return "blocked";
  return is >= 1 && is <= 3 ? std::string(name(static_cast<ti4::Class>(is))) : "class " + std::to_string(is);
}

std::string class_changed_text(std::uint64_t object) {
  const std::uint64_t clause = object >> 16;
  return "accepted as " + class_text(object) + ", now " + class_text(object >> 4) + " for reason " + std::to_string(object >> 8 & 255) +
         (clause == 0 ? " of the exchange" : " of clause " + std::to_string(clause));
}

}  // namespace

std::string_view meaning(Refusal::Code code) {
  static constexpr std::array<std::string_view, refusal_codes + 1> texts = {
      "",
      "this role, game or mode has no such verb, or this connection only watches",
      "this request id was committed with another action",
      "a higher id was committed and this one never was; also id 0",
      "more actions a second than a role may send; try again",
      "too many open offers, open decisions or notes in a hand, or a full history",
      "a text breaks the text policy",
      "too few, too many or repeated parties, or oneself",
      "an amount of 0, or above 65535",
      "payer and recipient are not two signatories",
      "a clause, an exchange or a name that no state of the game can make right",
      "an answer of another kind of decision",
      "there is no deal of that number, or a consent was signed before it was offered",
      "there is no such seat at this table",
      "there is no open decision of that number",
      "this role is no party of the deal",
      "this role did not propose the deal",
      "the decision is another seat's",
      "the deal (or the Hajr window) is not open",
      "the deal is not active",
      "it is so already; to a redeem: the name looks like another player's",
      "the game has not started, or is over",
      "a seat is played by AI or has departed",
      "two seats are allies",
      "something changed after `seen`",
      "not in this phase of the game",
      "no bribes during inflation",
      "a decision has to be answered first",
      "the two are not neighbours",
      "the pair has had its exchange of this turn or agenda; in Dune: a second question in a turn",
      "neither of the two is the active player",
      "the deal's class is another one now than the acceptance says",
      "a side does not have what it would give",
      "after `payment_unavailable`, wait before the next try",
      "the payer has not enough",
      "it could not be written; try again with the same request id"};
  const auto number = static_cast<std::size_t>(code);
  return number < texts.size() ? texts[number] : std::string_view{};
}

std::string_view meaning(ByeCode code) {
  static constexpr std::array<std::string_view, bye_codes + 1> texts = {
      "",
      "a client that is done",
      "bytes that can never be a frame",
      "a malformed payload, or a type of the other direction",
      "a request or ping before `logged_in`, login or redeem before hello, a second hello, a second login or redeem",
      "no protocol version in common",
      "unknown table, unknown role, wrong key, wrong seat epoch, or wrong signature: all alike",
      "the code is unknown, was used by another key or was revoked, or the signature is wrong",
      "a newer login of this role",
      "the key was ended or replaced",
      "the server does not have the commit named in `resume`: its store was restored or replaced",
      "a consent that the seat's key did not sign",
      "`seen` above the table's head",
      "not logged in 10 s after connecting",
      "nothing was heard for 200 s",
      "too many connections that have not logged in",
      "the server is stopping",
      "the store cannot be read or written"};
  const auto number = static_cast<std::size_t>(code);
  return number < texts.size() ? texts[number] : std::string_view{};
}

std::string object_text(const Refusal& refusal, const SeatKeys& seats) {
  using Code = Refusal::Code;
  const std::uint64_t object = refusal.object;
  switch (refusal.code) {
    case Code::rate: return std::to_string(object) + " a second";
    case Code::limit: return "at most " + std::to_string(object);
    case Code::bad_text: return "code point " + std::to_string(object & 0x1fffff) + " at position " + std::to_string(object >> 21);
    case Code::bad_clause: return object == 0 ? "the exchange or the name" : "clause " + std::to_string(object);
    case Code::no_such_seat:
    case Code::not_decision_owner:
    case Code::not_human: return "seat " + seat_text(object, seats);
    case Code::allied: return seat_text(object >> 4, seats) + " and " + seat_text(object, seats);
    case Code::stale: return stale_text(object, seats);
    case Code::decision_open: return "decision " + std::to_string(object);
    case Code::class_changed: return class_changed_text(object);
    case Code::too_soon: return std::to_string(object) + " s left";
    default: return {};
  }
}

}  // namespace parley
