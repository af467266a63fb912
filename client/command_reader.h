// Reads the words of one command of the line mode. Internal to client/command*.
#pragma once

#include "client/command.h"
#include "client/display.h"
#include "client/translate.h"
#include "client/words.h"
#include "common/core/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <initializer_list>

namespace parley {

inline std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Reads the words of one command from left to right; the first thing that is wrong sticks.
class Reader {
 public:
  Reader(const std::vector<std::string>& words, const Table& table) : words_(words), table_(table) {}

  bool more() const { return at_ < words_.size(); }
  /// What is wrong, where more can be said than that the form is another.
  const std::string& fault() const { return fault_; }
  /// Everything was read and nothing was wrong.
  bool done() const { return !wrong_ && !more(); }
  /// Takes the word if it stands next.
  bool skip(std::string_view word) {
    if (!more() || lower(words_[at_]) != word) return false;
    ++at_;
    return true;
  }
  std::string word() {
    if (more()) return words_[at_++];
    wrong_ = true;
    return {};
  }
  /// All that is left, as one line of text in normal form.
  Line line() {
    std::string text = word();
    while (more()) text += " " + words_[at_++];
    return Line{normalised(text)};
  }
  template <class N>
  N number() {
    const std::string text = word();
    N value{};
    const char* first = text.data() + (text.starts_with('#') || text.starts_with('+') ? 1 : 0);
    const char* last = text.data() + text.size();
    const auto [at, error] = std::from_chars(first, last, value);
    if (error != std::errc{} || at != last || first == last) blame(tr("'{}' is not a number that fits here", display(text)));
    return value;
  }
  DealId deal() { return DealId{number<std::uint32_t>()}; }
  DecisionId decision() { return DecisionId{number<std::uint32_t>()}; }
  Seat seat() { return seat_named(word()); }
  /// One list of seats, and those that follow: "har,emp", also as "har emp" or "har, emp".
  SeatSet seats() {
    SeatSet set;
    bool first = true;
    const auto is_seat = [&] { return more() && words_[at_].find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ,") == std::string::npos && known(words_[at_]); };
    while (first || is_seat()) {
      first = false;
      const std::string list = word();
      for (std::size_t from = 0; from < list.size();) {
        const std::size_t comma = std::min(list.find(',', from), list.size());
        const Seat s = seat_named(list.substr(from, comma - from));
        if (wrong_) return set;
        set.insert(s);
        from = comma + 1;
      }
    }
    if (set.empty()) wrong_ = true;
    return set;
  }
  /// "atr>har", also as "atr > har".
  void pair(Seat& one, Seat& other) {
    std::string text = word();
    while (text.find('>') == std::string::npos && skip(">")) text += ">" + word();
    const std::size_t arrow = text.find('>');
    if (arrow == std::string::npos) return void(wrong_ = true);
    one = seat_named(text.substr(0, arrow));
    other = seat_named(text.substr(arrow + 1));
  }
  template <class E, std::size_t N>
  E choice(const std::array<std::pair<std::string_view, E>, N>& choices) {
    const std::string text = lower(word());
    for (const auto& [name, value] : choices)
      if (name == text) return value;
    blame(tr("'{}' is none of the words that fit here", display(text)));
    return {};
  }
  /// A value of an enumeration by its name in scripts; '-' stands for '_' too. `names` lists them where it is none.
  template <class E>
  E named(std::uint8_t first, std::uint8_t last, const std::string& names, std::string text) {
    std::replace(text.begin(), text.end(), '-', '_');
    for (std::uint8_t n = first; n <= last; ++n)
      if (name(static_cast<E>(n)) == text) return static_cast<E>(n);
    blame(tr("'{}' is none of the words that fit here: {}", display(text), names));
    return {};
  }
  dune::Phase dune_phase() {
    std::string text = lower(word());
    while (more()) text += "_" + lower(word());
    std::replace(text.begin(), text.end(), '-', '_');
    for (std::uint8_t p = 0; p <= 10; ++p)
      if (name(static_cast<dune::Phase>(p)) == text) return static_cast<dune::Phase>(p);
    blame(tr("no phase '{}'; there are {}", display(text), phase_names(table_)));
    return {};
  }
  /// The next word as it would be compared, or nothing; takes none.
  std::string peek() const { return more() ? lower(words_[at_]) : ""; }
  /// All words up to one of these, which may be none, joined by blanks.
  std::string until(std::initializer_list<std::string_view> ends) {
    std::string text;
    while (more() && std::find(ends.begin(), ends.end(), peek()) == ends.end()) text += (text.empty() ? "" : " ") + words_[at_++];
    return text;
  }
  const Table& table() const { return table_; }

  /// The first fault is told; a word that is missing altogether is told by the form.
  void blame(const std::string& fault) {
    if (!wrong_) fault_ = fault;
    wrong_ = true;
  }

 private:
  std::optional<Seat> find(std::string text) const {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return seat_of(table_, text);
  }
  bool known(const std::string& list) const { return find(list.substr(0, list.find(','))).has_value(); }
  Seat seat_named(const std::string& text) {
    const auto seat = find(text);
    if (!seat) blame(tr("no seat {}; there are {}", text.empty() ? "''" : display(text), keys(table_, table_.roster())));
    return seat.value_or(Seat{});
  }

  const std::vector<std::string>& words_;
  const Table& table_;
  std::size_t at_ = 1;
  bool wrong_ = false;
  std::string fault_;
};

// ---- the commands of TI4 --------------------------------------------------------------------------------------------------

/// "give 4 tg get Ceasefire clause sol produce 1 dreadnought now able yes": what follows the text of an offer. False where none of
/// it stands next.
bool read_settlement(Reader& reader, Record& record);

Command make_step(Reader& reader, const Mirror& mirror);
Command make_adjust_goods(Reader& reader, const Mirror& mirror);
Command make_hold(Reader& reader, const Mirror& mirror);
Command make_unhold(Reader& reader, const Mirror& mirror);
Command make_play_note(Reader& reader, const Mirror& mirror);
Command make_neighbours(Reader& reader, const Mirror& mirror);
Command make_exception(Reader& reader, const Mirror& mirror);
Command make_able(Reader& reader, const Mirror& mirror);
Command make_rule(Reader& reader, const Mirror& mirror);
Command make_kept(Reader& reader, const Mirror& mirror);
Command make_phase(Reader& reader, const Mirror& mirror);
Command make_active(Reader& reader, const Mirror& mirror);
Command make_commodity_value(Reader& reader, const Mirror& mirror);
Command make_set_neighbours(Reader& reader, const Mirror& mirror);

}  // namespace parley
