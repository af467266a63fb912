// Everything that the client can say about actions, refusals and ends, on one page for each language: tests/golden/words_en.txt and
// words_ru.txt, to be read as a player would; `parley_client_tests [.write-golden-screens]` rewrites them.
#include "client/pages/prompt.h"
#include "client/words.h"
#include "client/words_ti4.h"
#include "common/core/dune/factions.h"
#include "common/core/ti4/factions.h"
#include "tests/support/app_rig.h"
#include "tests/support/speaking.h"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>
#include <utility>

namespace parley::test {
namespace {

constexpr Seat atr{0}, har{1}, emp{2};

/// One of each kind, and of each that is worded otherwise.
std::vector<Command> commands() {
  const Record plain{.signatories = SeatSet{atr, har}, .terms = {"Мир"}, .answers = {}, .settlement = {}};
  Record paid = plain, counter = plain;
  paid.settlement = Bribe{har, atr, Spice{4}};
  counter.answers = DealId{1};
  const Line text{"текст"};
  return {{Offer{plain}, {}}, {Offer{paid}, {}}, {Offer{counter}, {}}, {Accept{DealId{2}}, {}}, {Accept{DealId{3}}, {}}, {Decline{DealId{2}}, {}}, {Withdraw{DealId{2}}, {}},
          {RequestRelease{DealId{1}}, {}}, {RetractRelease{DealId{1}}, {}}, {WriteNote{DealId{1}, text}, {}}, {Say{text}, {}}, {Decide{DecisionId{2}, Answer::done}, {}},
          {Decide{DecisionId{1}, Answer::divert}, {}}, {Cancel{DecisionId{2}}, {}}, {Start{}, {}}, {End{}, {}}, {SetControl{har, Control::ai}, {}}, {SetControl{har, Control::human}, {}},
          {Depart{har}, {}}, {OpenDecision{har, text}, {}}, {PayBribe{har, Spice{1}, text}, {}}, {Adjust{text}, Amount{-2}}, {Bid{Spice{3}}, {}}, {Ask{har, text}, {}},
          {MovementFinished{}, {}}, {Hajr{true}, {}}, {Hajr{false}, {}}, {Advance{3, dune::Phase::storm, false}, {}}, {Advance{1, dune::Phase::battle, true}, {}},
          {Advance{0, dune::Phase::setup, false}, {}}, {Advance{3, dune::Phase::over, false}, {}}, {Ally{{atr, har}}, {}}, {Unally{{atr, har}}, {}}, {SetBureaucrat{har, true}, {}},
          {SetInflation{true}, {}}, {SetInflation{false}, {}}, {AdjustSeat{har, text}, Amount{5}}};
}

/// The same for Twilight Imperium, at a table in mid-turn.
std::vector<Command> ti4_commands() {
  using namespace ti4;
  constexpr Seat sol{0}, hac{1}, xxc{2};
  Exchange exchange;
  exchange.gives.counts.trade_goods = 1;
  exchange.gets.counts.fragments.hazardous = 2;
  const Record plain{SeatSet{sol, xxc}, {"Мир"}, {}, exchange, {{.actor = sol, .deed = Deed::produce, .item = {"крейсер"}, .able = Able::yes}}};
  const Line text{"текст"};
  const Label note{"Прекращение огня"};
  return {{Offer{plain}, {}}, {AcceptAs{DealId{2}, Class::non_binding}, {}}, {AcceptAs{DealId{4}, Class::undecided}, {}}, {AcceptAs{DealId{7}, Class::binding}, {}},
          {SetStep{Step::space_cannon_offense, {}}, {}}, {SetStep{Step::vote, hac}, {}}, {AdjustGoods{Kind::trade_goods, -2, text}, {}}, {AdjustGoods{Kind::action_cards, 1, text}, {}},
          {Hold{}, NoteName{note}}, {Hold{Label{"Альянс"}}, {}}, {Unhold{}, NoteName{note}}, {PlayNote{note}, {}}, {ClaimNeighbour{xxc, true}, {}}, {ClaimNeighbour{hac, false}, {}},
          {SetException{true, text}, {}}, {SetException{false, {}}, {}}, {StateAble{DealId{4}, 1, Able::yes}, {}}, {RuleClass{DealId{4}, Class::binding}, {}}, {MarkKept{DealId{1}, 1, false}, {}},
          {SetActive{hac}, {}}, {SetPhase{2, Phase::strategy, {}}, {}}, {SetPhase{1, Phase::agenda, std::uint16_t{2}}, {}}, {SetCommodityValue{hac, 7}, {}}, {SetNeighbours{{sol, hac}, false}, {}}};
}

class Page {
 public:
  explicit Page(const Mirror& mirror) : mirror_(mirror) {}

