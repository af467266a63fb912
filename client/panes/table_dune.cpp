#include "client/panes/table_game.h"

#include "client/translate.h"
#include "client/words.h"

namespace parley {

std::string holdings_text(const Sight& sight, const dune::Game& game, Seat seat) {
  const dune::Purse& purse = game[seat];
  std::string text;
  if (purse.spice && sees_purse(sight.table(), seat)) text += fmt::format("{}", purse.spice->value);
  text += fmt::format("+{}", purse.deferred.value);
  if (purse.bid != Spice{}) text += tr(" bid {}", purse.bid.value);
  if (purse.ally) text += " ~" + key(sight.table(), *purse.ally);
  if (purse.hajr) text += tr(" Hajr");
  return text;
}

std::string bank_text(const Table& table, const dune::Game& game) {
  std::string rest = tr("bank {}", game.bank.value);
  if (game.inflation) rest += tr("  INFLATION: no bribes");
  if (const auto holder = game.bureaucrat.holder)
    rest += game.bureaucrat.alive ? tr("  Bureaucrat {}", key(table, *holder)) : tr("  Bureaucrat {} (dead)", key(table, *holder));
  return rest;
}

}  // namespace parley
