#include "common/wire/fields.h"

namespace parley {

// Form 1 is `01 signatories terms`, form 2 `02 signatories terms answers settlement clauses`. What fits form 1 in form 2
// is not canonical [SEED D10].
void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const Record& record) {
  ar.byte(fits_form_1(record) ? 1 : 2);
  ar(record.signatories, record.terms);
  if (fits_form_1(record)) return;
  auto clauses = record.clauses;
  ar(record.answers, record.settlement, bounded(clauses, limits::clauses_max));
}
void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, Record& record) {
  const std::uint8_t form = ar.byte();
  if (form != 1 && form != 2) return ar.fail("no such record form");
  ar(record.signatories, record.terms);
  if (form == 2) {
    auto clauses = bounded(record.clauses, limits::clauses_max);
    ar(record.answers, record.settlement, clauses);
  }
  if (form != (fits_form_1(record) ? 1 : 2)) ar.fail("a record in the wrong form");
}

namespace {

// An action is its verb and its body.
void put(WireOut& ar, const Action& action) {
  ar.byte(static_cast<std::uint8_t>(verb_of(action)));
  std::visit([&](const auto& a) { ar(a); }, action);
}
void get_body(WireIn& ar, Verb verb, Action& action) {
  const bool known = with_action(verb, [&]<class T>(std::type_identity<T>) {
    T body{};
    ar(body);
    action = std::move(body);
  });
  if (!known) ar.fail("no such verb");
}
void get(WireIn& ar, Action& action) { get_body(ar, static_cast<Verb>(ar.byte()), action); }

bool carries_amount(Verb verb) { return verb == Verb::adjust || verb == Verb::adjust_seat; }
/// Hold and unhold, where the table does not see which note.
bool carries_note(const Action& action) {
  if (const auto* hold = std::get_if<ti4::Hold>(&action)) return !hold->note;
  if (const auto* unhold = std::get_if<ti4::Unhold>(&action)) return !unhold->note;
  return false;
}

void put(WireOut& ar, const Commit& commit) {
  ar(commit.version, commit.elapsed, commit.role);
  put(ar, commit.action);
}
void get(WireIn& ar, Commit& commit) {
  ar(commit.version, commit.elapsed, commit.role);
  get(ar, commit.action);
}

template <class T>
std::string encoded(const T& value) {
  WireOut ar;
  ar(value);
  return ar.take();
}

// ---- messages that are more than their fields ----------------------------------------------------------------------------

template <class M> void put(WireOut& ar, const M& message) { ar(message); }
void put(WireOut& ar, const Committed& m) { put(ar, m.commit); }
void put(WireOut& ar, const CommittedPrivate& m) {
  put(ar, m.commit);
  ar(m.commit.secret);
}
// request:leb128 seen:leb128 verb body, then the amount of an adjustment or the name of an unseen note, then the signature
// of a consent
void put(WireOut& ar, const Act& m) {
  const Verb verb = verb_of(m.request.action);
  ar(m.request.id, m.request.seen);
  put(ar, m.request.action);
  if (carries_amount(verb)) {
    const Amount* amount = std::get_if<Amount>(&m.request.secret);
    ar(amount ? amount->by : std::int64_t{0});
  }
  if (carries_note(m.request.action)) {
    const NoteName* name = std::get_if<NoteName>(&m.request.secret);
    ar(name ? *name : NoteName{});
  }
  if (is_consent(verb)) ar(m.signature);
}

template <class M> void get(WireIn& ar, M& message) { ar(message); }
void get(WireIn& ar, Committed& m) { get(ar, m.commit); }
void get(WireIn& ar, CommittedPrivate& m) {
  get(ar, m.commit);
  ar(m.commit.secret);
  if (std::holds_alternative<std::monostate>(m.commit.secret)) ar.fail("a private commit without a secret");
}

Result<ClientMessage, DecodeError> decode_act(std::string_view payload, const std::function<bool(Verb)>& permits) {
  WireIn ar(payload);
  Act act;
  ar(act.request.id, act.request.seen);
  const auto verb = static_cast<Verb>(ar.byte());
  if (ar.error()) return *ar.error();
  if (!permits(verb)) return ClientMessage{Forbidden{act.request.id}};
  get_body(ar, verb, act.request.action);
  if (carries_amount(verb)) {
    Amount amount;
    ar(amount.by);
    act.request.secret = amount;
  }
  if (carries_note(act.request.action)) {
    NoteName name;
    ar(name);
    act.request.secret = std::move(name);
  }
  if (is_consent(verb)) ar(act.signature);
  return ar.finish<ClientMessage>(std::move(act));
}

template <class Message, class... Ms>
Result<Message, DecodeError> decode_any(const Frame& frame) {
  std::optional<Result<Message, DecodeError>> found;
  const auto try_one = [&]<class M>(std::type_identity<M>) {
    if (M::type != frame.type) return;
    WireIn ar(frame.payload);
    M message{};
    get(ar, message);
    found.emplace(ar.finish<Message>(std::move(message)));
  };
  (try_one(std::type_identity<Ms>{}), ...);
  if (found) return std::move(*found);
  return DecodeError{"no such message type in this direction", 0};
}

template <class M>
std::string framed(const M& message) {
  WireOut ar;
  put(ar, message);
  return make_frame(M::type, ar.take());
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

std::string encode(const Commit& commit) {
  WireOut ar;
  put(ar, commit);
  return ar.take();
}
Result<Commit, DecodeError> decode_commit(std::string_view bytes) {
  WireIn ar(bytes);
  Commit commit;
  get(ar, commit);
  return ar.finish(std::move(commit));
}

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
  WireOut ar;
  put(ar, action);
  return ar.take();
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
