#include "common/core/refusal.h"

#include <array>

namespace parley {

std::string_view name(Refusal::Code code) {
  static constexpr std::array<std::string_view, refusal_codes + 1> names = {
      "", "not_permitted", "request_reused", "request_old", "rate", "limit", "bad_text", "bad_parties", "bad_amount",
      "bad_bribe", "bad_clause", "bad_answer", "no_such_deal", "no_such_seat", "no_such_decision", "not_signatory",
      "not_proposer", "not_decision_owner", "not_open", "not_active", "already", "not_in_play", "not_human", "allied",
      "stale", "wrong_phase", "inflation", "decision_open", "not_neighbours", "slot_used", "not_active_player",
      "class_changed", "holdings", "too_soon", "payment_unavailable", "storage"};
  const auto number = static_cast<std::size_t>(code);
  return number < names.size() ? names[number] : std::string_view{};
}

}  // namespace parley
