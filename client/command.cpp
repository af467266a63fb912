#include "client/command.h"

#include "client/columns.h"
#include "client/command_reader.h"
#include "client/games.h"
#include "client/view.h"

#include <fmt/format.h>

#include <functional>

namespace parley {
namespace {

using Make = std::function<Command(Reader&, const Mirror&)>;
enum Games : unsigned { dune_only = 1, ti4_only = 2, open_only = 4, not_dune = 6, any_game = 7 };
struct CommandForm {
  std::string_view word;
  const char* form;
  const char* about;
  const char* example;
  bool seat = false;
  bool host = false;
  Make make;
  Games games = any_game;
};

Games game_of(const Table& table) { return dune_game(table) ? dune_only : ti4_game(table) ? ti4_only : open_only; }

template <class A>
Make on_deal() {
  return [](Reader& r, const Mirror&) { return Command{A{r.deal()}, {}}; };
}

Command make_offer(Reader& r, const Mirror& mirror) {
  Record record{.signatories = r.seats(), .terms = {}, .answers = {}, .settlement = {}};
  record.terms = Terms{normalised(r.word())};
  if (mirror.role().is_seat()) record.signatories.insert(mirror.role().seat());
  for (bool option = true; option && r.more();) {
    option = false;
    if (ti4_game(mirror.table()) && read_settlement(r, record)) {
      option = true;
    } else if (dune_game(mirror.table()) && r.skip("bribe")) {
      Bribe bribe;
      r.pair(bribe.payer, bribe.recipient);
      bribe.gross = Spice{r.number<std::uint32_t>()};
      record.settlement = bribe;
      option = true;
    } else if (r.skip("answers")) {
      record.answers = r.deal();
      option = true;
    }
  }
  return {Offer{std::move(record)}, {}};
}

const std::vector<CommandForm>& entries() {
  static const std::array<std::pair<std::string_view, Answer>, 5> answers = {
      {{"divert", Answer::divert}, {"allow", Answer::allow}, {"yes", Answer::yes}, {"no", Answer::no}, {"done", Answer::done}}};
  static const std::array<std::pair<std::string_view, bool>, 2> switches = {{{"on", true}, {"off", false}}};
  static const std::array<std::pair<std::string_view, bool>, 2> hajr = {{{"play", true}, {"pass", false}}};
  static const std::array<std::pair<std::string_view, Control>, 2> controls = {{{"human", Control::human}, {"ai", Control::ai}}};
  static const std::vector<CommandForm> all = {
      {"offer", tr_later(R"(offer SEATS "TEXT" [bribe PAYER>RECIPIENT N] [answers DEAL])"), tr_later("a deal for all to see; its bribe is paid with the last acceptance"), tr_later(R"(offer har,emp "I leave Arrakeen alone" bribe atr>har 3)"), true, false, make_offer, dune_only},
      {"offer", tr_later(R"(offer SEAT "TEXT" [give GOODS] [get GOODS] [clause ...] [answers DEAL])"), tr_later("a deal with one other; what is given and got moves with the acceptance; a clause is SEAT [not] VERB [N] [ITEM] [WHEN] [on WHAT] [able yes|no|unknown]"), tr_later(R"(offer hac "Peace for ships" give 4 tg get Ceasefire clause sol produce 1 dreadnought now able yes)"), true, false, make_offer, ti4_only},
      {"offer", tr_later(R"(offer SEATS "TEXT" [answers DEAL])"), tr_later("a deal for all to see"), tr_later(R"(offer red,blue "I leave the north alone")"), true, false, make_offer, open_only},
      {"accept", tr_later("accept DEAL"), tr_later("agree to an offer"), "accept 4", true, false, on_deal<Accept>(), static_cast<Games>(dune_only | open_only)},
      {"accept", tr_later("accept DEAL"), tr_later("agree to an offer, in the class that it shows now"), "accept 4", true, false, on_deal<Accept>(), ti4_only},
      {"decline", tr_later("decline DEAL"), tr_later("the offer ends for everybody"), "decline 4", true, false, on_deal<Decline>()},
      {"withdraw", tr_later("withdraw DEAL"), tr_later("take my own offer back"), "withdraw 4", true, false, on_deal<Withdraw>()},
      {"release", tr_later("release DEAL"), tr_later("ask for release; the deal ends when all have asked"), "release 4", true, false, on_deal<RequestRelease>()},
      {"retract", tr_later("retract DEAL"), tr_later("take a release request back"), "retract 4", true, false, on_deal<RetractRelease>()},
      {"note", tr_later("note DEAL TEXT"), tr_later("a public remark on an active deal"), tr_later("note 4 fulfilled on turn 3"), true, false, [](Reader& r, const Mirror&) { const DealId deal = r.deal(); return Command{WriteNote{deal, r.line()}, {}}; }},
      {"say", tr_later("say TEXT"), tr_later("to the whole table"), tr_later("say Who ships to Sietch Tabr?"), true, true, [](Reader& r, const Mirror&) { return Command{Say{r.line()}, {}}; }},
      {"bribe", tr_later("bribe SEAT N [NOTE]"), tr_later("a direct bribe, without a deal, paid at once"), tr_later("bribe har 2 for the vote"), true, false, [](Reader& r, const Mirror&) {
         PayBribe a{.to = r.seat(), .gross = Spice{r.number<std::uint32_t>()}, .note = {}};
         if (r.more()) a.note = r.line();
         return Command{a, {}};
       }, dune_only},
      {"adjust", tr_later("adjust N REASON"), tr_later("my own income and spending; the amount stays private"), tr_later("adjust -2 revival"), true, false, [](Reader& r, const Mirror&) { const Amount by{r.number<std::int64_t>()}; return Command{Adjust{r.line()}, by}; }, dune_only},
      {"bid", "bid N", tr_later("my standing bid, kept back from every payment"), "bid 3", true, false, [](Reader& r, const Mirror&) { return Command{Bid{Spice{r.number<std::uint32_t>()}}, {}}; }, dune_only},
      {"ask", tr_later("ask SEAT QUESTION"), tr_later("Truthtrance: a question to be answered yes or no"), tr_later("ask har Do you hold a lasgun?"), true, false, [](Reader& r, const Mirror&) { const Seat to = r.seat(); return Command{Ask{to, r.line()}, {}}; }, dune_only},
      {"able", tr_later("able DEAL CLAUSE yes|no|unknown"), tr_later("whether I could do right now what a clause says of me, even without the deal"), "able 4 1 yes", true, false, make_able, ti4_only},
      {"kept", tr_later("kept DEAL CLAUSE yes|no"), tr_later("whether the other kept a binding clause: a public note"), "kept 4 1 yes", true, false, make_kept, ti4_only},
      {"rule", tr_later("rule DEAL binding|non_binding|undecided"), tr_later("my ruling on a deal's class; the table's once both rule the same"), "rule 4 binding", true, false, make_rule, ti4_only},
      {"step", tr_later("step STEP [SEAT]"), tr_later("where the turn or the agenda stands; by the active player or the host"), "step production", true, true, make_step, ti4_only},
      {"adjust", tr_later("adjust GOODS N REASON"), tr_later("my own income and spending, for all to see"), tr_later(R"(adjust tg +3 "income")"), true, false, make_adjust_goods, ti4_only},
      {"hold", tr_later("hold NOTE"), tr_later("a promissory note comes to my hand; which, only I see"), "hold Ceasefire", true, false, make_hold, ti4_only},
      {"unhold", tr_later("unhold NOTE"), tr_later("a promissory note leaves my hand, or play"), "unhold Ceasefire", true, false, make_unhold, ti4_only},
      {"play", tr_later("play NOTE"), tr_later("play a promissory note"), "play Alliance", true, false, make_play_note, ti4_only},
      {"neighbours", tr_later("neighbours SEAT [off]"), tr_later("that we are neighbours, or no more; it holds once both say so"), "neighbours hac", true, false, make_neighbours, ti4_only},
      {"exception", tr_later("exception WHY|off"), tr_later("why I need no neighbours to exchange goods"), "exception Guild Ships", true, false, make_exception, ti4_only},
      {"answer", tr_later("answer DECISION WORD"), tr_later("divert or allow, yes or no, done"), "answer 1 divert", true, false, [](Reader& r, const Mirror&) { const DecisionId id = r.decision(); return Command{Decide{id, r.choice(answers)}, {}}; }, dune_only},
      {"answer", tr_later("answer DECISION done"), tr_later("what I had to finish first is done"), "answer 1 done", true, false, [](Reader& r, const Mirror&) { const DecisionId id = r.decision(); return Command{Decide{id, r.choice(answers)}, {}}; }, not_dune},
      {"cancel", tr_later("cancel DECISION"), tr_later("close it without an answer"), "cancel 1", true, true, [](Reader& r, const Mirror&) { return Command{Cancel{r.decision()}, {}}; }},
      {"moved", "moved", tr_later("movement finished (advanced mode): the Hajr window opens"), "moved", true, false, [](Reader&, const Mirror&) { return Command{MovementFinished{}, {}}; }, dune_only},
      {"hajr", "hajr play|pass", tr_later("while the Hajr window is open"), "hajr play", true, false, [](Reader& r, const Mirror&) { return Command{Hajr{r.choice(hajr)}, {}}; }, dune_only},
      {"start", "start", tr_later("setup is over: storm of turn 1"), "start", false, true, [](Reader&, const Mirror&) { return Command{Start{}, {}}; }, dune_only},
      {"start", "start", tr_later("setup is over: the game begins"), "start", false, true, [](Reader&, const Mirror&) { return Command{Start{}, {}}; }, not_dune},
      {"end", "end", tr_later("the game is over"), "end", false, true, [](Reader&, const Mirror&) { return Command{End{}, {}}; }},
      {"advance", tr_later("advance TURN PHASE"), tr_later("go on; entering or passing mentat_pause collects"), "advance 2 mentat_pause", false, true, [](Reader& r, const Mirror&) { const auto turn = r.number<std::uint16_t>(); return Command{Advance{turn, r.dune_phase(), false}, {}}; }, dune_only},
      {"correct", tr_later("correct TURN PHASE"), tr_later("also backwards; collects nothing"), "correct 2 bidding", false, true, [](Reader& r, const Mirror&) { const auto turn = r.number<std::uint16_t>(); return Command{Advance{turn, r.dune_phase(), true}, {}}; }, dune_only},
      {"control", tr_later("control SEAT human|ai"), tr_later("who plays a seat; of an AI seat the host sees the spice"), "control emp ai", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{SetControl{s, r.choice(controls)}, {}}; }, dune_only},
      {"control", tr_later("control SEAT human|ai"), tr_later("who plays a seat"), "control red ai", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{SetControl{s, r.choice(controls)}, {}}; }, not_dune},
      {"depart", tr_later("depart SEAT"), tr_later("has left: not needed for release any more"), "depart emp", false, true, [](Reader& r, const Mirror&) { return Command{Depart{r.seat()}, {}}; }},
      {"decision", tr_later("decision SEAT TEXT"), tr_later("something that SEAT must finish first"), tr_later("decision bg choose the battle leader"), false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{OpenDecision{s, r.line()}, {}}; }},
      {"phase", tr_later("phase ROUND PHASE [AGENDA]"), tr_later("go to a phase, also backwards; a new agenda number is a new agenda"), "phase 1 action", false, true, make_phase, ti4_only},
      {"active", tr_later("active SEAT"), tr_later("a new turn: the active player"), "active sol", false, true, make_active, ti4_only},
      {"neighbours", tr_later("neighbours SEAT SEAT [off]"), tr_later("two seats are neighbours, or no more"), "neighbours sol hac", false, true, make_set_neighbours, ti4_only},
      {"value", tr_later("value SEAT N"), tr_later("the commodity value of a seat"), "value sol 5", false, true, make_commodity_value, ti4_only},
      {"ally", tr_later("ally SEAT SEAT"), tr_later("an alliance begins; allies make no public deals"), "ally atr fre", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{Ally{{s, r.seat()}}, {}}; }, dune_only},
      {"unally", tr_later("unally SEAT SEAT"), tr_later("an alliance ends"), "unally atr fre", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{Unally{{s, r.seat()}}, {}}; }, dune_only},
      {"bureaucrat", tr_later("bureaucrat SEAT [dead]"), tr_later("who has the Bureaucrat; also: bureaucrat nobody"), "bureaucrat gld", false, true, [](Reader& r, const Mirror&) {
         if (r.skip("nobody")) return Command{SetBureaucrat{}, {}};
         SetBureaucrat a{.seat = r.seat(), .alive = true};
         if (r.skip("dead")) a.alive = false;
         return Command{a, {}};
       }, dune_only},
      {"inflation", "inflation on|off", tr_later("while it is on no bribe is paid"), "inflation on", false, true, [](Reader& r, const Mirror&) { return Command{SetInflation{r.choice(switches)}, {}}; }, dune_only},
      {"adjust", tr_later("adjust SEAT N REASON"), tr_later("the spice of a seat"), tr_later("adjust har 2 forgotten income"), false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); const Amount by{r.number<std::int64_t>()}; return Command{AdjustSeat{s, r.line()}, by}; }, dune_only},
  };
  return all;
}

