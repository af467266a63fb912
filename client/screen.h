// A grid of cells that panes draw on. What stands on it is what the terminal will show; how it gets there is the business of
// client/terminal. Everything is clipped: drawing outside an area does nothing. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

/// Colour is never the only mark: whatever it says is also said by a word.
struct Style {
  bool bold = false;
  bool dim = false;
  bool reverse = false;
  bool underline = false;
  std::optional<std::uint8_t> colour{};  // the foreground, of 256
  friend bool operator==(const Style&, const Style&) = default;
};

inline constexpr Style plain_style{};
inline constexpr Style bold_style{.bold = true};
inline constexpr Style dim_style{.dim = true};
inline constexpr Style reverse_style{.reverse = true};
inline constexpr Style alarm_style{.bold = true, .reverse = true};

struct Size {
  int rows = 0;
  int columns = 0;
  friend bool operator==(const Size&, const Size&) = default;
};
struct Place {
  int row = 0;
  int column = 0;
  friend bool operator==(const Place&, const Place&) = default;
};
struct Rect {
  Place at;
  Size size;
  bool empty() const { return size.rows <= 0 || size.columns <= 0; }
  friend bool operator==(const Rect&, const Rect&) = default;
};

/// One column. The right half of a wide character has no text and `half` set.
struct Cell {
  std::string text = " ";
  Style style;
  bool half = false;
  friend bool operator==(const Cell&, const Cell&) = default;
};

/// The signs that are ours: lines and marks, in ASCII where the terminal or the player wants no more.
struct Signs {
  std::string_view rule, bar, ellipsis, full_block;
};
const Signs& signs(bool ascii);

class Screen {
 public:
  explicit Screen(Size size, bool ascii = false);

  Size size() const { return size_; }
  const Cell& at(Place place) const;  // a place on it
  const Signs& signs() const { return *signs_; }
  /// Where the real cursor stands; the top left corner until somebody says.
  Place cursor() const { return cursor_; }
  /// A hidden cursor is one that nothing is typed at.
  bool cursor_shown() const { return cursor_shown_; }
  void set_cursor(Place place, bool shown);  // a place beyond it: the nearest on it

  /// Rows as text, without styles and trailing blanks, each ended by a line feed: for tests and for people.
  std::string text() const;

 private:
  friend class Area;
  Size size_;
  std::vector<Cell> cells_;
  const Signs* signs_;
  Place cursor_;
  bool cursor_shown_ = false;
};

/// A rectangle of a screen, with places of its own from 0.
class Area {
 public:
  explicit Area(Screen& screen) : Area(screen, {{}, screen.size()}) {}
  Area(Screen& screen, Rect rect);

  Size size() const { return rect_.size; }
  const Signs& signs() const { return screen_->signs(); }
  /// The part of this area; what reaches beyond it is cut off.
  Area part(Rect rect) const;

  /// Writes one line of text that display() has passed; returns the column after it (at most the right edge, and the same in a
  /// row that is clipped). A wide character that does not fit whole is left out, with what follows it. What has no columns is
  /// not written. Half of a wide character that is written over leaves a blank.
  int put(Place place, std::string_view text, Style style = {}) const;
  /// As put, cut with an ellipsis to `columns_max` and to the area.
  int put_cut(Place place, int columns_max, std::string_view text, Style style = {}) const;
  /// A horizontal line from a place to the right edge.
  void rule(Place place, Style style = {}) const;
  /// Another style for what stands there.
  void restyle(Rect rect, Style style) const;
  void blank() const;
  void set_cursor(Place place, bool shown = true) const;

 private:
  Cell* cell(Place place) const;
  Screen* screen_;
  Rect rect_;  // on the screen
};

}  // namespace parley
