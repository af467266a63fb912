// The line mode's words at a TI4 table: goods, clauses, what seats and the host say, and what it answers where something is wrong.
#include "client/command.h"
#include "client/goods_words.h"
#include "client/plain_text.h"
#include "client/words.h"
#include "tests/support/app_rig.h"
#include "tests/support/catch.h"

namespace parley {
namespace {

using test::AppRig;

std::string wrong(const AppRig& rig, std::string_view line) {
  const auto command = parse_command(*words_of(line), rig.mirror());
  return command ? "" : command.error();
}
Command command(const AppRig& rig, std::string_view line) {
  const auto parsed = parse_command(*words_of(line), rig.mirror());
  INFO(line << ": " << (parsed ? "" : parsed.error()));
  REQUIRE(parsed);
  return *parsed;
}
Record record(const AppRig& rig, std::string_view line) { return std::get<Offer>(command(rig, line).action).record; }

constexpr Seat SOL{0}, HAC{1};

}  // namespace

TEST_CASE("goods: as players write them, and as they are shown") {
  const auto goods = parse_goods("4 tg 1 hazardous, 2 action cards, Support for the Throne");
  REQUIRE(goods);
  CHECK(goods->counts.trade_goods == 4);
  CHECK(goods->counts.fragments.hazardous == 1);
  CHECK(goods->counts.action_cards == 2);
  CHECK(goods->notes == std::vector<Label>{{"Support for the Throne"}});
  CHECK(*parse_goods("4 trade goods, 1 hazardous fragment, 2 action cards, Support for the Throne") == *goods);
  CHECK(*parse_goods("1tg 1TG") == *parse_goods("2 Trade Goods"));
  CHECK(*parse_goods("") == ti4::Goods{});
  CHECK(parse_goods("relic The Codex")->relics.size() == 1);
  CHECK(parse_goods("note Ceasefire")->notes == std::vector<Label>{{"Ceasefire"}});
  CHECK(parse_goods("4").error().find("none of the goods") != std::string::npos);
  CHECK(parse_goods("99999999999 tg")->counts.trade_goods == 65536);  // for the rules to refuse
  CHECK_FALSE(parse_goods("one, two, three"));
  CHECK(parse_kind("commodities") == ti4::Kind::commodities);
  CHECK(parse_kind("gold") == std::nullopt);
}

TEST_CASE("command ti4: an offer with goods and clauses as an action") {
  const AppRig rig(test::ti4_table());
  const Record all = record(rig, R"(offer hac "Peace" give 4 tg get 1 commodity Ceasefire clause sol produce 2 dreadnought now able yes clause hac not vote For at vote on hidden_choice remark "as said")");
  CHECK(all.signatories == SeatSet{SOL, HAC});
  REQUIRE(exchange_of(all));
  CHECK(exchange_of(all)->gives.counts.trade_goods == 4);
  CHECK(exchange_of(all)->gets.notes == std::vector<Label>{{"Ceasefire"}});
  REQUIRE(all.clauses.size() == 2);
  CHECK(all.clauses[0] == ti4::Clause{.actor = SOL, .deed = ti4::Deed::produce, .item = {"dreadnought"}, .quantity = 2, .able = ti4::Able::yes});
  CHECK(all.clauses[1] == ti4::Clause{.actor = HAC, .deed = ti4::Deed::vote, .item = {"For"}, .when = ti4::at(ti4::Step::vote), .stance = ti4::Stance::refrain,
                                      .contingent = ti4::Contingent::hidden_choice, .text = {"as said"}});
  CHECK(record(rig, R"(offer hac "Peace" clause hac fire-space-cannon)").clauses[0].deed == ti4::Deed::fire_space_cannon);
}

TEST_CASE("command ti4: what seats say of the table") {
  const AppRig rig(test::ti4_table());
  CHECK(command(rig, "adjust trade goods +3 found some").action == Action{ti4::AdjustGoods{ti4::Kind::trade_goods, 3, Line{"found some"}}});
  CHECK(command(rig, "step vote hac").action == Action{ti4::SetStep{ti4::Step::vote, HAC}});
  CHECK(command(rig, "neighbours hac off").action == Action{ti4::ClaimNeighbour{HAC, false}});
  CHECK(command(rig, "exception off").action == Action{ti4::SetException{false, {}}});
  CHECK(command(rig, "able 4 1 unknown").action == Action{ti4::StateAble{DealId{4}, 1, ti4::Able::unknown}});
  CHECK(command(rig, "rule 4 non-binding").action == Action{ti4::RuleClass{DealId{4}, ti4::Class::non_binding}});
  CHECK(command(rig, "kept #4 1 no").action == Action{ti4::MarkKept{DealId{4}, 1, false}});
  const Command hidden = command(rig, "hold Ceasefire"), open = command(rig, "hold Support for the Throne");
  CHECK(hidden.action == Action{ti4::Hold{}});
  CHECK(hidden.secret == Secret{NoteName{Label{"Ceasefire"}}});
  CHECK(open.action == Action{ti4::Hold{Label{"Support for the Throne"}}});
  const AppRig host(test::ti4_table({24, 80}, {"HOST"}));
  CHECK(command(host, "phase 2 agenda 3").action == Action{ti4::SetPhase{2, ti4::Phase::agenda, 3}});
  CHECK(command(host, "neighbours sol hac").action == Action{ti4::SetNeighbours{{SOL, HAC}, true}});
}

TEST_CASE("command ti4: what is wrong is named") {
  const AppRig rig(test::ti4_table());
  CHECK(wrong(rig, "offer hac \"x\" give 2 apples").find("'2 apples' is none of the goods") == 0);
  CHECK(wrong(rig, "offer hac \"x\" clause sol eat").find("'eat' is none of the words that fit here: give, produce") == 0);
  CHECK(wrong(rig, "offer hac \"x\" clause nobody vote").find("no seat nobody") == 0);
  CHECK(wrong(rig, "step lunch").find("turn_start, activation") != std::string::npos);
  CHECK(wrong(rig, "phase 1 action") == "'phase' is for the host; you are SOL");
  CHECK(wrong(rig, "bid 3").find("there is no command 'bid'") == 0);
  CHECK(wrong(rig, "offer hac \"x\" give 1 tg give 2 tg").find("say once what is given") == 0);
  CHECK(wrong(rig, "offer hac \"x\" give tg 4").find("'tg 4' is none of the goods") == 0);
  CHECK(wrong(rig, "hold Ceasefire, Alliance").find("one note at a time") == 0);
  CHECK(wrong(rig, "kept 4").find("such as: kept 4 1 yes") != std::string::npos);
}

TEST_CASE("plain ti4: a deal shows class, rule, clauses and what was kept; help has an example for every command") {
  AppRig rig(test::ti4_table());
  rig.play(test::middle_of_a_turn());
  const Table& table = rig.mirror().table();
  const auto text = [&](std::uint32_t id) { return deal_text(table, *table.ledger.find(DealId{id})); };
  CHECK(text(1).find("[B] binding, final, stated by HAC: 28.3, note 1(a); 94.4") != std::string::npos);
  CHECK(text(1).find("kept, says HAC") != std::string::npos);
  CHECK(text(3).find("2 [N] XXC: vote For, this round") != std::string::npos);
  CHECK(text(7).find("Table ruling by SOL,HAC: binding.") != std::string::npos);
  CHECK(ledger_text(table).find("[X]") != std::string::npos);
  CHECK(table_text(rig.mirror()).find("EXCEPTION, needs no neighbours") != std::string::npos);
  for (const char* word : {"offer", "accept", "able", "kept", "rule", "step", "adjust", "hold", "unhold", "play", "neighbours", "exception"}) {
    const std::string help = plain_help(table, rig.mirror().role(), word);
    INFO(word);
    const std::size_t example = help.find("such as: ");
    REQUIRE(example != std::string::npos);
    CHECK(wrong(rig, help.substr(example + 9, help.size() - example - 10)) == "");
  }
}

TEST_CASE("plain open: the ledger and nothing else") {
  AppRig rig(test::open_table());
  rig.play(test::a_few_deals());
  const Table& table = rig.mirror().table();
  CHECK(deal_text(table, *table.ledger.find(DealId{3})).find("Agreed between the players") != std::string::npos);
  CHECK(table_text(rig.mirror()).find("harbour") == 0);
  CHECK(plain_help(table, rig.mirror().role()).find("bribe") == std::string::npos);
  CHECK(wrong(rig, "offer bea \"x\" bribe ari>bea 3") != "");
}

}  // namespace parley
