"""The screen on a real server: what it costs, what is typed and pasted, what the player is told, and a connection that comes and goes
[SCREENS 3, 4, 9, 10]."""
import base64
import re
import signal
import sys
import time
import unittest
from pathlib import Path

from driver import run, temporary_folder
from screens import Played, ScreenTest
from vt import ENTER, ESC, TAB, control, feed

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))
from screen import BYTES, bytes_of  # noqa: E402

SEQUENCES = [b"\x1b[200;5u", b"\x1bOP", b"\x1b[15~", b"\x1b[[A", b"\x1b[<0;10;10M", b"\x1b[<0;10;10m", b"\x1b[M !!", b"\x1b[I", b"\x1b[O", b"\x1b[?62;1c", b"\x1b[27;5;97~",
             b"\x1b[97;5u", b"\x1b[1;5Q", b"\x1b[?1049$y", b"\x1b]11;rgb:0000/aaaa/0000\x1b\\", b"\x1b]52;c;YWFh\a", b"\x1bP1$r0may\x1b\\", b"\x1b_ay\x1b\\", b"\x1b[12;34R",
             b"\x00", b"\x1c"]
COPIED = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\a")


class Costs(unittest.TestCase):
    """What a minute changes is in app_test.cpp: here it would take a minute."""

    def test_bytes(self):
        played = Played()
        self.addCleanup(played.end)
        figures = bytes_of(played, idle_s=3)
        self.assertEqual(set(figures), set(BYTES))
        self.assertEqual({what: cost for what, cost in figures.items() if cost > BYTES[what]}, {})


class Keys(ScreenTest):
    DEALS = 8

    def selected(self, vt):
        return next(int(row[2:].split()[0]) for row in vt.rows() if row.startswith(">#"))

    def test_broken_bytes_lose_no_other_key(self):
        vt = self.screen()
        vt.send(b"j\xffj\xc3j\xe2\x82j\xf0\x9f\x98j\xed\xa0\x80j\xc0\xafj")
        vt.wait_for(lambda v: self.selected(v) == 1)
        vt.keys("G", "gg")
        vt.wait_for(lambda v: self.selected(v) == 8)
        vt.keys("o")
        vt.wait_for("0 of 1000")
        vt.send(b"\ta\xffb\xc3c\xe2\x82d\xd0\xb6e\xf0\x9f\x98f\x80g")
        vt.wait_for("abcdжefg")

    def test_a_character_in_pieces(self):
        vt = self.screen()
        vt.keys("o", TAB)
        for piece in "ж漢".encode():
            vt.send(bytes([piece]))
            feed(0.01)
        vt.wait_for("ж漢")

    def test_unknown_sequences_are_no_keys(self):
        vt = self.screen()
        for sequence in SEQUENCES:
            with self.subTest(sequence):
                self.assertEqual(vt.cost(sequence.decode(), ms=60), 0)
        vt.keys("o", TAB)
        vt.wait_for(">terms")
        vt.send(b"".join(SEQUENCES) + b"only this")
        vt.wait_for(">terms     only this")

    def test_escape_alone_is_quick(self):
        vt = self.screen()
        taken = []
        for _ in range(5):
            vt.keys("?")
            vt.wait_for("── Help")
            vt.quiet(80)
            start = time.monotonic()
            vt.keys(ESC)
            vt.wait_gone("── Help")
            taken.append(time.monotonic() - start)
        self.assertLess(min(taken), 0.2)

    def test_escape_and_a_letter_at_once_are_alt_and_the_letter(self):
        vt = self.screen()
        for letter in "aoqtgdb?/1":
            self.assertEqual(vt.cost(ESC + letter, ms=60), 0, letter)

    def test_a_paste_is_nothing_in_lists_menus_and_prompts(self):
        vt = self.screen()
        commands = "o\na\ny\nq\n1\n\x1bg\r\x1b[B?\x1aw"
        vt.paste(commands)
        self.assertEqual(vt.quiet(150), 0)
        for keys, there in (("g", "Game"), ("a", "Sure?"), ("?", "Help")):
            with self.subTest(there):
                vt.keys(keys)
                vt.wait_for(there)
                vt.quiet(150)
                vt.paste(commands)
                self.assertEqual(vt.quiet(150), 0)
                vt.keys(ESC)
                vt.wait_for("Ledger")

    def test_a_paste_never_submits(self):
        vt = self.screen()
        vt.keys("t")
        vt.wait_for("Say to the table")
        vt.paste("One line\nand another\r" + control("x") + "\n")
        vt.wait_for("and another")
        vt.quiet(150)
        self.assertIsNotNone(vt.find("Say to the table"))
        self.assertFalse(any(line.get("by") == "ATR" for line in self.game["HAR"].lines))

    def test_a_huge_paste_is_cut_at_once(self):
        vt = self.screen()
        vt.keys("o", TAB)
        vt.wait_for(">terms")
        start = time.monotonic()
        vt.paste("spice\u0436 " * 14300 + "\n" + control("x") + "y\n")
        vt.wait_for("1000 of 1000 characters")
        self.assertLess(time.monotonic() - start, 3)
        self.assertIsNone(vt.find("Sure?"))
        vt.keys(ESC)
        vt.wait_for("The draft is kept")


