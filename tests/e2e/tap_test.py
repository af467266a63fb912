"""The tap: what it shows, what it never shows, and that it harms nothing that it was not asked to harm."""
import hashlib
import json
import os
import socket
import threading
import time
import unittest

from driver import WAIT_S, Game, Server, frames, run, temporary_folder
from hostile_test import HELLO, frame, text
from tapped import Heard, Tap

LONG = os.environ.get("PARLEY_LONG")  # 100 MB


def connect(address):
    kind, _, where = address.partition(":")
    if kind == "unix":
        one = socket.socket(socket.AF_UNIX)
        one.connect(where)
    else:
        host, _, port = where.rpartition(":")
        one = socket.create_connection((host, int(port)))
    one.settimeout(WAIT_S)
    return one


def receive_all(one):
    said = bytearray()
    try:
        while data := one.recv(65536):
            said += data
    except ConnectionResetError:
        pass
    return bytes(said)


class Echo:
    """Says back what it hears, and ends when it has heard all; or never reads at all."""

    def __init__(self, reads=True):
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = "tcp:127.0.0.1:%d" % self.door.getsockname()[1]
        self.reads, self.held = reads, []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        while True:
            try:
                one, _ = self.door.accept()
            except OSError:
                return
            self.held.append(one)
            if self.reads:
                threading.Thread(target=self._echo, args=(one,), daemon=True).start()

    def _echo(self, one):
        try:
            while data := one.recv(65536):
                one.sendall(data)
            one.shutdown(socket.SHUT_WR)
        except OSError:
            pass


