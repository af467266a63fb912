// The verbs of Twilight Imperium 4.
#pragma once

#include "common/core/ti4/game.h"
#include "common/core/verb.h"

#include <optional>

namespace parley::ti4 {

/// An acceptance that says which class the player saw; 0 where a script leaves that to its mirror (see complete).
struct AcceptAs { static constexpr Verb verb = Verb::accept_as; DealId deal; Class as{}; friend bool operator==(const AcceptAs&, const AcceptAs&) = default; };
/// Moves the marker. `seat` is whose step it is; left out, the active seat's.
struct SetStep { static constexpr Verb verb = Verb::step; Step step{}; std::optional<Seat> seat; friend bool operator==(const SetStep&, const SetStep&) = default; };
/// Income and spending of public goods.
struct AdjustGoods { static constexpr Verb verb = Verb::adjust_goods; Kind what{}; std::int64_t amount = 0; Line reason; friend bool operator==(const AdjustGoods&, const AdjustGoods&) = default; };
/// A note comes to the hand, or leaves it. `note` where the table sees it; else its name travels as the request's secret.
struct Hold { static constexpr Verb verb = Verb::hold; std::optional<Label> note; friend bool operator==(const Hold&, const Hold&) = default; };
struct Unhold { static constexpr Verb verb = Verb::unhold; std::optional<Label> note; friend bool operator==(const Unhold&, const Unhold&) = default; };
struct PlayNote { static constexpr Verb verb = Verb::play_note; Label note; friend bool operator==(const PlayNote&, const PlayNote&) = default; };
/// Holds once the other says the same.
struct ClaimNeighbour { static constexpr Verb verb = Verb::neighbours; Seat with; bool on = false; friend bool operator==(const ClaimNeighbour&, const ClaimNeighbour&) = default; };
struct SetException { static constexpr Verb verb = Verb::exception; bool on = false; std::optional<Line> why; friend bool operator==(const SetException&, const SetException&) = default; };
struct StateAble { static constexpr Verb verb = Verb::able; DealId deal; ClauseNumber clause = 0; Able answer{}; friend bool operator==(const StateAble&, const StateAble&) = default; };
struct RuleClass { static constexpr Verb verb = Verb::rule; DealId deal; Class is{}; friend bool operator==(const RuleClass&, const RuleClass&) = default; };
struct MarkKept { static constexpr Verb verb = Verb::kept; DealId deal; ClauseNumber clause = 0; bool yes = false; friend bool operator==(const MarkKept&, const MarkKept&) = default; };

/// Begins a new turn; within an agenda phase only who may move the marker changes.
struct SetActive { static constexpr Verb verb = Verb::active; Seat seat; friend bool operator==(const SetActive&, const SetActive&) = default; };
/// `agenda` counts the agendas of an agenda phase; a new number is a new agenda. Left out: the first, or no change.
struct SetPhase { static constexpr Verb verb = Verb::phase; std::uint16_t round = 0; Phase phase{}; std::optional<std::uint16_t> agenda; friend bool operator==(const SetPhase&, const SetPhase&) = default; };
struct SetCommodityValue { static constexpr Verb verb = Verb::commodity_value; Seat seat; std::uint32_t value = 0; friend bool operator==(const SetCommodityValue&, const SetCommodityValue&) = default; };
struct SetNeighbours { static constexpr Verb verb = Verb::set_neighbours; SeatPair seats; bool on = false; friend bool operator==(const SetNeighbours&, const SetNeighbours&) = default; };

}  // namespace parley::ti4