class Told(unittest.TestCase):
    def setUp(self):
        self.played = Played(deals=0)
        self.addCleanup(self.played.end)

    def screen(self, **env):
        vt = self.played.screen("ATR", **env)
        self.addCleanup(vt.close)
        vt.wait_for("6/6 on")
        vt.quiet(150)
        return vt

    settings = ScreenTest.settings

    @property
    def home(self):
        return self.played.homes["ATR"]

    def test_bell_title_and_copy(self):
        vt = self.screen()
        self.assertEqual((vt.bells, vt.title), (0, "parley arrakis"))
        deal = self.played.offer(1, "Ты не войдёшь в Арракин,\nпока \"я\" там.")
        vt.wait_for(lambda v: v.title == "(1) parley arrakis")
        self.assertEqual(vt.bells, 1)
        self.played.game["EMP"].do("accept", deal=deal)
        self.played.game["HAR"].do("say", text="Well?")
        vt.wait_for("2/3")
        vt.quiet(150)
        self.assertEqual((vt.bells, vt.title), (1, "(1) parley arrakis"))
        self.played.offer(2)
        vt.wait_for(lambda v: v.title == "(2) parley arrakis")
        self.assertEqual(vt.bells, 2)
        vt.keys(str(deal), ENTER, "y")
        vt.wait_for("clipboard")
        self.assertEqual([base64.b64decode(found, validate=True).decode() for found in COPIED.findall(vt.raw)], ["Ты не войдёшь в Арракин,\nпока \"я\" там."])
        vt.keys("a")
        vt.wait_for("Sure?")
        vt.keys("y")
        vt.wait_for(lambda v: v.title == "(1) parley arrakis")
        self.assertEqual(vt.bells, 2)

    def test_settings(self):
        self.settings("# mine", "bell = off", "title = off", " key.accept = A", "ascii = on")
        vt = self.screen()
        deal = self.played.offer(1)
        vt.wait_for(f"#{deal} OFFER")
        vt.keys("a")
        vt.wait_for("That key does nothing here")
        vt.keys("A")
        vt.wait_for(f"Sure? accept #{deal}")
        self.assertEqual((vt.bells, vt.title, re.findall(rb"\x1b\]|[\x80-\xff]", vt.raw)), (0, "", []))
        self.assertEqual(vt.row(23)[:10], " y YES  n ")

    def test_wrong_settings(self):
        for line, why in (("bell = loud", "'bell' is on or off"), ("nonsense", "name = value"), ("colour = off", "no setting 'colour'; 'parley --config' lists them"),
                          ("key.accept = d", "'key.accept' cannot be 'd'"), ("key.accept = \x1b[2J", "'key.accept' cannot be"), ("language = \x1b]0;x\a", "'language' is en or ru")):
            with self.subTest(line):
                self.settings("bell = off", line)
                done = run("parley", "arrakis", "--as", "ATR", home=self.home)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, r"^parley: /\S+/config/parley/config: line 2: [^\n\x1b\a]*" + re.escape(why) + r"[^\n\x1b\a]*\n$")

    def test_the_settings_are_printed_without_a_table(self):
        home = temporary_folder() / "nobody"
        done = run("parley", "--config", home=home)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.splitlines()[0], f"# {home}/config/parley/config")
        for name in ("ascii", "colours", "bell", "title", "language", "key.accept", "key.quit"):
            self.assertRegex(done.stdout, rf"(?m)^{re.escape(name)} += ")
        self.settings(*done.stdout.splitlines())  # what it prints is a settings file
        again = run("parley", "--config", home=self.home)
        self.assertEqual(again.stdout.splitlines()[1:], done.stdout.splitlines()[1:])


