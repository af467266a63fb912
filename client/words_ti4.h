// What players of Twilight Imperium 4 read: its own part of words.h.
#pragma once

#include "common/core/apply.h"
#include "common/core/table.h"
#include "common/core/ti4/factions.h"
#include "common/core/ti4/judgement.h"

#include <string>

namespace parley {

std::string word(ti4::Phase phase);
std::string word(ti4::Step step);
std::string word(ti4::Kind kind);
std::string word(ti4::Deed deed);
std::string word(ti4::When when);
std::string word(ti4::Stance stance);
std::string word(ti4::Contingent contingent);
std::string word(ti4::Able able);
/// "binding", "not binding", "undecided", "blocked".
std::string word(ti4::Class is);
/// "[B]": the class in three columns, in the player's language.
std::string mark(ti4::Class is);

/// A faction as its players call it.
std::string name_in_my_language(const ti4::Faction& faction);

/// The section of the rules that decided, in the player's edition.
std::string cite(ti4::Why why);
/// Why, as a sentence without the citation: "the ships have not moved yet".
std::string reason(ti4::Why why);
/// "28.4, note 2(b): the ships have not moved yet (inferred)".
std::string finding_text(const ti4::Finding& finding);

/// "4 trade goods, 1 commodity, Ceasefire", or "nothing".
std::string goods_text(const ti4::Goods& goods);
/// "SOL gives 4 trade goods; HAC gives nothing".
std::string exchange_text(const Table& table, const Deal& deal);
/// "SOL: produce 1 dreadnought, now".
std::string clause_text(const Table& table, const ti4::Clause& clause);
/// "space cannon offense of SOL, set by the host".
std::string marker_text(const Table& table, const ti4::Marker& marker);

/// A commit of one of TI4's own verbs, as a sentence; and what such an action would do, as the title of its question.
std::string ti4_event(const Table& after, const Commit& commit, const Outcome& outcome);
std::string ti4_title(const Table& table, const Action& action);

}  // namespace parley
