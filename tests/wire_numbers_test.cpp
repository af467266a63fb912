// Numbers that reach disk and wire, written out a second time: a change here is a change of the protocol.
#include "common/wire/message.h"
#include "common/wire/names.h"
#include "tests/support/catch.h"

#include <set>

using namespace parley;

namespace {

template <class E>
constexpr unsigned number(E value) { return static_cast<unsigned>(value); }

// ---- verbs --------------------------------------------------------------------------------------------------------------

static_assert(number(Offer::verb) == 1 && number(Accept::verb) == 2 && number(Decline::verb) == 3);
static_assert(number(Withdraw::verb) == 4 && number(RequestRelease::verb) == 5 && number(RetractRelease::verb) == 6);
static_assert(number(WriteNote::verb) == 7 && number(Say::verb) == 8 && number(Decide::verb) == 9 && number(Cancel::verb) == 10);
static_assert(number(Start::verb) == 16 && number(End::verb) == 17 && number(SetControl::verb) == 18);
static_assert(number(Depart::verb) == 19 && number(OpenDecision::verb) == 20);
static_assert(number(PayBribe::verb) == 32 && number(Adjust::verb) == 33 && number(Bid::verb) == 34);
static_assert(number(Ask::verb) == 35 && number(MovementFinished::verb) == 36 && number(Hajr::verb) == 37);
static_assert(number(Advance::verb) == 48 && number(Ally::verb) == 49 && number(Unally::verb) == 50);
static_assert(number(SetBureaucrat::verb) == 51 && number(SetInflation::verb) == 52 && number(AdjustSeat::verb) == 53);
static_assert(number(ti4::AcceptAs::verb) == 64 && number(ti4::SetStep::verb) == 65 && number(ti4::AdjustGoods::verb) == 66);
static_assert(number(ti4::Hold::verb) == 67 && number(ti4::Unhold::verb) == 68 && number(ti4::PlayNote::verb) == 69);
static_assert(number(ti4::ClaimNeighbour::verb) == 70 && number(ti4::SetException::verb) == 71 && number(ti4::StateAble::verb) == 72);
static_assert(number(ti4::RuleClass::verb) == 73 && number(ti4::MarkKept::verb) == 74 && number(ti4::SetActive::verb) == 80);
static_assert(number(ti4::SetPhase::verb) == 81 && number(ti4::SetCommodityValue::verb) == 82 && number(ti4::SetNeighbours::verb) == 83);
static_assert(number(Genesis::verb) == 112 && number(Seated::verb) == 113 && number(Vacated::verb) == 114);
static_assert(std::variant_size_v<Action> == 45);

// ---- messages -----------------------------------------------------------------------------------------------------------

static_assert(protocol_version == 1);
static_assert(Hello::type == 0x01 && Login::type == 0x02 && Redeem::type == 0x03 && Act::type == 0x04 && Ping::type == 0x05);
static_assert(Welcome::type == 0x81 && LoggedIn::type == 0x82 && Committed::type == 0x83 && CommittedPrivate::type == 0x84);
static_assert(Live::type == 0x85 && Answered::type == 0x86 && Refused::type == 0x87 && Presence::type == 0x88);
static_assert(Pong::type == 0x89 && Bye::type == 0x0f);
static_assert(std::variant_size_v<ServerMessage> == 10 && std::variant_size_v<ClientMessage> == 7);

// ---- bye ------------------------------------------------------------------------------------------------------------------

static_assert(number(ByeCode::leaving) == 1 && number(ByeCode::bad_frame) == 2 && number(ByeCode::bad_message) == 3);
static_assert(number(ByeCode::out_of_order) == 4 && number(ByeCode::old_protocol) == 5 && number(ByeCode::not_admitted) == 6);
static_assert(number(ByeCode::bad_invite) == 7 && number(ByeCode::superseded) == 8 && number(ByeCode::revoked) == 9);
static_assert(number(ByeCode::history) == 10 && number(ByeCode::bad_signature) == 11 && number(ByeCode::ahead) == 12);
static_assert(number(ByeCode::too_slow) == 13 && number(ByeCode::silent) == 14 && number(ByeCode::crowded) == 15);
static_assert(number(ByeCode::closing) == 16 && number(ByeCode::storage) == 17 && bye_codes == 17);

// ---- refusals ---------------------------------------------------------------------------------------------------------------

using Code = Refusal::Code;
static_assert(number(Code::not_permitted) == 1 && number(Code::request_reused) == 2 && number(Code::request_old) == 3);
static_assert(number(Code::rate) == 4 && number(Code::limit) == 5 && number(Code::bad_text) == 6);
static_assert(number(Code::bad_parties) == 7 && number(Code::bad_amount) == 8 && number(Code::bad_bribe) == 9);
static_assert(number(Code::bad_clause) == 10 && number(Code::bad_answer) == 11 && number(Code::no_such_deal) == 12);
static_assert(number(Code::no_such_seat) == 13 && number(Code::no_such_decision) == 14 && number(Code::not_signatory) == 15);
static_assert(number(Code::not_proposer) == 16 && number(Code::not_decision_owner) == 17 && number(Code::not_open) == 18);
static_assert(number(Code::not_active) == 19 && number(Code::already) == 20 && number(Code::not_in_play) == 21);
static_assert(number(Code::not_human) == 22 && number(Code::allied) == 23 && number(Code::stale) == 24);
static_assert(number(Code::wrong_phase) == 25 && number(Code::inflation) == 26 && number(Code::decision_open) == 27);
static_assert(number(Code::not_neighbours) == 28 && number(Code::slot_used) == 29 && number(Code::not_active_player) == 30);
static_assert(number(Code::class_changed) == 31 && number(Code::holdings) == 32 && number(Code::too_soon) == 33);
static_assert(number(Code::payment_unavailable) == 34 && number(Code::storage) == 35 && refusal_codes == 35);
static_assert(number(Changed::alliance) == 1 && number(Changed::control) == 2 && number(Changed::phase) == 3);
static_assert(number(Changed::inflation) == 4 && number(Changed::decisions) == 5 && number(Changed::votes) == 6);
static_assert(number(Changed::step) == 10 && number(Changed::commodity_value) == 11 && number(Changed::neighbours) == 12);
static_assert(number(Changed::purse) == 7 && number(Changed::bureaucrat) == 8 && number(Changed::departure) == 9);

// ---- choices and roles --------------------------------------------------------------------------------------------------------

static_assert(number(Answer::divert) == 1 && number(Answer::allow) == 2 && number(Answer::yes) == 3);
static_assert(number(Answer::no) == 4 && number(Answer::done) == 5);
static_assert(number(Control::human) == 0 && number(Control::ai) == 1);
static_assert(number(dune::Mode::basic) == 0 && number(dune::Mode::advanced) == 1);
static_assert(number(dune::Phase::setup) == 0 && number(dune::Phase::storm) == 1);
static_assert(number(dune::Phase::spice_blow_and_nexus) == 2 && number(dune::Phase::choam_charity) == 3);
static_assert(number(dune::Phase::bidding) == 4 && number(dune::Phase::revival) == 5);
static_assert(number(dune::Phase::shipment_and_movement) == 6 && number(dune::Phase::battle) == 7);
static_assert(number(dune::Phase::spice_collection) == 8 && number(dune::Phase::mentat_pause) == 9);
static_assert(number(dune::Phase::over) == 10);
static_assert(number(ti4::Phase::setup) == 0 && number(ti4::Phase::strategy) == 1 && number(ti4::Phase::action) == 2);
static_assert(number(ti4::Phase::status) == 3 && number(ti4::Phase::agenda) == 4 && number(ti4::Phase::over) == 5);
static_assert(number(ti4::Class::binding) == 1 && number(ti4::Class::non_binding) == 2 && number(ti4::Class::undecided) == 3);
static_assert(number(ti4::Kind::trade_goods) == 1 && number(ti4::Kind::commodities) == 2 && number(ti4::Kind::cultural) == 3);
static_assert(number(ti4::Kind::hazardous) == 4 && number(ti4::Kind::industrial) == 5 && number(ti4::Kind::unknown) == 6);
static_assert(number(ti4::Kind::action_cards) == 7 && ti4::kinds == 7);
static_assert(number(ti4::Deed::give) == 1 && number(ti4::Deed::produce) == 2 && number(ti4::Deed::spend_on) == 3);
static_assert(number(ti4::Deed::use_note) == 4 && number(ti4::Deed::use_ability) == 5 && number(ti4::Deed::fire_space_cannon) == 6);
static_assert(number(ti4::Deed::replenish) == 7 && number(ti4::Deed::choose_for_secondary) == 8 && number(ti4::Deed::vote) == 9);
static_assert(number(ti4::Deed::abstain) == 10 && number(ti4::Deed::break_tie) == 11 && number(ti4::Deed::play_action_card) == 12);
static_assert(number(ti4::Deed::activate) == 13 && number(ti4::Deed::move) == 14 && number(ti4::Deed::retreat) == 15);
static_assert(number(ti4::Deed::assign_hits) == 16 && number(ti4::Deed::pick_strategy) == 17 && number(ti4::Deed::pay_later) == 18);
static_assert(number(ti4::Deed::other) == 19 && ti4::deeds == 19);
static_assert(number(ti4::Step::turn_start) == 1 && number(ti4::Step::space_cannon_offense) == 4 && number(ti4::Step::production) == 14);
static_assert(number(ti4::Step::trade_gain) == 16 && number(ti4::Step::reveal) == 20 && number(ti4::Step::vote) == 21 && ti4::steps == 22);
static_assert(number(ti4::When::now) == 1 && number(ti4::When::open) == 4 && number(ti4::at(ti4::Step::turn_start)) == 5 && ti4::whens == 26);
static_assert(number(ti4::Stance::act) == 1 && number(ti4::Stance::refrain) == 2);
static_assert(number(ti4::Contingent::nothing) == 1 && number(ti4::Contingent::dice) == 2 && number(ti4::Contingent::action_card) == 3);
static_assert(number(ti4::Contingent::another_seat) == 4 && number(ti4::Contingent::hidden_choice) == 5);
static_assert(number(ti4::Able::yes) == 1 && number(ti4::Able::no) == 2 && number(ti4::Able::unknown) == 3);
static_assert(code(Role::of(Seat{0})) == 0 && code(Role::of(Seat{7})) == 7 && code(Role::host()) == 8);
static_assert(code(Role::server()) == 9 && code(Role::viewer(1)) == 16 && code(Role::viewer(1000)) == 1015);
static_assert(std::variant_size_v<Settlement> == 3 && std::variant_size_v<Secret> == 4 && std::variant_size_v<Rules> == 3);
static_assert(std::variant_size_v<DealState> == 5);

}  // namespace

