// What a client keeps on disk: modes, names, atomic writes, and the sentences that a player reads.
#include "client/keyring.h"
#include "common/wire/names.h"

#include "tests/support/catch.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace parley;
namespace fs = std::filesystem;

namespace {

// A home of its own for one test; the environment comes back afterwards.
class Home {
 public:
  Home() {
    std::string name = (fs::temp_directory_path() / "parley-keyring-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    root = name;
    for (const char* variable : {"HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"}) {
      const char* const value = std::getenv(variable);
      before_.emplace_back(variable, value ? std::optional<std::string>(value) : std::nullopt);
      ::unsetenv(variable);
    }
    ::setenv("HOME", name.c_str(), 1);
  }
  ~Home() {
    for (const auto& [variable, value] : before_)
      value ? ::setenv(variable.c_str(), value->c_str(), 1) : ::unsetenv(variable.c_str());
    std::error_code ignored;
    fs::remove_all(root, ignored);
  }
  Home(const Home&) = delete;
  Home& operator=(const Home&) = delete;

  fs::path keys() const { return root / ".local/share/parley/keys"; }
  fs::path file(const HeldRole& role) const { return keys() / (file_stem(role) + ".json"); }

  fs::path root;

 private:
  std::vector<std::pair<std::string, std::optional<std::string>>> before_;
};

Keyring opened() {
  auto keyring = Keyring::open();
  if (!keyring) FAIL(keyring.error());
  return *keyring;
}

std::vector<HeldRole> listed(const Keyring& keyring) {
  auto roles = keyring.list();
  if (!roles) FAIL(roles.error());
  return *roles;
}

std::string refusal(const Result<std::vector<HeldRole>, std::string>& result) {
  REQUIRE_FALSE(result);
  return result.error();
}

std::string refusal(const Result<HeldRole, std::string>& result) {
  REQUIRE_FALSE(result);
  return result.error();
}

unsigned mode(const fs::path& path) {
  struct stat found {};
  REQUIRE(::lstat(path.c_str(), &found) == 0);
  return found.st_mode & 07777;
}

std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void write_file(const fs::path& path, std::string_view text) {
  std::ofstream(path) << text;
  REQUIRE(::chmod(path.c_str(), 0600) == 0);
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

PublicKey server_key(std::uint8_t first) {
  PublicKey out{};
  out.fill(0x11);
  out[0] = first;
  return out;
}

struct Sample {
  std::string table = "arrakis";
  std::string role = "ATR";
  std::uint8_t server = 0xab;
  std::string address = "unix:/srv/parley.sock";
};

HeldRole unredeemed(const Sample& sample = {}) {
  return {.address = sample.address,
          .server = server_key(sample.server),
          .table = sample.table,
          .role = sample.role,
          .key = SecretKey::generate(),
          .code = random_bytes<16>()};
}

HeldRole redeemed(const Sample& sample = {}) {
  HeldRole out = unredeemed(sample);
  out.code.reset();
  out.redeemed = true;
  out.epoch = Epoch{1};
  return out;
}

bool same(const HeldRole& a, const HeldRole& b) {
  return a.address == b.address && a.server == b.server && a.table == b.table && a.role == b.role &&
         a.role_code == b.role_code && a.key.seed() == b.key.seed() && a.epoch == b.epoch && a.code == b.code &&
         a.redeemed == b.redeemed;
}

}  // namespace

TEST_CASE("keyring: what is saved comes back, in the order of the file names", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  CHECK(keyring.keys_folder() == home.keys().string());
  CHECK(listed(keyring).empty());
  HeldRole viewer = redeemed({.role = "VIEWER/12"});
  viewer.role_code = 27;
  viewer.epoch = Epoch{4294967295};
  const HeldRole seat = unredeemed();
  REQUIRE_FALSE(keyring.save(viewer));
  REQUIRE_FALSE(keyring.save(seat));
  const auto roles = listed(opened());
  REQUIRE(roles.size() == 2);
  CHECK(same(roles[0], seat));
  CHECK(same(roles[1], viewer));
  CHECK(verify(seat.key.public_key(), "x", roles[0].key.sign("x")));
}

TEST_CASE("keyring: folders 0700 and files 0600, whatever the umask", "[keyring]") {
  const Home home;
  const mode_t before = ::umask(0);
  const HeldRole role = redeemed();
  const Keyring keyring = opened();
  REQUIRE_FALSE(keyring.save(role));
  ::umask(0277);
  const HeldRole other = redeemed({.role = "HAR"});
  REQUIRE_FALSE(keyring.save(other));
  ::umask(before);
  CHECK(mode(home.keys()) == 0700);
  CHECK(mode(home.keys().parent_path()) == 0700);
  CHECK(mode(home.file(role)) == 0600);
  CHECK(mode(home.file(other)) == 0600);
  CHECK(listed(keyring).size() == 2);
}

TEST_CASE("keyring: the code leaves the file when the redeem was answered", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  HeldRole role = unredeemed();
  const std::string code = to_hex(view(*role.code));
  REQUIRE_FALSE(keyring.save(role));
  CHECK(text_of(home.file(role)).find(code) != std::string::npos);
  role.code.reset();
  role.redeemed = true;
  role.epoch = Epoch{3};
  REQUIRE_FALSE(keyring.save(role));
  CHECK(text_of(home.file(role)).find(code) == std::string::npos);
  CHECK(same(listed(keyring).at(0), role));
}

TEST_CASE("keyring: XDG folders; relative ones are ignored, no home is told", "[keyring]") {
  const Home home;
  ::setenv("XDG_DATA_HOME", (home.root / "data").c_str(), 1);
  ::setenv("XDG_STATE_HOME", (home.root / "state").c_str(), 1);
  CHECK(opened().keys_folder() == (home.root / "data/parley/keys").string());
  const auto state = opened().state_folder(redeemed());
  REQUIRE(state);
  CHECK(*state == (home.root / "state/parley/arrakis.ATR.ab111111").string());
  CHECK(mode(*state) == 0700);
  ::setenv("XDG_DATA_HOME", "data", 1);
  ::setenv("XDG_STATE_HOME", "", 1);
  CHECK(opened().keys_folder() == home.keys().string());
  CHECK(*opened().state_folder(redeemed()) == (home.root / ".local/state/parley/arrakis.ATR.ab111111").string());
  ::unsetenv("HOME");
  const auto none = Keyring::open();
  REQUIRE_FALSE(none);
  CHECK(none.error() == "HOME is not set, so I do not know where keys are: set HOME, or XDG_DATA_HOME, to a full path");
}

TEST_CASE("keyring: a folder that others may enter is refused", "[keyring]") {
  const Home home;
  opened();
  for (const mode_t wrong : {0755, 0750, 0701, 0500}) {
    REQUIRE(::chmod(home.keys().c_str(), wrong) == 0);
    const auto keyring = Keyring::open();
    REQUIRE_FALSE(keyring);
    CHECK(keyring.error() == home.keys().string() + " must be open to nobody else: chmod 700 " + home.keys().string());
  }
  REQUIRE(::chmod(home.keys().c_str(), 02700) == 0);  // set-group-ID is inherited on some systems and opens nothing
  CHECK(Keyring::open());
}

TEST_CASE("keyring: a folder that is a link or a file is refused", "[keyring]") {
  const Home home;
  fs::create_directories(home.keys().parent_path());
  fs::create_directory(home.root / "elsewhere");
  ::chmod((home.root / "elsewhere").c_str(), 0700);
  fs::create_symlink(home.root / "elsewhere", home.keys());
  const auto linked = Keyring::open();
  REQUIRE_FALSE(linked);
  CHECK(linked.error() == home.keys().string() + " is a symbolic link: put a folder of your own in its place");
  fs::remove(home.keys());
  write_file(home.keys(), "");
  const auto file = Keyring::open();
  REQUIRE_FALSE(file);
  CHECK(file.error() == home.keys().string() + " is not a folder: move it away");
}

TEST_CASE("keyring: a file that others may read is refused", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  const HeldRole role = redeemed();
  REQUIRE_FALSE(keyring.save(role));
  const std::string path = home.file(role).string();
  for (const mode_t wrong : {0644, 0640, 0604, 0400, 0700}) {
    REQUIRE(::chmod(path.c_str(), wrong) == 0);
    CHECK(refusal(keyring.list()) == path + " must be readable by nobody else: chmod 600 " + path);
    CHECK(keyring.save(role));  // nor is it written over, as someone may know it by now
    CHECK(keyring.forget(role));
    CHECK(mode(path) == wrong);
  }
}

TEST_CASE("keyring: a file that is a link, a folder, a pipe or another user's is refused", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  const HeldRole role = redeemed();
  REQUIRE_FALSE(keyring.save(role));
  const fs::path path = home.file(role);
  fs::rename(path, home.root / "real.json");
  fs::create_symlink(home.root / "real.json", path);
  CHECK(refusal(keyring.list()) == path.string() + " is a symbolic link: put the key file itself in its place");
  CHECK(keyring.save(role));
  fs::remove(path);
  fs::create_directory(path);
  CHECK(refusal(keyring.list()) == path.string() + " is not a file: move it away");
  fs::remove(path);
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  CHECK(refusal(keyring.list()) == path.string() + " is not a file: move it away");
  fs::remove(path);
  if (::geteuid() != 0) return;  // only root can give a file away
  fs::rename(home.root / "real.json", path);
  REQUIRE(::chown(path.c_str(), 12345, 12345) == 0);
  CHECK(refusal(keyring.list()) == path.string() + " belongs to another user: move it away");
  fs::remove(path);
  REQUIRE(::chown(home.keys().c_str(), 12345, 12345) == 0);
  const auto stranger = Keyring::open();
  REQUIRE_FALSE(stranger);
  CHECK(stranger.error() == home.keys().string() + " belongs to another user: move it away");
}

TEST_CASE("keyring: no table or role leads out of the folder", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  std::vector<std::string> stems;
  for (const char* table :
       {"..", ".", "../../x", "/etc/passwd", "a/b", "a.b", "a%2fb", ".hidden", "a b", "\xc3\xa9", "~"})
    for (const char* role : {"ATR", "../ATR", "VIEWER/1", ".."}) {
      const HeldRole held = redeemed({.table = table, .role = role});
      const std::string stem = file_stem(held);
      CHECK(stem.find('/') == std::string::npos);
      CHECK(stem.find("..") == std::string::npos);
      CHECK(stem[0] != '.');
      CHECK(std::find(stems.begin(), stems.end(), stem) == stems.end());
      stems.push_back(stem);
      REQUIRE_FALSE(keyring.save(held));
      CHECK(fs::exists(home.file(held)));
      const auto state = keyring.state_folder(held);
      REQUIRE(state);
      CHECK(fs::canonical(*state).parent_path() == fs::canonical(home.root / ".local/state/parley"));
    }
  CHECK(listed(keyring).size() == stems.size());
  std::size_t outside = 0;
  for (const auto& entry : fs::recursive_directory_iterator(home.root))
    outside += entry.is_regular_file() && entry.path().parent_path() != home.keys();
  CHECK(outside == 0);
}

TEST_CASE("keyring: what could not be read again is not saved", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  HeldRole no_code = unredeemed();
  no_code.code.reset();
  for (const HeldRole& role :
       {redeemed({.table = ""}), redeemed({.role = ""}), redeemed({.address = ""}), no_code,
        redeemed({.table = std::string(33, 'a')}), redeemed({.role = std::string(33, 'a')}),
        redeemed({.address = std::string(256, 'a')}), redeemed({.address = "tcp:\x1b"}), redeemed({.address = "\xff"})})
    CHECK(keyring.save(role));
  CHECK(fs::is_empty(home.keys()));
  REQUIRE_FALSE(keyring.save(redeemed({.table = std::string(32, '/'), .role = std::string(32, '/')})));
  CHECK(listed(keyring).size() == 1);
}

TEST_CASE("keyring: a leftover of an interrupted write is ignored", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  const HeldRole role = redeemed();
  write_file(home.file(role).string() + ".01234567.tmp", "{\"address\": \"cut sh");
  write_file(home.keys() / "notes.txt", "mine");
  CHECK(listed(keyring).empty());
  REQUIRE_FALSE(keyring.save(role));
  CHECK(listed(keyring).size() == 1);
}

TEST_CASE("keyring: a write that fails leaves the old file and no other", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  HeldRole role = redeemed();
  REQUIRE_FALSE(keyring.save(role));
  const std::string before = text_of(home.file(role));
  role.epoch = Epoch{2};
  struct rlimit limit {};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &limit) == 0);
  const struct rlimit full { 100, limit.rlim_max };
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &full);
  const auto failure = keyring.save(role);
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, handler);
  REQUIRE(failure);
  CHECK(*failure == "cannot write " + home.file(role).string() + ": File too large; nothing was changed");
  CHECK(text_of(home.file(role)) == before);
  CHECK(std::distance(fs::directory_iterator(home.keys()), fs::directory_iterator()) == 1);
}

