"""Imports go one way (README "How it works"): core <- wire <- keys <- server | client. Each library has its own place."""
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What each folder may include of the project, besides itself.
MAY = {
    "common/core": set(),
    "common/wire": {"common/core"},
    "common/keys": {"common/core", "common/wire"},
    "server": {"common/core", "common/wire", "common/keys"},
    "client": {"common/core", "common/wire", "common/keys"},
}
# Which files may include a library: prefix of the header -> places (a folder or the start of a file's path).
LIBRARIES = {
    "utf8proc": ("common/core/text", "common/core/utf8"),
    "cereal/": ("common/wire/archive",),
    "nlohmann/": ("common/wire/", "common/keys/verify", "server/admin", "server/errands", "client/pipe", "client/merged_commits", "client/keyring", "client/draft",
                  "client/transcript", "client/decode"),
    "openssl/": ("common/keys/keys",),
    "sqlite3": ("server/sqlite",),
    "spdlog/": ("server/log",),
    "fmt/": ("client/",),
    "CLI/": ("server/main", "client/main", "client/tools"),
    "asio": ("server/connection", "server/listener", "server/server", "client/connection", "client/endpoint", "client/input", "client/join",
             "client/pipe", "client/plain", "client/play", "client/tap", "client/wait"),
    "ncurses": ("client/terminal",),
    "curses": ("client/terminal",),
}
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.M)


def sources():
    for folder in ("common", "server", "client"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                yield path.relative_to(ROOT).as_posix(), path.read_text()


def room_of(name):
    return next((room for room in MAY if name.startswith(room + "/")), None)


class Imports(unittest.TestCase):
    def test_folders(self):
        seen = 0
        for name, text in sources():
            room = room_of(name)
            self.assertIsNotNone(room, f"{name} stands in no known folder")
            for quote, header in INCLUDE.findall(text):
                if quote != '"':
                    continue
                other = room_of(header)
                self.assertIsNotNone(other, f"{name} includes {header}: name it from the project's root")
                seen += 1
                self.assertTrue(other == room or other in MAY[room], f"{name} includes {header}: {room} must not know {other}")
        self.assertGreater(seen, 100, "the includes were not found")

    def test_core_is_pure(self):
        for name, text in sources():
            if name.startswith("common/core/"):
                for quote, header in INCLUDE.findall(text):
                    if quote == "<" and not header.startswith("utf8proc"):
                        self.assertRegex(header, r"^[a-z_0-9]+$", f"{name} includes <{header}>: core knows std only")

    def test_libraries_have_one_place(self):
        for name, text in sources():
            for quote, header in INCLUDE.findall(text):
                if quote != "<":
                    continue
                for prefix, places in LIBRARIES.items():
                    if header.startswith(prefix):
                        self.assertTrue(name.startswith(places), f"{name} includes <{header}>, which belongs in {', '.join(places)}")


if __name__ == "__main__":
    unittest.main()
