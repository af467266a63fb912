"""Who may do what: keys, invites, the command line, and a ledger that can be verified
[P-A2, P-A3, P-A5, P-A6, P-D3, P-D6, P-L2, P-R8]."""
import base64
import json
import os
import random
import re
import shutil
import sqlite3
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from driver import Game, Pipe, Server, WAIT_S, end, run, spawn, environment

FLIPS = 300  # of the exported ledger, half of them in each form


class Authority(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.invites = self.server.new_table("arrakis", "ATR,HAR,EMP")
        self.server.start()
        self.game = Game(self.server, ["ATR", "HAR", "HOST", "VIEWER"], self.invites)
        self.game.play()

    def tearDown(self):
        self.game.end()
        self.server.kill()

    def home(self, name):
        return self.server.folder / "homes" / name

    def invite(self, role):
        done = self.server.admin("invite", "arrakis", role)
        self.assertEqual(done.returncode, 0, done)
        return done.stdout.split("\t")[1].strip()

    def assert_one_line(self, done, code=2):
        self.assertEqual((done.returncode, len(done.stderr.splitlines()), done.stdout), (code, 1, ""), done)

    # ---- keys and invites
    def test_revoked_within_a_second(self):
        revoked = self.server.admin("revoke", "arrakis", "HAR")
        done = time.monotonic()
        self.assertEqual(revoked.returncode, 0, revoked)
        why, when = self.game["HAR"].closed()
        self.assertEqual(why, "revoked")
        self.assertLess(when - done, 1)
        self.game["ATR"].wait(lambda line: line.get("do") == "vacated", "vacated")
        self.assertEqual(self.game.join("HAR", self.invites["HAR"], self.home("other")).returncode, 1)
        back = Pipe(self.game.homes["HAR"], "HAR")
        self.assertIn(back.closed()[0], ("not_admitted", "revoked"))
        back.end()

    def test_newest_login_wins(self):
        older = self.game["HAR"]
        newer = self.game.pipes["HAR"] = Pipe(self.game.homes["HAR"], "HAR")
        newer.live()
        self.assertEqual(older.closed()[0], "superseded")
        for number in range(3):
            self.game.see(newer.do("say", text=f"I am here, {number}")["committed"])
        self.assertEqual(older.lives(), 1, "it does not come back")
        self.assertNotIn("closed", [line.get("event") for line in newer.lines])
        self.server.restart()
        for pipe in self.game.pipes.values():
            pipe.wait(lambda _: pipe.lives() >= 2, "live again")
        newer.do("say", text="still mine")
        self.assertEqual(older.lives(), 1, "it does not come back after a restart either")
        older.end()

    def test_a_new_player(self):
        offer = self.game["ATR"].do("offer", with_=["HAR", "EMP"], terms="x")
        self.game.see(offer["committed"])
        self.game.see(self.game["HAR"].do("accept", deal=1)["committed"])
        invite = self.invite("HAR")
        self.game["HAR"].do("say", text="still me")
        home = self.home("newcomer")
        self.assertEqual(self.game.join("HAR", invite, home, "--name", "Viktor").returncode, 0)
        self.assertEqual(self.game["HAR"].closed()[0], "revoked")
        self.assertEqual(self.game.join("HAR", invite, self.home("thief")).returncode, 1)
        self.assertEqual(self.game.join("HAR", invite, home).returncode, 0)  # the reply may have been lost
        old = self.game.pipes.pop("HAR")
        self.assertEqual(old.lives(), 1, "the old key does not come back")
        pipe = Pipe(home, "HAR")
        pipe.live()
        self.assertEqual(pipe.show("table")["seats"]["HAR"]["player"], "Viktor")
        deal = pipe.show("deal", deal=1)
        self.assertEqual((deal["state"], deal["consents"], deal["lapsed"]), ("open", ["ATR"], ["HAR"]))
        self.assertEqual([need["what"] for need in pipe.show("need")], ["accept"])
        pipe.do("accept", deal=1)
        pipe.end()
        old.end()

    def test_an_invite_works_for_one_home(self):
        for _ in range(2):
            self.assertEqual(self.game.join("EMP", self.invites["EMP"], self.home("emp")).returncode, 0)
        self.assert_one_line(self.game.join("EMP", self.invites["EMP"], self.home("other")), 1)
        damaged = self.invites["EMP"][:-3] + "AAA"
        self.assertIn(self.game.join("EMP", damaged, self.home("third")).returncode, (1, 2))

    def test_who_cannot_vote(self):
        self.game.see(self.game["ATR"].do("offer", with_=["HAR"], terms="x")["committed"])
        before = self.game.views()
        for role in ("HOST", "VIEWER"):
            for line in (dict(do="accept", deal=1), dict(do="decline", deal=1), dict(do="offer", with_=["ATR", "HAR"], terms="mine"),
                         dict(do="withdraw", deal=1), dict(do="bribe", to="HAR", gross=1)):
                self.assertEqual(self.game[role].ask(**line).get("refused"), "not_permitted", (role, line))
        for role in ("ATR", "VIEWER"):
            for line in (dict(do="advance", turn=2, phase="storm"), dict(do="end"), dict(do="ally", seats=["ATR", "HAR"])):
                self.assertEqual(self.game[role].ask(**line).get("refused"), "not_permitted", (role, line))
        self.assertEqual(self.game["VIEWER"].ask(do="say", text="hello").get("refused"), "not_permitted")
        self.assertEqual(self.game.views(), before)

    def test_wait(self):
        waiting = spawn("parley", "wait", "arrakis", "--as", "HAR", stdin=-3, stdout=-3, stderr=-3, env=environment(self.game.homes["HAR"]))
        self.game["ATR"].do("say", text="nothing for you")
        self.assertIsNone(waiting.poll())
        self.game["ATR"].do("offer", with_=["HAR"], terms="x")
        self.assertEqual(waiting.wait(WAIT_S), 0)
        again = run("parley", "wait", "arrakis", "--as", "HAR", home=self.game.homes["HAR"])  # at once
        self.assertEqual((again.returncode, again.stdout, again.stderr), (0, "accept 1\n", ""))
        self.game["HAR"].do("accept", deal=1)  # watching superseded nobody
        self.assertEqual(self.game["HAR"].show("need"), [])

    def test_wait_for_a_server_that_is_away(self):
        self.server.kill()
        waiting = spawn("parley", "wait", "arrakis", "--as", "HAR", stdin=-3, stdout=-1, stderr=-1, text=True, env=environment(self.game.homes["HAR"]))
        told = waiting.stderr.readline()
        self.assertRegex(told, "cannot reach the server.*trying again")
        time.sleep(0.5)  # several tries
        self.server.start()
        for role in ("ATR", "HAR"):
            self.game[role].live(2)
        self.game["ATR"].do("offer", with_=["HAR"], terms="x")
        out, err = waiting.communicate(timeout=WAIT_S)
        self.assertEqual((waiting.returncode, out, err), (0, "accept 1\n", ""))

    def test_invites_as_they_are_pasted(self):
        invite, home = self.invites["EMP"], self.home("emp")
        pasted = run("parley", "join", invite, home=home)
        self.assert_one_line(pasted)
        self.assertIn("--invite-file", pasted.stderr)
        self.assertNotIn(invite[-20:], pasted.stderr)
        self.assertEqual(self.game.join("EMP", f"\n  \n{invite}\n", home).returncode, 0)

    # ---- the operator
    def test_a_full_disk_is_noticed(self):
        """Nobody may think that an invite was kept which was not."""
        atr, ledger = self.game.homes["ATR"], self.server.folder / "ledger"
        ledger.write_text(self.server.admin("export", "arrakis").stdout)
        data = ["--data", self.server.data]
        for program, argv, remedy in (("parleyd", ["table", "new", "q", "--game", "dune", "--seats", "ATR,HAR", *data], "parleyd invite"),
                                      ("parleyd", ["invite", "arrakis", "HAR", *data], "parleyd invite"), ("parleyd", ["table", "list", *data], "full"),
                                      ("parleyd", ["verify", *data], "full"), ("parley", ["tables"], "full"), ("parley", ["verify", ledger], "full")):
            with self.subTest(program=program, argv=argv), open("/dev/full", "w") as full:
                child = spawn(program, *argv, stdin=-3, stdout=full, stderr=-1, text=True, env=environment(atr))
                err = child.communicate(timeout=WAIT_S)[1]
                self.assertEqual((child.returncode, len(err.splitlines())), (1, 1), err)
                self.assertIn(remedy, err)

    def test_operator_with_and_without_a_server(self):
        for name in ("running", "stopped"):
            if name == "stopped":
                self.server.kill(15)
            invites = self.server.new_table(name, "ATR,HAR", "--mode", "advanced", "--option", "bureaucrat_min=3")
            self.assertEqual(list(invites), ["ATR", "HAR", "HOST", "VIEWER"])
            self.assertEqual(self.server.admin("table", "new", name, "--game", "dune", "--seats", "ATR,HAR").returncode, 1, "there is one")
            self.assertIn(name, self.server.admin("table", "list").stdout)
            shown = self.server.admin("table", "show", name)
            self.assertEqual((shown.returncode, '"mode": "advanced"' in shown.stdout), (0, True), shown)
            again = self.server.admin("invite", name, "HAR")
            self.assertEqual((again.returncode, again.stdout[:4]), (0, "HAR\t"), again)
            self.assertEqual(self.server.admin("revoke", name, "ATR").returncode, 0)
            if name == "stopped":
                self.server.start()
            self.assertEqual(self.game.join("ATR", invites["ATR"], self.home("a" + name)).returncode, 1, "revoked")
            self.assertEqual(self.game.join("HAR", again.stdout, self.home("h" + name)).returncode, 0)
            for command in (["table", "show", "nowhere"], ["invite", name, "FRE"], ["revoke", "nowhere", "ATR"], ["export", "nowhere"],
                            ["verify", "nowhere"]):
                self.assert_one_line(self.server.admin(*command), 1)
            dumped = self.server.admin("dump", name, "--from", "1")
            self.assertEqual((dumped.returncode, "seated" in dumped.stdout), (0, True), dumped)
            self.assertEqual(self.server.admin("verify").returncode, 0)

    def test_command_lines(self):
        atr, other = self.game.homes["ATR"], ["--data", self.server.folder / "none"]
        new = ["table", "new", "x", "--game", "dune", "--seats", "ATR,HAR"]
        wrong = [
            ("parleyd", []), ("parleyd", ["frob"]), ("parleyd", ["serve"]), ("parleyd", ["table"]), ("parleyd", ["table", "list"]),
            ("parleyd", ["table", "list", *other]), ("parleyd", ["serve", *other, "--frob"]), ("parleyd", ["serve", *other, "--listen", "carrier:pigeon"]),
            ("parleyd", ["serve", *other, "--listen", "tcp:0.0.0.0:7373"]), ("parleyd", ["serve", *other, "--rate", "many"]),
            ("parleyd", ["table", "new", "X Y", *new[3:], *other]), ("parleyd", ["table", "new", "x" * 33, *new[3:], *other]),
            ("parleyd", ["table", "new", "x", "--game", "chess", "--seats", "ATR,HAR", *other]), ("parleyd", [*new[:-1], "ATR", *other]),
            ("parleyd", [*new[:-1], "ATR,ATR", *other]), ("parleyd", [*new[:-1], "ATR,ORC", *other]), ("parleyd", [*new, "--mode", "hard", *other]),
            ("parleyd", [*new, "--option", "bureaucrat_min=x", *other]), ("parleyd", [*new, "--option", "frob=1", *other]),
            ("parleyd", ["dump", "x", "--from", "first", *other]), ("parleyd", ["invite", "x", *other]),
            ("parley", ["frob", "x", "y"]), ("parley", ["pipe", "nowhere"]), ("parley", ["pipe", "--as", "FRE"]), ("parley", ["wait"]),
            ("parley", ["wait", "arrakis", "--as", "FRE"]), ("parley", ["pipe", "--timeout", "soon"]), ("parley", ["pipe", "--timeout", "-1"]),
            ("parley", ["join", "--frob"]), ("parley", ["verify"]), ("parley", ["verify", "nowhere"]), ("parley", ["verify", self.server.folder]),
        ]
        for program, argv in wrong:
            with self.subTest(program=program, argv=argv):
                self.assert_one_line(run(program, *argv, home=atr))
        for argv in (["pipe", "--timeout", "soon"], ["pipe", "--timeout", "-1"]):
            self.assertRegex(run("parley", *argv, home=atr).stderr, r"'(soon|-1)' is no number of seconds above 0")
        for program in ("parleyd", "parley"):
            for argv in (["--help"], ["--version"]):
                done = run(program, *argv, home=atr)
                self.assertEqual((done.returncode, done.stderr, bool(done.stdout)), (0, "", True))

    # ---- the store
    def test_goodbye_and_one_server_only(self):
        self.assertRegex(self.server.log.read_text(), r"bounds connections=\d+ strangers=64 connection_bytes=\d+ history_bytes=\d+\n")
        second = run("parleyd", "serve", "--data", self.server.data, "--listen", f"unix:{self.server.folder / 's2'}", home=self.server.home)
        self.assert_one_line(second)
        self.game["ATR"].do("say", text="the first one goes on")
        started = time.monotonic()
        self.assertEqual(self.server.kill(15), 0)
        self.assertLess(time.monotonic() - started, 2)
        self.server.start()
        self.game["ATR"].live(2)

    def test_stores_that_cannot_be_used(self):
        self.game["ATR"].do("say", text="a commit to damage")
        self.server.kill(15)
        stored = self.server.data / "parley.db"

        def with_copy(name, change):
            data = self.server.folder / name
            data.mkdir(mode=0o700)
            shutil.copy(stored, data / "parley.db")
            change(data / "parley.db")
            return data

        def sql(*statements):
            def change(file):
                store = sqlite3.connect(file)
                for statement in statements:
                    store.execute(statement)
                store.commit()
                store.close()
            return change

        def overwrite(start, stop):
            def change(file):
                data = file.read_bytes()
                first, last = int(len(data) * start), int(len(data) * stop)
                file.write_bytes(data[:first] + random.Random(5).randbytes(last - first) + data[last:])
            return change
        a_file = self.server.folder / "file"
        a_file.write_text("x")
        open_to_all = with_copy("open", lambda file: None)
        open_to_all.chmod(0o755)
        unusable = {
            "a file": a_file, "under a file": a_file / "d", "not writable": "/proc/none/x", "open to others": open_to_all,
            "newer": with_copy("newer", sql("PRAGMA user_version = 99")),
            "another program's": with_copy("alien", sql("PRAGMA application_id = 7")),
            "no database": with_copy("text", lambda file: file.write_text("hello\n" * 999)),
            "header": with_copy("header", overwrite(0, 0.001)), "cut": with_copy("cut", lambda file: os.truncate(file, file.stat().st_size // 2)),
            "empty": with_copy("empty", lambda file: os.truncate(file, 0)), "pages": with_copy("pages", overwrite(0.2, 0.9)),
        }
        self.assert_not_served(unusable)
        self.server.start()
        self.game["ATR"].live(2)

    def test_journal_that_is_damaged(self):
        """[P-D3] The file is a good database, but a commit in it is not: refused, naming table and last good version."""
        said = self.game["HOST"].do("say", text="hi")["committed"]
        self.game["ATR"].do("adjust", amount=3, reason="income")
        self.server.kill(15)
        unusable = {}
        cases = [
            ("bytes", "UPDATE commits SET bytes = substr(bytes, 1, length(bytes) - 1) WHERE version = 3", 2),
            ("gap", "DELETE FROM commits WHERE version = 3", 2),
            ("a letter", f"UPDATE commits SET bytes = CAST(replace(CAST(bytes AS TEXT), 'hi', 'hk') AS BLOB) WHERE version = {said}", said - 1),
            ("a secret", f"UPDATE commits SET secret = CAST(CAST(secret AS TEXT) || 'x' AS BLOB) WHERE version = {said + 1}", said),
            ("a signature", "UPDATE commits SET signature = x'00' WHERE version = 3", 2),
            ("a request id", f"UPDATE commits SET request = 77 WHERE version = {said}", said - 1),
        ]
        for what, statement, good in cases:
            data = unusable[what] = self.server.folder / what
            data.mkdir(mode=0o700)
            shutil.copy(self.server.data / "parley.db", data / "parley.db")
            store = sqlite3.connect(data / "parley.db")
            store.execute(statement)
            store.commit()
            store.close()
            shown = run("parleyd", "table", "show", "arrakis", "--data", data, home=self.server.home)
            self.assert_one_line(shown)
            self.assertRegex(shown.stderr, f"arrakis.*version {good}\\b")
        self.assert_not_served(unusable)
        self.server.start()

    def test_a_store_of_an_older_parleyd(self):
        self.server.kill(15)
        store = sqlite3.connect(self.server.data / "parley.db")
        store.execute("PRAGMA user_version = 1")
        store.close()
        self.assert_not_served({"older": self.server.data})
        self.assertIn("written by an older parleyd", self.server.admin("table", "list").stderr)
        store = sqlite3.connect(self.server.data / "parley.db")
        store.execute("PRAGMA user_version = 2")
        store.close()
        self.server.start()

    def test_a_new_store_is_told(self):
        """A mistyped --data makes a store, and says so; only the first time."""
        other = Server()
        for told in (1, 0):
            other.start()
            until = time.monotonic() + WAIT_S
            while "listening" not in other.log.read_text() and time.monotonic() < until:
                time.sleep(0.01)
            other.kill(15)
            self.assertEqual(other.log.read_text().count(f"new store in {other.data}: no tables yet; 'parleyd table new' makes one\n"), told, told)
            other.log.write_text("")
        silent = self.server.log.read_text()
        self.assertNotIn("new store", silent)

    def assert_not_served(self, unusable):
        for what, data in unusable.items():
            with self.subTest(what):
                child = spawn("parleyd", "serve", "--data", data, "--listen", f"unix:{self.server.folder / 'door'}", stdin=-3, stdout=-1, stderr=-1,
                              text=True, env=environment(self.server.home))
                try:
                    out, err = child.communicate(timeout=WAIT_S)
                except Exception:
                    out, err = "it serves", ""
                finally:
                    end(child)
                self.assertEqual((child.returncode, len(err.splitlines()), out), (2, 1, ""), (what, err))
                listed = run("parleyd", "verify", "--data", data, home=self.server.home)
                self.assertIn(listed.returncode, (1, 2), listed)
                self.assertEqual(len(listed.stderr.splitlines()), 1, listed)

    # ---- the ledger
    def play_a_deal(self):
        self.game.see(self.game["ATR"].do("offer", with_=["HAR"], terms="I pass the wall\nand no further")["committed"])
        self.game.see(self.game["HAR"].do("accept", deal=1)["committed"])
        self.game.see(self.game["ATR"].do("bribe", to="HAR", gross=2, note="thanks")["committed"])
        self.game.see(self.game["HAR"].do("request_release", deal=1)["committed"])
        self.game.see(self.game["HAR"].do("retract_release", deal=1)["committed"])
        self.game.see(self.game["ATR"].do("adjust", amount=3, reason="income")["committed"])

    def test_ledger_can_be_verified(self):
        self.play_a_deal()
        draw = random.Random(7)
        home = self.game.homes["ATR"]
        for form in ([], ["--json"]):
            ledger = self.server.admin("export", "arrakis", *form).stdout
            file = self.server.folder / "ledger"
            file.write_text(ledger)
            verified = run("parley", "verify", file, home=home)
            self.assertEqual(verified.returncode, 0, verified)
            chain = lambda text: re.search(r"chain ([0-9a-f]{64})", text)[1]
            self.assertEqual(chain(verified.stdout), chain(self.server.admin("verify", "arrakis").stdout), "two people can compare")

            def flip(case):
                at, letter = case
                done = run("parley", "verify", "-", home=home, input=ledger[:at] + letter + ledger[at + 1:])
                line = ledger.count("\n", 0, at) + 1
                first = line  # of the entry: in the text form the lines of a commit that follow its first are indented
                while ledger.splitlines()[first - 1].startswith(" "):
                    first -= 1
                lines = range(first, line + 1 + ("\n" in (letter, ledger[at])))
                named = re.search(r"line (\d+)[:,]", done.stderr)
                told = done.returncode == 1 and len(done.stderr.splitlines()) == 1 and named and int(named[1]) in lines
                return None if told else (form, at, ledger[at], letter, f"line {line}", done.returncode, done.stderr)
            cases = []
            while len(cases) < FLIPS // 2:
                at, letter = draw.randrange(len(ledger)), draw.choice("abcdefghijklmnopqrstuvwxyzABCDEF0123456789 \n\"{},")
                if letter != ledger[at]:
                    cases.append((at, letter))
            with ThreadPoolExecutor(3) as pool:
                missed = [case for case in pool.map(flip, cases) if case]
            with self.subTest(form or "text"):
                self.assertEqual(missed, [], f"{len(missed)} of {len(cases)}")

    def test_no_secret_is_told(self):
        self.play_a_deal()
        more = self.invite("EMP")
        told = {"log": self.server.log.read_bytes()}
        for command in (["export", "arrakis"], ["export", "arrakis", "--json"], ["dump", "arrakis"], ["table", "show", "arrakis"], ["table", "list"],
                        ["verify"]):
            told[" ".join(command)] = self.server.admin(*command).stdout.encode()
        told["pipes"] = b"".join(raw for pipe in self.game.pipes.values() for raw in pipe.raw)
        secrets = {}
        for role, invite in {**self.invites, "EMP again": more}.items():
            packed = base64.urlsafe_b64decode(invite.removeprefix("parley1-") + "=" * (-len(invite.removeprefix("parley1-")) % 4))
            secrets[f"invite of {role}"] = invite[-30:].encode()
            secrets[f"code of {role}"] = packed[-20:-4]  # before the check of 4 bytes
        for role, home in self.game.homes.items():
            for file in home.rglob("*.json"):
                seed = json.loads(file.read_text()).get("seed")
                if seed:
                    secrets[f"seed of {role}"] = bytes.fromhex(seed)
        self.assertEqual(len(secrets), 2 * 6 + 4)
        kept = b"".join(file.read_bytes() for file in self.server.data.iterdir() if file.is_file())
        for what, secret in secrets.items():
            spellings = [secret, secret.hex().encode(), secret.hex().upper().encode(), base64.b64encode(secret).rstrip(b"=")]
            for spelling in spellings:
                for where, text in {**told, "the store": kept}.items():
                    self.assertNotIn(spelling, text, f"{what} in {where}")


if __name__ == "__main__":
    unittest.main()