class Shows(unittest.TestCase):
    def test_a_game_is_heard_and_no_code_is_shown(self):
        server = Server()
        outer, inner = f"unix:{server.folder / 'outer.sock'}", f"unix:{server.folder / 'inner.sock'}"
        invites = server.new_table("arrakis", "ATR,HAR", "--address", outer)
        server.start()
        unsafe = Tap(server.folder, f"unix:{server.socket}", "--unsafe-secrets", "--json", listen=inner, name="inner")
        record = server.folder / "recording"
        middle = Tap(server.folder, inner, "--json", "--hex", name="middle")
        safe = Tap(server.folder, middle.address, "--hex", "--record", record, listen=outer, name="outer")
        game = Game(server, ["ATR", "HAR", "HOST"], invites)
        game.play()
        game["ATR"].do("offer", with_=["HAR"], terms="peace", bribe={"payer": "ATR", "recipient": "HAR", "gross": 50})
        game.settle()
        self.assertEqual(game["HAR"].ask(do="accept", deal=1)["refused"], "payment_unavailable")
        game.end()
        text, as_json = safe.stop(), middle.stop()
        codes = [line["message"]["code"] for line in unsafe.objects() if line.get("type") == "redeem"]
        self.assertEqual(len(codes), 3)
        decoded = run("parley", "decode", "--hex", record, home=server.home)
        for code in codes:
            for written in (text, as_json, record.read_bytes().hex(), decoded.stdout):
                self.assertNotIn(code, written)
            self.assertNotIn(bytes.fromhex(code), record.read_bytes())
        self.assertIn("redeem code=*** ", text)
        self.assertIn('code=payment_unavailable object=0 head=5 means="the payer has not enough" asked={"seen":5,"do":"accept","deal":1}', text)
        self.assertRegex(text, r"#\d+ HAR <- 20 committed v5 \S+ ATR offer terms=\"peace\"")
        self.assertRegex(text, r"# act to its answer: 4 times, p50 [\d.]+ ms, p99 [\d.]+ ms")
        self.assertRegex(text, r"# -> redeem: frames 3, bytes \d+")
        lines = [json.loads(line) for line in as_json.splitlines()]
        self.assertEqual(lines[-1]["statistics"]["client"]["redeem"]["frames"], 3)
        self.assertEqual({line["message"]["code"] for line in lines if line.get("type") == "redeem"}, {"***"})

    def test_filters(self):
        heard = Heard("--type", "accept,refused", "--role", "HAR", "--deal", "2")
        heard.play()
        lines = [line for line in heard.tap.stop().splitlines() if not line.startswith("#")]
        heard.end()
        self.assertEqual(len(lines), 2, lines)
        self.assertIn(" act ", lines[0])
        self.assertIn(" refused ", lines[1])

    def test_a_tap_that_comes_in_the_middle_says_what_it_missed(self):
        heard = Heard()
        game = heard.game(("ATR", "HAR", "HOST"))
        game.play()
        game.see(game["ATR"].do("offer", with_=["HAR"], terms="pay", bribe={"payer": "ATR", "recipient": "HAR", "gross": 50})["committed"])
        heard.tap.stop()
        lives = game["HAR"].lives()
        later = Tap(heard.server.folder, f"unix:{heard.server.socket}", "--role", "har", "--type", "act,refused", name="later",
                    listen=heard.tap.address)
        game["HAR"].live(lives + 1)
        self.assertEqual(game["HAR"].ask(do="accept", deal=1)["refused"], "payment_unavailable")
        game.end()
        shown = later.stop()
        self.assertIn("goes on from what it has, so how the table began is not heard here", shown)
        self.assertRegex(shown, r"#\d+ 1 -> \d+ act request=\d+ seen=5 do=accept deal=1")
        self.assertIn("code=payment_unavailable", shown)
        heard.server.kill()

    def test_a_malformed_frame_is_shown_and_passed_on_or_cut(self):
        for strict in ([], ["--strict"]):
            server = Server()
            server.new_table()
            server.start()
            tap = Tap(server.folder, f"unix:{server.socket}", *strict)
            one = connect(tap.address)
            one.sendall(HELLO)
            said = one.recv(65536)
            one.sendall(frame(2, text("arrakis") + b"\0"))  # a login that ends after its role
            said += receive_all(one)
            one.close()
            shown = tap.stop()
            self.assertRegex(shown, r"#1 - -> 11 login MALFORMED: cut short at byte 30 of the stream, 11 of the frame")
            kinds = [kind for _, kind, _ in frames(said)]
            self.assertEqual("--strict cuts the connection here" in shown, bool(strict))
            if strict:
                self.assertNotIn(0x0F, kinds)  # the server never heard of it
            else:
                self.assertEqual(kinds[-1], 0x0F)
            server.kill()

    def test_usage(self):
        home = temporary_folder()
        for argv, words in ((["--listen", "here", "--to", "unix:/x"], "is no address"), (["--listen", "tcp:0.0.0.0:0", "--to", "unix:/x"], "loopback only"),
                            (["--listen", f"unix:{home}/s"], "--to"), (["--listen", f"unix:{home}/s", "--to", "unix:/x", "--type", "hug"], "no message and no verb"),
                            (["--listen", f"unix:{home}/s", "--to", "unix:/x", "--record", "/nowhere/r"], "--record"),
                            (["--listen", f"unix:{home}", "--to", "unix:/x"], "another kind"), (["--listen", f"unix:{home}/s", "--to", f"unix:{home}/s"], "same door"), (["--listen", "tls:127.0.0.1:1", "--to", "unix:/x"], "TLS")):
            done = run("parley", "tap", *argv, home=home)
            self.assertEqual(done.returncode, 2, done)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_no_server_there(self):
        folder = temporary_folder()
        tap = Tap(folder, f"unix:{folder}/nobody")
        one = connect(tap.address)
        self.assertEqual(receive_all(one), b"")
        one.close()
        tap.stop()
        self.assertIn("is the server running there?", tap.errors.read_text())


