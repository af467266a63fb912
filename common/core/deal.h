// A deal on the public ledger, and what can become of it:
//   Open -> Active -> Released, Open -> Declined | Withdrawn. There is no other way [SEED D4-D7].
#pragma once

#include "common/core/moment.h"
#include "common/core/record.h"
#include "common/core/ti4/judgement.h"

#include <optional>
#include <vector>

namespace parley {

struct Open {
  SeatSet consents;  // the proposer's from the start
  SeatSet lapsed;    // agreed under a key that has been replaced since; may agree again [HOUSE A6]
  friend bool operator==(const Open&, const Open&) = default;
};
struct Active {
  SeatSet release_requests;
  friend bool operator==(const Active&, const Active&) = default;
};
struct Declined {
  Seat by;
  friend bool operator==(const Declined&, const Declined&) = default;
};
struct Withdrawn {
  friend bool operator==(const Withdrawn&, const Withdrawn&) = default;
};
struct Released {
  friend bool operator==(const Released&, const Released&) = default;
};
using DealState = std::variant<Open, Active, Declined, Withdrawn, Released>;

/// A signatory's public remark in the margin; the newest counts, none is lost [RB D12].
struct Note {
  Seat seat;
  Version version;
  Line text;
  friend bool operator==(const Note&, const Note&) = default;
};

struct Deal {
  DealId id;
  Seat proposer;
  Record record;
  DealState state;
  Version offered_version;
  Moment offered;
  Version voted;                    // the last version at which a vote on it was cast
  std::optional<Spice> received;    // what reached the bribe's recipient; empty while unpaid or while a diversion is open
  std::vector<Note> notes;          // oldest first
  ti4::Judgement judgement;         // empty in games that do not classify deals
  friend bool operator==(const Deal&, const Deal&) = default;
};

inline const Bribe* bribe_of(const Deal& deal) { return std::get_if<Bribe>(&deal.record.settlement); }
inline const ti4::Exchange* exchange_of(const Record& record) { return std::get_if<ti4::Exchange>(&record.settlement); }

/// A bribe is paid in the commit that makes its deal active, so an active deal's bribe is paid [SEED B3].
inline bool paid(const Deal& deal) {
  return bribe_of(deal) && (std::holds_alternative<Active>(deal.state) || std::holds_alternative<Released>(deal.state));
}

/// The newest note of a seat, or nothing.
inline const Note* note_of(const Deal& deal, Seat seat) {
  for (auto note = deal.notes.rbegin(); note != deal.notes.rend(); ++note)
    if (note->seat == seat) return &*note;
  return nullptr;
}

}  // namespace parley
