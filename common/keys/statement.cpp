#include "common/keys/statement.h"

namespace parley {
namespace {

std::string begin(std::string_view purpose) {
  std::string out(purpose);
  out += '\0';
  return out;
}

std::string begin(std::string_view purpose, const Handshake& h) {
  std::string out = begin(purpose);
  out += view(h.server);
  out += view(h.client_nonce);
  out += view(h.server_nonce);
  put_leb128(out, h.channel.size());
  out += h.channel;
  put_leb128(out, h.protocol);
  return out;
}

/// The message's payload without its last field, the signature.
template <class Message>
std::string unsigned_payload(const Message& message) {
  const std::string frame = encode(ClientMessage{message});
  const auto parsed = std::get<Frame>(parse_frame(frame, frame.size()));
  return std::string(parsed.payload.substr(0, parsed.payload.size() - message.signature.size()));
}

}  // namespace

std::string login_statement(const Handshake& handshake, const Login& login) {
  return begin("parley login", handshake) + unsigned_payload(login);
}

std::string redeem_statement(const Handshake& handshake, const Redeem& redeem) {
  return begin("parley redeem", handshake) + unsigned_payload(redeem);
}

Hash record_hash(const Record& record) { return sha256(encode(record)); }

std::string consent_statement(const Signer& signer, RequestId request, const Action& action, const Hash& record) {
  std::string out = begin("parley consent");
  out += view(signer.table);
  put_leb128(out, code(signer.role));
  put_leb128(out, signer.epoch.value);
  put_leb128(out, request.value);
  out += encode(action);
  if (deal_of(action) != DealId{}) out += view(record);
  return out;
}

}  // namespace parley
