#include "tests/support/app_rig.h"

#include "client/command.h"
#include "common/core/utf8.h"
#include "tests/support/catch.h"

#include <map>

namespace parley::test {
namespace {

Role role_named(const Table& table, std::string_view name) {
  const auto role = parse_role(name, seat_keys(table));
  REQUIRE(role);
  return *role;
}

std::vector<Key> parse_keys(std::string_view typed) {
  static const std::map<std::string, Key::Kind, std::less<>> named = {
      {"enter", Key::Kind::enter}, {"tab", Key::Kind::tab}, {"backtab", Key::Kind::back_tab}, {"esc", Key::Kind::escape}, {"up", Key::Kind::up},
      {"down", Key::Kind::down}, {"left", Key::Kind::left}, {"right", Key::Kind::right}, {"home", Key::Kind::home}, {"end", Key::Kind::end},
      {"pgup", Key::Kind::page_up}, {"pgdn", Key::Kind::page_down}, {"back", Key::Kind::backspace}, {"del", Key::Kind::erase}};
  std::vector<Key> keys;
  while (!typed.empty()) {
    if (typed.front() == '<') {
      const std::size_t end = typed.find('>');
      const std::string_view name = typed.substr(1, end - 1);
      typed.remove_prefix(end + 1);
      if (name == "lt") keys.push_back(Key::text(U'<'));
      else if (name.starts_with("paste:")) keys.push_back({Key::Kind::paste, 0, std::string(name.substr(6))});
      else if (name.starts_with("^")) keys.push_back(Key::control(static_cast<char32_t>(name[1])));
      else keys.push_back({named.at(std::string(name)), 0, {}});
      continue;
    }
    char32_t letter = 0;
    REQUIRE(take_code_point(typed, letter));
    keys.push_back(Key::text(letter));
  }
  return keys;
}

}  // namespace

AppRig::AppRig(RigOptions options) : options_(std::move(options)) {
  Settings settings;
  settings.ascii = options_.ascii;
  app_ = std::make_unique<App>(settings, options_.size);
  const Genesis genesis{"arrakis", options_.seats, dune::Options{.mode = options_.mode}, now_};
  SeatKeys keys = options_.seats;
  std::array<std::uint8_t, 32> seed{};
  const auto new_mirror = [&](Role role) { return std::make_unique<Mirror>(role, SecretKey::from_seed(seed), Epoch{1}); };
  for (const std::string& role : options_.roles) mirrors_.push_back(new_mirror(*parse_role(role, keys)));
  for (std::uint8_t i = 0; i < keys.size(); ++i) others_.push_back(new_mirror(Role::of(Seat{i})));
  others_.push_back(new_mirror(Role::host()));
  for (std::size_t i = 0; i < mirrors_.size(); ++i) app_->add_player(*mirrors_[i], options_.roles[i]);
  commit(Role::server(), genesis, {});
  const char* names[] = {"Anna", "Viktor", "Ирина", "Stefan", "Lena", "Maria", "Olga", "Jan"};
  for (std::uint8_t i = 0; i < keys.size(); ++i) commit(Role::server(), Seated{Seat{i}, Name{names[i]}, SecretKey::from_seed(seed).public_key(), Epoch{1}}, {});
  commit(Role::host(), Start{}, {});
  commit(Role::host(), Advance{2, dune::Phase::bidding, false}, {});
  for (std::size_t i = 0; i < mirrors_.size(); ++i) go_live(i);
  app_->tick(now_);
}

void AppRig::go_live(std::size_t player) {
  deliver(player, Live{server_.version, shortened(chain_), shortened(digest(server_))});
  for (std::uint8_t i = 0; i < server_.seats.size(); ++i) deliver(player, Presence{Role::of(Seat{i}), i != 5});
}

Verdict AppRig::ask(Role role, const Request& request) {
  const Verdict refusal = check(server_, role, request);
  if (!refusal) {
    const Secret secret = secret_for(server_, request);
    commit(role, request.action, secret);
  }
  return refusal;
}

void AppRig::commit(Role role, const Action& action, const Secret& secret) {
  const Version version = std::holds_alternative<Genesis>(action) ? Version{0} : Version{server_.version.value + 1};
  const Commit commit{version, version.value == 0 ? 0u : 60u, role, action, secret};
  apply(server_, commit);
  now_ = server_.time;
  chain_ = chain_next(chain_, encode(commit));
  Commit open = commit;
  open.secret = {};
  for (std::size_t i = 0; i < mirrors_.size(); ++i)
    deliver(i, sees_secret(mirrors_[i]->role(), commit) ? ServerMessage{CommittedPrivate{commit}} : ServerMessage{Committed{open}});
  for (const auto& other : others_) other->receive(Committed{sees_secret(other->role(), commit) ? commit : open});
}

void AppRig::deliver(std::size_t player, const ServerMessage& message) {
  for (const Event& event : mirrors_[player]->receive(message))
    std::visit([&]<class E>(const E& e) {
      if constexpr (std::same_as<E, Broken>) FAIL("the mirror broke: " << e.why);
      else app_->event(player, LinkEvent(e));
    }, event);
  carry_out();
}

void AppRig::carry_out() {
  for (const Effect& effect : app_->take_effects()) {
    const auto* ask = std::get_if<AskServer>(&effect);
    if (!ask) {
      effects_.push_back(effect);
      continue;
    }
    const Act act = mirrors_[ask->player]->ask({}, ask->seen, ask->command.action, ask->command.secret);
    app_->asked(ask->player, act.request.id, act.request.action);
    waiting_.push_back({ask->player, act});
    if (options_.answers) answer();
  }
}

void AppRig::answer() {
  while (!waiting_.empty()) {
    const Asked asked = std::move(waiting_.front());
    waiting_.pop_front();
    settle(asked);
  }
}

void AppRig::settle(const Asked& asked) {
  const RequestId id = asked.act.request.id;
  const Verdict refusal = ask(mirrors_[asked.player]->role(), asked.act.request);
  if (refusal) deliver(asked.player, Refused{id, *refusal, server_.version});
  else deliver(asked.player, Answered{id, server_.version, false});
}

void AppRig::play(std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.empty()) continue;
    const std::size_t colon = line.find(": ");
    const Role role = role_named(server_, line.substr(0, colon));
    const Mirror& reader = role == Role::host() ? *others_.back() : *others_[role.seat().index];
    INFO(line);
    const auto words = words_of(line.substr(colon + 2));
    REQUIRE(words);
    const auto command = parse_command(*words, reader);
    REQUIRE(command);
    const Verdict refusal = ask(role, {.id = {}, .seen = server_.version, .action = command->action, .secret = command->secret});
    INFO((refusal ? name(refusal->code) : "ok"));
    REQUIRE(!refusal);
  }
}

