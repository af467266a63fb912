#include "client/menu.h"

#include "client/display.h"
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
    case slot_used: return sentence(*refusal, mirror, &sample.action);
    case not_human: return mirror.role().is_seat() && refusal->object == mirror.role().seat().index ? sentence(*refusal, mirror, &sample.action) : "";
    default: return "";
  }
}

class MenuMaker {
 public:
  explicit MenuMaker(const Mirror& mirror) : mirror_(mirror) {}
  Menu menu;

  /// With a form: only what no form could help against blocks it.
  void form(const char* label, FormKind kind, const Command& sample) { menu.items.push_back({label, kind, why_not(mirror_, sample)}); }
  /// Without one: any refusal blocks it.
  void act(std::string label, Action action) {
    const Verdict refusal = judge(mirror_, action);
    std::string why = refusal ? sentence(*refusal, mirror_, &action) : "";
    menu.items.push_back({std::move(label), Command{std::move(action), {}}, std::move(why)});
  }
  Seat another() const { return Seat{static_cast<std::uint8_t>(mirror_.role().is(Seat{0}) ? 1 : 0)}; }

  void decisions() {
    for (const Decision& d : mirror_.table().decisions) {
      const std::string about = tr("decision {}", decision_text(mirror_.table(), d));
      if (mirror_.role().is(d.owner))
        for (const Answer answer : {Answer::divert, Answer::allow, Answer::yes, Answer::no, Answer::done})
          if (fits(answer, d)) act(tr("{}: answer {}", about, answer_word(answer)), Decide{d.id, answer});
      const Question* question = std::get_if<Question>(&d.kind);
      if (mirror_.role() == Role::host() || (question && mirror_.role().is(question->asker))) act(tr("{}: cancel it", about), Cancel{d.id});
    }
  }

  void seat_items() {
    const Line x{"x"};
    form(tr("My spice: income and spending"), FormKind::adjust, {Adjust{x}, Amount{1}});
    form(tr("My standing bid"), FormKind::bid, {Bid{Spice{0}}, {}});
    form(tr("Direct bribe, without a deal"), FormKind::pay_bribe, {PayBribe{another(), Spice{1}, {}}, {}});
    form(tr("Truthtrance: ask a question"), FormKind::ask, {Ask{another(), x}, {}});
    act(tr("Movement finished"), MovementFinished{});
    act(tr("Hajr: play"), Hajr{true});
    act(tr("Hajr: pass"), Hajr{false});
  }

  void host_items() {
    const Table& table = mirror_.table();
    const Line x{"x"};
    const std::uint16_t next = static_cast<std::uint16_t>(moment(table).turn + 1);
    if (stage(table) == Stage::setup) act(tr("Start the game"), Start{});
    form(tr("Go on to a later phase"), FormKind::advance, {Advance{next, dune::Phase::storm, false}, {}});
    form(tr("Correct the phase"), FormKind::correct, {Advance{next, dune::Phase::storm, true}, {}});
    form(tr("Alliance begins"), FormKind::ally, {Ally{{Seat{0}, Seat{1}}}, {}});
    form(tr("Alliance ends"), FormKind::unally, {Unally{{Seat{0}, Seat{1}}}, {}});
    form(tr("Who plays a seat: human or AI"), FormKind::control, {SetControl{Seat{0}, Control::ai}, {}});
    form(tr("A seat departs"), FormKind::depart, {Depart{Seat{0}}, {}});
    form(tr("Something a seat must finish first"), FormKind::open_decision, {OpenDecision{Seat{0}, x}, {}});
    form(tr("The Bureaucrat"), FormKind::bureaucrat, {SetBureaucrat{}, {}});
    const bool on = std::get<dune::Game>(table.game).inflation;
    act(on ? tr("Inflation off") : tr("Inflation on"), SetInflation{!on});
    form(tr("Spice of a seat"), FormKind::adjust_seat, {AdjustSeat{Seat{0}, x}, Amount{1}});
    act(tr("End the game"), End{});
  }

 private:
  const Mirror& mirror_;
};

}  // namespace

Menu game_menu(const Mirror& mirror) {
  MenuMaker maker(mirror);
  maker.decisions();
  if (mirror.role().is_seat()) maker.seat_items();
  if (mirror.role() == Role::host()) maker.host_items();
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

Menu renewed(const Menu& menu, const Mirror& mirror) {
  Menu now = menu.kind == Menu::Kind::game ? game_menu(mirror) : bribe_menu(mirror);
  if (menu.at >= menu.items.size()) return now;
  const auto same = std::find_if(now.items.begin(), now.items.end(), [&](const MenuItem& item) { return item.label == menu.items[menu.at].label; });
  if (same != now.items.end()) now.at = static_cast<std::size_t>(same - now.items.begin());
  return now;
}

}  // namespace parley
