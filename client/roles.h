// Which roles a command is about: the table and roles of the command line, found among those on disk.
#pragma once

#include "client/cache.h"
#include "client/keyring.h"

#include <memory>
#include <string>
#include <vector>

namespace parley {

/// `as` empty: all roles held at the table. The error is a sentence that says what is held.
Result<std::vector<HeldRole>, std::string> find_roles(const std::string& table, const std::vector<std::string>& as);
/// What a role's earlier runs left on disk; null where its folder cannot be used, which costs only speed.
std::unique_ptr<Cache> open_cache(const HeldRole& held);

}  // namespace parley
