// What is signed, as bytes. Each statement starts with a purpose of its own, so that a signature for one thing proves
// nothing else, and names the server or table, so that it proves nothing anywhere else [P-A4].
#pragma once

#include "common/core/action.h"
#include "common/keys/keys.h"
#include "common/wire/message.h"

#include <string>
#include <string_view>

namespace parley {

/// The connection a login or a redemption is signed for.
struct Handshake {
  PublicKey server{};
  Nonce client_nonce{};
  Nonce server_nonce{};
  std::string_view channel;  // "unix" or "tcp": the door's kind; over TLS its exporter value
  std::uint32_t protocol = protocol_version;
};

/// Covers the handshake and every field of the message before its signature, the resume and `watch` included.
std::string login_statement(const Handshake& handshake, const Login& login);
std::string redeem_statement(const Handshake& handshake, const Redeem& redeem);

/// Who consents: the table by the hash of its genesis (chain.h), the role and its epoch.
struct Signer {
  Hash table{};
  Role role;
  Epoch epoch;
};

/// SHA-256 over the record as journaled (form 1 or 2).
Hash record_hash(const Record& record);

/// A consent: an offer and a direct bribe are signed over their whole content; an acceptance, a release request and a
/// retraction over verb, deal id and the hash of the record they speak of.
std::string consent_statement(const Signer& signer, RequestId request, const Action& action, const Hash& record);

}  // namespace parley
