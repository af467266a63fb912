// Every word that a player reads goes through here, so that it can be read in another language. Catalogues are gettext's
// (client/po); without one the English text itself is shown. Arguments are fmt's: "{}" or "{0}". A text is a whole sentence, or
// a name: what is glued together cannot be said in another order.
#pragma once

#include "client/catalogue.h"

#include <fmt/format.h>

#include <string>

namespace parley {

inline const char* tr(const char* text) { return translated(text); }

/// Marks a text of a list for the catalogues; whoever shows it says tr.
constexpr const char* tr_later(const char* text) { return text; }

template <class... Args>
  requires(sizeof...(Args) > 0)
std::string tr(const char* text, const Args&... args) {
  return fmt::vformat(tr(text), fmt::make_format_args(args...));
}

/// One or several: the catalogue decides which form a number takes.
template <class... Args>
std::string tr_number(const char* one, const char* several, unsigned long number, const Args&... args) {
  return fmt::vformat(translated(one, several, number), fmt::make_format_args(number, args...));
}

}  // namespace parley
