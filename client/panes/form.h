// A form being written, field by field; and a menu to choose from.
#pragma once

#include "client/panes/frame.h"

namespace parley {

struct FormPane {
  const Form& form;
  std::size_t counted;   // characters of the text being written, as last counted
  bool focused = true;   // false: docked and not being written in
};
void draw_form(const Area& area, const FormPane& pane);
/// The columns that a text has in a form of this size.
int form_text_columns(Size form);

void draw_menu(const Area& area, const Menu& menu);

}  // namespace parley
