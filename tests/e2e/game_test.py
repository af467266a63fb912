"""Six seats, the host and a viewer play a game while the server is killed with -9: nothing is lost, nothing doubled
[P-D1, P-D2, P-O1, P-O2, P-M1, P-M4]."""
import unittest

from driver import Game, Server, public

ROLES = ["ATR", "HAR", "EMP", "FRE", "GLD", "BG", "HOST", "VIEWER"]
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
    ("HOST", dict(do="advance", turn=2, phase="mentat_pause")),
]


def written(line):
    return {key.rstrip("_"): value for key, value in line.items()}


class KilledBetweenSteps(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        invites = self.server.new_table()
        self.server.start()
        self.game = Game(self.server, ROLES, invites)
        self.game.see(6)  # six seats were taken

    def tearDown(self):
        self.game.end()
        self.server.kill()

    def restart(self):
        lives = {role: sum(line.get("event") == "live" for line in pipe.lines) for role, pipe in self.game.pipes.items()}
        self.server.restart()
        for role, pipe in self.game.pipes.items():
            pipe.live(lives[role] + 1)

    def assert_the_game_was_played(self):
        head = 6 + len(STEPS)
        self.game.see(head)
        tables = {role: pipe.show("table") for role, pipe in self.game.pipes.items()}
        for role, table in tables.items():
            self.assertEqual(public(table), public(tables["HOST"]), role)
            self.assertEqual(self.game[role].show("ledger"), self.game["HOST"].show("ledger"), role)
            seen = self.game[role].versions()
            self.assertEqual(len(seen), len(set(seen)), f"{role} saw a version twice")
            self.assertEqual(sorted(seen), list(range(min(seen), head + 1)), f"{role} missed a version")
        self.assertEqual(tables["HOST"]["version"], head)
        self.assertEqual(tables["ATR"]["seats"]["ATR"]["spice"], 5)
        self.assertEqual(tables["HAR"]["seats"]["HAR"]["spice"], 13)
        self.assertEqual(tables["HOST"]["bank"], 2)
        self.assertEqual(tables["HOST"]["seats"]["HAR"]["deferred"], 0)
        self.assertNotIn("spice", tables["VIEWER"]["seats"]["ATR"])
        ledger = self.game["VIEWER"].show("ledger")
        self.assertEqual([deal["state"] for deal in ledger], ["released", "declined"])
        self.assertEqual(ledger[0]["received"], 3)
        verified = self.server.admin("verify", "arrakis")
        self.assertEqual(verified.returncode, 0, verified.stderr)

    def test_killed_after_every_step(self):
        for number, (role, line) in enumerate(STEPS):
            answer = self.game[role].ask(**written(line))
            self.assertEqual(answer.get("committed"), 7 + number, answer)
            self.restart()
        self.assert_the_game_was_played()

    def test_killed_before_every_answer(self):
        for number, (role, line) in enumerate(STEPS):
            self.game.see(6 + number)
            pipe = self.game[role]
            sent = pipe.send(**written(line))
            self.restart()
            answer = pipe.answer(sent)
            self.assertEqual(answer.get("committed"), 7 + number, answer)
        self.assert_the_game_was_played()


if __name__ == "__main__":
    unittest.main()
