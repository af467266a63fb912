// Fields one below the other, one of them being written in. A plain model: what a form is about and what becomes of it is told
// by client/forms.
#pragma once

#include "client/widgets/choice.h"
#include "client/widgets/clause_list.h"
#include "client/widgets/number.h"
#include "client/widgets/text_area.h"

#include <string>
#include <variant>
#include <vector>

namespace parley {

struct Field {
  std::string label;
  std::variant<TextArea, Number, Choice, ClauseList> input;
  std::string hint;  // beside it: what I have, what counts
  bool reasons = false; // what cannot be chosen says why; where several can be chosen it always does
  bool folded = false;  // a choice of many: only what is chosen is shown until the field is written in
};

enum class FormKind : std::uint8_t {
  offer, note, say, pay_bribe, adjust, bid, ask,                                                                    // seats
  advance, correct, ally, unally, control, depart, open_decision, bureaucrat, adjust_seat,                          // host
  clause, step, adjust_goods, hold, unhold, play_note, neighbour, exception,                                        // TI4: seats
  phase, active, commodity_value, set_neighbours                                                                    // TI4: host
};

struct Form {
  FormKind kind = FormKind::offer;
  std::string title;
  std::vector<Field> fields;
  std::vector<std::string> remarks;  // what one should know before sending
  std::vector<std::string> pinned{};   // what always stays in sight at the foot: how it stands as it is written now
  std::uint32_t deal = 0;            // the one it answers or is about; 0 if none; of a clause, its row in the offer
  std::size_t at = 0;                // the field being written in

  Field& here() { return fields.at(at); }
  const Field& here() const { return fields.at(at); }
  void next() { at = (at + 1) % fields.size(); }
  void previous() { at = (at + fields.size() - 1) % fields.size(); }
  /// A single line of text is all there is to it: Enter sends it.
  bool is_line() const { return fields.size() == 1 && std::holds_alternative<TextArea>(fields[0].input); }
};

}  // namespace parley
