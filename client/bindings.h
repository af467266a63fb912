// Which key means what in lists: one letter each, the same physical key in the Russian layout. The player may choose other
// letters (settings, `key.accept = A`). Arrows and the other named keys are fixed and handled where they are used.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

enum class Shortcut : unsigned char {
  down, up, last, next_need, previous_need, accept, decline, withdraw, release, offer, bribe, counter, game, seat, talk, note,
  find, filter, sort, money, log, copy, close, help, quit, question, split, rule
};
inline constexpr std::size_t shortcuts = 28;

/// The name in settings: "next_need".
std::string_view name(Shortcut shortcut);

class Bindings {
 public:
  Bindings();
  /// What a typed letter means; a Cyrillic letter stands for the Latin one on its key. Nothing where it means nothing.
  std::optional<Shortcut> shortcut(char32_t letter) const;
  char32_t letter(Shortcut shortcut) const { return letters_[static_cast<std::size_t>(shortcut)]; }
  /// The key as shown: "a".
  std::string shown(Shortcut shortcut) const;
  /// False where the name is unknown, the letter is not one printable ASCII character, or another has it.
  bool bind(std::string_view name, std::string_view letter);

 private:
  std::array<char32_t, shortcuts> letters_;
};

/// The letter that a US keyboard has where the Russian layout has this one; other letters as they are.
char32_t latin_key(char32_t letter);

}  // namespace parley
