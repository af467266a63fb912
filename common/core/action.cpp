#include "common/core/action.h"

namespace parley {

std::string_view name(Verb verb) {
  switch (verb) {
    case Verb::offer: return "offer";
    case Verb::accept: return "accept";
    case Verb::decline: return "decline";
    case Verb::withdraw: return "withdraw";
    case Verb::request_release: return "request_release";
    case Verb::retract_release: return "retract_release";
    case Verb::note: return "note";
    case Verb::say: return "say";
    case Verb::decide: return "decide";
    case Verb::cancel: return "cancel";
    case Verb::start: return "start";
    case Verb::end: return "end";
    case Verb::control: return "control";
    case Verb::depart: return "depart";
    case Verb::open_decision: return "open_decision";
    case Verb::bribe: return "bribe";
    case Verb::adjust:
    case Verb::adjust_seat: return "adjust";
    case Verb::bid: return "bid";
    case Verb::ask: return "ask";
    case Verb::movement_finished: return "movement_finished";
    case Verb::hajr: return "hajr";
    case Verb::advance: return "advance";
    case Verb::ally: return "ally";
    case Verb::unally: return "unally";
    case Verb::bureaucrat: return "bureaucrat";
    case Verb::inflation: return "inflation";
    case Verb::accept_as: return "accept";
    case Verb::step: return "step";
    case Verb::adjust_goods: return "adjust";
    case Verb::hold: return "hold";
    case Verb::unhold: return "unhold";
    case Verb::play_note: return "play_note";
    case Verb::neighbours:
    case Verb::set_neighbours: return "neighbours";
    case Verb::exception: return "exception";
    case Verb::able: return "able";
    case Verb::rule: return "rule";
    case Verb::kept: return "kept";
    case Verb::active: return "active";
    case Verb::phase: return "phase";
    case Verb::commodity_value: return "commodity_value";
    case Verb::genesis: return "genesis";
    case Verb::seated: return "seated";
    case Verb::vacated: return "vacated";
  }
  return {};
}

bool sees_secret(Role role, const Commit& commit) {
  if (role == Role::server() || role == commit.role) return true;
  if (const AdjustSeat* adjust = std::get_if<AdjustSeat>(&commit.action)) return role.is(adjust->seat);
  return false;
}

bool may_have_secret(const Action& action) {
  switch (verb_of(action)) {
    case Verb::adjust:
    case Verb::adjust_seat:
    case Verb::control: return true;
    case Verb::hold: return !std::get<ti4::Hold>(action).note;
    case Verb::unhold: return !std::get<ti4::Unhold>(action).note;
    default: return false;
  }
}

DealId deal_of(const Action& action) {
  return std::visit([](const auto& a) {
    if constexpr (requires { DealId{a.deal}; }) return a.deal;
    else return DealId{};
  }, action);
}

bool is_consent(Verb verb) {
  switch (verb) {
    case Verb::offer:
    case Verb::accept:
    case Verb::accept_as:
    case Verb::request_release:
    case Verb::retract_release:
    case Verb::bribe: return true;
    default: return false;
  }
}

}  // namespace parley
