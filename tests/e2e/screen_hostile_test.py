"""A server that lies, against the screen: what it sends never reaches the terminal raw, and it can neither crash, hang nor bloat the
client [P-C2, P-C6, SCREENS 7]. The server is written from common/PROTOCOL.md; nothing of parley's is in it."""
import json
import os
import random
import re
import socket
import sys
import threading
import time
import unittest
from pathlib import Path

from driver import BIN, environment, frames, temporary_folder
from pace import SLOW, WAIT_S
from vt import ENTER, ESC, Vt

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from second_client import COMMITTED, LIVE, LOGGED_IN, PRESENCE, REFUSED, WELCOME, leb128, text  # noqa: E402

ANSWERED, BYE, HOST, SERVER = 0x86, 0x0F, 8, 9
MEMORY_KIB = (64 if "san" not in BIN.name else 512) * 1024  # a sanitizer keeps shadows of its own
OURS = re.compile(rb"\x1b(?:\[\??[\d;]*[ABCDEGHIJKLMPSTXZ@abdefghlmnrt]|\(B|\)0|[=>78MDE\\]|\]2;[^\x00-\x1f\x7f]*\x07)")
EVIL = ["\x1b[2J\x1b[1;1HFORGED", "\x1b]52;c;RVZJTA==\x07", "\x1b]0;EVIL\x07", "\x1b]8;;http://evil\x1b\\link", "\x1bP$qm\x1b\\", "\x1b_apc\x1b\\", "\x1b]unterminated",
        "\x1bc", "\x1b[6n", "\x9b6n", "\x85next\u2028line", "a\rFORGED ROW", "\x08" * 30 + "over", "x\n[SYSTEM] y", "\x07" * 100, "\u202eyap 5\u202c", "\u2066open",
        "zero\u200bwidth\u200d\ufeff", "\u3164\u2800", "e" + "\u0301" * 300, "\u0301first", "%n%s{}{0}", "漢" * 90, "\U000e0041tag\u00ad", "😀\u200d😀", "\u0000nul",
        "\ue000private", "A" * 2000]
NEVER = ["\x1b]52", "\x1b]0;", "\x1b]8", "\x1bP", "\x1b_", "\x1b]u", "\x1bc", "\x1b[6n", "\x9b", "\x85", "\u2028", "\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\u3164", "\u2800",
         "\u0301" * 3, "\U000e0041", "\u00ad", "\x00", "\ue000"]


def frame(kind, payload=b""):
    return leb128(len(payload) + 1) + bytes([kind]) + payload


def blob(data):
    return leb128(len(data)) + data


class Story:
    """The commits of a table, numbered as they are told."""

    def __init__(self, name="arrakis", player="Ana"):
        self.version, self.frames = -1, []
        seats = b"".join(text(seat) for seat in ("ATR", "HAR"))
        self.tell(SERVER, 112, text(name) + b"\2" + seats + bytes([0, 1, 5, 10]) + leb128(1_700_000_000))
        for seat in (0, 1):
            self.tell(SERVER, 113, bytes([seat]) + text(player) + bytes([seat + 1]) * 32 + b"\1")
        self.tell(HOST, 16)

    def tell(self, role, verb, body=b""):
        self.version += 1
        self.frames.append(frame(COMMITTED, leb128(self.version) + b"\0" + leb128(role) + bytes([verb]) + body))
        return self

    def offer(self, terms):
        return self.tell(1, 1, b"\1\3" + blob(terms))

    def say(self, words):
        return self.tell(1, 8, blob(words))

    def bytes(self):
        return b"".join(self.frames)


class Liar:
    """Lets everybody in, and then says what it was told to: bytes, or a generator of them. Keeps what it heard."""

    def __init__(self, path, says, answer=None, listens=True):
        self.says, self.answer, self.listens, self.heard, self.logins, self.sent = says, answer, listens, bytearray(), 0, 0
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(str(path))
        self.door.listen(8)
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self):
        try:
            self.door.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.door.close()

    def _serve(self):
        while True:
            try:
                peer, _ = self.door.accept()
                threading.Thread(target=self._talk, args=(peer,), daemon=True).start()
            except OSError:
                return

    def _talk(self, peer):
        with peer:
            try:
                self._wait(peer, 1)
                peer.sendall(frame(WELCOME, b"\1" + b"epochep1" + bytes(16)))
                self._wait(peer, 2)
                self.logins += 1
                peer.sendall(frame(LOGGED_IN, b"\0\1\0\0"))
                for part in [self.says] if isinstance(self.says, bytes) else self.says():
                    peer.sendall(part)
                    self.sent += len(part)
                while self.listens and (data := peer.recv(65536)):
                    for _, kind, payload in frames(data):
                        if kind == 4 and self.answer:
                            peer.sendall(self.answer(payload))
                while not self.listens:
                    time.sleep(0.1)
            except OSError:
                pass

    def _wait(self, peer, kind):
        got = b""
        while not any(there == kind for _, there, _ in frames(got)):
            data = peer.recv(65536)
            if not data:
                raise OSError
            got += data


