#include "client/pages/help.h"

#include "client/columns.h"
#include "client/games.h"
#include "client/translate.h"
#include "client/words_ti4.h"
#include "common/core/overload.h"

#include <algorithm>

namespace parley {
namespace {

struct KeyHelp {
  std::string keys;
  const char* does;
};

void add_keys(Lines& lines, int width, const std::vector<KeyHelp>& all) {
  for (const KeyHelp& key : all) {
    Lines rows;
    add(rows, {std::max(20, width - 12), "", {}}, key.does);
    for (std::size_t i = 0; i < rows.size(); ++i)
      lines.push_back({"  " + fit(i == 0 ? key.keys : "", 10, "~") + rows[i].text, {}});
  }
}

void head(Lines& lines, const char* text) {
  if (!lines.empty()) lines.push_back({"", {}});
  lines.push_back({text, bold_style});
}

using Help = std::vector<KeyHelp>;

struct Writer {
  const Bindings& keys;
  int width;
  Lines lines{};

  std::string k(Shortcut shortcut) const { return keys.shown(shortcut); }
  void section(const char* title) { head(lines, title); }
  void text(const std::string& words) { add(lines, {width, "  ", {}}, words); }
  void all(const Help& rows) { add_keys(lines, width, rows); }
};

void looking(Writer& w, const char* money) {
  w.section(tr("Keys for looking"));
  w.all({{w.k(Shortcut::down) + " " + w.k(Shortcut::up), tr("down, up; also arrows, PgUp, PgDn, Home, End")},
         {"Enter", tr("open the selected deal; once more: the whole deal with its history")},
         {"Tab", tr("the next pane or field; Shift-Tab the one before")},
         {w.k(Shortcut::next_need) + " " + w.k(Shortcut::previous_need), tr("the next, the previous thing that needs me")},
         {"41 Enter", tr("deal number 41")},
         {w.k(Shortcut::find) + " " + w.k(Shortcut::filter), tr("find by text, parties or number; filter: all, open, active, mine, needs me, closed")},
         {w.k(Shortcut::sort), tr("sort by number, or by what needs me")},
         {w.k(Shortcut::money) + " " + w.k(Shortcut::log), money}});
}

/// What every game has, and `more`.
void deals(Writer& w, const Help& more) {
  w.section(tr("Keys for deals"));
  w.all({{w.k(Shortcut::accept) + " " + w.k(Shortcut::decline), tr("accept, decline the selected offer")},
         {w.k(Shortcut::withdraw), tr("withdraw my own offer")},
         {w.k(Shortcut::release), tr("ask for release of an active deal, or take that back")}});
  w.all(more);
}

void rest(Writer& w, const char* game) {
  w.section(tr("Keys for the rest"));
  w.all({{w.k(Shortcut::game), game},
         {w.k(Shortcut::seat), tr("the next of the seats I hold")},
         {w.k(Shortcut::talk), tr("say something to the table")},
         {w.k(Shortcut::close), tr("close the last result")},
         {"^L ^Z", tr("draw anew; suspend")},
         {w.k(Shortcut::quit), tr("quit; the draft of an offer is kept")}});
}

void dune_help(Writer& w) {
  w.section(tr("A deal, step by step"));
  w.text(tr("Press {0} to write an offer: choose with whom, write the terms, and a bribe if there is one; ^X shows it whole and y sends it. Everybody sees it. "
            "Who is asked presses {1} to accept or {2} to decline; when all have accepted, the deal is active and the bribe is paid in the same moment. "
            "{3} asks for release; when all signatories have asked, the deal is released.",
            w.k(Shortcut::offer), w.k(Shortcut::accept), w.k(Shortcut::decline), w.k(Shortcut::release)));
  deals(w, {{w.k(Shortcut::offer) + " " + w.k(Shortcut::bribe), tr("write an offer; an offer with a bribe, or a direct bribe")},
            {w.k(Shortcut::counter), tr("counter-offer: an offer that answers the selected one")},
            {w.k(Shortcut::note) + " " + w.k(Shortcut::copy), tr("a note on the deal; copy its terms to the clipboard")}});
  looking(w, tr("who owes and paid whom; everything that has happened"));
  rest(w, tr("game: phase, alliances, my spice, bid, decisions, questions"));
  w.section(tr("Good to know"));
  w.text(tr("A deal binds the players by the rules; parley does not enforce its text. No cards, leaders, forces or powers may change hands."));
  w.text(tr("A bribe is paid with the LAST acceptance and comes to its recipient in Mentat Pause. Nothing is reserved before, and release does not give it back."));
  w.text(tr("A payer who has consented reveals whether it can pay: the last acceptance succeeds or does not."));
  w.text(tr("Consent, and whatever moves spice, is asked again: only y (in Russian also д) is yes."));
  w.text(tr("Provisional readings of the rules: every pair of signatories must be unallied; the Hajr window closes only by the payer's own act."));
}

void ti4_help(Writer& w) {
  w.section(tr("A deal, step by step"));
  w.text(tr("Press {0} to write an offer: choose with whom, write the text, what I give and get at once, and each promise as a clause (Enter in the list of clauses). "
            "What the deal is, binding or not, and the rule that says so stand below while it is written. ^X shows it whole and y sends it. "
            "Who is asked presses {1} to accept or {2} to decline. The acceptance makes it active, its class final, and moves the goods.",
            w.k(Shortcut::offer), w.k(Shortcut::accept), w.k(Shortcut::decline)));
  w.section(tr("Marks"));
  w.all({{mark(ti4::Class::binding), tr("binding: it must be kept, by the rules")},
         {mark(ti4::Class::non_binding), tr("not binding: nobody has to keep any part of it")},
         {mark(ti4::Class::undecided), tr("undecided: somebody has a question to answer, or the table to rule")},
         {mark(ti4::Class::blocked), tr("it cannot be accepted as things stand; the rule says why")},
         {mark(ti4::Class::non_binding) + ">" + mark(ti4::Class::binding), tr("computed, and behind it what both parties have ruled")},
         {"3tg 2/4c", tr("3 trade goods, 2 commodities of a value of 4; also cf hf if uf fragments, ac action cards, n notes")}});
  deals(w, {{w.k(Shortcut::offer) + " " + w.k(Shortcut::counter), tr("write an offer; one that answers the selected one")},
            {w.k(Shortcut::question), tr("answer whether I could do right now what a clause says of me")},
            {w.k(Shortcut::split), tr("make two offers of my own: what binds, and what does not")},
            {w.k(Shortcut::rule), tr("rule what a deal is; it counts once both parties rule the same")},
            {w.k(Shortcut::note) + " " + w.k(Shortcut::copy), tr("whether a promise was kept, and a note; copy the text to the clipboard")}});
  looking(w, tr("what everybody holds, neighbours, active deals; everything that has happened"));
  rest(w, tr("game: step, my goods and notes, neighbours, exception; the host: phase, turn"));
  w.section(tr("Good to know"));
  w.text(tr("Only the exchange is enforced: it moves whole with the acceptance, or is refused whole, and is never undone. Offering reserves nothing."));
  w.text(tr("The class comes from the clauses, what the table sees and what seats state; never from the text, and never from a hidden hand."));
  w.text(tr("parley sees no board: the active player or the host moves the step, and everybody sees who set it."));
  w.text(tr("Consent, and whatever moves goods, is asked again: only y (in Russian also д) is yes."));
}

void open_help(Writer& w) {
  w.section(tr("A deal, step by step"));
  w.text(tr("Press {0} to write an offer: choose with whom and write the terms; ^X shows it whole and y sends it. Everybody sees it. "
            "Who is asked presses {1} to accept or {2} to decline; when all have accepted, the deal is active. "
            "{3} asks for release; when all signatories have asked, the deal is released.",
            w.k(Shortcut::offer), w.k(Shortcut::accept), w.k(Shortcut::decline), w.k(Shortcut::release)));
  deals(w, {{w.k(Shortcut::offer) + " " + w.k(Shortcut::counter), tr("write an offer; one that answers the selected one")},
            {w.k(Shortcut::note) + " " + w.k(Shortcut::copy), tr("a note on the deal; copy its terms to the clipboard")}});
  looking(w, tr("the active deals; everything that has happened"));
  rest(w, tr("game: decisions; the host: start, seats, end"));
  w.section(tr("Good to know"));
  w.text(tr("A deal is what its text says, agreed between the players; parley does not enforce it."));
  w.text(tr("Consent is asked again: only y (in Russian also д) is yes."));
}

}  // namespace

Lines help_lines(const Table& table, const Bindings& keys, int width) {
  Writer w{keys, width};
  std::visit(Overload{[&](const dune::Game&) { dune_help(w); }, [&](const ti4::Game&) { ti4_help(w); }, [&](const open::Game&) { open_help(w); }}, table.game);
  w.text(tr("SENT means that the server has not answered yet; nothing is done until it has."));
  return std::move(w.lines);
}

}  // namespace parley