TEST_CASE("keyring: a damaged file is named, whatever is wrong with it", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  const HeldRole role = unredeemed();
  REQUIRE_FALSE(keyring.save(role));
  const fs::path path = home.file(role);
  const std::string good = text_of(path);
  const std::string sentence =
      path.string() +
      " is damaged or of a newer version: move it away and ask the host for a new invite, or update parley";
  const std::string body = good.substr(0, good.size() - 1);  // without the last line feed
  for (std::size_t size = 0; size < body.size(); ++size) {
    write_file(path, body.substr(0, size));
    CHECK(refusal(keyring.list()) == sentence);
  }
  const std::string code = to_hex(view(*role.code)), seed = to_hex(view(role.key.seed()));
  for (const std::string& wrong :
       {std::string("[]"), std::string("null"), good + "x", replaced(good, "\"epoch\": 0", "\"epoch\": -1"),
        replaced(good, "\"epoch\": 0", "\"epoch\": 4294967296"), replaced(good, "\"epoch\": 0", "\"epoch\": \"0\""),
        replaced(good, "\"role_code\": 0", "\"role_code\": 65536"), replaced(good, "false", "0"),
        replaced(good, "\"code\"", "\"kode\""), replaced(good, code, code.substr(2)), replaced(good, code, "zz"),
        replaced(good, seed, seed + "00"), replaced(good, "arrakis", ""), replaced(good, "unix:", "\\u001b"),
        good + std::string(20000, ' ')}) {
    write_file(path, wrong);
    INFO(wrong.substr(0, 400));
    CHECK(refusal(keyring.list()) == sentence);
    CHECK(keyring.save(role));  // the player moves it away; it may be all there is of a key
  }
  write_file(path, replaced(good, "{", "{\"later\": [1, 2],"));
  CHECK(listed(keyring).size() == 1);
  write_file(path, replaced(good, "arrakis", "ix"));
  CHECK(refusal(keyring.list()) ==
        path.string() + " has another role's name: call it ix.ATR.ab111111.json, or move it away");
}

