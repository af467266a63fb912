"""Twin worlds: two servers, one script, purses that differ where nobody may see it. Everybody else hears the same [P-V1, P-V2]."""
import re
import unittest

from driver import Game, Pipe, Proxy, Server

ROLES = ["ATR", "HAR", "EMP", "HOST", "VIEWER"]
BRIBE = lambda payer, to, gross: dict(payer=payer, recipient=to, gross=gross)


def script(income):
    """Only the first amount differs; every check has the same outcome in both worlds."""
    return [
        ("ATR", dict(do="adjust", amount=income, reason="income")),
        ("ATR", dict(do="offer", with_=["HAR"], terms="You leave Arrakeen", bribe=BRIBE("ATR", "HAR", 5))),
        ("HAR", dict(do="accept", deal=1)),
        ("ATR", dict(do="bribe", to="EMP", gross=3, note="for the vote")),
        ("EMP", dict(do="offer", with_=["ATR", "HAR"], terms="All of it", bribe=BRIBE("ATR", "EMP", 60000))),
        ("ATR", dict(do="accept", deal=2)),
        ("HAR", dict(do="accept", deal=2)),                     # payment_unavailable
        ("HAR", dict(do="decline", deal=2)),
        ("ATR", dict(do="bid", amount=1)),
        ("ATR", dict(do="adjust", amount=-1, reason="a card")),
        ("HOST", dict(do="advance", turn=1, phase="battle")),
        ("HAR", dict(do="ask", to="ATR", question="Do you hold a lasgun?")),
        ("ATR", dict(do="decide", decision=1, answer="no")),
        ("HOST", dict(do="adjust", seat="HAR", amount=2, reason="forgotten income")),
        ("HAR", dict(do="withdraw", deal=1)),                   # not_proposer
        ("HOST", dict(do="advance", turn=1, phase="mentat_pause")),
        ("ATR", dict(do="say", text="well played")),
    ]


def timeless(raw):
    """A line without its times and the random keys of the seats."""
    return re.sub(rb'"time":"[^"]*"|"founded":\d+|"key":"[0-9a-f]*"', b"", raw)


class World:
    def __init__(self, income):
        self.server = Server()
        self.proxy = Proxy(self.server.folder / "tap", self.server.socket)
        invites = self.server.new_table("arrakis", "ATR,HAR,EMP", "--option", "probe_wait=0", "--address", f"unix:{self.proxy.path}")
        self.server.start()
        self.game = Game(self.server, ROLES, invites)
        self.game.play()
        self.outcomes = []
        for role, line in script(income):
            answer = self.game[role].ask(**line)
            self.outcomes.append({k: v for k, v in answer.items() if k != "answer"})
            if "committed" in answer:
                self.game.see(answer["committed"])
            for pipe in self.game.pipes.values():
                for what in ("table", "ledger", "need"):
                    pipe.show(what)
        for pipe in self.game.pipes.values():  # the proxy counts what has come: nothing may still be under way
            pipe.ask(do="decline", deal=99)
            pipe.show("table")
        self.tables = {role: pipe.show("table") for role, pipe in self.game.pipes.items()}
        self.late = Pipe(self.game.homes["HAR"], "HAR")  # a backlog
        self.late.live()
        self.game["HAR"].closed()  # superseded
        self.late.show("table")

    def heard(self):
        """How many bytes the server said, for each connection in the order they were made."""
        return [len(data) for data in self.proxy.heard]

    def end(self):
        self.late.end()
        self.game.end()
        self.proxy.close()
        self.server.kill()


class TwinWorlds(unittest.TestCase):
    def setUp(self):
        self.worlds = []
        for income in (1, 200):
            self.worlds.append(World(income))

    def tearDown(self):
        for world in self.worlds:
            world.end()

    def test_nobody_else_hears_a_difference(self):
        one, other = self.worlds
        self.assertEqual(one.outcomes, other.outcomes)
        self.assertEqual([i for i, outcome in enumerate(one.outcomes) if "committed" not in outcome], [6, 14], one.outcomes)
        for role in ROLES[1:]:
            mine, twin = (list(map(timeless, world.game[role].raw)) for world in self.worlds)
            for number, (left, right) in enumerate(zip(mine, twin)):
                self.assertEqual(left, right, f"{role}, line {number}")
            self.assertEqual(len(mine), len(twin), role)
        self.assertEqual(*[list(map(timeless, world.late.raw)) for world in self.worlds], "backlog")
        spice = [world.tables["ATR"]["seats"]["ATR"]["spice"] for world in self.worlds]
        self.assertEqual(spice, [10 + income - 5 - 3 - 1 for income in (1, 200)], "the worlds do differ")
        for role in ROLES[1:]:
            for world in self.worlds:
                self.assertNotIn("spice", world.tables[role]["seats"]["ATR"], role)

    def test_sizes_on_the_wire(self):
        """ATR's own connections come 1st and 2nd (join, pipe); in the second world its amount of 200 takes a byte more."""
        one, other = (world.heard() for world in self.worlds)
        self.assertEqual(len(one), 2 * len(ROLES) + 1)
        self.assertEqual(one[2:], other[2:], "bytes to everybody else")
        self.assertEqual(other[1] - one[1], 1, "bytes to ATR: the amount of the adjustment, in LEB128")

    def test_what_the_operator_sees(self):
        for command in (["dump", "arrakis"], ["table", "show", "arrakis"]):
            told = [world.server.admin(*command).stdout for world in self.worlds]
            told = [re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z|founded=\d+|key.? ?=?\S+", "", text) for text in told]
            self.assertEqual(told[0], told[1], command)


if __name__ == "__main__":
    unittest.main()
