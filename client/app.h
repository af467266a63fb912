// What the screen is about: the seats held in this client, what is selected, what is being written or asked, and what was sent.
// Keys, events and time in; a screen and effects out. No terminal, no sockets, no files: whoever runs it does what the effects say.
#pragma once

#include "client/chronicle.h"
#include "client/link_event.h"
#include "client/keyboard.h"
#include "client/layout.h"
#include "client/menu.h"
#include "client/pages/lines.h"
#include "client/screen.h"
#include "client/settings.h"
#include "client/view.h"
#include "client/widgets/form.h"
#include "client/widgets/list.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace parley {

// ---- effects ----------------------------------------------------------------------------------------------------------------

/// To be asked on the link of a player; `asked` is to be called with the id that it got.
struct AskServer {
  std::size_t player;
  Version seen;
  Command command;
};
struct Quit {};
struct Suspend {};
struct Repaint {};
struct Ring {};
struct Copy {
  std::string text;
};
using Effect = std::variant<AskServer, Quit, Suspend, Repaint, Ring, Copy>;

// ---- state ------------------------------------------------------------------------------------------------------------------

/// A role held in this client.
struct Player {
  enum class Standing { connecting, live, lost, closed };
  const Mirror* mirror = nullptr;
  std::string role;  // as printed: ATR
  Standing standing = Standing::connecting;
  std::string why{};                       // it is lost or closed
  Chronicle chronicle{};
  std::map<RequestId, Action> asked{};     // sent in this run, not answered
  std::string draft{};                     // of an offer, from disk, until the table is known
  std::optional<Form> offer{};             // the offer form, always there once the table is
  std::map<FormKind, Form> kept{};         // other forms that were left or sent, until they are done
  std::vector<Need> needs{};               // as last looked at
  std::map<Role, Time> left{};             // who was seen to go, and when
};

enum class Pane : std::uint8_t { ledger, pending, releases, detail, talk, log, form };

// What the keys go to. Browsing: the panes.
struct Browsing {};
struct Jumping { std::string digits; };
struct Finding { TextArea words; };
struct Writing {
  std::optional<Form> other{};       // nothing: the player's offer
  bool throwing = false;             // its draft, if ^R comes once more
};
struct Choosing { Menu menu; };
struct Reading {
  enum class What { help, deal, money, log } what = What::help;
  int top = 0;
};
struct Prompting {
  std::vector<Command> commands;     // one; where an offer is split, also the two that take its place
  Version seen;
  std::vector<std::string> shown;    // what follows from a yes, when it was last looked at
  std::string changed;               // since then; must be looked at before a yes counts
  int top = 0;
  int read = 0;                      // rows shown so far without a gap
  bool drawn = false;                // a yes counts only to a question that was on the screen
  std::optional<Writing> back{};     // a no leads there
};
using Mode = std::variant<Browsing, Jumping, Finding, Writing, Choosing, Reading, Prompting>;

struct LastResult {
  std::string text;
  bool bad = false;
};

class App {
 public:
  App(Settings settings, Size size);

  // ---- in -----------------------------------------------------------------------------------------------------------------
  /// A role is held, as printed; its index. `mirror` outlives the app; `chronicle` holds what is in the mirror already; `draft` as it was
  /// kept on disk.
  std::size_t add_player(const Mirror& mirror, std::string role, Chronicle chronicle = {}, std::string draft = "");
  void event(std::size_t player, const LinkEvent& event);
  /// AskServer was carried out.
  void asked(std::size_t player, RequestId id, const Action& action);
  void key(const Key& key);
  void resize(Size size);
  void tick(Time now);
  /// Nothing was typed for a moment: counts are brought up to date.
  void pause();

  // ---- out ----------------------------------------------------------------------------------------------------------------
  std::vector<Effect> take_effects() { return std::exchange(effects_, {}); }
  Screen draw();
  /// "(2) parley arrakis".
  std::string title() const;
  /// The offer that is being written, for the disk; empty where there is none.
  std::string draft(std::size_t player) const;
  /// Every player is live or has failed: there is something to show.
  bool ready() const;

 private:
  // app.cpp: events and what follows from them
  void on(Player& player, const Applied& applied);
  void on(Player& player, const Reply& reply);
  void on(Player& player, const BecameLive& live);
  void on(Player& player, const PresenceChanged& presence);
  void on(Player& player, const Lost& lost);
  void on(Player& player, const Closed& closed);
  void settle();            // lists, forms, menus and prompts follow the table
  void settle_prompt();
  std::vector<std::string> shown_by(const Prompting& prompting) const;
  void notice_needs();
  void say(std::string text, bool bad = false);

  // app_keys.cpp: what keys do
  void key(Browsing&, const Key& key);
  void key(Jumping& jumping, const Key& key);
  void key(Finding& finding, const Key& key);
  void key(Writing& writing, const Key& key);
  void leave(Form& form, bool other);
  void key(Choosing& choosing, const Key& key);
  void key(Reading& reading, const Key& key);
  void key(Prompting& prompting, const Key& key);
  void shortcut(Shortcut shortcut);
  void move(long by);
  void focus_next(int by);
  void open_selected();
  void open_listed();

  // app_actions.cpp: what is asked of the server
  void consider(std::vector<Command> commands, std::optional<Writing> back = std::nullopt);
  void on_deal(Action action);
  void send(const Command& command, Version seen);
  void send_form(Writing& writing);
  void answer(Prompting& prompting, bool yes);
  void choose(const MenuItem& item);
  void write(FormKind kind, DealId about = {});
  void counter();
  void write_note(DealId deal);
  void say_of_deal(Menu menu, const char* otherwise);
  void split();
  void write_clause();
  void next_need(int by);
  void next_seat();
  void select_deal(DealId deal);
  bool nothing_to_act_on();

  // app_draw.cpp
  void draw_panes(Screen& screen);
  void draw_over(Screen& screen);
  std::string news() const;
  void draw_too_small(Screen& screen) const;
  int prompt_rows() const;
  Lines reading_lines(const Reading& reading, int width_columns) const;

  Player& me() { return players_.at(current_); }
  const Player& me() const { return players_.at(current_); }
  const Table& table() const { return me().mirror->table(); }
  DealId selected() const;
  Form* form();
  /// A clause is being written; it goes into the offer.
  bool writing_clause();
  bool docked() const { return layout_.size_class == SizeClass::wide; }
  Rect form_place() const;
  Rect detail_place() const;

  Settings settings_;
  Size size_;
  Layout layout_;
  Time now_;
  std::vector<Player> players_;
  std::size_t current_ = 0;
  Mode mode_;
  Pane focus_ = Pane::ledger;
  LedgerWish wish_;
  std::vector<std::uint64_t> ledger_, pending_, releases_;  // rows as listed
  List ledger_list_, pending_list_, releases_list_;
  DealId opened_;                                           // in the detail pane
  int detail_top_ = 0, log_back_ = 0, talk_back_ = 0;
  std::size_t counted_ = 0;                                 // characters, as last shown
  std::optional<LastResult> result_;
  std::vector<Effect> effects_;
};

}  // namespace parley
