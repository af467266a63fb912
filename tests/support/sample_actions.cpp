#include "tests/support/samples.h"

#include "common/core/limits.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace parley::test {
namespace {

constexpr Seat atr{0}, har{1}, gld{2}, last{7}, nobody{15};

template <class T>
constexpr auto largest = T{std::numeric_limits<typename T::rep>::max()};

/// `size` bytes, whether or not the text policy would let them pass.
std::string filled(std::size_t size) { return std::string(size, 'x'); }

std::vector<ActionSample> make() {
  const Role a = Role::of(atr), h = Role::of(har), g = Role::of(gld), host = Role::host(), server = Role::server();
  const Record everything{SeatSet::first(8), Terms{"Мир до бури.\nБез условий."}, largest<DealId>,
                          Bribe{nobody, last, largest<Spice>}};
  const Record three{SeatSet{atr, har, gld}, Terms{"Nobody enters Arrakeen."}, DealId{}, std::monostate{}};
  const Record counter{SeatSet{atr, har}, Terms{"Two turns, not one."}, DealId{1}, std::monostate{}};
  const Record longest{SeatSet{atr, har}, Terms{filled(limits::terms_bytes)}, DealId{}, std::monostate{}};
  const Record empty{SeatSet{}, Terms{}, DealId{}, std::monostate{}};
  const std::vector<std::string> eight(limits::seats_max, filled(limits::seat_key_bytes));

  return {
      {"offer.form_1", a, Offer{truce()}, {}},
      {"offer.form_1.longest", Role::of(last), Offer{longest}, {}},
      {"offer.form_2.bribe", a, Offer{paid_passage()}, {}},
      {"offer.form_2.three", g, Offer{three}, {}},
      {"offer.form_2.answers", h, Offer{counter}, {}},
      {"offer.form_2.everything", h, Offer{everything}, {}},
      {"offer.form_2.nobody", h, Offer{empty}, {}},
      {"accept", h, Accept{DealId{1}}, {}},
      {"accept.none", h, Accept{DealId{}}, {}},
      {"accept.largest", h, Accept{largest<DealId>}, {}},
      {"decline", h, Decline{DealId{1}}, {}},
      {"withdraw", a, Withdraw{DealId{1}}, {}},
      {"request_release", a, RequestRelease{DealId{1}}, {}},
      {"retract_release", a, RetractRelease{DealId{1}}, {}},
      {"note", h, WriteNote{DealId{1}, Line{"fulfilled"}}, {}},
      {"note.longest", h, WriteNote{largest<DealId>, Line{filled(limits::line_bytes)}}, {}},
      {"say", g, Say{Line{"The spice must flow."}}, {}},
      {"say.nothing", host, Say{Line{}}, {}},
      {"decide.divert", g, Decide{DecisionId{3}, Answer::divert}, {}},
      {"decide.allow", g, Decide{DecisionId{3}, Answer::allow}, {}},
      {"decide.yes", h, Decide{DecisionId{128}, Answer::yes}, {}},
      {"decide.no", h, Decide{DecisionId{16384}, Answer::no}, {}},
      {"decide.done", h, Decide{largest<DecisionId>, Answer::done}, {}},
      {"cancel", host, Cancel{DecisionId{3}}, {}},
      {"start", host, Start{}, {}},
      {"end", host, End{}, {}},
      {"control.ai", host, SetControl{gld, Control::ai}, {}},
      {"control.human", host, SetControl{gld, Control::human}, {}},
      {"depart", host, Depart{last}, {}},
      {"open_decision", host, OpenDecision{har, Line{"Choose a battle plan."}}, {}},
      {"bribe", a, PayBribe{har, Spice{4}, std::nullopt}, {}},
      {"bribe.note", a, PayBribe{har, Spice{65535}, Line{"for the shield"}}, {}},
      {"bribe.largest", a, PayBribe{nobody, largest<Spice>, Line{filled(limits::line_bytes)}}, {}},
      {"adjust.spend", a, Adjust{Line{"shipment"}}, Amount{-3}},
      {"adjust.most", a, Adjust{Line{"income"}}, Amount{65535}},
      {"adjust.zero", a, Adjust{Line{}}, Amount{0}},
      {"adjust.lowest", a, Adjust{Line{"x"}}, Amount{std::numeric_limits<std::int64_t>::min()}},
      {"adjust.highest", a, Adjust{Line{"x"}}, Amount{std::numeric_limits<std::int64_t>::max()}},
      {"bid", a, Bid{Spice{2}}, {}},
      {"bid.largest", a, Bid{largest<Spice>}, {}},
      {"ask", a, Ask{har, Line{"Do you hold the lasgun?"}}, {}},
      {"movement_finished", g, MovementFinished{}, {}},
      {"hajr.play", a, Hajr{true}, {}},
      {"hajr.keep", a, Hajr{false}, {}},
      {"advance", host, Advance{2, dune::Phase::bidding, false}, {}},
      {"advance.correct", host, Advance{65535, dune::Phase::over, true}, {}},
      {"advance.first", host, Advance{0, dune::Phase::setup, false}, {}},
      {"ally", host, Ally{{atr, gld}}, {}},
      {"unally", host, Unally{{gld, last}}, {}},
      {"bureaucrat", host, SetBureaucrat{gld, true}, {}},
      {"bureaucrat.nobody", host, SetBureaucrat{std::nullopt, false}, {}},
      {"inflation.on", host, SetInflation{true}, {}},
      {"inflation.off", host, SetInflation{false}, {}},
      {"adjust_seat", host, AdjustSeat{har, Line{"forgotten income"}}, Amount{5}},
      {"genesis", server, genesis().action, {}},
      {"genesis.smallest", server, Genesis{"", {}, dune::Options{dune::Mode::basic, 0, 0}, Time{}}, {}},
      {"genesis.largest", server,
       Genesis{filled(limits::table_name_bytes), eight, dune::Options{dune::Mode::advanced, 65535, 65535}, largest<Time>}, {}},
      {"seated", server, Seated{atr, Name{"Anna"}, seat_key().public_key(), Epoch{1}}, {}},
      {"seated.longest", server, Seated{last, Name{filled(limits::name_bytes)}, counting<32>(0xe0), largest<Epoch>}, {}},
      {"vacated", server, Vacated{atr}, {}},
  };
}

}  // namespace

Record truce() { return {SeatSet{atr, har}, Terms{"Truce until the storm."}, DealId{}, std::monostate{}}; }

Record paid_passage() {
  return {SeatSet{atr, har}, Terms{"Passage through the gap."}, DealId{}, Bribe{atr, har, Spice{4}}};
}

Commit genesis() {
  return {.version = Version{0}, .elapsed = 0, .role = Role::server(),
          .action = Genesis{"arrakis", {"ATR", "HAR", "GLD"}, dune::Options{dune::Mode::advanced, 5, 10}, Time{1796005800}},
          .secret = {}};
}

const std::vector<ActionSample>& action_samples() {
  static const std::vector<ActionSample> all = [] {
    std::vector<ActionSample> samples = make();
    std::ranges::move(ti4_samples(), std::back_inserter(samples));
    return samples;
  }();
  return all;
}

}  // namespace parley::test
