// The tables behind text.cpp, which alone includes this: scripts of names, look-alikes, reserved words.
// utf8proc knows no scripts and no confusables. Code points are written as numbers, because the eye is what they fool.
// A row may be added; to take a letter away from names is a new rule for new names only [P-D5].
#pragma once

#include <string_view>

namespace parley {

struct RefusedRange {
  char32_t first, last;
  std::string_view why;
};

/// Refused although its category would pass: it is blank, stands for something absent, or only joins with a neighbour.
/// Conjoining jamo take no column of their own, and NFC writes today's Korean without them.
inline constexpr RefusedRange kRefused[] = {
    {0x1160, 0x11FF, "jamo"},        {0x20E3, 0x20E3, "emoji"},       {0x2800, 0x2800, "invisible"},
    {0xD7B0, 0xD7FF, "jamo"},        {0xFFFC, 0xFFFD, "replacement"}, {0x13441, 0x13442, "invisible"},
    {0x1D159, 0x1D159, "invisible"}, {0x1F1E6, 0x1F1FF, "emoji"},     {0x1F3FB, 0x1F3FF, "emoji"},
};

enum class Script { none, latin, greek, cyrillic, armenian, georgian, hebrew, arabic, devanagari, thai, hangul, han };

struct ScriptRange {
  char32_t first, last;
  Script script;
};

/// Letters and marks that names are written in, by today's orthographies. Left out on purpose: phonetic, historic,
/// fullwidth and mathematical letters and the Arabic tatweel (look-alikes), bare jamo. Kana and bopomofo count as Han.
inline constexpr ScriptRange kScripts[] = {
    {0x0041, 0x005A, Script::latin},    {0x0061, 0x007A, Script::latin},      {0x00C0, 0x017F, Script::latin},
    {0x018F, 0x018F, Script::latin},    {0x01A0, 0x01A1, Script::latin},      {0x01AF, 0x01B0, Script::latin},
    {0x01CD, 0x01DC, Script::latin},    {0x01DE, 0x01F0, Script::latin},      {0x01F4, 0x01F5, Script::latin},
    {0x01F8, 0x021B, Script::latin},    {0x021E, 0x021F, Script::latin},      {0x0226, 0x0233, Script::latin},
    {0x0259, 0x0259, Script::latin},    {0x0386, 0x03CE, Script::greek},      {0x0400, 0x045F, Script::cyrillic},
    {0x048A, 0x052F, Script::cyrillic}, {0x0531, 0x0556, Script::armenian},   {0x0561, 0x0587, Script::armenian},
    {0x0591, 0x05F2, Script::hebrew},   {0x0610, 0x063F, Script::arabic},     {0x0641, 0x06FF, Script::arabic},
    {0x0750, 0x077F, Script::arabic},   {0x0900, 0x097F, Script::devanagari}, {0x0E01, 0x0E4E, Script::thai},
    {0x10D0, 0x10FF, Script::georgian}, {0x1C90, 0x1CBF, Script::georgian},   {0x1E00, 0x1EFF, Script::latin},
    {0x1F00, 0x1FFF, Script::greek},    {0x3005, 0x3007, Script::han},        {0x3041, 0x30FF, Script::han},
    {0x3105, 0x312F, Script::han},      {0x3400, 0x9FFF, Script::han},        {0xAC00, 0xD7A3, Script::hangul},
    {0x20000, 0x323AF, Script::han}};

struct LookAlikes {
  char32_t plain;
  std::u32string_view looks;
};

/// Applied after case folding and NFKD without marks, so only small letters stand here. Where a Greek or Cyrillic
/// letter looks like two Latin ones, its capital decides (nu is n, upsilon is y).
inline constexpr LookAlikes kLookAlikes[] = {
    {U'a', U"\u0430\u03B1\u0251"},
    {U'b', U"\u0432\u044C\u03B2\u0185\u0253"},
    {U'c', U"\u0441\u04AB"},
    {U'd', U"\u0501\u0111\u0257"},
    {U'e', U"\u0435\u03B5\u025B"},
    {U'f', U"\u0192"},
    {U'g', U"\u050D\u0581\u0261"},
    {U'h', U"\u043D\u04BB\u04A3\u03B7\u0570\u0127\u045B"},
    {U'i', U"\u0456\u03B9\u0131\u0269"},
    {U'j', U"\u0458\u03F3\u0575"},
    {U'k', U"\u043A\u049B\u03BA\u0138"},
    {U'l', U"1|\u04CF\u0142\u01C0"},
    {U'm', U"\u043C\u03BC"},
    {U'n', U"\u043F\u03BD\u0578\u057C"},
    {U'o', U"0\u043E\u04E9\u0473\u03BF\u03C3\u0585\u00F8\u0275"},
    {U'p', U"\u0440\u03C1"},
    {U'q', U"\u051B\u0566"},
    {U'r', U"\u0433\u0491"},
    {U's', U"\u0455"},
    {U't', U"\u0442\u03C4\u0167"},
    {U'u', U"\u057D"},
    {U'v', U"\u0475"},
    {U'w', U"\u051D\u0461\u03C9"},
    {U'x', U"\u0445\u04B3\u03C7"},
    {U'y', U"\u0443\u04AF\u03C5\u03B3"},
    {U'z', U"\u03B6"},
    {U'3', U"\u0437\u04E1"},
    {U'\u0643', U"\u06A9"},        // Arabic kaf
    {U'\u0647', U"\u06BE\u06C1"},  // heh
    {U'\u064A', U"\u0649\u06CC"},  // yeh
    {U'\u3078', U"\u30D8"},        // he, in both kana
    {U'\u308A', U"\u30EA"},        // ri
    {U'\u4E00', U"\u30FC"},        // one, and the long-vowel mark
    {U'\u4E8C', U"\u30CB"},        // two, and ni
    {U'\u516B', U"\u30CF"},        // eight, and ha
    {U'\u529B', U"\u30AB"},        // power, and ka
    {U'\u535C', U"\u30C8"},        // divination, and to
    {U'\u53E3', U"\u30ED"},        // mouth, and ro
    {U'\u5915', U"\u30BF"},        // evening, and ta
    {U'\u5DE5', U"\u30A8"},        // work, and e
};

struct PairFold {
  char32_t first, second, looks;
};

/// Two letters that read as one in many fonts.
inline constexpr PairFold kPairs[] = {{U'r', U'n', U'm'}, {U'v', U'v', U'w'}, {U'c', U'l', U'd'}};

/// Words of the program and names of the factions (RULES-DUNE Factions): no player may be called so.
inline constexpr std::string_view kReserved[] = {"server",
                                                 "host",
                                                 "viewer",
                                                 "system",
                                                 "parley",
                                                 "admin",
                                                 "nobody",
                                                 "everyone",
                                                 "all",
                                                 "ATR",
                                                 "BG",
                                                 "EMP",
                                                 "FRE",
                                                 "GLD",
                                                 "HAR",
                                                 "IX",
                                                 "BT",
                                                 "CHO",
                                                 "RIC",
                                                 "ECA",
                                                 "MOR",
                                                 "Atreides",
                                                 "Bene Gesserit",
                                                 "Emperor",
                                                 "Fremen",
                                                 "Guild",
                                                 "Spacing Guild",
                                                 "Harkonnen",
                                                 "Ixians",
                                                 "Tleilaxu",
                                                 "CHOAM",
                                                 "Richese",
                                                 "Ecaz",
                                                 "Moritani",
                                                 "Атрейдесы",
                                                 "Бене Гессерит",
                                                 "Император",
                                                 "Фремены",
                                                 "Гильдия",
                                                 "Харконнены",
                                                 "Иксианцы",
                                                 "Тлейлаксу"};

/// Names of people that only the folding of i and l makes look like a reserved word.
inline constexpr std::string_view kNotReserved[] = {"Ali", "ALI", "ali"};

}  // namespace parley
