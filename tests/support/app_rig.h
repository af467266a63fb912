// The screen without a terminal or a server: a table, one app on it with the roles it holds, keys in and screens out. What the app
// asks for is judged and committed at once, or kept until `answer`. Commands for other roles are written as in the line mode.
#pragma once

#include "client/app.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace parley::test {

struct RigOptions {
  Size size{24, 80};
  std::vector<std::string> roles{"ATR"};
  std::vector<std::string> seats{"ATR", "HAR", "EMP", "FRE", "GLD", "BG"};
  dune::Mode mode = dune::Mode::advanced;
  std::optional<Rules> rules{};   // of another game than Dune
  bool ascii = false;
  bool answers = true;   // what is asked is committed or refused at once
};

class AppRig {
 public:
  explicit AppRig(RigOptions options = {});

  App& app() { return *app_; }
  const Table& server() const { return server_; }
  const Mirror& mirror(std::size_t player = 0) const { return *mirrors_[player]; }

  /// "ATR: offer har,emp \"I leave\" bribe atr>har 3", one a line: committed, or the test ends.
  void play(std::string_view lines);
  /// Letters as they are; <enter> <tab> <backtab> <esc> <up> <down> <left> <right> <home> <end> <pgup> <pgdn> <back> <del>, <^x> for ^X,
  /// <paste:text>, "<lt>" for "<".
  void keys(std::string_view typed);
  /// The screen as text.
  std::string screen();
  std::string row(int row);
  bool shows(std::string_view text) { return screen().find(text) != std::string::npos; }
  Screen draw() { return app_->draw(); }

  /// Effects that are no requests, since the last call.
  std::vector<Effect> effects() { return std::exchange(effects_, {}); }
  /// Requests that wait, where the rig does not answer by itself.
  std::size_t waiting() const { return waiting_.size(); }
  void answer();
  void lose_connection();
  void find_connection();
  void resize(Size size) { app_->resize(size); }
  void minutes(std::uint64_t count);

 private:
  struct Asked { std::size_t player; Act act; };
  Verdict ask(Role role, const Request& request);
  void commit(Role role, const Action& action, const Secret& secret);
  void deliver(std::size_t player, const ServerMessage& message);
  void go_live(std::size_t player);
  void carry_out();
  void settle(const Asked& asked);

  RigOptions options_;
  Table server_;
  std::vector<std::unique_ptr<Mirror>> mirrors_;
  std::vector<std::unique_ptr<Mirror>> others_;  // one for every role, to read commands with
  std::unique_ptr<App> app_;
  Hash chain_{};
  Time now_{1'764'500'000};
  std::deque<Asked> waiting_;
  std::vector<Effect> effects_;
};

/// SOL, HAC, XXC and J-N at a TI4 table, in the action phase of round 1; ARI, BEA and CLE at an open one, in play.
RigOptions ti4_table(Size size = {24, 80}, std::vector<std::string> roles = {"SOL"});
RigOptions open_table(Size size = {24, 80}, std::vector<std::string> roles = {"ARI"});

/// A TI4 table in mid-turn: a deal of every class, an exchange made, a question, rulings, a kept promise.
std::string_view middle_of_a_turn();
/// An open table with a few deals.
std::string_view a_few_deals();

/// A table in mid-game: open offers, a standing release request, paid bribes, a diversion, a decision, talk.
std::string_view middle_of_a_game();
/// The same, as Russian players would write.
std::string_view middle_of_a_game_in_russian();
std::string_view middle_of_a_turn_in_russian();
std::string_view a_few_deals_in_russian();

}  // namespace parley::test
