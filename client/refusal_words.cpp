// Why something was refused or has ended, and what would help: the sentences of client/words about failures.
#include "client/words.h"

#include "client/translate.h"
#include "common/core/overload.h"
#include "common/wire/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace parley {
namespace {

std::string key(const Table& table, std::uint64_t seat) { return key(table, Seat{static_cast<std::uint8_t>(seat)}); }

std::string what_changed(const Table& table, std::uint64_t object) {
  const Seat seat{static_cast<std::uint8_t>(object & 15)};
  switch (static_cast<Changed>(object >> 4)) {
    case Changed::alliance: return "the alliance of " + key(table, seat);
    case Changed::control: return "who controls " + key(table, seat);
    case Changed::phase: return "the phase";
    case Changed::inflation: return "inflation";
    case Changed::decisions: return "the open decisions";
    case Changed::votes: return "the votes on this deal";
    case Changed::purse: return "the spice of " + key(table, seat);
    case Changed::bureaucrat: return "the Bureaucrat";
    case Changed::departure: return "the departure of " + key(table, seat);
  }
  return "the table";
}

/// Who would pay, if the action was a payment, or leads to one.
std::optional<Bribe> payment_of(const Table& table, Role role, const Action& asked) {
  if (const auto* a = std::get_if<PayBribe>(&asked)) return Bribe{role.seat(), a->to, a->gross};
  if (const auto* a = std::get_if<Offer>(&asked)) {
    const Bribe* bribe = std::get_if<Bribe>(&a->record.settlement);
    return bribe ? std::optional(*bribe) : std::nullopt;
  }
  const auto* accept = std::get_if<Accept>(&asked);
  const Deal* deal = accept ? table.ledger.find(accept->deal) : nullptr;
  if (deal)
    if (const Bribe* bribe = bribe_of(*deal)) return *bribe;
  return std::nullopt;
}

/// Nobody but the payer may learn more than that it failed [SEED B6].
std::string payment_sentence(const Mirror& mirror, const Action* asked) {
  const Table& table = mirror.table();
  const auto payment = asked ? payment_of(table, mirror.role(), *asked) : std::nullopt;
  if (asked && !payment) return "You do not have that much spice beside your standing bid.";
  if (payment && mirror.role().is(payment->payer)) {
    const dune::Purse& mine = std::get<dune::Game>(table.game)[payment->payer];
    if (mine.spice)
      return fmt::format("You would pay {} and have {} to spend; you lack {}. Nothing was paid and no vote recorded.",
                         payment->gross.value, mine.spice->value - mine.bid.value,
                         payment->gross.value - std::min(payment->gross.value, mine.spice->value - mine.bid.value));
  }
  return "The payment cannot be made now. Nothing was paid and no vote recorded; it may be tried again later.";
}

std::string decision_sentence(const Table& table, std::uint64_t id) {
  const Decision* decision = find_decision(table, DecisionId{static_cast<std::uint32_t>(id)});
  const std::string who = decision ? " by " + key(table, decision->owner) : "";
  return fmt::format("Decision {} must be answered first{}; the host can cancel it.", id, who);
}


/// What became of a deal, which is why something cannot be done with it, and what could be.
struct DealStands {
  const Table& t;
  const Deal& deal;
  const std::uint32_t id = deal.id.value;

  std::string operator()(const Open&) const { return tr("#{} is still an offer; it is active when all have accepted.", id); }
  std::string operator()(const Active& s) const {
    if (s.release_requests.empty()) return tr("#{} is active; it ends by release, when every signatory has asked for it.", id);
    return tr("#{} is active, and {} asked for release; it ends when every signatory has.", id, keys(t, s.release_requests));
  }
  std::string operator()(const Declined& s) const { return tr("#{} was declined by {}; only a new offer can bring it back.", id, key(t, s.by)); }
  std::string operator()(const Withdrawn&) const { return tr("#{} was withdrawn; only a new offer can bring it back.", id); }
  std::string operator()(const Released&) const { return tr("#{} has been released; only a new offer can bring it back.", id); }
};

std::string standing_sentence(const Table& t, const Action* asked, const char* otherwise) {
  if (asked && std::holds_alternative<Hajr>(*asked)) return tr("Your Hajr window is not open; it opens when you say that your movement is finished.");
  const Deal* deal = asked ? t.ledger.find(deal_of(*asked)) : nullptr;
  return deal ? std::visit(DealStands{t, *deal}, deal->state) : otherwise;
}

/// What is so already.
struct AlreadySo {
  const Table& t;
  Role role;

