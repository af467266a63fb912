"""A recorded session proves nothing anywhere else [P-A4], and a request that is sent again does nothing twice [P-O2, P-O3]."""
import socket
import unittest

from driver import Game, Pipe, Proxy, Server, frames

BYE, NOT_ADMITTED, BAD_INVITE = 0x0F, 6, 7
HELLO, LOGIN, REDEEM, ACT = 1, 2, 3, 4


class Replay(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.proxy = Proxy(self.server.folder / "tap", self.server.socket)
        self.invites = self.server.new_table("arrakis", "ATR,HAR,EMP", "--address", f"unix:{self.proxy.path}")
        self.server.start()
        self.game = Game(self.server, ["HAR", "HOST", "ATR"], self.invites)
        self.game.play()

    def tearDown(self):
        self.game.end()
        self.proxy.close()
        self.server.kill()

    def say(self, data):
        """What the server says to these bytes on a connection of their own, up to its end."""
        with socket.socket(socket.AF_UNIX) as again:
            again.settimeout(15)
            again.connect(str(self.server.socket))
            again.sendall(data)
            heard = b""
            while more := again.recv(4096):
                heard += more
            return heard

    def test_recorded_bytes_change_nothing(self):
        self.game["ATR"].end()
        pipe = self.game.pipes["ATR"] = Pipe(self.game.homes["ATR"], "ATR")
        pipe.live()
        offered = pipe.do("offer", with_=["HAR"], terms="x", bribe=dict(payer="ATR", recipient="HAR", gross=2))
        pipe.do("say", text="once")
        self.game["HAR"].reach(offered["committed"])
        self.game.see(self.game["HAR"].do("accept", deal=offered["deal"])["committed"])
        session = bytes(self.proxy.said[-1])
        kinds = [kind for _, kind, _ in frames(session)]
        self.assertEqual(kinds, [HELLO, LOGIN, ACT, ACT])
        before = self.game.views()
        for when in ("while the seat is there", "when it has gone"):
            heard = self.say(session)
            self.assertTrue(heard.endswith(bytes([2, BYE, NOT_ADMITTED])), (when, heard.hex()))
            self.assertEqual([kind for _, kind, _ in frames(heard)], [0x81, BYE], (when, heard.hex()))
            self.assertEqual(self.game.views(), before, when)
            if when == "while the seat is there":
                self.assertNotIn("closed", [line.get("event") for line in pipe.lines])
                pipe.end()
                del self.game.pipes["ATR"], before["ATR"]

    def test_recorded_join_gives_no_seat(self):
        home = self.server.folder / "homes" / "emp"
        self.assertEqual(self.game.join("EMP", self.invites["EMP"], home).returncode, 0)
        join = bytes(next(said for said in reversed(self.proxy.said) if REDEEM in [kind for _, kind, _ in frames(bytes(said))]))
        self.game.settle()
        before = self.game.views()
        heard = self.say(join)
        self.assertTrue(heard.endswith(bytes([2, BYE, BAD_INVITE])), heard.hex())
        self.assertEqual(self.game.views(), before)

    def test_sent_again(self):
        send = lambda request, **line: self.game["ATR"].ask(request=request, **line)
        offer = dict(do="offer", with_=["HAR"], terms="x")
        first = send(700, **offer)
        spent = send(701, do="adjust", amount=-3, reason="shipment")
        bribed = send(702, do="bribe", to="HAR", gross=2)
        self.game.see(bribed["committed"])
        before = self.game.views()
        self.assertEqual(before["ATR"][0]["seats"]["ATR"]["spice"], 5)

        def again():
            for request, line, answer in ((700, offer, first), (701, dict(do="adjust", amount=-3, reason="shipment"), spent),
                                          (702, dict(do="bribe", to="HAR", gross=2), bribed)):
                for _ in range(2):
                    told = send(request, **line)
                    self.assertEqual((told.get("committed"), told.get("repeated")), (answer["committed"], True), (line, told))
            for request, line, code in ((700, dict(do="say", text="other"), "request_reused"), (700, {**offer, "terms": "y"}, "request_reused"),
                                        (701, dict(do="adjust", amount=-4, reason="shipment"), "request_reused"),
                                        (699, dict(do="say", text="old"), "request_old")):
                self.assertEqual(send(request, **line).get("refused"), code, (request, line))
            self.assertEqual(self.game.views(), before)
        again()
        self.server.restart()
        for pipe in self.game.pipes.values():
            pipe.live(2)
        again()


if __name__ == "__main__":
    unittest.main()