class Harmless(unittest.TestCase):
    def test_bytes_pass_unharmed_both_ways_at_once(self):
        size = 100_000_000 if LONG else 12_000_000
        echo, folder = Echo(), temporary_folder()
        tap = Tap(folder, echo.address, listen="tcp:127.0.0.1:0")
        one = connect(tap.address)
        block = os.urandom(1 << 20)
        wanted, heard, got = hashlib.sha256(), hashlib.sha256(), 0

        def send():
            left = size
            while left:
                piece = block[:min(left, len(block))]
                wanted.update(piece)
                one.sendall(piece)
                left -= len(piece)
            one.shutdown(socket.SHUT_WR)

        sender = threading.Thread(target=send, daemon=True)
        sender.start()
        while data := one.recv(1 << 16):
            heard.update(data)
            got += len(data)
        sender.join(WAIT_S)
        self.assertEqual(got, size)
        self.assertEqual(heard.digest(), wanted.digest())
        one.close()
        tap.stop()

    def test_a_side_that_has_ended_still_hears(self):
        echo, folder = Echo(), temporary_folder()
        tap = Tap(folder, echo.address)
        one = connect(tap.address)
        one.sendall(b"all I have to say")
        one.shutdown(socket.SHUT_WR)
        self.assertEqual(receive_all(one), b"all I have to say")
        one.close()
        tap.stop()

    def test_who_does_not_read_is_waited_for(self):
        echo, folder = Echo(reads=False), temporary_folder()
        tap = Tap(folder, echo.address)
        one = connect(tap.address)
        one.settimeout(1)
        sent = 0
        with self.assertRaises(TimeoutError):
            while sent < 100_000_000:
                sent += one.send(bytes(1 << 16))
        self.assertLess(sent, 20_000_000)
        one.close()
        for held in echo.held:
            held.close()
        tap.stop()


class Faulty(unittest.TestCase):
    def test_a_slow_link_in_small_pieces_changes_nothing(self):
        heard = Heard("--split", "1", "--delay", "2", "--jitter", "5", "--seed", "7")
        heard.play()
        self.assertNotIn("MALFORMED", heard.tap.stop())
        dump = heard.server.admin("dump", "arrakis")
        self.assertIn("HOST end", dump.stdout)
        heard.end()

    def test_delay_and_rate(self):
        echo, folder = Echo(), temporary_folder()
        tap = Tap(folder, echo.address, "--delay", "100")
        slow = Tap(folder, echo.address, "--rate", "10000", name="slow")
        for address, size, least in ((tap.address, 10, 0.2), (slow.address, 2000, 0.2)):
            one, start = connect(address), time.monotonic()
            one.sendall(bytes(size))
            one.shutdown(socket.SHUT_WR)
            self.assertEqual(len(receive_all(one)), size)
            self.assertGreaterEqual(time.monotonic() - start, least)
            one.close()
        tap.stop()
        slow.stop()

    def test_cut_stall_duplicate(self):
        echo, folder = Echo(), temporary_folder()
        cut = Tap(folder, echo.address, "--cut-after", "100", name="cut")
        one = connect(cut.address)
        one.sendall(bytes(99))
        heard = one.recv(99, socket.MSG_WAITALL)
        self.assertEqual(len(heard), 99)
        one.sendall(bytes(50))
        self.assertLessEqual(len(receive_all(one)), 1)
        one.close()
        self.assertIn("--cut-after cuts the connection", cut.stop())
        stall = Tap(folder, echo.address, "--stall", name="stall")
        one = connect(stall.address)
        one.settimeout(0.5)
        one.sendall(b"hello?")
        with self.assertRaises(TimeoutError):
            one.recv(1)
        one.close()
        self.assertIn("--stall: what was said last may not have passed whole", stall.stop())
        said = []
        for turn in range(2):
            twice = Tap(folder, echo.address, "--duplicate", "--seed", "3", name=f"twice{turn}")
            one = connect(twice.address)
            one.sendall(b"\x01\x05" * 50)
            one.shutdown(socket.SHUT_WR)
            said.append(receive_all(one))
            one.close()
            twice.stop()
        self.assertEqual(said[0], said[1])
        self.assertGreater(len(said[0]), 100)


if __name__ == "__main__":
    unittest.main()
