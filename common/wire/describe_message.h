// Every message for people and for scripts: JSON, or words of one line, made by the same serialize as its bytes. An invite's
// code is a secret: it is shown as *** unless somebody asked for it.
#pragma once

#include "common/wire/message.h"
#include "common/wire/names.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace parley {

enum class Secrets { hidden, shown };

/// The fields by name. A refusal and a bye also say what they mean.
nlohmann::ordered_json describe(const ClientMessage& message, const SeatKeys& seats, Secrets secrets);
nlohmann::ordered_json describe(const ServerMessage& message, const SeatKeys& seats);

/// "hello"; "forbidden" for `Forbidden`.
std::string_view word(const ClientMessage& message);
std::string_view word(const ServerMessage& message);
/// The word of a number, or "type 7f" where it is none.
std::string type_text(std::uint8_t type);
/// Whether there is a message of that word, or a verb.
bool is_type_or_verb(std::string_view text);

/// `key=value` for every field, values as JSON but for plain words; keys and signatures shortened. For a commit, the line that
/// `one_line` makes of it.
std::string words_of(const nlohmann::ordered_json& message);

}  // namespace parley
