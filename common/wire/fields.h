// One serialize per type: the only list of fields there is. The wire reads and writes them in this order; whatever prints
// them uses these names, which are those of the scripting door. What has journaled never changes; new things get new numbers.
#pragma once

#include "common/wire/archive.h"

namespace parley {

/// Why a request is not read on: its verb is not the connection's to ask for.
inline constexpr std::string_view not_permitted_here = "a verb that this role does not have";

template <class A> void serialize(A& a, Terms& x) { a(bounded(x.utf8, limits::terms_bytes)); }
template <class A> void serialize(A& a, Line& x) { a(bounded(x.utf8, limits::line_bytes)); }
template <class A> void serialize(A& a, Label& x) { a(bounded(x.utf8, limits::label_bytes)); }
template <class A> void serialize(A& a, Name& x) { a(bounded(x.utf8, limits::name_bytes)); }

template <class A> void serialize(A& a, Bribe& x) {
  a(field("payer", x.payer), field("recipient", x.recipient), field("gross", x.gross));
}

template <class A> void serialize(A& a, ti4::Fragments& x) {
  a(sparse("cultural", x.cultural), sparse("hazardous", x.hazardous));
  a(sparse("industrial", x.industrial), sparse("unknown", x.unknown));
}
template <class A> void serialize(A& a, ti4::Counts& x) {
  a(sparse("trade_goods", x.trade_goods), sparse("commodities", x.commodities));
  a(sparse("fragments", x.fragments), sparse("action_cards", x.action_cards));
}
template <class A> void serialize(A& a, ti4::Goods& x) {
  auto notes = bounded(x.notes, limits::goods_named_max);
  auto relics = bounded(x.relics, limits::goods_named_max);
  a(x.counts, sparse("notes", notes), sparse("relics", relics));
}
template <class A> void serialize(A& a, ti4::Exchange& x) { a(with_default("gives", x.gives), with_default("gets", x.gets)); }
template <class A> void serialize(A& a, ti4::Clause& x) {
  a(field("actor", x.actor), field("verb", x.deed), with_default("item", x.item), with_default("quantity", x.quantity));
  a(with_default("when", x.when), with_default("stance", x.stance), with_default("contingent", x.contingent));
  a(with_default("able", x.able), with_default("text", x.text));
}

class JsonIn;  // reads an offer in the words of scripts: parse.cpp

/// Form 1 is `01 signatories terms`, form 2 `02 signatories terms answers settlement clauses`. What fits form 1 in form 2
/// is not canonical [SEED D10].
template <class A>
  requires(!std::same_as<A, JsonIn>)
void serialize(A& a, Record& x) {
  std::uint8_t form = fits_form_1(x) ? 1 : 2;
  a(wire_only("form", form));
  if constexpr (A::is_loading::value)
    if (form != 1 && form != 2) return a.fail("no such record form");
  a(field("signatories", x.signatories), field("terms", x.terms));
  if (form == 2) {
    auto clauses = bounded(x.clauses, limits::clauses_max);
    a(sparse("answers", x.answers), field("settlement", x.settlement), sparse("clauses", clauses));
  }
  if constexpr (A::is_loading::value)
    if (form != (fits_form_1(x) ? 1 : 2)) a.fail("a record in the wrong form");
}

// ---- actions --------------------------------------------------------------------------------------------------------

template <class A> void serialize(A& a, Offer& x) { a(x.record); }
template <class A> void serialize(A& a, Accept& x) { a(field("deal", x.deal)); }
template <class A> void serialize(A& a, Decline& x) { a(field("deal", x.deal)); }
template <class A> void serialize(A& a, Withdraw& x) { a(field("deal", x.deal)); }
template <class A> void serialize(A& a, RequestRelease& x) { a(field("deal", x.deal)); }
template <class A> void serialize(A& a, RetractRelease& x) { a(field("deal", x.deal)); }
template <class A> void serialize(A& a, WriteNote& x) { a(field("deal", x.deal), field("text", x.text)); }
template <class A> void serialize(A& a, Say& x) { a(field("text", x.text)); }
template <class A> void serialize(A& a, Decide& x) { a(field("decision", x.decision), field("answer", x.answer)); }
template <class A> void serialize(A& a, Cancel& x) { a(field("decision", x.decision)); }

template <class A> void serialize(A&, Start&) {}
template <class A> void serialize(A&, End&) {}
template <class A> void serialize(A& a, SetControl& x) { a(field("seat", x.seat), field("to", x.to)); }
template <class A> void serialize(A& a, Depart& x) { a(field("seat", x.seat)); }
template <class A> void serialize(A& a, OpenDecision& x) { a(field("owner", x.owner), field("note", x.note)); }

template <class A> void serialize(A& a, PayBribe& x) { a(field("to", x.to), field("gross", x.gross), field("note", x.note)); }
template <class A> void serialize(A& a, Adjust& x) { a(field("reason", x.reason)); }
template <class A> void serialize(A& a, Bid& x) { a(field("amount", x.amount)); }
template <class A> void serialize(A& a, Ask& x) { a(field("to", x.to), field("question", x.question)); }
template <class A> void serialize(A&, MovementFinished&) {}
template <class A> void serialize(A& a, Hajr& x) { a(field("play", x.play)); }

template <class A> void serialize(A& a, Advance& x) {
  a(field("turn", x.turn), field("phase", x.phase), with_default("correct", x.correct));
}
template <class A> void serialize(A& a, Ally& x) { a(field("seats", x.seats)); }
template <class A> void serialize(A& a, Unally& x) { a(field("seats", x.seats)); }
template <class A> void serialize(A& a, SetBureaucrat& x) { a(field("seat", x.seat), field("alive", x.alive)); }
template <class A> void serialize(A& a, SetInflation& x) { a(field("on", x.on)); }
template <class A> void serialize(A& a, AdjustSeat& x) { a(field("seat", x.seat), field("reason", x.reason)); }

template <class A> void serialize(A& a, ti4::AcceptAs& x) { a(field("deal", x.deal), with_default("class", x.as)); }
template <class A> void serialize(A& a, ti4::SetStep& x) { a(field("step", x.step), sparse("seat", x.seat)); }
template <class A> void serialize(A& a, ti4::AdjustGoods& x) {
  a(field("what", x.what), field("amount", x.amount), field("reason", x.reason));
}
template <class A> void serialize(A& a, ti4::Hold& x) { a(field("note", x.note)); }
template <class A> void serialize(A& a, ti4::Unhold& x) { a(field("note", x.note)); }
template <class A> void serialize(A& a, ti4::PlayNote& x) { a(field("note", x.note)); }
template <class A> void serialize(A& a, ti4::ClaimNeighbour& x) { a(field("with", x.with), field("on", x.on)); }
template <class A> void serialize(A& a, ti4::SetException& x) { a(field("on", x.on), field("why", x.why)); }
template <class A> void serialize(A& a, ti4::StateAble& x) {
  a(field("deal", x.deal), field("clause", x.clause), field("answer", x.answer));
}
template <class A> void serialize(A& a, ti4::RuleClass& x) { a(field("deal", x.deal), field("class", x.is)); }
template <class A> void serialize(A& a, ti4::MarkKept& x) {
  a(field("deal", x.deal), field("clause", x.clause), field("yes", x.yes));
}
template <class A> void serialize(A& a, ti4::SetActive& x) { a(field("seat", x.seat)); }
template <class A> void serialize(A& a, ti4::SetPhase& x) {
  a(field("round", x.round), field("phase", x.phase), field("agenda", x.agenda));
}
template <class A> void serialize(A& a, ti4::SetCommodityValue& x) { a(field("seat", x.seat), field("value", x.value)); }
template <class A> void serialize(A& a, ti4::SetNeighbours& x) { a(field("seats", x.seats), field("on", x.on)); }

template <class A> void serialize(A&, ti4::Options&) {}
template <class A> void serialize(A&, open::Options&) {}
template <class A> void serialize(A& a, dune::Options& x) {
  a(field("mode", x.mode), field("bureaucrat_min", x.bureaucrat_min), field("probe_wait", x.probe_wait));
}
template <class A> void serialize(A& a, Genesis& x) {
  auto name = bounded(x.name, limits::table_name_bytes);
  auto seats = bounded(x.seats, limits::seats_max);
  a(field("name", name), field("seats", seats), field("rules", x.rules), field("founded", x.time));
}
template <class A> void serialize(A& a, Seated& x) {
  a(field("seat", x.seat), field("player", x.player), field("key", x.key), field("epoch", x.epoch));
}
template <class A> void serialize(A& a, Vacated& x) { a(field("seat", x.seat)); }

template <class A> void serialize(A& a, Amount& x) { a(field("amount", x.by)); }
template <class A> void serialize(A& a, Revealed& x) { a(field("spice", x.spice)); }
template <class A> void serialize(A& a, NoteName& x) { a(field("note", x.note)); }

// ---- which action a verb number stands for ----------------------------------------------------------------------------

/// Calls `visit(std::type_identity<T>{})` for the action struct of a verb; false where there is none.
template <class F>
bool with_action(Verb verb, F&& visit) {
  const auto each = [&]<class... Ts>(std::type_identity<std::variant<Ts...>>) {
    return ((Ts::verb == verb ? (visit(std::type_identity<Ts>{}), true) : false) || ...);
  };
  return each(std::type_identity<Action>{});
}

/// An action: its verb, then its body.
struct VerbAndBody { Action& action; };

template <class A> void serialize(A& a, VerbAndBody& x) {
  Verb verb = verb_of(x.action);
  a(field("verb", verb));
  if constexpr (A::is_loading::value) {
    if (!a.error() && a.permits && !(*a.permits)(verb)) return a.fail(not_permitted_here);
    const bool known = with_action(verb, [&]<class T>(std::type_identity<T>) {
      T body{};
      a(body);
      x.action = std::move(body);
    });
    if (!known) a.fail("no such verb");
  } else {
    std::visit([&](auto& body) { a(body); }, x.action);
  }
}

// ---- commits and requests --------------------------------------------------------------------------------------------

/// The public form.
template <class A> void serialize(A& a, Commit& x) {
  a(field("version", x.version), field("elapsed", x.elapsed), field("role", x.role), VerbAndBody{x.action});
}

/// A private part that follows a request as bytes of its own kind; nothing is written as a T that says nothing.
template <class T, class A> void add_secret(A& a, Secret& secret) {
  const T* held = std::get_if<T>(&secret);
  T value = held ? *held : T{};
  a(value);
  if constexpr (A::is_loading::value) secret = std::move(value);
}
inline bool carries_amount(Verb verb) { return verb == Verb::adjust || verb == Verb::adjust_seat; }
/// Hold and unhold, where the table does not see which note.
inline bool carries_note(const Action& action) {
  if (const auto* hold = std::get_if<ti4::Hold>(&action)) return !hold->note;
  if (const auto* unhold = std::get_if<ti4::Unhold>(&action)) return !unhold->note;
  return false;
}

// ---- messages -------------------------------------------------------------------------------------------------------

template <class A> void serialize(A& a, Hello& x) { a(field("protocol", x.protocol), field("nonce", x.nonce)); }
template <class A> void serialize(A& a, Resume& x) {
  a(field("epoch", x.epoch), field("version", x.version), field("chain", x.chain));
}
template <class A> void serialize(A& a, Login& x) {
  auto table = bounded(x.table, limits::table_name_bytes);
  a(field("table", table), field("role", x.role), field("epoch", x.epoch), field("watch", x.watch));
  a(field("resume", x.resume), field("signature", x.signature));
}
template <class A> void serialize(A& a, Redeem& x) {
  a(field("code", x.code), field("key", x.key), field("player", x.player), field("signature", x.signature));
}
/// After the action the amount of an adjustment or the name of an unseen note, then the signature of a consent.
template <class A> void serialize(A& a, Act& x) {
  Request& r = x.request;
  a(field("request", r.id), field("seen", r.seen), VerbAndBody{r.action});
  if (carries_amount(verb_of(r.action))) add_secret<Amount>(a, r.secret);
  if (carries_note(r.action)) add_secret<NoteName>(a, r.secret);
  if (is_consent(verb_of(r.action))) a(field("signature", x.signature));
}
template <class A> void serialize(A&, Ping&) {}
template <class A> void serialize(A& a, Bye& x) { a(field("code", x.code)); }

template <class A> void serialize(A& a, Welcome& x) {
  a(field("protocol", x.protocol), field("epoch", x.epoch), field("nonce", x.nonce));
}
template <class A> void serialize(A& a, LoggedIn& x) {
  a(field("role", x.role), field("epoch", x.epoch), field("highest", x.highest), field("head", x.head));
}
template <class A> void serialize(A& a, Committed& x) { a(x.commit); }
template <class A> void serialize(A& a, CommittedPrivate& x) {
  a(x.commit, field("secret", x.commit.secret));
  if constexpr (A::is_loading::value)
    if (std::holds_alternative<std::monostate>(x.commit.secret)) a.fail("a private commit without a secret");
}
template <class A> void serialize(A& a, Live& x) {
  a(field("head", x.head), field("chain", x.chain), field("digest", x.digest));
}
template <class A> void serialize(A& a, Answered& x) {
  a(field("request", x.request), field("version", x.version), field("repeated", x.repeated));
}
template <class A> void serialize(A& a, Refused& x) {
  a(field("request", x.request), field("code", x.refusal.code), field("object", x.refusal.object), field("head", x.head));
}
template <class A> void serialize(A& a, Presence& x) { a(field("role", x.role), field("online", x.online)); }
template <class A> void serialize(A& a, Pong& x) {
  a(field("head", x.head), field("chain", x.chain), field("digest", x.digest));
}

}  // namespace parley
