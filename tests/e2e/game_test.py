"""Six seats, the host and a viewer play a game while the server is killed with -9: nothing is lost, nothing doubled
[P-D1, P-D2, P-D4, P-O1, P-O2, P-M1, P-M4]."""
import unittest

from driver import Game, Pipe, Proxy, Server, public

ROLES = ["ATR", "HAR", "EMP", "FRE", "GLD", "BG", "HOST", "VIEWER"]
SEATED = 6  # the version when all six have sat down
# Who does what; a bribe of 5 from ATR to HAR, of which the Bureaucrat takes 2.
STEPS = [
    ("HOST", dict(do="start")),
    ("HOST", dict(do="advance", turn=2, phase="bidding")),
    ("HOST", dict(do="bureaucrat", seat="GLD", alive=True)),
    ("ATR", dict(do="offer", with_=["HAR", "EMP"], terms="No ships to Arrakeen", bribe=dict(payer="ATR", recipient="HAR", gross=5))),
    ("HAR", dict(do="accept", deal=1)),
    ("EMP", dict(do="accept", deal=1)),
    ("GLD", dict(do="decide", decision=1, answer="divert")),
    ("FRE", dict(do="offer", with_=["BG"], terms="Мир до пятого хода")),
    ("BG", dict(do="decline", deal=2)),
    ("ATR", dict(do="request_release", deal=1)),
    ("HAR", dict(do="request_release", deal=1)),
    ("EMP", dict(do="request_release", deal=1)),
    ("FRE", dict(do="adjust", amount=2, reason="harvest")),
    ("HOST", dict(do="advance", turn=2, phase="mentat_pause")),
]


class KilledBetweenSteps(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.proxy = Proxy(self.server.folder / "tap", self.server.socket)
        invites = self.server.new_table("arrakis", ",".join(ROLES[:6]), "--address", f"unix:{self.proxy.path}")
        self.server.start()
        self.game = Game(self.server, ROLES, invites)
        self.game.see(SEATED)

    def tearDown(self):
        self.game.end()
        self.proxy.close()
        self.server.kill()

    def start_again(self, lives):
        self.server.start()
        for role, pipe in self.game.pipes.items():
            pipe.live(lives[role] + 1)

    def lives(self):
        return {role: pipe.lives() for role, pipe in self.game.pipes.items()}

    def assert_the_game_was_played(self):
        head = SEATED + len(STEPS)
        self.game.see(head)
        tables = {role: pipe.show("table") for role, pipe in self.game.pipes.items()}
        for role, table in tables.items():
            self.assertEqual(public(table), public(tables["HOST"]), role)
            self.assertEqual(self.game[role].show("ledger"), self.game["HOST"].show("ledger"), role)
            seen = self.game[role].versions()
            self.assertEqual(seen, list(range(seen[0], head + 1)), f"{role} missed a version or saw one twice")
            self.assertEqual({key: seat["spice"] for key, seat in table["seats"].items() if "spice" in seat},
                             {key: spice for key, spice in dict(ATR=5, HAR=13, EMP=10, FRE=5, GLD=5, BG=5).items() if key == role})
        self.assertEqual(tables["HOST"]["version"], head)
        self.assertEqual(tables["HOST"]["bank"], 2)
        self.assertEqual(tables["HOST"]["phase"], "mentat_pause")
        self.assertEqual({seat["deferred"] for seat in tables["HOST"]["seats"].values()}, {0})
        self.assertEqual([deal["state"] for deal in self.game["VIEWER"].show("ledger")], ["released", "declined"])
        paid = [line for line in self.game["BG"].lines if "paid" in line and line.get("event") == "committed"]
        self.assertEqual(len(paid), 1, paid)
        collected = [line for line in self.game["BG"].lines if "collected" in line]
        self.assertEqual(len(collected), 1, collected)
        verified = self.server.admin("verify", "arrakis")
        self.assertEqual(verified.returncode, 0, verified)
        self.assertIn(f"version {head}", verified.stdout)
        # A newcomer who was never there hears the same from the beginning.
        invite = self.server.admin("invite", "arrakis", "VIEWER").stdout.split("\t")[1]
        home = self.server.folder / "homes" / "late"
        self.assertEqual(self.game.join("VIEWER", invite, home).returncode, 0)
        late = Pipe(home, "VIEWER")
        late.reach(head)
        self.assertEqual(late.versions(), list(range(0, head + 1)))
        self.assertEqual((public(late.show("table")), late.show("ledger")), (public(tables["HOST"]), self.game["HOST"].show("ledger")))
        late.end()

    def test_killed_after_every_step(self):
        for number, (role, line) in enumerate(STEPS):
            answer = self.game[role].ask(**line)
            self.assertEqual(answer.get("committed"), SEATED + 1 + number, answer)
            lives = self.lives()
            self.server.kill()
            self.start_again(lives)
        self.assert_the_game_was_played()

    def test_killed_when_a_request_was_written(self):
        """The server has the bytes of the request and dies at once; whatever it made of them, the client hears of it once."""
        for number, (role, line) in enumerate(STEPS):
            self.game.see(SEATED + number)
            lives = self.lives()
            self.proxy.arm(self.server.kill)
            sent = self.game[role].send(**line)
            self.assertTrue(self.proxy.acted.wait(20), f"{role} {line} never went to the server")
            self.proxy.disarm()
            self.start_again(lives)
            answer = self.game[role].answer(sent)
            self.assertEqual(answer.get("committed"), SEATED + 1 + number, answer)
        self.assert_the_game_was_played()

    def test_killed_when_the_answer_was_under_way(self):
        """The action is on disk, and nobody was told: the client sends it again, and is told once."""
        for number, (role, line) in enumerate(STEPS):
            self.game.see(SEATED + number)
            lives = self.lives()
            self.proxy.arm(lambda: None)
            sent = self.game[role].send(**line)
            self.assertTrue(self.proxy.answered.wait(20), f"{role} {line} was never answered")
            self.server.kill()
            self.proxy.disarm()
            self.start_again(lives)
            answer = self.game[role].answer(sent)
            self.assertEqual((answer.get("committed"), answer.get("repeated")), (SEATED + 1 + number, True), answer)
        self.assert_the_game_was_played()


if __name__ == "__main__":
    unittest.main()
