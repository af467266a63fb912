// What scenarios can expect of a Twilight Imperium table; English | Russian citations, `inferred` where it is our reading:
//   class 1 binding | class 1 binding 28.3, note 1(a) | 15.3, комм. 1а     the whole deal, by its first deciding clause
//   clause 1 2 undecided 28.2 | 15.2                                       one clause; clause 0 is the exchange
//   source 1 computed | source 1 stated HAC | ruling 1 binding | rulings 1 SOL binding | split 1 yes | kept 1 2 no
//   goods SOL 4 trade_goods 1 hazardous | goods SOL nothing | hand SOL Ceasefire, Alliance | cards SOL 2 | shown SOL Alliance
//   played SOL Ceasefire | HAC knows SOL nothing (what of SOL's hand HAC knows) | neighbours SOL HAC,XXC | claims SOL HAC
//   disclaims SOL HAC | traded SOL HAC | exception SOL Guild Ships | value HAC 6 | active SOL | turn 2 | agenda 1
//   marker production SOL by host | marker none | exchanged yes (by the last commit)
#include "tests/support/scenario_ti4.h"

#include "tests/support/everybody_ti4.h"

#include "common/core/ti4/citations.h"
#include "common/core/ti4/classify.h"
#include "common/core/ti4/factions.h"
#include "common/wire/names.h"

