// The golden page of the wire: the bytes of every sample cut into fields, as PROTOCOL.md shows them.
#pragma once

#include "common/wire/parts.h"
#include "tests/support/samples.h"

#include <string>

namespace parley::test {

using parley::parts_of;
Parts parts_of(const Thing& thing);

/// "client.hello\n  length=12 type=01 ...\n", wrapped at 110 columns; long parts go on in the next line.
std::string entry_text(const std::string& name, const Parts& parts);

/// The whole of tests/golden/wire.txt: every sample up to 400 bytes, and worked examples of keys, statements, hashes.
std::string golden_text();

}  // namespace parley::test
