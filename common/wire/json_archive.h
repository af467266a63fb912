// The fields of fields.h as JSON, both ways, with seats by their keys. Internal to common/wire:
// describe*.cpp and parse.cpp include it.
#pragma once

#include "common/wire/fields.h"
#include "common/wire/names.h"

#include <nlohmann/json.hpp>

#include <set>

namespace parley {

using Json = nlohmann::ordered_json;

/// Writes into one JSON object (or value) at a time; a field that stays discarded is left out.
class JsonOut : public cereal::OutputArchive<JsonOut> {
 public:
  JsonOut(Json& at, const SeatKeys& seats) : cereal::OutputArchive<JsonOut>(this), at_(&at), seats_(seats) {}
  Json& at() { return *at_; }
  const SeatKeys& seats() const { return seats_; }
  template <class T>
  void into(Json& place, const T& value) {
    Json* outer = at_;
    at_ = &place;
    (*this)(value);
    at_ = outer;
  }

 private:
  Json* at_;
  const SeatKeys& seats_;
};

/// What is written as an object of its own; other structs lay their fields beside those around them.
template <class T> constexpr bool is_object = false;
template <> inline constexpr bool is_object<Bribe> = true;
template <> inline constexpr bool is_object<ti4::Fragments> = true;
template <> inline constexpr bool is_object<ti4::Goods> = true;
template <> inline constexpr bool is_object<ti4::Exchange> = true;
template <> inline constexpr bool is_object<ti4::Clause> = true;
template <> inline constexpr bool is_object<Resume> = true;

template <class T>
bool says_nothing(const T& value) {
  if constexpr (std::equality_comparable<T>) return value == T{};
  else return false;
}
template <class T>
bool says_nothing(const Bounded<T>& list) { return list.value.empty(); }

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Field<T>& f) {
  if (f.written == Written::never || (f.written == Written::sparse && says_nothing(f.value))) return;
  Json value(is_object<std::remove_cvref_t<T>> ? Json::value_t::object : Json::value_t::discarded);
  ar.into(value, f.value);
  if (!value.is_discarded()) ar.at()[f.name] = std::move(value);
}
template <Number T>
void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const T& n) { ar.at() = n; }
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const std::int64_t& n) { ar.at() = n; }
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const bool& b) { ar.at() = b; }
template <class E>
void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Choice<E>& c) { ar.at() = name(c.value); }
template <class Tag, class Rep>
void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Strong<Tag, Rep>& n) { ar.at() = n.value; }
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Seat& s) { ar.at() = seat_key(s, ar.seats()); }
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Role& r) { ar.at() = role_text(r, ar.seats()); }
template <std::size_t N>
void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const std::array<std::uint8_t, N>& bytes) { ar.at() = to_hex(view(bytes)); }
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Bounded<std::string>& text) { ar.at() = text.value; }
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Bounded<std::vector<std::string>>& list) { ar.at() = list.value; }
template <class T>
  requires(!std::same_as<T, std::string>)
void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Bounded<std::vector<T>>& list) {
  ar.at() = Json::array();
  for (const T& item : list.value) ar.into(ar.at().emplace_back(is_object<T> ? Json::object() : Json()), item);
}
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const SeatPair& pair) {
  ar.at() = Json::array({seat_key(pair.one, ar.seats()), seat_key(pair.other, ar.seats())});
}
/// The parties without the proposer cannot be told apart here: all signatories, in roster order.
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const SeatSet& set) {
  ar.at() = Json::array();
  for (Seat s : set) ar.at().push_back(seat_key(s, ar.seats()));
}
/// Nobody is null (a Bureaucrat without a holder); any other missing thing is left out.
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const std::optional<Seat>& seat) {
  ar.at() = seat ? Json(seat_key(*seat, ar.seats())) : Json(nullptr);
}
template <class T>
void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const std::optional<T>& value) {
  if (!value) return;
  if constexpr (is_object<T>) ar.at() = Json::object();
  ar(*value);
}
/// The game's name and its options side by side with the fields around them.
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Field<Rules&>& f) {
  ar.at()["game"] = game_name(f.value);
  std::visit([&](auto& rules) { ar(rules); }, f.value);
}
/// A verb by its word; scripts ask for it as "do".
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Field<Choice<Verb>>& f) { ar.at()["do"] = name(f.value.value); }
/// A bribe or an exchange, each under its name.
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Field<Settlement&>& f) {
  if (const Bribe* bribe = std::get_if<Bribe>(&f.value)) ar(field("bribe", *bribe));
  if (const ti4::Exchange* exchange = std::get_if<ti4::Exchange>(&f.value)) ar(field("exchange", *exchange));
}
inline void CEREAL_SAVE_FUNCTION_NAME(JsonOut& ar, const Field<Secret&>& f) {
  std::visit([&]<class T>(T& held) { if constexpr (!std::same_as<T, std::monostate>) ar(held); }, f.value);
}

/// Reads the fields of one JSON object; the first error sticks and is a sentence.
class JsonIn : public cereal::InputArchive<JsonIn> {
 public:
  JsonIn(const Json& object, const SeatKeys& seats) : cereal::InputArchive<JsonIn>(this), at_(&object), seats_(seats) {}

  const Json& at() const { return *at_; }
  const SeatKeys& seats() const { return seats_; }
  const std::string& error() const { return error_; }
  void fail(std::string sentence) {
    if (error_.empty()) error_ = std::move(sentence);
  }
  const std::string& field_name() const { return field_; }
  /// What is wrong with the field being read.
  void wrong(std::string_view wanted) { fail("\"" + field_ + "\" must be " + std::string(wanted)); }

