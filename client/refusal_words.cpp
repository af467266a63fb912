// Why something was refused or has ended, and what would help: the sentences of client/words about failures.
#include "client/words.h"

#include "client/games.h"
#include "client/translate.h"
#include "client/words_ti4.h"
#include "common/core/overload.h"
#include "common/wire/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace parley {
namespace {

std::string key(const Table& table, std::uint64_t seat) { return key(table, Seat{static_cast<std::uint8_t>(seat)}); }

/// What somebody had not seen, as a whole sentence.
std::string stale_sentence(const Table& table, std::uint64_t object) {
  const Seat seat{static_cast<std::uint8_t>(object & 15)};
  switch (static_cast<Changed>(object >> 4)) {
    case Changed::alliance: return tr("You had not seen that the alliance of {} has changed; look again, then ask again.", key(table, seat));
    case Changed::control: return tr("You had not seen that who controls {} has changed; look again, then ask again.", key(table, seat));
    case Changed::phase: return tr("You had not seen that the phase has changed; look again, then ask again.");
    case Changed::inflation: return tr("You had not seen that inflation has changed; look again, then ask again.");
    case Changed::decisions: return tr("You had not seen that the open decisions have changed; look again, then ask again.");
    case Changed::votes: return tr("You had not seen that the votes on this deal have changed; look again, then ask again.");
    case Changed::purse: return tr("You had not seen that the spice of {} has changed; look again, then ask again.", key(table, seat));
    case Changed::bureaucrat: return tr("You had not seen that the Bureaucrat has changed; look again, then ask again.");
    case Changed::departure: return tr("You had not seen that the departure of {} has changed; look again, then ask again.", key(table, seat));
    case Changed::step: return tr("You had not seen that the step has changed; look again, then ask again.");
    case Changed::commodity_value: return tr("You had not seen that the commodity value of {} has changed; look again, then ask again.", key(table, seat));
    case Changed::neighbours: return tr("You had not seen that the neighbours of {} have changed; look again, then ask again.", key(table, seat));
  }
  return tr("You had not seen that the table has changed; look again, then ask again.");
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
  if (asked && !payment) return tr("You do not have that much spice beside your standing bid.");
  const dune::Game* game = dune_game(table);
  if (game && payment && mirror.role().is(payment->payer)) {
    const dune::Purse& mine = (*game)[payment->payer];
    if (mine.spice)
      return tr("You would pay {} and have {} to spend; you lack {}. Nothing was paid and no vote recorded.",
                payment->gross.value, mine.spice->value - mine.bid.value,
                payment->gross.value - std::min(payment->gross.value, mine.spice->value - mine.bid.value));
  }
  return tr("The payment cannot be made now. Nothing was paid and no vote recorded; it may be tried again later.");
}

std::string decision_sentence(const Table& table, std::uint64_t id) {
  const Decision* decision = find_decision(table, DecisionId{static_cast<std::uint32_t>(id)});
  if (!decision) return tr("Decision {} must be answered first; the host can cancel it.", id);
  return tr("Decision {} must be answered first by {}; the host can cancel it.", id, key(table, decision->owner));
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
  std::string operator()(const Advance&) const { return tr("It is {} already.", moment_text(t, moment(t))); }
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
  const std::string now = moment_text(t, moment(t));

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
  if (!dune_game(table)) return tr("This table's game has no such action.");
  if (verb == Verb::hajr || verb == Verb::movement_finished) return tr("Hajr is part of advanced mode only, and this table plays basic.");
  return tr("This role cannot do that at this table.");
}

std::string parties_sentence(const Action* asked, const dune::Game* dune) {
  if (asked && std::holds_alternative<Ask>(*asked)) return tr("A question goes to another seat.");
  if (asked && (std::holds_alternative<Ally>(*asked) || std::holds_alternative<Unally>(*asked))) return tr("An alliance is of two different seats.");
  if (!dune) return tr("A deal has at least two different seats, you among them; choose the parties again.");
  return tr("A deal has two to six different seats, you among them; choose the parties again.");
}

}  // namespace

