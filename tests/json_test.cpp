// Lines of the scripting door as actions, and back (INTERFACE "parley pipe"): the same keys both ways, and a sentence for
// everything that is not such a line.
#include "common/core/limits.h"
#include "common/wire/describe.h"
#include "common/wire/parse.h"
#include "tests/support/catch.h"

#include <nlohmann/json.hpp>

#include <limits>

using namespace parley;
using Json = nlohmann::ordered_json;

namespace {

const SeatKeys dune_seats = {"ATR", "HAR", "GLD"};
constexpr Seat atr{0}, har{1}, gld{2}, nobody{15};
const Role seat = Role::of(atr), host = Role::host();

Table table_of(const SeatKeys& seats, Game game = dune::Game{.options = {.mode = dune::Mode::advanced}}) {
  Table table{.game = std::move(game)};
  for (const std::string& key : seats) table.seats.push_back(SeatRecord{.key = key});
  return table;
}
Result<ParsedAction, std::string> parse(const std::string& line, Role role = seat, const SeatKeys& seats = dune_seats) {
  return parse_action(Json::parse(line), role, table_of(seats));
}
std::string error(const std::string& line, Role role = seat, const SeatKeys& seats = dune_seats) {
  const auto parsed = parse(line, role, seats);
  return parsed ? "accepted" : parsed.error();
}
template <class T>
T action(const std::string& line, Role role = seat, const SeatKeys& seats = dune_seats) {
  INFO(line);
  const auto parsed = parse(line, role, seats);
  if (!parsed) FAIL(parsed.error());
  REQUIRE(std::holds_alternative<T>(parsed->action));
  return std::get<T>(parsed->action);
}
std::int64_t amount(const std::string& line, Role role = seat) {
  const auto parsed = parse(line, role);
  if (!parsed) FAIL(parsed.error());
  return std::get<Amount>(parsed->secret).by;
}

/// What an event says about a commit of this line, but for version, time and role.
Json described(const std::string& line, Role role) {
  const auto parsed = parse(line, role);
  if (!parsed) FAIL(parsed.error());
  const Commit commit{.version = Version{13}, .elapsed = 0, .role = role, .action = parsed->action, .secret = parsed->secret};
  Json event = describe(commit, Time{1796005800}, dune_seats);
  CHECK(event.at("version") == 13);
  CHECK(event.at("time") == "2026-11-30T02:30:00Z");
  CHECK(event.at("role") == (role == host ? "HOST" : "ATR"));
  for (const char* key : {"version", "time", "role"}) event.erase(key);
  return event;
}

bool same_members(const Json& a, const Json& b) { return nlohmann::json::parse(a.dump()) == nlohmann::json::parse(b.dump()); }

}  // namespace

