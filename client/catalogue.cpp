#include "client/catalogue.h"

#include "client/translate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <sstream>
#include <unordered_map>

namespace parley {
namespace {

struct Language {
  std::string_view name;
  std::size_t (*form)(unsigned long number);  // as "Plural-Forms" in its .po says
};
constexpr std::array<Language, 2> all_languages = {{
    {"en", [](unsigned long n) -> std::size_t { return n != 1; }},
    {"ru", [](unsigned long n) -> std::size_t {
       if (n % 10 == 1 && n % 100 != 11) return 0;
       return n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2;
     }},
}};

/// A .mo file: magic, revision, how many, where the originals are listed, where the translations; a list is of length and place,
/// each a little-endian number of 4 bytes, and a text ends with a zero. The forms of a number stand behind one another.
class Catalogue {
 public:
  static std::optional<Catalogue> read(std::string bytes) {
    Catalogue made;
    made.bytes_ = std::make_unique<std::string>(std::move(bytes));
    constexpr std::uint32_t magic = 0x950412de;
    if (made.number(0) != magic || made.number(4) != 0u) return std::nullopt;
    const auto count = made.number(8), originals = made.number(12), translations = made.number(16);
    if (!count || !originals || !translations) return std::nullopt;
    for (std::uint32_t i = 0; i < *count; ++i) {
      const auto original = made.text(*originals + 8ull * i), translation = made.text(*translations + 8ull * i);
      if (!original || !translation) return std::nullopt;
      if (!original->empty()) made.texts_.emplace(original->data(), *translation);  // up to the first zero: the singular
    }
    return made;
  }

  /// Form `index` of a text; nothing where there is none.
  const char* find(std::string_view original, std::size_t index) const {
    const auto found = texts_.find(original);
    if (found == texts_.end()) return nullptr;
    std::string_view forms = found->second;
    for (; index > 0; --index) {
      const std::size_t end = forms.find('\0');
      if (end == forms.npos) return nullptr;
      forms.remove_prefix(end + 1);
    }
    return forms.data();
  }

 private:
  std::optional<std::uint32_t> number(std::uint64_t at) const {
    if (at + 4 > bytes_->size()) return std::nullopt;
    std::uint32_t value = 0;
    for (std::size_t i = 4; i > 0; --i) value = value << 8 | static_cast<unsigned char>((*bytes_)[at + i - 1]);
    return value;
  }
  std::optional<std::string_view> text(std::uint64_t listed_at) const {
    const auto length = number(listed_at), at = number(listed_at + 4);
    if (!length || !at || std::uint64_t{*at} + *length >= bytes_->size() || (*bytes_)[*at + *length] != '\0') return std::nullopt;
    return std::string_view(*bytes_).substr(*at, *length);
  }

  std::unique_ptr<std::string> bytes_;  // stays where it is while the catalogue moves
  std::unordered_map<std::string_view, std::string_view> texts_;
};

struct Spoken {
  const Language* language = &all_languages[0];
  std::optional<Catalogue> catalogue;
};

/// The one thing that all words share; set at the start, as a locale is.
Spoken& spoken() {
  static Spoken it;
  return it;
}

const Language* language_named(std::string_view name) {
  const auto found = std::find_if(all_languages.begin(), all_languages.end(), [&](const Language& each) { return each.name == name; });
  return found == all_languages.end() ? nullptr : &*found;
}

}  // namespace

bool is_language(std::string_view name) { return language_named(name) != nullptr; }

std::string languages() {
  std::string out;
  for (const Language& each : all_languages) out += (out.empty() ? "" : tr(" or ")) + std::string(each.name);
  return out;
}

std::string_view language_of_locale(std::string_view locale) {
  const std::string_view name = locale.substr(0, locale.find_first_of("_.@"));
  const std::size_t dot = locale.find('.');
  const std::string_view charset = dot == locale.npos ? "UTF-8" : locale.substr(dot + 1, locale.find('@', dot) - dot - 1);
  const bool utf8 = charset == "UTF-8" || charset == "utf8" || charset == "utf-8" || charset == "UTF8";
  return utf8 && is_language(name) ? name : all_languages[0].name;
}

std::string catalogues() {
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  return (program.parent_path() / "locale").string();
}

bool speak(std::string_view language, const std::string& folder) {
  spoken() = {};
  const Language* wanted = language_named(language);
  if (!wanted) return false;
  if (wanted == &all_languages[0]) return true;  // what stands in the program
  std::ostringstream bytes;
  bytes << std::ifstream(folder + "/" + std::string(language) + "/LC_MESSAGES/parley.mo", std::ios::binary).rdbuf();
  auto catalogue = Catalogue::read(std::move(bytes).str());
  if (!catalogue) return false;
  spoken() = {wanted, std::move(catalogue)};
  return true;
}

const char* translated(const char* text) {
  const auto& catalogue = spoken().catalogue;
  const char* found = catalogue ? catalogue->find(text, 0) : nullptr;
  return found ? found : text;
}

const char* translated(const char* one, const char* several, unsigned long number) {
  const auto& catalogue = spoken().catalogue;
  const char* found = catalogue ? catalogue->find(one, spoken().language->form(number)) : nullptr;
  return found ? found : number == 1 ? one : several;
}

}  // namespace parley
