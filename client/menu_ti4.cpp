// The menus of a TI4 table: what seats and the host say of it, and what is said of a deal beside its votes.
#include "client/menu_maker.h"

#include "client/games.h"
#include "client/translate.h"
#include "client/view.h"
#include "client/words.h"
#include "client/words_ti4.h"

namespace parley {

void add_ti4_seat_items(MenuMaker& m) {
  const ti4::Game& game = *ti4_game(m.table());
  const ti4::Place& mine = game[m.mirror().role().seat()];
  const Line x{"x"};
  const ti4::Step step = ti4::phase(game.now) == ti4::Phase::agenda ? ti4::Step::reveal : ti4::Step::turn_end;
  m.form(tr("Where the turn stands: the step"), FormKind::step, {ti4::SetStep{step, m.another()}, {}});
  m.form(tr("My goods: income and spending"), FormKind::adjust_goods, {ti4::AdjustGoods{ti4::Kind::trade_goods, 1, x}, {}});
  m.form(tr("A promissory note comes to my hand"), FormKind::hold, {ti4::Hold{}, NoteName{Label{"x"}}});
  m.form(tr("A promissory note leaves my hand, or play"), FormKind::unhold, {ti4::Unhold{}, NoteName{Label{"x"}}});
  m.form(tr("Play a promissory note"), FormKind::play_note, {ti4::PlayNote{Label{"x"}}, {}});
  m.form(tr("Neighbours: who is mine"), FormKind::neighbour, {ti4::ClaimNeighbour{m.another(), true}, {}});
  m.form(tr("Why I need no neighbours to exchange goods"), FormKind::exception, {ti4::SetException{true, x}, {}});
  if (mine.exception) m.act(tr("I need neighbours again to exchange goods"), ti4::SetException{false, std::nullopt});
}

void add_ti4_host_items(MenuMaker& m) {
  const ti4::Game& game = *ti4_game(m.table());
  const std::uint16_t round = static_cast<std::uint16_t>(game.now.turn + 1);
  const ti4::Step step = ti4::phase(game.now) == ti4::Phase::agenda ? ti4::Step::reveal : ti4::Step::turn_end;
  m.form(tr("Go to a phase"), FormKind::phase, {ti4::SetPhase{round, ti4::Phase::strategy, {}}, {}});
  m.form(tr("A new turn: the active player"), FormKind::active, {ti4::SetActive{Seat{0}}, {}});
  m.form(tr("Where the turn stands: the step"), FormKind::step, {ti4::SetStep{step, m.another()}, {}});
  m.form(tr("Neighbours: two seats"), FormKind::set_neighbours, {ti4::SetNeighbours{{Seat{0}, Seat{1}}, true}, {}});
  m.form(tr("Commodity value of a seat"), FormKind::commodity_value, {ti4::SetCommodityValue{Seat{0}, 1}, {}});
}

Menu question_menu(const Mirror& mirror, DealId id) {
  MenuMaker m(mirror);
  m.menu.kind = Menu::Kind::questions;
  m.menu.deal = id;
  const Deal* deal = mirror.table().ledger.find(id);
  if (!deal) return std::move(m.menu);
  ti4::ClauseNumber number = 0;
  for (const ti4::Clause& clause : deal->record.clauses) {
    ++number;
    if (!mirror.role().is(clause.actor)) continue;
    const std::string about = clause_text(mirror.table(), clause);
    m.act(tr("YES, I can do that right now: clause {0}, {1}", number, about), ti4::StateAble{id, number, ti4::Able::yes});
    m.act(tr("NO, I cannot do that right now: clause {0}, {1}", number, about), ti4::StateAble{id, number, ti4::Able::no});
    m.act(tr("I do not say: clause {0}, {1}", number, about), ti4::StateAble{id, number, ti4::Able::unknown});
  }
  return std::move(m.menu);
}

Menu ruling_menu(const Mirror& mirror, DealId id) {
  MenuMaker m(mirror);
  m.menu.kind = Menu::Kind::ruling;
  m.menu.deal = id;
  for (const ti4::Class is : {ti4::Class::binding, ti4::Class::non_binding, ti4::Class::undecided})
    m.act(tr("I rule #{0}: {1}", id.value, word(is)), ti4::RuleClass{id, is});
  return std::move(m.menu);
}

Menu remark_menu(const Mirror& mirror, DealId id) {
  MenuMaker m(mirror);
  m.menu.kind = Menu::Kind::remarks;
  m.menu.deal = id;
  const Deal* deal = mirror.table().ledger.find(id);
  const auto final = deal ? deal->judgement.at_acceptance : std::nullopt;
  for (ti4::ClauseNumber number = 1; final && number <= deal->record.clauses.size(); ++number) {
    const ti4::Clause& clause = deal->record.clauses[number - 1u];
    if (mirror.role().is(clause.actor) || final->findings[number - 1u].is != ti4::Class::binding) continue;
    const std::string about = clause_text(mirror.table(), clause);
    m.act(tr("KEPT: clause {0}, {1}", number, about), ti4::MarkKept{id, number, true});
    m.act(tr("NOT KEPT: clause {0}, {1}", number, about), ti4::MarkKept{id, number, false});
  }
  const Action sample = WriteNote{id, Line{"x"}};
  const Verdict refusal = judge(mirror, sample);
  m.menu.items.push_back({tr("Write a note on #{}", id.value), NoteOn{id}, refusal ? sentence(*refusal, mirror, &sample) : ""});
  return std::move(m.menu);
}

}  // namespace parley
