"""Bytes that no client sends, and connections that only take up room, while a seat plays on [P-A1, P-R2, P-R3]."""
import os
import random
import signal
import socket
import threading
import time
import unittest

from driver import Game, Server, environment, frames, run
from pace import SLOW

BYE, BAD_FRAME, BAD_MESSAGE, OUT_OF_ORDER, OLD_PROTOCOL, NOT_ADMITTED, TOO_SLOW, CROWDED = 0x0F, 2, 3, 4, 5, 6, 13, 15
HELLO = bytes([0x12, 1, 1]) + bytes(range(16))
LIFE_S = 10  # of a connection that has not logged in, at most
PER_USER = 32  # connections of one local user that have not logged in
IN_TIME_S = 1.0 * SLOW  # for the seat that plays; the machine of the test may be busy


def text(word):
    return bytes([len(word)]) + word.encode()


def frame(kind, payload):
    size = len(payload) + 1
    head = bytes([size]) if size < 128 else bytes([size & 127 | 128, size >> 7])
    return head + bytes([kind]) + payload


def login(table, role=0, epoch=1, signature=bytes(64)):
    return frame(2, text(table) + bytes([role, epoch, 0, 0]) + signature)


class Hostile(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        invites = self.server.new_table("arrakis", "ATR,HAR")
        self.server.start()
        self.game = Game(self.server, ["ATR", "HAR", "HOST"], invites)
        self.game.play()
        self.before = self.game.views()

    def tearDown(self):
        self.game.end()
        code = self.server.kill(15)
        self.assertEqual(code, 0, self.server.log.read_text()[-2000:])

    def connect(self):
        stranger = socket.socket(socket.AF_UNIX)
        stranger.settimeout(LIFE_S + 5)
        stranger.connect(str(self.server.socket))
        self.addCleanup(stranger.close)
        return stranger

    def rest(self, stranger):
        """Everything up to the end of the connection."""
        heard = b""
        try:
            while more := stranger.recv(65536):
                heard += more
        except (ConnectionResetError, BrokenPipeError):
            pass
        return heard

    def tell(self, *said, shut=False):
        """Says all of it at once on a new connection; what comes back, and after how long the end came."""
        started = time.monotonic()
        with self.connect() as stranger:
            try:
                stranger.sendall(b"".join(said))
                if shut:
                    stranger.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # the server has already ended it
            heard = self.rest(stranger)
        return heard, time.monotonic() - started

    def why(self, heard):
        said = list(frames(heard))
        return said[-1][2][0] if said and said[-1][1] == BYE else None

    def assert_all_is_well(self):
        self.assertEqual(self.game.views(), self.before)
        self.assertIn("committed", self.game["ATR"].ask(do="say", text="still here"))
        self.assertIsNone(self.server.process.poll(), self.server.log.read_text()[-2000:])

    def test_named_reasons_at_once(self):
        act = frame(4, bytes([1, 0, 3, 1]))
        cases = [
            ("length 0", [b"\0"], BAD_FRAME), ("length 513", [b"\x81\x04"], BAD_FRAME), ("2^28 - 1", [b"\xff\xff\xff\x7f"], BAD_FRAME),
            ("2^31", [b"\x80\x80\x80\x80\x08"], BAD_FRAME), ("a longer spelling", [b"\x81\x00\x05"], BAD_FRAME),
            ("endless length", [b"\xff" * 64], BAD_FRAME), ("length 0 after hello", [HELLO, b"\0"], BAD_FRAME),
            ("unknown type", [b"\x01\x44"], BAD_MESSAGE), ("a server's message", [frame(0x81, bytes(25))], BAD_MESSAGE),
            ("a byte too many", [b"\x13" + HELLO[1:] + b"\0"], BAD_MESSAGE), ("a byte missing", [b"\x11" + HELLO[1:-1]], BAD_MESSAGE),
            ("bool 2", [HELLO, frame(2, text("arrakis") + bytes([0, 1, 2, 0]) + bytes(64))], BAD_MESSAGE),
            ("table name of 2^60", [HELLO, frame(2, b"\x80\x80\x80\x80\x80\x80\x80\x80\x10" + bytes(64))], BAD_MESSAGE),
            ("act before login", [HELLO, act], OUT_OF_ORDER), ("ping before login", [HELLO, b"\x01\x05"], OUT_OF_ORDER),
            ("login before hello", [login("arrakis")], OUT_OF_ORDER), ("hello twice", [HELLO, HELLO], OUT_OF_ORDER),
            ("act first", [act], OUT_OF_ORDER), ("old protocol", [bytes([0x12, 1, 0]) + bytes(16)], OLD_PROTOCOL),
            ("unknown table", [HELLO, login("nowhere")], NOT_ADMITTED), ("unknown role", [HELLO, login("arrakis", role=5)], NOT_ADMITTED),
            ("wrong signature", [HELLO, login("arrakis")], NOT_ADMITTED), ("wrong epoch", [HELLO, login("arrakis", epoch=9)], NOT_ADMITTED),
            ("the host", [HELLO, login("arrakis", role=8)], NOT_ADMITTED), ("the server", [HELLO, login("arrakis", role=9)], NOT_ADMITTED),
            ("200 logins", [HELLO, login("arrakis") * 200], NOT_ADMITTED),
        ]
        for what, said, code in cases:
            heard, took = self.tell(*said)
            with self.subTest(what):
                self.assertEqual(self.why(heard), code, heard.hex())
                self.assertLess(took, 3, "ended, but late")
        self.assert_all_is_well()

    def test_unknown_and_known_tables_look_alike(self):
        unknown, known = [], []
        for _ in range(30):
            for told, table in ((unknown, "nowhere"), (known, "arrakis")):
                heard, took = self.tell(HELLO, login(table))
                told.append((len(heard), heard[:3], heard[27:], took))
        self.assertEqual({answer[:3] for answer in unknown}, {answer[:3] for answer in known})
        median = lambda told: sorted(answer[3] for answer in told)[len(told) // 2]
        self.assertLess(abs(median(unknown) - median(known)), 0.05)
        self.assert_all_is_well()

    def test_other_languages_and_garbage(self):
        draw = random.Random(6)
        others = [b"GET / HTTP/1.1\r\nHost: parley\r\n\r\n" * 8, b"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n" * 8,
                  bytes.fromhex("16030100f8010000f40303") + bytes(240)]
        others += [draw.randbytes(draw.randrange(1, 4000)) for _ in range(200)]
        others += [HELLO + draw.randbytes(draw.randrange(1, 600)) for _ in range(200)]
        for said in others:
            heard, took = self.tell(said, shut=True)
            self.assertIn(self.why(heard), (None, 1, BAD_FRAME, BAD_MESSAGE, OUT_OF_ORDER, OLD_PROTOCOL, NOT_ADMITTED), (said[:40].hex(), heard.hex()))
            self.assertLess(took, 5, said[:40].hex())
        self.assert_all_is_well()

    def test_slow_strangers(self):
        """All at once, at odd moments: each is ended within 10 s, and the seat never waits for them."""
        said_at_first = {"nothing": b"", "half a frame": HELLO[:9], "a long frame to come": b"\x80\x04\x02", "hello only": HELLO,
                         "HTTP, short": b"GET / HTTP/1.0\r\n\r\n"}
        ends = {}

        def linger(what, first, then=b""):
            stranger, started = self.connect(), time.monotonic()
            stranger.sendall(first)
            stranger.settimeout(1)
            heard = b""
            while time.monotonic() - started < LIFE_S + 5:
                try:
                    if then:
                        stranger.sendall(then[:1])
                        then = then[1:]
                    more = stranger.recv(4096)
                    if not more:
                        break
                    heard += more
                except TimeoutError:
                    continue
                except OSError:
                    break
            ends[what] = (time.monotonic() - started, self.why(heard), heard.hex())
        strangers = [threading.Thread(target=linger, args=case) for case in said_at_first.items()]
        strangers.append(threading.Thread(target=linger, args=("a byte a second", b"", HELLO)))
        for stranger in strangers:
            stranger.start()
            time.sleep(0.13)  # between the moments when the server looks
        slowest = 0
        while any(stranger.is_alive() for stranger in strangers):
            started = time.monotonic()
            self.game["ATR"].do("say", text="I play on")
            slowest = max(slowest, time.monotonic() - started)
            strangers[0].join(0.2)
            strangers[-1].join(0.2)
        for what, (took, why, heard) in ends.items():
            with self.subTest(what):
                self.assertLess(took, LIFE_S, heard)
                self.assertEqual(why, TOO_SLOW, heard)
        self.assertEqual(len(ends), 6)
        self.assertLess(slowest, IN_TIME_S)

    def test_a_hundred_connections(self):
        strangers = [self.connect() for _ in range(100)]
        slowest = 0
        for number in range(30):
            started = time.monotonic()
            self.game["HAR"].do("say", text=f"line {number}")
            slowest = max(slowest, time.monotonic() - started)
        self.assertLess(slowest, IN_TIME_S)
        turned_away, waiting = 0, []
        for stranger in strangers:
            stranger.settimeout(0.02)
            try:
                turned_away += self.why(stranger.recv(100)) == CROWDED
            except TimeoutError:
                waiting.append(stranger)
        self.assertEqual((turned_away, len(waiting)), (100 - PER_USER, PER_USER), "the others are told that it is crowded")
        self.game["ATR"].do("say", text="a seat that is in stays in")
        for stranger in strangers:
            stranger.close()
        until = time.monotonic() + 3
        while self.why(self.tell(HELLO, login("nowhere"))[0]) == CROWDED and time.monotonic() < until:
            pass
        self.assertEqual(self.why(self.tell(HELLO, login("nowhere"))[0]), NOT_ADMITTED, "there is room again")
        invite = self.server.admin("invite", "arrakis", "VIEWER").stdout
        self.assertEqual(self.game.join("VIEWER", invite, self.server.folder / "homes" / "late").returncode, 0)

    def test_silent_connections_of_one_user(self):
        """Eight of them keep nobody out; all that one user may have keep out only that user."""
        silent = [self.connect() for _ in range(8)]
        self.assertEqual(self.why(self.tell(HELLO, login("nowhere"))[0]), NOT_ADMITTED)
        if os.geteuid() == 0:
            for folder in (self.server.folder, self.server.data):
                folder.chmod(0o711)
            self.server.socket.chmod(0o777)
            self.addCleanup(self.server.data.chmod, 0o700)
            ready, told = os.pipe()
            holder = os.fork()
            if holder == 0:
                try:
                    os.setgid(65534)
                    os.setuid(65534)
                    held = [socket.socket(socket.AF_UNIX) for _ in range(PER_USER + 8)]
                    for one in held:
                        one.connect(str(self.server.socket))
                    os.write(told, b"1")
                    time.sleep(LIFE_S)
                finally:
                    os._exit(0)
            self.addCleanup(os.waitpid, holder, 0)
            self.addCleanup(os.kill, holder, signal.SIGKILL)
            os.close(told)
            self.assertEqual(os.read(ready, 1), b"1")
            os.close(ready)
            self.assertEqual(self.why(self.tell(HELLO, login("nowhere"))[0]), NOT_ADMITTED)
        silent += [self.connect() for _ in range(PER_USER - 8)]
        self.assertEqual(self.why(self.tell(HELLO, login("nowhere"))[0]), CROWDED)

    def test_a_socket_of_another_user(self):
        invite = self.server.admin("invite", "arrakis", "VIEWER").stdout
        home, other = self.server.folder / "homes" / "other", {}
        home.mkdir()
        if os.geteuid() == 0:  # root may use every socket
            other = dict(user=65534, group=65534, extra_groups=[])
            self.server.folder.chmod(0o711)
            (self.server.folder / "homes").chmod(0o711)
            environment(home)
            for path in (home, home / "run"):
                os.chown(path, 65534, 65534)
        else:
            self.server.socket.chmod(0)
        done = run("parley", "join", "--invite-file", "-", home=home, input=invite, **other)
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1), done)
        self.assertRegex(done.stderr, r"Permission denied\): that socket is closed to other users; .*ssh -L")

    def test_a_client_that_finds_no_parley_server(self):
        done = run("parley", "pipe", "nowhere", home=self.game.homes["ATR"])
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done)


if __name__ == "__main__":
    unittest.main()
