#include "client/widgets/number.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace parley {
namespace {

using Kind = Key::Kind;

struct Parsed {
  std::int64_t value = 0;  // the nearest there is, where it is too large
  bool ok = false;
};

Parsed parse(std::string_view digits) {
  Parsed out;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.value);
  out.ok = error == std::errc{} && end == digits.data() + digits.size();
  if (error == std::errc::result_out_of_range) out.value = digits.starts_with('-') ? INT64_MIN : INT64_MAX;
  return out;
}

std::size_t digits_in(std::int64_t value) {
  const std::string text = std::to_string(value);
  return text.size() - (value < 0 ? 1 : 0);
}

std::size_t digits_max(const Number::Range& range) { return std::max(digits_in(range.least), digits_in(range.most)); }

/// Appends what was typed; false where it could not belong to a number of this range.
bool append(std::string& digits, const Number::Range& range, char32_t letter) {
  if (letter == U'-') {
    if (range.least >= 0 || !digits.empty()) return false;
    digits = "-";
    return true;
  }
  if (letter < U'0' || letter > U'9') return false;
  if (digits.ends_with('0') && digits.find_first_not_of("-0") == std::string::npos) digits.pop_back();  // 0 and 5 are 5
  const std::size_t there = digits.size() - (digits.starts_with('-') ? 1 : 0);
  if (there == digits_max(range)) return false;
  digits += static_cast<char>(letter);
  return true;
}

/// One more (or less) within the range.
std::int64_t step(std::string_view digits, const Number::Range& range, int by) {
  const std::int64_t value = parse(digits).value;
  if (by > 0 && value >= range.most) return range.most;
  if (by < 0 && value <= range.least) return range.least;
  return std::clamp(value + by, range.least, range.most);
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t from = std::min(text.find_first_not_of(blanks), text.size());
  text.remove_prefix(from);
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

bool take_paste(std::string& digits, const Number::Range& range, std::string_view pasted) {
  std::string number;
  for (const char c : without_blanks(pasted))
    if (!append(number, range, static_cast<unsigned char>(c))) return false;
  if (!parse(number).ok) return false;
  digits = number;
  return true;
}

}  // namespace

std::optional<std::int64_t> Number::value() const {
  const Parsed parsed = parse(digits_);
  if (!parsed.ok || parsed.value < range_.least || parsed.value > range_.most) return std::nullopt;
  return parsed.value;
}

void Number::set(std::optional<std::int64_t> value) { digits_ = value ? std::to_string(*value) : std::string(); }

bool Number::take(const Key& key) {
  const bool plus = key == Key::text(U'+');
  if (plus || key.kind == Kind::up || key.kind == Kind::down) {
    set(step(digits_, range_, key.kind == Kind::down ? -1 : 1));
    return true;
  }
  switch (key.kind) {
    case Kind::text: return append(digits_, range_, key.letter) || (key.letter >= U'0' && key.letter <= U'9');
    case Kind::paste: return take_paste(digits_, range_, key.pasted);
    case Kind::backspace:
      if (!digits_.empty()) digits_.pop_back();
      return true;
    case Kind::control:
      if (key.letter != U'u') return false;
      digits_.clear();
      return true;
    default: return false;
  }
}

}  // namespace parley
