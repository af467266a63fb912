#include "tests/support/parts.h"

#include "common/core/apply.h"
#include "common/keys/chain.h"
#include "common/keys/invite.h"

namespace parley::test {
namespace {

constexpr std::size_t shown_bytes_max = 400;

constexpr std::string_view head =
    "# Every message, verb, record form and secret: a name, then its bytes field by field, in hex.\n"
    "# The fields in order are the bytes; whatever shipped once stays here for ever. common/PROTOCOL.md quotes from here.\n"
    "# Rewritten by: parley_unit_tests \"[.write-golden-wire]\"\n\n";

template <std::size_t N>
std::string bytes(const std::array<std::uint8_t, N>& array) { return std::string(view(array)); }

std::string leb128(std::uint64_t value) {
  std::string out;
  put_leb128(out, value);
  return out;
}

Parts start_of_statement(std::string purpose) {
  const Handshake h = handshake();
  return {{"purpose", purpose + '\0'}, {"server", bytes(h.server)}, {"client_nonce", bytes(h.client_nonce)},
          {"server_nonce", bytes(h.server_nonce)}, {"channel", leb128(h.channel.size()).append(h.channel)},
          {"protocol", leb128(h.protocol)}};
}

/// The fields of a login or redemption but for the frame around them and the signature.
Parts statement(std::string purpose, const ClientMessage& message) {
  Parts parts = start_of_statement(std::move(purpose));
  const Parts fields = parts_of(Thing{message});
  parts.insert(parts.end(), fields.begin() + 2, fields.end() - 1);
  return parts;
}

Parts consent(const Role& role, RequestId request, const Action& action) {
  Parts parts = {{"purpose", std::string("parley consent") + '\0'}, {"table", bytes(table_hash())},
                 {"role", leb128(code(role))}, {"epoch", leb128(1)}, {"request", leb128(request.value)}};
  const Parts commit = parts_of(Thing{Commit{.role = role, .action = action}});
  parts.insert(parts.end(), commit.begin() + 3, commit.end());  // verb and body
  if (deal_of(action) != DealId{}) parts.push_back({"record_hash", bytes(record_hash(truce()))});
  return parts;
}

Parts with_signature(Parts parts) {
  parts.push_back({"SIGNATURE", bytes(seat_key().sign(joined(parts)))});
  return parts;
}

Parts invite() {
  const Invite invite{.address = "unix:/srv/parley/parley.sock", .server = server_key().public_key(), .table = "arrakis",
                      .role = "ATR", .code = counting<16>(0xa0)};
  const auto str8 = [](const std::string& text) { return leb128(text.size()) + text; };
  Parts parts = {{"version", "\1"}, {"address", str8(invite.address)}, {"server", bytes(invite.server)},
                 {"table", str8(invite.table)}, {"role", str8(invite.role)}, {"code", bytes(invite.code)}};
  parts.push_back({"check", bytes(sha256(joined(parts))).substr(0, 4)});
  return parts;
}

std::string worked_examples() {
  const Seat har{1};
  const Commit first = genesis();
  const Commit second{.version = Version{1}, .elapsed = 90, .role = Role::server(),
                      .action = Seated{Seat{0}, Name{"Anna"}, seat_key().public_key(), Epoch{1}}, .secret = {}};
  const Hash link_0 = chain_next(Hash{}, encode(first));
  Table table;
  apply(table, first);
  const std::uint64_t digest_0 = digest(table);
  apply(table, second);

  std::string out;
  out += entry_text("key.seat", {{"SEED", bytes(seat_key().seed())}, {"PUBLIC", bytes(seat_key().public_key())}});
  out += entry_text("key.server", {{"SEED", bytes(server_key().seed())}, {"PUBLIC", bytes(server_key().public_key())}});
  out += entry_text("record.form_1", parts_of(truce()));
  out += entry_text("record.form_2", parts_of(paid_passage()));
  out += entry_text("record.form_2.ti4", parts_of(dreadnought()));
  out += entry_text("hash.record.form_1", {{"SHA256", bytes(record_hash(truce()))}});
  out += entry_text("hash.chain.0", {{"SHA256", bytes(link_0)}});
  out += entry_text("hash.chain.1", {{"SHA256", bytes(chain_next(link_0, encode(second)))}});
  out += entry_text("commit.seated.first", parts_of(Thing{second}));
  out += entry_text("digest.0", {{"FNV1A", bytes(shortened(digest_0))}});
  out += entry_text("digest.1", {{"FNV1A", bytes(shortened(digest(table)))}});
  out += entry_text("statement.login", with_signature(statement("parley login", unsigned_login())));
  out += entry_text("statement.redeem", with_signature(statement("parley redeem", unsigned_redeem())));
  out += entry_text("statement.offer", with_signature(consent(Role::of(Seat{0}), RequestId{1}, Offer{truce()})));
  out += entry_text("statement.accept", with_signature(consent(Role::of(har), RequestId{8}, Accept{DealId{1}})));
  out += entry_text("invite", invite());
  return out;
}

}  // namespace

std::string golden_text() {
  std::string out(head);
  for (const Sample& sample : samples())
    if (encode_thing(sample.thing).size() <= shown_bytes_max) out += entry_text(sample.name, parts_of(sample.thing));
  return out + worked_examples();
}

}  // namespace parley::test
