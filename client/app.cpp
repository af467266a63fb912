#include "client/app.h"

#include "client/display.h"
#include "client/draft.h"
#include "client/forms.h"
#include "client/pages/prompt.h"
#include "client/translate.h"
#include "client/words.h"
#include "common/core/overload.h"

#include <algorithm>

namespace parley {

App::App(Settings settings, Size size) : settings_(std::move(settings)), size_(size), layout_(layout(size)) {}

std::size_t App::add_player(const Mirror& mirror, std::string role, Chronicle chronicle, std::string draft) {
  players_.push_back({.mirror = &mirror, .role = std::move(role), .chronicle = std::move(chronicle), .draft = std::move(draft)});
  return players_.size() - 1;
}

bool App::ready() const {
  return std::none_of(players_.begin(), players_.end(), [](const Player& p) { return p.standing == Player::Standing::connecting; });
}

std::string App::draft(std::size_t player) const {
  const Player& p = players_.at(player);
  return p.offer ? draft_of(*p.offer, *p.mirror) : p.draft;
}

std::string App::title() const {
  std::size_t needed = 0;
  for (const Player& player : players_) needed += player.needs.size();
  const std::string name = me().mirror->empty() ? "" : " " + display(table().name);
  return (needed == 0 ? "" : fmt::format("({}) ", needed)) + "parley" + name;
}

void App::resize(Size size) {
  size_ = size;
  layout_ = layout(size);
  focus_ = Pane::ledger;  // the one that had it may be gone
  if (auto* prompting = std::get_if<Prompting>(&mode_)) prompting->top = prompting->read = 0;
  if (auto* prompting = std::get_if<Prompting>(&mode_); prompting && layout_.size_class == SizeClass::too_small) {
    say(tr("The question was closed: the screen became too small."));
    answer(*prompting, false);
  }
}

void App::tick(Time now) { now_ = now; }

void App::pause() {
  if (const Form* f = form())
    if (const auto* text = std::get_if<TextArea>(&f->here().input)) counted_ = text->code_points();
}

void App::say(std::string text, bool bad) { result_ = LastResult{std::move(text), bad}; }

Form* App::form() {
  auto* writing = std::get_if<Writing>(&mode_);
  if (!writing) return nullptr;
  if (writing->other) return &*writing->other;
  return me().offer ? &*me().offer : nullptr;
}

bool App::writing_clause() {
  const Form* f = form();
  return f && f->kind == FormKind::clause;
}

// ---- events -----------------------------------------------------------------------------------------------------------------

void App::event(std::size_t player, const LinkEvent& event) {
  std::visit([&](const auto& e) { on(players_.at(player), e); }, event);
}

void App::on(Player& player, const Applied& applied) {
  player.chronicle.add(player.mirror->table(), applied);
  if (player.standing == Player::Standing::live) notice_needs();
}

void App::on(Player& player, const BecameLive&) {
  const bool again = player.standing == Player::Standing::lost;
  player.standing = Player::Standing::live;
  player.why.clear();
  for (const auto& [id, act] : player.mirror->unanswered()) player.asked.emplace(id, act.request.action);
  if (again && &player == &me()) say(tr("The connection is back."));
  notice_needs();
}

void App::on(Player& player, const PresenceChanged& presence) {
  if (presence.online) player.left.erase(presence.role);
  else if (player.standing == Player::Standing::live) player.left[presence.role] = now_;
}

void App::on(Player& player, const Lost& lost) {
  player.standing = Player::Standing::lost;
  player.left.clear();
  player.why = lost.why;
}

void App::on(Player& player, const Closed& closed) {
  player.standing = Player::Standing::closed;
  player.asked.clear();  // it will have no answer
  player.why = closed.why;
  if (&player == &me()) say(sentence_for_closed(closed.why), true);
}

void App::on(Player& player, const Reply& reply) {
  const auto found = player.asked.find(reply.request);
  if (found == player.asked.end()) return;
  const Action action = std::move(found->second);
  player.asked.erase(found);
  const std::string mark = players_.size() > 1 ? player.role + ": " : "";
  if (reply.refusal) {
    return say(tr("{0}REFUSED {1}: {2}", mark, parley::title_of(player.mirror->table(), action), sentence(*reply.refusal, *player.mirror, &action)), true);
  }
  if (std::holds_alternative<Offer>(action)) {
    const auto draft = player.offer ? command_of(*player.offer, *player.mirror) : Result<Command, FormFault>(FormFault{});
    if (draft && draft->action == action) player.offer = make_form(FormKind::offer, *player.mirror);  // another draft stays
    const auto deal = player.mirror->deal_offered_at(reply.version);
    if (deal && &player == &me() && std::holds_alternative<Browsing>(mode_)) select_deal(*deal);
  }
  std::erase_if(player.kept, [&](const auto& kept) {
    const auto command = command_of(kept.second, *player.mirror);
    return command && command->action == action;
  });
  const Entry* entry = player.chronicle.at(reply.version);
  say(mark + (entry ? fmt::format("v{}: {}", reply.version.value, entry->sentence) : tr("done at v{}", reply.version.value)));
}

void App::asked(std::size_t player, RequestId id, const Action& action) {
  Player& p = players_.at(player);
  p.asked.emplace(id, action);
  const bool away = p.standing != Player::Standing::live;
  say(tr("SENT, not done yet: {}", parley::title_of(p.mirror->table(), action)) + (away ? tr(" (the connection is lost; it goes out when it is back)") : ""));
}

/// Rings once for each new thing.
void App::notice_needs() {
  for (Player& player : players_) {
    auto now = player.mirror->empty() ? std::vector<Need>{} : needs(player.mirror->table(), player.mirror->role());
    const bool more = std::any_of(now.begin(), now.end(), [&](const Need& need) { return std::find(player.needs.begin(), player.needs.end(), need) == player.needs.end(); });
    if (more && settings_.bell) effects_.push_back(Ring{});
    player.needs = std::move(now);
  }
}

// ---- what follows -------------------------------------------------------------------------------------------------------------

void App::settle() {
  if (me().mirror->empty() || layout_.size_class == SizeClass::too_small) return;
  const Mirror& mirror = *me().mirror;
  for (Player& player : players_)
    if (!player.mirror->empty() && !player.offer) player.offer = form_of_draft(player.draft, *player.mirror);
  ledger_ = ledger_rows(mirror.table(), mirror.role(), wish_);
  pending_ = pending_rows(mirror.table(), mirror.role());
  releases_ = release_rows(mirror.table(), mirror.role());
  ledger_list_.settle(ledger_, layout_.ledger.size.rows - 1);
  pending_list_.settle(pending_, layout_.pending.size.rows - 1);
  releases_list_.settle(releases_, layout_.releases.size.rows - 1);
  const bool reading = std::holds_alternative<Reading>(mode_) || std::holds_alternative<Prompting>(mode_);
  if (opened_ == DealId{} || (layout_.size_class != SizeClass::stacked && !reading)) {
    const DealId now = selected();
    if (now != opened_ && now != DealId{}) detail_top_ = 0;
    if (now != DealId{}) opened_ = now;
  }
  refresh(*me().offer, mirror);
  if (writing_clause()) refresh_clause(*form(), *me().offer, mirror);
  else if (Form* f = form()) refresh(*f, mirror);
  if (auto* choosing = std::get_if<Choosing>(&mode_)) choosing->menu = renewed(choosing->menu, mirror);
  settle_prompt();
}

/// What a prompt says, whatever the width of the screen.
std::vector<std::string> App::shown_by(const Prompting& prompting) const {
  std::vector<std::string> texts;
  for (const StyledLine& line : prompt_lines(*me().mirror, prompting.commands, 80)) texts.push_back(line.text);
  return texts;
}

/// While somebody makes up their mind the table moves on: what would be agreed to must still be what was shown.
void App::settle_prompt() {
  auto* prompting = std::get_if<Prompting>(&mode_);
  if (!prompting || !prompting->changed.empty()) return;
  const Mirror& mirror = *me().mirror;
  const Command& first = prompting->commands.front();
  const Request request{.id = {}, .seen = prompting->seen, .action = first.action, .secret = first.secret};
  if (const Verdict refusal = check(mirror.table(), mirror.role(), request)) {
    prompting->changed = sentence(*refusal, mirror, &request.action);
  } else if (auto now = shown_by(*prompting); now != prompting->shown) {
    prompting->shown = std::move(now);
    prompting->changed = tr("What a yes brings about has changed; look again.");
  }
}

DealId App::selected() const {
  const auto id = focus_ == Pane::pending ? pending_list_.selected() : focus_ == Pane::releases ? releases_list_.selected() : ledger_list_.selected();
  if (focus_ == Pane::detail) return opened_;
  return DealId{static_cast<std::uint32_t>(id.value_or(0))};
}

}  // namespace parley