  bool mine(DealId id) const {
    const Deal* deal = t.ledger.find(id);
    return deal && role.is(deal->proposer);
  }
  std::string operator()(const Accept& a) const {
    return mine(a.deal) ? tr("#{} is your own offer, and offering it was your consent.", a.deal.value) : tr("You have accepted #{} already.", a.deal.value);
  }
  std::string operator()(const Decline& a) const { return tr("#{} is your own offer: withdraw it instead.", a.deal.value); }
  std::string operator()(const RequestRelease& a) const { return tr("You have asked for release from #{} already; it ends when every signatory has.", a.deal.value); }
  std::string operator()(const RetractRelease& a) const { return tr("You have not asked for release from #{}.", a.deal.value); }
  std::string operator()(const WriteNote& a) const { return tr("That is your note on #{} already.", a.deal.value); }
  std::string operator()(const Bid& a) const { return tr("Your bid is {} already.", a.amount.value); }
  std::string operator()(const MovementFinished&) const { return tr("You have finished movement this turn already."); }
  std::string operator()(const Start&) const { return tr("The game has been started already."); }
  std::string operator()(const Advance&) const { return tr("It is {} already.", moment_text(moment(t))); }
  std::string operator()(const SetControl& a) const { return a.to == Control::ai ? tr("{} is played by AI already.", key(t, a.seat)) : tr("{} is played by a human already.", key(t, a.seat)); }
  std::string operator()(const Depart& a) const { return tr("{} has departed already.", key(t, a.seat)); }
  std::string operator()(const Ally& a) const { return tr("{} and {} are allied already.", key(t, a.seats.one), key(t, a.seats.other)); }
  std::string operator()(const Unally& a) const { return tr("{} and {} are not allied.", key(t, a.seats.one), key(t, a.seats.other)); }
  std::string operator()(const SetInflation& a) const { return a.on ? tr("Inflation is on already.") : tr("Inflation is off already."); }
  template <class A>
  std::string operator()(const A&) const { return tr("That is so already."); }
};

/// When the action would be possible.
struct RightPhase {
  const Table& t;
  const std::string now = moment_text(moment(t));

  std::string operator()(const Advance& a) const {
    if (a.phase == dune::Phase::over) return tr("The end of the game is no phase to go to: the host ends the game.");
    if (a.phase == dune::Phase::setup || a.turn == 0) return tr("Turns begin at 1, and no game goes back to setup; choose a phase from storm to mentat pause.");
    return tr("It is {}: advance only goes forward; correct goes back.", now);
  }
  std::string operator()(const Bid&) const { return tr("Bids are made in the bidding phase; it is {}.", now); }
  std::string operator()(const MovementFinished&) const { return tr("Movement ends in shipment and movement; it is {}.", now); }
  std::string operator()(const PayBribe&) const { return tr("No bribe is paid in mentat pause; wait until the host goes on."); }
  std::string operator()(const Accept&) const { return tr("No bribe is paid in mentat pause, and this acceptance would pay one; wait until the host goes on."); }
  template <class A>
  std::string operator()(const A&) const { return tr("That is not possible in {}.", now); }
};

/// Who can do what this role cannot.
std::string who_may(const Mirror& mirror, const Action* asked) {
  const Table& table = mirror.table();
  if (mirror.role().kind == Role::Kind::viewer) return tr("Viewers only look on; seats and the host act.");
  if (!asked) return tr("This role cannot do that at this table.");
  const Verb verb = verb_of(*asked);
  const std::string me = speaker(table, mirror.role());
  if (std::holds_alternative<AdjustSeat>(*asked) && mirror.role() == Role::host()) return tr("While a human plays a seat, only that player can take spice away; the host can add.");
  if (permitted(table, Role::host(), verb)) return tr("Only the host can do that; you are {}.", me);
  if (permitted(table, Role::of(Seat{0}), verb)) return tr("Only a seat can do that; you are {}.", me);
  if (verb == Verb::hajr || verb == Verb::movement_finished) return tr("Hajr is part of advanced mode only, and this table plays basic.");
  return tr("This role cannot do that at this table.");
}

std::string parties_sentence(const Action* asked) {
  if (asked && std::holds_alternative<Ask>(*asked)) return tr("A question goes to another seat.");
  if (asked && (std::holds_alternative<Ally>(*asked) || std::holds_alternative<Unally>(*asked))) return tr("An alliance is of two different seats.");
  return "A deal has two to six different seats, you among them; choose the parties again.";
}

}  // namespace

