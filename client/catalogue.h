// Which language players read, and its catalogue: what msgfmt made of client/po/LANGUAGE.po. Read here, since the C library looks
// nothing up where no locale of that language is installed; since glibc 2.39 not even for LANGUAGE in C.UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace parley {

/// "en or ru", and whether a name is one of them.
std::string languages();
bool is_language(std::string_view name);
/// "ru" of "ru_RU.UTF-8"; "en" where a locale's language has no catalogue, or its terminals other letters than ours.
std::string_view language_of_locale(std::string_view locale);

/// From here on everything is said in this language. False, and English, where its catalogue is missing or damaged.
/// `folder` is where the catalogues are: FOLDER/ru/LC_MESSAGES/parley.mo.
bool speak(std::string_view language, const std::string& folder);
/// Beside the program that runs: FOLDER for `speak`.
std::string catalogues();

/// The text in the language that is spoken, or itself where the catalogue does not have it. Lives as long as the language is spoken.
const char* translated(const char* text);
/// One or several: the language decides which form a number takes.
const char* translated(const char* one, const char* several, unsigned long number);

}  // namespace parley
