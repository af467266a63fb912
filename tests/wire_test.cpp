// The bytes: golden ones for everything that has bytes, and that encoding is one-to-one.
#include "common/wire/message.h"

#include "common/core/limits.h"
#include "common/keys/invite.h"
#include "common/wire/names.h"
#include "tests/support/catch.h"
#include "tests/support/parts.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

using namespace parley;
using namespace parley::test;

namespace {

const std::string golden_path = std::string(PARLEY_TESTS_DIR) + "/golden/wire.txt";
const std::string protocol_path = std::string(PARLEY_TESTS_DIR) + "/../common/PROTOCOL.md";

std::string file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Entry name -> its words: a name alone at the start of a line, its fields in the indented lines after it.
std::map<std::string, std::vector<std::string>> entries(const std::string& text) {
  std::map<std::string, std::vector<std::string>> found;
  std::vector<std::string>* entry = nullptr;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (line[0] != ' ') {
      INFO("the entry " << line);
      REQUIRE(!found.contains(line));
      entry = &found[line];
      continue;
    }
    REQUIRE(entry != nullptr);
    std::istringstream words(line);
    for (std::string word; words >> word;) entry->push_back(word);
  }
  return found;
}

/// What stands in the blocks that start with ```golden.
std::string quoted(const std::string& markdown) {
  std::string out;
  bool inside = false;
  std::istringstream lines(markdown);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) inside = line == "```golden";
    else if (inside) out += line + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("wire: golden bytes") {
  const auto golden = entries(file(golden_path));
  const auto now = entries(golden_text());
  REQUIRE(golden.size() > 150);
  for (const auto& [name, words] : golden) {
    INFO(name);
    REQUIRE(now.contains(name));
    CHECK(now.at(name) == words);
  }
  for (const auto& [name, words] : now) {
    INFO(name << " is new: write it with parley_unit_tests \"[.write-golden-wire]\"");
    CHECK(golden.contains(name));
  }
  CHECK(file(golden_path) == golden_text());
}

TEST_CASE("write the golden bytes of the wire", "[.write-golden][.write-golden-wire]") {
  std::ofstream(golden_path, std::ios::binary) << golden_text();
}

TEST_CASE("wire: what PROTOCOL.md quotes is golden") {
  const std::string protocol = file(protocol_path);
  const auto golden = entries(file(golden_path));
  const auto shown = entries(quoted(protocol));
  for (const auto& [name, words] : shown) {
    INFO(name);
    REQUIRE(golden.contains(name));
    CHECK(golden.at(name) == words);
  }
  SECTION("one of each message is shown, and of each verb as a request or a commit") {
    std::set<std::string> kinds;
    for (const auto& [name, words] : shown) {
      const std::size_t dot = name.find('.');
      kinds.insert(name.substr(0, dot) == "client" || name.substr(0, dot) == "server"
                       ? name.substr(0, name.find('.', dot + 1)) : name.substr(0, dot));
    }
    for (const char* kind : {"client.hello", "client.login", "client.redeem", "client.act", "client.ping", "client.bye",
                             "server.welcome", "server.logged_in", "server.committed", "server.committed_private",
                             "server.live", "server.answered", "server.refused", "server.presence", "server.pong",
                             "server.bye", "commit", "record", "secret", "statement", "hash", "digest", "invite"}) {
      INFO(kind);
      CHECK(kinds.contains(kind));
    }
    std::set<std::string> words;
    for (const auto& [name, fields] : shown) words.insert(fields.begin(), fields.end());
    for (unsigned n = 0; n < 256; ++n) {
      const auto verb = static_cast<Verb>(n);
      if (name(verb).empty()) continue;
      INFO(name(verb));
      CHECK(words.contains("verb=" + to_hex(std::string(1, static_cast<char>(n)))));
    }
  }
  SECTION("and the text of the invite") {
    const auto invite = parse_invite([&] {
      const std::size_t start = protocol.find("parley1-AR");
      REQUIRE(start != std::string::npos);
      return protocol.substr(start, protocol.find_first_of(" \n`", start) - start);
    }());
    REQUIRE(invite);
    CHECK(invite->address == "unix:/srv/parley/parley.sock");
    CHECK(invite->server == server_key().public_key());
    CHECK(invite->table == "arrakis");
    CHECK(invite->role == "ATR");
    CHECK(invite->code == counting<16>(0xa0));
  }
}

TEST_CASE("wire: the fields in order are the bytes") {
  for (const Sample& sample : samples()) {
    INFO(sample.name);
    CHECK(joined(parts_of(sample.thing)) == encode_thing(sample.thing));
  }
}