  /// Stands there once something stands below it.
  void head(std::string_view text) { head_ = fmt::format("\n== {}\n", text); }
  void line(const std::string& text) { text_ += std::exchange(head_, "") + text + "\n"; }
  void refusal(const Refusal& refusal, const Action* asked = nullptr) {
    if (const std::string said = sentence(refusal, mirror_, asked); said_.insert(said).second) line(said);
  }
  const std::string& text() const { return text_; }

 private:
  const Mirror& mirror_;
  std::string head_, text_;
  std::set<std::string> said_;  // a sentence stands where it was first said
};

void add_commands(Page& page, const Mirror& mirror, const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    page.head(title_of(mirror.table(), command.action));
    if (!permitted(mirror.table(), mirror.role(), verb_of(command.action))) {
      page.refusal({Refusal::Code::not_permitted}, &command.action);
      continue;
    }
    for (const StyledLine& line : prompt_lines(mirror, std::vector{command}, 110)) page.line(line.text);
    for (std::uint8_t code = 1; code <= refusal_codes; ++code)
      if (const Refusal refusal{static_cast<Refusal::Code>(code), 1}; !name(refusal.code).empty()) page.refusal(refusal, &command.action);
  }
}

void add_faults(Page& page) {
  page.head("stale");
  for (std::uint8_t kind = 0; kind <= 12; ++kind) page.refusal({Refusal::Code::stale, static_cast<std::uint64_t>(kind) << 4 | 1});
  page.head("text");
  using Kind = TextFault::Kind;
  for (const Kind kind : {Kind::not_utf8, Kind::empty, Kind::too_long, Kind::too_many_lines, Kind::too_wide, Kind::forbidden, Kind::not_normal, Kind::too_many_marks,
                          Kind::mixed_direction, Kind::mixed_script, Kind::reserved, Kind::look_alike})
    page.line(sentence(TextFault{.kind = kind, .position = 3, .code_point = U'x'}));
  page.head("closed");
  for (const char* why : {"superseded", "revoked", "history", "unreadable", "too_long", "old_protocol", "not_admitted", "bad_signature", "address", "closing", "silent"})
    page.line(sentence_for_closed(why));
}

void add_names(Page& page) {
  page.head("names");
  Table table;
  table.seats.resize(1);
  for (const dune::Faction& faction : dune::factions()) {
    table.seats[0].key = faction.key;
    page.line(full_name(table, atr));
  }
  for (std::uint8_t phase = 0; phase <= 10; ++phase) page.line(moment_text(table, dune::moment(2, static_cast<dune::Phase>(phase))));
  for (const Answer answer : {Answer::divert, Answer::allow, Answer::yes, Answer::no, Answer::done}) page.line(answer_word(answer));
  for (const Role role : {Role::of(atr), Role::host(), Role::server(), Role::viewer(2)}) page.line(speaker(table, role));
}

template <class E>
void add_words(Page& page, std::uint8_t last) {
  for (std::uint8_t n = 1; n <= last; ++n) page.line(word(static_cast<E>(n)));
}

void add_ti4_names(Page& page) {
  page.head("factions");
  for (const ti4::Faction& faction : ti4::factions()) page.line(std::string(faction.key) + " " + name_in_my_language(faction));
  page.head("words");
  add_words<ti4::Phase>(page, 5);
  add_words<ti4::Step>(page, ti4::steps);
  add_words<ti4::Kind>(page, ti4::kinds);
  add_words<ti4::Deed>(page, ti4::deeds);
  add_words<ti4::When>(page, 4);
  add_words<ti4::Contingent>(page, 5);
  page.head("why");
  for (std::uint8_t n = 1; n <= ti4::whys; ++n) page.line(finding_text({.clause = 1, .is = ti4::Class::undecided, .why = static_cast<ti4::Why>(n), .stated_by = {}}));
  page.head("classes");
  for (const auto is : {ti4::Class::binding, ti4::Class::non_binding, ti4::Class::undecided, ti4::Class::blocked}) page.line(mark(is) + " " + word(is));
}

/// Everything that can happen at a table, as its log.
std::string log_of_everything() {
  RigOptions options;
  options.size = {60, 110};
  AppRig rig(options);
  rig.play(R"(HOST: bureaucrat GLD
ATR: offer har,emp "Мир" bribe atr>har 5
HAR: accept 1
EMP: accept 1
GLD: answer 1 divert
ATR: offer har "Поход"
HAR: decline 2
ATR: offer har "Поход"
ATR: withdraw 3
FRE: offer gld "Путь" bribe fre>gld 1
GLD: accept 4
FRE: note 4 исполнено
FRE: release 4
FRE: retract 4
FRE: release 4
GLD: release 4
ATR: say Привет
ATR: bribe har 1 за голос
ATR: adjust 3 доход
ATR: bid 2
ATR: ask har Есть?
HAR: answer 2 yes
HOST: decision BG выбрать лидера
HOST: cancel 3
HOST: inflation on
HOST: inflation off
HOST: ally ATR FRE
HOST: unally ATR FRE
HOST: control BG ai
HOST: adjust BG 2 забытое
HOST: control BG human
HOST: bureaucrat GLD dead
HOST: bureaucrat nobody
HOST: advance 2 shipment_and_movement
ATR: moved
ATR: hajr pass
EMP: moved
EMP: hajr play
HOST: correct 2 bidding
HOST: advance 2 mentat_pause
EMP: offer fre "Мост"
HOST: depart EMP
HOST: end)");
  rig.keys("l");
  return rig.screen();
}

std::string words_in(std::string_view language) {
  const Speaking speaking(language);
  RigOptions options;
  options.mode = dune::Mode::basic;
  options.roles = {"ATR", "HOST", "VIEWER/1"};
  AppRig rig(options);
  rig.play(R"(ATR: offer har "Мир" bribe atr>har 6
HAR: accept 1
HAR: offer atr "Союз" bribe har>atr 4
HAR: offer atr "Поход"
HAR: release 1
HOST: decision BG выбрать лидера)");
  std::string text;
  for (std::size_t player = 0; player < options.roles.size(); ++player) {
    Page page(rig.mirror(player));
    text += "\n==== " + options.roles[player] + "\n";
    add_commands(page, rig.mirror(player), commands());
    if (player == 0) {
      add_faults(page);
      add_names(page);
    }
    text += page.text();
  }
  return text + "\n== log\n" + log_of_everything();
}

std::string ti4_words_in(std::string_view language) {
  const Speaking speaking(language);
  RigOptions options = ti4_table({60, 110}, {"SOL", "HOST"});
  AppRig rig(options);
  rig.play(middle_of_a_turn_in_russian());
  std::string text;
  for (std::size_t player = 0; player < options.roles.size(); ++player) {
    Page page(rig.mirror(player));
    text += "\n==== " + options.roles[player] + " (TI4)\n";
    add_commands(page, rig.mirror(player), ti4_commands());
    if (player == 0) add_ti4_names(page);
    text += page.text();
  }
  rig.keys("l");
  return text + "\n== log\n" + rig.screen();
}

std::string path(std::string_view language) { return fmt::format("{}/golden/words_{}.txt", PARLEY_TESTS_DIR, language); }

}  // namespace