class Connections(ScreenTest):
    def tearDown(self):
        if self.server.process.poll() is not None:
            self.server.start()

    def accepts(self, deal):
        return [line for line in self.game["EMP"].lines if line.get("event") == "committed" and line.get("do") == "accept" and line.get("deal") == deal]

    def row_of(self, vt, deal):
        return next(row for row in vt.rows() if row[1:].startswith(f"#{deal} "))  # in the ledger, not in the notice

    def accept(self, vt, deal):
        vt.keys(str(deal), ENTER, "a")
        vt.wait_for(f"Sure? accept #{deal}")
        vt.keys("y")
        vt.wait_for("SENT, not done yet")

    def test_what_is_sent_is_not_done_before_the_server_says_so(self):
        vt = self.screen()
        deal = self.played.offer(70)
        vt.wait_for(f"#{deal} OFFER")
        self.server.process.send_signal(signal.SIGSTOP)
        try:
            self.accept(vt, deal)
            vt.quiet(300)
            self.assertIsNotNone(vt.find("SENT, not done yet"))
            self.assertRegex(self.row_of(vt, deal), " SENT$")
        finally:
            self.server.process.send_signal(signal.SIGCONT)
        vt.wait_gone("SENT")
        self.assertIn("2/3", self.row_of(vt, deal))
        self.assertRegex(vt.row(22), r"^ v\d+: ATR ")

    def test_a_server_that_dies_and_comes_back(self):
        vt = self.screen()
        deal = self.played.offer(71)
        vt.wait_for(f"#{deal} OFFER")
        vt.keys("o")
        vt.wait_for("0 of 1000")
        vt.keys(TAB, "Still being written")
        vt.keys(ESC)
        vt.wait_for("Ledger")
        vt.keys(str(deal), ENTER, "j", "k")
        vt.wait_for(f">#{deal}")
        self.server.kill()
        vt.wait_for(lambda v: "CONNECTION LOST" in v.row(1), 1)
        vt.wait_for(f">#{deal}")
        self.accept(vt, deal)
        vt.wait_for("the connection is lost; it goes out")
        self.assertRegex(self.row_of(vt, deal), " SENT$")
        self.server.start()
        vt.wait_for(lambda v: "CONNECTION LOST" not in v.row(1) and "2/3" in self.row_of(v, deal))
        vt.wait_for(f">#{deal}")
        self.game["EMP"].wait(lambda _: self.accepts(deal), "the accept")
        self.server.restart()
        vt.wait_for("The connection is back")
        vt.keys("o")
        vt.wait_for("Still being written")
        self.game["EMP"].live(3)
        self.assertEqual(len(self.accepts(deal)), 1)

    def test_sent_at_the_very_end_and_answered_in_the_next_run(self):
        vt = self.screen()
        deal = self.played.offer(72)
        vt.wait_for(f"#{deal} OFFER")
        self.server.kill()
        vt.wait_for("CONNECTION LOST")
        self.accept(vt, deal)
        vt.keys("q")
        self.assertEqual(vt.wait_end(), 0)
        self.server.start()
        vt = self.screen()
        vt.wait_for(lambda v: "2/3" in self.row_of(v, deal))
        self.game["EMP"].wait(lambda _: self.accepts(deal), "the accept")
        self.assertEqual(len(self.accepts(deal)), 1)

    def test_two_of_one_seat(self):
        older = self.screen()
        newer = self.screen()
        older.wait_for("logged in somewhere else")
        lives = self.game["HAR"].lines[:]
        newer.quiet(800)
        self.assertEqual(self.game["HAR"].lines, lives, "nobody comes and goes")
        self.assertIsNotNone(older.find("logged in somewhere else"))
        older.keys("a")
        older.wait_for("Not possible")
        older.keys("q")
        self.assertEqual(older.wait_end(), 0)
        newer.keys("?")
        newer.wait_for("── Help")


if __name__ == "__main__":
    unittest.main()
