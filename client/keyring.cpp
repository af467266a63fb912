#include "client/keyring.h"

#include "client/private_file.h"
#include "client/translate.h"
#include "common/core/limits.h"
#include "common/wire/json_text.h"
#include "common/wire/names.h"

#include <dirent.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

namespace parley {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t role_bytes_max = 32;
constexpr std::string_view file_ending = ".json";
constexpr std::string_view aside_ending = ".replaced";

// --- the format

// Asked before writing and after reading.
bool is_sound(const HeldRole& role) {
  return fits_invite(role.address) && fits_invite(role.table) && role.table.size() <= limits::table_name_bytes &&
         fits_invite(role.role) && role.role.size() <= role_bytes_max && (role.redeemed || role.code);
}

std::optional<std::string> encode(const HeldRole& role) {
  json out = {{"address", role.address},     {"server", to_hex(view(role.server))},
              {"table", role.table},         {"role", role.role},
              {"role_code", role.role_code}, {"seed", to_hex(view(role.key.seed()))},
              {"epoch", role.epoch.value},   {"redeemed", role.redeemed}};
  if (role.code) out["code"] = to_hex(view(*role.code));
  try {
    return out.dump(2) + "\n";
  } catch (const json::exception&) {  // a text is not UTF-8
    return std::nullopt;
  }
}

template <class T>
std::optional<T> number_in(const json& object, const char* name) {
  const auto at = object.find(name);
  if (at == object.end() || !at->is_number_unsigned()) return std::nullopt;
  const auto value = at->get<std::uint64_t>();
  if (value > std::numeric_limits<T>::max()) return std::nullopt;
  return static_cast<T>(value);
}

std::optional<std::string> text_in(const json& object, const char* name) {
  const auto at = object.find(name);
  if (at == object.end() || !at->is_string()) return std::nullopt;
  return at->get<std::string>();
}

template <std::size_t N>
std::optional<std::array<std::uint8_t, N>> bytes_in(const json& object, const char* name) {
  const auto hex = text_in(object, name);
  const auto bytes = hex ? from_hex(*hex) : std::nullopt;
  if (!bytes || bytes->size() != N) return std::nullopt;
  std::array<std::uint8_t, N> out;
  std::ranges::copy(*bytes, out.begin());
  return out;
}

std::optional<HeldRole> decode(const std::string& text) {
  if (text.size() > private_bytes_max) return std::nullopt;
  const auto object = parse_json<json>(text);
  if (!object.is_object()) return std::nullopt;
  const auto address = text_in(object, "address"), table = text_in(object, "table"), role = text_in(object, "role");
  const auto server = bytes_in<32>(object, "server"), seed = bytes_in<32>(object, "seed");
  const auto epoch = number_in<Epoch::rep>(object, "epoch");
  const auto role_code = number_in<std::uint16_t>(object, "role_code");
  const auto redeemed = object.find("redeemed");
  const auto code = bytes_in<16>(object, "code");
  if (!address || !table || !role || !server || !seed || !epoch || !role_code) return std::nullopt;
  if (redeemed == object.end() || !redeemed->is_boolean() || (object.contains("code") && !code)) return std::nullopt;
  HeldRole out{.address = *address,
               .server = *server,
               .table = *table,
               .role = *role,
               .role_code = *role_code,
               .key = SecretKey::from_seed(*seed),
               .epoch = Epoch{*epoch},
               .code = code,
               .redeemed = redeemed->get<bool>()};
  if (!is_sound(out)) return std::nullopt;
  return out;
}

// The role in a file; nothing where there is no file.
Result<std::optional<HeldRole>, std::string> load(const fs::path& folder, const std::string& name) {
  const std::string path = (folder / name).string();
  const auto file = read_private(path);
  if (!file) return file.error();
  if (!file->is_there) return std::optional<HeldRole>{};
  auto role = decode(file->text);
  if (!role)
    return tr("{} is damaged or of a newer version: move it away and ask the host for a new invite, or update parley", path);
  const std::string right_name = file_stem(*role) + std::string(file_ending);
  if (name != right_name) return tr("{} has another role's name: call it {}, or move it away", path, right_name);
  return role;
}

// Distinct names for distinct texts, with no dot and no slash.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    out += plain ? std::string(1, c) : "%" + to_hex(std::string_view(&c, 1));
  }
  return out;
}

// --- the words of a search

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

std::string joined(std::vector<std::string> words) {
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : ", ") + word;
  return out;
}

// A table is a name at one server, whichever address leads there.
bool same_table(const HeldRole& a, const HeldRole& b) { return a.table == b.table && a.server == b.server; }

// The tables as a player may type them: with the address where the name alone would not do.
std::string tables_in(const std::vector<HeldRole>& held) {
  std::vector<std::string> words;
  for (const HeldRole& role : held) {
    const bool alone = std::ranges::all_of(
        held, [&](const HeldRole& other) { return other.table != role.table || same_table(other, role); });
    words.push_back(alone ? role.table : role.table + "@" + role.address);
  }
  return joined(words);
}

std::string roles_in(const std::vector<HeldRole>& held) {
  std::vector<std::string> words;
  for (const HeldRole& role : held) words.push_back(role.role);
  return joined(words);
}

}  // namespace

std::string file_stem(const HeldRole& role) {
  return escaped(role.table) + "." + escaped(role.role) + "." + to_hex(view(role.server).substr(0, 4));
}