TEST_CASE("numbers: every code has a name of its own") {
  std::set<std::string_view> refusals, byes, verbs;
  for (unsigned n = 1; n <= refusal_codes; ++n) CHECK(refusals.insert(name(static_cast<Refusal::Code>(n))).second);
  for (unsigned n = 1; n <= bye_codes; ++n) CHECK(byes.insert(name(static_cast<ByeCode>(n))).second);
  CHECK(!refusals.contains(""));
  CHECK(!byes.contains(""));
  CHECK(name(static_cast<Refusal::Code>(refusal_codes + 1)).empty());
  CHECK(name(static_cast<ByeCode>(bye_codes + 1)).empty());
  unsigned named = 0;
  for (unsigned n = 0; n < 256; ++n)
    if (const auto word = name(static_cast<Verb>(n)); !word.empty()) {
      ++named;
      verbs.insert(word);
    }
  CHECK(named == std::variant_size_v<Action>);
  CHECK(verbs.size() == named - 4);  // "adjust" is three: by the seat, by the host, of goods; "accept" and "neighbours" are two
}

TEST_CASE("numbers: a role's code leads back to it, and no other code to a role") {
  std::set<Role> roles;
  for (unsigned n = 0; n < 0x10000; ++n)
    if (const auto role = role_of_code(static_cast<std::uint16_t>(n))) {
      CHECK(code(*role) == n);
      roles.insert(*role);
    }
  CHECK(roles.size() == 8 + 2 + limits::viewers_max);
}
