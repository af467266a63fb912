"""Who may do what: keys, invites, the command line, and a ledger that can be verified [P-A2, P-A3, P-A5, P-A6, P-R8]."""
import random
import subprocess
import time
import unittest

from driver import BIN, Game, Pipe, Server, environment


class Authority(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.invites = self.server.new_table("arrakis", "ATR,HAR,EMP")
        self.server.start()
        self.game = Game(self.server, ["ATR", "HAR", "HOST", "VIEWER"], self.invites)
        self.game["HOST"].do("start")
        self.game.see(self.game["HOST"].do("advance", turn=1, phase="bidding")["committed"])

    def tearDown(self):
        self.game.end()
        self.server.kill()

    def test_revoked_within_a_second(self):
        started = time.monotonic()
        self.assertEqual(self.server.admin("revoke", "arrakis", "HAR").returncode, 0)
        closed = self.game["HAR"].wait(lambda line: line.get("event") == "closed", "closed")
        self.assertEqual(closed["why"], "revoked")
        self.assertLess(time.monotonic() - started, 1.5)
        self.assertEqual(self.game.join("HAR", self.invites["HAR"]).returncode, 1)

    def test_newest_login_wins(self):
        newer = Pipe(self.game.homes["HAR"], "HAR")
        newer.live()
        closed = self.game["HAR"].wait(lambda line: line.get("event") == "closed", "closed")
        self.assertEqual(closed["why"], "superseded")
        self.assertIn("committed", newer.ask(do="say", text="I am here"))
        newer.process.kill()

    def test_a_new_player(self):
        offer = self.game["ATR"].do("offer", with_=["HAR", "EMP"], terms="x")
        self.game.see(offer["committed"])
        self.game.see(self.game["HAR"].do("accept", deal=1)["committed"])
        invite = self.server.admin("invite", "arrakis", "HAR").stdout.split("\t")[1]
        self.assertIn("committed", self.game["HAR"].ask(do="say", text="still me"))
        home = self.server.folder / "homes" / "newcomer"
        self.assertEqual(self.game.join("HAR", invite, home, "--name", "Viktor").returncode, 0)
        self.game["HAR"].wait(lambda line: line.get("event") == "closed", "closed")
        self.assertEqual(self.game.join("HAR", invite, self.server.folder / "thief").returncode, 1)
        self.assertEqual(self.game.join("HAR", invite, home).returncode, 0)  # the reply may have been lost
        pipe = Pipe(home, "HAR")
        pipe.live()
        deal = pipe.show("deal", deal=1)
        self.assertEqual((deal["consents"], deal["lapsed"]), (["ATR"], ["HAR"]))
        self.assertIn("committed", pipe.ask(do="accept", deal=1))
        pipe.process.kill()

    def test_who_cannot_vote(self):
        self.game.see(self.game["ATR"].do("offer", with_=["HAR"], terms="x")["committed"])
        for role in ("HOST", "VIEWER"):
            self.assertEqual(self.game[role].ask(do="accept", deal=1).get("refused"), "not_permitted")

    def test_wait(self):
        waiting = subprocess.Popen([str(BIN / "parley"), "wait", "arrakis", "--as", "HAR"], env=environment(self.game.homes["HAR"]))
        self.game["ATR"].do("offer", with_=["HAR"], terms="x")
        self.assertEqual(waiting.wait(20), 0)
        again = subprocess.run([str(BIN / "parley"), "wait", "arrakis", "--as", "HAR"], env=environment(self.game.homes["HAR"]), timeout=20)
        self.assertEqual(again.returncode, 0)
        self.assertIn("committed", self.game["HAR"].ask(do="accept", deal=1))  # watching superseded nobody

    def test_command_lines(self):
        for program, argv in (("parleyd", ["frob"]), ("parleyd", ["serve"]), ("parleyd", ["table", "new", "X Y", "--game", "dune", "--seats", "ATR,HAR"]),
                              ("parleyd", ["serve", "--data", str(self.server.data)]), ("parleyd", ["serve", "--data", "/proc/none/x"]),
                              ("parley", ["pipe", "nowhere"]), ("parley", ["wait"]), ("parley", ["pipe", "--timeout", "soon"])):
            more = ["--data", str(self.server.folder / "other")] if argv[:2] == ["table", "new"] else []
            done = subprocess.run([str(BIN / program), *argv, *more], capture_output=True, text=True, timeout=20,
                                  env=environment(self.game.homes["ATR"]), stdin=subprocess.DEVNULL)
            self.assertEqual((done.returncode, len(done.stderr.splitlines()), done.stdout), (2, 1, ""), (argv, done.stderr))

    def test_goodbye(self):
        started = time.monotonic()
        self.assertEqual(self.server.kill(15), 0)
        self.assertLess(time.monotonic() - started, 2.5)
        self.server.start()
        self.game["ATR"].live(2)

    def test_ledger_can_be_verified(self):
        self.game.see(self.game["ATR"].do("offer", with_=["HAR"], terms="I pass the wall")["committed"])
        self.game["HAR"].do("accept", deal=1)
        env = environment(self.game.homes["ATR"])
        draw = random.Random(7)
        for form in ([], ["--json"]):
            ledger = self.server.admin("export", "arrakis", *form).stdout
            verify = lambda text: subprocess.run([str(BIN / "parley"), "verify", "-"], input=text, capture_output=True, text=True, env=env)
            self.assertEqual(verify(ledger).returncode, 0, verify(ledger).stderr)
            for _ in range(60):
                at = draw.randrange(len(ledger))
                letter = draw.choice([c for c in "abcdef0123456789 \nX" if c != ledger[at]])
                done = verify(ledger[:at] + letter + ledger[at + 1:])
                self.assertEqual(done.returncode, 1, (at, ledger[at], letter))
                self.assertRegex(done.stderr, r"line \d+")
        told = self.server.admin("dump", "arrakis").stdout + self.server.admin("table", "show", "arrakis").stdout + self.server.log.read_text() + ledger
        for invite in self.invites.values():
            self.assertNotIn(invite[-30:], told)


if __name__ == "__main__":
    unittest.main()