Result<Keyring, std::string> Keyring::open() {
  const auto data = base_folder("XDG_DATA_HOME", ".local/share");
  if (!data) return data.error();
  const auto state = base_folder("XDG_STATE_HOME", ".local/state");
  if (!state) return state.error();
  Keyring out;
  out.keys_folder_ = *data / "parley/keys";
  out.state_root_ = *state / "parley";
  if (auto failure = make_private_folder(out.keys_folder_.string())) return *failure;
  return out;
}

Result<std::vector<HeldRole>, std::string> Keyring::list() const {
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(keys_folder_.c_str()), ::closedir);
  if (!folder) return cannot(tr_later("cannot read {}: {}"), keys_folder_.string());
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(folder.get()))
    if (std::string_view(entry->d_name).ends_with(file_ending)) names.emplace_back(entry->d_name);
  std::ranges::sort(names);  // the folder's own order differs from one disk to another
  std::vector<HeldRole> out;
  for (const std::string& name : names) {
    const auto role = load(keys_folder_, name);
    if (!role) return role.error();
    if (*role) out.push_back(**role);
  }
  return out;
}

std::optional<std::string> Keyring::save(const HeldRole& role) const {
  const auto text = encode(role);
  if (!text || !is_sound(role))
    return tr("the role '{}' at table '{}' cannot be kept: its invite has a text that is empty, too long or not printable; ask the host for another",
              role.role, role.table);
  const std::string stem = file_stem(role);
  const std::string name = stem + std::string(file_ending);
  const auto before = load(keys_folder_, name);
  if (!before) return before.error();
  const bool replaces = *before && (*before)->key.public_key() != role.key.public_key();
  if (*before && (*before)->server != role.server)
    return tr("{} holds a role at another server: move it away first", (keys_folder_ / name).string());
  if (replaces && (*before)->redeemed && !role.redeemed)
    if (auto failure = write_private({keys_folder_, stem + std::string(aside_ending), *encode(**before)}))
      return failure;
  if (auto failure = write_private({keys_folder_, name, *text})) return failure;
  if (role.redeemed) ::unlink((keys_folder_ / (stem + std::string(aside_ending))).c_str());
  return std::nullopt;
}

std::optional<std::string> Keyring::forget(const HeldRole& role) const {
  const std::string stem = (keys_folder_ / file_stem(role)).string();
  const std::string path = stem + std::string(file_ending), aside = stem + std::string(aside_ending);
  const auto held = load(keys_folder_, file_stem(role) + std::string(file_ending));
  if (!held) return held.error();
  if (!*held) return std::nullopt;
  if ((*held)->key.public_key() != role.key.public_key())
    return tr("{} holds another key by now: 'parley tables' shows it", path);
  const bool restored = !(*held)->redeemed && ::rename(aside.c_str(), path.c_str()) == 0;
  if (!restored && ::unlink(path.c_str()) != 0) return cannot(tr_later("cannot remove {}: {}"), path);
  return sync_folder(keys_folder_);
}

Result<std::filesystem::path, std::string> Keyring::state_folder(const HeldRole& role) const {
  const fs::path path = state_root_ / file_stem(role);
  if (auto failure = make_private_folder(path.string())) return *failure;
  return path;
}

Result<std::vector<HeldRole>, std::string> find_table(const std::vector<HeldRole>& held, std::string_view table) {
  if (held.empty()) return std::string(tr("I hold no role at any table yet: 'parley join' redeems an invite"));
  const std::size_t at = table.find('@');
  const std::string_view name = table.substr(0, at);
  const std::string_view address = at == std::string_view::npos ? "" : table.substr(at + 1);
  std::vector<HeldRole> out;
  for (const HeldRole& role : held)
    if ((name.empty() || role.table == name) && (address.empty() || role.address == address)) out.push_back(role);
  if (out.empty())
    return tr("no table '{}' here: I hold {}; 'parley tables' lists them", table, tables_in(held));
  if (std::ranges::all_of(out, [&](const HeldRole& role) { return same_table(role, out.front()); })) return out;
  const bool one_name = std::ranges::all_of(out, [&](const HeldRole& role) {
    return role.table == out.front().table && role.address == out.front().address;
  });
  if (one_name)  // a server set up anew: nothing that a player could type tells the two apart
    return tr("table '{}' at {} has had two servers: move the old one's key files away, {}.json or {}.json", out.front().table, out.front().address,
              file_stem(out.front()), file_stem(out.back()));
  return tr("I hold more than one table: name one of {}", tables_in(out));
}

Result<HeldRole, std::string> find(const std::vector<HeldRole>& held, RoleQuery query) {
  const auto at_table = find_table(held, query.table);
  if (!at_table) return at_table.error();
  const std::string wanted = upper(query.role);
  std::vector<HeldRole> matches;
  for (const HeldRole& role : *at_table)
    if (wanted.empty() || upper(role.role) == wanted || (wanted == "VIEWER" && role.role.starts_with("VIEWER/")))
      matches.push_back(role);
  const std::string& table = at_table->front().table;
  if (matches.empty())
    return tr("no role '{}' at table '{}' here: I hold {}; 'parley tables' lists them", query.role, table, roles_in(*at_table));
  if (matches.size() > 1) return tr("I hold more than one role at table '{}': name one of {}", table, roles_in(matches));
  return matches.front();
}

}  // namespace parley
