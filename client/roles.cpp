#include "client/roles.h"

#include "client/translate.h"

namespace parley {

Result<std::vector<HeldRole>, std::string> find_roles(const std::string& table, const std::vector<std::string>& as) {
  const auto keyring = Keyring::open();
  if (!keyring) return keyring.error();
  const auto held = keyring->list();
  if (!held) return held.error();
  std::vector<HeldRole> roles;
  if (as.empty()) {
    auto all = find_table(*held, table);
    if (!all) return all.error();
    roles = std::move(*all);
  }
  for (const std::string& role : as) {
    auto found = find(*held, {.table = table, .role = role});
    if (!found) return found.error();
    roles.push_back(std::move(*found));
  }
  for (const HeldRole& role : roles)
    if (!role.redeemed) return tr("the invite for {} of {} has not been redeemed; run 'parley join' with it again", role.role, role.table);
  return roles;
}

std::unique_ptr<Cache> open_cache(const HeldRole& held) {
  const auto keyring = Keyring::open();
  if (!keyring) return nullptr;
  const auto folder = keyring->state_folder(held);
  return folder ? std::make_unique<Cache>(*folder) : nullptr;
}

}  // namespace parley
