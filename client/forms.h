// The forms there are: what each asks for, what stands in the way of a choice, and the action it becomes. Words and values; nothing
// here draws, and what is allowed is the rules' business (common/core/check).
#pragma once

#include "client/command.h"
#include "client/widgets/form.h"

#include <string>

namespace parley {

/// A new form. `about`: the deal that an offer answers or a note is for; an answering offer begins with that deal's content.
Form make_form(FormKind kind, const Mirror& mirror, DealId about = {});

/// New reasons and hints after the table has changed; what was written stays.
void refresh(Form& form, const Mirror& mirror);

struct FormFault {
  std::size_t field = 0;
  std::string sentence;
};
/// The field that a refusal of the form's action is about; the present one where that is not known.
std::size_t field_at_fault(const Form& form, const Refusal& refusal);

/// What it asks the server for, or the first field that is missing something. Texts are brought to normal form, so that
/// what is shown for review is what is signed.
Result<Command, FormFault> command_of(const Form& form, const Mirror& mirror);

// ---- clauses of a TI4 offer -----------------------------------------------------------------------------------------------

/// A form for the clause that the cursor of the offer's list is at, or for a new one.
Form clause_form(const Form& offer, const Mirror& mirror);
/// Whom it can be of, and how it stands among what else the offer says.
void refresh_clause(Form& clause, const Form& offer, const Mirror& mirror);
/// Puts it into the offer; or the first field that lacks something.
Result<std::monostate, FormFault> keep_clause(Form& offer, const Form& clause);

/// A Dune offer form that pays: me, until I choose.
void prefill_bribe(Form& offer, Seat payer);
/// Nothing has been written in it.
bool blank(const Form& offer);
/// Whether all that was written and chosen in two forms of one kind is the same.
bool same_contents(const Form& one, const Form& other);

}  // namespace parley