bool of_game(const CommandForm& entry, const Table& table) { return (entry.games & game_of(table)) != 0; }
bool has(const CommandForm& entry, Role role) { return role.is_seat() ? entry.seat : role == Role::host() && entry.host; }

}  // namespace

Result<std::vector<std::string>, std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == ' ' || line[i] == '\t') { ++i; continue; }
    const bool quoted = line[i] == '"';
    const std::size_t from = quoted ? i + 1 : i;
    const std::size_t end = quoted ? line.find('"', from) : line.find_first_of(" \t", from);
    if (quoted && end == line.npos) return std::string(tr("the quote is not closed: put a \" behind the text"));
    const std::size_t to = std::min(end, line.size());
    words.emplace_back(line.substr(from, to - from));
    i = to + (quoted ? 1 : 0);
    if (quoted && i < line.size() && line[i] != ' ' && line[i] != '\t')
      return std::string(tr("behind the closing quote a blank must follow; a text in quotes cannot have \" in it"));
  }
  return words;
}

Result<Command, std::string> parse_command(const std::vector<std::string>& words, const Mirror& mirror) {
  const Role role = mirror.role();
  const std::string word = words.empty() ? "" : lower(words.front());
  const CommandForm* known = nullptr;
  for (const CommandForm& entry : entries()) {
    if (entry.word != word || !of_game(entry, mirror.table())) continue;
    known = &entry;
    if (!has(entry, role)) continue;
    Reader reader(words, mirror.table());
    Command command = entry.make(reader, mirror);
    if (reader.done()) return completed(mirror, std::move(command));
    if (!reader.fault().empty()) return reader.fault();
    return tr("it is written: {}\n    such as: {}", tr(entry.form), tr(entry.example));
  }
  if (known && role.kind == Role::Kind::viewer) return std::string(tr("viewers only look on; seats and the host act"));
  if (known && known->seat) return tr("'{}' is for seats; you are {}", word, speaker(mirror.table(), role));
  if (known) return tr("'{}' is for the host; you are {}", word, speaker(mirror.table(), role));
  return tr("there is no command '{}'; 'help' lists those there are", display(words.empty() ? "" : words.front()));
}

