#include "common/core/ti4/citations.h"

#include <iterator>

namespace parley::ti4 {
namespace {

// In the order of Why.
constexpr Citation kCitations[] = {
    {Why::foreign_actor, "foreign_actor", "28", "15"},
    {Why::wrong_phase, "wrong_phase", "28.1, 94.1", "15.1", true},
    {Why::not_neighbours, "not_neighbours", "28.1, 94.1", "15.1"},
    {Why::slot_used, "slot_used", "28.1, 94.1", "15.1"},
    {Why::slot_used_agenda, "slot_used_agenda", "28.1, 94.6", "15.1"},
    {Why::not_active_player, "not_active_player", "28.1, 94.1", "15.1"},
    {Why::holdings, "holdings", "28.1, 94.4", "15.1"},
    {Why::free_text, "free_text", "28.2", "15.2"},
    {Why::nothing_said, "nothing_said", "28.2", "15.2"},
    {Why::ability_unknown, "ability_unknown", "28.3, note 1", "15.3, комм. 1"},
    {Why::finer_than_steps, "finer_than_steps", "28.3, note 1", "15.3, комм. 1"},
    {Why::plays_card, "plays_card", "28.3, note 1", "15.3, комм. 1"},
    {Why::card_result, "card_result", "28.3.a", "15.3.а"},
    {Why::dice, "dice", "28.4, note 2(e)", "15.4, комм. 2д"},
    {Why::note_not_held, "note_not_held", "28.4, note 2(a)", "15.4, комм. 2а"},
    {Why::cannon_before_move, "cannon_before_move", "28.4, note 2(b)", "15.4, комм. 2б"},
    {Why::cannon_during_move, "cannon_during_move", "28.4, note 2(b)", "15.4"},
    {Why::replenish, "replenish", "28.4, note 2(c)", "15.4, комм. 2в"},
    {Why::vote_before_turn, "vote_before_turn", "28.4, note 2(d)", "15.4, комм. 2г"},
    {Why::later, "later", "28.4", "15.4"},
    {Why::unable, "unable", "28.4, note 1(b)", "15.4, комм. 1б"},
    {Why::able_now, "able_now", "28.3, note 1(a)", "15.3, комм. 1а"},
    {Why::inferred_now, "inferred_now", "28.3", "15.3", true},
    {Why::now_without_exchange, "now_without_exchange", "28.1, 28.3", "15.1, 15.3"},
    {Why::exchange, "exchange", "94.4", "«Сделки»"},
    {Why::exchange_of_commodities, "exchange_of_commodities", "94.4, 21.5", "«Сделки», «Товары»"},
    {Why::exchange_in_agenda, "exchange_in_agenda", "94.6.a", "«Сделки»"},
};
static_assert(std::size(kCitations) == whys);
static_assert([] {
  for (std::size_t i = 0; i < std::size(kCitations); ++i)
    if (static_cast<std::size_t>(kCitations[i].why) != i + 1) return false;
  return true;
}());

}  // namespace

const Citation& citation(Why why) { return kCitations[static_cast<std::size_t>(why) - 1]; }

}  // namespace parley::ti4