TEST_CASE("words: every action has one here") {
  std::set<std::size_t> kinds;
  for (const auto& list : {commands(), ti4_commands()})
    for (const Command& command : list) kinds.insert(command.action.index());
  constexpr std::size_t of_the_server = 3;  // genesis, seated, vacated
  CHECK(kinds.size() + of_the_server == std::variant_size_v<Action>);
}

TEST_CASE("words: what is said about everything, in each language") {
  for (const std::string_view language : {"en", "ru"}) {
    INFO(language);
    std::ostringstream expected;
    expected << std::ifstream(path(language)).rdbuf();
    CHECK(words_in(language) + ti4_words_in(language) == expected.str());
  }
}

TEST_CASE("words: write the pages", "[.write-golden-screens]") {
  for (const std::string_view language : {"en", "ru"}) std::ofstream(path(language)) << words_in(language) << ti4_words_in(language);
}

TEST_CASE("catalogue: a number takes its form, and a bad file is no catalogue") {
  const Speaking speaking("ru");
  const auto said = [](unsigned long n) { return std::string(translated("!{} NEEDS YOU", "!{} NEED YOU", n)); };
  CHECK(said(1) == said(21));
  CHECK(said(1) != said(11));
  CHECK(said(2) == said(5));  // the same words here
  CHECK(std::string(translated("no such text")) == "no such text");
  CHECK_FALSE(speak("ru", "/nowhere"));
  CHECK(std::string(translated("Help")) == "Help");
  CHECK_FALSE(speak("de", PARLEY_CATALOGUES));
  CHECK(language_of_locale("ru_RU.UTF-8") == "ru");
  CHECK(language_of_locale("ru") == "ru");
  CHECK(language_of_locale("de_DE.UTF-8") == "en");
  CHECK(language_of_locale("C") == "en");
  CHECK(language_of_locale("ru_RU.KOI8-R") == "en");
  CHECK(language_of_locale("ru_RU.utf8@euro") == "ru");
}

}  // namespace parley::test
