// One or more instances of everything that has bytes: every message of both directions, every verb as request and as
// commit, both record forms, every secret; small ones, and ones at the edges of what can be written down.
// Tests go through all of them; a new message or verb that is not here fails `wire: every number has a sample`.
#pragma once

#include "common/keys/keys.h"
#include "common/keys/statement.h"
#include "common/wire/message.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace parley::test {

/// first, first + 1, ...: bytes in which a misplaced one is seen.
template <std::size_t N>
constexpr std::array<std::uint8_t, N> counting(std::uint8_t first) {
  std::array<std::uint8_t, N> out{};
  for (std::size_t i = 0; i < N; ++i) out[i] = static_cast<std::uint8_t>(first + i);
  return out;
}

// ---- the connection that the samples belong to ------------------------------------------------------------------------

SecretKey seat_key();    // seed 00 01 .. 1f
SecretKey server_key();  // seed 20 21 .. 3f
Handshake handshake();   // over "unix"
Login unsigned_login();
Redeem unsigned_redeem();
Commit genesis();
/// The hash that consents name their table by.
Hash table_hash();
/// A record in form 1, and one in form 2.
Record truce();
Record paid_passage();
/// A TI4 record with a clause and an exchange.
Record dreadnought();

// ---- actions ------------------------------------------------------------------------------------------------------------

struct ActionSample {
  std::string name;  // "offer.bribe": starts with the verb
  Role role;
  Action action;
  Secret secret;     // of the request
};
const std::vector<ActionSample>& action_samples();
/// Those of them that are not Dune's.
std::vector<ActionSample> ti4_samples();

/// Signed with seat_key() where it is a consent; deals spoken of are truce().
Act act_of(const ActionSample& sample, RequestId id);

// ---- everything -----------------------------------------------------------------------------------------------------------

/// Messages are whole frames; a commit is its journaled bytes; a secret is what stands beside it in the store.
using Thing = std::variant<ClientMessage, ServerMessage, Commit, Secret>;

struct Sample {
  std::string name;  // "client.hello", "commit.offer.bribe"
  Thing thing;
};
const std::vector<Sample>& samples();

std::string encode_thing(const Thing& thing);
/// The bytes read as the same kind of thing; nothing where they are refused. All verbs are permitted.
std::optional<Thing> decode_like(const Thing& kind, std::string_view bytes);
bool same(const Thing& a, const Thing& b);

}  // namespace parley::test
