"""Two players of Twilight Imperium in terminals of their own, one in English and one in Russian, at one table on a real server: an offer
that does not bind when it is made binds when it is accepted [TI4 X33]. Their screens are pages in tests/golden/ti4_table."""
import os
import unittest
from pathlib import Path

from driver import BIN, Game, Server, environment
from vt import ENTER, RIGHT, TAB, Vt, control

PAGES = Path(__file__).resolve().parent.parent / "golden" / "ti4_table"
REVIEW = control("x")


class TwoLanguages(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.server = Server()
        self.addCleanup(self.server.kill)
        invites = self.server.new_table("mecatol", "SOL,HAC", game="ti4")
        self.server.start()
        self.game = Game(self.server, ["HOST", "VIEWER"], invites, "mecatol")
        self.addCleanup(self.game.end)
        for role in ("SOL", "HAC"):
            self.game.homes[role] = self.server.folder / "homes" / "mecatol" / role
            self.assertEqual(self.game.join(role, invites[role]).returncode, 0)
        for line in (dict(do="start"), dict(do="phase", round=1, phase="action"), dict(do="active", seat="SOL"),
                     dict(do="neighbours", seats=["SOL", "HAC"], on=True), dict(do="step", step="activation")):
            self.host(**line)

    def host(self, **line):
        self.game.see(self.game["HOST"].do(line.pop("do"), **line)["committed"])

    def screen(self, role, *argv, **env):
        vt = Vt(BIN / "parley", "mecatol", "--as", role, *argv, env={**environment(self.game.homes[role]), "TERM": "xterm-256color", **env})
        self.addCleanup(vt.close)
        return vt

    def page(self, vt, name):
        """The screen becomes what is on its page; PARLEY_WRITE_PAGES=1 writes them, to be read as a player would."""
        shown = lambda: "\n".join(row.rstrip() for row in vt.rows()) + "\n"  # noqa: E731
        path = PAGES / f"{name}.txt"
        if os.environ.get("PARLEY_WRITE_PAGES"):
            vt.quiet(300)
            path.parent.mkdir(exist_ok=True)
            path.write_text(shown())
        expected = path.read_text()
        try:
            vt.wait_for(lambda _: shown() == expected)
        except AssertionError:
            self.assertEqual(shown(), expected, name)

    def holds(self, seat):
        return self.game["VIEWER"].show("table")["seats"][seat]["trade_goods"]

    def test_an_offer_that_binds_only_once_the_ships_have_moved(self):
        sol = self.screen("SOL")
        sol.wait_for("Ledger")
        sol.keys("g2", TAB, "3", TAB, "income", REVIEW)
        sol.wait_for("Sure?")
        sol.keys("y")
        sol.wait_for("3tg")
        sol.quiet(100)
        sol.keys("o", RIGHT, TAB, "Hold your fire.", TAB, "1 tg", TAB, TAB, ENTER)
        sol.wait_for("A new clause")
        sol.keys(RIGHT, TAB, RIGHT, TAB, RIGHT * 4)
        sol.wait_for("[N]")
        self.page(sol, "1_clause_en")
        sol.keys(REVIEW)
        sol.wait_for("28.4, note 2(b)")
        sol.keys(REVIEW)
        sol.wait_for("Sure?")
        self.page(sol, "2_offer_asks_en")
        sol.keys("y")
        sol.wait_for("#1 OFFER")

        hac = self.screen("HAC", "--lang", "ru")
        hac.wait_for("[Н]")
        hac.keys("1", ENTER)
        self.page(hac, "3_offered_ru")
        hac.keys("ф")  # the key of a in the Russian layout
        hac.wait_for("комм. 2б")
        self.page(hac, "4_asked_ru")
        self.host(do="step", step="space_cannon_offense", seat="SOL")
        hac.wait_for("ИЗМЕНИЛОСЬ")
        hac.keys("д")  # yes, to a question that is no longer the one on the screen
        self.page(hac, "5_changed_ru")
        self.assertEqual(self.holds("SOL"), 3)
        hac.keys(" ")
        hac.wait_for("как «обязательная»")
        self.page(hac, "6_asked_again_ru")
        hac.keys("д")
        hac.wait_for("#1 ДЕЙСТВУЕТ")
        self.page(hac, "7_agreed_ru")
        sol.wait_for("ACTIVE")
        self.page(sol, "8_agreed_en")
        self.assertEqual((self.holds("SOL"), self.holds("HAC")), (2, 1))
        deal = self.game["VIEWER"].show("deal", deal=1)
        self.assertEqual((deal["state"], deal["class"]["is"]), ("active", "binding"))


if __name__ == "__main__":
    unittest.main()
