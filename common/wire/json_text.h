// JSON text from outside as a value: one bound for every place that reads it.
#pragma once

#include <nlohmann/json.hpp>

#include <string_view>

namespace parley {

/// Deeper than anything that parley writes. The library copies and prints values by recursion, so a deeper one could take
/// the whole stack.
inline constexpr int json_depth_max = 32;

/// Whether some bracket stands inside more than `json_depth_max` others.
inline bool nested_too_deep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') ++i;
    else if (c == '"') in_string = !in_string;
    else if (!in_string && (c == '[' || c == '{') && ++depth > json_depth_max) return true;
    else if (!in_string && (c == ']' || c == '}')) --depth;
  }
  return false;
}

/// Never throws: what is no JSON, or is nested too deep, comes as a discarded value.
template <class Json>
Json parse_json(std::string_view text) {
  if (nested_too_deep(text)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

}  // namespace parley
