#include "common/wire/fields.h"

namespace parley {

namespace {

template <class T>
std::string encoded(const T& value) {
  WireOut ar;
  ar(value);
  return ar.take();
}

template <class T>
Result<T, DecodeError> decoded(std::string_view bytes) {
  WireIn ar(bytes);
  T value;
  ar(value);
  return ar.finish(std::move(value));
}

Result<ClientMessage, DecodeError> decode_act(std::string_view payload, const std::function<bool(Verb)>& permits) {
  WireIn ar(payload);
  ar.permits = &permits;
  Act act;
  ar(act);
  if (ar.error() && ar.error()->reason == not_permitted_here) return ClientMessage{Forbidden{act.request.id}};
  return ar.finish<ClientMessage>(std::move(act));
}

template <class Message, class... Ms>
Result<Message, DecodeError> decode_any(const Frame& frame) {
  std::optional<Result<Message, DecodeError>> found;
  const auto try_one = [&]<class M>(std::type_identity<M>) {
    if (M::type != frame.type) return;
    WireIn ar(frame.payload);
    M message{};
    ar(message);
    found.emplace(ar.finish<Message>(std::move(message)));
  };
  (try_one(std::type_identity<Ms>{}), ...);
  if (found) return std::move(*found);
  return DecodeError{"no such message type in this direction", 0};
}

template <class M>
std::string framed(const M& message) {
  return make_frame(M::type, encoded(message));
}

}  // namespace

std::string encode(const ServerMessage& message) {
  return std::visit([](const auto& m) { return framed(m); }, message);
}

std::string encode(const ClientMessage& message) {
  return std::visit([]<class M>(const M& m) {
    if constexpr (std::same_as<M, Forbidden>) return std::string{};
    else return framed(m);
  }, message);
}

std::string committed_frame(std::string_view commit, std::string_view secret) {
  return make_frame(secret.empty() ? Committed::type : CommittedPrivate::type, std::string(commit).append(secret));
}

Result<ServerMessage, DecodeError> decode_server(const Frame& frame) {
  return decode_any<ServerMessage, Welcome, LoggedIn, Committed, CommittedPrivate, Live, Answered, Refused, Presence, Pong,
                    Bye>(frame);
}

Result<ClientMessage, DecodeError> decode_client(const Frame& frame, const std::function<bool(Verb)>& permits) {
  if (frame.type == Act::type) return decode_act(frame.payload, permits);
  return decode_any<ClientMessage, Hello, Login, Redeem, Ping, Bye>(frame);
}

std::string encode(const Commit& commit) { return encoded(commit); }
Result<Commit, DecodeError> decode_commit(std::string_view bytes) { return decoded<Commit>(bytes); }

std::string encode(const Secret& secret) {
  return std::holds_alternative<std::monostate>(secret) ? std::string{} : encoded(secret);
}
Result<Secret, DecodeError> decode_secret(std::string_view bytes) {
  if (bytes.empty()) return Secret{};
  WireIn ar(bytes);
  Secret secret;
  ar(secret);
  if (std::holds_alternative<std::monostate>(secret)) ar.fail("an empty secret has no bytes");
  return ar.finish(std::move(secret));
}

std::string encode(const Action& action) {
  return encoded(VerbAndBody{const_cast<Action&>(action)});  // only read, as cereal does with whatever it writes
}
std::string encode(const Record& record) { return encoded(record); }

std::string_view name(ByeCode code) {
  switch (code) {
    case ByeCode::leaving: return "leaving";
    case ByeCode::bad_frame: return "bad_frame";
    case ByeCode::bad_message: return "bad_message";
    case ByeCode::out_of_order: return "out_of_order";
    case ByeCode::old_protocol: return "old_protocol";
    case ByeCode::not_admitted: return "not_admitted";
    case ByeCode::bad_invite: return "bad_invite";
    case ByeCode::superseded: return "superseded";
    case ByeCode::revoked: return "revoked";
    case ByeCode::history: return "history";
    case ByeCode::bad_signature: return "bad_signature";
    case ByeCode::ahead: return "ahead";
    case ByeCode::too_slow: return "too_slow";
    case ByeCode::silent: return "silent";
    case ByeCode::crowded: return "crowded";
    case ByeCode::closing: return "closing";
    case ByeCode::storage: return "storage";
  }
  return {};
}

}  // namespace parley
