// The tables that Wireshark's dissector (common/parley.lua) reads the protocol by: made from the same serialize as the bytes.
#pragma once

#include <string>

namespace parley::test {

/// Lua: messages, bodies and tails of verbs, record forms, words of choices, meanings.
std::string dissector_tables();

}  // namespace parley::test
