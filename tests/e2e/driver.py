"""Drives the real programs: a server on a temporary folder and Unix socket, and one home and one `parley pipe` per role.
Every process is registered and ended by its pid. Programs come from PARLEY_BIN (default build/release). Standard library only."""
import atexit
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path

BIN = Path(os.environ.get("PARLEY_BIN") or "build/release").absolute()
WAIT_S = float(os.environ.get("PARLEY_WAIT_S", "20"))
_children, _folders = [], []


def spawn(*argv, **kw):
    child = subprocess.Popen([str(a) for a in argv], **kw)
    _children.append(child)
    return child


@atexit.register
def clean_up():
    for child in _children:
        if child.poll() is None:
            child.kill()
            child.wait()
    for folder in _folders:
        shutil.rmtree(folder, ignore_errors=True)


def temporary_folder():
    folder = Path(tempfile.mkdtemp(prefix="pe-"))
    _folders.append(folder)
    return folder


def environment(home):
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    env = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "LC_", "LANG"))}
    env.update(HOME=str(home), LC_ALL="C.UTF-8", TERM="dumb")
    return env


class Server:
    """parleyd on a folder of its own."""

    def __init__(self):
        self.folder = temporary_folder()
        self.data = self.folder / "d"
        self.socket = self.data / "parley.sock"
        self.process = None
        self.log = self.folder / "log"

    def admin(self, *argv):
        return subprocess.run([str(BIN / "parleyd"), *map(str, argv), "--data", str(self.data)], capture_output=True, text=True,
                              timeout=WAIT_S, env=environment(self.folder / "operator"))

    def new_table(self, name="arrakis", seats="ATR,HAR,EMP,FRE,GLD,BG", *more):
        done = self.admin("table", "new", name, "--game", "dune", "--seats", seats, *more)
        assert done.returncode == 0, done.stderr
        return dict(line.split("\t") for line in done.stdout.splitlines())

    def start(self):
        self.process = spawn(BIN / "parleyd", "serve", "--data", self.data, "--listen", f"unix:{self.socket}", "--rate", "0",
                             stdout=subprocess.PIPE, stderr=open(self.log, "ab"), env=environment(self.folder / "operator"))
        line = self.process.stdout.readline()
        assert line.startswith(b"listening"), (line, self.log.read_text())
        return self

    def kill(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        return self.process.wait(WAIT_S)

    def restart(self):
        self.kill()
        self.start()


class Pipe:
    """One `parley pipe`: every line that it printed, and a way to wait for one."""

    def __init__(self, home, role, table="arrakis", *more):
        self.role, self.lines, self.raw, self.next_id = role, [], [], 0
        self.said = threading.Condition()
        self.process = spawn(BIN / "parley", "pipe", table, "--as", role, *more, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, env=environment(home))
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for raw in self.process.stdout:
            with self.said:
                self.raw.append(raw)
                self.lines.append(json.loads(raw))
                self.said.notify_all()
        with self.said:
            self.said.notify_all()

    def wait(self, test, what, seconds=WAIT_S):
        end, at = time.monotonic() + seconds, 0
        with self.said:
            while True:
                for line in self.lines[at:]:
                    if test(line):
                        return line
                at = len(self.lines)
                left = end - time.monotonic()
                if left <= 0:
                    raise AssertionError(f"{self.role}: waited for {what}; last lines {self.lines[-4:]}")
                self.said.wait(min(left, 0.5))

    def send(self, **line):
        self.next_id += 1
        self.process.stdin.write(json.dumps({"id": self.next_id, **line}).encode() + b"\n")
        self.process.stdin.flush()
        return self.next_id

    def answer(self, number, seconds=WAIT_S):
        return self.wait(lambda line: line.get("answer") == number, f"the answer to {number}", seconds)

    def ask(self, **line):
        return self.answer(self.send(**line))

    def do(self, verb, **fields):
        answer = self.ask(do=verb, **{k.rstrip("_"): v for k, v in fields.items()})
        assert "committed" in answer, (self.role, verb, fields, answer)
        return answer

    def show(self, what, **fields):
        return self.ask(show=what, **fields)[what]

    def version(self):
        return max([line["version"] for line in self.lines if line.get("event") in ("committed", "live")], default=-1)

    def reach(self, version):
        self.wait(lambda _: self.version() >= version, f"version {version}, is at {self.version()}")

    def live(self, count=1):
        self.wait(lambda _: sum(line.get("event") == "live" for line in self.lines) >= count, f"live ({count})")

    def versions(self):
        return [line["version"] for line in self.lines if line.get("event") == "committed"]


class Game:
    """A table with a home and a pipe for every role."""

    def __init__(self, server, roles, invites, table="arrakis"):
        self.server, self.table = server, table
        self.homes = {role: server.folder / "homes" / table / role for role in roles}
        self.pipes = {}
        for role in roles:
            joined = self.join(role, invites[role])
            assert joined.returncode == 0, joined.stderr
            self.pipes[role] = Pipe(self.homes[role], role, table)
            self.pipes[role].live()

    def join(self, role, invite, home=None, *more):
        return subprocess.run([str(BIN / "parley"), "join", "--invite-file", "-", *more], input=invite, capture_output=True, text=True,
                              timeout=WAIT_S, env=environment(home or self.homes[role]))

    def __getitem__(self, role):
        return self.pipes[role]

    def head(self):
        return self["HOST"].ask(show="table")["table"]["version"]

    def see(self, version):
        """Everybody has what a commit brought, so that `seen` is up to date."""
        for pipe in self.pipes.values():
            pipe.reach(version)

    def end(self):
        for pipe in self.pipes.values():
            pipe.process.kill()
            pipe.process.wait()


def public(table):
    """A table as everybody sees it."""
    seats = {key: {k: v for k, v in seat.items() if k not in ("spice", "online")} for key, seat in table["seats"].items()}
    return {**table, "seats": seats}
