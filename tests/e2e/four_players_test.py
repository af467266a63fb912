"""Four people at one table, each with an account's folder and a key of their own, on full screens: one comes by ssh, one sits in tmux, two directly.
The sshd runs with what README.md tells a host to write ("### sshd")."""
import os
import pwd
import re
import shlex
import shutil
import socket
import subprocess
import time
import unittest
from pathlib import Path

from driver import BIN, WAIT_S, Game, Server, end, environment, temporary_folder
from vt import ENTER, ESC, RIGHT, TAB, Vt, control, feed

ROOT = Path(__file__).resolve().parent.parent.parent
SEATS = ["ATR", "HAR", "EMP", "FRE"]
SBIN = os.environ["PATH"] + ":/usr/sbin:/sbin"


def program(name):
    """The absolute path of a program, as sshd wants it. Without it nothing is tested: that is a failure, not a skip."""
    found = shutil.which(name, path=SBIN)
    assert found, f"'{name}' is not installed; tests/run installs openssh-server and tmux, else: apt-get install openssh-client openssh-server tmux"
    return found


def readme_blocks():
    """The indented blocks under "### sshd" in README.md: the fragment of sshd_config, and the line of authorized_keys."""
    text = (ROOT / "README.md").read_text()
    section = re.search(r"^### sshd\n(.*?)(?=^#{1,3} |\Z)", text, re.M | re.S)
    assert section, "README.md has no '### sshd'"
    blocks = [re.sub(r"^    ", "", block, flags=re.M) for block in re.findall(r"(?:^    .*\n(?:\n(?=    ))?)+", section[1], re.M)]
    fragment = [block for block in blocks if "Match User" in block]
    line = [line for block in blocks for line in block.splitlines() if line.startswith("restrict")]
    assert len(fragment) == 1 and len(line) == 1, blocks
    return fragment[0], line[0]


def sshd_says(config, *argv):
    if os.getuid() == 0:
        os.makedirs("/run/sshd", 0o755, exist_ok=True)  # where sshd is installed and has never run
    return subprocess.run([program("sshd"), *argv, "-f", config], capture_output=True, text=True, timeout=WAIT_S)


