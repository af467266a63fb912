// `parley join`: redeems an invite and keeps the key. It can be asked again after a lost reply: the same key is sent.
#pragma once

#include <string>

namespace parley {

struct JoinOptions {
  std::string invite_file;  // "-" or empty: standard input, asked for without echo on a terminal
  std::string name;         // the player's, may be empty
};

/// Exit code: 0 joined, 1 refused or the server cannot be reached, 2 no usable invite.
int join(const JoinOptions& options);

/// `parley tables`: what this player holds, one role a line.
int list_tables();

}  // namespace parley
