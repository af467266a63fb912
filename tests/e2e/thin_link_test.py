"""A link that takes little at a time: what answers the player overtakes the history that is still on its way [SPEED]."""
import socket
import sys
import time
import unittest
from pathlib import Path

from driver import Game, Server
from pace import SLOW

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import second_client  # noqa: E402

HELD_BYTES = 16 * 1024  # in the kernels of both sides
AT_ONCE_S = 2 * SLOW


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

    def log_in(self, link):
        key = second_client.Key(self.server.folder / "key")
        if not (self.server.folder / "key").exists():
            key.make()
        self.addCleanup(link.socket.close)
        second_client.log_in(link, second_client.read_invite(self.invites["VIEWER"]), key)
        return link

    def viewer(self):
        """A viewer who has logged in and reads nothing, while the server has all the time to send."""
        link = self.log_in(Narrow(self.address))
        time.sleep(0.5)
        return link

    def test_who_has_said_all_it_will_say_hears_every_answer(self):
        ping = b"\1" + bytes([second_client.PING])
        for number in range(20):
            link = self.log_in(second_client.Connection(self.address))
            link.socket.sendall(ping * (200 + number))
            link.socket.shutdown(socket.SHUT_WR)
            heard = []
            with self.assertRaisesRegex(second_client.Broken, "ended the connection|superseded"):
                while True:
                    heard.append(link.hear()[0])
            self.assertEqual(heard.count(second_client.PONG), 200 + number)

    def test_who_reads_nothing_is_gone_when_its_key_is(self):
        """[P-A2] Its goodbye is kept by the kernel, not by us."""
        self.viewer()
        self.assertEqual(self.server.admin("revoke", "arrakis", "VIEWER/1").returncode, 0)
        until = time.monotonic() + AT_ONCE_S
        while "logout table=arrakis role=VIEWER/1 why=revoked" not in self.server.log.read_text():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.02)

    def test_an_answer_overtakes_a_history(self):
        link = self.viewer()
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
