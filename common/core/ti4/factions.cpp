#include "common/core/ti4/factions.h"

#include "common/core/ti4/goods.h"

#include <algorithm>
#include <string>
#include <vector>

namespace parley::ti4 {
namespace {

constexpr std::uint8_t black = 245, blue = 39, green = 34, purple = 135, red = 196, yellow = 226, orange = 208, pink = 205;

constexpr Faction kFactions[] = {
    {"ARB", "Arborec", "Арбореки", 3, green},
    {"LET", "Barony of Letnev", "Баронат Летнев", 2, red},
    {"SAA", "Clan of Saar", "Клан Сааров", 3, orange},
    {"MUA", "Embers of Muaat", "Тлеющие с Муаата", 4, red},
    {"HAC", "Emirates of Hacan", "Хаканские Эмираты", 6, yellow},
    {"SOL", "Federation of Sol", "Федерация Сол", 4, blue},
    {"CRE", "Ghosts of Creuss", "Призраки Креусса", 4, blue},
    {"LZX", "L1Z1X Mindnet", "Психосеть Л1З1КС", 2, red},
    {"MTK", "Mentak Coalition", "Коалиция Ментака", 2, orange},
    {"NAA", "Naalu Collective", "Клубок Наалу", 3, green},
    {"NKR", "Nekro Virus", "Некровирус", 3, red},
    {"SAR", "Sardakk N'orr", "Сардак Н'орр", 3, black},
    {"J-N", "Universities of Jol-Nar", "Жол-Нарские университеты", 4, purple},
    {"WIN", "Winnu", "Винну", 3, purple},
    {"XXC", "Xxcha Kingdom", "Королевство Ззча", 4, green},
    {"YIN", "Yin Brotherhood", "Братство Инь", 2, purple},
    {"YSS", "Yssaril Tribes", "Племена Иссарилов", 3, green},
    {"ARG", "Argent Flight", "Серебряная стая", 3, orange},
    {"EMP", "Empyrean", "Возвышенные", 4, purple},
    {"MAH", "Mahact Gene-Sorcerers", "Генные чародеи Мэхакт", 3, yellow},
    {"NRA", "Naaz-Rokha Alliance", "Альянс Нааз-Роха", 3, green},
    {"NOM", "Nomad", "Кочевник", 4, blue},
    {"TIT", "Titans of Ul", "Титаны Ула", 2, pink},
    {"VUI", "Vuil'raith Cabal", "Кабал Вуил'райт", 2, red},
};

constexpr GenericNote kNotes[] = {
    {"Ceasefire", "Прекращение огня", false},
    {"Trade Agreement", "Торговое соглашение", false},
    {"Political Secret", "Политический секрет", false},
    {"Support for the Throne", "Поддержка трона", true},
    {"Alliance", "Альянс", true},
};

}  // namespace

std::span<const Faction> factions() { return kFactions; }

const Faction* faction(std::string_view key) {
  const auto found = std::find_if(std::begin(kFactions), std::end(kFactions), [&](const Faction& f) { return f.key == key; });
  return found == std::end(kFactions) ? nullptr : found;
}

std::span<const GenericNote> generic_notes() { return kNotes; }

std::uint32_t& count(Counts& c, Kind kind) {
  switch (kind) {
    case Kind::trade_goods: return c.trade_goods;
    case Kind::commodities: return c.commodities;
    case Kind::cultural: return c.fragments.cultural;
    case Kind::hazardous: return c.fragments.hazardous;
    case Kind::industrial: return c.fragments.industrial;
    case Kind::unknown: return c.fragments.unknown;
    case Kind::action_cards: break;
  }
  return c.action_cards;
}
std::uint32_t count(const Counts& counts, Kind kind) { return count(const_cast<Counts&>(counts), kind); }

namespace {

/// How a note looks; those that every faction has look alike in both languages.
std::string look_of(const Label& note) {
  static const std::vector<std::pair<std::string, std::string>> translated = [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const GenericNote& n : kNotes) all.emplace_back(skeleton(n.name_ru), skeleton(n.name));
    return all;
  }();
  const std::string look = skeleton(note.utf8);
  for (const auto& [russian, english] : translated)
    if (look == russian) return english;
  return look;
}

}  // namespace

bool same_note(const Label& one, const Label& other) { return one == other || look_of(one) == look_of(other); }

bool named_openly(const Label& note) {
  static const std::vector<std::string> open = [] {  // how these names look is worked out once
    std::vector<std::string> names;
    for (const GenericNote& n : kNotes)
      if (n.open) names.insert(names.end(), {skeleton(n.name), skeleton(n.name_ru)});
    return names;
  }();
  const std::string looks = skeleton(note.utf8);
  return std::any_of(open.begin(), open.end(), [&](const std::string& name) { return looks.find(name) != std::string::npos; });
}

}  // namespace parley::ti4
