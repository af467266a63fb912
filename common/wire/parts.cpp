#include "common/wire/parts.h"

#include "common/wire/fields.h"

namespace parley {

/// Field by field: the name, and what the wire archive makes of the value. Not hidden, so that `serialize` is found beside it.
class PartsOut : public cereal::OutputArchive<PartsOut> {
 public:
  PartsOut() : cereal::OutputArchive<PartsOut>(this) {}
  void part(std::string name, std::string bytes) { parts.push_back({std::move(name), std::move(bytes)}); }
  Parts parts;
};

namespace {

template <class T>
std::string wire(const T& value) {
  WireOut ar;
  ar(value);
  return ar.take();
}

}  // namespace

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(PartsOut& ar, const Field<T>& f) { ar.part(f.name, wire(f.value)); }
inline void CEREAL_SAVE_FUNCTION_NAME(PartsOut& ar, const Field<Secret&>& f) {
  if (std::holds_alternative<std::monostate>(f.value)) return;
  ar.part(f.name, std::string(1, static_cast<char>(f.value.index())));
  std::visit([&]<class T>(T& held) { if constexpr (!std::same_as<T, std::monostate>) ar(held); }, f.value);
}

namespace {

template <class T>
Parts parts(const T& value) {
  PartsOut ar;
  ar(value);
  return std::move(ar.parts);
}

template <class Message>
Parts parts_of_frame(const Message& message) {
  const std::string frame = encode(message);
  if (frame.empty()) return {};
  std::size_t length_bytes = 1;
  while (static_cast<std::uint8_t>(frame[length_bytes - 1]) >= 0x80) ++length_bytes;
  PartsOut ar;
  ar.part("length", frame.substr(0, length_bytes));
  ar.part("type", frame.substr(length_bytes, 1));
  std::visit([&]<class M>(const M& m) { if constexpr (!std::same_as<M, Forbidden>) ar(m); }, message);
  return std::move(ar.parts);
}

}  // namespace

Parts parts_of(const ClientMessage& message) { return parts_of_frame(message); }
Parts parts_of(const ServerMessage& message) { return parts_of_frame(message); }
Parts parts_of(const Commit& commit) { return parts(commit); }
Parts parts_of(const Record& record) { return parts(record); }
Parts parts_of(const Secret& secret) {
  Secret copy = secret;
  return parts(field("secret", copy));
}

std::string joined(const Parts& parts) {
  std::string bytes;
  for (const Part& part : parts) bytes += part.bytes;
  return bytes;
}

}  // namespace parley