  /// The member of that name, remembered as known; nothing if it is not there.
  const Json* member(const char* name) {
    known_.insert(name);
    const auto found = at_->find(name);
    return found == at_->end() ? nullptr : &*found;
  }
  template <class T>
  void read(const char* name, const Json& value, T& out) {
    if constexpr (is_object<std::remove_cvref_t<T>>) return read_object(name, value, out);
    const Json* outer = at_;
    at_ = &value;
    field_ = name;
    (*this)(out);
    at_ = outer;
  }
  /// A key that no field has asked for.
  void refuse_unknown() {
    for (const auto& [key, value] : at_->items())
      if (!known_.contains(key)) return fail("unknown key \"" + key + "\"");
  }

 private:
  template <class T>
  void read_object(const char* name, const Json& value, T& out) {
    const std::string where = "in \"" + std::string(name) + "\": ";
    if (!value.is_object()) return fail("\"" + std::string(name) + "\" must be an object; see the README for its keys");
    JsonIn inner(value, seats_);
    inner(out);
    inner.refuse_unknown();
    if (!inner.error_.empty()) fail(where + inner.error_);
  }

  const Json* at_;
  const SeatKeys& seats_;
  std::string field_;
  std::string error_;
  std::set<std::string, std::less<>> known_;
};

template <class T>
constexpr bool left_out_is_nothing = false;
template <class T>
constexpr bool left_out_is_nothing<std::optional<T>&> = !std::same_as<T, Seat>;

template <class T>
void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, Field<T>& f) {
  if (const Json* value = ar.member(f.name)) return ar.read(f.name, *value, f.value);
  if (f.written == Written::always && !left_out_is_nothing<T>) ar.fail(std::string("\"") + f.name + "\" is missing");
}
template <Number T>
void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, T& n) {
  if (!ar.at().is_number_unsigned() || ar.at().get<std::uint64_t>() > std::numeric_limits<T>::max())
    return ar.wrong("a whole number from 0 to " + std::to_string(std::numeric_limits<T>::max()));
  n = ar.at().get<T>();
}
inline void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, std::int64_t& n) {
  constexpr auto max = std::uint64_t{1} << 62;
  if (!ar.at().is_number_integer() || (ar.at().is_number_unsigned() && ar.at().get<std::uint64_t>() > max))
    return ar.wrong("a whole number");
  n = ar.at().get<std::int64_t>();
}
inline void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, bool& b) {
  if (!ar.at().is_boolean()) return ar.wrong("true or false");
  b = ar.at().get<bool>();
}
template <class E>
void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, Choice<E>& c) {
  std::string choices;
  for (unsigned n = EnumRange<E>::first; n <= EnumRange<E>::last; ++n) {
    const std::string_view word = name(static_cast<E>(n));
    if (ar.at().is_string() && ar.at().get_ref<const std::string&>() == word) {
      c.value = static_cast<E>(n);
      return;
    }
    choices += (choices.empty() ? "" : ", ") + std::string(word);
  }
  ar.wrong("one of " + choices);
}
template <class Tag, class Rep>
void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, Strong<Tag, Rep>& n) { CEREAL_LOAD_FUNCTION_NAME(ar, n.value); }
inline void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, Seat& s) {
  if (!ar.at().is_string()) return ar.wrong("a seat's key, such as \"ATR\"");
  s = seat_or_stranger(ar.at().get<std::string>(), ar.seats());
}
inline void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, Bounded<std::string>& text) {
  if (!ar.at().is_string()) return ar.wrong("a text");
  text.value = ar.at().get<std::string>();
  if (text.value.size() > text.max) ar.wrong("shorter: " + std::to_string(text.max) + " bytes is all that can be sent");
}
template <class T>
  requires(!std::same_as<T, std::string>)
void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, Bounded<std::vector<T>>& list) {
  if (!ar.at().is_array()) return ar.wrong("a list");
  if (ar.at().size() > list.max) return ar.wrong("a list of at most " + std::to_string(list.max));
  const std::string name = ar.field_name();
  list.value.resize(ar.at().size());
  for (std::size_t i = 0; i < list.value.size(); ++i) ar.read(name.c_str(), ar.at()[i], list.value[i]);
}
inline void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, SeatPair& pair) {
  const Json& seats = ar.at();
  if (!seats.is_array() || seats.size() != 2 || !seats[0].is_string() || !seats[1].is_string())
    return ar.wrong("two seats' keys");
  pair.one = seat_or_stranger(seats[0].get<std::string>(), ar.seats());
  pair.other = seat_or_stranger(seats[1].get<std::string>(), ar.seats());
  if (pair.one.index == no_seat && pair.other == pair.one && seats[0] != seats[1]) pair.other = Seat{no_seat - 1};  // two strangers
}
inline void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, std::optional<Seat>& seat) {
  if (ar.at().is_null()) return;
  CEREAL_LOAD_FUNCTION_NAME(ar, seat.emplace());
}
template <class T>
void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, std::optional<T>& value) {
  if (ar.at().is_null()) return;
  ar(value.emplace());
}
void CEREAL_LOAD_FUNCTION_NAME(JsonIn& ar, Record& record);  // parse.cpp

}  // namespace parley

CEREAL_SETUP_ARCHIVE_TRAITS(parley::JsonIn, parley::JsonOut)
