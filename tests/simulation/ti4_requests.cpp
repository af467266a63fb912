#include "tests/simulation/ti4_requests.h"

#include "common/wire/names.h"

namespace naive_ti4 {

using namespace parley;

namespace {

Seat seat(int index) { return Seat{static_cast<std::uint8_t>(index)}; }

template <class E>
E named(const std::string& word, int last) {
  for (int n = 0; n <= last; ++n)
    if (name(static_cast<E>(n)) == word && !word.empty()) return static_cast<E>(n);
  return E{};
}

ti4::Goods goods_of(const naive_ti4::Goods& goods) {
  ti4::Goods out;
  for (const auto& [kind, amount] : goods) {
    if (kind == "relic") out.relics.push_back(Label{"Shard of the Throne"});
    else if (!naive_ti4::is_note(kind)) count(out.counts, named<ti4::Kind>(kind, ti4::kinds)) = static_cast<std::uint32_t>(amount);
    else for (int i = 0; i < amount; ++i) out.notes.push_back(Label{kind.substr(5)});
  }
  return out;
}

ti4::Clause clause_of(const naive_ti4::Clause& c) {
  ti4::Clause out;
  out.actor = seat(c.actor);
  out.deed = named<ti4::Deed>(c.verb, ti4::deeds);
  out.item = Label{c.item};
  out.quantity = static_cast<std::uint16_t>(c.quantity);
  out.when = named<ti4::When>(c.when, ti4::whens);
  out.stance = c.refrains ? ti4::Stance::refrain : ti4::Stance::act;
  out.contingent = named<ti4::Contingent>(c.contingent, 5);
  out.able = named<ti4::Able>(c.able, 3);
  return out;
}

Action offer_of(const Wish& w) {
  Record record;
  for (int party : w.parties) record.signatories.insert(seat(party));
  record.terms = Terms{w.text};
  record.answers = DealId{static_cast<std::uint32_t>(w.answers)};
  if (w.exchange) record.settlement = ti4::Exchange{goods_of(w.gives), goods_of(w.gets)};
  if (w.bribe) record.settlement = Bribe{seat(0), seat(1), Spice{1}};
  for (const auto& clause : w.clauses) record.clauses.push_back(clause_of(clause));
  return Offer{record};
}

Action of_the_ledger(const Wish& w) {
  const std::string& v = w.verb;
  const DealId deal{static_cast<std::uint32_t>(w.deal)};
  const auto clause = static_cast<ti4::ClauseNumber>(w.clause);
  const Line line{w.text};
  if (v == "offer") return offer_of(w);
  if (v == "accept") return ti4::AcceptAs{deal, named<ti4::Class>(w.as, 3)};
  if (v == "decline") return Decline{deal};
  if (v == "withdraw") return Withdraw{deal};
  if (v == "request_release") return RequestRelease{deal};
  if (v == "retract_release") return RetractRelease{deal};
  if (v == "note") return WriteNote{deal, line};
  if (v == "able") return ti4::StateAble{deal, clause, named<ti4::Able>(w.word, 3)};
  if (v == "rule") return ti4::RuleClass{deal, named<ti4::Class>(w.as, 3)};
  if (v == "kept") return ti4::MarkKept{deal, clause, w.on};
  return Say{line};
}

Action action_of(const Wish& w) {
  const std::string& v = w.verb;
  const Line line{w.text};
  const DecisionId decision{static_cast<std::uint32_t>(w.decision)};
  const std::optional<Label> note = w.hidden || w.note.empty() ? std::nullopt : std::optional<Label>(Label{w.note});
  if (v == "decide") return Decide{decision, w.word == "done" ? Answer::done : Answer::yes};
  if (v == "cancel") return Cancel{decision};
  if (v == "step") return ti4::SetStep{named<ti4::Step>(w.word, ti4::steps), w.to == -1 ? std::nullopt : std::optional<Seat>(seat(w.to))};
  if (v == "adjust") return ti4::AdjustGoods{named<ti4::Kind>(w.word, ti4::kinds), w.amount, line};
  if (v == "hold") return ti4::Hold{note};
  if (v == "unhold") return ti4::Unhold{note};
  if (v == "play_note") return ti4::PlayNote{Label{w.note}};
  if (v == "neighbours") return ti4::ClaimNeighbour{seat(w.to), w.on};
  if (v == "exception") return ti4::SetException{w.on, w.hidden ? std::nullopt : std::optional<Line>(line)};
  if (v == "start") return Start{};
  if (v == "end") return End{};
  if (v == "control") return SetControl{seat(w.to), w.on ? Control::ai : Control::human};
  if (v == "depart") return Depart{seat(w.to)};
  if (v == "open_decision") return OpenDecision{seat(w.to), line};
  if (v == "active") return ti4::SetActive{seat(w.to)};
  if (v == "phase")
    return ti4::SetPhase{static_cast<std::uint16_t>(w.round), named<ti4::Phase>(w.word, 5),
                         w.agenda == -1 ? std::nullopt : std::optional<std::uint16_t>(static_cast<std::uint16_t>(w.agenda))};
  if (v == "commodity_value") return ti4::SetCommodityValue{seat(w.to), static_cast<std::uint32_t>(w.amount)};
  if (v == "host_neighbours") return ti4::SetNeighbours{{seat(w.to), seat(w.other)}, w.on};
  PublicKey key{};
  key[0] = static_cast<std::uint8_t>(w.key);
  if (v == "seated") return Seated{seat(w.to), Name{"Ko"}, key, Epoch{static_cast<std::uint32_t>(w.epoch)}};
  if (v == "vacated") return Vacated{seat(w.to)};
  return of_the_ledger(w);
}

}  // namespace

Role role_of(const Wish& w) {
  if (w.who == "seat") return Role::of(seat(w.seat));
  if (w.who == "host") return Role::host();
  return w.who == "server" ? Role::server() : Role::viewer(1);
}

Request request_of(const Wish& w) {
  Request request{.id = {}, .seen = Version{static_cast<std::uint64_t>(w.seen)}, .action = action_of(w), .secret = {}};
  if ((w.verb == "hold" || w.verb == "unhold") && w.hidden) request.secret = NoteName{Label{w.note}};
  return request;
}

}  // namespace naive_ti4
