// The part of the app that keys go through. What a key means depends on the mode; ^L and ^Z are the same everywhere, and a paste is
// nothing outside of a text [SCREENS 4].
#include "client/app.h"
#include "client/forms.h"
#include "client/games.h"
#include "client/pages/help.h"
#include "client/pages/money.h"
#include "client/pages/prompt.h"
#include "client/panes/detail.h"
#include "client/panes/form.h"
#include "client/translate.h"

#include <algorithm>

namespace parley {
namespace {

bool leaves(const Key& key) { return key.kind == Key::Kind::escape || key == Key::control(U'c'); }

/// n; in the Russian layout also the key that n is on, and the letter that means no.
bool is_no(const Key& key) { return key.kind == Key::Kind::text && (key.letter == U'n' || key.letter == U'\u043d' || key.letter == U'\u0442'); }

/// How far a key moves, in rows; 0 where it does not. `page` rows are a page.
long rows_moved(const Key& key, const Bindings& keys, int page) {
  switch (key.kind) {
    case Key::Kind::down: return 1;
    case Key::Kind::up: return -1;
    case Key::Kind::page_down: return page;
    case Key::Kind::page_up: return -page;
    case Key::Kind::home: return -1'000'000;
    case Key::Kind::end: return 1'000'000;
    case Key::Kind::text: break;
    default: return 0;
  }
  const auto shortcut = keys.shortcut(key.letter);
  if (shortcut == Shortcut::down) return 1;
  if (shortcut == Shortcut::up) return -1;
  if (shortcut == Shortcut::last) return 1'000'000;
  return key.letter == U' ' ? page : 0;
}

int moved(int top, long by, int most) { return static_cast<int>(std::clamp<long>(top + by, 0, std::max(0, most))); }

}  // namespace

void App::key(const Key& key) {
  if (key == Key::control(U'l')) return effects_.push_back(Repaint{});
  if (key == Key::control(U'z')) return effects_.push_back(Suspend{});
  const bool quits = key.kind == Key::Kind::text && settings_.keys.shortcut(key.letter) == Shortcut::quit;
  if (layout_.size_class == SizeClass::too_small || me().mirror->empty()) {
    if (quits) effects_.push_back(Quit{});
    const bool next = key.kind == Key::Kind::text && settings_.keys.shortcut(key.letter) == Shortcut::seat;
    if (next && layout_.size_class != SizeClass::too_small) next_seat();
    return;
  }
  settle();
  std::visit([&](auto& mode) { this->key(mode, key); }, mode_);
}

// ---- browsing ---------------------------------------------------------------------------------------------------------------

void App::key(Browsing&, const Key& key) {
  const int page = std::max(1, layout_.ledger.size.rows - 2);
  if (key.kind == Key::Kind::text && key.letter >= U'0' && key.letter <= U'9') {
    mode_ = Jumping{std::string(1, static_cast<char>(key.letter))};
    return;
  }
  if (const long by = rows_moved(key, settings_.keys, page)) return move(by);
  switch (key.kind) {
    case Key::Kind::enter: return open_selected();
    case Key::Kind::tab: return focus_next(1);
    case Key::Kind::back_tab: return focus_next(-1);
    case Key::Kind::escape:
      if (wish_.find.empty()) return result_.reset();
      wish_.find.clear();
      return open_listed();
    case Key::Kind::text: break;
    default: return;
  }
  if (const auto meant = settings_.keys.shortcut(key.letter)) return shortcut(*meant);
  say(tr("That key does nothing here; {} lists those that do.", settings_.keys.shown(Shortcut::help)));
}

void App::shortcut(Shortcut shortcut) {
  const DealId deal = selected();
  result_.reset();  // what it told belongs to what was done before
  switch (shortcut) {
    case Shortcut::down:
    case Shortcut::up:
    case Shortcut::last: return;
    case Shortcut::next_need: return next_need(1);
    case Shortcut::previous_need: return next_need(-1);
    case Shortcut::accept: return on_deal(Accept{deal});
    case Shortcut::decline: return on_deal(Decline{deal});
    case Shortcut::withdraw: return on_deal(Withdraw{deal});
    case Shortcut::release: return on_deal(release_action(*me().mirror, deal));
    case Shortcut::offer: return write(FormKind::offer);
    case Shortcut::bribe:
      if (!dune_game(table())) return say(tr("There are no bribes at this table; {} writes an offer.", settings_.keys.shown(Shortcut::offer)), true);
      if (!me().mirror->role().is_seat()) return say(tr("Only seats pay bribes; you are {}.", me().role), true);
      mode_ = Choosing{bribe_menu(*me().mirror)};
      return;
    case Shortcut::counter: return counter();
    case Shortcut::game: return say_of_deal(game_menu(*me().mirror), tr("There is nothing to do here beside deals."));
    case Shortcut::seat: return next_seat();
    case Shortcut::talk: return write(FormKind::say);
    case Shortcut::note: return write_note(deal);
    case Shortcut::find: mode_ = Finding{TextArea({.code_points = 60, .lines = 1})}; return;
    case Shortcut::filter: wish_.filter = static_cast<Filter>((static_cast<int>(wish_.filter) + 1) % filters); return open_listed();
    case Shortcut::sort: wish_.order = wish_.order == Order::by_number ? Order::by_need : Order::by_number; return open_listed();
    case Shortcut::money: mode_ = Reading{Reading::What::money}; return;
    case Shortcut::log: mode_ = Reading{Reading::What::log, 1'000'000}; return;
    case Shortcut::copy: {
      const Deal* found = table().ledger.find(deal);
      if (!found) return void(nothing_to_act_on());
      effects_.push_back(Copy{found->record.terms.utf8});
      return say(tr("The terms of #{} were handed to the terminal's clipboard, if it takes them.", deal.value));
    }
    case Shortcut::question: return nothing_to_act_on() ? void() : say_of_deal(question_menu(*me().mirror, deal), tr("No clause of this deal is yours to answer for."));
    case Shortcut::split: return split();
    case Shortcut::rule: return nothing_to_act_on() ? void() : say_of_deal(ti4_game(table()) ? ruling_menu(*me().mirror, deal) : Menu{}, tr("The deals of this table have no class to rule."));
    case Shortcut::close: result_.reset(); return;
    case Shortcut::help: mode_ = Reading{Reading::What::help}; return;
    case Shortcut::quit: effects_.push_back(Quit{}); return;
  }
}

void App::move(long by) {
  switch (focus_) {
    case Pane::pending: return pending_list_.move(pending_, by, layout_.pending.size.rows - 1);
    case Pane::releases: return releases_list_.move(releases_, by, layout_.releases.size.rows - 1);
    case Pane::detail: detail_top_ = moved(detail_top_, by, detail_overflow(detail_place().size, {me(), now_, settings_.keys}, opened_)); return;
    case Pane::log: log_back_ = moved(log_back_, -by, static_cast<int>(me().chronicle.entries().size())); return;
    case Pane::talk: talk_back_ = moved(talk_back_, -by, static_cast<int>(me().chronicle.entries().size())); return;
    default: ledger_list_.move(ledger_, by, layout_.ledger.size.rows - 1); return;
  }
}

void App::focus_next(int by) {
  const std::array<std::pair<Pane, const Rect*>, 7> all = {{{Pane::ledger, &layout_.ledger}, {Pane::pending, &layout_.pending}, {Pane::releases, &layout_.releases},
                                                            {Pane::detail, &layout_.detail}, {Pane::talk, &layout_.talk}, {Pane::log, &layout_.log}, {Pane::form, &layout_.form}}};
  auto at = static_cast<std::size_t>(std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.first == focus_; }) - all.begin());
  do at = (at + all.size() + static_cast<std::size_t>(by > 0 ? 1 : all.size() - 1)) % all.size();
  while (all[at].second->size.rows < 2);
  focus_ = all[at].first;
  if (focus_ == Pane::form) {
    focus_ = Pane::ledger;
    write(FormKind::offer);
  }
}

