// What the table waits for. While any decision is open no bribe is paid and the game does not advance [SEED U4, T1; HOUSE T2].
#pragma once

#include "common/core/ids.h"
#include "common/core/record.h"

#include <variant>

namespace parley {

/// The Bureaucrat's holder may divert part of this payment [CARD U1, U2]. `deal` is 0 for a direct bribe.
struct Diversion {
  DealId deal;
  Bribe payment;
  friend bool operator==(const Diversion&, const Diversion&) = default;
};
/// A Truthtrance question, yes or no [SEED T1].
struct Question {
  Seat asker;
  Line text;
  friend bool operator==(const Question&, const Question&) = default;
};
/// Anything else that must be finished first [HOUSE T2].
struct Plain {
  Line note;
  friend bool operator==(const Plain&, const Plain&) = default;
};

struct Decision {
  DecisionId id;
  Seat owner;
  Version opened;
  Time opened_at;
  std::variant<Diversion, Question, Plain> kind;
  friend bool operator==(const Decision&, const Decision&) = default;
};

enum class Answer : std::uint8_t { divert = 1, allow = 2, yes = 3, no = 4, done = 5 };

inline bool fits(Answer answer, const Decision& decision) {
  switch (answer) {
    case Answer::divert:
    case Answer::allow: return std::holds_alternative<Diversion>(decision.kind);
    case Answer::yes:
    case Answer::no: return std::holds_alternative<Question>(decision.kind);
    case Answer::done: return std::holds_alternative<Plain>(decision.kind);
  }
  return false;
}

}  // namespace parley
