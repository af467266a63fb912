// One of several, or several of several. What cannot be chosen stays visible with its reason.
#pragma once

#include "client/keyboard.h"

#include <optional>
#include <string>
#include <vector>

namespace parley {

struct Option {
  std::string label;
  std::string blocked;  // why it cannot be chosen; empty where it can
};

class Choice {
 public:
  enum class Kind { one, several };
  Choice(Kind kind, std::vector<Option> options);

  Kind kind() const { return kind_; }
  const std::vector<Option>& options() const { return options_; }
  std::size_t at() const { return at_; }               // where the cursor stands
  bool chosen(std::size_t index) const { return chosen_.at(index); }
  /// The chosen one (the first of several), or nothing.
  std::optional<std::size_t> first() const;
  void choose(std::size_t index, bool on = true);      // of kind one: takes it from the others, and the cursor goes there
  /// New reasons; what was chosen stays chosen, also where it is blocked now (it is the check that refuses, not the form).
  void block(std::size_t index, std::string why) { options_.at(index).blocked = std::move(why); }

  /// Of kind several: the cursor goes to the first option that can be chosen, or stays where none can. (Of kind one it is moved to
  /// choose.)
  void go_to_first_free();

  /// What happened with a key.
  enum class Took { nothing, moved, changed, blocked };
  /// Left and right move (kind one: and choose, skipping what is blocked); blank, Enter or 'x' toggles what stands at the
  /// cursor (kind one: chooses it; what is chosen and blocked can be taken back); a letter goes to the next option that begins
  /// with it, in either case (kind one: and chooses it). `blocked`: the key was ours but options()[at()].blocked says why not.
  /// `nothing` also at an end, and where one is chosen that is chosen.
  Took take(const Key& key);

 private:
  Took step(int by);
  Took go_to_letter(char32_t letter);
  Took arrive(std::size_t index);
  Took toggle();

  Kind kind_;
  std::vector<Option> options_;
  std::vector<bool> chosen_;
  std::size_t at_ = 0;
};

}  // namespace parley
