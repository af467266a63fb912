// The core and the naive model play the same random tables; whatever either does, the other must do too.
// A failure prints the table's seed, the step and the tail of the run. PARLEY_SIM_SEED=n replays that table alone;
// PARLEY_SIM_STEPS=n plays about n steps instead of 100,000.
#include "common/core/apply.h"
#include "common/core/check.h"
#include "tests/simulation/random_wishes.h"
#include "tests/support/catch.h"

#include <cstdlib>
#include <deque>
#include <iostream>
#include <sstream>

namespace {

using namespace parley;
using naive::Model;
using naive::Wish;

// ---- plain words to actions ---------------------------------------------------------------------------------------------

Seat seat(int index) { return Seat{static_cast<std::uint8_t>(index)}; }
Spice spice(naive::Money amount) { return Spice{static_cast<std::uint64_t>(amount)}; }

Role role_of(const Wish& w) {
  if (w.who == "seat") return Role::of(seat(w.seat));
  if (w.who == "host") return Role::host();
  return w.who == "server" ? Role::server() : Role::viewer(1);
}

Answer answer_of(const std::string& word) {
  if (word == "divert") return Answer::divert;
  if (word == "allow") return Answer::allow;
  if (word == "yes") return Answer::yes;
  return word == "no" ? Answer::no : Answer::done;
}

Action offer_of(const Wish& w) {
  Record record;
  for (int party : w.parties) record.signatories.insert(seat(party));
  record.terms = Terms{w.text};
  record.answers = DealId{static_cast<std::uint32_t>(w.answers)};
  if (w.bribe) record.settlement = Bribe{seat(w.payer), seat(w.recipient), spice(w.amount)};
  return Offer{record};
}

Action action_of(const Wish& w) {
  const std::string& v = w.verb;
  const DealId deal{static_cast<std::uint32_t>(w.deal)};
  const DecisionId decision{static_cast<std::uint32_t>(w.decision)};
  const Line line{w.text};
  if (v == "offer") return offer_of(w);
  if (v == "accept") return Accept{deal};
  if (v == "decline") return Decline{deal};
  if (v == "withdraw") return Withdraw{deal};
  if (v == "request_release") return RequestRelease{deal};
  if (v == "retract_release") return RetractRelease{deal};
  if (v == "note") return WriteNote{deal, line};
  if (v == "decide") return Decide{decision, answer_of(w.answer)};
  if (v == "cancel") return Cancel{decision};
  if (v == "start") return Start{};
  if (v == "end") return End{};
  if (v == "control") return SetControl{seat(w.to), w.on ? Control::ai : Control::human};
  if (v == "depart") return Depart{seat(w.to)};
  if (v == "open_decision") return OpenDecision{seat(w.to), line};
  if (v == "bribe") return PayBribe{seat(w.to), spice(w.amount), w.no_text ? std::nullopt : std::optional<Line>(line)};
  if (v == "adjust") return Adjust{line};
  if (v == "bid") return Bid{spice(w.amount)};
  if (v == "ask") return Ask{seat(w.to), line};
  if (v == "movement_finished") return MovementFinished{};
  if (v == "hajr") return Hajr{w.on};
  if (v == "advance") return Advance{static_cast<std::uint16_t>(w.turn), static_cast<dune::Phase>(w.phase), w.on};
  if (v == "ally") return Ally{{seat(w.to), seat(w.other)}};
  if (v == "unally") return Unally{{seat(w.to), seat(w.other)}};
  if (v == "bureaucrat") return SetBureaucrat{w.to < 0 ? std::nullopt : std::optional<Seat>(seat(w.to)), w.on};
  if (v == "inflation") return SetInflation{w.on};
  if (v == "adjust_seat") return AdjustSeat{seat(w.to), line};
  PublicKey key{};
  key[0] = static_cast<std::uint8_t>(w.key);
  if (v == "seated") return Seated{seat(w.to), Name{w.player}, key, Epoch{static_cast<std::uint32_t>(w.epoch)}};
  if (v == "vacated") return Vacated{seat(w.to)};
  return Say{line};
}

Request request_of(const Wish& w) {
  Request request{.id = {}, .seen = Version{static_cast<std::uint64_t>(w.seen)}, .action = action_of(w), .secret = {}};
  if (w.verb == "adjust" || w.verb == "adjust_seat") request.secret = Amount{w.amount};
  return request;
}

// ---- the same state? ----------------------------------------------------------------------------------------------------

/// Collects what differs, in words.
struct Differences {
  std::ostringstream out;
  template <class A, class B>
  void same(const std::string& what, int number, const A& model, const B& core) {
    if (const A theirs = static_cast<A>(core); theirs != model)
      out << "  " << what << ' ' << number << ": model " << model << ", core " << theirs << '\n';
  }
};

long long bits(const std::set<int>& seats) {
  long long all = 0;
  for (int s : seats) all |= 1ll << s;
  return all;
}

int index_or_none(const std::optional<Seat>& s) { return s ? s->index : -1; }

void compare_deal(Differences& d, int id, const naive::Deal& m, const Deal& c) {
  const auto* open = std::get_if<Open>(&c.state);
  const auto* active = std::get_if<Active>(&c.state);
  const auto* declined = std::get_if<Declined>(&c.state);
  const std::string state = open ? "open" : active ? "active" : declined ? "declined"
                            : std::holds_alternative<Withdrawn>(c.state) ? "withdrawn" : "released";
  d.same("state of deal", id, m.state, state);
  if (open) d.same("consents of deal", id, bits(m.consents), open->consents.bits);
  if (open) d.same("lapsed consents of deal", id, bits(m.lapsed), open->lapsed.bits);
  if (active) d.same("release requests of deal", id, bits(m.requests), active->release_requests.bits);
  if (declined) d.same("decliner of deal", id, m.declined_by, declined->by.index);
  d.same("proposer of deal", id, m.proposer, c.proposer.index);
  d.same("signatories of deal", id, bits(m.parties), c.record.signatories.bits);
  d.same("terms of deal", id, m.text, c.record.terms.utf8);
  d.same("deal answered by", id, m.answers, c.record.answers.value);
  const Bribe* bribe = bribe_of(c);
  d.same("bribe in deal", id, m.bribe, bribe != nullptr);
  if (bribe) d.same("payer in deal", id, m.payer, bribe->payer.index);
  if (bribe) d.same("recipient in deal", id, m.recipient, bribe->recipient.index);
  if (bribe) d.same("gross in deal", id, m.gross, bribe->gross.value);
  d.same("received in deal", id, m.received, c.received ? static_cast<naive::Money>(c.received->value) : -1);
  d.same("paid in deal", id, m.bribe && (m.state == "active" || m.state == "released"), paid(c));
  d.same("version of deal", id, m.offered_version, c.offered_version.value);
  d.same("turn of deal", id, m.offered_turn, c.offered.turn);
  d.same("phase of deal", id, m.offered_phase, c.offered.phase);
  d.same("notes of deal", id, m.notes.size(), c.notes.size());
  for (std::size_t i = 0; i < m.notes.size() && i < c.notes.size(); ++i) {
    d.same("note's seat in deal", id, m.notes[i].seat, c.notes[i].seat.index);
    d.same("note's version in deal", id, m.notes[i].version, c.notes[i].version.value);
    d.same("note's text in deal", id, m.notes[i].text, c.notes[i].text.utf8);
  }
}

void compare_seat(Differences& d, int i, const naive::Seat& m, const SeatRecord& c, const dune::Purse& purse) {
  d.same("spice of seat", i, m.on_hand, purse.spice ? static_cast<naive::Money>(purse.spice->value) : -1);
  d.same("deferred of seat", i, m.deferred, purse.deferred.value);
  d.same("bid of seat", i, m.bid, purse.bid.value);
  d.same("ally of seat", i, m.ally, index_or_none(purse.ally));
  d.same("hajr of seat", i, m.hajr, purse.hajr);
  d.same("AI at seat", i, m.ai, c.control == Control::ai);
  d.same("departed seat", i, m.departed, c.departed);
  d.same("vacant seat", i, m.vacant, c.vacant);
  d.same("epoch of seat", i, m.epoch, c.epoch.value);
  d.same("key of seat", i, m.key, c.holder[0]);
  d.same("player of seat", i, m.player, c.player.utf8);
  d.same("faction of seat", i, m.faction, c.key);
}

void compare_decision(Differences& d, int id, const naive::Decision& m, const Decision& c) {
  const auto* diversion = std::get_if<Diversion>(&c.kind);
  const auto* question = std::get_if<Question>(&c.kind);
  const auto* plain = std::get_if<Plain>(&c.kind);
  d.same("kind of decision", id, m.kind, std::string(diversion ? "diversion" : question ? "question" : "plain"));
  d.same("owner of decision", id, m.owner, c.owner.index);
  d.same("version of decision", id, m.opened, c.opened.value);
  if (diversion) d.same("deal of decision", id, m.deal, diversion->deal.value);
  if (diversion) d.same("payer of decision", id, m.payer, diversion->payment.payer.index);
  if (diversion) d.same("recipient of decision", id, m.recipient, diversion->payment.recipient.index);
  if (diversion) d.same("gross of decision", id, m.gross, diversion->payment.gross.value);
  if (question) d.same("asker of decision", id, m.asker, question->asker.index);
  if (question) d.same("text of decision", id, m.text, question->text.utf8);
  if (plain) d.same("text of decision", id, m.text, plain->note.utf8);
}

std::string difference(const Model& m, const Table& c) {
  Differences d;
  const auto& game = std::get<dune::Game>(c.game);
  d.same("version", 0, m.version, c.version.value);
  d.same("turn", 0, m.turn, game.now.turn);
  d.same("phase", 0, m.phase, game.now.phase);
  d.same("last collected", 0, m.last_collected, game.last_collected);
  d.same("inflation", 0, m.inflation, game.inflation);
  d.same("bank", 0, m.bank, game.bank.value);
  d.same("outside", 0, m.outside, game.outside.value_or(-1));
  d.same("bureaucrat", 0, m.bureaucrat, index_or_none(game.bureaucrat.holder));
  d.same("bureaucrat alive", 0, m.bureaucrat_alive, game.bureaucrat.alive);
  d.same("bureaucrat's turn", 0, m.used_turn, game.bureaucrat.used.turn);
  if (m.used_turn) d.same("bureaucrat's phase", 0, m.used_phase, game.bureaucrat.used.phase);
  for (std::size_t i = 0; i < m.seats.size(); ++i) compare_seat(d, static_cast<int>(i), m.seats[i], c.seats[i], game.purses[i]);
  d.same("number of deals", 0, m.deals.size(), c.ledger.deals().size());
  for (const auto& [id, deal] : m.deals)
    if (const Deal* theirs = c.ledger.find(DealId{static_cast<std::uint32_t>(id)})) compare_deal(d, id, deal, *theirs);
  d.same("number of decisions", 0, m.decisions.size(), c.decisions.size());
  d.same("last decision", 0, m.last_decision, c.last_decision.value);
  std::size_t at = 0;
  for (const auto& [id, decision] : m.decisions) {
    if (at == c.decisions.size()) break;
    d.same("number of decision", id, id, c.decisions[at].id.value);
    compare_decision(d, id, decision, c.decisions[at++]);
  }
  return d.out.str();
}

// ---- one table ----------------------------------------------------------------------------------------------------------

struct Score {
  long long steps = 0;
  std::map<std::string, long long> verdicts;   // "ok" and every refusal
  std::map<std::string, long long> accepted;   // verbs
};

/// Empty, or what went wrong.
std::string step(Model& model, Table& table, const Wish& wish, const std::string& expected) {
  const Role role = role_of(wish);
  const Request request = request_of(wish);
  const Verdict verdict = check(table, role, request);
  const std::string told = verdict ? std::string(name(verdict->code)) : "ok";
  if (told != expected) return "  verdict: model " + expected + ", core " + told + '\n';
  if (verdict) return {};
  const Secret secret = secret_for(table, request);
  const auto* revealed = std::get_if<Revealed>(&secret);
  if ((wish.verb == "control" && wish.on) != (revealed != nullptr)) return "  a purse is revealed when a seat turns AI only\n";
  if (revealed && *revealed != Revealed{spice(model.seats.at(static_cast<std::size_t>(wish.to)).on_hand)}) return "  revealed purse\n";
  const Commit commit{.version = Version{table.version.value + 1}, .elapsed = 1, .role = role, .action = request.action, .secret = secret};
  if (const Verdict law = lawful(table, commit)) return "  accepted, but not lawful: " + std::string(name(law->code)) + '\n';
  const naive::Money before = model.sum();
  model.perform(wish);
  apply(table, commit);
  return model.sum() == before ? "" : "  the model's own money is not constant\n";
}

void play(std::uint64_t seed, Score& score) {
  INFO("replay with PARLEY_SIM_SEED=" << seed);
  naive::Chance chance(seed);
  const naive::Setting setting = naive::random_setting(chance);
  Model model(setting.factions, setting.advanced, setting.bureaucrat_min);
  Table table;
  const dune::Options options{.mode = setting.advanced ? dune::Mode::advanced : dune::Mode::basic,
                              .bureaucrat_min = static_cast<std::uint16_t>(setting.bureaucrat_min)};
  const Commit genesis{.version = {}, .elapsed = 0, .role = Role::server(),
                       .action = Genesis{"sim", setting.factions, options, Time{1}}, .secret = {}};
  REQUIRE_FALSE(lawful(table, genesis));
  apply(table, genesis);
  const naive::Money all = model.sum();

  std::deque<std::string> tail;
  for (int i = 0; i < setting.steps; ++i) {
    const Wish wish = naive::random_wish(chance, model, setting);
    const std::string expected = model.verdict(wish);
    tail.push_back(std::to_string(i) + ": v" + std::to_string(model.version) + ' ' + in_words(wish) + " -> " + expected);
    if (tail.size() > 40) tail.pop_front();
    std::string wrong = step(model, table, wish, expected);
    if (wrong.empty() && (expected == "ok" || i % 8 == 0)) wrong = difference(model, table);
    if (wrong.empty() && model.sum() != all) wrong = "  money came or went\n";
    ++score.steps;
    ++score.verdicts[expected];
    if (expected == "ok") ++score.accepted[wish.verb];
    if (wrong.empty()) continue;
    std::ostringstream story;
    story << "seed " << seed << ", step " << i << ", " << setting.factions.size() << " seats, "
          << (setting.advanced ? "advanced" : "basic") << ", bureaucrat_min " << setting.bureaucrat_min << '\n';
    for (const auto& line : tail) story << line << '\n';
    FAIL(story.str() << wrong);
  }
}

std::uint64_t number_in(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace

TEST_CASE("random tables: the core does what the naive model does", "[simulation]") {
  Score score;
  const std::uint64_t only = number_in("PARLEY_SIM_SEED", 0);
  const auto wanted = static_cast<long long>(number_in("PARLEY_SIM_STEPS", 100000));
  if (only) play(only, score);
  for (std::uint64_t seed = 1; !only && score.steps < wanted; ++seed) play(seed, score);

  std::cout << "simulation: " << score.steps << " steps\n  verdicts:";
  for (const auto& [word, times] : score.verdicts) std::cout << ' ' << word << ' ' << times;
  std::cout << "\n  accepted:";
  for (const auto& [word, times] : score.accepted) std::cout << ' ' << word << ' ' << times;
  std::cout << '\n';
  if (only || wanted < 100000) return;
  CHECK(score.verdicts.size() == 26);  // ok and every refusal a Dune table can give
  CHECK(score.accepted.size() == 29);  // every verb but genesis
}
