#include "client/widgets/choice.h"

#include "client/bindings.h"
#include "common/core/utf8.h"

#include <wctype.h>

#include <string_view>
#include <utility>

namespace parley {
namespace {

char32_t lower(char32_t c) { return static_cast<char32_t>(::towlower(static_cast<wint_t>(c))); }

bool begins_with(std::string_view label, char32_t letter) {
  char32_t first = 0;
  return take_code_point(label, first) && lower(first) == lower(letter);
}

bool toggles(const Key& key) {
  return key.kind == Key::Kind::enter || key == Key::text(U' ') || key == Key::text(U'x');
}

}  // namespace

Choice::Choice(Kind kind, std::vector<Option> options)
    : kind_(kind), options_(std::move(options)), chosen_(options_.size(), false) {}

std::optional<std::size_t> Choice::first() const {
  for (std::size_t i = 0; i < chosen_.size(); ++i)
    if (chosen_[i]) return i;
  return std::nullopt;
}

void Choice::choose(std::size_t index, bool on) {
  if (kind_ == Kind::one && on) {
    chosen_.assign(chosen_.size(), false);
    at_ = index;
  }
  chosen_.at(index) = on;
}

void Choice::go_to_first_free() {
  if (kind_ == Kind::one) return;
  for (std::size_t i = 0; i < options_.size(); ++i)
    if (options_[i].blocked.empty()) {
      at_ = i;
      return;
    }
}

Choice::Took Choice::take(const Key& key) {
  if (options_.empty()) return Took::nothing;
  if (key.kind == Key::Kind::left) return step(-1);
  if (key.kind == Key::Kind::right) return step(1);
  if (toggles(key)) return toggle();
  if (key.kind != Key::Kind::text) return Took::nothing;
  const Took took = go_to_letter(key.letter);
  return took == Took::nothing ? go_to_letter(latin_key(key.letter)) : took;  // keys of seats are Latin
}

Choice::Took Choice::step(int by) {
  const auto there = [&](std::size_t index) { return by < 0 ? index > 0 : index + 1 < options_.size(); };
  for (std::size_t index = at_; there(index);) {
    index = by < 0 ? index - 1 : index + 1;
    if (kind_ == Kind::several || options_[index].blocked.empty()) return arrive(index);
  }
  return Took::nothing;
}

Choice::Took Choice::go_to_letter(char32_t letter) {
  for (std::size_t i = 1; i <= options_.size(); ++i) {
    const std::size_t index = (at_ + i) % options_.size();
    if (begins_with(options_[index].label, letter)) return arrive(index);
  }
  return Took::nothing;
}

Choice::Took Choice::arrive(std::size_t index) {
  at_ = index;
  if (kind_ == Kind::several || chosen_[index]) return Took::moved;
  return toggle();
}

Choice::Took Choice::toggle() {
  const bool on = chosen_[at_];
  if (on && kind_ == Kind::one) return Took::nothing;
  if (!on && !options_[at_].blocked.empty()) return Took::blocked;
  choose(at_, !on);
  return Took::changed;
}

}  // namespace parley
