// The part of the app that asks the server for something: judged first, asked again where that is due, then sent.
#include "client/app.h"
#include "client/columns.h"
#include "client/forms.h"
#include "client/games.h"
#include "client/pages/prompt.h"
#include "client/translate.h"
#include "client/words.h"
#include "common/core/text.h"

#include <algorithm>

namespace parley {

bool App::nothing_to_act_on() {
  if (selected() != DealId{}) return false;
  say(tr("No deal is selected."), true);
  return true;
}

void App::on_deal(Action action) {
  if (nothing_to_act_on()) return;
  consider({Command{std::move(action), {}}});
}

/// Says at once why something is not possible; asks again where that is due; else sends.
void App::consider(std::vector<Command> commands, std::optional<Writing> back) {
  const Mirror& mirror = *me().mirror;
  Command& command = commands.front();
  const std::string title = parley::title_of(table(), command.action);
  command = completed(mirror, std::move(command));
  const auto no = [&](const std::string& why) {
    say(tr("Not possible: {}. {}", title, why), true);
    if (back) mode_ = std::move(*back);
  };
  if (me().standing == Player::Standing::closed) return no(sentence_for_closed(me().why));
  if (const Verdict refusal = judge(mirror, command.action, command.secret)) {
    no(sentence(*refusal, mirror, &command.action));
    if (Form* f = form()) f->at = field_at_fault(*f, *refusal);
    return;
  }
  if (!fits_a_frame(command.action)) return no(tr("The text is too long to be sent; shorten it."));
  if (!showable(text_agreed_to(table(), command.action)))
    return no(tr("This terminal's locale cannot show the whole text, so nothing can be agreed to here; use a UTF-8 locale."));
  const bool waits = std::any_of(me().asked.begin(), me().asked.end(), [&](const auto& asked) { return asked.second == command.action; });
  if (waits && verb_of(command.action) != Verb::say) return no(tr("It was sent already and has no answer yet."));
  if (!asks_again(verb_of(command.action))) {
    mode_ = Browsing{};
    return send(command, mirror.table().version);
  }
  if (const DealId deal = deal_of(command.action); deal != DealId{}) opened_ = deal;
  result_.reset();
  Prompting prompting{.commands = std::move(commands), .seen = table().version, .shown = {}, .changed = {}, .back = std::move(back)};
  prompting.shown = shown_by(prompting);
  mode_ = std::move(prompting);
}

void App::send(const Command& command, Version seen) { effects_.push_back(AskServer{current_, seen, command}); }

void App::send_form(Writing& writing) {
  Form& f = *form();
  if (writing_clause()) {
    const auto kept = keep_clause(*me().offer, f);
    if (kept) return void(mode_ = Writing{});
    f.at = kept.error().field;
    return say(kept.error().sentence, true);
  }
  if (writing.other) me().kept.insert_or_assign(f.kind, f);
  const auto command = command_of(f, *me().mirror);
  if (!command) {
    f.at = command.error().field;
    return say(command.error().sentence, true);
  }
  consider({*command}, std::move(writing));
}

void App::answer(Prompting& prompting, bool yes) {
  const Prompting asked = std::move(prompting);
  if (yes) {
    mode_ = Browsing{};
    if (me().standing == Player::Standing::closed) return say(tr("Nothing was sent. {}", sentence_for_closed(me().why)), true);
    for (const Command& command : asked.commands) send(command, asked.seen);
    return;
  }
  if (asked.back) mode_ = *asked.back;
  else mode_ = Browsing{};
  pause();
}

void App::choose(const MenuItem& item) {
  if (!item.blocked.empty()) return say(tr("Not possible: {}. {}", item.label, item.blocked), true);
  if (const Command* command = std::get_if<Command>(&item.does)) return consider({*command});
  if (const NoteOn* note = std::get_if<NoteOn>(&item.does)) return write(FormKind::note, note->deal);
  const bool bribe = std::get<Choosing>(mode_).menu.kind == Menu::Kind::bribe;
  const FormKind kind = std::get<FormKind>(item.does);
  write(kind);
  if (kind == FormKind::offer && bribe && me().mirror->role().is_seat()) prefill_bribe(*me().offer, me().mirror->role().seat());
}

void App::write(FormKind kind, DealId about) {
  if (kind == FormKind::offer) {
    if (!permitted(table(), me().mirror->role(), Verb::offer)) return say(tr("Only seats make offers; you are {}.", me().role), true);
    mode_ = Writing{};
  } else {
    if (kind == FormKind::say && !permitted(table(), me().mirror->role(), Verb::say)) return say(tr("Viewers only look on; seats and the host talk."), true);
    const auto kept = me().kept.find(kind);
    const bool same = kept != me().kept.end() && kept->second.deal == about.value;
    mode_ = Writing{same ? kept->second : make_form(kind, *me().mirror, about)};
    if (same) say(tr("As you left it; ^R empties it."));
  }
  counted_ = 0;
  pause();
}

void App::counter() {
  if (nothing_to_act_on()) return;
  const DealId deal = selected();
  Form& offer = *me().offer;
  if (!blank(offer) && offer.deal != deal.value)
    return say(tr("An offer is being written already: {} opens it, ^R in it throws it away.", settings_.keys.shown(Shortcut::offer)), true);
  if (offer.deal != deal.value && permitted(table(), me().mirror->role(), Verb::offer)) offer = make_form(FormKind::offer, *me().mirror, deal);
  write(FormKind::offer);
}

void App::write_note(DealId deal) {
  if (nothing_to_act_on()) return;
  if (ti4_game(table()))
    if (Menu menu = remark_menu(*me().mirror, deal); menu.items.size() > 1) return void(mode_ = Choosing{std::move(menu)});
  const Action sample = WriteNote{deal, Line{"x"}};
  if (const Verdict refusal = judge(*me().mirror, sample)) return say(tr("Not possible: {}. {}", parley::title_of(table(), sample), sentence(*refusal, *me().mirror, &sample)), true);
  write(FormKind::note, deal);
}

/// A menu, or why there is nothing in it.
void App::say_of_deal(Menu menu, const char* otherwise) {
  if (menu.items.empty() && me().mirror->role().kind != Role::Kind::viewer) return say(otherwise, true);
  mode_ = Choosing{std::move(menu)};
}

void App::split() {
  if (nothing_to_act_on()) return;
  auto requests = split_offer(*me().mirror, selected());
  if (requests.empty()) return say(not_to_split(), true);
  consider(std::move(requests));
}

void App::write_clause() {
  const ClauseList& list = std::get<ClauseList>(me().offer->here().input);
  if (list.full() && list.at() >= list.clauses().size()) return say(tr("A deal has at most {} clauses.", limits::clauses_max), true);
  mode_ = Writing{clause_form(*me().offer, *me().mirror)};
  counted_ = 0;
  pause();
}

void App::select_deal(DealId deal) {
  if (std::find(ledger_.begin(), ledger_.end(), deal.value) == ledger_.end()) wish_ = {.order = wish_.order};
  focus_ = Pane::ledger;
  ledger_ = ledger_rows(table(), me().mirror->role(), wish_);
  ledger_list_.select(ledger_, deal.value, layout_.ledger.size.rows - 1);
  opened_ = deal;
  detail_top_ = 0;
}

/// Walks what needs me, then what needs the next of my seats.
void App::next_need(int by) {
  notice_needs();
  const std::size_t here = current_;
  for (std::size_t step = 0; step <= players_.size(); ++step) {
    const auto& all = me().needs;
    const auto now = std::find_if(all.begin(), all.end(), [&](const Need& need) { return need.deal == opened_ && need.what != Need::What::decide; });
    auto next = by > 0 ? 0 : static_cast<std::ptrdiff_t>(all.size()) - 1;
    if (now != all.end() && step == 0) next = (now - all.begin()) + by;
    if (next >= 0 && next < static_cast<std::ptrdiff_t>(all.size())) {
      const Need need = all[static_cast<std::size_t>(next)];
      if (current_ != here) say(tr("You are {} now.", me().role));
      if (need.what != Need::What::decide) return select_deal(need.deal);
      mode_ = Choosing{game_menu(*me().mirror)};
      return;
    }
    current_ = (current_ + players_.size() + static_cast<std::size_t>(by > 0 ? 1 : players_.size() - 1)) % players_.size();
    settle();
  }
  current_ = here;
  settle();
  say(tr("Nothing needs you."));
}

void App::next_seat() {
  if (players_.size() == 1) return say(tr("You hold this seat only; 'parley join' adds more."));
  current_ = (current_ + 1) % players_.size();
  say(tr("You are {} now.", me().role));
}

}  // namespace parley
