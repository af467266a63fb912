"""Drives the real programs: a server on a temporary folder and Unix socket, and one home and one `parley pipe` per role.
Every process is registered and ended by its pid. Programs come from PARLEY_BIN (default build/release). Standard library only."""
import atexit
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from pace import WAIT_S

BIN = Path(os.environ.get("PARLEY_BIN") or "build/release").absolute()
_children, _folders = [], []


def spawn(program, *argv, **kw):
    child = subprocess.Popen([str(BIN / program), *map(str, argv)], **kw)
    _children.append(child)
    return child


def end(child):
    if child.poll() is None:
        child.kill()
    child.wait()
    for stream in (child.stdin, child.stdout, child.stderr):
        try:
            if stream:
                stream.close()
        except OSError:
            pass  # the last line was never taken


@atexit.register
def clean_up():
    for child in _children:
        if child.poll() is None:
            child.kill()
            child.wait()
    for folder in _folders:
        shutil.rmtree(folder, ignore_errors=True)


def temporary_folder():
    folder = Path(tempfile.mkdtemp(prefix="pe-"))  # short: the path of a Unix socket has at most 107 bytes
    _folders.append(folder)
    return folder


def environment(home):
    for folder in (home, home / "run"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    env = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "LC_", "LANG", "PARLEY_"))}
    env.update(HOME=str(home), LC_ALL="C.UTF-8", TERM="dumb", XDG_RUNTIME_DIR=str(home / "run"))
    for kind in ("CONFIG", "DATA", "STATE", "CACHE"):
        env[f"XDG_{kind}_HOME"] = str(home / kind.lower())
    return env


def run(program, *argv, home, input="", **kw):
    """One run to its end."""
    child = spawn(program, *argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(home), **kw)
    try:
        out, err = child.communicate(input, timeout=WAIT_S)
    except subprocess.TimeoutExpired:
        end(child)
        raise AssertionError(f"{program} {argv} did not end within {WAIT_S} s") from None
    return subprocess.CompletedProcess([program, *argv], child.returncode, out, err)


class Server:
    """parleyd on a folder of its own."""

    def __init__(self):
        self.folder = temporary_folder()
        self.data = self.folder / "d"
        self.socket = self.data / "parley.sock"
        self.process = None
        self.log = self.folder / "log"
        self.home = self.folder / "operator"

    def admin(self, *argv):
        return run("parleyd", *argv, "--data", self.data, home=self.home)

    def new_table(self, name="arrakis", seats="ATR,HAR,EMP,FRE,GLD,BG", *more, game="dune"):
        done = self.admin("table", "new", name, "--game", game, "--seats", seats, *more)
        assert done.returncode == 0, done
        return dict(line.split("\t") for line in done.stdout.splitlines())

    def serve(self, *more):
        """A server started, whatever becomes of it; `start` is the one that listens."""
        with open(self.log, "ab") as log:
            return spawn("parleyd", "serve", "--data", self.data, "--listen", f"unix:{self.socket}", "--rate", "0", *more,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, env=environment(self.home))

    def start(self):
        self.process = self.serve()
        line = self.process.stdout.readline()
        assert line.startswith(b"listening"), (line, self.log.read_text())
        return self

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        code = self.process.wait(WAIT_S)
        end(self.process)
        return code

    def restart(self):
        self.kill()
        self.start()


class Pipe:
    """One `parley pipe`: every line that it printed, and a way to wait for one."""

    def __init__(self, home, role, table="arrakis", *more):
        self.role, self.lines, self.raw, self.times, self.next_id = role, [], [], [], 0
        self.said, self.ended = threading.Condition(), False
        self.errors = home / "stderr"
        env = environment(home)
        with open(self.errors, "ab") as errors:
            self.process = spawn("parley", "pipe", table, "--as", role, *more, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, env=env)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for raw in self.process.stdout:
            with self.said:
                self.times.append(time.monotonic())
                self.raw.append(raw)
                self.lines.append(json.loads(raw))
                self.said.notify_all()
        with self.said:
            self.ended = True
            self.said.notify_all()

    def wait(self, test, what, seconds=WAIT_S, at=0):
        """The first line from `at` on that passes the test."""
        until = time.monotonic() + seconds
        with self.said:
            while True:
                for line in self.lines[at:]:
                    if test(line):
                        return line
                at = max(at, len(self.lines))
                left = until - time.monotonic()
                if left <= 0 or self.ended:
                    raise AssertionError(f"{self.role}: waited for {what}; {'ended' if self.ended else 'runs on'}; last lines {self.lines[-4:]}; "
                                         f"stderr {self.errors.read_text(errors='replace')[-300:]!r}")
                self.said.wait(min(left, 0.5))

    def send(self, **line):
        self.next_id += 1
        self.process.stdin.write(json.dumps({"id": self.next_id, **{k.rstrip("_"): v for k, v in line.items()}}).encode() + b"\n")
        self.process.stdin.flush()
        return self.next_id

    def answer(self, number, seconds=WAIT_S):
        return self.wait(lambda line: line.get("answer") == number, f"the answer to {number}", seconds)

    def ask(self, **line):
        return self.answer(self.send(**line))

    def do(self, verb, **fields):
        answer = self.ask(do=verb, **fields)
        assert "committed" in answer, (self.role, verb, fields, answer)
        return answer

    def show(self, what, **fields):
        answer = self.ask(show=what, **fields)
        assert what in answer, (self.role, what, answer)
        return answer[what]

    def version(self):
        return max([line["version"] for line in self.lines if line.get("event") in ("committed", "live")], default=-1)

    def reach(self, version):
        self.wait(lambda _: self.version() >= version, f"version {version}, is at {self.version()}")

    def lives(self):
        return sum(line.get("event") == "live" for line in self.lines)

    def live(self, count=1):
        self.wait(lambda _: self.lives() >= count, f"live ({count})")

    def closed(self):
        """Why the server ended this role, and when."""
        line = self.wait(lambda line: line.get("event") == "closed", "closed")
        return line["why"], self.times[self.lines.index(line)]

    def versions(self):
        return [line["version"] for line in self.lines if line.get("event") == "committed"]

    def end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.reader.join(WAIT_S)
        end(self.process)


