// The verbs of Dune.
#pragma once

#include "common/core/dune/game.h"
#include "common/core/verb.h"

#include <optional>

namespace parley {

/// A direct bribe, without a deal [SEED B7].
struct PayBribe { static constexpr Verb verb = Verb::bribe; Seat to; Spice gross; std::optional<Line> note; friend bool operator==(const PayBribe&, const PayBribe&) = default; };
/// Income and spending; the amount travels as the request's secret [HOUSE A3].
struct Adjust { static constexpr Verb verb = Verb::adjust; Line reason; friend bool operator==(const Adjust&, const Adjust&) = default; };
struct Bid { static constexpr Verb verb = Verb::bid; Spice amount; friend bool operator==(const Bid&, const Bid&) = default; };
struct Ask { static constexpr Verb verb = Verb::ask; Seat to; Line question; friend bool operator==(const Ask&, const Ask&) = default; };
struct MovementFinished { static constexpr Verb verb = Verb::movement_finished; friend bool operator==(const MovementFinished&, const MovementFinished&) = default; };
struct Hajr { static constexpr Verb verb = Verb::hajr; bool play = false; friend bool operator==(const Hajr&, const Hajr&) = default; };

struct Advance { static constexpr Verb verb = Verb::advance; std::uint16_t turn = 0; dune::Phase phase{}; bool correct = false; friend bool operator==(const Advance&, const Advance&) = default; };
struct Ally { static constexpr Verb verb = Verb::ally; SeatPair seats; friend bool operator==(const Ally&, const Ally&) = default; };
struct Unally { static constexpr Verb verb = Verb::unally; SeatPair seats; friend bool operator==(const Unally&, const Unally&) = default; };
struct SetBureaucrat { static constexpr Verb verb = Verb::bureaucrat; std::optional<Seat> seat; bool alive = false; friend bool operator==(const SetBureaucrat&, const SetBureaucrat&) = default; };
struct SetInflation { static constexpr Verb verb = Verb::inflation; bool on = false; friend bool operator==(const SetInflation&, const SetInflation&) = default; };
/// The host's adjust [HOUSE A3].
struct AdjustSeat { static constexpr Verb verb = Verb::adjust_seat; Seat seat; Line reason; friend bool operator==(const AdjustSeat&, const AdjustSeat&) = default; };

}  // namespace parley
