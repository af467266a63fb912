"""The screen on terminals of every kind, in every locale, and in an environment that somebody else has chosen [SCREENS 5, 6]."""
import re
import subprocess
import unittest
from pathlib import Path

from driver import BIN, temporary_folder
from screens import ScreenTest
from vt import ESC, Vt

COLOUR = re.compile(rb"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m")


class Kinds(ScreenTest):
    def assert_screen(self, **env):
        with self.screen(**env) as vt:
            rows = vt.rows()
            vt.keys("?")
            vt.wait_for("Help")
            vt.keys(ESC)
            vt.wait_for("Ledger")
            vt.quiet(150)
            self.assertEqual(vt.rows(), rows)
            vt.keys("q")
            self.assertEqual(vt.wait_end(), 0)
            self.assertFalse(vt.alternate)
            return rows, bytes(vt.raw)

    def test_terminals_with_a_screen(self):
        for term in ("xterm-256color", "xterm", "vt100", "linux", "screen-256color", "tmux-256color", "xterm-kitty", "foot"):
            with self.subTest(term):
                rows, raw = self.assert_screen(TERM=term)
                self.assertRegex(rows[3], r"^>#3 +OFFER")
                self.assertEqual(b"\x1b]" in raw, term not in ("vt100", "linux"))

    def test_terminals_without(self):
        for term in ("dumb", "", None, "../../x;id"):
            with self.subTest(term):
                env = {name: value for name, value in self.played.environment("ATR", TERM=term).items() if value is not None}
                with Vt(BIN / "parley", "arrakis", "--as", "ATR", env=env) as vt:
                    vt.wait_for("line mode")
                    self.assertRegex(vt.row(0), r"^parley: TERM names no terminal .* line mode")
                    vt.keys("quit\r")
                    self.assertEqual(vt.wait_end(), 0)
                    self.assertNotIn(b"\x1b", vt.raw)
        self.assertEqual(list(Path("/tmp").glob("x;id")), [])

    def test_locales(self):
        for locale in (dict(LC_ALL="C"), dict(LC_ALL="POSIX"), dict(LC_ALL="", LANG="ru_RU.KOI8-R"), dict(LC_ALL="nonsense"), dict(LC_ALL="../../etc/passwd")):
            with self.subTest(locale):
                self.assertEqual(self.assert_screen(**locale)[0][2][:9], "── Ledger")

    def test_no_colour(self):
        self.assertRegex(self.assert_screen()[1], COLOUR)
        self.assertNotRegex(self.assert_screen(NO_COLOR="1")[1], COLOUR)
        self.settings("colours = off")
        self.assertNotRegex(self.assert_screen()[1], COLOUR)

    def test_an_environment_from_elsewhere(self):
        folder = temporary_folder()
        subprocess.run(["tic", "-x", "-o", folder, "-"], input="xterm-256color|hostile,am,cols#80,lines#24,cup=EVIL%p1%d;%p2%d,clear=EVIL,smcup=EVIL,\n",
                       text=True, check=True, stderr=subprocess.DEVNULL)
        rows, _ = self.assert_screen()
        there, raw = self.assert_screen(TERMINFO=str(folder), TERMINFO_DIRS=str(folder), ESCDELAY="9999", NCURSES_NO_UTF8_ACS="1", NCURSES_NO_PADDING="1",
                                        LINES="5000", COLUMNS="1")
        self.assertEqual(there, rows)
        self.assertNotIn(b"EVIL", raw)


if __name__ == "__main__":
    unittest.main()
