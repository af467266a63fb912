// Every verb of a table: one struct each, with a number that is permanent on the wire and in the journal.
// A request asks for an action; an accepted request is a commit; a table is changed only by commits.
#pragma once

#include "common/core/decision.h"
#include "common/core/dune/game.h"
#include "common/core/record.h"
#include "common/core/role.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace parley {

enum class Verb : std::uint8_t {
  // seats, any game
  offer = 1, accept = 2, decline = 3, withdraw = 4, request_release = 5, retract_release = 6, note = 7, say = 8,
  decide = 9, cancel = 10,
  // host, any game
  start = 16, end = 17, control = 18, depart = 19, open_decision = 20,
  // Dune: seats, then host
  bribe = 32, adjust = 33, bid = 34, ask = 35, movement_finished = 36, hajr = 37,
  advance = 48, ally = 49, unally = 50, bureaucrat = 51, inflation = 52, adjust_seat = 53,
  // server
  genesis = 112, seated = 113, vacated = 114,
};

/// The word in scripts: "offer". `adjust_seat` is the host's "adjust". Empty for a number that is not a verb.
std::string_view name(Verb verb);

enum class Control : std::uint8_t { human = 0, ai = 1 };

// ---- any game ---------------------------------------------------------------------------------------------------

struct Offer { static constexpr Verb verb = Verb::offer; Record record; friend bool operator==(const Offer&, const Offer&) = default; };
struct Accept { static constexpr Verb verb = Verb::accept; DealId deal; friend bool operator==(const Accept&, const Accept&) = default; };
struct Decline { static constexpr Verb verb = Verb::decline; DealId deal; friend bool operator==(const Decline&, const Decline&) = default; };
struct Withdraw { static constexpr Verb verb = Verb::withdraw; DealId deal; friend bool operator==(const Withdraw&, const Withdraw&) = default; };
struct RequestRelease { static constexpr Verb verb = Verb::request_release; DealId deal; friend bool operator==(const RequestRelease&, const RequestRelease&) = default; };
struct RetractRelease { static constexpr Verb verb = Verb::retract_release; DealId deal; friend bool operator==(const RetractRelease&, const RetractRelease&) = default; };
struct WriteNote { static constexpr Verb verb = Verb::note; DealId deal; Line text; friend bool operator==(const WriteNote&, const WriteNote&) = default; };
struct Say { static constexpr Verb verb = Verb::say; Line text; friend bool operator==(const Say&, const Say&) = default; };
struct Decide { static constexpr Verb verb = Verb::decide; DecisionId decision; Answer answer = Answer::done; friend bool operator==(const Decide&, const Decide&) = default; };
struct Cancel { static constexpr Verb verb = Verb::cancel; DecisionId decision; friend bool operator==(const Cancel&, const Cancel&) = default; };

struct Start { static constexpr Verb verb = Verb::start; friend bool operator==(const Start&, const Start&) = default; };
struct End { static constexpr Verb verb = Verb::end; friend bool operator==(const End&, const End&) = default; };
struct SetControl { static constexpr Verb verb = Verb::control; Seat seat; Control to = Control::human; friend bool operator==(const SetControl&, const SetControl&) = default; };
struct Depart { static constexpr Verb verb = Verb::depart; Seat seat; friend bool operator==(const Depart&, const Depart&) = default; };
struct OpenDecision { static constexpr Verb verb = Verb::open_decision; Seat owner; Line note; friend bool operator==(const OpenDecision&, const OpenDecision&) = default; };

// ---- Dune ---------------------------------------------------------------------------------------------------------

/// A direct bribe, without a deal [SEED B7].
struct PayBribe { static constexpr Verb verb = Verb::bribe; Seat to; Spice gross; std::optional<Line> note; friend bool operator==(const PayBribe&, const PayBribe&) = default; };
/// Income and spending; the amount travels as the request's secret [HOUSE A3].
struct Adjust { static constexpr Verb verb = Verb::adjust; Line reason; friend bool operator==(const Adjust&, const Adjust&) = default; };
struct Bid { static constexpr Verb verb = Verb::bid; Spice amount; friend bool operator==(const Bid&, const Bid&) = default; };
struct Ask { static constexpr Verb verb = Verb::ask; Seat to; Line question; friend bool operator==(const Ask&, const Ask&) = default; };
struct MovementFinished { static constexpr Verb verb = Verb::movement_finished; friend bool operator==(const MovementFinished&, const MovementFinished&) = default; };
struct Hajr { static constexpr Verb verb = Verb::hajr; bool play = false; friend bool operator==(const Hajr&, const Hajr&) = default; };

