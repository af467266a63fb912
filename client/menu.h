// Lists of things to do, each possible or dim with its reason: the game menu and the two ways to bribe. Pure.
#pragma once

#include "client/command.h"
#include "client/widgets/form.h"

#include <string>
#include <variant>
#include <vector>

namespace parley {

struct MenuItem {
  std::string label;
  std::variant<FormKind, Command> does;
  std::string blocked;  // why not now; empty where it can be done
};

struct Menu {
  enum class Kind { game, bribe };
  Kind kind = Kind::game;
  std::vector<MenuItem> items;
  std::size_t at = 0;
};

/// Everything that this role can ever do beside deals: its open decisions first.
Menu game_menu(const Mirror& mirror);
/// An offer that pays, or a payment without a deal.
Menu bribe_menu(const Mirror& mirror);
/// The same menu for the table as it is now; the cursor stays on its item, and goes to the top where that is gone.
Menu renewed(const Menu& menu, const Mirror& mirror);

}  // namespace parley
