// A text that may be longer than its place, as lines of a width. Whoever shows it scrolls it.
#pragma once

#include "client/screen.h"
#include "common/core/ids.h"

#include <string>
#include <string_view>
#include <vector>

namespace parley {

struct StyledLine {
  std::string text;
  Style style;
};
using Lines = std::vector<StyledLine>;

struct Paragraph {
  int width_columns = 80;
  std::string indent;  // before every line
  Style style;
};
/// Appends a text that display() has passed, wrapped.
void add(Lines& lines, const Paragraph& as, std::string_view text);
/// Appends terms as they were written, line by line, through display().
void add_terms(Lines& lines, const Paragraph& as, std::string_view terms);

/// "12m", in steps that grow, so that a passing minute seldom changes what is shown: 5, 10, 20, 40 minutes, then hours and days.
/// Empty below the first step, and where `since` is not known (0).
std::string age(Time since, Time now);
/// "02:30" of the same day, "11-29 02:30" of another, in UTC.
std::string clock_text(Time time, Time now);

}  // namespace parley
