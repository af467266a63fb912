#include "client/paper.h"

#include "client/columns.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace parley {
namespace {

constexpr int width_unknown = 80, width_least = 20;

void write(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

}  // namespace

int Paper::width() const {
  if (width_columns_ > 0) return width_columns_;
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= width_least ? size.ws_col : width_unknown;
}

void Paper::print(std::string_view text) {
  std::string out = prompt_stands_ ? "\r" : "";
  for (bool more = true; more;) {
    const std::size_t end = text.find('\n');
    more = end != text.npos && end + 1 < text.size();
    const std::string_view line = text.substr(0, end);
    const std::string_view indent = line.substr(0, std::min(line.find_first_not_of(' '), line.size()));
    for (std::string_view row : wrap(line.substr(indent.size()), width() - static_cast<int>(indent.size()))) {
      row = row.substr(0, row.find_last_not_of(' ') + 1);
      std::string whole = row.empty() ? "" : std::string(indent) + std::string(row);
      // What was typed behind the prompt stands there still: blanks go over it.
      if (std::exchange(prompt_stands_, false)) whole = fit(whole, std::max(columns(whole), width() - 1), "");
      out += whole + "\n";
    }
    text.remove_prefix(more ? end + 1 : text.size());
  }
  write(out);
}

void Paper::prompt(const std::string& text) {
  if (std::exchange(prompt_stands_, true)) return;
  write(text);
}

void Paper::leave() {
  if (std::exchange(prompt_stands_, false)) write("\n");
}

}  // namespace parley
