#include "tests/support/dissector.h"

#include "common/wire/fields.h"
#include "common/wire/meanings.h"
#include "common/wire/names.h"

#include <map>
#include <type_traits>

namespace parley {

/// How Lua has to read a value.
struct Shape {
  std::string type;  // of a leaf
  std::vector<std::pair<std::string, std::string>> fields;

  std::string text() const { return type.empty() ? "{fields = " + list(0) + "}" : type; }
  std::string list(std::size_t from, std::size_t to = SIZE_MAX) const {
    std::string out;
    for (std::size_t i = from; i < std::min(to, fields.size()); ++i)
      out += (out.empty() ? "" : ", ") + ("{\"" + fields[i].first + "\", " + fields[i].second + "}");
    return "{" + out + "}";
  }
};

/// Field by field: the name, and the shape.
class ShapeOut : public cereal::OutputArchive<ShapeOut> {
 public:
  explicit ShapeOut(std::map<std::string, std::string>& words) : cereal::OutputArchive<ShapeOut>(this), choices(words) {}
  std::map<std::string, std::string>& choices;  // of every enum that was met
  Shape shape;
};

template <class T>
std::string shape_of(ShapeOut& outer, const T& value) {
  ShapeOut ar(outer.choices);
  ar(value);
  return ar.shape.text();
}

inline const char* choice_word(Answer) { return "answer"; }
inline const char* choice_word(Control) { return "control"; }
inline const char* choice_word(Verb) { return "verb"; }
inline const char* choice_word(dune::Mode) { return "mode"; }
inline const char* choice_word(dune::Phase) { return "phase"; }
inline const char* choice_word(ti4::Phase) { return "ti4_phase"; }
inline const char* choice_word(ti4::Step) { return "step"; }
inline const char* choice_word(ti4::Kind) { return "kind"; }
inline const char* choice_word(ti4::Class) { return "class"; }
inline const char* choice_word(ti4::Deed) { return "deed"; }
inline const char* choice_word(ti4::When) { return "when"; }
inline const char* choice_word(ti4::Stance) { return "stance"; }
inline const char* choice_word(ti4::Contingent) { return "contingent"; }
inline const char* choice_word(ti4::Able) { return "able"; }
inline const char* choice_word(ByeCode) { return "bye"; }
inline const char* choice_word(Refusal::Code) { return "refusal"; }

template <class T>
void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const Field<T>& f) { ar.shape.fields.emplace_back(f.name, shape_of(ar, f.value)); }
template <Number T>
void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const T&) { ar.shape.type = "U"; }
inline void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const std::int64_t&) { ar.shape.type = "I"; }
inline void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const bool&) { ar.shape.type = "B"; }
template <class E>
void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const Choice<E>&) {
  const std::string word = choice_word(E{});
  ar.shape.type = "{choice = \"" + word + "\"}";
  if constexpr (!std::same_as<E, Verb>) {
    std::string& words = ar.choices[word];
    if (!words.empty()) return;
    for (unsigned n = EnumRange<E>::first; n <= EnumRange<E>::last; ++n)
      words += "[" + std::to_string(n) + "] = \"" + std::string(name(static_cast<E>(n))) + "\", ";
  }
}
template <class Tag, class Rep>
void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const Strong<Tag, Rep>&) { ar.shape.type = "U"; }
inline void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const Seat&) { ar.shape.type = "SEAT"; }
inline void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const SeatSet&) { ar.shape.type = "SEATS"; }
inline void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const SeatPair&) { ar.shape.fields = {{"one", "SEAT"}, {"other", "SEAT"}}; }
inline void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const Role&) { ar.shape.type = "ROLE"; }
template <std::size_t N>
void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const std::array<std::uint8_t, N>&) { ar.shape.type = "{bytes = " + std::to_string(N) + "}"; }
inline void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const Bounded<std::string>&) { ar.shape.type = "TEXT"; }
inline void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const Bounded<std::vector<std::string>>&) { ar.shape.type = "{list = TEXT}"; }
template <class T>
  requires(!std::same_as<T, std::string>)
void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const Bounded<std::vector<T>>&) { ar.shape.type = "{list = " + shape_of(ar, T{}) + "}"; }
template <class T>
void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const std::optional<T>&) { ar.shape.type = "{optional = " + shape_of(ar, T{}) + "}"; }
template <class... Ts>
void CEREAL_SAVE_FUNCTION_NAME(ShapeOut& ar, const std::variant<Ts...>&) {
  std::string all;
  const auto add = [&]<class T>(std::type_identity<T>) {
    all += all.empty() ? "" : ", ";
    if constexpr (std::same_as<T, std::monostate>) all += "{fields = {}}";
    else all += shape_of(ar, T{});
  };
  (add(std::type_identity<Ts>{}), ...);
  ar.shape.type = "{variant = {" + all + "}}";
}

