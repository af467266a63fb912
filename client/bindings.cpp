#include "client/bindings.h"

#include <algorithm>

namespace parley {
namespace {

struct Default {
  Shortcut shortcut;
  std::string_view name;
  char32_t letter;
};
constexpr std::array<Default, shortcuts> defaults = {{
    {Shortcut::down, "down", U'j'}, {Shortcut::up, "up", U'k'}, {Shortcut::last, "last", U'G'},
    {Shortcut::next_need, "next_need", U'n'}, {Shortcut::previous_need, "previous_need", U'N'},
    {Shortcut::accept, "accept", U'a'}, {Shortcut::decline, "decline", U'd'}, {Shortcut::withdraw, "withdraw", U'w'},
    {Shortcut::release, "release", U'r'}, {Shortcut::offer, "offer", U'o'}, {Shortcut::bribe, "bribe", U'b'},
    {Shortcut::counter, "counter", U'c'}, {Shortcut::game, "game", U'g'}, {Shortcut::seat, "seat", U's'},
    {Shortcut::talk, "talk", U't'}, {Shortcut::note, "note", U'm'}, {Shortcut::find, "find", U'/'},
    {Shortcut::filter, "filter", U'f'}, {Shortcut::sort, "sort", U'S'}, {Shortcut::money, "money", U'v'},
    {Shortcut::log, "log", U'l'}, {Shortcut::copy, "copy", U'y'}, {Shortcut::close, "close", U'x'},
    {Shortcut::help, "help", U'?'}, {Shortcut::quit, "quit", U'q'},
    {Shortcut::question, "question", U'e'}, {Shortcut::split, "split", U'p'}, {Shortcut::rule, "rule", U'u'},
}};
static_assert([] {
  for (std::size_t i = 0; i < shortcuts; ++i)
    if (static_cast<std::size_t>(defaults[i].shortcut) != i) return false;
  return true;
}());

// The Russian layout (ЙЦУКЕН) over the US one, both read along the rows of keys.
constexpr std::u32string_view russian = U"йцукенгшщзхъфывапролджэячсмитьбю.ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,";
constexpr std::u32string_view american = U"qwertyuiop[]asdfghjkl;'zxcvbnm,./QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>?";
static_assert(russian.size() == american.size());

}  // namespace

std::string_view name(Shortcut shortcut) { return defaults[static_cast<std::size_t>(shortcut)].name; }

char32_t latin_key(char32_t letter) {
  const std::size_t at = russian.find(letter);
  return at == russian.npos ? letter : american[at];
}

Bindings::Bindings() {
  for (std::size_t i = 0; i < shortcuts; ++i) letters_[i] = defaults[i].letter;
}

std::optional<Shortcut> Bindings::shortcut(char32_t letter) const {
  for (const char32_t meant : {letter, latin_key(letter)}) {
    const auto found = std::find(letters_.begin(), letters_.end(), meant);
    if (found != letters_.end()) return static_cast<Shortcut>(found - letters_.begin());
  }
  return std::nullopt;
}

std::string Bindings::shown(Shortcut shortcut) const { return std::string(1, static_cast<char>(letter(shortcut))); }

bool Bindings::bind(std::string_view wanted, std::string_view letter) {
  if (letter.size() != 1 || letter[0] <= ' ' || letter[0] > '~' || (letter[0] >= '0' && letter[0] <= '9')) return false;
  const auto c = static_cast<char32_t>(letter[0]);
  for (const Default& known : defaults) {
    if (known.name != wanted) continue;
    const auto taken = std::find(letters_.begin(), letters_.end(), c);
    if (taken != letters_.end() && taken != letters_.begin() + static_cast<long>(known.shortcut)) return false;
    letters_[static_cast<std::size_t>(known.shortcut)] = c;
    return true;
  }
  return false;
}

}  // namespace parley
