// What scenarios can say that somebody does.
#include "tests/support/scenario_ti4.h"

#include "common/wire/names.h"

namespace parley::test {
namespace {

DealId deal(Words& w) { return DealId{static_cast<std::uint32_t>(w.number())}; }
Spice spice(Words& w) { return Spice{static_cast<std::uint64_t>(w.number())}; }
Line line_or(Words& w, std::string usual) {
  const bool given = !w.done() && w.peek() != "->" && w.peek() != "seen";
  return Line{given ? w.next() : std::move(usual)};
}

dune::Phase parse_phase(const std::string& word) {
  for (std::uint8_t n = 0; n <= 10; ++n)
    if (name(static_cast<dune::Phase>(n)) == word) return static_cast<dune::Phase>(n);
  throw Unreadable("no such phase: " + word);
}

Answer parse_answer(const std::string& word) {
  for (std::uint8_t n = 1; n <= 5; ++n)
    if (name(static_cast<Answer>(n)) == word) return static_cast<Answer>(n);
  throw Unreadable("no such answer: " + word);
}

bool parse_switch(const std::string& word, std::string_view on, std::string_view off) {
  if (word != on && word != off) throw Unreadable("not " + std::string(on) + " or " + std::string(off) + ": " + word);
  return word == on;
}

Action offer(Words& w, Role role, const Table& t) {
  Record record;
  if (w.take("between")) {
    record.signatories = parse_seats(w.next(), t);
  } else {
    if (!w.take("nobody")) record.signatories = parse_seats(w.next(), t);
    if (role.is_seat()) record.signatories.insert(role.seat());
  }
  record.terms = Terms{w.next()};
  if (w.take("bribe")) {
    const auto parties = split(w.next(), '>');
    if (parties.size() != 2) throw Unreadable("a bribe is written ATR>HAR 3");
    record.settlement = Bribe{.payer = parse_seat(parties[0], t), .recipient = parse_seat(parties[1], t), .gross = spice(w)};
  }
  parse_exchange_and_clauses(w, record, t);
  if (w.take("answers")) record.answers = deal(w);
  return Offer{record};
}

Action advance(Words& w, bool correct) {
  const auto turn = static_cast<std::uint16_t>(w.number());
  return Advance{.turn = turn, .phase = parse_phase(w.next()), .correct = correct};
}

SeatPair pair(Words& w, const Table& t) {
  const Seat one = parse_seat(w.next(), t);
  return {.one = one, .other = parse_seat(w.next(), t)};
}

Action bureaucrat(Words& w, const Table& t) {
  if (w.take("none")) return SetBureaucrat{};
  const Seat holder = parse_seat(w.next(), t);
  return SetBureaucrat{.seat = holder, .alive = parse_switch(w.next(), "alive", "dead")};
}

/// "HAR 2": the second key somebody made for HAR.
Action seated(Words& w, const Table& t, std::map<Seat, std::uint32_t>& keys_used) {
  const Seat seat = parse_seat(w.next(), t);
  Seated action{.seat = seat, .player = Name{"Player"}, .key = {}, .epoch = Epoch{++keys_used[seat]}};
  action.key.fill(static_cast<std::uint8_t>(w.number()));
  return action;
}

Doing adjust(Words& w, const Table& t) {
  const bool own = w.peek().starts_with('+') || w.peek().starts_with('-') || w.peek() == "0";
  const Seat seat = own ? Seat{} : parse_seat(w.next(), t);
  const Secret amount = w.take("nothing") ? Secret{} : Secret{Amount{w.number()}};
  const Line reason = line_or(w, "as agreed");
  if (own) return {Adjust{reason}, amount};
  return {AdjustSeat{.seat = seat, .reason = reason}, amount};
}

Action bribe(Words& w, const Table& t) {
  const Seat to = parse_seat(w.next(), t);
  PayBribe action{.to = to, .gross = spice(w), .note = {}};
  if (Line note = line_or(w, "-"); note.utf8 != "-") action.note = note;
  return action;
}

Action release(Words& w, bool request) {
  if (!w.take("release")) throw Unreadable("\"release\" is missing");
  if (request) return RequestRelease{deal(w)};
  return RetractRelease{deal(w)};
}

Action note(Words& w) {
  const DealId id = deal(w);
  return WriteNote{.deal = id, .text = Line{w.next()}};
}

Action decide(Words& w) {
  const auto id = DecisionId{static_cast<std::uint32_t>(w.number())};
  return Decide{.decision = id, .answer = parse_answer(w.next())};
}

Action to_seat(Words& w, const Table& t, bool question) {
  const Seat seat = parse_seat(w.next(), t);
  const Line text{w.next()};
  if (question) return Ask{.to = seat, .question = text};
  return OpenDecision{.owner = seat, .note = text};
}

Action control(Words& w, const Table& t) {
  const Seat seat = parse_seat(w.next(), t);
  return SetControl{.seat = seat, .to = parse_switch(w.next(), "ai", "human") ? Control::ai : Control::human};
}

Action genesis_again(const Table& t) {
  Genesis again{.name = t.name, .seats = {}, .rules = {}, .time = t.time};
  if (std::holds_alternative<ti4::Game>(t.game)) again.rules = ti4::Options{};
  if (std::holds_alternative<open::Game>(t.game)) again.rules = open::Options{};
  for (const SeatRecord& seat : t.seats) again.seats.push_back(seat.key);
  return again;
}

}  // namespace

Seat parse_seat(std::string_view word, const Table& table) {
  if (const auto seat = seat_of(table, word)) return *seat;
  if (word.size() == 5 && word.starts_with("seat") && word[4] >= '0' && word[4] <= '7')
    return Seat{static_cast<std::uint8_t>(word[4] - '0')};
  throw Unreadable("no seat " + std::string(word));
}

SeatSet parse_seats(std::string_view list, const Table& table) {
  SeatSet set;
  for (const std::string& key : split(list, ',')) set.insert(parse_seat(key, table));
  return set;
}

Role parse_actor(std::string_view word, const Table& table) {
  if (word == "host") return Role::host();
  if (word == "viewer") return Role::viewer(1);
  if (word == "server") return Role::server();
  return Role::of(parse_seat(word, table));
}

Doing parse_doing(Words& w, Role role, const Table& t, std::map<Seat, std::uint32_t>& keys_used) {
  const std::string verb = w.next();
  const auto doing = [](Action action) { return Doing{std::move(action), {}}; };
  const bool a_word_of_dune = std::holds_alternative<dune::Game>(t.game) && (verb == "accepts" || verb == "plays");
  if (!a_word_of_dune)
    if (auto ti4s = parse_ti4_doing(verb, w, role, t)) return *ti4s;
  if (verb == "offers") return doing(offer(w, role, t));
  if (verb == "accepts") return doing(Accept{deal(w)});
  if (verb == "declines") return doing(Decline{deal(w)});
  if (verb == "withdraws") return doing(Withdraw{deal(w)});
  if (verb == "requests") return doing(release(w, true));
  if (verb == "retracts") return doing(release(w, false));
  if (verb == "notes") return doing(note(w));
  if (verb == "says") return doing(Say{Line{w.next()}});
  if (verb == "decides") return doing(decide(w));
  if (verb == "cancels") return doing(Cancel{DecisionId{static_cast<std::uint32_t>(w.number())}});
  if (verb == "bribes") return doing(bribe(w, t));
  if (verb == "adjusts") return adjust(w, t);
  if (verb == "bids") return doing(Bid{spice(w)});
  if (verb == "asks") return doing(to_seat(w, t, true));
  if (verb == "finishes" && w.take("movement")) return doing(MovementFinished{});
  if (verb == "plays" && w.take("hajr")) return doing(Hajr{true});
  if (verb == "passes" && w.take("hajr")) return doing(Hajr{false});
  if (verb == "starts") return doing(Start{});
  if (verb == "ends") return doing(End{});
  if (verb == "advances") return doing(advance(w, false));
  if (verb == "corrects") return doing(advance(w, true));
  if (verb == "allies") return doing(Ally{pair(w, t)});
  if (verb == "unallies") return doing(Unally{pair(w, t)});
  if (verb == "controls") return doing(control(w, t));
  if (verb == "departs") return doing(Depart{parse_seat(w.next(), t)});
  if (verb == "opens") return doing(to_seat(w, t, false));
  if (verb == "bureaucrat") return doing(bureaucrat(w, t));
  if (verb == "inflation") return doing(SetInflation{parse_switch(w.next(), "on", "off")});
  if (verb == "seats") return doing(seated(w, t, keys_used));
  if (verb == "vacates") return doing(Vacated{parse_seat(w.next(), t)});
  if (verb == "begins") return doing(genesis_again(t));
  throw Unreadable("no such verb: " + verb);
}

}  // namespace parley::test
