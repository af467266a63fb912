// The commands of parleyd beside `serve`. Each prints its result on stdout, errors as one sentence on stderr, and returns
// the exit code: 0 done, 1 refused or failed, 2 usage or start-up.
#pragma once

#include "common/core/action.h"

#include <filesystem>
#include "server/rule_sets.h"

#include <optional>
#include <string>
#include <vector>

namespace parley {

struct NewTableOptions {
  std::string name;
  AskedRules rules;
  std::vector<std::string> seats;
  std::string address;               // empty: the default door
};

struct DumpOptions {
  std::uint64_t from = 0;            // the first version that is printed
  std::optional<std::uint64_t> at;   // in place of commits the table and its deals, as they were then
  bool json = false;                 // one object a line
};

int table_new(const std::filesystem::path& data, const NewTableOptions& options);
int table_list(const std::filesystem::path& data);
int table_show(const std::filesystem::path& data, const std::string& table);
int invite(const std::filesystem::path& data, const std::string& table, const std::string& role, const std::string& address);
int revoke(const std::filesystem::path& data, const std::string& table, const std::string& role);
int export_ledger(const std::filesystem::path& data, const std::string& table, bool json);
int dump(const std::filesystem::path& data, const std::string& table, const DumpOptions& options);
int verify_store(const std::filesystem::path& data, const std::optional<std::string>& table);

}  // namespace parley
