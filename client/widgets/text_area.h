// A text being written: lines, a cursor that moves by clusters, wrapping, undo, and the policy's limits. A plain model: keys in,
// text out; it neither draws nor judges what may be said.
#pragma once

#include "client/keyboard.h"
#include "client/screen.h"

#include <string>
#include <string_view>
#include <vector>

namespace parley {

class TextArea {
 public:
  struct Limits {
    std::size_t code_points = 1000;
    std::size_t lines = 20;  // 1: a single line, Enter is not taken and pasted line feeds become blanks
  };
  explicit TextArea(Limits limits) : limits_(limits) {}

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }
  std::size_t code_points() const;
  const Limits& limits() const { return limits_; }
  /// Replaces all; the cursor goes to the end, and nothing is left to undo. Cleaned and cut as a paste is.
  void set(std::string_view text);

  /// Edits; false where the key means nothing here. Letters, paste (CR and CR LF as LF, tabs as blanks; controls, what is
  /// forbidden and invisible, and what is not UTF-8 dropped; cut to the limits, between clusters), Enter (several lines only),
  /// arrows, Home, End, Backspace, Delete, ^A ^E line start and end, ^W word back, ^U line back, ^K line forward, ^Z or Alt-u
  /// undo, ^Y redo, page keys.
  /// What a limit or an end forbids is taken and does nothing; but up from the first row and down from the last are false, so
  /// that a form can go on to its next field. `width_columns` is what it is shown with: up and down move by shown rows.
  bool take(const Key& key, int width_columns);
  bool undo();
  bool redo();

  /// The rows as shown, in the order of the text: parts of text(), at most so wide (at least 2). Behind a line whose last row
  /// is full stands an empty row, for the cursor.
  std::vector<std::string_view> rows(int width_columns) const;
  /// Where the cursor stands among them: always within one of them, left of column `width_columns`. A cursor behind a full row
  /// stands at the start of the next one.
  Place cursor(int width_columns) const;
  std::size_t cursor_byte() const { return at_; }

 private:
  struct State { std::string text; std::size_t at = 0; };
  void insert(std::string_view text, bool typed);
  void erase(std::size_t from, std::size_t to);
  void keep();
  void go_to(State state);
  bool edit(const Key& key);
  bool take_control(char32_t letter);
  bool move_rows(int by, int width_columns);
  std::size_t line_start() const;
  std::size_t line_end() const;
  std::size_t word_start() const;
  std::size_t before() const;
  std::size_t behind() const;
  Limits limits_;
  std::string text_;
  std::size_t at_ = 0;  // a byte, always between clusters
  std::vector<State> past_, future_;  // the latest last
  bool typing_ = false;      // letters typed in a row are undone together
  int wanted_column_ = -1;   // while moving up and down
};

}  // namespace parley
