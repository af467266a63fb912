#include "client/command.h"

#include "client/columns.h"
#include "client/display.h"
#include "client/translate.h"
#include "client/words.h"
#include "common/core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <functional>

namespace parley {
namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// Reads the words of one command from left to right; the first thing that is wrong sticks.
class Reader {
 public:
  Reader(const std::vector<std::string>& words, const Table& table) : words_(words), table_(table) {}

  bool more() const { return at_ < words_.size(); }
  /// What is wrong, where more can be said than that the form is another.
  const std::string& fault() const { return fault_; }
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
    if (error != std::errc{} || at != last || first == last) blame(tr("'{}' is not a number that fits here", display(text)));
    return value;
  }
  DealId deal() { return DealId{number<std::uint32_t>()}; }
  DecisionId decision() { return DecisionId{number<std::uint32_t>()}; }
  Seat seat() { return seat_named(word()); }
  /// One list of seats, and those that follow: "har,emp", also as "har emp" or "har, emp".
  SeatSet seats() {
    SeatSet set;
    bool first = true;
    const auto is_seat = [&] { return more() && words_[at_].find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ,") == std::string::npos && known(words_[at_]); };
    while (first || is_seat()) {
      first = false;
      const std::string list = word();
      for (std::size_t from = 0; from < list.size();) {
        const std::size_t comma = std::min(list.find(',', from), list.size());
        const Seat s = seat_named(list.substr(from, comma - from));
        if (wrong_) return set;
        set.insert(s);
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
    blame(tr("'{}' is none of the words that fit here", display(text)));
    return {};
  }
  dune::Phase phase() {
    std::string text = lower(word());
    while (more()) text += "_" + lower(word());
    std::replace(text.begin(), text.end(), '-', '_');
    for (std::uint8_t p = 0; p <= 10; ++p)
      if (name(static_cast<dune::Phase>(p)) == text) return static_cast<dune::Phase>(p);
    blame(tr("no phase '{}'; there are {}", display(text), phase_names()));
    return {};
  }

 private:
  /// The first fault is told; a word that is missing altogether is told by the form.
  void blame(const std::string& fault) {
    if (!wrong_) fault_ = fault;
    wrong_ = true;
  }
  std::optional<Seat> find(std::string text) const {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return seat_of(table_, text);
  }
  bool known(const std::string& list) const { return find(list.substr(0, list.find(','))).has_value(); }
  Seat seat_named(const std::string& text) {
    const auto seat = find(text);
    if (!seat) blame(tr("no seat {}; there are {}", text.empty() ? "''" : display(text), keys(table_, table_.roster())));
    return seat.value_or(Seat{});
  }

  const std::vector<std::string>& words_;
  const Table& table_;
  std::size_t at_ = 1;
  bool wrong_ = false;
  std::string fault_;
};

using Make = std::function<Command(Reader&, const Mirror&)>;
struct CommandForm {
  std::string_view word;
  const char* form;
  const char* about;
  const char* example;
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

const std::vector<CommandForm>& entries() {
  static const std::array<std::pair<std::string_view, Answer>, 5> answers = {
      {{"divert", Answer::divert}, {"allow", Answer::allow}, {"yes", Answer::yes}, {"no", Answer::no}, {"done", Answer::done}}};
  static const std::array<std::pair<std::string_view, bool>, 2> switches = {{{"on", true}, {"off", false}}};
  static const std::array<std::pair<std::string_view, bool>, 2> hajr = {{{"play", true}, {"pass", false}}};
  static const std::array<std::pair<std::string_view, Control>, 2> controls = {{{"human", Control::human}, {"ai", Control::ai}}};
  static const std::vector<CommandForm> all = {
      {"offer", tr_later(R"(offer SEATS "TEXT" [bribe PAYER>RECIPIENT N] [answers DEAL])"), tr_later("a deal for all to see; its bribe is paid with the last acceptance"), tr_later(R"(offer har,emp "I leave Arrakeen alone" bribe atr>har 3)"), true, false, make_offer},
      {"accept", tr_later("accept DEAL"), tr_later("agree to an offer"), "accept 4", true, false, on_deal<Accept>()},
      {"decline", tr_later("decline DEAL"), tr_later("the offer ends for everybody"), "decline 4", true, false, on_deal<Decline>()},
      {"withdraw", tr_later("withdraw DEAL"), tr_later("take my own offer back"), "withdraw 4", true, false, on_deal<Withdraw>()},
      {"release", tr_later("release DEAL"), tr_later("ask for release; the deal ends when all have asked"), "release 4", true, false, on_deal<RequestRelease>()},
      {"retract", tr_later("retract DEAL"), tr_later("take a release request back"), "retract 4", true, false, on_deal<RetractRelease>()},
      {"note", tr_later("note DEAL TEXT"), tr_later("a public remark on an active deal"), tr_later("note 4 fulfilled on turn 3"), true, false, [](Reader& r, const Mirror&) { const DealId deal = r.deal(); return Command{WriteNote{deal, r.line()}, {}}; }},
      {"say", tr_later("say TEXT"), tr_later("to the whole table"), tr_later("say Who ships to Sietch Tabr?"), true, true, [](Reader& r, const Mirror&) { return Command{Say{r.line()}, {}}; }},
      {"bribe", tr_later("bribe SEAT N [NOTE]"), tr_later("a direct bribe, without a deal, paid at once"), tr_later("bribe har 2 for the vote"), true, false, [](Reader& r, const Mirror&) {
         PayBribe a{.to = r.seat(), .gross = Spice{r.number<std::uint32_t>()}, .note = {}};
         if (r.more()) a.note = r.line();
         return Command{a, {}};
       }},
      {"adjust", tr_later("adjust N REASON"), tr_later("my own income and spending; the amount stays private"), tr_later("adjust -2 revival"), true, false, [](Reader& r, const Mirror&) { const Amount by{r.number<std::int64_t>()}; return Command{Adjust{r.line()}, by}; }},
      {"bid", "bid N", tr_later("my standing bid, kept back from every payment"), "bid 3", true, false, [](Reader& r, const Mirror&) { return Command{Bid{Spice{r.number<std::uint32_t>()}}, {}}; }},
      {"ask", tr_later("ask SEAT QUESTION"), tr_later("Truthtrance: a question to be answered yes or no"), tr_later("ask har Do you hold a lasgun?"), true, false, [](Reader& r, const Mirror&) { const Seat to = r.seat(); return Command{Ask{to, r.line()}, {}}; }},
      {"answer", tr_later("answer DECISION WORD"), tr_later("divert or allow, yes or no, done"), "answer 1 divert", true, false, [](Reader& r, const Mirror&) { const DecisionId id = r.decision(); return Command{Decide{id, r.choice(answers)}, {}}; }},
      {"cancel", tr_later("cancel DECISION"), tr_later("close it without an answer"), "cancel 1", true, true, [](Reader& r, const Mirror&) { return Command{Cancel{r.decision()}, {}}; }},
      {"moved", "moved", tr_later("movement finished (advanced mode): the Hajr window opens"), "moved", true, false, [](Reader&, const Mirror&) { return Command{MovementFinished{}, {}}; }},
      {"hajr", "hajr play|pass", tr_later("while the Hajr window is open"), "hajr play", true, false, [](Reader& r, const Mirror&) { return Command{Hajr{r.choice(hajr)}, {}}; }},
      {"start", "start", tr_later("setup is over: storm of turn 1"), "start", false, true, [](Reader&, const Mirror&) { return Command{Start{}, {}}; }},
      {"end", "end", tr_later("the game is over"), "end", false, true, [](Reader&, const Mirror&) { return Command{End{}, {}}; }},
      {"advance", tr_later("advance TURN PHASE"), tr_later("go on; entering or passing mentat_pause collects"), "advance 2 mentat_pause", false, true, [](Reader& r, const Mirror&) { const auto turn = r.number<std::uint16_t>(); return Command{Advance{turn, r.phase(), false}, {}}; }},
      {"correct", tr_later("correct TURN PHASE"), tr_later("also backwards; collects nothing"), "correct 2 bidding", false, true, [](Reader& r, const Mirror&) { const auto turn = r.number<std::uint16_t>(); return Command{Advance{turn, r.phase(), true}, {}}; }},
      {"control", tr_later("control SEAT human|ai"), tr_later("who plays a seat; of an AI seat the host sees the spice"), "control emp ai", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{SetControl{s, r.choice(controls)}, {}}; }},
      {"depart", tr_later("depart SEAT"), tr_later("has left: not needed for release any more"), "depart emp", false, true, [](Reader& r, const Mirror&) { return Command{Depart{r.seat()}, {}}; }},
      {"decision", tr_later("decision SEAT TEXT"), tr_later("something that SEAT must finish first"), tr_later("decision bg choose the battle leader"), false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{OpenDecision{s, r.line()}, {}}; }},
      {"ally", tr_later("ally SEAT SEAT"), tr_later("an alliance begins; allies make no public deals"), "ally atr fre", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{Ally{{s, r.seat()}}, {}}; }},
      {"unally", tr_later("unally SEAT SEAT"), tr_later("an alliance ends"), "unally atr fre", false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); return Command{Unally{{s, r.seat()}}, {}}; }},
      {"bureaucrat", tr_later("bureaucrat SEAT [dead]"), tr_later("who has the Bureaucrat; also: bureaucrat nobody"), "bureaucrat gld", false, true, [](Reader& r, const Mirror&) {
         if (r.skip("nobody")) return Command{SetBureaucrat{}, {}};
         SetBureaucrat a{.seat = r.seat(), .alive = true};
         if (r.skip("dead")) a.alive = false;
         return Command{a, {}};
       }},
      {"inflation", "inflation on|off", tr_later("while it is on no bribe is paid"), "inflation on", false, true, [](Reader& r, const Mirror&) { return Command{SetInflation{r.choice(switches)}, {}}; }},
      {"adjust", tr_later("adjust SEAT N REASON"), tr_later("the spice of a seat"), tr_later("adjust har 2 forgotten income"), false, true, [](Reader& r, const Mirror&) { const Seat s = r.seat(); const Amount by{r.number<std::int64_t>()}; return Command{AdjustSeat{s, r.line()}, by}; }},
  };
  return all;
}