std::string help_row(std::string_view form, std::string_view about) {
  constexpr int form_columns = 24, about_columns = 56;
  const std::string left = "  " + std::string(form);
  std::string out = columns(left) < form_columns ? "" : left + "\n";
  for (const std::string_view row : wrap(about, about_columns)) out += fit(out.empty() ? left : "", form_columns, "") + std::string(row) + "\n";
  return out;
}

std::string command_help(const Table& table, Role role) {
  std::string out;
  for (const CommandForm& entry : entries())
    if (of_game(entry, table) && has(entry, role)) out += help_row(tr(entry.form), tr(entry.about));
  return out;
}

std::string command_help(const Table& table, Role role, std::string_view word) {
  std::string out;
  for (const CommandForm& entry : entries())
    if (of_game(entry, table) && has(entry, role) && entry.word == word) out += help_row(tr(entry.form), tr(entry.about)) + tr("    such as: {}", tr(entry.example)) + "\n";
  return out;
}

std::string phase_names(const Table& table) {
  std::string out;
  const auto add = [&](std::string_view name) { out += (out.empty() ? "" : ", ") + std::string(name); };
  if (dune_game(table))
    for (std::uint8_t p = 1; p <= 9; ++p) add(name(static_cast<dune::Phase>(p)));
  if (ti4_game(table))
    for (std::uint8_t p = 1; p <= 4; ++p) add(name(static_cast<ti4::Phase>(p)));
  return out;
}

}  // namespace parley
