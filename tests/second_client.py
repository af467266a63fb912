#!/usr/bin/env python3
"""A viewer written from common/PROTOCOL.md alone, to see whether that page is enough: Python's standard library for the bytes,
the `openssl` command for Ed25519, and nothing of parley. Unix sockets only. Prints the ledger, one line per deal:

    #1 active ATR,HAR bribe 4 ATR>HAR "You leave Arrakeen"

usage: second_client.py INVITE_FILE [--key FILE] [--follow]
A FILE that is not there is made when the invite is redeemed; one that is there logs in again."""
import argparse
import base64
import hashlib
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import namedtuple


class Broken(Exception):
    """Bytes or a history that cannot be."""


# ---- values ---------------------------------------------------------------------------------------------------------------

def leb128(n):
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7f | 0x80)
        n >>= 7
    return bytes(out) + bytes([n])


def text(s):
    data = s.encode()
    return leb128(len(data)) + data


class Reader:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, size):
        if self.at + size > len(self.data):
            raise Broken("cut short")
        self.at += size
        return self.data[self.at - size:self.at]

    def u8(self):
        return self.take(1)[0]

    def number(self, bits):
        value = shift = 0
        while True:
            byte = self.u8()
            value |= (byte & 0x7f) << shift
            if byte < 0x80:
                break
            shift += 7
            if shift > 63:
                raise Broken("number too large")
        if byte == 0 and shift or value >> bits:
            raise Broken("number overlong or too large")
        return value

    def u16(self): return self.number(16)
    def u32(self): return self.number(32)
    def u64(self): return self.number(64)

    def i64(self):
        n = self.u64()
        return -(n >> 1) - 1 if n & 1 else n >> 1

    def bool(self): return bool(self.within(0, 1))
    def seat(self): return self.within(0, 15)
    def optional(self, read): return read() if self.bool() else None

    def within(self, first, last):
        n = self.u8()
        if not first <= n <= last:
            raise Broken(f"{n} is not from {first} to {last}")
        return n

    def text(self, most):
        size = self.u64()
        if size > most:
            raise Broken("a text over its limit")
        try:
            return self.take(size).decode()
        except UnicodeDecodeError:
            raise Broken("a text that is no UTF-8") from None

    def role(self):
        n = self.u16()
        if not (n <= 9 or 16 <= n <= 1015):
            raise Broken(f"no role {n}")
        return n

    def end(self):
        if self.at != len(self.data):
            raise Broken("bytes left over")


# ---- commits --------------------------------------------------------------------------------------------------------------

Record = namedtuple("Record", "form signatories terms answers bribe")
Commit = namedtuple("Commit", "version elapsed role verb body")
LINE = 2048


def record(r):
    form, seats, terms = r.within(1, 2), r.u8(), r.text(8192)
    answers, bribe = 0, None
    if form == 2:
        answers = r.u32()
        if r.within(0, 1):
            bribe = (r.seat(), r.seat(), r.u64())
        r.within(0, 0)  # clauses
    if (form == 1) != (bin(seats).count("1") == 2 and not answers and not bribe):
        raise Broken("a record in the wrong form")
    return Record(form, seats, terms, answers, bribe)


def genesis(r):
    name, count = r.text(32), r.u64()
    if count > 8:
        raise Broken("too many seats")
    seats = [r.text(8) for _ in range(count)]
    rules = (r.within(0, 0), r.within(0, 1), r.u16(), r.u16())
    return name, seats, rules, r.u64()


def deal(r): return r.u32()
def nothing(r): return None
def pair(r): return r.seat(), r.seat()


BODIES = {
    1: record, 2: deal, 3: deal, 4: deal, 5: deal, 6: deal,
    7: lambda r: (r.u32(), r.text(LINE)), 8: lambda r: r.text(LINE), 9: lambda r: (r.u32(), r.within(1, 5)), 10: lambda r: r.u32(),
    16: nothing, 17: nothing, 18: lambda r: (r.seat(), r.within(0, 1)), 19: lambda r: r.seat(), 20: lambda r: (r.seat(), r.text(LINE)),
    32: lambda r: (r.seat(), r.u64(), r.optional(lambda: r.text(LINE))), 33: lambda r: r.text(LINE), 34: lambda r: r.u64(),
    35: lambda r: (r.seat(), r.text(LINE)), 36: nothing, 37: lambda r: r.bool(),
    48: lambda r: (r.u16(), r.within(0, 10), r.bool()), 49: pair, 50: pair, 51: lambda r: (r.optional(r.seat), r.bool()),
    52: lambda r: r.bool(), 53: lambda r: (r.seat(), r.text(LINE)),
    112: genesis, 113: lambda r: (r.seat(), r.text(256), r.take(32), r.u32()), 114: lambda r: r.seat(),
}