std::string sentence(const Refusal& r, const Mirror& mirror, const Action* asked) {
  const Table& table = mirror.table();
  using enum Refusal::Code;
  switch (r.code) {
    case not_permitted: return who_may(mirror, asked);
    case request_reused: return "This request number was used for another action; ask again without a number.";
    case request_old: return "This request number is too low; ask again without a number.";
    case rate: return fmt::format("Too quick: {} actions a second at most. Wait a moment and try again.", r.object);
    case limit: return fmt::format("There are {} open already, and that is the limit; close one first.", r.object);
    case bad_text:
      if (const auto fault = asked ? text_fault(*asked) : std::nullopt) return "The text cannot be used: " + sentence(*fault) + ".";
      return fmt::format("The text cannot be used: character {} (U+{:04X}) is wrong or it is too long or empty; change it.",
                         (r.object >> 21) + 1, r.object & 0x1fffff);
    case bad_parties: return parties_sentence(asked);
    case bad_amount: return "The amount must be a whole number from 1 to 65535 (an adjustment may be negative, not 0).";
    case bad_bribe: return "Payer and recipient must be two different signatories.";
    case bad_clause: return "A clause cannot stand as it is; see its mark.";
    case bad_answer: return "That is no answer to this kind of decision.";
    case no_such_deal: return "There is no deal of that number.";
    case no_such_seat: return "There is no such seat at this table.";
    case no_such_decision: return "There is no open decision of that number; it may have been answered or cancelled.";
    case not_signatory: return "You are not a party to this deal.";
    case not_proposer: return "Only the proposer can withdraw an offer.";
    case not_decision_owner: return "This decision is " + key(table, r.object) + "'s to answer.";
    case not_open: return standing_sentence(table, asked, tr("It is not open any more."));
    case not_active: return standing_sentence(table, asked, tr("This deal is not active."));
    case already: return asked ? std::visit(AlreadySo{table, mirror.role()}, *asked) : tr("That is so already.");
    case not_in_play: return stage(table) == Stage::over ? tr("The game is over.") : tr("The game is not in play; the host starts it.");
    case not_human: return key(table, r.object) + " is under AI control or has departed, and cannot take part.";
    case allied:
      return key(table, r.object >> 4) + " and " + key(table, r.object & 15) +
             " are allied, and allies make no public deals; wait until the alliance ends.";
    case stale: return "You had not seen that " + what_changed(table, r.object) + " has changed; look again, then ask again.";
    case wrong_phase: return asked ? std::visit(RightPhase{table}, *asked) : tr("That is not possible in {}.", moment_text(moment(table)));
    case inflation: return "No bribes while inflation is on.";
    case decision_open: return decision_sentence(table, r.object);
    case not_neighbours: return "These two are not neighbours.";
    case slot_used: return "Once a turn, and this turn's is used.";
    case not_active_player: return "One of the two must be the active player.";
    case class_changed: return "The deal's class has changed; look again, then ask again.";
    case holdings: return "One side does not hold what it would give.";
    case too_soon: return fmt::format("Tried too soon after a payment failed; wait {} s.", r.object);
    case payment_unavailable: return payment_sentence(mirror, asked);
    case storage: return "The server could not store it; nothing was done. Try again; if it goes on, tell the host.";
  }
  return "Refused.";
}

std::string payment_warning(const Mirror& mirror, const Action& action) {
  const Table& table = mirror.table();
  const auto payment = payment_of(table, mirror.role(), action);
  if (!payment || !mirror.role().is(payment->payer)) return "";
  const dune::Purse& mine = std::get<dune::Game>(table.game)[payment->payer];
  if (!mine.spice || payment->gross.value + mine.bid.value <= mine.spice->value) return "";
  return tr("You have {} to spend, the bribe is {}: the last acceptance would fail as things stand.", mine.spice->value - mine.bid.value, payment->gross.value);
}

std::string sentence(const TextFault& fault) {
  const std::string at = fmt::format("character {} (U+{:04X})", fault.position + 1, static_cast<std::uint32_t>(fault.code_point));
  switch (fault.kind) {
    case TextFault::Kind::not_utf8: return "the text is not UTF-8; check the terminal's locale";
    case TextFault::Kind::empty: return "the text is empty; write something";
    case TextFault::Kind::too_long: return "the text is too long; shorten it";
    case TextFault::Kind::too_many_lines: return "the text has too many lines; 20 is the limit";
    case TextFault::Kind::too_wide: return "a name has at most 24 columns; shorten it";
    case TextFault::Kind::forbidden: return at + " cannot be used; take it out";
    case TextFault::Kind::not_normal: return at + " is not in normal form (NFC); type it again";
    case TextFault::Kind::too_many_marks: return at + " is one accent too many; take it out";
    case TextFault::Kind::mixed_direction: return "one line mixes left-to-right and right-to-left letters; use two lines";
    case TextFault::Kind::mixed_script: return "a name keeps to one alphabet; change it";
    case TextFault::Kind::reserved: return "that name is kept for the program or a faction; choose another";
    case TextFault::Kind::look_alike: return "that name looks like another player's; choose another";
  }
  return "the text cannot be used";
}

std::string sentence_for_closed(std::string_view why) {
  if (why == "superseded") return "This role has logged in somewhere else; that one goes on.";
  if (why == "revoked") return "This key was ended by the host; ask for a new invite.";
  if (why == "history")
    return "The server's history is not the one this client has seen: it may have been restored from a backup. "
           "Nothing more is done here; ask the host, and keep your copy as evidence.";
  if (why == "unreadable") return "The server speaks a newer language than this client; install a newer parley.";
  if (why == "too_long") return "The table's history is longer than this client takes; it is shown up to here.";
  if (why == "old_protocol") return "Server and client have no protocol in common; install the same version of both.";
  if (why == "not_admitted") return "The server does not admit this key; ask the host for a new invite.";
  if (why == "bad_signature") return "The server could not verify a signature of ours; the key file may be damaged.";
  if (why == "address") return "The address kept with the key cannot be used; ask the host for a new invite.";
  return "The connection was ended (" + std::string(why) + ").";
}

}  // namespace parley
