// A line of a text file as words: separated by spaces, "quoted text" is one word, ` #` starts a comment.
// In quotes: \n, \", \\ and \u{200B}.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace parley::test {

/// The file says what cannot be understood.
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Words {
 public:
  explicit Words(std::string_view line);

  bool done() const { return at_ == words_.size(); }
  /// The next word, or "" at the end.
  std::string peek() const { return done() ? std::string() : words_[at_]; }
  std::string next();
  std::int64_t number();
  /// Takes the word where it comes next.
  bool take(std::string_view word);
  void expect_end() const;
  /// What is left, joined by single spaces.
  std::string rest();

 private:
  std::vector<std::string> words_;
  std::size_t at_ = 0;
};

/// "HAR,EMP" as two.
std::vector<std::string> split(std::string_view list, char separator);

}  // namespace parley::test