class Game:
    """A table with a home and a pipe for every role."""

    def __init__(self, server, roles, invites, table="arrakis"):
        self.server, self.table = server, table
        self.homes = {role: server.folder / "homes" / table / role for role in roles}
        self.pipes = {}
        for role in roles:
            joined = self.join(role, invites[role])
            assert joined.returncode == 0, joined
            self.pipes[role] = Pipe(self.homes[role], role, table)
            self.pipes[role].live()
        self.settle()

    def join(self, role, invite, home=None, *more):
        return run("parley", "join", "--invite-file", "-", *more, home=home or self.homes[role], input=invite)

    def __getitem__(self, role):
        return self.pipes[role]

    def play(self, phase="bidding", turn=1):
        """Brings a new table into play."""
        self["HOST"].do("start")
        self.see(self["HOST"].do("advance", turn=turn, phase=phase)["committed"])

    def see(self, version):
        """Everybody has what a commit brought, so that `seen` is up to date."""
        for pipe in self.pipes.values():
            pipe.reach(version)

    def settle(self):
        """Everybody has what anybody has, and knows who is there."""
        self.see(max(pipe.version() for pipe in self.pipes.values()))
        present = {role for role in self.pipes if not role.startswith("VIEWER")}
        for pipe in self.pipes.values():
            pipe.wait(lambda _: present <= {line["role"] for line in pipe.lines if line.get("event") == "presence"}, f"presence of {present}")

    def views(self):
        """What everybody sees of table and ledger, but for who is online."""
        return {role: (steady(pipe.show("table")), pipe.show("ledger")) for role, pipe in self.pipes.items()}

    def end(self):
        for pipe in self.pipes.values():
            pipe.end()


class Proxy:
    """Stands between the clients and the server on a Unix socket, and keeps what each of them said.
    `said` and `heard` hold one bytearray for each connection. What `arm` was given is called once, as soon as the bytes of the
    next request (frame type 04) have gone to the server; from then on nothing comes back, until `disarm`. What the server says
    on the connections whose numbers are in `late` waits until they are taken out."""

    def __init__(self, path, to):
        self.path, self.to = Path(path), str(to)
        self.said, self.heard, self.on_act = [], [], None
        self.acted, self.answered, self.muted = threading.Event(), threading.Event(), False
        self.late = set()
        self.door = socket.socket(socket.AF_UNIX)
        self.door.bind(str(path))
        self.door.listen(64)
        threading.Thread(target=self._serve, daemon=True).start()

    def arm(self, action):
        self.acted.clear()
        self.answered.clear()
        self.muted, self.on_act = False, action

    def disarm(self):
        self.muted, self.on_act = False, None

    def close(self):
        try:
            self.door.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.door.close()

    def _serve(self):
        while True:
            try:
                client, _ = self.door.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(self.to)
            except OSError:
                client.close()
                server.close()
                continue
            said, heard = bytearray(), bytearray()
            self.said.append(said)
            self.heard.append(heard)
            threading.Thread(target=self._pair, args=(client, server, said, heard), daemon=True).start()

    def _pair(self, client, server, said, heard):
        back = threading.Thread(target=self._back, args=(server, client, heard), daemon=True)
        back.start()
        try:
            while data := client.recv(65536):
                at = len(said)
                said += data
                act = self.on_act if any(kind == 4 and start >= at for start, kind, _ in frames(bytes(said))) else None
                if act:
                    self.on_act, self.muted = None, True
                server.sendall(data)
                if act:
                    act()
                    self.acted.set()
        except OSError:
            pass
        for one in (client, server):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        back.join()
        client.close()
        server.close()

    def _back(self, server, client, heard):
        try:
            while data := server.recv(65536):
                at = len(heard)
                heard += data
                while any(self.heard[number] is heard for number in list(self.late)):
                    time.sleep(0.01)
                if not self.muted:
                    client.sendall(data)
                elif any(kind == 0x86 and start >= at for start, kind, _ in frames(bytes(heard))):
                    self.answered.set()
        except OSError:
            pass
        try:
            client.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def frames(data):
    """The whole frames of a direction: where each starts, its type, its payload."""
    at = 0
    while at < len(data):
        size, shift, head = 0, 0, at
        while head < len(data) and data[head] & 128:
            size, shift, head = size | (data[head] & 127) << shift, shift + 7, head + 1
        if head >= len(data):
            return
        size, head = size | data[head] << shift, head + 1
        if head + size > len(data):
            return
        yield at, data[head], data[head + 1:head + size]
        at = head + size


def steady(table):
    """A table but for who is online."""
    return {**table, "seats": {key: {k: v for k, v in seat.items() if k != "online"} for key, seat in table["seats"].items()}}


def public(table):
    """A table as everybody sees it."""
    seats = {key: {k: v for k, v in seat.items() if k not in ("spice", "notes", "online")} for key, seat in table["seats"].items()}
    return {**table, "seats": seats}
