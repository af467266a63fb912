// What frames the panes: their head rows, the title, the notice, the last result and the key hints. The last four never go away.
#pragma once

#include "client/app.h"

namespace parley {

/// What is looked at, by whom, when.
struct Sight {
  const Player& player;
  Time now;
  const Bindings& keys;
  const Mirror& mirror() const { return *player.mirror; }
  const Table& table() const { return player.mirror->table(); }
  Role role() const { return player.mirror->role(); }
};

/// The first row of a pane; returns what is left of it. The title is cut where it must be, `whole` behind it never.
Area draw_head(const Area& area, std::string_view title, bool focused, std::string_view whole = "");

struct TitleRow {
  Sight sight;
  std::size_t number;  // of the seats held, from 1
  std::size_t of;
};
void draw_title(const Area& area, const TitleRow& title);
struct NoticeRow {
  const std::vector<Player>& players;
  std::size_t current;
  std::string news;  // what somebody else just did or said; shown where there is room
  const Bindings& keys;
};
/// What needs me, or that the connection is gone, or both.
void draw_notice(const Area& area, const NoticeRow& notice);
/// In its row; what is longer stands over the rows above, so that a reason is never cut.
struct ResultRow {
  Rect row;
  const std::optional<LastResult>& result;
  const Bindings& keys;
  bool closable = true;  // false where x is a letter of a text
};
void draw_result(const Area& all, const ResultRow& result);
struct Hint {
  std::string text;
  bool possible = true;
};
void draw_hints(const Area& area, const std::vector<Hint>& hints);

}  // namespace parley
