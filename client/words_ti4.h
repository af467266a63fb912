// What players of Twilight Imperium 4 read: its own part of words.h.
#pragma once

#include "client/mirror.h"
#include "common/core/ti4/classify.h"
#include "common/core/ti4/factions.h"

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
/// "28.1, 94.1 (inferred): goods change hands now", the citation first.
std::string finding_text(const ti4::Finding& finding);

/// "4 trade goods", and "4tg" where there is little room.
std::string counted(ti4::Kind kind, std::uint32_t number);
std::string counted_short(ti4::Kind kind, std::uint32_t number);
/// "4 trade goods, 1 commodity, Ceasefire", or "nothing".
std::string goods_text(const ti4::Goods& goods);
/// The same where there is little room: "4tg 1c Ceasefire", or "-".
std::string goods_short(const ti4::Goods& goods);
/// "Ceasefire, Trade Agreement".
std::string names_of(const std::vector<Label>& notes);
/// "4tg > Ceasefire", seen from the proposer; "-" without an exchange.
std::string exchange_short(const Deal& deal);
/// "3tg 2/4c 1hf 2n": what a seat has in the open, its commodities of its value, how many notes.
std::string holdings_short(const ti4::Place& place);
/// "SOL gives 4 trade goods; HAC gives nothing".
std::string exchange_text(const Table& table, const Deal& deal);
/// "SOL: produce 1 dreadnought, now".
std::string clause_text(const Table& table, const ti4::Clause& clause);
/// "space cannon offense of SOL, set by the host".
std::string marker_text(const Table& table, const ti4::Marker& marker);

/// "turn 5 of SOL: production of SOL, set by the host", "agenda 2: ...": where the turn or the agenda stands; empty between them.
std::string standing_text(const Table& table);

// ---- the class of a deal ----------------------------------------------------------------------------------------------------

/// "[B]"; "[N]>[B]" where both parties rule otherwise; empty where a deal has no class any more.
std::string class_mark(const Table& table, const Deal& deal);
/// "not binding as things stand, computed", "binding, final, stated by SOL".
std::string class_words(const Table& table, const ti4::Classified& classified, bool final);
/// Whom the class rests on beside the rules.
SeatSet stated_by(const ti4::Classified& classified);
/// "Table ruling by SOL and HAC: binding.", "SOL rules: binding. It is the table's ruling once HAC rules the same."; empty where nobody did.
std::string ruling_words(const Table& table, const Deal& deal);
/// What somebody has still to answer about an undecided clause or deal, and who; empty where nothing is open.
std::string question_words(const Table& table, const Deal& deal, const ti4::Finding& finding);

/// A refusal in TI4's own words; empty where the common ones will do.
std::string ti4_refusal(const Refusal& refusal, const Mirror& mirror, const Action* asked);

/// A commit of one of TI4's own verbs, as a sentence; and what such an action would do, as the title of its question.
std::string ti4_event(const Table& after, const Commit& commit, const Outcome& outcome);
std::string ti4_title(const Table& table, const Action& action);

}  // namespace parley
