// What of a TI4 table is public, listed. common/PROTOCOL.md "Digest".
#include "common/core/ti4/rules.h"

namespace parley::ti4 {

namespace {

std::uint64_t or_none(std::optional<Seat> seat) { return seat ? seat->index + 1u : 0u; }

void add(Digest& d, const Counts& counts) {
  for (std::uint8_t k = 1; k <= kinds; ++k) d.add(std::uint64_t{count(counts, static_cast<Kind>(k))});
}
void add(Digest& d, const std::vector<Label>& labels) {
  d.add(std::uint64_t{labels.size()});
  for (const Label& label : labels) d.add(label.utf8);
}
void add(Digest& d, const Goods& goods) {
  add(d, goods.counts);
  add(d, goods.notes);
  add(d, goods.relics);
}
void add(Digest& d, const Classified& classified) {
  d.add(static_cast<std::uint64_t>(classified.is)).add(std::uint64_t{classified.findings.size()});
  for (const Finding& f : classified.findings)
    d.add(std::uint64_t{f.clause}).add(static_cast<std::uint64_t>(f.is)).add(static_cast<std::uint64_t>(f.why)).add(or_none(f.stated_by));
}
void add(Digest& d, const Place& place) {
  add(d, place.holds);
  d.add(std::uint64_t{place.commodity_value}).add(std::uint64_t{place.notes});
  add(d, place.shown);
  add(d, place.in_play);
  d.add(place.exception ? std::string_view(place.exception->utf8) : std::string_view());
  d.add(place.neighbours).add(place.claims).add(place.disclaims).add(place.traded);
}

}  // namespace

void add(Digest& d, const Exchange& exchange) {
  add(d, exchange.gives);
  add(d, exchange.gets);
}

void add(Digest& d, const Clause& c) {
  d.add(c.actor).add(static_cast<std::uint64_t>(c.deed)).add(c.item.utf8).add(std::uint64_t{c.quantity});
  d.add(static_cast<std::uint64_t>(c.when)).add(static_cast<std::uint64_t>(c.stance)).add(static_cast<std::uint64_t>(c.contingent));
  d.add(static_cast<std::uint64_t>(c.able)).add(c.text.utf8);
}

void add(Digest& d, const Judgement& judgement) {
  for (const Statement& s : judgement.statements) d.add(std::uint64_t{1}).add(std::uint64_t{s.clause}).add(static_cast<std::uint64_t>(s.able));
  for (const Ruling& r : judgement.rulings) d.add(std::uint64_t{2}).add(r.seat).add(static_cast<std::uint64_t>(r.is));
  for (const Kept& k : judgement.kept) d.add(std::uint64_t{3}).add(std::uint64_t{k.clause}).add(std::uint64_t{k.yes});
  if (judgement.at_acceptance) add(d.add(std::uint64_t{4}), *judgement.at_acceptance);
}

void add(Digest& d, const Game& game, std::size_t seats) {
  d.add(std::uint64_t{game.now.turn}).add(std::uint64_t{game.now.phase}).add(std::uint64_t{game.turn}).add(std::uint64_t{game.agenda});
  d.add(or_none(game.active)).add(std::uint64_t{game.marker.has_value()});
  if (game.marker) d.add(static_cast<std::uint64_t>(game.marker->step)).add(or_none(game.marker->seat)).add(std::uint64_t{code(game.marker->set_by)});
  for (std::size_t i = 0; i < seats; ++i) add(d, game.places[i]);
  for (std::int64_t by : game.adjusted) d.add(static_cast<std::uint64_t>(by));
}

}  // namespace parley::ti4
