// Locales for tests that look at text as a terminal shows it.
#pragma once

#include <clocale>

namespace parley::test {

/// As long as it lives, every character that a terminal can show is showable.
struct Utf8 {
  Utf8() { std::setlocale(LC_ALL, "C.UTF-8"); }
  ~Utf8() { std::setlocale(LC_ALL, "C"); }
};

}  // namespace parley::test
