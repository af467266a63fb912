// What the line mode prints on: lines wrapped at words to the terminal's width, 80 columns where that is not known. In a
// terminal a prompt stands below them and comes back after each. Nothing but letters, blanks, line feeds and carriage returns
// is written, so that it serves every terminal.
#pragma once

#include <string>
#include <string_view>

namespace parley {

class Paper {
 public:
  explicit Paper(int width_columns = 0) : width_columns_(width_columns) {}

  /// As told to the constructor, else the terminal's.
  int width() const;
  /// `text` has passed display(). What continues a line keeps its indent.
  void print(std::string_view text);
  /// Shows a prompt, where none stands.
  void prompt(const std::string& text);
  /// Enter has ended the prompt's line.
  void entered() { prompt_stands_ = false; }
  /// The program ends: what comes next begins on a line of its own.
  void leave();

 private:
  int width_columns_;
  bool prompt_stands_ = false;
};

}  // namespace parley