/// After another list was asked for: what it selects is what the detail shows.
void App::open_listed() {
  settle();
  if (!ledger_.empty()) select_deal(DealId{static_cast<std::uint32_t>(ledger_list_.selected().value_or(ledger_.front()))});
}

/// Enter: shows the selected deal in the detail pane; there already: the whole of it.
void App::open_selected() {
  const DealId deal = selected();
  if (deal == DealId{}) return;
  if (deal == opened_) {
    mode_ = Reading{Reading::What::deal};
    return;
  }
  opened_ = deal;
  detail_top_ = 0;
}

// ---- the other modes ----------------------------------------------------------------------------------------------------------

void App::key(Jumping& jumping, const Key& key) {
  if (key.kind == Key::Kind::text && key.letter >= U'0' && key.letter <= U'9' && jumping.digits.size() < 9) {
    jumping.digits += static_cast<char>(key.letter);
    return;
  }
  if (key.kind == Key::Kind::backspace && jumping.digits.size() > 1) return jumping.digits.pop_back();
  const DealId deal{static_cast<std::uint32_t>(std::stoul(jumping.digits))};
  mode_ = Browsing{};
  if (key.kind != Key::Kind::enter) return;
  if (!table().ledger.find(deal)) return say(tr("There is no deal #{}.", deal.value), true);
  select_deal(deal);
}

