// What the command line asks of a running server, as text in the store's errands; it never writes a commit itself. With
// no server running the same function does it on the spot. Codes of invites never travel, only their hashes.
#pragma once

#include "server/tables.h"

#include <string>
#include <variant>
#include <vector>

namespace parley {

struct NewInvite {
  std::string role;  // ATR, HOST, VIEWER (the next free number) or VIEWER/3
  Hash code{};
};
struct NewTable {
  std::string name;
  std::vector<std::string> seats;
  Rules rules;
  std::vector<NewInvite> invites;
};
struct InviteRole {
  std::string table;
  NewInvite invite;
};
struct RevokeRole {
  std::string table;
  std::string role;
};
using ErrandRequest = std::variant<NewTable, InviteRole, RevokeRole>;

/// One line of JSON.
std::string to_text(const ErrandRequest& request);

/// The role it was about ("VIEWER/2"), or a sentence for the operator.
struct ErrandResult {
  std::string role;
  std::string error;
};
ErrandResult parse_errand_result(const std::string& text);

/// Does one errand; its answer (an ErrandResult as text) and all that follows wait in the tables' batch.
void perform(Tables& tables, const Errand& errand, Now now);

}  // namespace parley
