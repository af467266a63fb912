"""A `parley tap` between the clients and the server of a test, a whole game to be heard by it, and a reader of its recordings
that is written from PROTOCOL.md alone."""
import json
import signal
import subprocess

from driver import WAIT_S, Game, Server, end, environment, spawn

ROLES = ["ATR", "HAR", "HOST", "VIEWER"]


class Tap:
    def __init__(self, folder, to, *more, name="tap", listen=None):
        self.address = listen or f"unix:{folder / (name + '.sock')}"
        self.out, self.errors = folder / f"{name}.out", folder / f"{name}.err"
        with open(self.errors, "wb") as errors:
            self.process = spawn("parley", "tap", "--listen", self.address, "--to", to, *more, stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=errors, env=environment(folder / "tapper"))
        first = self.process.stdout.readline().decode()
        assert "listening" in first, (first, self.errors.read_text())
        if first.startswith("listening"):
            self.address = first.split()[1]
        self.text = None

    def stop(self, number=signal.SIGTERM):
        """Everything that it printed."""
        if self.text is None:
            self.process.send_signal(number)
            out, _ = self.process.communicate(timeout=WAIT_S)
            assert self.process.returncode == 0, (self.process.returncode, self.errors.read_text())
            self.text = out.decode()
            end(self.process)
        return self.text

    def objects(self):
        return [json.loads(line) for line in self.stop().splitlines()]


class Heard:
    """A server, a tap in front of it, and a table whose invites lead through the tap."""

    def __init__(self, *more, seats="ATR,HAR"):
        self.server = Server()
        self.record = self.server.folder / "recording"
        tapped = f"unix:{self.server.folder / 'tap.sock'}"
        self.invites = self.server.new_table("arrakis", seats, "--address", tapped)
        self.server.start()
        self.tap = Tap(self.server.folder, f"unix:{self.server.socket}", "--record", self.record, *more)

    def game(self, roles=("ATR", "HAR", "HOST", "VIEWER")):
        self.game_ = Game(self.server, list(roles), self.invites)
        return self.game_

    def play(self):
        """A game with deals of every end, money, and refusals; ended, and every connection closed."""
        game = self.game()
        game.play()
        atr, har, host = game["ATR"], game["HAR"], game["HOST"]
        game.see(host.do("adjust", seat="HAR", amount=3, reason="found")["committed"])
        game.see(atr.do("offer", with_=["HAR"], terms="мир \u2014 peace")["committed"])
        game.see(har.do("accept", deal=1)["committed"])
        game.see(atr.do("offer", with_=["HAR"], terms="pay", bribe={"payer": "ATR", "recipient": "HAR", "gross": 50})["committed"])
        refused = har.ask(do="accept", deal=2)
        assert refused.get("refused") == "payment_unavailable", refused
        game.see(har.do("decline", deal=2)["committed"])
        game.see(har.do("offer", with_=["ATR"], terms="spice", bribe={"payer": "HAR", "recipient": "ATR", "gross": 4})["committed"])
        game.see(atr.do("accept", deal=3)["committed"])
        game.see(atr.do("request_release", deal=1)["committed"])
        game.see(har.do("request_release", deal=1)["committed"])
        game.see(host.do("control", seat="HAR", to="ai")["committed"])
        game.see(host.do("end")["committed"])
        game.end()
        return game

    def end(self):
        self.tap.stop()
        self.server.kill()


def leb128(data, at):
    value = shift = 0
    while True:
        value, shift, at = value | (data[at] & 127) << shift, shift + 7, at + 1
        if data[at - 1] < 128:
            return value, at


def entries(data):
    """The entries of a recorded session: what, microseconds since 1970, connection, bytes."""
    head = b"parley session 1\n"
    assert data.startswith(head)
    at, time = len(head), 0
    while at < len(data):
        what = data[at]
        elapsed, at = leb128(data, at + 1)
        connection, at = leb128(data, at)
        size, at = leb128(data, at)
        time += elapsed
        yield what, time, connection, data[at:at + size]
        at += size
    assert at == len(data)


def pcap(data, port=7373):
    """The packets of a recorded session, over loopback Ethernet, IPv4 and TCP."""
    out = [(0xA1B2C3D4).to_bytes(4, "little") + b"\2\0\4\0" + bytes(8) + (65535).to_bytes(4, "little") + (1).to_bytes(4, "little")]
    sequence = {}

    def packet(time, connection, client, flags, payload=b""):
        at = sequence.setdefault((connection, client), 1000)
        ack = sequence.get((connection, not client), 1000)
        ports = [(40000 + connection).to_bytes(2, "big"), port.to_bytes(2, "big")]
        tcp = b"".join(ports if client else ports[::-1]) + at.to_bytes(4, "big") + ack.to_bytes(4, "big") + bytes([0x50, flags]) + b"\xff\xff" + bytes(4) + payload
        ip = b"\x45\0" + (20 + len(tcp)).to_bytes(2, "big") + bytes(4) + b"\x40\6\0\0" + b"\x7f\0\0\1" * 2 + tcp
        frame = bytes(12) + b"\x08\0" + ip
        out.append((time // 10**6).to_bytes(4, "little") + (time % 10**6).to_bytes(4, "little") + len(frame).to_bytes(4, "little") * 2 + frame)
        sequence[connection, client] = at + len(payload) + (flags & 3 != 0)

    for what, time, connection, data_ in entries(data):
        if what == 0:
            packet(time, connection, True, 2)
            packet(time, connection, False, 18)
            packet(time, connection, True, 16)
        elif what in (1, 2):
            for start in range(0, len(data_), 700):  # frames in several segments
                packet(time, connection, what == 1, 24, data_[start:start + 700])
        else:
            packet(time, connection, what == 3, 17)
    return b"".join(out)