void App::key(Finding& finding, const Key& key) {
  if (key.kind != Key::Kind::enter && !leaves(key)) return void(finding.words.take(key, layout_.result.size.columns - 10));
  wish_.find = leaves(key) ? "" : finding.words.text();
  mode_ = Browsing{};
  open_listed();
}

/// What was written is kept; a form that is as it began is not.
void App::leave(Form& form, bool other) {
  if (same_contents(form, make_form(form.kind, *me().mirror, DealId{form.deal}))) {
    if (other) me().kept.erase(form.kind);
    else form = make_form(FormKind::offer, *me().mirror);
    return;
  }
  if (other) me().kept.insert_or_assign(form.kind, form);
  else say(tr("The draft is kept; {} goes on with it.", settings_.keys.shown(Shortcut::offer)));
}

void App::key(Writing& writing, const Key& key) {
  Form* f = form();
  if (writing_clause() && leaves(key)) return void(mode_ = Writing{});
  if (!f || leaves(key)) {
    if (f) leave(*f, writing.other.has_value());
    mode_ = Browsing{};
    return;
  }
  result_.reset();
  auto* text = std::get_if<TextArea>(&f->here().input);
  const bool line = text && text->limits().lines == 1;
  if (key == Key::control(U'x') || (key.kind == Key::Kind::enter && f->is_line())) return send_form(writing);
  if (key == Key::control(U'r') && writing.other) {
    if (writing_clause()) return;
    me().kept.erase(f->kind);
    *f = make_form(f->kind, *me().mirror, DealId{f->deal});
    return pause();
  }
  if (key == Key::control(U'r')) {
    if (blank(*f)) return;
    if (!std::exchange(writing.throwing, true)) return say(tr("^R once more throws the draft away."));
    *f = make_form(FormKind::offer, *me().mirror);
    return say(tr("The draft was thrown away."));
  }
  writing.throwing = false;
  if (auto* list = std::get_if<ClauseList>(&f->here().input)) {
    const ClauseList::Took took = list->take(key);
    if (took == ClauseList::Took::write) return write_clause();
    if (took != ClauseList::Took::nothing) return;
  }
  const bool down = key.kind == Key::Kind::down && !(text && !line);
  const bool up = key.kind == Key::Kind::up && !(text && !line);
  const bool number = std::holds_alternative<Number>(f->here().input);
  if (key.kind == Key::Kind::tab || (down && !number) || (key.kind == Key::Kind::enter && (line || number))) return f->next(), pause();
  if (key.kind == Key::Kind::back_tab || (up && !number)) return f->previous(), pause();
  if (text) {
    text->take(key, form_text_columns(form_place().size));
    if (text->code_points() >= text->limits().code_points) say(tr("That is all there is room for: {} characters.", text->limits().code_points));
    return;
  }
  if (auto* value = std::get_if<Number>(&f->here().input)) return void(value->take(key));
  if (!std::holds_alternative<Choice>(f->here().input)) return;
  auto& choice = std::get<Choice>(f->here().input);
  const Choice::Took took = choice.take(key);
  if (took == Choice::Took::nothing && key.kind == Key::Kind::text) say(tr("Arrows move, space chooses; Tab goes on to the next field."));
  if (took == Choice::Took::blocked) say(tr("{} cannot be chosen: {}.", choice.options()[choice.at()].label, choice.options()[choice.at()].blocked), true);
}

