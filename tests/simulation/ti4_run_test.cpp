// The core and the naive model play the same random Twilight Imperium tables; whatever either does, the other must do too.
// A failure prints the table's seed, the step and the tail of the run. PARLEY_SIM_SEED=n replays that table alone;
// PARLEY_SIM_STEPS=n plays about n steps instead of 100,000.
#include "common/core/apply.h"
#include "common/core/check.h"
#include "common/core/ti4/citations.h"
#include "common/core/ti4/classify.h"
#include "common/wire/names.h"
#include "tests/simulation/ti4_requests.h"
#include "tests/simulation/ti4_wishes.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <iostream>
#include <sstream>

namespace {

using namespace parley;
using naive_ti4::Model;
using naive_ti4::Wish;

// ---- the same state? ----------------------------------------------------------------------------------------------------

/// Collects what differs, in words.
struct Apart {
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

Seat seat(int index) { return Seat{static_cast<std::uint8_t>(index)}; }

int index_or_none(const std::optional<Seat>& s) { return s ? s->index : -1; }

std::string listed(std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  std::string list;
  for (const std::string& word : words) list += word + ", ";
  return list;
}
std::string listed(const std::multiset<std::string>& words) { return listed(std::vector<std::string>(words.begin(), words.end())); }
std::string listed(const std::vector<Label>& labels) {
  std::vector<std::string> words;
  for (const Label& label : labels) words.push_back(label.utf8);
  return listed(words);
}

std::string findings(const std::vector<naive_ti4::Mark>& marks) {
  std::ostringstream out;
  for (const auto& mark : marks) out << mark.clause << mark.is << mark.why << ' ' << mark.stated_by << "; ";
  return out.str();
}

std::string findings(const ti4::Classified& now) {
  std::vector<naive_ti4::Mark> marks;
  for (const ti4::Finding& f : now.findings)
    marks.push_back({f.clause, "BN?X"[static_cast<int>(f.is) - 1], std::string(ti4::citation(f.why).code), index_or_none(f.stated_by)});
  return findings(marks);
}

void compare_deal(Apart& d, int id, const naive_ti4::Deal& m, const Model& model, const Deal& c, const Table& table) {
  const auto* open = std::get_if<Open>(&c.state);
  const auto* active = std::get_if<Active>(&c.state);
  d.same("state of deal", id, m.state, std::string(open ? "open" : active ? "active" : std::holds_alternative<Declined>(c.state) ? "declined"
                            : std::holds_alternative<Withdrawn>(c.state) ? "withdrawn" : "released"));
  if (open) d.same("consents of deal", id, bits(m.consents), open->consents.bits);
  if (active) d.same("release requests of deal", id, bits(m.requests), active->release_requests.bits);
  for (const auto& [by, text] : m.notes) d.same("note of deal", id, text, note_of(c, seat(by)) ? note_of(c, seat(by))->text.utf8 : "");
  d.same("statements of deal", id, m.stated.size(), c.judgement.statements.size());
  d.same("rulings of deal", id, m.ruled.size(), c.judgement.rulings.size());
  for (const auto& ruling : c.judgement.rulings) d.same("ruling of deal", id, m.ruled.count(ruling.seat.index) ? m.ruled.at(ruling.seat.index) : "", name(ruling.is));
  d.same("kept marks of deal", id, m.kept.size(), c.judgement.kept.size());
  for (const auto& kept : c.judgement.kept) d.same("kept mark of deal", id, m.kept.count(kept.clause) && m.kept.at(kept.clause), kept.yes);
  const auto now = ti4::class_of(table, c);
  if (!now) return;
  const auto marks = model.marks(m);
  d.same("findings of deal", id, findings(marks), findings(*now));
  d.same("class of deal", id, Model::whole(marks), "BN?X"[static_cast<int>(now->is) - 1]);
}

void compare_place(Apart& d, int i, const naive_ti4::Place& m, const SeatRecord& c, const ti4::Place& place) {
  for (std::uint8_t k = 1; k <= ti4::kinds; ++k) {
    const auto held = m.holds.find(std::string(name(static_cast<ti4::Kind>(k))));
    d.same(std::string(name(static_cast<ti4::Kind>(k))) + " of seat", i, held == m.holds.end() ? 0ll : held->second, count(place.holds, static_cast<ti4::Kind>(k)));
  }
  d.same("hand of seat", i, listed(m.hand), listed(*place.hand));
  d.same("number of notes of seat", i, m.hand.size(), place.notes);
  d.same("shown notes of seat", i, listed(m.shown), listed(place.shown));
  d.same("notes in play of seat", i, listed(m.in_play), listed(place.in_play));
  d.same("exception of seat", i, m.exception, place.exception ? place.exception->utf8 : "");
  d.same("neighbours of seat", i, bits(m.neighbours), place.neighbours.bits);
  d.same("claims of seat", i, bits(m.claims), place.claims.bits);
  d.same("disclaims of seat", i, bits(m.disclaims), place.disclaims.bits);
  d.same("slots of seat", i, bits(m.traded), place.traded.bits);
  d.same("commodity value of seat", i, m.value, place.commodity_value);
  d.same("AI at seat", i, m.ai, c.control == Control::ai);
  d.same("departed seat", i, m.departed, c.departed);
  d.same("vacant seat", i, m.vacant, c.vacant);
}

std::string difference(const Model& m, const Table& c) {
  Apart d;
  const auto& game = std::get<ti4::Game>(c.game);
  d.same("version", 0, m.version, c.version.value);
  d.same("round", 0, m.round, game.now.turn);
  d.same("phase", 0, m.phase, std::string(name(ti4::phase(game.now))));
  d.same("turn", 0, m.turn, game.turn);
  d.same("agenda", 0, m.agenda, game.agenda);
  d.same("active seat", 0, m.active, index_or_none(game.active));
  d.same("step", 0, m.step, game.marker ? std::string(name(game.marker->step)) : "");
  d.same("seat of the step", 0, m.step_seat, game.marker ? index_or_none(game.marker->seat) : -1);
  if (game.marker) d.same("who set the step", 0, m.step_by, game.marker->set_by.is_seat() ? std::to_string(game.marker->set_by.number) : "host");
  for (std::size_t i = 0; i < m.seats.size(); ++i) compare_place(d, static_cast<int>(i), m.seats[i], c.seats[i], game.places[i]);
  d.same("number of deals", 0, m.deals.size(), c.ledger.deals().size());
  int newest = 0;
  for (auto deal = m.deals.rbegin(); deal != m.deals.rend() && newest < 12; ++deal, ++newest)
    if (const Deal* theirs = c.ledger.find(DealId{static_cast<std::uint32_t>(deal->first)})) compare_deal(d, deal->first, deal->second, m, *theirs, c);
  d.same("number of decisions", 0, m.decisions.size(), c.decisions.size());
  d.same("last decision", 0, m.last_decision, c.last_decision.value);
  return d.out.str();
}

/// Conservation, in the model's own sums: what seats said of themselves, and nothing else.
std::string conservation(const Model& m) {
  naive_ti4::Goods expected;
  for (const auto& [kind, amount] : m.adjusted) expected[kind == "commodities" ? "trade_goods" : kind] += amount;
  auto seen = m.sums();
  for (const auto& [kind, amount] : expected)
    if (seen[kind] != amount) return "  " + kind + " came or went\n";
  return {};
}

// ---- one table ----------------------------------------------------------------------------------------------------------

struct Score {
  long long steps = 0;
  std::map<std::string, long long> verdicts, accepted, codes;
};

/// Empty, or what went wrong.
std::string step(Model& model, Table& table, const Wish& wish, const std::string& expected) {
  const Role role = role_of(wish);
  const Request request = request_of(wish);
  const Verdict verdict = check(table, role, request);
  const std::string told = verdict ? std::string(name(verdict->code)) : "ok";
  if (told != expected) return "  verdict: model " + expected + ", core " + told + '\n';
  if (verdict) return {};
  const Commit commit{.version = Version{table.version.value + 1}, .elapsed = 1, .role = role, .action = request.action,
                      .secret = secret_for(table, request)};
  if (const Verdict law = lawful(table, commit)) return "  accepted, but not lawful: " + std::string(name(law->code)) + '\n';
  const bool exchanges = wish.verb == "accept" && model.deals.at(wish.deal).exchange;
  const auto goods_before = exchanges ? model.sums() : naive_ti4::Goods{};
  model.perform(wish);
  const Outcome outcome = apply(table, commit);
  if (outcome.exchanged != exchanges) return "  goods moved, or did not\n";
  return !exchanges || model.sums() == goods_before ? "" : "  an exchange makes or loses goods\n";
}

void play(std::uint64_t seed, Score& score) {
  INFO("replay with PARLEY_SIM_SEED=" << seed);
  naive::Chance chance(seed);
  const auto setting = naive_ti4::random_setting(chance);
  Model model(setting.factions);
  Table table;
  const Commit genesis{.version = {}, .elapsed = 0, .role = Role::server(),
                       .action = Genesis{"sim", setting.factions, ti4::Options{}, Time{1}}, .secret = {}};
  REQUIRE_FALSE(lawful(table, genesis));
  apply(table, genesis);

  std::deque<std::string> tail;
  for (int i = 0; i < setting.steps; ++i) {
    const Wish wish = naive_ti4::random_wish(chance, model, setting);
    const std::string expected = model.verdict(wish);
    tail.push_back(std::to_string(i) + ": v" + std::to_string(model.version) + ' ' + in_words(wish) + " -> " + expected);
    if (tail.size() > 40) tail.pop_front();
    std::string wrong = step(model, table, wish, expected);
    if (wrong.empty() && (i % 16 == 0 || wish.verb == "accept" || i + 1 == setting.steps)) wrong = difference(model, table) + conservation(model);
    ++score.steps;
    ++score.verdicts[expected];
    if (expected == "ok") ++score.accepted[wish.verb];
    if (expected == "ok" && wish.verb == "offer")
      for (const auto& mark : model.marks(model.deals.rbegin()->second)) ++score.codes[mark.why];
    if (wrong.empty()) continue;
    std::ostringstream story;
    story << "seed " << seed << ", step " << i << ", " << setting.factions.size() << " seats\n";
    for (const auto& line : tail) story << line << '\n';
    FAIL(story.str() << wrong);
  }
}

std::uint64_t number_in(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

void print(const char* title, const std::map<std::string, long long>& counted) {
  std::cout << "\n  " << title << ':';
  for (const auto& [word, times] : counted) std::cout << ' ' << word << ' ' << times;
}

}  // namespace

TEST_CASE("random Twilight Imperium tables: the core does what the naive model does", "[simulation]") {
  Score score;
  const std::uint64_t only = number_in("PARLEY_SIM_SEED", 0);
  const auto wanted = static_cast<long long>(number_in("PARLEY_SIM_STEPS", 100000));
  if (only) play(only, score);
  for (std::uint64_t seed = 1; !only && score.steps < wanted; ++seed) play(seed, score);

  std::cout << "simulation of Twilight Imperium: " << score.steps << " steps";
  print("verdicts", score.verdicts);
  print("accepted", score.accepted);
  print("tests", score.codes);
  std::cout << '\n';
  if (only || wanted < 100000) return;
  CHECK(score.verdicts.size() == 28);  // ok and every refusal a Twilight Imperium table can give
  CHECK(score.accepted.size() == 31);  // every verb but genesis
  CHECK(score.codes.size() == ti4::whys - 1);  // all but a foreign actor, which no offer has
}
