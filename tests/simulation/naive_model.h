// A second Dune table, written from RULES-DUNE.md alone: slow, obvious, and sharing no code and no idea with common/core.
// Numbers are plain, names are strings, and for the fence it remembers everything that ever changed, and when.
// It knows no refusal order but the list of names: every complaint is collected, the first of the list is told.
// It never includes a header of the product.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace naive {

using Money = long long;

enum Phase { setup, storm, spice_blow, charity, bidding, revival, shipment, battle, spice_collection, mentat_pause, over };

/// The name of what changes: "purse 3".
std::string numbered(const std::string& what, int number);

/// A request in plain words; every verb uses the fields it needs.
struct Wish {
  std::string who = "seat";  // seat, host, server, viewer
  int seat = 0;              // of a seat
  std::string verb;
  int seen = 0;
  int deal = 0;
  int decision = 0;
  std::string answer;        // divert, allow, yes, no, done
  std::set<int> parties;     // offer
  int answers = 0;
  bool bribe = false;
  int payer = 0;
  int recipient = 0;
  Money amount = 0;          // gross, bid, adjustment
  std::string text;          // terms, note, question, reason
  bool no_text = false;      // a direct bribe without a note
  int to = 0;                // the other seat; -1 for nobody (bureaucrat)
  int other = 0;             // the second ally
  bool on = false;           // AI, inflation, alive, hajr played, correct
  int turn = 0;
  int phase = 0;
  std::string player;        // seated
  int key = 0;
  int epoch = 0;
};

/// One line for a person who reads a failed run.
std::string in_words(const Wish& wish);

struct Seat {
  std::string faction, player;
  int key = 0;               // 0: nobody ever held it
  int epoch = 0;
  bool vacant = true, ai = false, departed = false, hajr = false;
  int ally = -1, moved_turn = -1, asked_turn = -1;
  Money on_hand = 0, deferred = 0, bid = 0;
};

struct Note {
  int seat = 0, version = 0;
  std::string text;
};

struct Deal {
  int proposer = 0;
  std::set<int> parties;
  std::string text;
  int answers = 0;
  bool bribe = false;
  int payer = 0, recipient = 0;
  Money gross = 0, received = -1;  // -1: nothing reached anybody yet
  std::string state = "open";      // open, active, declined, withdrawn, released
  std::set<int> consents, lapsed, requests;
  int declined_by = -1;
  int offered_version = 0, offered_turn = 0, offered_phase = 0;
  std::vector<Note> notes;
};

struct Decision {
  int owner = 0, opened = 0;
  std::string kind;                // diversion, question, plain
  int deal = 0, payer = 0, recipient = 0, asker = 0;
  Money gross = 0;
  std::string text;
};

struct Change {
  int version;
  std::string what;                // "alliance 2", "phase", "purse 3"
  std::string by;                  // "seat 3", "host", "server"
};

class Model {
 public:
  Model(const std::vector<std::string>& factions, bool advanced, Money bureaucrat_min);

  /// The name of the refusal, or "ok".
  std::string verdict(const Wish& wish) const;
  /// Does what was found "ok", as the next version.
  void perform(const Wish& wish);
  /// All money there is, wherever it is: the same for ever [A4].
  Money sum() const;

  bool advanced;
  Money bureaucrat_min;
  int version = 0, turn = 0, phase = setup, last_collected = 0;
  bool inflation = false;
  Money bank = 0, outside = 0;
  std::vector<Seat> seats;
  std::map<int, Deal> deals;
  std::map<int, Decision> decisions;
  int last_decision = 0;
  int bureaucrat = -1;
  bool bureaucrat_alive = false;
  int used_turn = 0, used_phase = 0;
  std::vector<Change> history;

  bool in_play() const { return phase != setup && phase != over; }
  bool exists(int seat) const { return seat >= 0 && seat < static_cast<int>(seats.size()); }
  bool acts(int seat) const { return exists(seat) && !seats.at(seat).ai && !seats.at(seat).departed; }

 private:
  using Wrong = std::set<std::string>;
  bool may_use(const Wish& w) const;
  bool changed(int seen, const std::string& what, const std::string& but_by = "") const;
  bool money_context_changed(int seen) const;
  bool seats_changed(int seen, const std::set<int>& who) const;
  bool any_allied(const std::set<int>& who) const;
  void complain_about_deals(const Wish& w, Wrong& wrong) const;
  void complain_about_decisions(const Wish& w, Wrong& wrong) const;
  void complain_about_money(const Wish& w, Wrong& wrong) const;
  void complain_about_the_game(const Wish& w, Wrong& wrong) const;
  void perform_deals(const Wish& w);
  void perform_money(const Wish& w);
  void perform_host(const Wish& w);
  void note_change(const std::string& what);
  void move_to(int new_turn, int new_phase, bool collects);
  void pay(int payer, int recipient, Money gross, int deal);
  void take_from(int seat, Money amount);
  void settle(int decision, bool divert);
  void allow_what_it_owns(int seat);
  void release_if_all_asked(Deal& deal);
  int open_decision(Decision decision);
  void close_decision(int id);

  std::string actor_;              // of the commit being performed
};

}  // namespace naive
