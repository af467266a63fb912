"""A table in mid-game on a real server, and players who look at it through the screen in terminals of their own."""
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
