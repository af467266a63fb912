// What refusals and goodbyes mean, for those who debug the protocol: the tables of PROTOCOL.md, and a test compares them.
// Never translated; players read client/words.
#pragma once

#include "common/wire/message.h"
#include "common/wire/names.h"

#include <string>
#include <string_view>

namespace parley {

/// "the payer has not enough".
std::string_view meaning(Refusal::Code code);
/// "a newer login of this role".
std::string_view meaning(ByeCode code);
/// The object of a refusal in words: "control of HAR"; empty where it says nothing.
std::string object_text(const Refusal& refusal, const SeatKeys& seats);

}  // namespace parley
