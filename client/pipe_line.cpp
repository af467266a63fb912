#include "client/pipe_line.h"

#include "common/wire/describe.h"
#include "common/wire/json_text.h"

#include <algorithm>

namespace parley {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t request_max = std::uint64_t{1} << 53;

/// Takes one member out of a line.
std::optional<Json> take(Json& line, const char* key) {
  const auto found = line.find(key);
  if (found == line.end()) return std::nullopt;
  Json value = std::move(*found);
  line.erase(key);
  return value;
}

/// The same for a number; false where there is one that is none.
bool take_number(Json& line, const char* key, std::optional<std::uint64_t>& into) {
  const auto value = take(line, key);
  if (value && value->is_number_unsigned()) into = value->get<std::uint64_t>();
  return !value || value->is_number_unsigned();
}

}  // namespace

Result<PipeLine, WrongLine> parse_pipe_line(std::string_view text) {
  PipeLine line{.rest = parse_json<Json>(text)};
  if (!line.rest.is_object()) return WrongLine{nullptr, "the line is no JSON object"};
  line.id = take(line.rest, "id").value_or(nullptr);
  if (const auto as = take(line.rest, "as")) {
    if (!as->is_string()) return WrongLine{line.id, "\"as\" must be a role of this pipe"};
    line.as = as->get<std::string>();
  }
  if ((line.show = take(line.rest, "show"))) return line;
  if (!take_number(line.rest, "seen", line.seen)) return WrongLine{line.id, "\"seen\" must be a version"};
  if (!take_number(line.rest, "request", line.request) || line.request == 0u || line.request > request_max)
    return WrongLine{line.id, "\"request\" must be a whole number from 1 to " + std::to_string(request_max)};
  return line;
}

Result<Json, std::string> shown(const Json& what, Json rest, const Table& table, Role role) {
  const auto deal = take(rest, "deal");
  if (!rest.empty()) return "unknown key \"" + rest.items().begin().key() + "\"";
  if (what == "table") return Json{{"table", describe(table)}};
  if (what == "need") return Json{{"need", describe(needs(table, role))}};
  if (what == "ledger") {
    Json deals = Json::array();
    for (const Deal& each : table.ledger.deals()) deals.push_back(describe(each, table));
    return Json{{"ledger", deals}};
  }
  if (what != "deal") return std::string("\"show\" is table, ledger, deal or need");
  if (!deal || !deal->is_number_unsigned()) return std::string("\"deal\" must be a deal's number");
  const auto number = deal->get<std::uint64_t>();
  const Deal* found = number <= UINT32_MAX ? table.ledger.find(DealId{static_cast<std::uint32_t>(number)}) : nullptr;
  if (!found) return "there is no deal " + deal->dump();
  return Json{{"deal", describe(*found, table)}};
}

bool fill_in_turn(Json& line, const Table& table) {
  if (line.value("do", Json()) != "advance" || line.contains("turn") || !line.contains("phase")) return false;
  const Moment now = moment(table);
  bool later = false;
  for (std::uint8_t p = 0; p <= static_cast<std::uint8_t>(dune::Phase::over); ++p)
    if (line["phase"] == name(static_cast<dune::Phase>(p))) later = p > now.phase;
  const bool correct = line.value("correct", Json()) == true;
  line["turn"] = std::clamp(now.turn + (later || correct ? 0u : 1u), 1u, 65535u);
  return true;
}

}  // namespace parley
