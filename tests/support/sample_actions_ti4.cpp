// The verbs of Twilight Imperium 4, and of tables of any game.
#include "tests/support/samples.h"

#include "common/core/limits.h"

namespace parley::test {

namespace {

constexpr Seat sol{0}, hac{1}, stranger{15};

Label label(std::size_t bytes) { return {std::string(bytes, 'x')}; }

ti4::Clause largest_clause() {
  return {.actor = stranger, .deed = ti4::Deed::other, .item = label(limits::label_bytes), .quantity = 65535,
          .when = ti4::at(ti4::Step::outcome), .stance = ti4::Stance::refrain, .contingent = ti4::Contingent::hidden_choice,
          .able = ti4::Able::unknown, .text = label(limits::label_bytes)};
}

ti4::Goods largest_goods() {
  constexpr std::uint32_t most = 4294967295;
  const std::vector<Label> names(limits::goods_named_max, label(limits::label_bytes));
  return {{most, most, {most, most, most, most}, most}, names, names};
}

}  // namespace

Record dreadnought() {
  const ti4::Clause clause{.actor = sol, .deed = ti4::Deed::produce, .item = {"dreadnought"}, .able = ti4::Able::yes};
  ti4::Exchange exchange;
  exchange.gives.counts.trade_goods = 4;
  exchange.gets.notes = {{"Ceasefire"}};
  return {SeatSet{sol, hac}, Terms{"Four for a dreadnought."}, DealId{}, exchange, {clause}};
}

std::vector<ActionSample> ti4_samples() {
  using namespace ti4;
  const Role s = Role::of(sol), h = Role::of(hac), host = Role::host(), server = Role::server();
  const Record promise{SeatSet{sol, hac}, Terms{"Peace."}, DealId{}, std::monostate{}, {{.actor = hac, .deed = Deed::move, .stance = Stance::refrain}}};
  const Record everything{SeatSet::first(8), Terms{std::string(limits::terms_bytes, 'x')}, DealId{4294967295}, Exchange{largest_goods(), largest_goods()},
                          std::vector<Clause>(limits::clauses_max, largest_clause())};
  return {
      {"offer.ti4.exchange", h, Offer{dreadnought()}, {}},
      {"offer.ti4.clause", s, Offer{promise}, {}},
      {"offer.ti4.everything", s, Offer{everything}, {}},
      {"accept_as.binding", s, AcceptAs{DealId{1}, Class::binding}, {}},
      {"accept_as.non_binding", s, AcceptAs{DealId{128}, Class::non_binding}, {}},
      {"accept_as.undecided", s, AcceptAs{DealId{1}, Class::undecided}, {}},
      {"step", s, SetStep{Step::production, std::nullopt}, {}},
      {"step.vote", host, SetStep{Step::vote, hac}, {}},
      {"adjust_goods", s, AdjustGoods{Kind::trade_goods, 3, Line{"income"}}, {}},
      {"adjust_goods.spend", s, AdjustGoods{Kind::action_cards, -1, Line{"played"}}, {}},
      {"hold", s, Hold{}, NoteName{{"Ceasefire"}}},
      {"hold.open", s, Hold{Label{"Alliance"}}, {}},
      {"unhold", s, Unhold{}, NoteName{label(limits::label_bytes)}},
      {"unhold.open", s, Unhold{Label{"Support for the Throne"}}, {}},
      {"play_note", s, PlayNote{{"Trade Agreement"}}, {}},
      {"neighbours", s, ClaimNeighbour{hac, true}, {}},
      {"exception", s, SetException{true, Line{"Trade Convoys"}}, {}},
      {"exception.ends", s, SetException{false, std::nullopt}, {}},
      {"able", s, StateAble{DealId{1}, 1, Able::yes}, {}},
      {"rule", h, RuleClass{DealId{1}, Class::binding}, {}},
      {"kept", h, MarkKept{DealId{1}, 1, true}, {}},
      {"kept.not", h, MarkKept{DealId{1}, 8, false}, {}},
      {"active", host, SetActive{sol}, {}},
      {"phase", host, SetPhase{2, Phase::action, std::nullopt}, {}},
      {"phase.agenda", host, SetPhase{65535, Phase::agenda, std::uint16_t{2}}, {}},
      {"commodity_value", host, SetCommodityValue{hac, 6}, {}},
      {"set_neighbours", host, SetNeighbours{{sol, hac}, true}, {}},
      {"genesis.ti4", server, Genesis{"mecatol", {"SOL", "HAC"}, ti4::Options{}, Time{1796005800}}, {}},
      {"genesis.open", server, Genesis{"diplomacy", {"RED", "BLUE"}, open::Options{}, Time{1796005800}}, {}},
  };
}

}  // namespace parley::test