namespace parley::test {
namespace {

std::string seats_in_words(SeatSet seats, const Table& t) {
  std::string list;
  for (Seat s : seats) list += (list.empty() ? "" : ",") + t[s].key;
  return list.empty() ? "nobody" : list;
}

std::string seat_in_words(const std::optional<Seat>& seat, const Table& t) { return seat ? t[*seat].key : "nobody"; }

std::string notes_in_words(const std::vector<Label>& notes) {
  std::string list;
  for (const Label& note : notes) list += (list.empty() ? "" : ", ") + note.utf8;
  return list.empty() ? "nothing" : list;
}

std::string goods_in_words(const ti4::Counts& counts) {
  std::string list;
  for (std::uint8_t k = 1; k <= ti4::kinds; ++k) {
    const auto kind = static_cast<ti4::Kind>(k);
    if (!ti4::count(counts, kind)) continue;
    list += (list.empty() ? "" : " ") + std::to_string(ti4::count(counts, kind)) + " " + std::string(name(kind));
  }
  return list.empty() ? "nothing" : list;
}

std::string cited(ti4::Class is, ti4::Why why) {
  const ti4::Citation& source = ti4::citation(why);
  return std::string(name(is)) + " " + std::string(source.en) + " | " + std::string(source.ru) + (source.inferred ? " inferred" : "");
}

/// Alone, a class stands for itself with whatever citation.
bool class_alone(Words w) {
  if (w.done()) return false;
  w.next();
  return w.done();
}

ti4::Classified judged(const Table& t, const Deal& deal) {
  const auto now = ti4::class_of(t, deal);
  if (!now) throw Mismatch("a deal that came to nothing has no class");
  return *now;
}

std::string of_clause(ti4::ClauseNumber number, const ti4::Classified& now, Words& w) {
  for (const ti4::Finding& finding : now.findings)
    if (finding.clause == number) return class_alone(w) ? std::string(name(finding.is)) : cited(finding.is, finding.why);
  throw Mismatch("there is no such clause");
}

std::string source(const ti4::Classified& now, const Table& t) {
  SeatSet by;
  for (const ti4::Finding& finding : ti4::because(now))
    if (finding.stated_by) by.insert(*finding.stated_by);
  return by.empty() ? "computed" : "stated " + seats_in_words(by, t);
}

std::string kept(ti4::ClauseNumber number, const ti4::Judgement& judgement) {
  for (const ti4::Kept& mark : judgement.kept)
    if (mark.clause == number) return mark.yes ? "yes" : "no";
  return "unsaid";
}

std::string of_ruling(Seat seat, const ti4::Judgement& judgement) {
  for (const ti4::Ruling& ruling : judgement.rulings)
    if (ruling.seat == seat) return std::string(name(ruling.is));
  return "none";
}

std::string of_deal(const std::string& what, Words& w, const Table& t) {
  const Deal* deal = t.ledger.find(DealId{static_cast<std::uint32_t>(w.number())});
  if (!deal) throw Mismatch("there is no such deal");
  if (what == "ruling") {
    const auto ruled = ti4::table_ruling(deal->judgement, deal->record.signatories);
    return ruled ? std::string(name(*ruled)) : "none";
  }
  if (what == "rulings") return of_ruling(parse_seat(w.next(), t), deal->judgement);
  if (what == "kept") return kept(static_cast<ti4::ClauseNumber>(w.number()), deal->judgement);
  if (what == "class" && !ti4::class_of(t, *deal)) return "none";
  const ti4::Classified now = judged(t, *deal);
  if (what == "source") return source(now, t);
  if (what == "split") return ti4::should_split(now, deal->record) ? "yes" : "no";
  if (what == "clause") return of_clause(static_cast<ti4::ClauseNumber>(w.number()), now, w);
  return class_alone(w) ? std::string(name(now.is)) : cited(now.is, ti4::because(now).front().why);  // "class"
}

std::string of_place(const std::string& what, const ti4::Place& place, const Table& t) {
  if (what == "goods") return goods_in_words(place.holds);
  if (what == "hand") return notes_in_words(*place.hand);
  if (what == "cards") return std::to_string(place.notes);
  if (what == "shown") return notes_in_words(place.shown);
  if (what == "played") return notes_in_words(place.in_play);
  if (what == "neighbours") return seats_in_words(place.neighbours, t);
  if (what == "claims") return seats_in_words(place.claims, t);
  if (what == "disclaims") return seats_in_words(place.disclaims, t);
  if (what == "traded") return seats_in_words(place.traded, t);
  if (what == "exception") return place.exception ? place.exception->utf8 : "none";
  return std::to_string(place.commodity_value);  // "value"
}

std::string marker_in_words(const std::optional<ti4::Marker>& marker, const Table& t) {
  if (!marker) return "none";
  const std::string by = marker->set_by.is_seat() ? t[marker->set_by.seat()].key : "host";
  return std::string(name(marker->step)) + " " + seat_in_words(marker->seat, t) + " by " + by;
}

bool among(const std::string& word, std::initializer_list<const char*> list) {
  for (const char* one : list)
    if (word == one) return true;
  return false;
}

}  // namespace

std::string changed_class_in_words(std::uint64_t object) {
  const auto seen = static_cast<ti4::Class>(object & 15), now = static_cast<ti4::Class>(object >> 4 & 15);
  return std::string(seen == ti4::Class{} ? "nothing" : name(seen)) + " to " + cited(now, static_cast<ti4::Why>(object >> 8 & 255)) + " clause " +
         std::to_string(object >> 16);
}

std::optional<std::string> there_is_at_ti4(const std::string& what, Words& w, const Everybody& all) {
  const Table& t = all.server();
  const ti4::Game& game = ti4_of(t);
  if (among(what, {"class", "clause", "source", "ruling", "rulings", "split", "kept"})) return of_deal(what, w, t);
  if (among(what, {"goods", "hand", "cards", "shown", "played", "neighbours", "claims", "disclaims", "traded", "exception", "value"}))
    return of_place(what, game[parse_seat(w.next(), t)], t);
  if (what == "active") return seat_in_words(game.active, t);
  if (what == "turn") return std::to_string(game.turn);
  if (what == "agenda") return std::to_string(game.agenda);
  if (what == "marker") return marker_in_words(game.marker, t);
  if (what == "exchanged") return all.last().exchanged ? "yes" : "no";
  if (w.take("knows")) {
    const auto& hand = ti4_of(all.mirror(parse_actor(what, t)))[parse_seat(w.next(), t)].hand;
    return hand ? notes_in_words(*hand) : "nothing";
  }
  return std::nullopt;
}

}  // namespace parley::test