def commit(r):
    version, elapsed, role, verb = r.u64(), r.u64(), r.role(), r.u8()
    if verb not in BODIES:
        raise Broken(f"commit {version} has verb {verb}, which this program does not know")
    return Commit(version, elapsed, role, verb, BODIES[verb](r))


# ---- the ledger -----------------------------------------------------------------------------------------------------------

class Deal:
    def __init__(self, proposer, what):
        self.proposer, self.record = proposer, what
        self.state, self.by = "open", None
        self.consents, self.lapsed, self.asked, self.notes = {proposer}, set(), set(), {}
        self.parties = {seat for seat in range(8) if what.signatories >> seat & 1}


class Ledger:
    """What a table's commits make of its deals, and the chain over them."""

    def __init__(self):
        self.deals, self.seats, self.players, self.departed = [], [], {}, set()
        self.version, self.chain, self.time = -1, bytes(32), 0

    def add(self, data, c):
        if c.version != self.version + 1:
            raise Broken(f"commit {c.version} came after {self.version}")
        self.chain = hashlib.sha256(self.chain + data).digest()
        self.version, self.time = c.version, self.time + c.elapsed
        getattr(self, f"on_{c.verb}", lambda c: None)(c)

    def deal(self, number):
        if not 1 <= number <= len(self.deals):
            raise Broken(f"there is no deal {number}")
        return self.deals[number - 1]

    def on_112(self, c):
        _, self.seats, _, self.time = c.body

    def on_1(self, c):
        self.deals.append(Deal(c.role, c.body))

    def on_2(self, c):
        d = self.deal(c.body)
        d.consents.add(c.role)
        d.lapsed.discard(c.role)
        if d.consents == d.parties:
            d.state = "active"

    def on_3(self, c):
        d = self.deal(c.body)
        d.state, d.by = "declined", c.role

    def on_4(self, c):
        self.deal(c.body).state = "withdrawn"

    def on_5(self, c):
        d = self.deal(c.body)
        d.asked.add(c.role)
        self.release(d)

    def on_6(self, c):
        self.deal(c.body).asked.discard(c.role)

    def on_7(self, c):
        self.deal(c.body[0]).notes[c.role] = c.body[1]

    def on_19(self, c):
        self.departed.add(c.body)
        self.withdraw_offers(c.body)
        for d in self.deals:
            if d.state == "active" and c.body in d.parties:
                d.asked.discard(c.body)
                self.release(d)

    def on_113(self, c):
        seat, _, key, _ = c.body
        before = self.players.get(seat)
        self.players[seat] = key
        self.departed.discard(seat)
        if before in (None, key):
            return
        self.withdraw_offers(seat)
        for d in self.deals:
            if d.state == "open" and seat in d.consents:
                d.consents.discard(seat)
                d.lapsed.add(seat)

    def release(self, d):
        if d.asked and d.parties - self.departed <= d.asked:
            d.state = "released"

    def withdraw_offers(self, seat):
        for d in self.deals:
            if d.state == "open" and d.proposer == seat:
                d.state = "withdrawn"

    def lines(self):
        key = lambda seat: self.seats[seat] if seat < len(self.seats) else "?"
        keys = lambda seats: ",".join(map(key, sorted(seats)))
        quoted = lambda s: json.dumps(s, ensure_ascii=False)  # escapes control characters: nothing reaches the terminal raw
        for number, d in enumerate(self.deals, 1):
            line = f"#{number} {d.state} {keys(d.parties)}"
            if d.record.bribe:
                payer, recipient, gross = d.record.bribe
                line += f" bribe {gross} {key(payer)}>{key(recipient)}"
            line += " " + quoted(d.record.terms)
            if d.state == "open":
                line += f" agreed {keys(d.consents)}"
                if d.lapsed:
                    line += f" lapsed {keys(d.lapsed)}"
            if d.state == "active" and d.asked:
                line += f" release asked by {keys(d.asked)}"
            if d.state == "declined":
                line += f" by {key(d.by)}"
            if d.state in ("open", "active") and d.parties & self.departed:
                line += f" departed {keys(d.parties & self.departed)}"
            if d.record.answers:
                line += f" answers #{d.record.answers}"
            for seat in sorted(d.notes):
                line += f" note {key(seat)} {quoted(d.notes[seat])}"
            yield line