TEST_CASE("keyring: a new invite does not cost the old key before it is redeemed", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  const HeldRole old = redeemed();
  HeldRole fresh = unredeemed();
  REQUIRE_FALSE(keyring.save(old));
  REQUIRE_FALSE(keyring.save(fresh));
  CHECK(same(listed(keyring).at(0), fresh));
  SECTION("refused: the old key comes back") {
    REQUIRE_FALSE(keyring.forget(fresh));
    REQUIRE(listed(keyring).size() == 1);
    CHECK(same(listed(keyring)[0], old));
    CHECK(mode(home.file(old)) == 0600);
  }
  SECTION("refused after a second invite: the old key comes back") {
    const HeldRole second = unredeemed();
    REQUIRE_FALSE(keyring.save(second));
    REQUIRE_FALSE(keyring.forget(second));
    CHECK(same(listed(keyring).at(0), old));
  }
  SECTION("redeemed: the old key is gone for good") {
    fresh.redeemed = true;
    fresh.code.reset();
    REQUIRE_FALSE(keyring.save(fresh));
    CHECK(std::distance(fs::directory_iterator(home.keys()), fs::directory_iterator()) == 1);
    REQUIRE_FALSE(keyring.forget(fresh));
    CHECK(fs::is_empty(home.keys()));
  }
}

