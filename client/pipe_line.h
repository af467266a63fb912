// One line of the scripting door, before anything is known of connections: which role it is for, and what it wants.
#pragma once

#include "common/core/result.h"
#include "common/core/table.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

struct PipeLine {
  nlohmann::ordered_json id;                   // null where the line has none
  std::optional<std::string> as;
  std::optional<nlohmann::ordered_json> show;  // what to show; without it, `rest` is an action
  std::optional<std::uint64_t> seen;
  std::optional<std::uint64_t> request;        // 1 to 2^53, which every JSON reader keeps exactly
  nlohmann::ordered_json rest;
};
struct WrongLine {
  nlohmann::ordered_json id;
  std::string sentence;
};
Result<PipeLine, WrongLine> parse_pipe_line(std::string_view text);

/// What a `show` shows of one role's table, or a sentence. `rest` is what the line says beside "show".
Result<nlohmann::ordered_json, std::string> shown(const nlohmann::ordered_json& what, nlohmann::ordered_json rest, const Table& table, Role role);

/// "advance" without a turn means the next time that the phase comes; a correction stays in the turn. Returns
/// whether there was anything to fill in.
bool fill_in_turn(nlohmann::ordered_json& line, const Table& table);

}  // namespace parley
