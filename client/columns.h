// Text as this locale has it, measured in terminal columns. libc's wcwidth is the only width there is [SCREENS 7], so the locale decides: what it
// cannot show has no columns and was made visible by display() before. A cluster (a character and the marks on it) is never
// cut in two.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

/// A character and the marks on it: 1 or 2 columns. A mark that stands alone is a cluster of 0 columns.
struct Cluster {
  std::string_view bytes;
  int columns = 0;
};

/// 0 (a mark), 1 or 2; nothing where this locale cannot show it: then it is a control, or unknown here.
std::optional<int> columns_of(char32_t code_point);

/// Takes the first cluster off the front; nothing where the text is empty. What this locale cannot show, and a byte that is not
/// UTF-8, is a cluster of its own, of 0 columns.
std::optional<Cluster> take_cluster(std::string_view& text);

/// The columns of one line; what has no width counts as 0.
int columns(std::string_view text);

/// Whether this locale can show every character: where not, nobody may consent to it [P-C3]. Line feeds are fine.
bool showable(std::string_view text);

/// In small letters, for comparing.
std::string folded(std::string_view text);

/// The longest beginning that is at most so wide.
std::string_view cut(std::string_view text, int columns_max);

/// Exactly so wide: cut with `ellipsis` (1 column) as its last column where it is longer, filled with blanks where shorter
/// (also before the ellipsis, where half a wide character would have had to stand). Empty where the width is not above 0.
std::string fit(std::string_view text, int width_columns, std::string_view ellipsis);

/// Lines of at most so many columns (at least 2), broken behind the last blank that fits, else within a word; line feeds break
/// always. A blank counts like a letter and stays at the end of its line (where a word fills a line by itself, it begins the
/// next), so the lines joined are the text without its line feeds. The lines are parts of `text`.
/// Never empty: an empty text is one empty line.
std::vector<std::string_view> wrap(std::string_view text, int width_columns);

}  // namespace parley