TEST_CASE("keyring: forget", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  const HeldRole role = redeemed(), later = redeemed();
  CHECK_FALSE(keyring.forget(role));
  REQUIRE_FALSE(keyring.save(later));
  CHECK(keyring.forget(role) == home.file(role).string() + " holds another key by now: 'parley tables' shows it");
  CHECK(listed(keyring).size() == 1);
  CHECK_FALSE(keyring.forget(later));
  CHECK(listed(keyring).empty());
}

TEST_CASE("keyring: two servers whose keys begin alike do not overwrite each other", "[keyring]") {
  const Home home;
  const Keyring keyring = opened();
  const HeldRole role = redeemed();
  HeldRole other = unredeemed();
  other.server.back() = 0x99;
  REQUIRE(file_stem(role) == file_stem(other));
  REQUIRE_FALSE(keyring.save(role));
  CHECK(keyring.save(other) == home.file(role).string() + " holds a role at another server: move it away first");
  CHECK(same(listed(keyring).at(0), role));
}

TEST_CASE("finding a table", "[keyring]") {
  const HeldRole atr = redeemed(), host = redeemed({.role = "HOST", .address = "tls:example.org:7373"});
  const HeldRole ix = redeemed({.table = "ix", .role = "HAR"});
  const HeldRole far = redeemed({.server = 0xcd, .address = "tcp:127.0.0.1:7373"});

  CHECK(refusal(find_table({}, "")) == "I hold no role at any table yet: 'parley join' redeems an invite");
  CHECK(refusal(find_table({}, "x")) == "I hold no role at any table yet: 'parley join' redeems an invite");
  CHECK(find_table({atr, host}, "")->size() == 2);  // one table, though by two addresses
  CHECK(find_table({atr, host, ix}, "arrakis")->size() == 2);
  CHECK(find_table({atr, host, ix}, "ix")->size() == 1);
  CHECK(find_table({atr, far}, "arrakis@tcp:127.0.0.1:7373")->at(0).server == far.server);
  CHECK(find_table({ix, atr}, "ix@")->size() == 1);

  CHECK(refusal(find_table({ix, atr, host}, "x")) ==
        "no table 'x' here: I hold arrakis, ix; 'parley tables' lists them");
  CHECK(refusal(find_table({atr}, "Arrakis")) == "no table 'Arrakis' here: I hold arrakis; 'parley tables' lists them");
  CHECK(refusal(find_table({ix, atr}, "")) == "I hold more than one table: name one of arrakis, ix");
  CHECK(refusal(find_table({ix, atr, far}, "")) ==
        "I hold more than one table: name one of arrakis@tcp:127.0.0.1:7373, arrakis@unix:/srv/parley.sock, ix");
  CHECK(refusal(find_table({ix, atr, far}, "arrakis")) ==
        "I hold more than one table: name one of arrakis@tcp:127.0.0.1:7373, arrakis@unix:/srv/parley.sock");
  CHECK(refusal(find_table({atr, far}, "arrakis@unix:/nowhere")) ==
        "no table 'arrakis@unix:/nowhere' here: I hold arrakis@tcp:127.0.0.1:7373, arrakis@unix:/srv/parley.sock; "
        "'parley tables' lists them");
  const HeldRole anew = redeemed({.server = 0xef});
  CHECK(refusal(find_table({atr, anew}, "")) ==
        "table 'arrakis' at unix:/srv/parley.sock has had two servers: move the old one's key files away, "
        "arrakis.ATR.ab111111.json or arrakis.ATR.ef111111.json");
}

