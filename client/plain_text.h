// What the line mode shows when it is asked to: the ledger, a deal, the table, what needs somebody, help. Text out; knows no
// terminal and no connection. Lines may be longer than a terminal is wide.
#pragma once

#include "client/mirror.h"

#include <string>
#include <string_view>

namespace parley {

/// All commands of a role, and what their words mean.
std::string plain_help(const Table& table, Role role);
/// One command with its example; empty where the role has none of that word.
std::string plain_help(const Table& table, Role role, std::string_view word);

/// Every deal, each with its text below it.
std::string ledger_text(const Table& table);
/// A deal with its text, votes and notes.
std::string deal_text(const Table& table, const Deal& deal);
std::string table_text(const Mirror& mirror);
/// "NEEDS YOU: accept 4 or decline 4": what to type.
std::string need_text(const Table& table, const Need& need);

}  // namespace parley