class Hostile(unittest.TestCase):
    def screen(self, says, rows=24, columns=80, **liar):
        """A client that has joined before, in front of this server."""
        folder = temporary_folder()
        home, path = folder / "home", folder / "s"
        env = {**environment(home), "TERM": "xterm-256color"}
        keys = home / "data/parley/keys"
        keys.mkdir(parents=True, mode=0o700)
        os.chmod(keys.parent, 0o700)
        file = keys / ("arrakis.ATR." + "ab" * 4 + ".json")
        file.write_text(json.dumps(dict(address=f"unix:{path}", server="ab" * 32, table="arrakis", role="ATR", role_code=0, seed="07" * 32, epoch=1, redeemed=True)))
        os.chmod(file, 0o600)
        self.liar = Liar(path, says, **liar)
        self.addCleanup(self.liar.close)
        vt = Vt(BIN / "parley", "arrakis", rows=rows, columns=columns, env=env)
        self.addCleanup(vt.close)
        vt.wait_for("parley")
        return vt

    def assert_clean(self, vt):
        """No ESC but the client's own, no byte that a terminal obeys, and the frame of the screen is where it belongs."""
        raw = bytes(vt.raw)
        rest = OURS.sub(b"", raw)
        self.assertEqual(re.findall(rb"\x1b.{0,20}", rest, re.DOTALL), [])
        self.assertEqual(set(rest) & (set(range(32)) | {127}) - set(b"\r\n\b\a"), set())
        self.assertEqual([one for one in NEVER if one.encode() in raw], [])
        self.assertLessEqual(raw.count(b"\a"), 40)
        self.assertTrue(vt.row(0).startswith(" parley  "), vt.dump())
        raw.decode()

    def assert_sane(self, vt):
        """It lives, hears keys, is small, and ends."""
        status = Path(f"/proc/{vt.pid}/status").read_text()
        self.assertLess(int(re.search(r"VmHWM:\s+(\d+)", status)[1]), MEMORY_KIB)
        vt.keys("q")
        self.assertEqual(vt.wait_end(5), 0)
        self.assertFalse(vt.alternate)

    # ---- what others wrote -------------------------------------------------------------------------------------------------

    def test_texts_of_others(self):
        story = Story()
        for number, evil in enumerate(EVIL):
            story.offer(evil.encode()[:8000] if number % 2 else ("ok " + evil).encode()).say(evil.encode())
            story.tell(0, 2, leb128(number + 1)).tell(1, 7, leb128(number + 1) + blob(evil.encode()))  # notes are for active deals
            story.tell(1, 33, blob(evil.encode()))
        for evil in EVIL[:6]:
            story.tell(HOST, 20, b"\1" + text(evil))
        for rows, columns in ((24, 80), (50, 200)):
            with self.subTest(columns), self.screen(story.bytes(), rows, columns) as vt:
                vt.wait_for(f"#{len(EVIL)} ")
                vt.wait_for("── Ledger")
                for _ in EVIL:
                    vt.keys(ENTER)
                    vt.quiet(70)
                    vt.keys(ENTER)
                    vt.quiet(70)
                    self.assert_clean(vt)
                    vt.keys(ESC)
                    vt.wait_for("── Ledger")
                    vt.keys("j")
                vt.keys("l")
                vt.wait_for("── Log")
                for _ in range(30):
                    vt.keys("k" * 12)
                    vt.quiet(60)
                self.assertIn(b"<U+001B>", vt.raw)
                self.assert_clean(vt)
                vt.keys(ESC)
                vt.wait_for("── Ledger")
                for column in {row.find("│") for row in vt.rows()}:
                    self.assertLess(column, columns)
                self.assert_sane(vt)

    def test_texts_that_are_no_utf8(self):
        for bad in (b"\xff\x9b6n", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"cut \xe2\x82", b"\xc2\x9b2J"):
            with self.subTest(bad), self.screen(Story().offer(bad).bytes()) as vt:
                vt.quiet(200)
                raw = bytes(vt.raw)
                self.assertNotIn(b"\xff", raw)
                self.assertNotIn(b"\xc2\x9b", raw)
                raw.decode()
                self.assert_clean(vt)
                self.assert_sane(vt)

    def test_names(self):
        for name, player in (("\x1b]52;c;QQ==\x07\x1b[6n", "\x1b[2JAna\x07"), ("a\u202eb\u200bc", "\u202eAna"), ("\r\n\x08", "漢" * 80), ("%n{}", "e" + "\u0301" * 100)):
            with self.subTest(name), self.screen(Story(name, player).offer(b"Terms").bytes(), 50, 170) as vt:
                vt.wait_for("── Ledger")
                vt.wait_for("#1 OFFER")
                vt.quiet(100)
                self.assert_clean(vt)
                self.assertEqual(vt.title.startswith("parley ") or vt.title.startswith("(1) parley "), True, vt.title)
                self.assert_sane(vt)

    def test_answers_to_what_i_ask(self):
        random_ = random.Random(4)
        replies = iter([frame(REFUSED, b"\1" + bytes([code]) + leb128(random_.choice([0, 27 << 21 | 0x1B, 2**64 - 1, 1 << 40])) + leb128(random_.choice([0, 3]))) for code in range(1, 36)])
        answer = lambda payload: (lambda code: frame(REFUSED, payload[:1] + code[3:]))(next(replies))
        vt = self.screen(Story().bytes(), answer=answer)
        vt.wait_for("── Ledger")
        for _ in range(8):
            vt.keys("t")
            vt.wait_for("Say to the table")
            vt.keys("hello", ENTER)
            vt.wait_for(re.compile("REFUSED|SENT"))
            vt.quiet(100)
            self.assert_clean(vt)
        self.assert_sane(vt)

    # ---- bytes that are no messages ----------------------------------------------------------------------------------------------

    def test_garbage(self):
        noise = random.Random(5).randbytes(20_000)
        whole = Story().offer(b"Terms").bytes()
        cases = {"noise": noise, "length 0": b"\0", "overlong": b"\x80\x80\x80\x80\x01", "huge": leb128(2**27) + b"\x83" + noise, "max of zeros": leb128(65536) + bytes(65536),
                 "over max": leb128(65537) + b"\x83" + bytes(65536), "unknown": frame(0x90), "of a client": frame(4, b"\1\1\1"), "left over": frame(PRESENCE, b"\0\1\0"),
                 "bool 2": frame(PRESENCE, b"\0\2"), "half": whole[:-3], "gap": whole + Story().say(b"x").say(b"y").frames[-1],
                 "twice": whole + Story().frames[0], "another history": whole + frame(LIVE, leb128(4) + bytes(16)), "live of nothing": frame(LIVE, b"\0" + bytes(16)),
                 "no table": frame(COMMITTED, b"\5\0\1\1\1\3" + text("x")), "two welcomes": whole + frame(WELCOME, b"\1" + bytes(24)), "two logins": whole + frame(LOGGED_IN, b"\0\1\0\0"),
                 "list of 2^61": frame(COMMITTED, b"\0\0\x09\x70" + text("t") + leb128(2**61)), "goodbye": whole + frame(BYE, b"\x0a"), "bye 200": frame(BYE, b"\xc8")}
        for name, data in cases.items():
            with self.subTest(name), self.screen(data) as vt:
                vt.quiet(150)
                self.assertIn("parley", vt.row(0))
                self.assertEqual(re.findall(rb"\x1b.{0,9}", OURS.sub(b"", bytes(vt.raw)), re.DOTALL), [])
                self.assertLessEqual(self.liar.logins, 2, "it does not hammer the server")
                self.assert_sane(vt)

    def test_one_byte_at_a_time(self):
        def slowly():
            for byte in Story().offer(b"Terms").bytes():
                yield bytes([byte])
                time.sleep(0.0005)
        vt = self.screen(slowly)
        vt.wait_for("#1 OFFER")
        self.assert_sane(vt)

    # ---- too much -----------------------------------------------------------------------------------------------------------------

    def endless(self, part, mib=80):
        """The same again and again, until the client has had enough or took so much."""
        for _ in range(mib * 2**20 // len(part)):
            yield part

    def assert_survives(self, says, **liar):
        vt = self.screen(says, **liar)
        before, until = 0, time.monotonic() + WAIT_S
        while (self.liar.sent != before or before == 0) and time.monotonic() < until:
            before = self.liar.sent
            vt.quiet(300, 3 * WAIT_S)
        self.assertGreater(self.liar.sent, 100_000)
        vt.keys("?")
        vt.quiet(300)
        self.assert_sane(vt)

    def test_endless_presence(self):
        self.assert_survives(lambda: self.endless(frame(PRESENCE, b"\1\1") * 5000, 4))

    def test_endless_answers(self):
        answers = b"".join(frame(ANSWERED, leb128(number) + leb128(2**63) + b"\0") for number in range(10_000))
        self.assert_survives(lambda: self.endless(answers, 12))

    def test_endless_welcomes_unread(self):
        self.assert_survives(lambda: self.endless(frame(WELCOME, b"\1" + bytes(24)) * 4000, 4), listens=False)

    def test_endless_commits(self):
        def says():
            story = Story()
            yield story.bytes()
            for number in range(40_000):
                story.frames = []
                yield story.say(b"spice must flow " * 120).bytes() if number % 50 else story.say(b"\x1b" * 2000).bytes()
        vt = self.screen(says)
        vt.wait_for("── Ledger")
        vt.keys("?")
        vt.wait_for("── Help", 5 * SLOW)  # it hears keys meanwhile
        vt.keys(ESC)
        vt.wait_for("longer than this client takes", 3 * WAIT_S)
        self.assert_clean(vt)
        self.assert_sane(vt)


if __name__ == "__main__":
    unittest.main()
