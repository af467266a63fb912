// Every message, and the bytes of each. Numbers are permanent; the layout of each is one serialize in fields.h, and
// common/PROTOCOL.md says it in words. Encoding is one-to-one: what decodes, encodes to the same bytes.
// Decoding never throws, allocates no more than the bytes that are there, and leaves no byte unread.
#pragma once

#include "common/core/action.h"
#include "common/core/refusal.h"
#include "common/core/result.h"
#include "common/wire/frame.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace parley {

inline constexpr std::uint32_t protocol_version = 1;

using Nonce = std::array<std::uint8_t, 16>;
/// The first 8 bytes of a chain hash, a store's epoch, or a digest: enough to notice that two histories differ.
using Short = std::array<std::uint8_t, 8>;

/// Why a connection ends; said before it is closed.
enum class ByeCode : std::uint8_t {
  leaving = 1,          // a client that is done
  bad_frame = 2,        // bytes that can never be a frame
  bad_message = 3,      // a frame whose payload is malformed, or of the other direction
  out_of_order = 4,     // an action before the login, a second login
  old_protocol = 5,     // no common protocol version: install a newer parley
  not_admitted = 6,     // unknown table or role, wrong key or signature: all alike
  bad_invite = 7,       // unknown, used by another key, or revoked
  superseded = 8,       // a newer login of this role
  revoked = 9,          // the key was ended by the host
  history = 10,         // the server does not have what the client has
  bad_signature = 11,   // a consent that the seat's key did not sign
  ahead = 12,           // `seen` above the table's head
  too_slow = 13,        // no login within 10 s
  silent = 14,          // nothing heard for 200 s
  crowded = 15,         // too many connections before login
  closing = 16,         // the server is stopping
  storage = 17,         // the store cannot be read
};
inline constexpr std::uint8_t bye_codes = 17;
/// "superseded", as scripts see it.
std::string_view name(ByeCode code);

// ---- client to server -----------------------------------------------------------------------------------------------

struct Hello { static constexpr std::uint8_t type = 0x01; static constexpr std::string_view word = "hello"; std::uint32_t protocol = protocol_version; Nonce nonce{}; friend bool operator==(const Hello&, const Hello&) = default; };
/// The last commit the client has on disk, so that only the rest is sent: the store's epoch, version, chain.
struct Resume { Short epoch{}; Version version; Short chain{}; friend bool operator==(const Resume&, const Resume&) = default; };
/// `resume` is empty for a client that has nothing; `watch` asks for the seat's own view, without actions.
struct Login { static constexpr std::uint8_t type = 0x02; static constexpr std::string_view word = "login"; std::string table; Role role; Epoch epoch; bool watch = false; std::optional<Resume> resume; Signature signature{}; friend bool operator==(const Login&, const Login&) = default; };
struct Redeem { static constexpr std::uint8_t type = 0x03; static constexpr std::string_view word = "redeem"; std::array<std::uint8_t, 16> code{}; PublicKey key{}; Name player; Signature signature{}; friend bool operator==(const Redeem&, const Redeem&) = default; };
/// A request; consents carry the seat's signature (keys/statement.h).
struct Act { static constexpr std::uint8_t type = 0x04; static constexpr std::string_view word = "act"; Request request; Signature signature{}; };
struct Ping { static constexpr std::uint8_t type = 0x05; static constexpr std::string_view word = "ping"; friend bool operator==(const Ping&, const Ping&) = default; };

// ---- server to client -----------------------------------------------------------------------------------------------

struct Welcome { static constexpr std::uint8_t type = 0x81; static constexpr std::string_view word = "welcome"; std::uint32_t protocol = protocol_version; Short epoch{}; Nonce nonce{}; friend bool operator==(const Welcome&, const Welcome&) = default; };
struct LoggedIn { static constexpr std::uint8_t type = 0x82; static constexpr std::string_view word = "logged_in"; Role role; Epoch epoch; RequestId highest; Version head; friend bool operator==(const LoggedIn&, const LoggedIn&) = default; };
/// The commit's public bytes as journaled.
struct Committed { static constexpr std::uint8_t type = 0x83; static constexpr std::string_view word = "committed"; Commit commit; friend bool operator==(const Committed&, const Committed&) = default; };
/// The same, followed by its secret, to those who may see it.
struct CommittedPrivate { static constexpr std::uint8_t type = 0x84; static constexpr std::string_view word = "committed_private"; Commit commit; friend bool operator==(const CommittedPrivate&, const CommittedPrivate&) = default; };
/// The client has everything up to head.
struct Live { static constexpr std::uint8_t type = 0x85; static constexpr std::string_view word = "live"; Version head; Short chain{}; Short digest{}; friend bool operator==(const Live&, const Live&) = default; };
struct Answered { static constexpr std::uint8_t type = 0x86; static constexpr std::string_view word = "answered"; RequestId request; Version version; bool repeated = false; friend bool operator==(const Answered&, const Answered&) = default; };
struct Refused { static constexpr std::uint8_t type = 0x87; static constexpr std::string_view word = "refused"; RequestId request; Refusal refusal; Version head; friend bool operator==(const Refused&, const Refused&) = default; };
struct Presence { static constexpr std::uint8_t type = 0x88; static constexpr std::string_view word = "presence"; Role role; bool online = false; friend bool operator==(const Presence&, const Presence&) = default; };
struct Pong { static constexpr std::uint8_t type = 0x89; static constexpr std::string_view word = "pong"; Version head; Short chain{}; Short digest{}; friend bool operator==(const Pong&, const Pong&) = default; };

// ---- both -----------------------------------------------------------------------------------------------------------

struct Bye { static constexpr std::uint8_t type = 0x0f; static constexpr std::string_view word = "bye"; ByeCode code = ByeCode::leaving; friend bool operator==(const Bye&, const Bye&) = default; };

using ServerMessage =
    std::variant<Welcome, LoggedIn, Committed, CommittedPrivate, Live, Answered, Refused, Presence, Pong, Bye>;

/// A request whose verb the connection's role does not have: refused before its payload is looked at [P-A1].
struct Forbidden { RequestId id; };
using ClientMessage = std::variant<Hello, Login, Redeem, Act, Ping, Bye, Forbidden>;

/// What is wrong with bytes, and where.
struct DecodeError {
  std::string_view reason;  // a fixed phrase, printable ASCII
  std::size_t offset = 0;   // in the payload
};

/// The whole frame, ready to send.
std::string encode(const ServerMessage& message);
/// `Forbidden` cannot be encoded.
std::string encode(const ClientMessage& message);
/// The frame around a commit that is already bytes, with or without its secret.
std::string committed_frame(std::string_view commit, std::string_view secret);

Result<ServerMessage, DecodeError> decode_server(const Frame& frame);
/// `permits` is asked for the verb of a request before its body is read.
Result<ClientMessage, DecodeError> decode_client(const Frame& frame, const std::function<bool(Verb)>& permits);

// ---- the journal ----------------------------------------------------------------------------------------------------

/// A commit's public form, for ever: version:leb128 elapsed:leb128 role verb body.
std::string encode(const Commit& commit);
Result<Commit, DecodeError> decode_commit(std::string_view bytes);
/// Empty for no secret.
std::string encode(const Secret& secret);
Result<Secret, DecodeError> decode_secret(std::string_view bytes);
/// Verb and body: what a repeated request is compared by, and what an offer's signature covers.
std::string encode(const Action& action);
/// Form 1 or 2 of D10: what a record hash is taken over.
std::string encode(const Record& record);

}  // namespace parley
