#include "client/command.h"

#include "common/core/text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <functional>

namespace parley {
namespace {

/// Reads the words of one command from left to right; the first thing that is wrong sticks.
class Reader {
 public:
  Reader(const std::vector<std::string>& words, const Table& table) : words_(words), table_(table) {}

  bool more() const { return at_ < words_.size(); }
  bool wrong() const { return wrong_; }
  /// Everything was read and nothing was wrong.
  bool done() const { return !wrong_ && !more(); }
  /// Takes the word if it stands next.
  bool skip(std::string_view word) {
    if (!more() || lower(words_[at_]) != word) return false;
    ++at_;
    return true;
  }
  std::string word() {
    if (more()) return words_[at_++];
    wrong_ = true;
    return {};
  }
  /// All that is left, as one line of text in normal form.
  Line line() {
    std::string text = word();
    while (more()) text += " " + words_[at_++];
    return Line{normalised(text)};
  }
  template <class N>
  N number() {
    const std::string text = word();
    N value{};
    const char* first = text.data() + (text.starts_with('#') || text.starts_with('+') ? 1 : 0);
    const char* last = text.data() + text.size();
    const auto [at, error] = std::from_chars(first, last, value);
    if (error != std::errc{} || at != last || first == last) wrong_ = true;
    return value;
  }
  DealId deal() { return DealId{number<std::uint32_t>()}; }
  DecisionId decision() { return DecisionId{number<std::uint32_t>()}; }
  Seat seat() { return seat_named(word()); }
  SeatSet seats() {
    SeatSet set;
    const auto is_seat = [&] { return more() && words_[at_].find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ,") == std::string::npos && known(words_[at_]); };
    while (is_seat()) {
      const std::string list = word();
      for (std::size_t from = 0; from < list.size();) {
        const std::size_t comma = std::min(list.find(',', from), list.size());
        const Seat s = seat_named(list.substr(from, comma - from));
        if (!wrong_) set.insert(s);
        from = comma + 1;
      }
    }
    if (set.empty()) wrong_ = true;
    return set;
  }
  /// "atr>har", also as "atr > har".
  void pair(Seat& one, Seat& other) {
    std::string text = word();
    while (text.find('>') == std::string::npos && skip(">")) text += ">" + word();
    const std::size_t arrow = text.find('>');
    if (arrow == std::string::npos) return void(wrong_ = true);
    one = seat_named(text.substr(0, arrow));
    other = seat_named(text.substr(arrow + 1));
  }
  template <class E, std::size_t N>
  E choice(const std::array<std::pair<std::string_view, E>, N>& choices) {
    const std::string text = lower(word());
    for (const auto& [name, value] : choices)
      if (name == text) return value;
    wrong_ = true;
    return {};
  }

 private:
  static std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
  }
  std::optional<Seat> find(std::string text) const {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return seat_of(table_, text);
  }
  bool known(const std::string& list) const { return find(list.substr(0, list.find(','))).has_value(); }
  Seat seat_named(const std::string& text) {
    const auto seat = find(text);
    if (!seat) wrong_ = true;
    return seat.value_or(Seat{});
  }