void App::key(Choosing& choosing, const Key& key) {
  Menu& menu = choosing.menu;
  if (leaves(key)) return void(mode_ = Browsing{});
  const long by = rows_moved(key, settings_.keys, 5);
  if (by != 0 && !menu.items.empty()) return void(menu.at = static_cast<std::size_t>(moved(static_cast<int>(menu.at), by, static_cast<int>(menu.items.size()) - 1)));
  if (key.kind == Key::Kind::text && key.letter >= U'1' && key.letter <= U'9' && key.letter - U'1' < menu.items.size()) menu.at = key.letter - U'1';
  else if (key.kind == Key::Kind::text) {
    const auto meant = settings_.keys.shortcut(key.letter);
    mode_ = Browsing{};
    if (meant == Shortcut::game) return ledger_list_.move(ledger_, -1'000'000, layout_.ledger.size.rows - 1);  // gg: to the top of the ledger
    if (meant == Shortcut::help) shortcut(*meant);
    return;
  } else if (key.kind != Key::Kind::enter) return;
  if (menu.at < menu.items.size()) choose(MenuItem(menu.items[menu.at]));
}

void App::key(Reading& reading, const Key& key) {
  const int height = layout_.page.size.rows - 1;
  const auto lines = reading_lines(reading, layout_.page.size.columns);
  const int most = static_cast<int>(lines.size()) - height;
  reading.top = std::clamp(reading.top, 0, std::max(0, most));
  if (const long by = rows_moved(key, settings_.keys, height - 1)) return void(reading.top = moved(reading.top, by, most));
  if (key.kind == Key::Kind::paste) return;
  const bool of_deal = reading.what == Reading::What::deal;
  mode_ = Browsing{};
  if (!of_deal || key.kind != Key::Kind::text) return;
  // What can be done to a deal can be done where all of it is read.
  const auto meant = settings_.keys.shortcut(key.letter);
  if (!meant || *meant == Shortcut::quit || *meant == Shortcut::close) return;
  select_deal(opened_);  // the list may have moved on meanwhile
  shortcut(*meant);
}

void App::key(Prompting& prompting, const Key& key) {
  const int height = prompt_rows();
  const auto lines = prompt_lines(*me().mirror, prompting.commands, layout_.page.size.columns);
  const int most = std::max(0, static_cast<int>(lines.size()) - height);
  if (!prompting.changed.empty()) {
    if (leaves(key) || is_no(key)) return answer(prompting, false);
    if (key.kind != Key::Kind::enter && !(key.kind == Key::Kind::text && key.letter == U' ')) return;
    prompting.changed.clear();
    prompting.seen = table().version;
    Command& first = prompting.commands.front();
    first = completed(*me().mirror, std::move(first));
    prompting.shown = shown_by(prompting);
    prompting.top = prompting.read = 0;
    prompting.drawn = false;
    if (const Verdict refusal = judge(*me().mirror, first.action, first.secret)) {
      Prompting closed = std::move(prompting);
      mode_ = Browsing{};
      consider(std::move(closed.commands), std::move(closed.back));  // says why it is not possible any more
    }
    return;
  }
  if (leaves(key) || is_no(key)) return answer(prompting, false);
  if (key.kind == Key::Kind::text && (key.letter == U'y' || key.letter == U'\u0434')) {
    if (!prompting.drawn) return say(tr("That came before the question could be read; answer it now."));
    if (prompting.read < static_cast<int>(lines.size())) return say(tr("Read to the end first: the space bar goes on."));
    result_.reset();
    return answer(prompting, true);
  }
  if (const long by = rows_moved(key, settings_.keys, std::max(1, height - 1))) prompting.top = moved(prompting.top, by, most);
}

}  // namespace parley