# ---- invites, keys ----------------------------------------------------------------------------------------------------------

Invite = namedtuple("Invite", "address server table role code")


def read_invite(line):
    line = line.strip()
    if not line.startswith("parley1-"):
        raise Broken("this is no invite")
    letters = line[len("parley1-"):]
    try:
        data = base64.b64decode(letters + "=" * (-len(letters) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raise Broken("a damaged invite") from None
    if hashlib.sha256(data[:-4]).digest()[:4] != data[-4:]:
        raise Broken("a damaged invite")
    r = Reader(data[:-4])
    str8 = lambda: r.take(r.u8()).decode()
    if r.u8() != 1:
        raise Broken("an invite of a newer version")
    invite = Invite(str8(), r.take(32), str8(), str8(), r.take(16))
    r.end()
    return invite


class Key:
    """A file: one line with role and seat epoch, then the key as openssl writes it."""

    def __init__(self, path):
        self.path = path

    def make(self):
        self.keep(self.openssl("genpkey", "-algorithm", "ed25519").decode(), 0, 0)

    def keep(self, pem, role, epoch):
        with os.fdopen(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(f"viewer {role} {epoch}\n" + pem)

    def admitted(self, role, epoch):
        with open(self.path) as file:
            pem = file.read().split("\n", 1)[1]
        self.keep(pem, role, epoch)

    def role_and_epoch(self):
        with open(self.path) as file:
            word, role, epoch = file.readline().split()
        return int(role), int(epoch)

    def public(self):
        return self.openssl("pkey", "-in", self.path, "-pubout", "-outform", "DER")[-32:]

    def sign(self, statement):
        with tempfile.NamedTemporaryFile() as file:
            file.write(statement)
            file.flush()
            return self.openssl("pkeyutl", "-sign", "-rawin", "-inkey", self.path, "-in", file.name)

    @staticmethod
    def openssl(*argv):
        return subprocess.run(["openssl", *argv], check=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL).stdout


# ---- the connection ---------------------------------------------------------------------------------------------------------

BYE = ["", "leaving", "bad_frame", "bad_message", "out_of_order", "old_protocol", "not_admitted", "bad_invite", "superseded", "revoked",
       "history", "bad_signature", "ahead", "too_slow", "silent", "crowded", "closing", "storage"]
WELCOME, LOGGED_IN, COMMITTED, COMMITTED_PRIVATE, LIVE, REFUSED, PRESENCE, PONG = 0x81, 0x82, 0x83, 0x84, 0x85, 0x87, 0x88, 0x89
HELLO, LOGIN, REDEEM, PING, BYE_TYPE = 1, 2, 3, 5, 0x0f
PING_AFTER_S, PONG_WITHIN_S = 60, 15


class Connection:
    def __init__(self, address):
        self.channel, _, where = address.partition(":")
        if self.channel not in ("unix", "tcp"):
            raise Broken(f"this program knows Unix sockets and plain TCP, not {address}")
        self.socket, self.rest, self.spoke = socket.socket(socket.AF_UNIX if self.channel == "unix" else socket.AF_INET), b"", time.monotonic()
        self.prepare()
        self.socket.connect(where if self.channel == "unix" else (where.rpartition(":")[0], int(where.rpartition(":")[2])))

    def prepare(self):
        """For tests: options of the socket, before it connects."""

    def say(self, kind, payload=b""):
        self.spoke = time.monotonic()
        self.socket.sendall(leb128(len(payload) + 1) + bytes([kind]) + payload)

    def fill(self, size):
        while len(self.rest) < size:
            data = self.receive()
            if not data:
                raise Broken("the server ended the connection")
            self.rest += data

    def receive(self):
        """What comes next. A client that has said nothing for a minute pings, and gives up on a server that does not answer."""
        pinged = False
        while True:
            left = self.spoke + (PONG_WITHIN_S if pinged else PING_AFTER_S) - time.monotonic()
            self.socket.settimeout(max(left, 0.001))
            try:
                return self.socket.recv(65536)
            except socket.timeout:
                if pinged:
                    raise Broken("the server does not answer") from None
                pinged = True
                self.say(PING)

    def hear(self):
        """A frame's type and payload."""
        length = used = 0
        while True:
            self.fill(used + 1)
            byte = self.rest[used]
            length |= (byte & 0x7f) << 7 * used
            used += 1
            if byte < 0x80:
                break
            if used == 4:
                raise Broken("a frame that is too long")
        if not 1 <= length <= 65536 or used > 1 and byte == 0:
            raise Broken("bytes that are no frame")
        self.fill(used + length)
        frame, self.rest = self.rest[used:used + length], self.rest[used + length:]
        if frame[0] == BYE_TYPE:
            code = frame[1] if len(frame) == 2 else 0
            raise Broken(f"the server said goodbye: {BYE[code] if code < len(BYE) else code}")
        return frame[0], frame[1:]

    def expect(self, kind):
        got, payload = self.hear()
        if got == REFUSED:
            raise Broken("refused")
        if got != kind:
            raise Broken(f"a message of type {got:02x} where {kind:02x} belongs")
        return Reader(payload)


def log_in(connection, invite, key):
    nonce = os.urandom(16)
    connection.say(HELLO, leb128(1) + nonce)
    r = connection.expect(WELCOME)
    protocol, _, theirs = r.u32(), r.take(8), r.take(16)
    r.end()
    handshake = invite.server + nonce + theirs + text(connection.channel) + leb128(protocol)
    role, epoch = key.role_and_epoch()
    if epoch:
        message = text(invite.table) + leb128(role) + leb128(epoch) + b"\0" + b"\0"
        connection.say(LOGIN, message + key.sign(b"parley login\0" + handshake + message))
    else:
        message = invite.code + key.public() + text("")
        connection.say(REDEEM, message + key.sign(b"parley redeem\0" + handshake + message))
    r = connection.expect(LOGGED_IN)
    role, epoch, _, _ = r.role(), r.u32(), r.u64(), r.u64()
    r.end()
    key.admitted(role, epoch)


def follow(connection, ledger, on_live):
    """Keeps the ledger; `on_live` is called when all of it is there, and after every commit from then on."""
    live = False
    while True:
        kind, payload = connection.hear()
        r = Reader(payload)
        if kind in (COMMITTED, COMMITTED_PRIVATE):
            c = commit(r)
            data = payload[:r.at]
            if kind == COMMITTED_PRIVATE:
                r.i64() if r.within(1, 2) == 1 else r.u64()
            r.end()
            ledger.add(data, c)
        elif kind in (LIVE, PONG):
            head, chain = r.u64(), r.take(8)
            r.take(8)  # the digest: for those who play the rules
            r.end()
            if head == ledger.version and chain != ledger.chain[:8] or kind == LIVE and head != ledger.version:
                raise Broken(f"at version {head} the server's history is another one than what it sent")
            live = live or kind == LIVE
        elif kind == PRESENCE:
            r.role(), r.bool()
            r.end()
        else:
            raise Broken(f"a message of type {kind:02x}")
        if live and kind in (COMMITTED, COMMITTED_PRIVATE, LIVE) and on_live():
            connection.say(BYE_TYPE, b"\1")
            return


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("invite")
    options.add_argument("--key")
    options.add_argument("--follow", action="store_true")
    options = options.parse_args()
    with open(options.invite) as file:
        invite = read_invite(file.read())
    if not invite.role.startswith("VIEWER"):
        raise Broken("this program is a viewer; give it a viewer's invite")
    folder = tempfile.TemporaryDirectory()
    key = Key(options.key or os.path.join(folder.name, "key"))
    if not os.path.exists(key.path):
        key.make()
    connection, ledger, shown = Connection(invite.address), Ledger(), []
    log_in(connection, invite, key)

    def show():
        lines = list(ledger.lines())
        for line in (line for line in lines if line not in shown):
            print(line, flush=True)
        shown[:] = lines
        return not options.follow

    follow(connection, ledger, show)


if __name__ == "__main__":
    try:
        main()
    except (Broken, OSError, subprocess.CalledProcessError) as error:
        print(f"second_client: {error}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(0)
