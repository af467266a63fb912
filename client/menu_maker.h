// How menus are put together: items judged on the table as it is. Internal to client/menu*.
#pragma once

#include "client/menu.h"

namespace parley {

class MenuMaker {
 public:
  explicit MenuMaker(const Mirror& mirror) : mirror_(mirror) {}
  Menu menu;

  const Mirror& mirror() const { return mirror_; }
  const Table& table() const { return mirror_.table(); }
  /// With a form: only what no form could help against blocks it. The sample says what the form would ask for.
  void form(const char* label, FormKind kind, const Command& sample);
  /// Without one: any refusal blocks it.
  void act(std::string label, Action action);
  /// Any seat but mine.
  Seat another() const { return Seat{static_cast<std::uint8_t>(mirror_.role().is(Seat{0}) ? 1 : 0)}; }

 private:
  const Mirror& mirror_;
};

void add_ti4_seat_items(MenuMaker& maker);
void add_ti4_host_items(MenuMaker& maker);

}  // namespace parley