  const std::vector<std::string>& words_;
  const Table& table_;
  std::size_t at_ = 1;
  bool wrong_ = false;
};

using Make = std::function<Command(Reader&, const Mirror&)>;
struct Entry {
  std::string_view word;
  std::string_view form;
  bool seat = false;
  bool host = false;
  Make make;
};

template <class A>
Make on_deal() {
  return [](Reader& r, const Mirror&) { return Command{A{r.deal()}, {}}; };
}

Command make_offer(Reader& r, const Mirror& mirror) {
  Record record{.signatories = r.seats(), .terms = {}, .answers = {}, .settlement = {}};
  record.terms = Terms{normalised(r.word())};
  if (mirror.role().is_seat()) record.signatories.insert(mirror.role().seat());
  for (bool option = true; option && r.more();) {
    option = false;
    if (r.skip("bribe")) {
      Bribe bribe;
      r.pair(bribe.payer, bribe.recipient);
      bribe.gross = Spice{r.number<std::uint32_t>()};
      record.settlement = bribe;
      option = true;
    } else if (r.skip("answers")) {
      record.answers = r.deal();
      option = true;
    }
  }
  return {Offer{std::move(record)}, {}};
}

dune::Phase read_phase(Reader& r) {
  std::string text = r.word();
  while (r.more()) text += "_" + r.word();
  std::replace(text.begin(), text.end(), '-', '_');
  for (std::uint8_t p = 0; p <= 10; ++p)
    if (name(static_cast<dune::Phase>(p)) == text) return static_cast<dune::Phase>(p);
  return dune::Phase::setup;  // never allowed: the server says so
}

const std::vector<Entry>& entries() {
  static const std::array<std::pair<std::string_view, Answer>, 5> answers = {
      {{"divert", Answer::divert}, {"allow", Answer::allow}, {"yes", Answer::yes}, {"no", Answer::no}, {"done", Answer::done}}};
  static const std::array<std::pair<std::string_view, bool>, 2> switches = {{{"on", true}, {"off", false}}};
  static const std::array<std::pair<std::string_view, bool>, 2> hajr = {{{"play", true}, {"pass", false}}};
  static const std::array<std::pair<std::string_view, Control>, 2> controls = {{{"human", Control::human}, {"ai", Control::ai}}};
  static const std::vector<Entry> all = {
      {"offer", R"(offer SEATS "TEXT" [bribe PAYER>RECIPIENT N] [answers DEAL])", true, false, make_offer},
      {"accept", "accept DEAL", true, false, on_deal<Accept>()},
      {"decline", "decline DEAL", true, false, on_deal<Decline>()},
      {"withdraw", "withdraw DEAL", true, false, on_deal<Withdraw>()},
      {"release", "release DEAL         ask for release from an active deal", true, false, on_deal<RequestRelease>()},
      {"retract", "retract DEAL         take a release request back", true, false, on_deal<RetractRelease>()},
      {"note", "note DEAL TEXT", true, false, [](Reader& r, const Mirror&) { const DealId deal = r.deal(); return Command{WriteNote{deal, r.line()}, {}}; }},
      {"say", "say TEXT", true, true, [](Reader& r, const Mirror&) { return Command{Say{r.line()}, {}}; }},
      {"bribe", "bribe SEAT N [NOTE]  a direct bribe, paid at once", true, false, [](Reader& r, const Mirror&) {
         PayBribe a{.to = r.seat(), .gross = Spice{r.number<std::uint32_t>()}, .note = {}};
         if (r.more()) a.note = r.line();
         return Command{a, {}};
       }},
      {"adjust", "adjust N REASON      my own spice; the amount stays private", true, false, [](Reader& r, const Mirror&) { const Amount by{r.number<std::int64_t>()}; return Command{Adjust{r.line()}, by}; }},
      {"bid", "bid N", true, false, [](Reader& r, const Mirror&) { return Command{Bid{Spice{r.number<std::uint32_t>()}}, {}}; }},
      {"ask", "ask SEAT QUESTION    Truthtrance", true, false, [](Reader& r, const Mirror&) { const Seat to = r.seat(); return Command{Ask{to, r.line()}, {}}; }},
      {"answer", "answer DECISION divert|allow|yes|no|done", true, false, [](Reader& r, const Mirror&) { const DecisionId id = r.decision(); return Command{Decide{id, r.choice(answers)}, {}}; }},
      {"cancel", "cancel DECISION", true, true, [](Reader& r, const Mirror&) { return Command{Cancel{r.decision()}, {}}; }},
      {"moved", "moved                movement finished (advanced)", true, false, [](Reader&, const Mirror&) { return Command{MovementFinished{}, {}}; }},
      {"hajr", "hajr play|pass", true, false, [](Reader& r, const Mirror&) { return Command{Hajr{r.choice(hajr)}, {}}; }},
      {"start", "start", false, true, [](Reader&, const Mirror&) { return Command{Start{}, {}}; }},
      {"end", "end", false, true, [](Reader&, const Mirror&) { return Command{End{}, {}}; }},
      {"advance", "advance TURN PHASE   such as: advance 2 mentat_pause", false, true, [](Reader& r, const Mirror&) { const auto turn = r.number<std::uint16_t>(); return Command{Advance{turn, read_phase(r), false}, {}}; }},
      {"correct", "correct TURN PHASE   also backwards; collects nothing", false, true, [](Reader& r, const Mirror&) { const auto turn = r.number<std::uint16_t>(); return Command{Advance{turn, read_phase(r), true}, {}}; }},
      {"control", "control SEAT human|ai", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{SetControl{s, r.choice(controls)}, {}}; }},
      {"depart", "depart SEAT", false, true, [](Reader& r, const Mirror&) { return Command{Depart{r.seat()}, {}}; }},
      {"decision", "decision SEAT TEXT   something that SEAT must finish first", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{OpenDecision{s, r.line()}, {}}; }},
      {"ally", "ally SEAT SEAT", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{Ally{{s, r.seat()}}, {}}; }},
      {"unally", "unally SEAT SEAT", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{Unally{{s, r.seat()}}, {}}; }},
      {"bureaucrat", "bureaucrat SEAT [dead] | bureaucrat nobody", false, true, [](Reader& r, const Mirror&) {
         if (r.skip("nobody")) return Command{SetBureaucrat{}, {}};
         SetBureaucrat a{.seat = r.seat(), .alive = true};
         if (r.skip("dead")) a.alive = false;
         return Command{a, {}};
       }},
      {"inflation", "inflation on|off", false, true, [](Reader& r, const Mirror&) { return Command{SetInflation{r.choice(switches)}, {}}; }},
      {"adjust", "adjust SEAT N REASON", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); const Amount by{r.number<std::int64_t>()}; return Command{AdjustSeat{s, r.line()}, by}; }},
  };
  return all;
}

bool has(const Entry& entry, Role role) { return role.is_seat() ? entry.seat : role == Role::host() && entry.host; }

}  // namespace

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == ' ' || line[i] == '\t') { ++i; continue; }
    const bool quoted = line[i] == '"';
    const std::size_t from = quoted ? i + 1 : i;
    const std::size_t to = std::min(quoted ? line.find('"', from) : line.find_first_of(" \t", from), line.size());
    words.emplace_back(line.substr(from, to - from));
    i = to + (quoted ? 1 : 0);
  }
  return words;
}

Result<Command, std::string> parse_command(const std::vector<std::string>& words, const Mirror& mirror) {
  const Role role = mirror.role();
  const Entry* known = nullptr;
  for (const Entry& entry : entries()) {
    if (words.empty() || entry.word != words.front()) continue;
    known = &entry;
    if (!has(entry, role)) continue;
    Reader reader(words, mirror.table());
    Command command = entry.make(reader, mirror);
    if (reader.done()) return command;
    return "that is not how it is written: " + std::string(entry.form);
  }
  if (known) return "this role has no '" + words.front() + "'; 'help' lists what it has";
  return "there is no command '" + (words.empty() ? "" : words.front()) + "'; 'help' lists those there are";
}

std::string command_help(Role role) {
  std::string out;
  for (const Entry& entry : entries())
    if (has(entry, role)) out += "  " + std::string(entry.form) + "\n";
  return out;
}

}  // namespace parley
