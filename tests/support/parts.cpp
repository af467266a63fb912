#include "tests/support/parts.h"

#include "common/wire/fields.h"
#include "common/wire/names.h"

namespace parley::test {
namespace {

using parley::serialize;  // of types in the games' namespaces, which are looked for in the archive's

/// Field by field: the name, and what the wire archive makes of the value.
class PartsOut : public cereal::OutputArchive<PartsOut> {
 public:
  PartsOut() : cereal::OutputArchive<PartsOut>(this) {}
  void part(std::string name, std::string bytes) { parts.push_back({std::move(name), std::move(bytes)}); }
  Parts parts;
};

template <class T>
std::string wire(const T& value) {
  WireOut ar;
  ar(value);
  return ar.take();
}

std::string byte(std::size_t n) { return std::string(1, static_cast<char>(n)); }

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(PartsOut& ar, const Field<T>& f) { ar.part(f.name, wire(f.value)); }

void CEREAL_SAVE_FUNCTION_NAME(PartsOut& ar, const Record& record) {
  ar.part("form", byte(fits_form_1(record) ? 1 : 2));
  ar.part("signatories", wire(record.signatories));
  ar.part("terms", wire(record.terms));
  if (fits_form_1(record)) return;
  ar.part("answers", wire(record.answers));
  ar.part("settlement", wire(record.settlement));
  auto clauses = record.clauses;
  ar.part("clauses", wire(bounded(clauses, limits::clauses_max)));
}

void add(PartsOut& ar, const Action& action) {
  ar.part("verb", byte(static_cast<std::size_t>(verb_of(action))));
  std::visit([&](const auto& a) { ar(a); }, action);
}

void add(PartsOut& ar, const Commit& commit) {
  ar.part("version", wire(commit.version));
  ar.part("elapsed", wire(commit.elapsed));
  ar.part("role", wire(commit.role));
  add(ar, commit.action);
}

void add(PartsOut& ar, const Secret& secret) {
  if (std::holds_alternative<std::monostate>(secret)) return;
  ar.part("secret", byte(secret.index()));
  std::visit([&]<class T>(const T& held) { if constexpr (!std::same_as<T, std::monostate>) ar(held); }, secret);
}

template <class M> void add(PartsOut& ar, const M& message) { ar(message); }
void add(PartsOut& ar, const Committed& m) { add(ar, m.commit); }
void add(PartsOut& ar, const CommittedPrivate& m) {
  add(ar, m.commit);
  add(ar, m.commit.secret);
}
void add(PartsOut& ar, const Act& m) {
  ar.part("request", wire(m.request.id));
  ar.part("seen", wire(m.request.seen));
  add(ar, m.request.action);
  if (const Amount* amount = std::get_if<Amount>(&m.request.secret)) ar(*amount);
  if (const NoteName* name = std::get_if<NoteName>(&m.request.secret)) ar(*name);
  if (is_consent(verb_of(m.request.action))) ar.part("signature", wire(m.signature));
}
void add(PartsOut&, const Forbidden&) {}

template <class Message>
void add_frame(PartsOut& ar, const Message& message) {
  const std::string frame = encode(message);
  std::size_t length_bytes = 1;
  while (static_cast<std::uint8_t>(frame[length_bytes - 1]) >= 0x80) ++length_bytes;
  ar.part("length", frame.substr(0, length_bytes));
  ar.part("type", frame.substr(length_bytes, 1));
  std::visit([&](const auto& m) { add(ar, m); }, message);
}
void add(PartsOut& ar, const ClientMessage& message) { add_frame(ar, message); }
void add(PartsOut& ar, const ServerMessage& message) { add_frame(ar, message); }

}  // namespace

Parts parts_of(const Thing& thing) {
  PartsOut ar;
  std::visit([&](const auto& value) { add(ar, value); }, thing);
  return std::move(ar.parts);
}

Parts parts_of(const Record& record) {
  PartsOut ar;
  ar(record);
  return std::move(ar.parts);
}

std::string joined(const Parts& parts) {
  std::string bytes;
  for (const Part& part : parts) bytes += part.bytes;
  return bytes;
}

std::string entry_text(const std::string& name, const Parts& parts) {
  constexpr std::size_t columns = 110, bytes_per_word = 32;
  std::string text = name + "\n";
  std::string line = " ";
  const auto add_word = [&](const std::string& word) {
    if (line.size() > 1 && line.size() + 1 + word.size() > columns) {
      text += line + "\n";
      line = "   ";
    }
    line += " " + word;
  };
  for (const Part& part : parts) {
    add_word(part.name + "=" + to_hex(part.bytes.substr(0, bytes_per_word)));
    for (std::size_t at = bytes_per_word; at < part.bytes.size(); at += bytes_per_word)
      add_word(to_hex(part.bytes.substr(at, bytes_per_word)));
  }
  return text + line + "\n";
}

}  // namespace parley::test
