// What players read: refusals, events and deals as sentences. The sentences that the screen, the line mode and scripts
// share; forms, menus and pages have their own. A message says what happened, why, and what helps.
#pragma once

#include "client/mirror.h"

#include <string>
#include <string_view>

namespace parley {

/// Why, and what would help. `asked` is the refused action where it is known.
std::string sentence(const Refusal& refusal, const Mirror& mirror, const Action* asked);
/// What my own purse tells beforehand: that the payment of this offer, vote or bribe would fail as things stand. Else empty.
std::string payment_warning(const Mirror& mirror, const Action& action);
/// Why a connection ended for good, and the remedy.
std::string sentence_for_closed(std::string_view why);
/// Why a connection was lost, or what the system says about a failure, as it came: in the player's language where it is known.
std::string failure_words(const std::string& why);
/// What is wrong with a text, where.
std::string sentence(const TextFault& fault);

/// "ATR Atreides", or the key alone where the faction has no name here.
std::string full_name(const Table& table, Seat seat);
/// "ATR", "host", "viewer 2".
std::string speaker(const Table& table, Role role);
/// "GLD: divert part of 5 spice ATR > HAR?": what an open decision is about.
std::string decision_text(const Table& table, const Decision& decision);
/// "divert", "allow", ...: the answer as a button.
std::string answer_word(Answer answer);
/// "turn 4 bidding".
std::string moment_text(const Table& table, Moment moment);
/// "OFFER", "ACTIVE", "RELEASE?", ...
std::string state_word(const Deal& deal);
/// How wide the widest of them is, and a bribe with all that may be said of it: columns of the ledger.
int state_columns();
int bribe_columns();
/// "3 FRE>ATR", or "-" without a bribe.
std::string bribe_text(const Table& table, const Deal& deal);
/// One commit as a sentence: "HAR accepted #1: the deal is active, 4 spice paid ATR > HAR".
std::string sentence(const Table& after, const Commit& commit, const Outcome& outcome);
/// "ATR", "ATR,HAR".
std::string key(const Table& table, Seat seat);
std::string keys(const Table& table, SeatSet seats);
/// "FRE>ATR,GLD": the proposer and the others.
std::string parties_text(const Table& table, const Deal& deal);
/// "1/3", "rel 1/2", "by EMP".
std::string votes_text(const Table& table, const Deal& deal);
/// A deal in columns without its text: "#41 OFFER FRE>ATR,GLD 3 FRE>ATR 1/3"; and what stands above them.
std::string deal_head(const Table& table, const Deal& deal);
std::string ledger_head(const Table& table);
/// The same with the text.
std::string deal_line(const Table& table, const Deal& deal);

}  // namespace parley
