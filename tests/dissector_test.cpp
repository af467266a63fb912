// Wireshark's dissector reads by the same definitions as everybody else.
#include "tests/support/catch.h"
#include "tests/support/dissector.h"

#include <fstream>
#include <iterator>
#include <string>

using namespace parley::test;

namespace {

const std::string path = std::string(PARLEY_TESTS_DIR) + "/../common/parley.lua";
const std::string start = "-- >>> made by: parley_unit_tests \"[.write-golden-dissector]\"\n", end = "-- <<<\n";

std::string file() {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("dissector: its tables are the definitions of the wire") {
  const std::string lua = file();
  const std::size_t from = lua.find(start), to = lua.find(end);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  CHECK(lua.substr(from + start.size(), to - from - start.size()) == dissector_tables());
}

TEST_CASE("write the tables of the dissector", "[.write-golden][.write-golden-dissector]") {
  const std::string lua = file();
  const std::size_t from = lua.find(start), to = lua.find(end);
  REQUIRE(from != std::string::npos);
  REQUIRE(to != std::string::npos);
  std::ofstream(path, std::ios::binary) << lua.substr(0, from + start.size()) << dissector_tables() << lua.substr(to);
}
