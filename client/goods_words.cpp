#include "client/goods_words.h"

#include "client/columns.h"
#include "client/display.h"
#include "client/translate.h"
#include "client/words_ti4.h"
#include "common/core/limits.h"

#include <algorithm>
#include <array>
#include <optional>

namespace parley {
namespace {

struct KnownGoods {
  std::string_view word;
  ti4::Kind kind;
};
// The longer before the shorter that it begins with.
constexpr std::array<KnownGoods, 27> goods_known = {{
    {"trade_goods", ti4::Kind::trade_goods}, {"trade goods", ti4::Kind::trade_goods}, {"trade good", ti4::Kind::trade_goods},
    {"tgs", ti4::Kind::trade_goods}, {"tg", ti4::Kind::trade_goods},
    {"commodities", ti4::Kind::commodities}, {"commodity", ti4::Kind::commodities}, {"comms", ti4::Kind::commodities},
    {"comm", ti4::Kind::commodities}, {"com", ti4::Kind::commodities}, {"c", ti4::Kind::commodities},
    {"cultural fragments", ti4::Kind::cultural}, {"cultural fragment", ti4::Kind::cultural}, {"cultural", ti4::Kind::cultural}, {"cf", ti4::Kind::cultural},
    {"hazardous fragments", ti4::Kind::hazardous}, {"hazardous fragment", ti4::Kind::hazardous}, {"hazardous", ti4::Kind::hazardous}, {"hf", ti4::Kind::hazardous},
    {"industrial fragments", ti4::Kind::industrial}, {"industrial fragment", ti4::Kind::industrial}, {"industrial", ti4::Kind::industrial}, {"if", ti4::Kind::industrial},
    {"unknown fragments", ti4::Kind::unknown}, {"unknown fragment", ti4::Kind::unknown}, {"unknown", ti4::Kind::unknown}, {"uf", ti4::Kind::unknown},
}};
constexpr std::array<KnownGoods, 4> goods_cards = {{{"action_cards", ti4::Kind::action_cards}, {"action cards", ti4::Kind::action_cards},
                                         {"action card", ti4::Kind::action_cards}, {"ac", ti4::Kind::action_cards}}};

std::string_view bare(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

/// Whether the words stand at the beginning, whole.
bool begins_with_words(std::string_view text, std::string_view words) {
  return !words.empty() && text.starts_with(words) && (text.size() == words.size() || text[words.size()] == ' ');
}

/// What stands behind the number in "4 trade goods".
std::string behind_number(const std::string& counted) {
  return folded(bare(std::string_view(counted).substr(std::min(counted.find_first_not_of("0123456789"), counted.size()))));
}

/// The kind at the beginning, and how many bytes it takes; `n` decides the form that the player's language has for it.
std::optional<std::pair<ti4::Kind, std::size_t>> kind_at(std::string_view text, std::uint32_t n) {
  for (std::uint8_t k = 1; k <= ti4::kinds; ++k) {
    const auto kind = static_cast<ti4::Kind>(k);
    for (const std::string& words : {behind_number(counted(kind, n)), behind_number(counted_short(kind, n)), folded(word(kind))})
      if (begins_with_words(text, words)) return std::pair{kind, words.size()};
  }
  for (const KnownGoods& one : goods_known)
    if (begins_with_words(text, one.word)) return std::pair{one.kind, one.word.size()};
  for (const KnownGoods& one : goods_cards)
    if (begins_with_words(text, one.word)) return std::pair{one.kind, one.word.size()};
  return std::nullopt;
}

std::string goods_example() { return tr("write such as: 4 tg, 1 commodity, Ceasefire"); }

/// One part between commas. Reads small letters beside the written ones: both have the same blanks.
class GoodsPart {
 public:
  GoodsPart(std::string_view written, ti4::Goods& goods) : written_(bare(written)), goods_(goods) {}

  std::string fault() {
    while (!written_.empty()) {
      if (written_.front() < '0' || written_.front() > '9') {
        if (looks_counted()) return tr("'{0}' is none of the goods that change hands; {1}", display(written_), goods_example());
        name();
        return "";
      }
      if (std::string wrong = counted_kind(); !wrong.empty()) return wrong;
    }
    return "";
  }

 private:
  void name() {
    const bool relic = folded(written_).starts_with("relic ");
    auto& names = relic ? goods_.relics : goods_.notes;
    if (relic || folded(written_).starts_with("note ")) written_.remove_prefix(written_.find(' '));
    names.push_back(Label{std::string(bare(written_))});
  }
  /// What cannot be a note's name: "-1 tg", "four tg", "tg 4".
  bool looks_counted() const {
    if (written_.front() == '-' || written_.front() == '+') return true;
    const std::string low = folded(written_);
    const std::size_t last = low.rfind(' ');
    if (last == std::string::npos) return false;
    const std::string_view first = std::string_view(low).substr(0, last), end = std::string_view(low).substr(last + 1);
    const bool digits = end.find_first_not_of("0123456789") == end.npos;
    return parse_kind(end).has_value() || (digits && parse_kind(first).has_value());
  }
  std::string counted_kind() {
    std::uint32_t n = 0;
    std::size_t digits = 0;
    for (; digits < written_.size() && written_[digits] >= '0' && written_[digits] <= '9'; ++digits)
      n = std::min(n * 10 + static_cast<std::uint32_t>(written_[digits] - '0'), limits::amount_max + 1);
    const std::string_view rest = bare(written_.substr(digits));
    const std::string low = folded(rest);
    const auto kind = kind_at(low, n);
    if (!kind) return tr("'{0}' is none of the goods that change hands; {1}", display(written_), goods_example());
    std::uint32_t& sum = count(goods_.counts, kind->first);
    sum = std::min(sum + n, limits::amount_max + 1);  // too many is for the rules to refuse
    // Folding keeps the number of words, so the same number of blanks is taken off.
    const auto words = std::count(low.begin(), low.begin() + static_cast<std::ptrdiff_t>(kind->second), ' ');
    std::size_t end = 0;
    for (std::ptrdiff_t i = 0; i <= words; ++i) end = std::min(rest.find(' ', i == 0 ? 0 : end + 1), rest.size());
    written_ = bare(rest.substr(end));
    return "";
  }

  std::string_view written_;
  ti4::Goods& goods_;
};

}  // namespace

Result<ti4::Goods, std::string> parse_goods(std::string_view text) {
  ti4::Goods goods;
  for (std::string_view left = text; !left.empty();) {
    const std::size_t comma = std::min(left.find(','), left.size());
    if (std::string wrong = GoodsPart(left.substr(0, comma), goods).fault(); !wrong.empty()) return wrong;
    left.remove_prefix(std::min(comma + 1, left.size()));
  }
  if (goods.notes.size() > limits::goods_named_max || goods.relics.size() > limits::goods_named_max)
    return tr("one note on each side is all that the rules allow; {}", goods_example());
  return goods;
}

Result<Label, std::string> parse_note(std::string_view text) {
  const std::string_view name = bare(text);
  if (name.find(',') != name.npos) return std::string(tr("one note at a time; a note's name has no comma"));
  return Label{std::string(name)};
}

std::optional<ti4::Kind> parse_kind(std::string_view text) {
  const std::string low = folded(bare(text));
  const auto kind = kind_at(low, 2);
  return kind && kind->second == low.size() ? std::optional(kind->first) : std::nullopt;
}

}  // namespace parley