TEST_CASE("wire: encoding is one-to-one") {
  std::set<std::string> names;
  for (const Sample& sample : samples()) {
    INFO(sample.name);
    CHECK(names.insert(sample.name).second);
    const std::string bytes = encode_thing(sample.thing);
    const auto back = decode_like(sample.thing, bytes);
    REQUIRE(back);
    CHECK(same(*back, sample.thing));
    CHECK(encode_thing(*back) == bytes);
  }
}

TEST_CASE("wire: every number has a sample") {
  std::set<std::size_t> client, server, secrets;
  std::set<Verb> requests, commits;
  for (const Sample& sample : samples()) {
    if (const auto* m = std::get_if<ClientMessage>(&sample.thing)) {
      client.insert(m->index());
      if (const Act* act = std::get_if<Act>(m)) requests.insert(verb_of(act->request.action));
    }
    if (const auto* m = std::get_if<ServerMessage>(&sample.thing)) server.insert(m->index());
    if (const auto* c = std::get_if<Commit>(&sample.thing)) commits.insert(verb_of(c->action));
    if (const auto* s = std::get_if<Secret>(&sample.thing)) secrets.insert(s->index());
  }
  CHECK(client.size() == std::variant_size_v<ClientMessage> - 1);  // all but Forbidden, which has no bytes
  CHECK(server.size() == std::variant_size_v<ServerMessage>);
  CHECK(commits.size() == std::variant_size_v<Action>);
  CHECK(requests.size() == std::variant_size_v<Action> - 3);       // all but the server's
  CHECK(secrets.size() == std::variant_size_v<Secret> - 1);
}

TEST_CASE("wire: a commit's frame is made of its journaled bytes") {
  for (const Sample& sample : samples()) {
    const auto* message = std::get_if<ServerMessage>(&sample.thing);
    if (!message) continue;
    INFO(sample.name);
    if (const auto* m = std::get_if<Committed>(message))
      CHECK(committed_frame(encode(m->commit), {}) == encode_thing(sample.thing));
    if (const auto* m = std::get_if<CommittedPrivate>(message))
      CHECK(committed_frame(encode(m->commit), encode(m->commit.secret)) == encode_thing(sample.thing));
  }
}

TEST_CASE("wire: every message fits its direction's frame, and the handshake fits a stranger's") {
  for (const Sample& sample : samples()) {
    INFO(sample.name);
    const std::size_t size = encode_thing(sample.thing).size();
    if (const auto* m = std::get_if<ClientMessage>(&sample.thing)) {
      CHECK(size < limits::frame_from_client);
      if (!std::holds_alternative<Act>(*m)) CHECK(size < limits::frame_before_login);
    } else {
      CHECK(size < limits::frame_from_server);
    }
  }
}

TEST_CASE("wire: the worked statements are what is signed") {
  const auto golden = entries(file(golden_path));
  const auto bytes_of = [&](const std::string& name) {
    std::string hex;
    for (const std::string& word : golden.at(name)) hex += word.substr(word.find('=') + 1);  // npos + 1: all of it
    return from_hex(hex).value();
  };
  const auto signed_by_seat = [](const std::string& statement) {
    return statement + std::string(view(seat_key().sign(statement)));
  };
  CHECK(bytes_of("statement.login") == signed_by_seat(login_statement(handshake(), unsigned_login())));
  CHECK(bytes_of("statement.redeem") == signed_by_seat(redeem_statement(handshake(), unsigned_redeem())));
  CHECK(bytes_of("statement.offer") ==
        signed_by_seat(consent_statement({table_hash(), Role::of(Seat{0}), Epoch{1}}, RequestId{1}, Offer{truce()}, Hash{})));
  CHECK(bytes_of("statement.accept") ==
        signed_by_seat(consent_statement({table_hash(), Role::of(Seat{1}), Epoch{1}}, RequestId{8}, Accept{DealId{1}},
                                         record_hash(truce()))));
  for (const char* name : {"client.login", "client.redeem", "client.act.offer.form_1", "client.act.accept"}) {
    INFO(name << " carries that signature");
    const std::string statement = std::string(name).find("act") == std::string::npos ? std::string(name).substr(7)
                                  : std::string(name) == "client.act.accept"           ? "accept" : "offer";
    CHECK(bytes_of(name).ends_with(bytes_of("statement." + statement).substr(bytes_of("statement." + statement).size() - 64)));
  }
}

TEST_CASE("write a corpus for the fuzzer", "[.write-corpus]") {
  const std::filesystem::path folder = "corpus/decode";
  std::filesystem::create_directories(folder);
  std::string session;
  for (const Sample& sample : samples()) {
    const std::string bytes = encode_thing(sample.thing);
    if (sample.thing.index() < 2 && bytes.size() < 100) session += bytes;
    std::ofstream(folder / sample.name, std::ios::binary) << bytes;
  }
  std::ofstream(folder / "session", std::ios::binary) << session;
}
