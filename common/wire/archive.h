// The bounded compact archives: cereal's extension points, our bytes. cereal's own archives must not see network bytes.
//   unsigned: LEB128, overlong refused    signed: zigzag, then LEB128    bool: 00 or 01    enum: one byte, ranged
//   text, list: a count, then the items; the declared limit and the bytes left are checked before anything is resized
//   variant, optional: one byte that says which
// The first error sticks: everything after it loads as nothing, and nothing is thrown.
#pragma once

#include "common/core/action.h"
#include "common/core/limits.h"
#include "common/wire/frame.h"
#include "common/wire/message.h"

#include <cereal/cereal.hpp>

#include <array>
#include <concepts>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace parley {

/// An enum; a type of its own because cereal would write a bare enum as an unranged integer.
template <class E>
struct Choice { E& value; };

/// How scripts write a field; on the wire it is always there.
enum class Written {
  always,    // must be written
  optional,  // may be left out, is printed
  sparse,    // may be left out, is printed only where it says something
  never      // tells how the rest is laid out
};
/// A named field, for archives that print names.
template <class T>
struct Field { const char* name; T value; Written written = Written::always; };

template <class T>
auto field(const char* name, T& value) {
  if constexpr (std::is_enum_v<T>) return Field<Choice<T>>{name, {value}};
  else return Field<T&>{name, value};
}
template <class T>
auto with_default(const char* name, T& value) {
  auto named = field(name, value);
  named.written = Written::optional;
  return named;
}
template <class T>
auto sparse(const char* name, T& value) {
  auto named = field(name, value);
  named.written = Written::sparse;
  return named;
}
template <class T>
auto wire_only(const char* name, T& value) {
  auto named = field(name, value);
  named.written = Written::never;
  return named;
}
/// Text or a list with its limit.
template <class T>
struct Bounded { T& value; std::size_t max; };
template <class T>
Bounded<T> bounded(T& value, std::size_t max) { return {value, max}; }

/// The lowest and the highest number of an enum on the wire.
template <class E>
struct EnumRange;
template <> struct EnumRange<Answer> { static constexpr std::uint8_t first = 1, last = 5; };
template <> struct EnumRange<Control> { static constexpr std::uint8_t first = 0, last = 1; };
template <> struct EnumRange<dune::Mode> { static constexpr std::uint8_t first = 0, last = 1; };
template <> struct EnumRange<dune::Phase> { static constexpr std::uint8_t first = 0, last = 10; };
template <> struct EnumRange<ti4::Phase> { static constexpr std::uint8_t first = 0, last = 5; };
template <> struct EnumRange<ti4::Step> { static constexpr std::uint8_t first = 1, last = ti4::steps; };
template <> struct EnumRange<ti4::Kind> { static constexpr std::uint8_t first = 1, last = ti4::kinds; };
template <> struct EnumRange<ti4::Class> { static constexpr std::uint8_t first = 1, last = 3; };  // nobody says "blocked"
template <> struct EnumRange<ti4::Deed> { static constexpr std::uint8_t first = 1, last = ti4::deeds; };
template <> struct EnumRange<ti4::When> { static constexpr std::uint8_t first = 1, last = ti4::whens; };
template <> struct EnumRange<ti4::Stance> { static constexpr std::uint8_t first = 1, last = 2; };
template <> struct EnumRange<ti4::Contingent> { static constexpr std::uint8_t first = 1, last = 5; };
template <> struct EnumRange<ti4::Able> { static constexpr std::uint8_t first = 1, last = 3; };
template <> struct EnumRange<ByeCode> { static constexpr std::uint8_t first = 1, last = bye_codes; };
template <> struct EnumRange<Refusal::Code> { static constexpr std::uint8_t first = 1, last = refusal_codes; };