std::string sentence(const Refusal& r, const Mirror& mirror, const Action* asked) {
  const Table& table = mirror.table();
  if (ti4_game(table))
    if (std::string own = ti4_refusal(r, mirror, asked); !own.empty()) return own;
  using enum Refusal::Code;
  switch (r.code) {
    case not_permitted: return who_may(mirror, asked);
    case request_reused: return tr("This request number was used for another action; ask again without a number.");
    case request_old: return tr("This request number is too low; ask again without a number.");
    case rate: return tr_number("Too quick: {} actions a second at most. Wait a moment and try again.", "Too quick: {} actions a second at most. Wait a moment and try again.", r.object);
    case limit:
      if (r.object == limits::history_bytes_of_words)
        return tr("This table's history is full. What is open can be answered and ended; for more, ask the host for a new table.");
      return tr("There are {} open already, and that is the limit; close one first.", r.object);
    case bad_text:
      if (const auto fault = asked ? text_fault(*asked) : std::nullopt) return tr("The text cannot be used: {}.", sentence(*fault));
      return tr("The text cannot be used: character {} (U+{:04X}) is wrong or it is too long or empty; change it.",
                (r.object >> 21) + 1, r.object & 0x1fffff);
    case bad_parties: return parties_sentence(asked, dune_game(table));
    case bad_amount: return tr("The amount must be a whole number from 1 to 65535 (an adjustment may be negative, not 0).");
    case bad_bribe: return dune_game(table) ? tr("Payer and recipient must be two different signatories.") : tr("There are no bribes at this table; here a deal is its text.");
    case bad_clause: return tr("Clauses and exchanges belong to Twilight Imperium; here a deal is its text.");
    case bad_answer: return tr("A diversion is answered divert or allow, a question yes or no, the rest done.");
    case no_such_deal: return tr("There is no deal of that number.");
    case no_such_seat: return tr("There is no such seat at this table.");
    case no_such_decision: return tr("There is no open decision of that number; it may have been answered or cancelled.");
    case not_signatory: return tr("You are not a party to this deal.");
    case not_proposer: return tr("Only the proposer can withdraw an offer.");
    case not_decision_owner: return tr("This decision is {}'s to answer.", key(table, r.object));
    case not_open: return standing_sentence(table, asked, tr("It is not open any more."));
    case not_active: return standing_sentence(table, asked, tr("This deal is not active."));
    case already: return asked ? std::visit(AlreadySo{table, mirror.role()}, *asked) : tr("That is so already.");
    case not_in_play: return stage(table) == Stage::over ? tr("The game is over.") : tr("The game is not in play; the host starts it.");
    case not_human: return tr("{} is under AI control or has departed, and cannot take part.", key(table, r.object));
    case allied:
      return tr("{} and {} are allied, and allies make no public deals; wait until the alliance ends.", key(table, r.object >> 4), key(table, r.object & 15));
    case stale: return stale_sentence(table, r.object);
    case wrong_phase: return asked ? std::visit(RightPhase{table}, *asked) : tr("That is not possible in {}.", moment_text(table, moment(table)));
    case inflation: return tr("No bribes while inflation is on; wait until the host ends it.");
    case decision_open: return decision_sentence(table, r.object);
    case not_neighbours: return tr("These two are not neighbours.");
    case slot_used: return tr("You have asked your question of this turn; the next turn gives a new one.");
    case not_active_player: return tr("One of the two must be the active player.");
    case class_changed: return tr("The deal's class has changed; look again, then ask again.");
    case holdings: return tr("One side does not hold what it would give.");
    case too_soon: return tr("Tried too soon after a payment failed; wait {} s.", r.object);
    case payment_unavailable: return payment_sentence(mirror, asked);
    case storage: return tr("The server could not store it; nothing was done. Try again; if it goes on, tell the host.");
  }
  return tr("Refused.");
}

