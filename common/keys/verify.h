// Whether a ledger is what its players agreed to: every commit decodes, follows the one before, is allowed by the rules,
// and every consent is signed by the key that held the seat at that moment. One function for a server's store and for an
// exported file, which anybody can check without the server.
#pragma once

#include "common/core/result.h"
#include "common/keys/keys.h"

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace parley {

/// What proves one commit: its public bytes, and for a consent the request id it was signed with.
struct Proof {
  std::string bytes;
  RequestId request;
  std::string signature;  // 64 bytes, or empty where nobody consents
};

struct Verified {
  std::string table;
  Version head;
  Hash chain{};
  std::size_t consents = 0;
};

/// From genesis on. The error is a sentence that names the version where it breaks.
Result<Verified, std::string> verify_ledger(const std::vector<Proof>& proofs);

enum class LedgerForm { text, json };

/// Writes a ledger file: one readable line per commit with its proof, and at the end the chain over all of them.
///   text: "v3 TIME HAR accept deal=1 state=active", then "  bytes HEX", for a consent "  signed REQUEST HEX"
///   json: the same as one object a line
void write_ledger(std::ostream& out, const std::vector<Proof>& proofs, LedgerForm form);

/// Reads and verifies either form. Every letter counts: a readable line that differs from what its bytes say is found and
/// named by its line, as is a cut or reordered file.
Result<Verified, std::string> verify_file(std::istream& in);

}  // namespace parley
