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
  const Rules rules = options_.rules.value_or(dune::Options{.mode = options_.mode});
  const bool of_dune = std::holds_alternative<dune::Options>(rules), of_ti4 = std::holds_alternative<ti4::Options>(rules);
  const Genesis genesis{of_dune ? "arrakis" : of_ti4 ? "mecatol" : "harbour", options_.seats, rules, now_};
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
  if (of_dune) commit(Role::host(), Advance{2, dune::Phase::bidding, false}, {});
  if (of_ti4) commit(Role::host(), ti4::SetPhase{1, ti4::Phase::action, {}}, {});
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

RigOptions ti4_table(Size size, std::vector<std::string> roles) {
  return {.size = size, .roles = std::move(roles), .seats = {"SOL", "HAC", "XXC", "J-N"}, .rules = ti4::Options{}};
}

RigOptions open_table(Size size, std::vector<std::string> roles) {
  return {.size = size, .roles = std::move(roles), .seats = {"ARI", "BEA", "CLE"}, .rules = open::Options{}};
}

std::string_view middle_of_a_turn() {
  return R"(SOL: adjust tg +6 "so far"
HAC: adjust tg +7 "so far"
HAC: adjust commodities +6 "replenished"
HAC: adjust hazardous +1 "explored"
XXC: adjust tg +2 "so far"
XXC: adjust action_cards +2 "drawn"
J-N: adjust tg +5 "so far"
HAC: hold Ceasefire
HAC: hold Support for the Throne
SOL: hold Political Secret
HOST: neighbours sol hac
HOST: neighbours sol xxc
J-N: neighbours sol
XXC: exception "A space station next to everybody"
HOST: active sol
SOL: step production
HAC: offer sol "A dreadnought on the border, for four." give 4 tg clause sol produce 1 dreadnought now able yes
SOL: accept 1
HAC: kept 1 1 yes
XXC: offer sol "Stay out of my systems." give 1 tg clause sol not activate Archon Ren this_round
SOL: offer xxc "Vote with me on the next agenda." give 1 tg clause sol produce 1 cruiser now able yes clause xxc vote For this_round
HAC: offer sol "A PDS, and I shall remember it." clause sol produce 1 PDS
SOL: offer hac "And one more for the road." give 1 tg
J-N: offer sol "Мир между нами до конца раунда."
HAC: offer sol "Help against Xxcha." clause sol other "help against Xxcha" open
HAC: rule 7 binding
SOL: rule 7 binding
SOL: offer j-n "A loan." give 2 tg clause j-n pay_later 3 trade goods this_round
XXC: offer hac "Peace?" clause xxc not move now able yes
HAC: decline 9
XXC: say "Who votes for me?")";
}

std::string_view middle_of_a_turn_in_russian() {
  return R"(SOL: adjust tg +6 "на начало"
HAC: adjust tg +7 "на начало"
HAC: adjust commodities +6 "пополнение"
HAC: adjust hazardous +1 "исследование"
XXC: adjust tg +2 "на начало"
XXC: adjust action_cards +2 "взяты"
J-N: adjust tg +5 "на начало"
HAC: hold Прекращение огня
HAC: hold Поддержка трона
SOL: hold Политический секрет
HOST: neighbours sol hac
HOST: neighbours sol xxc
J-N: neighbours sol
XXC: exception "Космическая станция рядом со всеми"
HOST: active sol
SOL: step production
HAC: offer sol "Дредноут на границе за четыре товара." give 4 tg clause sol produce 1 дредноут now able yes
SOL: accept 1
HAC: kept 1 1 yes
XXC: offer sol "Не заходи в мои системы." give 1 tg clause sol not activate Архон Рен this_round
SOL: offer xxc "Голосуй со мной на следующем голосовании." give 1 tg clause sol produce 1 крейсер now able yes clause xxc vote За this_round
HAC: offer sol "ПКО, и я это запомню." clause sol produce 1 ПКО
SOL: offer hac "И ещё один на дорогу." give 1 tg
J-N: offer sol "Мир между нами до конца раунда."
HAC: offer sol "Помощь против Ззча." clause sol other "помощь против Ззча" open
HAC: rule 7 binding
SOL: rule 7 binding
SOL: offer j-n "Заём." give 2 tg clause j-n pay_later 3 товара this_round
XXC: offer hac "Мир?" clause xxc not move now able yes
HAC: decline 9
XXC: say "Кто голосует за меня?")";
}

std::string_view a_few_deals_in_russian() {
  return R"(ARI: offer bea,cle "Никто не строит в гавани до третьего рыночного дня."
BEA: accept 1
CLE: offer ari "Шерсть за руду, каждый ход, пока я не скажу иначе."
BEA: offer ari "Одолжи мне кран."
ARI: accept 3
BEA: release 3
CLE: say "Кому нужна шерсть?")";
}

std::string_view a_few_deals() {
  return R"(ARI: offer bea,cle "Nobody builds in the harbour before the third market day."
BEA: accept 1
CLE: offer ari "Wool for ore, every turn until I say otherwise."
BEA: offer ari "Lend me the crane."
ARI: accept 3
BEA: release 3
CLE: say "Who needs wool?")";
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
