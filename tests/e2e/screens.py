"""A table in mid-game on a real server, and players who look at it through the screen in terminals of their own."""
import unittest

from driver import BIN, Game, Server, environment
from vt import Vt

SEATS = ["ATR", "HAR", "EMP", "FRE", "GLD", "BG"]


class Played:
    """Everybody has joined; `pipes` of them play by `parley pipe`, the others are free for screens."""

    def __init__(self, pipes=("HAR", "EMP", "FRE", "GLD", "BG", "HOST"), deals=10, mode="advanced"):
        self.server = Server()
        invites = self.server.new_table("arrakis", ",".join(SEATS), "--mode", mode, "--option", "probe_wait=0")
        self.server.start()
        self.game = Game(self.server, list(pipes), invites)
        self.homes = self.game.homes
        for role in SEATS + ["HOST"]:
            if role not in pipes:
                home = self.server.folder / "homes" / "arrakis" / role
                self.homes[role] = home
                assert self.game.join(role, invites[role], home).returncode == 0
        self.invites = invites
        if "HOST" in pipes:
            self.game.play("bidding", 1)
        for number in range(deals):
            self.offer(number)

    def offer(self, number, terms=None):
        """HAR's text offer to ATR and EMP, committed."""
        answer = self.game["HAR"].do("offer", with_=["ATR", "EMP"], terms=terms or f"Number {number}: nobody ships to Arrakeen before turn {number + 3}.")
        self.game.see(answer["committed"])
        return answer["deal"]

    def environment(self, role, **env):
        return {**environment(self.homes[role]), "TERM": "xterm-256color", **env}

    def screen(self, role, *argv, rows=24, columns=80, **env):
        """`parley arrakis` as this role in a terminal."""
        return Vt(BIN / "parley", "arrakis", "--as", role, *argv, rows=rows, columns=columns, env=self.environment(role, **env))

    def end(self):
        self.game.end()
        if self.server.process and self.server.process.poll() is None:
            self.server.kill()


class ScreenTest(unittest.TestCase):
    """ATR looks on; each test begins without a draft and without settings."""
    DEALS = 3

    @classmethod
    def setUpClass(cls):
        cls.played = Played(deals=cls.DEALS)
        cls.home, cls.game, cls.server = cls.played.homes["ATR"], cls.played.game, cls.played.server

    @classmethod
    def tearDownClass(cls):
        cls.played.end()

    def setUp(self):
        for kept in [*self.home.glob("state/parley/*/draft"), self.home / "config/parley/config"]:
            kept.unlink(missing_ok=True)

    def settings(self, *lines):
        file = self.home / "config/parley/config"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines) + "\n")

    def screen(self, role="ATR", **kw):
        """A screen that shows the table, and is still."""
        vt = self.played.screen(role, **kw)
        self.addCleanup(vt.close)
        return shown(vt)


def shown(vt):
    vt.wait_for("Ledger")
    vt.wait_for("6/6 on")
    vt.quiet(150)
    return vt