class WireOut : public cereal::OutputArchive<WireOut> {
 public:
  WireOut() : cereal::OutputArchive<WireOut>(this) {}
  void byte(std::uint8_t b) { out_ += static_cast<char>(b); }
  void raw(std::string_view bytes) { out_ += bytes; }
  void number(std::uint64_t n) { put_leb128(out_, n); }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

class WireIn : public cereal::InputArchive<WireIn> {
 public:
  explicit WireIn(std::string_view bytes) : cereal::InputArchive<WireIn>(this), bytes_(bytes) {}

  std::uint8_t byte() {
    if (error_) return 0;
    if (at_ == bytes_.size()) return fail("cut short"), 0;
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t b = byte();
      if (error_) return 0;
      if (shift == 63 && b > 1) return fail("number too large"), 0;
      value |= static_cast<std::uint64_t>(b & 0x7f) << shift;
      if (b < 0x80) {
        if (b == 0 && shift > 0) return fail("overlong number"), 0;
        return value;
      }
    }
    return fail("number too large"), 0;
  }
  std::uint64_t number_to(std::uint64_t max) {
    const std::uint64_t value = number();
    if (value > max) return fail("number out of range"), 0;
    return value;
  }
  /// A count of items of at least one byte each, checked against the limit and the bytes left.
  std::size_t count(std::size_t max) {
    const std::uint64_t n = number();
    if (n > max) return fail("over its limit"), 0;
    if (n > bytes_.size() - at_) return fail("cut short"), 0;
    return static_cast<std::size_t>(n);
  }
  std::string_view raw(std::size_t size) {
    if (error_) return {};
    if (size > bytes_.size() - at_) return fail("cut short"), std::string_view{};
    const std::string_view found = bytes_.substr(at_, size);
    at_ += size;
    return found;
  }
  void fail(std::string_view reason) {
    if (!error_) error_ = DecodeError{reason, at_};
  }
  /// Asked for the verb of an action before its body is read; set by who decodes requests.
  const std::function<bool(Verb)>* permits = nullptr;
  bool at_end() const { return at_ == bytes_.size(); }
  std::size_t left() const { return bytes_.size() - at_; }
  const std::optional<DecodeError>& error() const { return error_; }
  /// The value if everything was read without an error.
  template <class T>
  Result<T, DecodeError> finish(T value) {
    if (!error_ && !at_end()) fail("bytes left over");
    if (error_) return *error_;
    return value;
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  std::optional<DecodeError> error_;
};

// ---- leaves: numbers, text, choices -----------------------------------------------------------------------------------

template <class T>
concept Number = std::unsigned_integral<T> && !std::same_as<T, bool>;

template <Number T>
void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const T& n) { ar.number(n); }
template <Number T>
void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, T& n) { n = static_cast<T>(ar.number_to(std::numeric_limits<T>::max())); }

inline void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const std::int64_t& n) {
  ar.number(static_cast<std::uint64_t>(n) << 1 ^ static_cast<std::uint64_t>(n >> 63));
}
inline void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, std::int64_t& n) {
  const std::uint64_t zigzag = ar.number();
  n = static_cast<std::int64_t>(zigzag >> 1 ^ (~(zigzag & 1) + 1));
}

inline void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const bool& b) { ar.byte(b); }
inline void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, bool& b) {
  const std::uint8_t n = ar.byte();
  if (n > 1) ar.fail("a bool is 0 or 1");
  b = n == 1;
}

template <class E>
void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const Choice<E>& choice) { ar.byte(static_cast<std::uint8_t>(choice.value)); }
template <class E>
void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, Choice<E>& choice) {
  const std::uint8_t n = ar.byte();
  if (n < EnumRange<E>::first || n > EnumRange<E>::last) return ar.fail("no such choice");
  choice.value = static_cast<E>(n);
}

/// Any number: with_action in fields.h knows which are verbs.
inline void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, Choice<Verb>& choice) { choice.value = static_cast<Verb>(ar.byte()); }

