"""A link that takes little at a time: what answers the player overtakes the history that is still on its way [SPEED]."""
import socket
import sys
import time
import unittest
from pathlib import Path

from driver import Game, Server

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import second_client  # noqa: E402

HELD_BYTES = 16 * 1024  # in the kernels of both sides


class Narrow(second_client.Connection):
    def prepare(self):
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)


class ThinLink(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.invites = self.server.new_table("arrakis", "ATR,HAR")
        self.server.process = self.server.serve("--listen", "tcp:127.0.0.1:0")
        self.server.process.stdout.readline()
        self.address = self.server.process.stdout.readline().decode().removeprefix("listening ").strip()
        self.game = Game(self.server, ["ATR"], self.invites)
        for number in range(300):
            self.game["ATR"].send(do="say", text=f"{number} " + "spice " * 39)
        self.game["ATR"].do("say", text="That is all")

    def tearDown(self):
        self.game.end()
        self.server.kill()

    def test_an_answer_overtakes_a_history(self):
        invite = second_client.read_invite(self.invites["VIEWER"])
        key = second_client.Key(self.server.folder / "key")
        key.make()
        link = Narrow(self.address)
        self.addCleanup(link.socket.close)
        second_client.log_in(link, invite, key)
        time.sleep(0.5)  # reads nothing, and the server has all the time to send
        link.say(second_client.PING)
        before, heard = 0, {}
        while second_client.PONG not in heard or second_client.LIVE not in heard:
            kind, payload = link.hear()
            heard.setdefault(kind, before)
            before += len(payload)
        self.assertGreater(heard[second_client.LIVE], 60_000, "all of the history came")
        self.assertLess(heard[second_client.PONG], HELD_BYTES)


if __name__ == "__main__":
    unittest.main()
