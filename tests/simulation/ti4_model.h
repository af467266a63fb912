// A second Twilight Imperium table, written from RULES-TI4.md alone: slow, obvious, and sharing no code and no idea with
// common/core. Names are strings, numbers are plain; every complaint is collected, the first of the list is told.
// It never includes a header of the product.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace naive_ti4 {

using Goods = std::map<std::string, long long>;  // by kind; a note is a kind of its own: "note Ceasefire"

struct Clause {
  int actor = 0;
  std::string verb, item, when = "now", contingent = "nothing", able = "unknown";
  int quantity = 1;
  bool refrains = false;
};

/// A request in plain words; every verb uses the fields it needs.
struct Wish {
  std::string who = "seat", verb, text = "text";
  int seat = 0, seen = 0;
  int deal = 0, decision = 0, answers = 0, clause = 0;
  std::set<int> parties;
  bool exchange = false, bribe = false;
  Goods gives, gets;
  std::vector<Clause> clauses;
  std::string as;            // the class of an acceptance or a ruling
  std::string word;          // answer, able, step, kind, phase
  std::string note;          // of a hand
  bool hidden = false;       // its name is a secret
  int to = 0, other = 0;     // other seats; -1: none
  long long amount = 0;
  bool on = false;
  int round = 0, agenda = -1;
  int key = 0, epoch = 0;
};

std::string in_words(const Wish& wish);

/// What a test of the page says of a clause, the exchange, the whole.
struct Mark {
  int clause = 0;            // 0: the exchange, or nothing at all
  char is = '?';             // B N ? X
  std::string why;           // the code in scripts
  int stated_by = -1;
};

struct Place {
  std::string faction;
  Goods holds;
  std::multiset<std::string> hand, shown, in_play;
  std::string exception;
  std::set<int> neighbours, claims, disclaims, traded;
  long long value = 0;
  int key = 0, epoch = 0;
  bool vacant = true, ai = false, departed = false;
};

struct Deal {
  int proposer = 0;
  std::set<int> parties;
  bool exchange = false;
  Goods gives, gets;
  std::vector<Clause> clauses;
  std::string state = "open";  // open, active, declined, withdrawn, released
  std::set<int> consents, requests;
  std::map<int, std::string> stated;  // clause -> able
  std::map<int, std::string> ruled;   // seat -> class
  std::map<int, bool> kept;           // clause -> yes
  std::map<int, std::string> notes;   // newest by seat
  std::vector<Mark> final;
};

struct Change {
  int version;
  std::string what;
};

class Model {
 public:
  explicit Model(const std::vector<std::string>& factions);

  /// The name of the refusal, or "ok".
  std::string verdict(const Wish& wish) const;
  /// Does what was found "ok", as the next version.
  void perform(const Wish& wish);
  /// Every clause in order, then the exchange, as things stand; of an accepted deal as they stood.
  std::vector<Mark> marks(const Deal& deal) const;
  static char whole(const std::vector<Mark>& marks);
  /// Of each kind all there is; commodities count as trade goods.
  Goods sums() const;

  int version = 0, round = 0, turn = 0, agenda = 0, active = -1;
  std::string phase = "setup";
  std::string step;                // empty: no marker
  int step_seat = -1;
  std::string step_by;
  std::vector<Place> seats;
  std::map<int, Deal> deals;
  std::map<int, int> decisions;    // open plain ones: owner
  int last_decision = 0;
  std::vector<Change> history;
  Goods adjusted;

  bool in_play() const { return phase != "setup" && phase != "over"; }
  bool exists(int seat) const { return seat >= 0 && seat < static_cast<int>(seats.size()); }
  bool acts(int seat) const { return exists(seat) && !at(seat).ai && !at(seat).departed; }
  const Place& at(int seat) const { return seats.at(static_cast<std::size_t>(seat)); }
  Place& at(int seat) { return seats.at(static_cast<std::size_t>(seat)); }

 private:
  using Wrong = std::set<std::string>;
  bool changed(int seen, const std::string& what) const;
  std::string broken_rule(const Deal& deal) const;
  Mark mark(const Deal& deal, int number) const;
  Mark mark_of_exchange(const Deal& deal) const;
  bool publicly_has(int seat, const Goods& goods) const;
  void complain_about_offers(const Wish& w, Wrong& wrong) const;
  void complain_about_deals(const Wish& w, Wrong& wrong) const;
  void complain_about_acceptance(const Wish& w, const Deal& deal, Wrong& wrong) const;
  void complain_about_words(const Wish& w, const Deal& deal, Wrong& wrong) const;
  void complain_about_seats(const Wish& w, Wrong& wrong) const;
  void complain_about_hands(const Wish& w, Wrong& wrong) const;
  void complain_about_the_game(const Wish& w, Wrong& wrong) const;
  void complain_about_the_marker(const Wish& w, Wrong& wrong) const;
  int agenda_after(const Wish& w) const;
  void note_change(const std::string& what) { history.push_back({version, what}); }
  void perform_deals(const Wish& w);
  void perform_seats(const Wish& w);
  void perform_host(const Wish& w);
  void exchange(Deal& deal);
  void withdraw_offers_of(int seat);
  void release_if_all_asked(Deal& deal);
  void set_pair(int one, int other, bool on);
  void move_to(int new_round, const std::string& new_phase, int new_agenda);
  void end_stretch();
};

/// "note Ceasefire" names a note.
bool is_note(const std::string& kind);
/// Support for the Throne and Alliance lie before everybody.
bool lies_open(const std::string& note);

}  // namespace naive_ti4
