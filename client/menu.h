// Lists of things to do, each possible or dim with its reason: the game menu, the two ways to bribe, and what is said of a TI4 deal
// beside its votes. Pure.
#pragma once

#include "client/command.h"
#include "client/widgets/form.h"

#include <string>
#include <variant>
#include <vector>

namespace parley {

/// A note on a deal, to be written.
struct NoteOn { DealId deal; };

struct MenuItem {
  std::string label;
  std::variant<FormKind, Command, NoteOn> does;
  std::string blocked;  // why not now; empty where it can be done
};

struct Menu {
  enum class Kind { game, bribe, questions, ruling, remarks };
  Kind kind = Kind::game;
  DealId deal{};  // that the last three are about
  std::vector<MenuItem> items;
  std::size_t at = 0;
};

/// Everything that this role can ever do beside deals: its open decisions first.
Menu game_menu(const Mirror& mirror);
/// An offer that pays, or a payment without a deal.
Menu bribe_menu(const Mirror& mirror);
/// TI4: whether what I promise could be done right now; empty where no clause of the deal is mine.
Menu question_menu(const Mirror& mirror, DealId deal);
/// TI4: my ruling on a deal's class.
Menu ruling_menu(const Mirror& mirror, DealId deal);
/// TI4: what the other has promised me, kept or not; and a note. Only the note where nothing binds.
Menu remark_menu(const Mirror& mirror, DealId deal);
/// The same menu for the table as it is now; the cursor stays on its item, and goes to the top where that is gone.
Menu renewed(const Menu& menu, const Mirror& mirror);

}  // namespace parley