template <class Tag, class Rep>
void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const Strong<Tag, Rep>& n) { ar.number(n.value); }
template <class Tag, class Rep>
void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, Strong<Tag, Rep>& n) {
  n.value = static_cast<Rep>(ar.number_to(std::numeric_limits<Rep>::max()));
}

inline void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const Seat& s) { ar.byte(s.index); }
inline void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, Seat& s) {
  const std::uint8_t n = ar.byte();
  if (n > no_seat) ar.fail("no such seat number");
  s.index = n;
}
inline void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const SeatSet& s) { ar.byte(s.bits); }
inline void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, SeatSet& s) { s.bits = ar.byte(); }

inline void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const SeatPair& pair) { ar(pair.one, pair.other); }
inline void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, SeatPair& pair) { ar(pair.one, pair.other); }

inline void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const Role& role) { ar.number(code(role)); }
inline void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, Role& role) {
  const auto role_read = role_of_code(static_cast<std::uint16_t>(ar.number_to(0xffff)));
  if (!role_read) return ar.fail("no such role");
  role = *role_read;
}

template <std::size_t N>
void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const std::array<std::uint8_t, N>& bytes) { ar.raw(view(bytes)); }
template <std::size_t N>
void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, std::array<std::uint8_t, N>& bytes) {
  const std::string_view found = ar.raw(N);
  if (found.size() == N) std::memcpy(bytes.data(), found.data(), N);
}

inline void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const Bounded<std::string>& text) {
  ar.number(text.value.size());
  ar.raw(text.value);
}
inline void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, Bounded<std::string>& text) {
  text.value = ar.raw(ar.count(text.max));
}
inline void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const Bounded<std::vector<std::string>>& list) {
  ar.number(list.value.size());
  for (std::string& item : list.value) ar(bounded(item, limits::seat_key_bytes));
}
inline void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, Bounded<std::vector<std::string>>& list) {
  list.value.resize(ar.count(list.max));
  for (std::string& item : list.value) ar(bounded(item, limits::seat_key_bytes));
}

template <class T>
  requires(!std::same_as<T, std::string>)
void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const Bounded<std::vector<T>>& list) {
  ar.number(list.value.size());
  for (const T& item : list.value) ar(item);
}
template <class T>
  requires(!std::same_as<T, std::string>)
void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, Bounded<std::vector<T>>& list) {
  list.value.resize(ar.count(list.max));
  for (T& item : list.value) ar(item);
}

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const std::optional<T>& value) {
  ar.byte(value.has_value());
  if (value) ar(*value);
}
template <class T>
void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, std::optional<T>& value) {
  bool there = false;
  ar(there);
  if (there) ar(value.emplace());
}

/// Which alternative, then the alternative; std::monostate has no bytes.
template <class... Ts>
void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const std::variant<Ts...>& value) {
  ar.byte(static_cast<std::uint8_t>(value.index()));
  std::visit([&]<class T>(const T& held) { if constexpr (!std::same_as<T, std::monostate>) ar(held); }, value);
}
template <class... Ts>
void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, std::variant<Ts...>& value) {
  const std::uint8_t which = ar.byte();
  if (which >= sizeof...(Ts)) return ar.fail("no such alternative");
  std::size_t index = 0;
  const auto load = [&]<class T>(std::type_identity<T>) {
    if (index++ != which) return;
    T held{};
    if constexpr (!std::same_as<T, std::monostate>) ar(held);
    value = std::move(held);
  };
  (load(std::type_identity<Ts>{}), ...);
}

// ---- names are for archives that print ------------------------------------------------------------------------------

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(WireOut& ar, const Field<T>& f) { ar(f.value); }
template <class T>
void CEREAL_LOAD_FUNCTION_NAME(WireIn& ar, Field<T>& f) { ar(f.value); }

}  // namespace parley

CEREAL_SETUP_ARCHIVE_TRAITS(parley::WireIn, parley::WireOut)
