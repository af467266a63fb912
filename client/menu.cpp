#include "client/menu.h"

#include "client/display.h"
#include "client/games.h"
#include "client/menu_maker.h"
#include "client/pages/prompt.h"
#include "client/translate.h"
#include "client/view.h"
#include "client/words.h"
#include "common/core/overload.h"

#include <algorithm>

namespace parley {
namespace {

/// Why an item is of no use whatever one would write in its form: judged on a sample action.
std::string why_not(const Mirror& mirror, const Command& sample) {
  const Verdict refusal = judge(mirror, sample.action, sample.secret);
  if (!refusal) return "";
  using enum Refusal::Code;
  switch (refusal->code) {
    case not_permitted:
    case not_in_play:
    case wrong_phase:
    case inflation:
    case decision_open:
    case not_active_player:
    case slot_used: return sentence(*refusal, mirror, &sample.action);
    case not_human: return mirror.role().is_seat() && refusal->object == mirror.role().seat().index ? sentence(*refusal, mirror, &sample.action) : "";
    default: return "";
  }
}

}  // namespace

void MenuMaker::form(const char* label, FormKind kind, const Command& sample) { menu.items.push_back({label, kind, why_not(mirror_, sample)}); }

void MenuMaker::act(std::string label, Action action) {
  const Verdict refusal = judge(mirror_, action);
  std::string why = refusal ? sentence(*refusal, mirror_, &action) : "";
  menu.items.push_back({std::move(label), Command{std::move(action), {}}, std::move(why)});
}

namespace {

void add_decisions(MenuMaker& m) {
  for (const Decision& d : m.table().decisions) {
    const std::string about = tr("decision {}", decision_text(m.table(), d));
    if (m.mirror().role().is(d.owner))
      for (const Answer answer : {Answer::divert, Answer::allow, Answer::yes, Answer::no, Answer::done})
        if (fits(answer, d)) m.act(fmt::format("{}: {}", answer_word(answer), about), Decide{d.id, answer});
    const Question* question = std::get_if<Question>(&d.kind);
    if (m.mirror().role() == Role::host() || (question && m.mirror().role().is(question->asker))) m.act(tr("{}: cancel it", about), Cancel{d.id});
  }
}

void add_dune_seat_items(MenuMaker& m) {
  const Line x{"x"};
  m.form(tr("My spice: income and spending"), FormKind::adjust, {Adjust{x}, Amount{1}});
  m.form(tr("My standing bid"), FormKind::bid, {Bid{Spice{0}}, {}});
  m.form(tr("Direct bribe, without a deal"), FormKind::pay_bribe, {PayBribe{m.another(), Spice{1}, {}}, {}});
  m.form(tr("Truthtrance: ask a question"), FormKind::ask, {Ask{m.another(), x}, {}});
  m.act(tr("Movement finished"), MovementFinished{});
  m.act(tr("Hajr: play"), Hajr{true});
  m.act(tr("Hajr: pass"), Hajr{false});
}

void add_seats_items(MenuMaker& m) {
  m.form(tr("Who plays a seat: human or AI"), FormKind::control, {SetControl{Seat{0}, Control::ai}, {}});
  m.form(tr("A seat departs"), FormKind::depart, {Depart{Seat{0}}, {}});
  m.form(tr("Something a seat must finish first"), FormKind::open_decision, {OpenDecision{Seat{0}, Line{"x"}}, {}});
}

void add_dune_host_items(MenuMaker& m, const dune::Game& game) {
  const Line x{"x"};
  const std::uint16_t next = static_cast<std::uint16_t>(moment(m.table()).turn + 1);
  m.form(tr("Go on to a later phase"), FormKind::advance, {Advance{next, dune::Phase::storm, false}, {}});
  m.form(tr("Correct the phase"), FormKind::correct, {Advance{next, dune::Phase::storm, true}, {}});
  m.form(tr("Alliance begins"), FormKind::ally, {Ally{{Seat{0}, Seat{1}}}, {}});
  m.form(tr("Alliance ends"), FormKind::unally, {Unally{{Seat{0}, Seat{1}}}, {}});
  add_seats_items(m);
  m.form(tr("The Bureaucrat"), FormKind::bureaucrat, {SetBureaucrat{}, {}});
  m.act(game.inflation ? tr("Inflation off") : tr("Inflation on"), SetInflation{!game.inflation});
  m.form(tr("Spice of a seat"), FormKind::adjust_seat, {AdjustSeat{Seat{0}, x}, Amount{1}});
}

void add_host_items(MenuMaker& m) {
  if (stage(m.table()) == Stage::setup) m.act(tr("Start the game"), Start{});
  std::visit(Overload{[&](const dune::Game& game) { add_dune_host_items(m, game); },
                      [&](const ti4::Game&) { add_ti4_host_items(m); add_seats_items(m); },
                      [&](const open::Game&) { add_seats_items(m); }},
             m.table().game);
  m.act(tr("End the game"), End{});
}

}  // namespace

Menu game_menu(const Mirror& mirror) {
  MenuMaker maker(mirror);
  add_decisions(maker);
  if (mirror.role().is_seat() && dune_game(mirror.table())) add_dune_seat_items(maker);
  if (mirror.role().is_seat() && ti4_game(mirror.table())) add_ti4_seat_items(maker);
  if (mirror.role() == Role::host()) add_host_items(maker);
  return std::move(maker.menu);
}

Menu bribe_menu(const Mirror& mirror) {
  MenuMaker maker(mirror);
  maker.menu.kind = Menu::Kind::bribe;
  Record record{.signatories = mirror.table().roster(), .terms = {"x"}, .answers = {}, .settlement = {}};
  maker.form(tr("With an offer: paid on the last acceptance"), FormKind::offer, {Offer{std::move(record)}, {}});
  maker.form(tr("Directly, without a deal: paid now"), FormKind::pay_bribe, {PayBribe{maker.another(), Spice{1}, {}}, {}});
  return std::move(maker.menu);
}

namespace {
Menu again(const Menu& menu, const Mirror& mirror) {
  switch (menu.kind) {
    case Menu::Kind::game: return game_menu(mirror);
    case Menu::Kind::bribe: return bribe_menu(mirror);
    case Menu::Kind::questions: return question_menu(mirror, menu.deal);
    case Menu::Kind::ruling: return ruling_menu(mirror, menu.deal);
    case Menu::Kind::remarks: return remark_menu(mirror, menu.deal);
  }
  return {};
}
}  // namespace

Menu renewed(const Menu& menu, const Mirror& mirror) {
  Menu now = again(menu, mirror);
  if (menu.at >= menu.items.size()) return now;
  const auto same = std::find_if(now.items.begin(), now.items.end(), [&](const MenuItem& item) { return item.label == menu.items[menu.at].label; });
  if (same != now.items.end()) now.at = static_cast<std::size_t>(same - now.items.begin());
  return now;
}

}  // namespace parley
