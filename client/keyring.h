// The roles that this player holds, on disk: one file of mode 0600 for each, with the secret key, in a folder of mode
// 0700. Anything else (another mode or owner, a symbolic link) is refused, never repaired: the player must know.
//   $XDG_DATA_HOME/parley/keys/TABLE.ROLE.SERVER.json    (default ~/.local/share)
//   $XDG_STATE_HOME/parley/TABLE.ROLE.SERVER/            (default ~/.local/state) what the client remembers of a table
// SERVER is the first 8 hex digits of the server's key; other bytes than [A-Za-z0-9_-] are written %HH.
// JSON: address, table, role: text; server, seed, code: lower-case hex (code only until the redeem was answered);
// epoch, role_code: number; redeemed: true or false. Unknown names are left out of account.
// Errors are one sentence for the player, naming the file and the remedy. No network, nothing is printed.
#pragma once

#include "common/core/ids.h"
#include "common/core/result.h"
#include "common/keys/invite.h"
#include "common/keys/keys.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parley {

struct HeldRole {
  std::string address;  // unix:PATH, tcp:HOST:PORT or tls:HOST:PORT
  PublicKey server{};   // pinned by the invite
  std::string table;
  std::string role;             // as printed: ATR, HOST, VIEWER/1
  std::uint16_t role_code = 0;  // the role on the wire, once the server has told it
  SecretKey key;
  Epoch epoch{};                   // of the seat; 0 until redeemed
  std::optional<InviteCode> code;  // kept to ask again, until the redeem was answered
  bool redeemed = false;           // a role that is not redeemed must have a code
};

/// TABLE.ROLE.SERVER: safe as a file name whatever the table and role are, and different for different ones.
std::string file_stem(const HeldRole& role);

class Keyring {
 public:
  /// From the environment (HOME, XDG_DATA_HOME, XDG_STATE_HOME). Makes the keys folder where it is missing.
  static Result<Keyring, std::string> open();

  /// All roles, by file name. One file that is refused or damaged refuses the list: a lost key must not go unnoticed.
  Result<std::vector<HeldRole>, std::string> list() const;

  /// Writes a role under its file name, at once or not at all. Saving a role that is not redeemed over a redeemed one
  /// keeps the old key aside until the new one is redeemed or forgotten. Refuses to replace another server's role.
  std::optional<std::string> save(const HeldRole& role) const;

  /// Removes a role; a key that it had pushed aside comes back. Nothing to remove is no error; another key under the
  /// same name is left alone and is one.
  std::optional<std::string> forget(const HeldRole& role) const;

  /// The folder for what the client keeps of this role, made where it is missing.
  Result<std::filesystem::path, std::string> state_folder(const HeldRole& role) const;

  const std::filesystem::path& keys_folder() const { return keys_folder_; }

 private:
  Keyring() = default;
  std::filesystem::path keys_folder_;  // checked: mode 0700, ours, no link
  std::filesystem::path state_root_;
};

/// What a player typed. Table: TABLE, TABLE@ADDR, or empty where one table is held. Role: as printed, in either case;
/// VIEWER stands for the only VIEWER/n, empty for the only role at the table.
struct RoleQuery {
  std::string_view table;
  std::string_view role;
};

/// The roles held at the one table that `table` names, or a sentence that says which are held.
Result<std::vector<HeldRole>, std::string> find_table(const std::vector<HeldRole>& held, std::string_view table);

/// The one role that is meant, or a sentence that says what is wrong and what is held.
Result<HeldRole, std::string> find(const std::vector<HeldRole>& held, RoleQuery query);

}  // namespace parley
