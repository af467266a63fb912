// The bytes of a sample cut into its fields, each with its name: what tests/golden/wire.txt and PROTOCOL.md show.
// The names come from common/wire/fields.h; the parts in order are exactly the encoded bytes.
#pragma once

#include "tests/support/samples.h"

#include <string>
#include <vector>

namespace parley::test {

struct Part {
  std::string name;   // "request"
  std::string bytes;  // as encoded
};
using Parts = std::vector<Part>;

Parts parts_of(const Thing& thing);
Parts parts_of(const Record& record);
std::string joined(const Parts& parts);

/// "client.hello\n  length=12 type=01 ...\n", wrapped at 110 columns; long parts go on in the next line.
std::string entry_text(const std::string& name, const Parts& parts);

/// The whole of tests/golden/wire.txt: every sample up to 400 bytes, and worked examples of keys, statements, hashes.
std::string golden_text();

}  // namespace parley::test
