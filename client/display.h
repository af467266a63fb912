// The one filter between what others wrote and a terminal [P-C2]. The server has judged texts already; the client does not
// rely on it.
#pragma once

#include <string>
#include <string_view>

namespace parley {

/// Everything that a terminal might obey or hide becomes visible: <U+202E>, and <9B> for a byte that is not UTF-8. So does what
/// this locale cannot show (in the locale "C" that is all but ASCII), and a mark that stands on nothing or is one too many
/// on its letter. Line feeds become " / ": what is shown is always one line, and columns() tells how wide.
std::string display(std::string_view text);

}  // namespace parley
