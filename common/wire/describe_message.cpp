#include "common/wire/describe_message.h"

#include "common/wire/describe.h"
#include "common/wire/describe_game.h"
#include "common/wire/meanings.h"

#include <algorithm>

namespace parley {
namespace {

constexpr std::size_t shortened_letters = 16;

template <class M>
Json fields_of_message(const M& message, const SeatKeys& seats) {
  if constexpr (std::same_as<M, Forbidden>) return {{"request", message.id.value}};
  else return fields_of(message, seats);
}

void explain(Json& out, const Refused& refused, const SeatKeys& seats) {
  out["means"] = meaning(refused.refusal.code);
  if (const std::string object = object_text(refused.refusal, seats); !object.empty()) out["about"] = object;
}

template <class M>
std::string_view word_of(const M&) {
  if constexpr (std::same_as<M, Forbidden>) return "forbidden";
  else return M::word;
}

/// Calls `visit` with the type and the word of every message.
template <class F>
void each_message(F&& visit) {
  const auto of = [&]<class... Ms>(std::type_identity<std::variant<Ms...>>) {
    ([&] { if constexpr (!std::same_as<Ms, Forbidden>) visit(Ms::type, Ms::word); }(), ...);
  };
  of(std::type_identity<ClientMessage>{});
  of(std::type_identity<ServerMessage>{});
}

bool is_plain(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '/' || c == '*' || c == '?';
  });
}

std::string value_text(const std::string& key, const Json& value) {
  if (!value.is_string()) return value.dump(-1, ' ', true, Json::error_handler_t::replace);
  const auto& text = value.get_ref<const std::string&>();
  if ((key == "signature" || key == "key") && text.size() > shortened_letters) return text.substr(0, shortened_letters) + "...";
  return is_plain(text) ? text : value.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace

Json describe(const ClientMessage& message, const SeatKeys& seats, Secrets secrets) {
  Json out = std::visit([&](const auto& m) { return fields_of_message(m, seats); }, message);
  if (std::holds_alternative<Redeem>(message) && secrets == Secrets::hidden) out["code"] = "***";
  if (const Bye* bye = std::get_if<Bye>(&message)) out["means"] = meaning(bye->code);
  return out;
}

Json describe(const ServerMessage& message, const SeatKeys& seats) {
  Json out = std::visit([&](const auto& m) { return fields_of_message(m, seats); }, message);
  if (const Refused* refused = std::get_if<Refused>(&message)) explain(out, *refused, seats);
  if (const Bye* bye = std::get_if<Bye>(&message)) out["means"] = meaning(bye->code);
  return out;
}

std::string_view word(const ClientMessage& message) {
  return std::visit([](const auto& m) { return word_of(m); }, message);
}
std::string_view word(const ServerMessage& message) {
  return std::visit([](const auto& m) { return word_of(m); }, message);
}

std::string type_text(std::uint8_t type) {
  std::string text = "type " + to_hex(std::string(1, static_cast<char>(type)));
  each_message([&](std::uint8_t number, std::string_view word) { if (number == type) text = word; });
  return text;
}

bool is_type_or_verb(std::string_view text) {
  bool found = false;
  each_message([&](std::uint8_t, std::string_view word) { found = found || word == text; });
  for (unsigned n = 0; n < 256; ++n) found = found || (!text.empty() && name(static_cast<Verb>(n)) == text);
  return found;
}

std::string words_of(const Json& message) {
  if (message.contains("version") && message.contains("do") && message.contains("time")) return one_line(message);
  std::string line;
  for (const auto& [key, value] : message.items()) line += (line.empty() ? "" : " ") + key + "=" + value_text(key, value);
  return line;
}

}  // namespace parley
