// What of a Dune table is public, listed. common/PROTOCOL.md "Digest".
#include "common/core/dune/rules.h"

namespace parley::dune {
namespace {

/// 0 for nothing, else the index plus one.
std::uint64_t or_none(std::optional<Seat> seat) { return seat ? seat->index + 1u : 0u; }
std::uint64_t pack(Moment m) { return static_cast<std::uint64_t>(m.turn) << 8 | m.phase; }

}  // namespace

void add(Digest& d, const Game& game, std::size_t seats) {
  d.add(pack(game.now)).add(std::uint64_t{game.last_collected}).add(std::uint64_t{game.inflation}).add(game.bank);
  for (std::size_t i = 0; i < seats; ++i) {
    const Purse& purse = game.purses[i];
    d.add(purse.deferred).add(purse.bid).add(or_none(purse.ally)).add(std::uint64_t{purse.hajr});
    d.add(std::uint64_t{purse.movement_turn}).add(std::uint64_t{purse.asked_turn});
  }
  d.add(or_none(game.bureaucrat.holder)).add(std::uint64_t{game.bureaucrat.alive}).add(pack(game.bureaucrat.used));
}

}  // namespace parley::dune
