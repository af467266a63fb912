// Bytes cut into their fields, each with its name: what tools show beside a message in hex, and what the golden page of the
// wire is made of. The names come from fields.h; the parts in order are exactly the encoded bytes.
#pragma once

#include "common/wire/message.h"

#include <string>
#include <vector>

namespace parley {

struct Part {
  std::string name;   // "request"
  std::string bytes;  // as encoded
};
using Parts = std::vector<Part>;

/// The whole frame, from its length on. Nothing for `Forbidden`.
Parts parts_of(const ClientMessage& message);
Parts parts_of(const ServerMessage& message);
Parts parts_of(const Commit& commit);
/// Nothing for no secret.
Parts parts_of(const Secret& secret);
Parts parts_of(const Record& record);

std::string joined(const Parts& parts);

}  // namespace parley