def make_key(path):
    subprocess.run([program("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-C", path.name, "-f", path], check=True)


class Sshd:
    """An sshd on a high port of loopback: own host key, own configuration, and README's fragment with the test's user for 'parley'."""

    def __init__(self, command):
        self.folder = temporary_folder()
        self.user = pwd.getpwuid(os.getuid()).pw_name
        for key in ("host", "player"):
            make_key(self.folder / key)
        fragment, line = readme_blocks()
        (self.folder / "fragment").write_text(fragment.replace("Match User parley", f"Match User {self.user}"))
        options = re.sub(r'command="parley ', lambda _: f'command="{command} ', line.split(" ssh-ed25519 ")[0])
        assert command in options, line
        (self.folder / "authorized_keys").write_text(options + " " + (self.folder / "player.pub").read_text())
        self.process = None
        for _ in range(5):  # the port may be taken before sshd has it
            if self._start():
                return
        raise AssertionError("sshd does not listen\n" + self.log())

    def write(self, port):
        # Without PAM sshd keeps out an account without a password, as root's is on a desktop; with it containers have trouble.
        locked = os.getuid() == 0 and any(line.startswith(self.user + ":!") for line in Path("/etc/shadow").read_text().splitlines())
        (self.folder / "config").write_text(
            f"Port {port}\nListenAddress 127.0.0.1\nHostKey {self.folder}/host\nPidFile none\nAuthorizedKeysFile {self.folder}/authorized_keys\n"
            f"StrictModes no\nUsePAM {'yes' if locked else 'no'}\nPermitRootLogin prohibit-password\nLogLevel VERBOSE\nInclude {self.folder}/fragment\n")

    def log(self):
        return (self.folder / "log").read_text(errors="replace")[-3000:]

    def _start(self):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.write(self.port)
        (self.folder / "known_hosts").write_text(f"[127.0.0.1]:{self.port} " + (self.folder / "host.pub").read_text())
        checked = sshd_says(self.folder / "config", "-t")
        assert checked.returncode == 0 and not checked.stderr, checked
        with open(self.folder / "log", "wb") as log:
            self.process = subprocess.Popen([program("sshd"), "-D", "-e", "-f", self.folder / "config"], stdin=subprocess.DEVNULL, stderr=log)
        until = time.monotonic() + WAIT_S
        while self.process.poll() is None and time.monotonic() < until:
            if "Server listening on" in self.log():
                return True
            time.sleep(0.02)
        self.end()
        return False

    def ssh(self, *more):
        """The player's command line."""
        options = [f"UserKnownHostsFile={self.folder}/known_hosts", "StrictHostKeyChecking=yes", "IdentitiesOnly=yes", "BatchMode=yes",
                   f"IdentityFile={self.folder}/player", "IdentityAgent=none"]
        return [program("ssh"), "-F", "/dev/null", *(word for option in options for word in ("-o", option)),
                "-p", str(self.port), f"{self.user}@127.0.0.1", *more]

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
        end(self.process)


class Table:
    """Four seats that have joined, a game in play, and a screen for each seat."""

    def __init__(self):
        self.server = Server()
        invites = self.server.new_table("arrakis", ",".join(SEATS), "--mode", "advanced", "--option", "probe_wait=0")
        self.server.start()
        self.game = Game(self.server, ["HOST"], invites)
        self.homes = {seat: self.server.folder / "homes" / seat for seat in SEATS}
        for seat, home in self.homes.items():
            joined = self.game.join(seat, invites[seat], home)
            assert joined.returncode == 0, joined
        self.game.play("bidding", 1)
        self.screens = {}

    def environment(self, seat):
        return {**environment(self.homes[seat]), "TERM": "xterm-256color"}

    def command(self, seat):
        """`parley` with the seat's own folders, as a shell takes it. Nothing else comes along over ssh, no locale either."""
        env = environment(self.homes[seat])
        return " ".join(f"{key}={env[key]}" for key in env if key == "HOME" or key.startswith("XDG_")) + f" {BIN}/parley"

    def sit(self, seat, *argv):
        self.screens[seat] = Vt(*(argv or (BIN / "parley", "arrakis")), rows=24, columns=80, env=self.environment(seat))

    def end(self):
        for screen in self.screens.values():
            screen.close()
        self.game.end()
        if self.server.process and self.server.process.poll() is None:
            self.server.kill()


class ReadmeSshd(unittest.TestCase):
    def test_the_fragment_is_taken_and_does_what_it_says(self):
        folder = temporary_folder()
        make_key(folder / "host")
        fragment, line = readme_blocks()
        (folder / "fragment").write_text(fragment)
        (folder / "config").write_text(f"HostKey {folder}/host\nInclude {folder}/fragment\n")
        checked = sshd_says(folder / "config", "-t")
        self.assertEqual((checked.returncode, checked.stderr), (0, ""))
        told = lambda user: sshd_says(folder / "config", "-T", "-C", f"user={user},host=h,addr=192.0.2.1").stdout
        effective = lambda user: dict(line.split(" ", 1) for line in told(user).splitlines() if " " in line)
        player, other = effective("parley"), effective("somebody")
        for option, value in dict(disableforwarding="yes", maxsessions="1", passwordauthentication="no", permittty="yes", permituserrc="no").items():
            self.assertEqual(player[option], value, option)
        self.assertGreater(int(player["clientaliveinterval"]), 0)
        self.assertGreater(int(player["clientalivecountmax"]), 0)
        self.assertNotEqual(player["persourcemaxstartups"], "none")
        self.assertEqual(other["disableforwarding"], "no", "the rest of the machine keeps its own settings")
        self.assertRegex(line, r'^restrict,pty,command="parley [^"]*" ssh-ed25519 \S+')


class FourPlayers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tmux = program("tmux")
        cls.table = table = Table()
        cls.addClassCleanup(table.end)
        cls.sshd = sshd = Sshd(table.command("HAR"))
        cls.addClassCleanup(sshd.end)
        tmux_folder = temporary_folder()
        (tmux_folder / "conf").write_text("set -g status off\n")  # the pane has all 24 rows
        cls.tmux = [tmux, "-S", tmux_folder / "s", "-f", tmux_folder / "conf"]
        cls.addClassCleanup(lambda: subprocess.run([*cls.tmux, "kill-server"], capture_output=True))
        table.sit("ATR")
        table.sit("HAR", *sshd.ssh())
        table.sit("EMP", *cls.tmux, "new-session", shlex.join([str(BIN / "parley"), "arrakis"]))
        table.sit("FRE")
        cls.screens = table.screens
        cls.spice = dict(ATR="10", HAR="10", EMP="10", FRE="3")
        cls.deferred = dict.fromkeys(SEATS, 0)

    # ---- what all see -------------------------------------------------------------------------------------------------------

    def sees(self, seat, row, pattern, why):
        """A row of somebody's screen, by number, matches in the end."""
        screen, test = self.screens[seat], re.compile(pattern)
        until = time.monotonic() + WAIT_S
        while not (screen.ended or test.search(screen.row(row))) and time.monotonic() < until:
            feed(0.1)
        self.assertRegex(screen.row(row), test, f"row {row} of {seat}: {why}\n{screen.dump()}" + (f"\nsshd says:\n{self.sshd.log()}" if screen.ended else ""))

    def all_see(self, deal, row, **notices):
        """Everybody has this deal's row in the ledger, this notice (none if not named), and the own spice in the title, nobody else's anywhere."""
        line = re.compile(rf"^[> ]#{deal} +{row}$", re.M)
        for seat, screen in self.screens.items():
            screen.wait_for(line)
            self.sees(seat, 1, "^" + notices.get(seat, " Nothing needs you") + "( |$)", f"notice after {row}")
            own = self.spice[seat] + (f" (+{self.deferred[seat]})" if self.deferred[seat] else "")
            self.sees(seat, 0, rf"^ parley  arrakis   you: {seat} [A-Z][a-z]+ {re.escape(own)} +turn 1 bidding +v\d+  4/4 on$", "title")
            purses = [f"{other} {self.spice[seat]}+{self.deferred[seat]} *" if other == seat else f"{other} +{self.deferred[other]} on" for other in SEATS]
            screen.wait_for(" " + "  ".join(purses))

    def result(self, seat, pattern):
        """What became of the last action stands above the hints, also where it takes two rows; then it is closed."""
        test = re.compile(pattern)
        said = lambda vt: " ".join(row[:70].strip() for row in vt.rows()[-4:-1])
        self.screens[seat].wait_for(lambda vt: test.search(said(vt)))
        self.assertIn("x closes", self.screens[seat].row(22))
        self.screens[seat].keys("x")
        self.screens[seat].wait_gone("x closes")

    # ---- what they do -------------------------------------------------------------------------------------------------------

    def act(self, seat, deal, key, asks, *shows):
        """Selects a deal by its number, presses the key and says yes to what is asked."""
        screen = self.screens[seat]
        screen.keys(str(deal), ENTER)
        screen.wait_for(f"── #{deal} ")
        screen.keys(key)
        screen.wait_for(f"Sure? {asks} #{deal}")
        for text in shows:
            screen.wait_for(text)
        screen.keys("y")
        screen.wait_gone("Sure?")

    def choose(self, screen, label, key):
        """In the field that has the cursor, goes right to a seat."""
        row, _ = screen.wait_for(">" + label)
        for keys in [" "] + [RIGHT] * len(SEATS):
            screen.keys(keys)
            screen.quiet(60)
            if f"(*){key}" in screen.row(row):
                return
        self.fail(f"{label}: {key} cannot be chosen\n{screen.dump()}")

    def offer(self, seat, to, terms, bribe=None):
        """Types an offer into the form and sends it."""
        screen = self.screens[seat]
        screen.keys("o")
        screen.wait_for(">with")
        at = 1 if seat == SEATS[0] else 0  # on the first that can be chosen
        for other in to:
            screen.keys(RIGHT * (SEATS.index(other) - at), " ")
            screen.wait_for(f"[x]{other}")
            at = SEATS.index(other)
        screen.keys(TAB, terms)
        screen.wait_for(terms)
        if bribe:
            payer, recipient, gross = bribe
            screen.keys(TAB)
            self.choose(screen, "payer", payer)
            screen.keys(TAB)
            self.choose(screen, "recipient", recipient)
            screen.keys(TAB, str(gross))
            mine = f"  you have {self.spice[seat]} to spend; nothing is reserved" if payer == seat else "$"
            screen.wait_for(re.compile(rf"^>spice +{gross}{mine}", re.M))
        screen.keys(control("x"))
        screen.wait_for("Sure? offer")
        screen.wait_for("| " + terms)
        screen.keys("y")
        screen.wait_gone("Sure?")

    # ---- the game -----------------------------------------------------------------------------------------------------------

    def test_four_players_play_a_game(self):
        for seat in SEATS:
            self.sees(seat, 0, r"turn 1 bidding +v\d+  4/4 on$", "the table is there")
            self.screens[seat].wait_for("── Ledger 0")

        # An offer with a bribe, typed in the form.
        peace = "Arrakeen is left to ATR"
        self.offer("ATR", ["HAR", "EMP"], peace, ("ATR", "HAR", 4))
        one = r"OFFER +ATR>HAR,EMP +4 ATR>HAR +Arrakeen is left to ATR +"
        self.all_see(1, one + "1/3", HAR="!1 NEEDS YOU  accept\\? #1 ATR", EMP="!1 NEEDS YOU  accept\\? #1 ATR")
        self.result("ATR", r"ATR offers #1 to HAR,EMP with a bribe of 4 ATR>HAR: " + peace)
        self.act("HAR", 1, "a", "accept", "Bribe 4 spice ATR > HAR, paid on the last acceptance", "Your vote is recorded; others have still to accept.")
        self.result("HAR", r"v\d+: HAR accepted #1")
        self.all_see(1, one + "2/3", EMP="!1 NEEDS YOU  accept\\? #1 ATR")

        # A second offer is declined, and another player answers it with terms of their own.
        self.offer("ATR", ["EMP", "FRE"], "Nobody rides to the Rock")
        two = r"ATR>EMP,FRE +- +Nobody rides to the Rock +"
        self.all_see(2, "OFFER +" + two + "1/3", EMP="!2 NEED YOU  accept\\? #1 ATR  accept\\? #2 ATR", FRE="!1 NEEDS YOU  accept\\? #2 ATR")
        self.act("EMP", 2, "d", "decline", "The offer ends for everybody")
        self.result("EMP", r"v\d+: EMP declined #2")
        self.all_see(2, "DECLINED +" + two + "by EMP", EMP="!1 NEEDS YOU  accept\\? #1 ATR")
        fremen = self.screens["FRE"]
        fremen.keys("2", ENTER)
        fremen.wait_for("── #2 DECLINED")
        fremen.keys("c")
        fremen.wait_for("Counter-offer to #2")
        fremen.wait_for("[x]ATR [ ]HAR [x]EMP")
        fremen.keys(TAB, " before turn 3")
        fremen.wait_for("Nobody rides to the Rock before turn 3")
        fremen.keys(control("x"))
        fremen.wait_for("Sure? counter-offer to #2")
        fremen.keys("y")
        three = r"OFFER +FRE>ATR,EMP +- +\(to #2\) Nobody rides.* +1/3"
        counter = dict(ATR="!1 NEEDS YOU  accept\\? #3 FRE", EMP="!2 NEED YOU  accept\\? #1 ATR  accept\\? #3 FRE")
        self.all_see(3, three, **counter)
        atreides = self.screens["ATR"]
        atreides.keys("3", ENTER)
        atreides.wait_for("── #3 OFFER")
        atreides.keys(ENTER)
        atreides.wait_for("Answers #2.")
        atreides.keys(ESC)
        atreides.wait_for("── Ledger 3")
        self.result("FRE", r"FRE offers #3 to ATR,EMP.*: Nobody rides to the Rock before turn 3")

        # The server dies. All are told; who accepts meanwhile is told that nothing is done yet.
        self.table.server.kill()
        for seat in SEATS:
            self.sees(seat, 1, "^CONNECTION LOST, trying again; nothing is done meanwhile", "the server is dead")
        self.act("EMP", 1, "a", "accept", "Yours is the last acceptance")
        emperor = self.screens["EMP"]
        emperor.wait_for("SENT, not done yet: accept #1")
        for seat in SEATS:
            self.screens[seat].wait_for(re.compile("^[> ]#1 +" + one + ("SENT$" if seat == "EMP" else "2/3$"), re.M))
        self.table.server.start()
        for seat in SEATS:
            self.screens[seat].wait_gone("CONNECTION LOST")

        # It was the last acceptance: it pays, once.
        self.spice["ATR"], self.deferred["HAR"] = "6", 4
        paid = r"ATR>HAR,EMP +4 paid +Arrakeen is left to ATR +"
        counter["EMP"] = "!1 NEEDS YOU  accept\\? #3 FRE"
        self.all_see(1, "ACTIVE +" + paid + "3/3", **counter)
        self.result("EMP", r"v\d+: EMP accepted #1: the deal is active, 4 spice paid ATR > HAR")

        # Release, by all.
        asked = []
        for seat in ("ATR", "EMP"):
            self.act(seat, 1, "r", "ask for release from")
            self.result(seat, rf"v\d+: {seat} asks for release from #1")
            asked.append(seat)
            needs = {"HAR": "!1 NEEDS YOU  release\\? #1 \\S+", **counter}
            if "EMP" not in asked:
                needs["EMP"] = "!2 NEED YOU  .*release\\? #1 \\S+"
            self.all_see(1, rf"RELEASE\? +{paid}rel {len(asked)}/3", **needs)
        self.act("HAR", 1, "r", "ask for release from")
        self.result("HAR", r"v\d+: HAR asks for release from #1")
        self.all_see(1, "RELEASED +" + paid + r"\S.*", **counter)

        # A bribe beyond the payer's purse: the payer is told why, with its own numbers; the others learn none.
        self.offer("ATR", ["FRE"], "Worms for Atreides", ("FRE", "ATR", 9))
        dear = r"OFFER +ATR>FRE +9 FRE>ATR +Worms for Atreides +1/2"
        self.all_see(4, dear, FRE="!1 NEEDS YOU  accept\\? #4 ATR", **counter)
        self.result("ATR", "ATR offers #4")
        fremen.keys("4", ENTER)
        fremen.wait_for("── #4 OFFER")
        fremen.keys("a")
        self.result("FRE", r"Not possible: accept #4\. You would pay 9 and have 3 to spend; you lack 6\. Nothing was paid and no vote recorded\.")
        self.offer("FRE", ["HAR", "EMP"], "Worms for all", ("FRE", "HAR", 7))
        self.result("FRE", "FRE offers #5 to HAR,EMP with a bribe of 7 FRE>HAR: Worms for all")
        self.act("EMP", 5, "a", "accept")
        self.result("EMP", "EMP accepted #5")
        self.act("HAR", 5, "a", "accept")
        self.result("HAR", r"REFUSED accept #5: The payment cannot be made now\. Nothing was paid and no vote recorded; it may be tried again later\.")
        needs = dict(FRE="!1 NEEDS YOU  accept\\? #4 ATR", HAR="!1 NEEDS YOU  accept\\? #5 FRE", **counter)
        self.all_see(4, dear, **needs)
        self.all_see(5, r"OFFER +FRE>HAR,EMP +7 FRE>HAR +Worms for all +2/3", **needs)
        for seat, screen in self.screens.items():
            if seat != "FRE":
                self.assertNotRegex(bytes(screen.raw), rb"have 3 to spend|you lack|FRE 3|FRE Fremen 3", f"{seat} learns what FRE has")

        # Windows are made larger; ssh and tmux hand it on.
        for seat, line in dict(HAR=r"HAR Harkonnen +on +10\+4", EMP=r"EMP Emperor +on +10\+0").items():
            self.screens[seat].resize(40, 120)
            self.sees(seat, 39, r"^ a accept .*\? help$", "the screen takes all the room")
            self.screens[seat].wait_for(re.compile(line))

        # Who comes by ssh has no way past parley, and is away as soon as the window is shut.
        past = subprocess.run(self.sshd.ssh("-W", f"127.0.0.1:{self.sshd.port}"), capture_output=True, text=True, timeout=WAIT_S, stdin=subprocess.DEVNULL)
        self.assertEqual((past.returncode != 0, past.stdout), (True, ""))
        self.assertIn("administratively prohibited", past.stderr)
        self.screens["HAR"].hang_up()
        for seat in ("ATR", "EMP", "FRE"):
            self.sees(seat, 0, r"v\d+  3/4 on$", "HAR's terminal is gone")
            self.screens[seat].wait_for(re.compile(r"HAR (Harkonnen +AWAY +\+4|\+4 AWAY)"))
        asked = subprocess.run(self.sshd.ssh("-T", "id"), capture_output=True, text=True, timeout=WAIT_S, stdin=subprocess.DEVNULL)
        self.assertIn("the screen needs a terminal", asked.stderr)
        self.assertNotIn("uid=", asked.stdout)

        # All leave, and their terminals are as they were.
        for seat in ("ATR", "EMP", "FRE"):
            screen = self.screens[seat]
            screen.keys("q")
            self.assertEqual(screen.wait_end(), 0, f"{seat}\n{screen.dump()}")
            self.assertFalse(screen.alternate or screen.paste_mode, seat)
