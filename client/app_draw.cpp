// The part of the app that draws: panes by the layout, and over them what is being written, asked or read.
#include "client/app.h"
#include "client/columns.h"
#include "client/display.h"
#include "client/games.h"
#include "client/pages/deal.h"
#include "client/pages/help.h"
#include "client/pages/money.h"
#include "client/pages/prompt.h"
#include "client/panes/detail.h"
#include "client/panes/form.h"
#include "client/panes/ledger.h"
#include "client/panes/table.h"
#include "client/panes/text.h"
#include "client/panes/waiting.h"
#include "client/translate.h"
#include "client/words.h"
#include "common/core/overload.h"

#include <algorithm>

namespace parley {

Rect App::form_place() const {
  const auto* writing = std::get_if<Writing>(&mode_);
  return docked() && writing && !writing->other ? layout_.form : layout_.page;
}

/// Who writes no offers has the docked form's room for the detail too.
Rect App::detail_place() const {
  Rect place = layout_.detail;
  if (!me().mirror->role().is_seat()) place.size.columns += layout_.form.size.columns;
  return place;
}

int App::prompt_rows() const { return std::max(1, layout_.page.size.rows - 4); }

Screen App::draw() {
  Screen screen(size_, settings_.ascii);
  if (layout_.size_class == SizeClass::too_small) {
    draw_too_small(screen);
    return screen;
  }
  const Area all(screen);
  if (me().mirror->empty()) {
    all.put({0, 1}, "parley", bold_style);
    const std::string quit = settings_.keys.shown(Shortcut::quit);
    const bool lost = me().standing == Player::Standing::lost;
    if (me().standing == Player::Standing::closed) all.put_cut({2, 1}, size_.columns - 2, sentence_for_closed(me().why));
    else all.put_cut({2, 1}, size_.columns - 2, lost ? tr("The server cannot be reached ({}); trying again. {} quits.", display(failure_words(me().why)), quit) : tr("Connecting; {} quits.", quit));
    return screen;
  }
  settle();
  draw_panes(screen);
  draw_over(screen);
  return screen;
}

void App::draw_too_small(Screen& screen) const {
  const Area all(screen);
  all.put_cut({0, 0}, size_.columns, tr("Too small: {}x{} is needed. {} quits.", smallest.columns, smallest.rows, settings_.keys.shown(Shortcut::quit)));
  if (size_.rows > 1 && !me().mirror->empty()) draw_notice(all.part({{1, 0}, {1, size_.columns}}), {players_, current_, "", settings_.keys});
}

/// The last that somebody else said or did that concerns me, while it is fresh; nothing where another place shows it, or where I
/// have acted since.
std::string App::news() const {
  constexpr std::uint64_t fresh_s = 600;
  const Role role = me().mirror->role();
  const auto& entries = me().chronicle.entries();
  for (auto entry = entries.rbegin(); entry != entries.rend() && entry->time.value + fresh_s > now_.value && entry->role != role; ++entry) {
    const bool for_me = !role.is_seat() || entry->concerns.contains(role.seat());
    if (!for_me) continue;
    const Rect& place = entry->verb == Verb::say ? layout_.talk : layout_.log;
    const bool asks = std::any_of(me().needs.begin(), me().needs.end(), [&](const Need& need) { return need.deal != DealId{} && need.deal == entry->deal; });
    return asks || !place.empty() ? "" : entry->sentence;  // shown elsewhere; what came before it is old
  }
  return "";
}

void App::draw_panes(Screen& screen) {
  const Area all(screen);
  const Sight sight{me(), now_, settings_.keys};
  const bool browsing = std::holds_alternative<Browsing>(mode_) || std::holds_alternative<Jumping>(mode_) || std::holds_alternative<Finding>(mode_);
  const auto focused = [&](Pane pane) { return browsing && focus_ == pane; };
  draw_title(all.part(layout_.title), {sight, current_ + 1, players_.size()});
  draw_notice(all.part(layout_.notice), {players_, current_, news(), settings_.keys});
  draw_ledger(all.part(layout_.ledger), {sight, ledger_, ledger_list_, wish_, focused(Pane::ledger)});
  draw_pending(all.part(layout_.pending), {sight, pending_, pending_list_, focused(Pane::pending)});
  draw_releases(all.part(layout_.releases), {sight, releases_, releases_list_, focused(Pane::releases)});
  draw_detail(all.part(detail_place()), {sight, opened_, detail_top_, focused(Pane::detail)});
  if (!layout_.table.empty()) draw_table(all.part(layout_.table), sight);
  if (!layout_.talk.empty()) draw_talk(all.part(layout_.talk), {sight, talk_back_, focused(Pane::talk)});
  if (!layout_.log.empty()) draw_log(all.part(layout_.log), {sight, log_back_, focused(Pane::log)});
  if (me().mirror->role().is_seat() && !layout_.form.empty()) draw_form(all.part(layout_.form), {*me().offer, me().offer->here().input.index() == 0 ? counted_ : 0, false});
}

namespace {

/// What this role can do, the first what is done most.
std::vector<Hint> browse_hints(const Mirror& mirror, DealId id, const Bindings& keys) {
  const Table& table = mirror.table();
  const bool seat = mirror.role().is_seat(), viewer = mirror.role().kind == Role::Kind::viewer;
  const bool dune = dune_game(table), ti4 = ti4_game(table), writes = seat && stage(table) == Stage::in_play;
  std::vector<Hint> hints;
  const auto add = [&](Shortcut s, const char* text, bool possible = true) { hints.push_back({keys.shown(s) + " " + text, possible}); };
  const auto can = [&](const Action& action) { return id != DealId{} && !judge(mirror, action); };
  if (seat) {
    add(Shortcut::accept, tr("accept"), can(Accept{id}));
    add(Shortcut::decline, tr("decline"), can(Decline{id}));
    add(Shortcut::withdraw, tr("withdraw"), can(Withdraw{id}));
    add(Shortcut::release, tr("release"), can(release_action(mirror, id)));
    add(Shortcut::offer, tr("offer"), writes);
  }
  if (seat && dune) add(Shortcut::bribe, tr("bribe"), writes);
  if (seat && ti4 && !question_menu(mirror, id).items.empty()) add(Shortcut::question, tr("answer"));
  if (seat && ti4 && !split_offer(mirror, id).empty()) add(Shortcut::split, tr("split"));
  if (!viewer) add(Shortcut::game, tr("game"));
  if (seat) add(Shortcut::counter, tr("counter"));
  if (seat && ti4) add(Shortcut::note, tr("kept, note"));
  if (seat && ti4) add(Shortcut::rule, tr("rule"), can(ti4::RuleClass{id, ti4::Class::undecided}) || can(ti4::RuleClass{id, ti4::Class::binding}));
  if (ti4) add(Shortcut::money, tr("holdings"));
  if (!viewer) add(Shortcut::talk, tr("talk"));
  if (seat && !ti4) add(Shortcut::note, tr("note"));
  if (!ti4) add(Shortcut::money, dune ? tr("owed and paid") : tr("active deals"));
  add(Shortcut::find, tr("find"));
  add(Shortcut::filter, tr("filter"));
  add(Shortcut::seat, tr("seat"));
  add(Shortcut::help, tr("help"));
  return hints;
}

std::vector<Hint> hints_of(const Mode& mode, bool of_offer, const Bindings& keys) {
  const auto all = [](std::initializer_list<std::string> texts) {
    std::vector<Hint> hints;
    for (const std::string& text : texts) hints.push_back({text, true});
    return hints;
  };
  const auto key = [&](Shortcut shortcut, const char* what) { return keys.shown(shortcut) + " " + what; };
  return std::visit(
      Overload{[&](const Writing& w) {
                 if (w.other && w.other->kind == FormKind::clause) return all({tr("^X puts it into the offer"), tr("Tab next field"), tr("space chooses"), tr("Esc back to the offer")});
                 if (w.other && w.other->is_line()) return all({tr("Enter send"), tr("Esc back")});
                 return of_offer ? all({tr("^X review and send"), tr("Tab next field"), tr("space chooses"), tr("^R throw away"), tr("Esc back")})
                                 : all({tr("^X review and send"), tr("Tab next field"), tr("space chooses"), tr("Esc back")});
               },
               [&](const Choosing&) { return all({tr("Enter does it"), tr("{} {} move", keys.shown(Shortcut::down), keys.shown(Shortcut::up)), tr("Esc back")}); },
               [&](const Reading& r) {
                 const std::string scroll = tr("{} {} space scroll", keys.shown(Shortcut::down), keys.shown(Shortcut::up));
                 if (r.what != Reading::What::deal) return all({scroll, tr("Esc back")});
                 return all({key(Shortcut::accept, tr("accept")), key(Shortcut::decline, tr("decline")), key(Shortcut::withdraw, tr("withdraw")), key(Shortcut::release, tr("release")),
                             key(Shortcut::counter, tr("counter")), scroll, tr("Esc back")});
               },
               [&](const Prompting& p) {
                 return p.changed.empty() ? all({tr("y YES"), tr("n no"), tr("space reads on")}) : all({tr("space looks again"), tr("Esc back")});
               },
               [&](const Jumping&) { return all({tr("Enter goes there"), tr("Esc back")}); }, [&](const Finding&) { return all({tr("Enter finds"), tr("Esc shows all")}); },
               [&](const Browsing&) { return std::vector<Hint>{}; }},
      mode);
}

/// In as many rows as it takes and there are.
void draw_changed(const Area& area, const std::string& text) {
  Lines lines;
  add(lines, {area.size().columns, "", alarm_style}, text);
  const int rows = std::min(area.size().rows, static_cast<int>(lines.size()));
  for (int i = 0; i < rows; ++i) {
    const bool last = i + 1 == rows;  // cut where there is no room for more
    area.put_cut({i, 0}, area.size().columns, last && rows < static_cast<int>(lines.size()) ? lines[static_cast<std::size_t>(i)].text + lines[static_cast<std::size_t>(i) + 1].text : lines[static_cast<std::size_t>(i)].text, alarm_style);
  }
}

}  // namespace

Lines App::reading_lines(const Reading& reading, int width) const {
  switch (reading.what) {
    case Reading::What::help: return help_lines(table(), settings_.keys, width);
    case Reading::What::deal: return deal_lines(*me().mirror, me().chronicle, {.deal = opened_, .now = now_, .width_columns = width, .whole = true, .keys = &settings_.keys});
    case Reading::What::money: return money_lines(table(), me().chronicle, width, signs(settings_.ascii));
    case Reading::What::log: return log_lines({me(), now_, settings_.keys}, width);
  }
  return {};
}

void App::draw_over(Screen& screen) {
  const Area all(screen);
  const Area page = all.part(layout_.page);
  const Area result = all.part(layout_.result);
  const auto draw_page = [&](const std::string& title, const Lines& lines, int top) {
    page.blank();
    draw_text(page, {title, lines, top, true});
  };
  std::visit(Overload{[&](Browsing&) {},
                      [&](Jumping& j) {
                        result.blank();
                        result.set_cursor({0, result.put({0, 1}, tr("deal number: {}", j.digits))});
                      },
                      [&](Finding& f) {
                        result.blank();
                        const int from = result.put({0, 1}, tr("find: "));
                        result.put({0, from}, display(f.words.rows(1000)[0]));
                        result.set_cursor({0, from + f.words.cursor(1000).column});
                      },
                      [&](Writing&) {
                        const Area place = all.part(form_place());
                        place.blank();
                        draw_form(place, {*form(), counted_, true});
                      },
                      [&](Choosing& c) {
                        page.blank();
                        draw_menu(page, c.menu);
                      },
                      [&](Reading& r) {
                        const std::string title = r.what == Reading::What::help ? tr("Help") : r.what == Reading::What::money ? money_title(table()) : r.what == Reading::What::log ? tr("Log")
                                                                                                                                : tr("Deal #{}", opened_.value);
                        draw_page(title, reading_lines(r, layout_.page.size.columns), r.top);
                      },
                      [&](Prompting& p) {
                        page.blank();
                        const Size size = page.size();
                        const Lines lines = prompt_lines(*me().mirror, p.commands, size.columns);
                        draw_text(page.part({{}, {prompt_rows() + 1, size.columns}}), {tr("Sure? {}", parley::title_of(table(), p.commands)), lines, p.top, false});
                        const int row = std::min(static_cast<int>(lines.size()), prompt_rows()) + 1;
                        if (p.top <= p.read) p.read = std::max(p.read, std::min(p.top + prompt_rows(), static_cast<int>(lines.size())));
                        p.drawn = true;
                        if (!p.changed.empty()) draw_changed(page.part({{row, 0}, {size.rows - row, size.columns}}), tr("CHANGED: {} Space looks again.", p.changed));
                        else page.put_cut({row, 0}, size.columns, tr("{}, as {}: y is yes, n is no.", parley::title_of(table(), p.commands), me().role), bold_style);
                        page.set_cursor({row, 0});
                      }},
             mode_);
  const bool typing = std::holds_alternative<Jumping>(mode_) || std::holds_alternative<Finding>(mode_);
  if (!typing) draw_result(all, {layout_.result, result_, settings_.keys, std::holds_alternative<Browsing>(mode_)});
  const bool of_offer = form() && form()->kind == FormKind::offer;
  draw_hints(all.part(layout_.hints), std::holds_alternative<Browsing>(mode_) ? browse_hints(*me().mirror, selected(), settings_.keys) : hints_of(mode_, of_offer, settings_.keys));
}

}  // namespace parley