void AppRig::keys(std::string_view typed) {
  for (const Key& key : parse_keys(typed)) {
    app_->key(key);
    carry_out();
    app_->draw();
  }
}

std::string AppRig::screen() { return app_->draw().text(); }

std::string AppRig::row(int wanted) {
  std::string text = screen();
  for (int i = 0; i < wanted; ++i) text.erase(0, text.find('\n') + 1);
  return text.substr(0, text.find('\n'));
}

void AppRig::lose_connection() {
  for (std::size_t i = 0; i < mirrors_.size(); ++i) {
    mirrors_[i]->lost();
    app_->event(i, Lost{"reset"});
  }
}

void AppRig::find_connection() {
  for (std::size_t i = 0; i < mirrors_.size(); ++i) go_live(i);
}

void AppRig::minutes(std::uint64_t count) {
  now_.value += 60 * count;
  app_->tick(now_);
}

std::string_view middle_of_a_game() {
  return R"(HOST: bureaucrat GLD
ATR: offer har,emp "Nobody ships to Arrakeen before turn 5." bribe atr>har 5
HAR: accept 1
EMP: accept 1
GLD: answer 1 divert
FRE: offer atr,gld "You may pass the Shield Wall until turn 6 if no worm is played. Гильдия берёт половину." bribe fre>atr 3
EMP: offer bg "Голосуй со мной на съезде. 同盟を結ぼう."
EMP: offer atr "Half price for a look at your hand."
ATR: decline 4
ATR: offer gld "Half price shipping to turn 5."
GLD: accept 5
EMP: offer har "No Sardaukar in Arrakeen this turn." bribe emp>har 4
HAR: accept 6
HAR: release 1
HOST: decision BG "choose the battle leader"
ATR: say "Who ships to Sietch Tabr?")";
}

std::string_view middle_of_a_game_in_russian() {
  return R"(HOST: bureaucrat GLD
ATR: offer har,emp "Никто не высаживается в Арракин до хода 5." bribe atr>har 5
HAR: accept 1
EMP: accept 1
GLD: answer 1 divert
FRE: offer atr,gld "Вам можно через Барьерную стену до хода 6, если не сыгран червь. Гильдия берёт половину." bribe fre>atr 3
EMP: offer bg "Голосуй со мной на съезде. 同盟を結ぼう."
EMP: offer atr "Полцены за взгляд на вашу руку."
ATR: decline 4
ATR: offer gld "Высадка за полцены до хода 5."
GLD: accept 5
EMP: offer har "На этом ходу никаких сардаукаров в Арракине." bribe emp>har 4
HAR: accept 6
HAR: release 1
HOST: decision BG "выбрать лидера для битвы"
ATR: say "Кто летит в Сиетч Табр?")";
}

}  // namespace parley::test
