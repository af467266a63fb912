#include "client/pages/help.h"

#include "client/columns.h"
#include "client/translate.h"

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

}  // namespace

Lines help_lines(const Bindings& keys, int width) {
  const auto k = [&](Shortcut s) { return keys.shown(s); };
  Lines lines;
  head(lines, tr("A deal, step by step"));
  add(lines, {width, "  ", {}},
      tr("Press {0} to write an offer: choose with whom, write the terms, and a bribe if there is one; ^X shows it whole and y sends it. Everybody sees it. "
         "Who is asked presses {1} to accept or {2} to decline; when all have accepted, the deal is active and the bribe is paid in the same moment. "
         "{3} asks for release; when all signatories have asked, the deal is released.",
         k(Shortcut::offer), k(Shortcut::accept), k(Shortcut::decline), k(Shortcut::release)));
  head(lines, tr("Keys for deals"));
  add_keys(lines, width,
           {{k(Shortcut::accept) + " " + k(Shortcut::decline), tr("accept, decline the selected offer")},
            {k(Shortcut::withdraw), tr("withdraw my own offer")},
            {k(Shortcut::release), tr("ask for release of an active deal, or take that back")},
            {k(Shortcut::offer) + " " + k(Shortcut::bribe), tr("write an offer; an offer with a bribe, or a direct bribe")},
            {k(Shortcut::counter), tr("counter-offer: an offer that answers the selected one")},
            {k(Shortcut::note) + " " + k(Shortcut::copy), tr("a note on the deal; copy its terms to the clipboard")}});
  head(lines, tr("Keys for looking"));
  add_keys(lines, width,
           {{k(Shortcut::down) + " " + k(Shortcut::up), tr("down, up; also arrows, PgUp, PgDn, Home, End")},
            {"Enter", tr("open the selected deal; once more: the whole deal with its history")},
            {"Tab", tr("the next pane or field; Shift-Tab the one before")},
            {k(Shortcut::next_need) + " " + k(Shortcut::previous_need), tr("the next, the previous thing that needs me")},
            {"41 Enter", tr("deal number 41")},
            {k(Shortcut::find) + " " + k(Shortcut::filter), tr("find by text, parties or number; filter: all, open, active, mine, needs me, closed")},
            {k(Shortcut::sort), tr("sort by number, or by what needs me")},
            {k(Shortcut::money) + " " + k(Shortcut::log), tr("who owes and paid whom; everything that has happened")}});
  head(lines, tr("Keys for the rest"));
  add_keys(lines, width,
           {{k(Shortcut::game), tr("game: phase, alliances, my spice, bid, decisions, questions")},
            {k(Shortcut::seat), tr("the next of the seats I hold")},
            {k(Shortcut::talk), tr("say something to the table")},
            {k(Shortcut::close), tr("close the last result")},
            {"^L ^Z", tr("draw anew; suspend")},
            {k(Shortcut::quit), tr("quit; the draft of an offer is kept")}});
  head(lines, tr("Good to know"));
  for (const char* text :
       {tr("A deal binds the players by the rules; parley does not enforce its text. No cards, leaders, forces or powers may change hands."),
        tr("A bribe is paid with the LAST acceptance and comes to its recipient in Mentat Pause. Nothing is reserved before, and release does not give it back."),
        tr("A payer who has consented reveals whether it can pay: the last acceptance succeeds or does not."),
        tr("Consent, and whatever moves spice, is asked again: only y (in Russian also д) is yes."),
        tr("Provisional readings of the rules: every pair of signatories must be unallied; the Hajr window closes only by the payer's own act."),
        tr("SENT means that the server has not answered yet; nothing is done until it has.")})
    add(lines, {width, "  ", {}}, text);
  return lines;
}

}  // namespace parley
