// A language while it lives, in a locale that can show its letters; behind it English and the locale C.
#pragma once

#include "client/catalogue.h"
#include "tests/support/catch.h"

#include <clocale>
#include <string_view>

namespace parley::test {

class Speaking {
 public:
  explicit Speaking(std::string_view language) {
    std::setlocale(LC_ALL, "C.UTF-8");
    REQUIRE(speak(language, PARLEY_CATALOGUES));
  }
  ~Speaking() {
    speak("en", PARLEY_CATALOGUES);
    std::setlocale(LC_ALL, "C");
  }
  Speaking(const Speaking&) = delete;
  Speaking& operator=(const Speaking&) = delete;
};

}  // namespace parley::test