std::string payment_warning(const Mirror& mirror, const Action& action) {
  const Table& table = mirror.table();
  const auto payment = payment_of(table, mirror.role(), action);
  const dune::Game* game = dune_game(table);
  if (!game || !payment || !mirror.role().is(payment->payer)) return "";
  const dune::Purse& mine = (*game)[payment->payer];
  if (!mine.spice || payment->gross.value + mine.bid.value <= mine.spice->value) return "";
  return tr("You have {} to spend, the bribe is {}: the last acceptance would fail as things stand.", mine.spice->value - mine.bid.value, payment->gross.value);
}

std::string sentence(const TextFault& fault) {
  const auto at = fault.position + 1;
  const auto letter = static_cast<std::uint32_t>(fault.code_point);
  switch (fault.kind) {
    case TextFault::Kind::not_utf8: return tr("the text is not UTF-8; check the terminal's locale");
    case TextFault::Kind::empty: return tr("the text is empty; write something");
    case TextFault::Kind::too_long: return tr("the text is too long; shorten it");
    case TextFault::Kind::too_many_lines: return tr("the text has too many lines; 20 is the limit");
    case TextFault::Kind::too_wide: return tr("a name has at most 24 columns; shorten it");
    case TextFault::Kind::forbidden: return tr("character {} (U+{:04X}) cannot be used; take it out", at, letter);
    case TextFault::Kind::not_normal: return tr("character {} (U+{:04X}) is not in normal form (NFC); type it again", at, letter);
    case TextFault::Kind::too_many_marks: return tr("character {} (U+{:04X}) is one accent too many; take it out", at, letter);
    case TextFault::Kind::mixed_direction: return tr("one line mixes left-to-right and right-to-left letters; use two lines");
    case TextFault::Kind::mixed_script: return tr("a name keeps to one alphabet; change it");
    case TextFault::Kind::reserved: return tr("that name is kept for the program or a faction; choose another");
    case TextFault::Kind::look_alike: return tr("that name looks like another player's; choose another");
  }
  return tr("the text cannot be used");
}

std::string failure_words(const std::string& why) {
  [[maybe_unused]] constexpr const char* known[] = {
      tr_later("Broken pipe"), tr_later("Connection refused"), tr_later("Connection reset by peer"), tr_later("Connection timed out"), tr_later("End of file"),
      tr_later("File exists"), tr_later("Host is unreachable"), tr_later("Is a directory"), tr_later("Network is unreachable"), tr_later("No route to host"),
      tr_later("No space left on device"), tr_later("No such file or directory"), tr_later("Not a directory"), tr_later("Permission denied"),
      tr_later("Read-only file system"), tr_later("Resource temporarily unavailable"), tr_later("Too many open files"), tr_later("no answer from the server"),
      // the server's own
      tr_later("ahead"), tr_later("bad_frame"), tr_later("bad_message"), tr_later("closing"), tr_later("crowded"), tr_later("leaving"), tr_later("out_of_order"),
      tr_later("silent"), tr_later("storage"), tr_later("too_slow")};
  return tr(why.c_str());
}

std::string sentence_for_closed(std::string_view why) {
  if (why == "superseded") return tr("This role has logged in somewhere else; that one goes on.");
  if (why == "revoked") return tr("This key was ended by the host; ask for a new invite.");
  if (why == "history")
    return tr("The server's history is not the one this client has seen: it may have been restored from a backup. "
              "Nothing more is done here; ask the host, and keep your copy as evidence.");
  if (why == "unreadable") return tr("The server speaks a newer language than this client; install a newer parley.");
  if (why == "too_long") return tr("The table's history is longer than this client takes; it is shown up to here.");
  if (why == "old_protocol") return tr("Server and client have no protocol in common; install the same version of both.");
  if (why == "not_admitted") return tr("The server does not admit this key; ask the host for a new invite.");
  if (why == "bad_signature") return tr("The server could not verify a signature of ours; the key file may be damaged.");
  if (why == "address") return tr("The address kept with the key cannot be used; ask the host for a new invite.");
  return tr("The connection was ended ({}).", failure_words(std::string(why)));
}

}  // namespace parley
