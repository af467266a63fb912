// What was journaled once replays for ever: Dune tables as parley wrote them before it knew any other game
// (tests/golden/dune_journals.txt). Bytes are read back as they were, every commit is lawful, every digest is the same.
#include "tests/support/catch.h"

#include "common/core/apply.h"
#include "common/core/check.h"
#include "common/wire/message.h"

#include <fstream>
#include <sstream>

using namespace parley;

namespace {

std::string bytes_of(const std::string& hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) out += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return out;
}

/// The commit of a line, with its secret.
Commit commit_of(const std::string& bytes, const std::string& secret) {
  auto commit = decode_commit(bytes);
  REQUIRE(commit);
  CHECK(encode(*commit) == bytes);
  if (secret != "-") {
    auto decoded = decode_secret(bytes_of(secret));
    REQUIRE(decoded);
    commit->secret = *decoded;
  }
  return *commit;
}

}  // namespace

TEST_CASE("journals of before there were other games replay to the same tables", "[rules][P-D5]") {
  std::ifstream in(PARLEY_TESTS_DIR "/golden/dune_journals.txt");
  REQUIRE(in);
  Table table;
  int commits = 0;
  std::string story;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# ")) story = line.substr(2), table = Table{};
    if (line.empty() || line[0] == '#') continue;
    INFO(story << ": " << line);
    std::string bytes, secret, digest_then;
    std::istringstream(line) >> bytes >> secret >> digest_then;
    const Commit commit = commit_of(bytes_of(bytes), secret);
    REQUIRE_FALSE(lawful(table, commit));
    apply(table, commit);
    CHECK(digest(table) == std::stoull(digest_then, nullptr, 16));
    ++commits;
  }
  CHECK(commits == 87);
}
