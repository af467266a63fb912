#include "tests/support/scenario_ti4.h"

#include "common/core/check.h"
#include "common/wire/names.h"

namespace parley::test {
namespace {

/// The value of an enum by its name in scripts; throws Unreadable.
template <class E>
E named(const std::string& word, std::uint8_t last) {
  for (std::uint8_t n = 1; n <= last; ++n)
    if (name(static_cast<E>(n)) == word) return static_cast<E>(n);
  throw Unreadable("no such word here: " + word);
}

template <class E>
bool is_named(const std::string& word, std::uint8_t last) {
  for (std::uint8_t n = 1; n <= last; ++n)
    if (name(static_cast<E>(n)) == word) return true;
  return false;
}

bool on_or_off(Words& w) {
  const std::string word = w.next();
  if (word != "on" && word != "off") throw Unreadable("not on or off: " + word);
  return word == "on";
}

bool begins_part(const std::string& word) {
  return word.empty() || word == "gives" || word == "gets" || word == "clause" || word == "answers" || word == "seen" || word == "->";
}

ti4::Goods parse_goods(Words& w) {
  ti4::Goods goods;
  if (w.take("nothing")) return goods;
  while (!begins_part(w.peek())) {
    if (w.take("note")) goods.notes.push_back(Label{w.next()});
    else if (w.take("relic")) goods.relics.push_back(Label{w.next()});
    else {
      const auto amount = static_cast<std::uint32_t>(w.number());
      count(goods.counts, named<ti4::Kind>(w.next(), ti4::kinds)) = amount;
    }
  }
  return goods;
}

bool is_quantity(const std::string& word) {
  return word.size() > 1 && word[0] == 'x' && word.find_first_not_of("0123456789", 1) == std::string::npos;
}

ti4::Clause parse_clause(Words& w, const Table& t) {
  ti4::Clause clause;
  clause.actor = parse_seat(w.next(), t);
  if (w.take("not")) clause.stance = ti4::Stance::refrain;
  clause.deed = named<ti4::Deed>(w.next(), ti4::deeds);
  while (!begins_part(w.peek())) {
    const std::string word = w.next();
    if (is_quantity(word)) clause.quantity = static_cast<std::uint16_t>(std::stoi(word.substr(1)));
    else if (is_named<ti4::When>(word, ti4::whens)) clause.when = named<ti4::When>(word, ti4::whens);
    else if (word == "on") clause.contingent = named<ti4::Contingent>(w.next(), 5);
    else if (word == "able") clause.able = named<ti4::Able>(w.next(), 3);
    else if (word == "saying") clause.text = Label{w.next()};
    else if (clause.item.utf8.empty()) clause.item = Label{word};
    else throw Unreadable("what is " + word + " in a clause?");
  }
  return clause;
}

// ---- verbs ------------------------------------------------------------------------------------------------------------

Doing plain(Action action) { return {std::move(action), {}}; }

DealId deal_number(Words& w) { return DealId{static_cast<std::uint32_t>(w.number())}; }

ti4::ClauseNumber clause_number(Words& w) {
  if (!w.take("clause")) throw Unreadable("\"clause\" is missing");
  return static_cast<ti4::ClauseNumber>(w.number());
}

Doing accepts(Words& w, const Table& t) {
  const DealId id = deal_number(w);
  if (w.take("plainly")) return plain(Accept{id});
  if (w.take("as")) return plain(ti4::AcceptAs{id, named<ti4::Class>(w.next(), 4)});
  Doing doing = plain(Accept{id});
  complete(t, Role::viewer(1), doing.action, doing.secret);
  return doing;
}

Doing steps(Words& w, const Table& t) {
  ti4::SetStep action{.step = named<ti4::Step>(w.next(), ti4::steps), .seat = {}};
  if (!begins_part(w.peek())) action.seat = parse_seat(w.next(), t);
  return plain(action);
}

Doing adjusts(Words& w) {
  ti4::AdjustGoods action{.what = named<ti4::Kind>(w.next(), ti4::kinds), .amount = w.number(), .reason = Line{"as it was"}};
  if (!begins_part(w.peek())) action.reason = Line{w.next()};
  return plain(action);
}

/// A hand gains or loses a note: as the pipe would say it, or in the open, or as nobody should.
template <class HoldOrUnhold>
Doing holds(Words& w, Role role, const Table& t) {
  if (w.take("unnamed")) return plain(HoldOrUnhold{});
  if (w.take("openly")) return plain(HoldOrUnhold{Label{w.next()}});
  const bool as_it_comes = !w.take("unseen");
  Doing doing{HoldOrUnhold{}, NoteName{Label{w.next()}}};
  if (as_it_comes) complete(t, role, doing.action, doing.secret);
  return doing;
}

Doing neighbours(Words& w, Role role, const Table& t) {
  const Seat one = parse_seat(w.next(), t);
  if (role.is_seat()) return plain(ti4::ClaimNeighbour{.with = one, .on = on_or_off(w)});
  const Seat other = parse_seat(w.next(), t);
  return plain(ti4::SetNeighbours{.seats = {.one = one, .other = other}, .on = on_or_off(w)});
}

Doing exception(Words& w) {
  if (w.take("off")) return plain(ti4::SetException{.on = false, .why = {}});
  if (w.take("unnamed")) return plain(ti4::SetException{.on = true, .why = {}});
  return plain(ti4::SetException{.on = true, .why = Line{w.next()}});
}

Doing states(Words& w) {
  const DealId id = deal_number(w);
  const ti4::ClauseNumber clause = clause_number(w);
  return plain(ti4::StateAble{.deal = id, .clause = clause, .answer = named<ti4::Able>(w.next(), 3)});
}

Doing rules(Words& w) {
  const DealId id = deal_number(w);
  return plain(ti4::RuleClass{.deal = id, .is = named<ti4::Class>(w.next(), 3)});
}

Doing marks(Words& w) {
  const DealId id = deal_number(w);
  const ti4::ClauseNumber clause = clause_number(w);
  const bool kept = w.take("kept");
  if (!kept && !w.take("broken")) throw Unreadable("kept or broken?");
  return plain(ti4::MarkKept{.deal = id, .clause = clause, .yes = kept});
}

Doing phase(Words& w) {
  ti4::SetPhase action{.round = static_cast<std::uint16_t>(w.number()), .phase = {}, .agenda = {}};
  const std::string word = w.next();
  if (word != name(ti4::Phase::setup)) action.phase = named<ti4::Phase>(word, 5);
  if (!begins_part(w.peek())) action.agenda = static_cast<std::uint16_t>(w.number());
  return plain(action);
}

void must(Everybody& all, Role role, Action action) {
  if (const Verdict verdict = all.ask(role, std::move(action)))
    throw Mismatch("the table cannot be brought to its beginning: " + in_words(*verdict, all.server()));
}

}  // namespace

void parse_exchange_and_clauses(Words& w, Record& record, const Table& t) {
  for (;;) {
    if (w.take("clause")) {
      record.clauses.push_back(parse_clause(w, t));
      continue;
    }
    const bool gives = w.peek() == "gives";
    if (!gives && w.peek() != "gets") return;
    w.next();
    if (!exchange_of(record)) record.settlement = ti4::Exchange{};
    auto& exchange = std::get<ti4::Exchange>(record.settlement);
    (gives ? exchange.gives : exchange.gets) = parse_goods(w);
  }
}

std::optional<Doing> parse_ti4_doing(const std::string& verb, Words& w, Role role, const Table& t) {
  if (verb == "accepts") return accepts(w, t);
  if (verb == "adjusts" && is_named<ti4::Kind>(w.peek(), ti4::kinds)) return adjusts(w);
  if (verb == "steps") return steps(w, t);
  if (verb == "holds") return holds<ti4::Hold>(w, role, t);
  if (verb == "unholds") return holds<ti4::Unhold>(w, role, t);
  if (verb == "plays" && w.peek() != "hajr") return plain(ti4::PlayNote{Label{w.next()}});
  if (verb == "neighbours") return neighbours(w, role, t);
  if (verb == "exception") return exception(w);
  if (verb == "states") return states(w);
  if (verb == "rules") return rules(w);
  if (verb == "marks") return marks(w);
  if (verb == "active") return plain(ti4::SetActive{parse_seat(w.next(), t)});
  if (verb == "phase") return phase(w);
  if (verb == "value") {
    const Seat seat = parse_seat(w.next(), t);
    return plain(ti4::SetCommodityValue{.seat = seat, .value = static_cast<std::uint32_t>(w.number())});
  }
  return std::nullopt;
}

std::unique_ptr<Everybody> make_ti4_table(Words& w) {
  Genesis genesis{.name = "mecatol", .seats = {}, .rules = ti4::Options{}, .time = Time{1'790'000'000}};
  bool started = true, in_action = true, near = true;
  while (!w.done()) {
    if (w.take("setup")) started = false;
    else if (w.take("strategy")) in_action = false;
    else if (w.take("strangers")) near = false;
    else genesis.seats.push_back(w.next());
  }
  auto all = std::make_unique<Everybody>(genesis);
  if (!started) return all;
  must(*all, Role::host(), Start{});
  if (!in_action) return all;
  must(*all, Role::host(), ti4::SetPhase{.round = 1, .phase = ti4::Phase::action, .agenda = {}});
  must(*all, Role::host(), ti4::SetActive{Seat{0}});
  if (near) must(*all, Role::host(), ti4::SetNeighbours{.seats = {.one = Seat{0}, .other = Seat{1}}, .on = true});
  return all;
}

std::unique_ptr<Everybody> make_open_table(Words& w) {
  Genesis genesis{.name = "any", .seats = {}, .rules = open::Options{}, .time = Time{1'790'000'000}};
  bool started = true;
  while (!w.done())
    if (w.take("setup")) started = false;
    else genesis.seats.push_back(w.next());
  auto all = std::make_unique<Everybody>(genesis);
  if (started) must(*all, Role::host(), Start{});
  return all;
}

}  // namespace parley::test
