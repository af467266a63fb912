"""A recorded session proves nothing anywhere else [P-A4], and a request that is sent again does nothing twice [P-O2]."""
import socket
import threading
import unittest

from driver import Game, Pipe, Server

BYE, NOT_ADMITTED = 0x0F, 6


class Recorder:
    """A proxy on a Unix socket that keeps what the client says."""

    def __init__(self, path, to):
        self.said, self.to = b"", str(to)
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(str(path))
        self.door.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            client, _ = self.door.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(self.to)
            threading.Thread(target=self._copy, args=(server, client, False), daemon=True).start()
            threading.Thread(target=self._copy, args=(client, server, True), daemon=True).start()

    def _copy(self, source, target, keep):
        try:
            while data := source.recv(65536):
                if keep:
                    self.said += data
                target.sendall(data)
            target.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class Replay(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.recorder = Recorder(self.server.folder / "tap", self.server.socket)
        invites = self.server.new_table("arrakis", "ATR,HAR", "--address", f"unix:{self.server.folder / 'tap'}")
        self.server.start()
        self.game = Game(self.server, ["HAR", "HOST", "ATR"], invites)
        self.game["HOST"].do("start")
        self.game.see(self.game["HOST"].do("advance", turn=1, phase="bidding")["committed"])

    def tearDown(self):
        self.game.end()
        self.server.kill()

    def views(self):
        return [[pipe.show("table")["version"], pipe.show("ledger")] for pipe in (self.game["HOST"], self.game["HAR"])]

    def test_recorded_bytes_change_nothing(self):
        self.game["ATR"].process.kill()
        self.recorder.said = b""
        pipe = Pipe(self.game.homes["ATR"], "ATR")
        pipe.live()
        offered = pipe.do("offer", with_=["HAR"], terms="x", bribe=dict(payer="ATR", recipient="HAR", gross=2))
        self.game["HAR"].reach(offered["committed"])
        pipe.process.kill()
        before, session = self.views(), self.recorder.said
        self.assertGreater(len(session), 150)
        again = socket.socket(socket.AF_UNIX)
        again.settimeout(10)
        again.connect(str(self.server.socket))
        again.sendall(session)
        heard = b""
        while data := again.recv(4096):
            heard += data
        self.assertTrue(heard.endswith(bytes([2, BYE, NOT_ADMITTED])), heard.hex())
        self.assertEqual(self.views(), before)

    def test_sent_again(self):
        line = dict(do="offer", with_=["HAR"], terms="x")
        send = lambda **more: self.game["ATR"].ask(**{k.rstrip("_"): v for k, v in line.items()}, request=700, **more)
        first = send()
        self.game.see(first["committed"])
        before = self.views()
        self.assertEqual((send()["committed"], send().get("repeated")), (first["committed"], True))
        self.server.restart()
        self.game["ATR"].live(2)
        self.assertEqual((send()["committed"], send().get("repeated")), (first["committed"], True))
        self.assertEqual(self.game["ATR"].ask(do="say", text="other", request=700).get("refused"), "request_reused")
        self.assertEqual(self.game["ATR"].ask(do="say", text="old", request=699).get("refused"), "request_old")
        for pipe in self.game.pipes.values():
            pipe.live(2)
        self.assertEqual(self.views(), before)


if __name__ == "__main__":
    unittest.main()
