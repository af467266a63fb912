#include "server/errands.h"

#include "common/core/check.h"
#include "common/core/overload.h"
#include "common/wire/json_text.h"
#include "common/wire/names.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace parley {
namespace {

using nlohmann::json;

Hash hash_of(const std::string& text) {
  Hash hash{};
  if (const auto bytes = from_hex(text); bytes && bytes->size() == hash.size()) std::copy(bytes->begin(), bytes->end(), hash.begin());
  return hash;
}

json to_json(const NewInvite& invite) { return {{"role", invite.role}, {"code", to_hex(view(invite.code))}}; }

/// The role of an invite; VIEWER becomes the next free viewer.
std::optional<Role> role_for(const std::string& text, const SeatKeys& seats, const Room* room) {
  if (text != "VIEWER") return parse_role(text, seats);
  std::uint16_t highest = 0;
  if (room)
    for (const auto& [code, row] : room->invites())
      if (row.role.kind == Role::Kind::viewer) highest = std::max(highest, row.role.number);
  if (highest >= limits::viewers_max) return std::nullopt;
  return Role::viewer(static_cast<std::uint16_t>(highest + 1));
}

std::string no_role(const std::string& role, const SeatKeys& seats) {
  std::string all;
  for (const std::string& key : seats) all += key + ", ";
  return "there is no role '" + role + "' at this table; its roles are " + all + "HOST and VIEWER/1 to VIEWER/" +
         std::to_string(limits::viewers_max);
}

Rules rules_of(const json& options) {
  const auto game = options.value("game", "dune");  // errands written before there were others name none
  if (game == "ti4") return ti4::Options{};
  if (game == "open") return open::Options{};
  dune::Options rules;
  rules.mode = options.at("mode") == "advanced" ? dune::Mode::advanced : dune::Mode::basic;
  rules.bureaucrat_min = options.at("bureaucrat_min").get<std::uint16_t>();
  rules.probe_wait = options.at("probe_wait").get<std::uint16_t>();
  return rules;
}

ErrandResult create_table(Tables& tables, const json& asked, Now now) {
  const Genesis genesis{.name = asked.at("name").get<std::string>(), .seats = asked.at("seats").get<std::vector<std::string>>(),
                        .rules = rules_of(asked), .time = now.wall};
  const Commit first{.version = {}, .elapsed = 0, .role = Role::server(), .action = genesis, .secret = {}};
  if (lawful(Table{}, first)) return {{}, "these seats cannot make a table of this game; name different ones, each a faction of it"};
  std::vector<InviteRow> invites;
  for (const json& invite : asked.at("invites")) {
    const auto role = role_for(invite.at("role").get<std::string>(), genesis.seats, nullptr);
    if (!role) return {{}, no_role(invite.at("role").get<std::string>(), genesis.seats)};
    invites.push_back(InviteRow{.code = hash_of(invite.at("code").get<std::string>()), .table = genesis.name, .role = *role});
  }
  const auto error = tables.create(genesis, std::move(invites));
  return {genesis.name, error.value_or("")};
}

/// The role of an errand at an existing table, and what to do with it.
template <class Do>
ErrandResult with_role(Tables& tables, const json& asked, Do&& act) {
  const auto table = asked.at("name").get<std::string>();
  const auto room = tables.find(table);
  if (!room) return {{}, room.error().sentence};
  if (!*room) return {{}, no_table(table)};
  const auto text = asked.at("role").get<std::string>();
  const auto role = role_for(text, (*room)->seats(), *room);
  if (!role) return {{}, no_role(text, (*room)->seats())};
  return {role_text(*role, (*room)->seats()), act(table, *role).value_or("")};
}

ErrandResult do_errand(Tables& tables, const json& asked, Now now) {
  const auto what = asked.at("do").get<std::string>();
  if (what == "new") return create_table(tables, asked, now);
  if (what == "invite")
    return with_role(tables, asked, [&](const std::string& table, Role role) {
      return tables.add_invite(InviteRow{.code = hash_of(asked.at("code").get<std::string>()), .table = table, .role = role});
    });
  if (what == "revoke")
    return with_role(tables, asked, [&](const std::string& table, Role role) { return tables.revoke(table, role, now); });
  return {{}, "this server does not know the errand '" + what + "'; use the same version of parleyd for both"};
}

}  // namespace

std::string to_text(const ErrandRequest& request) {
  return std::visit(
      Overload{[](const NewTable& r) {
                 json invites = json::array();
                 for (const NewInvite& invite : r.invites) invites.push_back(to_json(invite));
                 json text{{"do", "new"}, {"name", r.name}, {"seats", r.seats}, {"game", game_name(r.rules)}, {"invites", invites}};
                 if (const auto* rules = std::get_if<dune::Options>(&r.rules))
                   text.update({{"mode", name(rules->mode)}, {"bureaucrat_min", rules->bureaucrat_min}, {"probe_wait", rules->probe_wait}});
                 return text;
               },
               [](const InviteRole& r) {
                 json text = to_json(r.invite);
                 text["do"] = "invite";
                 text["name"] = r.table;
                 return text;
               },
               [](const RevokeRole& r) { return json{{"do", "revoke"}, {"name", r.table}, {"role", r.role}}; }},
      request).dump();
}

ErrandResult parse_errand_result(const std::string& text) {
  const json answer = parse_json<json>(text);
  if (!answer.is_object()) return {{}, "the server's answer cannot be read; use the same version of parleyd for both"};
  return {answer.value("role", ""), answer.value("error", "")};
}

void perform(Tables& tables, const Errand& errand, Now now) {
  ErrandResult result;
  try {
    result = do_errand(tables, parse_json<json>(errand.text), now);
  } catch (const json::exception&) {
    result.error = "the errand cannot be read; use the same version of parleyd for both";
  }
  tables.answer_errand({errand.number, json{{"role", result.role}, {"error", result.error}}.dump()});
}

}  // namespace parley
