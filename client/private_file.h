// Files and folders that nobody else may see: folders of mode 0700, files of mode 0600, ours, no symbolic links. What is
// otherwise is refused with a sentence and never repaired: the player must know.
#pragma once

#include "common/core/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace parley {

using Failure = std::optional<std::string>;  // the sentence, or nothing where all went well

inline constexpr std::size_t private_bytes_max = 16 * 1024;

/// "cannot read {}: {}" with the path, and what the system says of it just now. The sentence is marked by tr_later.
std::string cannot(const char* sentence, const std::string& path);
/// The folder that an XDG variable names, or its default below HOME.
Result<std::filesystem::path, std::string> base_folder(const char* variable, const char* below_home);
/// Makes it where it is missing; refuses one that others may enter.
Failure make_private_folder(const std::string& path);

struct PrivateText {
  std::string text;  // up to private_bytes_max + 1 bytes: more is too much
  bool is_there = false;
};
Result<PrivateText, std::string> read_private(const std::string& path);

struct PrivateWrite {
  const std::filesystem::path& folder;
  std::string name;
  std::string_view text;
};
/// Readers see the old file or the new one. A crash leaves at most a file *.tmp, which nothing reads.
Failure write_private(const PrivateWrite& write);
/// Without this a crash may undo a rename or a removal that has been reported.
Failure sync_folder(const std::filesystem::path& path);

}  // namespace parley
