"""The line mode: questions and prompts in a terminal, exit codes and order from a pipe [P-C2, P-C3]."""
import fcntl
import os
import pty
import re
import select
import struct
import termios
import time
import unittest

from driver import WAIT_S, Server, end, environment, run, spawn


class Terminal:
    """One `parley --plain` in a terminal of 80 columns."""

    def __init__(self, home, roles, columns=80):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.child = spawn("parley", "--plain", "arrakis", "--as", roles, stdin=slave, stdout=slave, stderr=slave, env=environment(home))
        os.close(slave)
        self.text = ""

    def read(self, seconds):
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False
        self.text += data.decode("utf-8", "replace")
        return bool(data)

    def wait(self, words):
        """What came up to and with the words, which must come."""
        until = time.monotonic() + WAIT_S
        while words not in self.text:
            if time.monotonic() > until or (not self.read(0.2) and self.child.poll() is not None):
                raise AssertionError(f"waited for {words!r}; there is {self.text[-600:]!r}")
        at = self.text.index(words) + len(words)
        before, self.text = self.text[:at], self.text[at:]
        return before

    def type(self, line):
        os.write(self.master, line.encode() + b"\n")

    def quit(self):
        self.type("quit")
        code = self.child.wait(WAIT_S)
        self.close()
        return code

    def close(self):
        end(self.child)
        os.close(self.master)


class Plain(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        invites = self.server.new_table("arrakis", "ATR,HAR,EMP")
        self.server.start()
        self.home = self.server.folder / "home"
        for role in ("ATR", "HAR", "EMP", "HOST"):
            self.assertEqual(run("parley", "join", "--invite-file", "-", home=self.home, input=invites[role]).returncode, 0)
        self.piped("HOST", "start\nadvance 2 bidding")

    def tearDown(self):
        self.server.kill()

    def piped(self, roles, lines, code=0):
        done = run("parley", "--plain", "arrakis", "--as", roles, home=self.home, input=lines + "\n")
        self.assertEqual(done.returncode, code, done)
        return done.stdout

    def test_exit_code_of_a_pipe(self):
        self.piped("ATR", 'say hello\nledger\ntable\nneed\nhelp\nhelp offer')
        self.piped("ATR", "sing", 1)                      # not understood
        self.piped("ATR", "accept 9", 1)                  # impossible
        self.piped("ATR", 'offer har "no end', 1)         # an open quote
        self.piped("ATR", "deal 9", 1)
        self.piped("ATR", "as BG", 1)
        self.piped("ATR", "sing\nquit", 1)
        self.assertIn("no deals yet", self.piped("ATR", "ledger"))

    def test_refused_by_the_server(self):
        out = self.piped("ATR,HAR", 'offer har "All of it" bribe atr>har 60000\nas HAR\naccept 1', 1)
        self.assertIn("REFUSED (payment_unavailable)", out)

    def test_start_is_one_line(self):
        out = self.piped("ATR,HAR,EMP,HOST", "as ATR\noffer har,emp \"Peace\"")
        self.assertEqual(len(re.findall(r"live at", out)), 1)
        self.assertIn("you are ATR, HAR, EMP, HOST (as ROLE changes", out)
        self.assertIn("nothing needs you", out)
        out = self.piped("ATR,HAR,EMP,HOST", "as BG", 1)
        self.assertIn("HAR: NEEDS YOU: accept 1 or decline 1", out)
        self.assertIn("EMP: NEEDS YOU: accept 1 or decline 1", out)
        self.assertIn("you hold ATR, HAR, EMP, HOST here, not 'BG'", out)

    def test_lines_are_wrapped_at_words(self):
        text = "Nobody ships to Arrakeen before turn five " * 6
        out = self.piped("ATR", f'offer har "{text.strip()}"\nledger\ndeal 1\nhelp')
        for line in out.splitlines():
            self.assertLessEqual(len(line), 80, line)
            self.assertEqual(line, line.rstrip())
        ledger = out[out.index("> ledger"):out.index("> deal 1")].splitlines()
        self.assertRegex(ledger[1], r"STATE +PARTIES +BRIBE +VOTES$")
        self.assertRegex(ledger[2], r"#1 OFFER +ATR>HAR +- +1/2$")
        self.assertTrue(ledger[3].startswith("    Nobody ships"))
        deal = out[out.index("> deal 1"):out.index("> help")]
        self.assertEqual(len(re.findall("Nobody\\s+ships", deal)), 6)  # the text once
        self.assertIn("offered in turn 2 bidding", deal)

    def test_terminal_asks_and_prompts(self):
        atr = Terminal(self.home, "ATR,HAR")
        atr.wait("\nATR> ")
        atr.type('offer har "Peace" bribe atr>har 99')
        shown = atr.wait("Offer #1 as ATR? y is yes, anything else is no: ")
        self.assertIn("You have 10 to spend, the bribe is 99", shown)
        self.assertNotIn("setup", shown)
        atr.type("yes")
        atr.wait("not done; only y is yes")
        atr.wait("ATR> ")
        atr.type('offer har "Peace" bribe atr>har 9')
        atr.wait("anything else is no: ")
        atr.type("y")
        atr.wait("committed v")
        atr.wait("ATR> ")
        atr.type("as HAR")
        atr.wait("HAR> ")
        atr.type("accept 1")
        shown = atr.wait("Accept #1 as HAR? y is yes, anything else is no: ")
        self.assertIn("| Peace", shown)
        self.assertIn("9 spice is paid", " ".join(shown.split()))
        self.piped("EMP", "say Hear me")                  # an event comes back to the question
        atr.wait("EMP says: Hear me")
        atr.wait("Accept #1 as HAR? y is yes, anything else is no: ")
        atr.type("n")
        atr.wait("not done")
        atr.wait("HAR> ")
        atr.type("sing")
        atr.wait("there is no command 'sing'")
        self.assertEqual(atr.quit(), 0)

    def test_terminal_redraws_its_prompt(self):
        har = Terminal(self.home, "HAR", 60)
        har.wait("\nHAR> ")
        self.piped("EMP", "say Hear me")
        shown = har.wait("EMP says: Hear me") + har.wait("HAR> ")
        self.assertRegex(shown, r"\rv\d+ EMP says: Hear me +\r\n")
        os.write(har.master, b"\x04")                     # the end of input
        self.assertEqual(har.child.wait(WAIT_S), 0)
        har.close()


if __name__ == "__main__":
    unittest.main()