bool has(const CommandForm& entry, Role role) { return role.is_seat() ? entry.seat : role == Role::host() && entry.host; }

}  // namespace

Result<std::vector<std::string>, std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == ' ' || line[i] == '\t') { ++i; continue; }
    const bool quoted = line[i] == '"';
    const std::size_t from = quoted ? i + 1 : i;
    const std::size_t end = quoted ? line.find('"', from) : line.find_first_of(" \t", from);
    if (quoted && end == line.npos) return std::string(tr("the quote is not closed: put a \" behind the text"));
    const std::size_t to = std::min(end, line.size());
    words.emplace_back(line.substr(from, to - from));
    i = to + (quoted ? 1 : 0);
    if (quoted && i < line.size() && line[i] != ' ' && line[i] != '\t')
      return std::string(tr("behind the closing quote a blank must follow; a text in quotes cannot have \" in it"));
  }
  return words;
}

Result<Command, std::string> parse_command(const std::vector<std::string>& words, const Mirror& mirror) {
  const Role role = mirror.role();
  const std::string word = words.empty() ? "" : lower(words.front());
  const CommandForm* known = nullptr;
  for (const CommandForm& entry : entries()) {
    if (entry.word != word) continue;
    known = &entry;
    if (!has(entry, role)) continue;
    Reader reader(words, mirror.table());
    Command command = entry.make(reader, mirror);
    if (reader.done()) return command;
    if (!reader.fault().empty()) return reader.fault();
    return tr("it is written: {}\n    such as: {}", tr(entry.form), tr(entry.example));
  }
  if (known && role.kind == Role::Kind::viewer) return std::string(tr("viewers only look on; seats and the host act"));
  if (known && known->seat) return tr("'{}' is for seats; you are {}", word, speaker(mirror.table(), role));
  if (known) return tr("'{}' is for the host; you are {}", word, speaker(mirror.table(), role));
  return tr("there is no command '{}'; 'help' lists those there are", display(words.empty() ? "" : words.front()));
}

std::string help_row(std::string_view form, std::string_view about) {
  constexpr int form_columns = 24, about_columns = 56;
  const std::string left = "  " + std::string(form);
  std::string out = columns(left) < form_columns ? "" : left + "\n";
  for (const std::string_view row : wrap(about, about_columns)) out += fit(out.empty() ? left : "", form_columns, "") + std::string(row) + "\n";
  return out;
}

std::string command_help(Role role) {
  std::string out;
  for (const CommandForm& entry : entries())
    if (has(entry, role)) out += help_row(tr(entry.form), tr(entry.about));
  return out;
}

std::string command_help(Role role, std::string_view word) {
  std::string out;
  for (const CommandForm& entry : entries())
    if (has(entry, role) && entry.word == word) out += help_row(tr(entry.form), tr(entry.about)) + tr("    such as: {}", tr(entry.example)) + "\n";
  return out;
}

std::string phase_names() {
  std::string out;
  for (std::uint8_t p = 1; p <= 9; ++p) out += (out.empty() ? "" : ", ") + std::string(name(static_cast<dune::Phase>(p)));
  return out;
}

}  // namespace parley