struct Advance { static constexpr Verb verb = Verb::advance; std::uint16_t turn = 0; dune::Phase phase{}; bool correct = false; friend bool operator==(const Advance&, const Advance&) = default; };
/// Two seats that make or end an alliance.
struct SeatPair { Seat one; Seat other; friend bool operator==(const SeatPair&, const SeatPair&) = default; };
struct Ally { static constexpr Verb verb = Verb::ally; SeatPair seats; friend bool operator==(const Ally&, const Ally&) = default; };
struct Unally { static constexpr Verb verb = Verb::unally; SeatPair seats; friend bool operator==(const Unally&, const Unally&) = default; };
struct SetBureaucrat { static constexpr Verb verb = Verb::bureaucrat; std::optional<Seat> seat; bool alive = false; friend bool operator==(const SetBureaucrat&, const SetBureaucrat&) = default; };
struct SetInflation { static constexpr Verb verb = Verb::inflation; bool on = false; friend bool operator==(const SetInflation&, const SetInflation&) = default; };
/// The host's adjust [HOUSE A3].
struct AdjustSeat { static constexpr Verb verb = Verb::adjust_seat; Seat seat; Line reason; friend bool operator==(const AdjustSeat&, const AdjustSeat&) = default; };

// ---- server -------------------------------------------------------------------------------------------------------

/// Which rules a table plays by, chosen when it is made.
using Rules = std::variant<dune::Options>;

/// Version 0: what a table is. `time` is absolute; every other commit counts seconds from the one before.
struct Genesis { static constexpr Verb verb = Verb::genesis; std::string name; std::vector<std::string> seats; Rules rules; Time time; friend bool operator==(const Genesis&, const Genesis&) = default; };
/// An invite was redeemed: who plays a seat from here on [HOUSE A6].
struct Seated { static constexpr Verb verb = Verb::seated; Seat seat; Name player; PublicKey key{}; Epoch epoch; friend bool operator==(const Seated&, const Seated&) = default; };
/// The seat's key was revoked.
struct Vacated { static constexpr Verb verb = Verb::vacated; Seat seat; friend bool operator==(const Vacated&, const Vacated&) = default; };

using Action = std::variant<Offer, Accept, Decline, Withdraw, RequestRelease, RetractRelease, WriteNote, Say, Decide, Cancel,
                            Start, End, SetControl, Depart, OpenDecision,
                            PayBribe, Adjust, Bid, Ask, MovementFinished, Hajr,
                            Advance, Ally, Unally, SetBureaucrat, SetInflation, AdjustSeat,
                            Genesis, Seated, Vacated>;

inline Verb verb_of(const Action& action) {
  return std::visit([](const auto& a) { return a.verb; }, action);
}

// ---- requests and commits -----------------------------------------------------------------------------------------

/// The amount of an adjustment, -65535 to 65535 and not 0 once checked.
struct Amount { std::int64_t by = 0; friend bool operator==(const Amount&, const Amount&) = default; };
/// The spice of a seat that became AI, for the host.
struct Revealed { Spice spice; friend bool operator==(const Revealed&, const Revealed&) = default; };
/// The private part of a request or commit: for its owner, never in what others receive [P-V2].
using Secret = std::variant<std::monostate, Amount, Revealed>;

/// What a player asks for. `seen` is the version the player was looking at (the fence).
struct Request {
  RequestId id;
  Version seen;
  Action action;
  Secret secret;
};

/// A sequenced, accepted request.
struct Commit {
  Version version;
  std::uint64_t elapsed = 0;  // whole seconds since the commit before; 0 at genesis
  Role role;
  Action action;
  Secret secret;
  friend bool operator==(const Commit&, const Commit&) = default;
};

/// Whether `role` may see the secret of a commit [HOUSE A3]: the seat whose money it is and who typed it; the host
/// for what a seat has when it becomes AI.
bool sees_secret(Role role, const Commit& commit);

/// The deal an action speaks of by its number; 0 for all others, also for an offer.
DealId deal_of(const Action& action);

/// An action that records a signatory's consent, so it must be signed with the seat's key [P-L2].
bool is_consent(Verb verb);

}  // namespace parley