TEST_CASE("json: every verb of the interface, described back with the same keys") {
  const std::string of_seats[] = {
      R"({"do":"offer","with":["HAR"],"terms":"pass"})",
      R"({"do":"offer","with":["HAR"],"terms":"pass","bribe":{"payer":"ATR","recipient":"HAR","gross":4}})",
      R"({"do":"offer","with":["HAR","GLD"],"terms":"Мир","bribe":{"payer":"GLD","recipient":"HAR","gross":65535},"answers":3})",
      R"({"do":"accept","deal":1})", R"({"do":"decline","deal":1})", R"({"do":"withdraw","deal":1})",
      R"({"do":"request_release","deal":4294967295})", R"({"do":"retract_release","deal":0})",
      R"({"do":"note","deal":1,"text":"fulfilled"})", R"({"do":"say","text":"hello"})",
      R"({"do":"bribe","to":"HAR","gross":2})", R"({"do":"bribe","to":"HAR","gross":2,"note":"thanks"})",
      R"({"do":"adjust","amount":-3,"reason":"shipment"})", R"({"do":"bid","amount":2})",
      R"({"do":"ask","to":"GLD","question":"Is it you?"})",
      R"({"do":"decide","decision":1,"answer":"divert"})", R"({"do":"decide","decision":1,"answer":"allow"})",
      R"({"do":"decide","decision":1,"answer":"yes"})", R"({"do":"decide","decision":1,"answer":"no"})",
      R"({"do":"decide","decision":1,"answer":"done"})", R"({"do":"cancel","decision":1})",
      R"({"do":"movement_finished"})", R"({"do":"hajr","play":true})", R"({"do":"hajr","play":false})"};
  const std::string of_host[] = {
      R"({"do":"start"})", R"({"do":"end"})", R"({"do":"control","seat":"HAR","to":"ai"})",
      R"({"do":"control","seat":"HAR","to":"human"})", R"({"do":"depart","seat":"GLD"})",
      R"({"do":"open_decision","owner":"HAR","note":"battle plan"})", R"({"do":"cancel","decision":1})",
      R"({"do":"say","text":"hello"})", R"({"do":"advance","turn":1,"phase":"spice_blow_and_nexus","correct":false})",
      R"({"do":"advance","turn":2,"phase":"storm","correct":true})", R"({"do":"ally","seats":["ATR","GLD"]})",
      R"({"do":"unally","seats":["GLD","ATR"]})", R"({"do":"bureaucrat","seat":"GLD","alive":true})",
      R"({"do":"bureaucrat","seat":null,"alive":false})", R"({"do":"inflation","on":true})",
      R"({"do":"adjust","seat":"HAR","amount":5,"reason":"forgotten"})"};
  for (const std::string& line : of_seats) {
    INFO(line);
    const Json back = described(line, seat);
    INFO(back.dump());
    CHECK(same_members(back, Json::parse(line)));
  }
  for (const std::string& line : of_host) {
    INFO(line);
    const Json back = described(line, host);
    INFO(back.dump());
    CHECK(same_members(back, Json::parse(line)));
  }
  for (const char* phase : {"setup", "storm", "spice_blow_and_nexus", "choam_charity", "bidding", "revival",
                            "shipment_and_movement", "battle", "spice_collection", "mentat_pause", "over"})
    CHECK(described(std::string(R"({"do":"advance","turn":1,"phase":")") + phase + R"("})", host).at("phase") == phase);
}

TEST_CASE("json: every key but a few is needed, and a key of another verb is unknown") {
  const std::pair<const char*, Role> lines[] = {
      {R"({"do":"offer","with":["HAR"],"terms":"pass"})", seat}, {R"({"do":"accept","deal":1})", seat},
      {R"({"do":"note","deal":1,"text":"x"})", seat}, {R"({"do":"say","text":"x"})", seat},
      {R"({"do":"bribe","to":"HAR","gross":2})", seat}, {R"({"do":"adjust","amount":1,"reason":"x"})", seat},
      {R"({"do":"bid","amount":2})", seat}, {R"({"do":"ask","to":"GLD","question":"x"})", seat},
      {R"({"do":"decide","decision":1,"answer":"yes"})", seat}, {R"({"do":"cancel","decision":1})", seat},
      {R"({"do":"movement_finished"})", seat}, {R"({"do":"hajr","play":true})", seat},
      {R"({"do":"start"})", host}, {R"({"do":"control","seat":"HAR","to":"ai"})", host},
      {R"({"do":"depart","seat":"GLD"})", host}, {R"({"do":"open_decision","owner":"HAR","note":"x"})", host},
      {R"({"do":"ally","seats":["ATR","GLD"]})", host}, {R"({"do":"inflation","on":true})", host},
      {R"({"do":"bureaucrat","seat":"GLD","alive":true})", host}, {R"({"do":"bureaucrat","seat":null,"alive":true})", host},
      {R"({"do":"adjust","seat":"HAR","amount":5,"reason":"x"})", host}};
  for (const auto& [text, role] : lines) {
    const Json whole = Json::parse(text);
    CHECK(parse_action(whole, role, table_of(dune_seats)));
    for (const auto& [key, value] : whole.items()) {
      Json less = whole;
      less.erase(key);
      INFO(less.dump());
      const auto parsed = parse_action(less, role, table_of(dune_seats));
      REQUIRE(!parsed);
      CHECK(parsed.error().find("\"" + key + "\"") != std::string::npos);
    }
    Json more = whole;
    more["colour"] = "red";
    const auto parsed = parse_action(more, role, table_of(dune_seats));
    REQUIRE(!parsed);
    CHECK(parsed.error() == "unknown key \"colour\"");
  }
  // Left out, these are nothing.
  CHECK(!action<Advance>(R"({"do":"advance","turn":1,"phase":"storm"})", host).correct);
  CHECK(!action<PayBribe>(R"({"do":"bribe","to":"HAR","gross":2,"note":null})").note);
  const Offer plain = action<Offer>(R"({"do":"offer","with":["HAR"],"terms":"x","bribe":null,"answers":null})");
  CHECK(plain == action<Offer>(R"({"do":"offer","with":["HAR"],"terms":"x"})"));
  CHECK(fits_form_1(plain.record));
  CHECK(error(R"({"do":"advance","turn":1,"phase":"storm","correct":true,"seat":"ATR"})", host) == "unknown key \"seat\"");
  CHECK(error(R"({"do":"offer","with":["HAR"],"terms":"x","bribe":{"payer":"ATR","recipient":"HAR","gross":1,"tip":1}})") ==
        "in \"bribe\": unknown key \"tip\"");
  CHECK(error(R"({"do":"offer","with":["HAR"],"terms":"x","bribe":{"payer":"ATR","recipient":"HAR"}})") ==
        "in \"bribe\": \"gross\" is missing");
  CHECK(plain == action<Offer>(R"({"do":"offer","with":["HAR"],"terms":"x","clauses":[],"exchange":null})"));
  CHECK(error(R"({"do":"offer","with":["HAR"],"terms":"x","exchange":{"gives":{"gold":1}}})") == "in \"exchange\": in \"gives\": unknown key \"gold\"");
  CHECK(error(R"({"do":"offer","with":["HAR"],"terms":"x","clauses":[{"actor":"HAR"}]})") == "in \"clauses\": \"verb\" is missing");
  CHECK(error(R"({"do":"offer","with":["HAR"],"terms":"x","bribe":{"payer":"ATR","recipient":"HAR","gross":1},"exchange":{}})").starts_with("a deal has"));
}

TEST_CASE("json: a verb nobody may ask for is unknown") {
  for (const char* verb : {"genesis", "seated", "vacated", "", "OFFER", "adjust_seat", "offer ", "class"})
    CHECK(error(Json{{"do", verb}}.dump()).starts_with("unknown verb \""));
  for (const char* line : {R"({})", R"({"do":null})", R"({"do":7})", R"({"do":["offer"]})"})
    CHECK(error(line).starts_with("\"do\" must name a verb"));
}

TEST_CASE("json: adjust is the seat's own, or the host's for a seat") {
  CHECK(action<Adjust>(R"({"do":"adjust","amount":4,"reason":"x"})").reason.utf8 == "x");
  CHECK(error(R"({"do":"adjust","seat":"HAR","amount":4,"reason":"x"})") == "unknown key \"seat\"");
  CHECK(action<AdjustSeat>(R"({"do":"adjust","seat":"HAR","amount":4,"reason":"x"})", host).seat == har);
  CHECK(error(R"({"do":"adjust","amount":4,"reason":"x"})", host) == "\"seat\" is missing");
  CHECK(amount(R"({"do":"adjust","amount":-65536,"reason":"x"})") == -65536);  // the server's to refuse
  CHECK(amount(R"({"do":"adjust","amount":0,"reason":"x"})") == 0);
  CHECK(amount(R"({"do":"adjust","seat":"HAR","amount":-7,"reason":"x"})", host) == -7);
}

TEST_CASE("json: wrong types") {
  const char* lines[] = {
      R"({"do":"accept","deal":"1"})", R"({"do":"accept","deal":1.0})", R"({"do":"accept","deal":null})",
      R"({"do":"accept","deal":true})", R"({"do":"accept","deal":[1]})", R"({"do":"say","text":1})",
      R"({"do":"say","text":null})", R"({"do":"say","text":["x"]})", R"({"do":"hajr","play":1})",
      R"({"do":"hajr","play":"true"})", R"({"do":"bribe","to":1,"gross":1})", R"({"do":"bribe","to":null,"gross":1})",
      R"({"do":"bribe","to":"HAR","gross":1,"note":1})", R"({"do":"adjust","amount":1.5,"reason":"x"})",
      R"({"do":"adjust","amount":"1","reason":"x"})", R"({"do":"decide","decision":1,"answer":1})",
      R"({"do":"decide","decision":1,"answer":"maybe"})", R"({"do":"decide","decision":1,"answer":null})",
      R"({"do":"offer","with":"HAR","terms":"x"})", R"({"do":"offer","with":[1],"terms":"x"})",
      R"({"do":"offer","with":null,"terms":"x"})", R"({"do":"offer","with":{"a":"HAR"},"terms":"x"})",
      R"({"do":"offer","with":["HAR"],"terms":"x","bribe":4})", R"({"do":"offer","with":["HAR"],"terms":"x","bribe":[]})",
      R"({"do":"offer","with":["HAR"],"terms":"x","answers":"1"})",
      R"({"do":"offer","with":["HAR"],"terms":"x","bribe":{"payer":1,"recipient":"HAR","gross":1}})"};
  for (const char* line : lines) {
    INFO(line);
    CHECK(error(line) != "accepted");
    CHECK(error(line).find('"') != std::string::npos);  // names the key
  }
  for (const char* line : {R"({"do":"ally","seats":["ATR"]})", R"({"do":"ally","seats":["ATR","HAR","GLD"]})",
                           R"({"do":"ally","seats":"ATR"})", R"({"do":"ally","seats":["ATR",2]})",
                           R"({"do":"bureaucrat","seat":7,"alive":true})", R"({"do":"control","seat":"HAR","to":"robot"})",
                           R"({"do":"advance","turn":1,"phase":4})", R"({"do":"advance","turn":1,"phase":"Storm"})"}) {
    INFO(line);
    CHECK(error(line, host) != "accepted");
  }
  CHECK(error(R"({"do":"hajr","play":1})") == "\"play\" must be true or false");
  CHECK(error(R"({"do":"decide","decision":1,"answer":"maybe"})") == "\"answer\" must be one of divert, allow, yes, no, done");
}

TEST_CASE("json: numbers out of range") {
  CHECK(action<Accept>(R"({"do":"accept","deal":4294967295})").deal.value == 4294967295);
  CHECK(error(R"({"do":"accept","deal":4294967296})") == "\"deal\" must be a whole number from 0 to 4294967295");
  CHECK(error(R"({"do":"accept","deal":-1})") == "\"deal\" must be a whole number from 0 to 4294967295");
  CHECK(error(R"({"do":"accept","deal":1e3})") != "accepted");
  CHECK(error(R"({"do":"advance","turn":65536,"phase":"storm"})", host) == "\"turn\" must be a whole number from 0 to 65535");
  CHECK(action<Bid>(R"({"do":"bid","amount":18446744073709551615})").amount.value == 18446744073709551615u);
  CHECK(error(R"({"do":"bid","amount":18446744073709551616})") != "accepted");  // a float by now
  CHECK(error(R"({"do":"bid","amount":-1})") != "accepted");
  CHECK(action<PayBribe>(R"({"do":"bribe","to":"HAR","gross":65536})").gross.value == 65536);  // the server's to refuse
  CHECK(amount(R"({"do":"adjust","amount":-9223372036854775808,"reason":"x"})") == std::numeric_limits<std::int64_t>::min());
  CHECK(error(R"({"do":"adjust","amount":9223372036854775808,"reason":"x"})") == "\"amount\" must be a whole number");
  CHECK(error(R"({"do":"adjust","amount":18446744073709551615,"reason":"x"})") == "\"amount\" must be a whole number");
}

TEST_CASE("json: the parties of an offer") {
  const auto parties = [](const char* with, Role role = seat, const SeatKeys& seats = dune_seats) {
    return action<Offer>(std::string(R"({"do":"offer","with":)") + with + R"(,"terms":"x"})", role, seats).record.signatories;
  };
  CHECK(parties(R"(["HAR"])") == SeatSet{atr, har});
  CHECK(parties(R"(["GLD","HAR"])") == SeatSet{atr, har, gld});
  CHECK(parties(R"([])") == SeatSet{atr});               // bad_parties
  CHECK(parties(R"(["HAR","HAR"])") == SeatSet{});       // repeated: bad_parties
  CHECK(parties(R"(["ATR"])") == SeatSet{});             // its own: bad_parties
  CHECK(parties(R"(["HAR","ATR"])") == SeatSet{});
  CHECK(parties(R"(["FRE"])") == SeatSet{atr, Seat{7}}); // a seat that nobody has: no_such_seat
  CHECK(parties(R"(["FRE","HAR"])") == SeatSet{atr, har, Seat{7}});
  CHECK(parties(R"(["FRE","EMP"])") == SeatSet{atr, Seat{7}, Seat{6}});  // two strangers are two: no_such_seat
  CHECK(parties(R"(["FRE","FRE"])") == SeatSet{});
  CHECK(parties(R"(["HAR"])", host) == SeatSet{har});    // not_permitted
  CHECK(parties(R"(["har"])") == SeatSet{atr, Seat{7}});
  const auto pair = action<Ally>(R"({"do":"ally","seats":["FRE","EMP"]})", host, dune_seats).seats;
  CHECK((pair.one != pair.other && pair.one.index >= dune_seats.size() && pair.other.index >= dune_seats.size()));

  const SeatKeys eight = {"A", "B", "C", "D", "E", "F", "G", "H"};
  CHECK(parties(R"(["H"])", seat, eight) == SeatSet{atr, Seat{7}});
  CHECK(error(R"({"do":"offer","with":["I"],"terms":"x"})", seat, eight) == "no seat \"I\" at this table");
}

TEST_CASE("json: a seat nobody has is sent as such, and described as unknown") {
  CHECK(action<PayBribe>(R"({"do":"bribe","to":"FRE","gross":1})").to == nobody);
  CHECK(action<Depart>(R"({"do":"depart","seat":"atr"})", host).seat == nobody);
  CHECK(action<Ally>(R"({"do":"ally","seats":["FRE","HAR"]})", host).seats == SeatPair{nobody, har});
  CHECK(described(R"({"do":"bribe","to":"FRE","gross":1})", seat).at("to") == "?");
}

TEST_CASE("json: texts longer than the wire carries") {
  const auto line_with = [](const char* verb, const char* key, std::size_t size, Json more = Json::object()) {
    Json line{{"do", verb}, {key, std::string(size, 'x')}};
    line.update(more);
    return line.dump();
  };
  CHECK(error(line_with("say", "text", limits::line_bytes)) == "accepted");
  CHECK(error(line_with("say", "text", limits::line_bytes + 1)) == "\"text\" must be shorter: 2048 bytes is all that can be sent");
  const Json with{{"with", {"HAR"}}};
  CHECK(error(line_with("offer", "terms", limits::terms_bytes, with)) == "accepted");
  CHECK(error(line_with("offer", "terms", limits::terms_bytes + 1, with)) ==
        "\"terms\" must be shorter: 8192 bytes is all that can be sent");
  CHECK(error(line_with("adjust", "reason", limits::line_bytes + 1, {{"amount", 1}})).starts_with("\"reason\" must be shorter"));
  CHECK(error(line_with("bribe", "note", limits::line_bytes + 1, {{"to", "HAR"}, {"gross", 1}})) != "accepted");
}

// ---- TI4 ------------------------------------------------------------------------------------------------------------

namespace {

Table ti4_table() {
  Table table = table_of({"SOL", "HAC"}, ti4::Game{});
  std::get<ti4::Game>(table.game)[Seat{0}].hand.emplace();
  return table;
}

Json ti4_described(const std::string& line, Role role) {
  const auto parsed = parse_action(Json::parse(line), role, ti4_table());
  if (!parsed) FAIL(parsed.error());
  Json event = describe(Commit{.version = Version{1}, .elapsed = 0, .role = role, .action = parsed->action, .secret = parsed->secret}, Time{1}, {"SOL", "HAC"});
  for (const char* key : {"version", "time", "role"}) event.erase(key);
  return event;
}

}  // namespace

TEST_CASE("json: every verb of TI4, described back with the same keys [TI4 Pipe]") {
  const std::string of_seats[] = {
      R"({"do":"offer","with":["HAC"],"terms":"x","exchange":{"gives":{"trade_goods":4},"gets":{"commodities":1,"fragments":{"hazardous":1},"notes":["Ceasefire"]}},)"
      R"("clauses":[{"actor":"SOL","verb":"produce","item":"dreadnought","quantity":1,"when":"now","stance":"do","contingent":"nothing","able":"yes","text":""}]})",
      R"({"do":"accept","deal":1,"class":"binding"})", R"({"do":"accept","deal":1,"class":"non_binding"})",
      R"({"do":"step","step":"production"})", R"({"do":"step","step":"vote","seat":"HAC"})",
      R"({"do":"adjust","what":"trade_goods","amount":3,"reason":"income"})", R"({"do":"adjust","what":"hazardous","amount":-1,"reason":"spent"})",
      R"({"do":"hold","note":"Ceasefire"})", R"({"do":"hold","note":"Support for the Throne"})", R"({"do":"unhold","note":"Ceasefire"})",
      R"({"do":"play_note","note":"Trade Agreement"})", R"({"do":"neighbours","with":"HAC","on":true})",
      R"({"do":"exception","on":true,"why":"Trade Convoys"})", R"({"do":"exception","on":false})",
      R"({"do":"able","deal":1,"clause":1,"answer":"unknown"})", R"({"do":"rule","deal":1,"class":"undecided"})",
      R"({"do":"kept","deal":1,"clause":2,"yes":false})"};
  const std::string of_host[] = {
      R"({"do":"step","step":"space_combat_roll"})", R"({"do":"active","seat":"HAC"})", R"({"do":"phase","round":1,"phase":"agenda","agenda":2})",
      R"({"do":"phase","round":1,"phase":"status"})", R"({"do":"commodity_value","seat":"HAC","value":7})",
      R"({"do":"neighbours","seats":["SOL","HAC"],"on":false})"};
  for (const std::string& line : of_seats) {
    INFO(line);
    CHECK(same_members(ti4_described(line, seat), Json::parse(line)));
  }
  for (const std::string& line : of_host) {
    INFO(line);
    CHECK(same_members(ti4_described(line, host), Json::parse(line)));
  }
}

TEST_CASE("json: a TI4 line leaves to the mirror what the player sees there [TI4 Pipe]") {
  const auto parsed = [&](const char* line) { return *parse_action(Json::parse(line), seat, ti4_table()); };
  // An acceptance without a class says what the mirror computes; of a deal that is not there, nothing can be.
  CHECK(std::get<ti4::AcceptAs>(parsed(R"({"do":"accept","deal":1})").action).as == ti4::Class::undecided);
  // A note's name is a secret, but of what always lies open.
  CHECK(parsed(R"({"do":"hold","note":"Ceasefire"})").secret == Secret{NoteName{{"Ceasefire"}}});
  CHECK(std::get<ti4::Hold>(parsed(R"({"do":"hold","note":"Альянс"})").action).note == Label{"Альянс"});
  CHECK(parsed(R"({"do":"hold","note":"Альянс"})").secret == Secret{});
  // The same words are other verbs at a Dune table.
  CHECK(std::holds_alternative<Accept>(parse(R"({"do":"accept","deal":1})")->action));
  CHECK(error(R"({"do":"accept","deal":1,"class":"binding"})") == "unknown key \"class\"");
}