namespace {

using Choices = std::map<std::string, std::string>;

template <class T>
Shape shaped(Choices& choices, const T& value) {
  ShapeOut ar(choices);
  ar(value);
  return std::move(ar.shape);
}

constexpr std::size_t before_body = 4;  // of a commit: version, elapsed, role, verb
constexpr std::size_t before_act = 3;   // request, seen, verb

std::string number(unsigned n) { return "[" + std::to_string(n) + "] = "; }

template <class M>
std::string message_line(Choices& choices) {
  if constexpr (std::same_as<M, Forbidden>) return {};
  else {
    const Shape shape = shaped(choices, M{});
    const bool acts = std::same_as<M, Act>;
    const bool commits = std::same_as<M, Committed> || std::same_as<M, CommittedPrivate>;
    std::string out = "  " + number(M::type) + "{word = \"" + std::string(M::word) + "\", fields = " +
                      shape.list(0, acts ? before_act : commits ? before_body : SIZE_MAX);
    if (acts) out += ", tails = true";
    if (std::same_as<M, CommittedPrivate>) out += ", tail = " + shape.list(shape.fields.size() - 1);
    return out + "},\n";
  }
}

template <class... Ms>
std::string message_lines(Choices& choices, std::type_identity<std::variant<Ms...>>) {
  return (message_line<Ms>(choices) + ...);
}

template <class T>
void add_verb(Choices& choices, std::string& bodies, std::string& tails, const T& action, const char* suffix) {
  const Shape commit = shaped(choices, Commit{.version = {}, .elapsed = 0, .role = {}, .action = action, .secret = {}});
  const std::size_t body = commit.fields.size() - before_body;
  const auto n = static_cast<unsigned>(T::verb);
  if (!*suffix) bodies += "  " + number(n) + "{word = \"" + std::string(name(T::verb)) + "\", fields = " + commit.list(before_body) + "},\n";
  Act act;
  act.request.action = action;
  const Shape asked = shaped(choices, act);
  if (T::verb < Verb::genesis && (*suffix || asked.fields.size() > before_act + body))
    tails += "  [\"" + std::to_string(n) + suffix + "\"] = " + asked.list(before_act + body) + ",\n";
}

template <class... Ts>
void add_verbs(Choices& choices, std::string& bodies, std::string& tails, std::type_identity<std::variant<Ts...>>) {
  const auto add = [&]<class T>(std::type_identity<T>) {
    add_verb(choices, bodies, tails, T{}, "");
    if constexpr (std::same_as<T, ti4::Hold> || std::same_as<T, ti4::Unhold>) {
      T named;
      named.note.emplace();
      add_verb(choices, bodies, tails, named, " named");
    }
  };
  (add(std::type_identity<Ts>{}), ...);
}

}  // namespace

namespace test {

std::string dissector_tables() {
  Choices choices;
  const std::string messages = message_lines(choices, std::type_identity<ClientMessage>{}) + message_lines(choices, std::type_identity<ServerMessage>{});
  std::string bodies, tails;
  add_verbs(choices, bodies, tails, std::type_identity<Action>{});
  Record two;
  two.signatories = SeatSet{Seat{0}, Seat{1}};
  std::string out = "local messages = {\n" + messages + "}\nlocal verbs = {\n" + bodies + "}\n-- what follows a verb's body in act; \"named\" where the body names a note\nlocal tails = {\n" + tails + "}\n";
  out += "-- how many fields a record has, by its form\nlocal forms = {" + std::to_string(shaped(choices, two).fields.size()) + ", " +
         std::to_string(shaped(choices, Record{}).fields.size()) + "}\nlocal choices = {\n";
  for (const auto& [word, words] : choices) out += "  " + word + " = {" + words + "},\n";
  out += "}\nlocal meanings = {\n  refusal = {\n";
  for (unsigned n = 1; n <= refusal_codes; ++n) out += "    " + number(n) + "\"" + std::string(meaning(Refusal::Code(n))) + "\",\n";
  out += "  },\n  bye = {\n";
  for (unsigned n = 1; n <= bye_codes; ++n) out += "    " + number(n) + "\"" + std::string(meaning(ByeCode(n))) + "\",\n";
  return out + "  },\n}\n";
}

}  // namespace test
}  // namespace parley