TEST_CASE("finding a role", "[keyring]") {
  const HeldRole atr = redeemed(), host = redeemed({.role = "HOST"}), one = redeemed({.role = "VIEWER/1"});
  const HeldRole two = redeemed({.role = "VIEWER/2"}), ix = redeemed({.table = "ix", .role = "HAR"});

  CHECK(find({atr, host}, {.table = "arrakis", .role = "HOST"})->role == "HOST");
  CHECK(find({atr, host}, {.table = "", .role = "atr"})->role == "ATR");
  CHECK(find({atr}, {.table = "", .role = ""})->role == "ATR");
  CHECK(find({atr, ix}, {.table = "ix", .role = ""})->role == "HAR");
  CHECK(find({atr, two}, {.table = "", .role = "VIEWER"})->role == "VIEWER/2");
  CHECK(find({one, two}, {.table = "", .role = "viewer/1"})->role == "VIEWER/1");

  CHECK(refusal(find({host, atr}, {.table = "", .role = "HAR"})) ==
        "no role 'HAR' at table 'arrakis' here: I hold ATR, HOST; 'parley tables' lists them");
  CHECK(refusal(find({host, atr}, {.table = "", .role = "VIEWER"})) ==
        "no role 'VIEWER' at table 'arrakis' here: I hold ATR, HOST; 'parley tables' lists them");
  CHECK(refusal(find({host, atr}, {.table = "", .role = ""})) ==
        "I hold more than one role at table 'arrakis': name one of ATR, HOST");
  CHECK(refusal(find({host, two, one}, {.table = "", .role = "VIEWER"})) ==
        "I hold more than one role at table 'arrakis': name one of VIEWER/1, VIEWER/2");
  CHECK(refusal(find({atr, ix}, {.table = "x", .role = "ATR"})) ==
        "no table 'x' here: I hold arrakis, ix; 'parley tables' lists them");
}
