// Every verb of a table: one struct each, with a number that is permanent on the wire and in the journal.
// A request asks for an action; an accepted request is a commit; a table is changed only by commits.
#pragma once

#include "common/core/decision.h"
#include "common/core/dune/actions.h"
#include "common/core/open/game.h"
#include "common/core/record.h"
#include "common/core/role.h"
#include "common/core/ti4/actions.h"

#include <string>
#include <variant>
#include <vector>

namespace parley {

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

// ---- server -------------------------------------------------------------------------------------------------------

/// Which rules a table plays by, chosen when it is made.
using Rules = std::variant<dune::Options, ti4::Options, open::Options>;

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
                            ti4::AcceptAs, ti4::SetStep, ti4::AdjustGoods, ti4::Hold, ti4::Unhold, ti4::PlayNote, ti4::ClaimNeighbour,
                            ti4::SetException, ti4::StateAble, ti4::RuleClass, ti4::MarkKept,
                            ti4::SetActive, ti4::SetPhase, ti4::SetCommodityValue, ti4::SetNeighbours,
                            Genesis, Seated, Vacated>;

inline Verb verb_of(const Action& action) {
  return std::visit([](const auto& a) { return a.verb; }, action);
}

// ---- requests and commits -----------------------------------------------------------------------------------------

/// The amount of an adjustment, -65535 to 65535 and not 0 once checked.
struct Amount { std::int64_t by = 0; friend bool operator==(const Amount&, const Amount&) = default; };
/// The spice of a seat that became AI, for the host.
struct Revealed { Spice spice; friend bool operator==(const Revealed&, const Revealed&) = default; };
/// The name of a note that a hand gains or loses unseen, at a TI4 table.
struct NoteName { Label note; friend bool operator==(const NoteName&, const NoteName&) = default; };
/// The private part of a request or commit: for its owner, never in what others receive [P-V2].
using Secret = std::variant<std::monostate, Amount, Revealed, NoteName>;

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

/// Whether a commit of this action may have a private part.
bool may_have_secret(const Action& action);

/// The deal an action speaks of by its number; 0 for all others, also for an offer.
DealId deal_of(const Action& action);

/// An action that records a signatory's consent, so it must be signed with the seat's key [P-L2].
bool is_consent(Verb verb);

}  // namespace parley
