"""The scripting door: several roles in one pipe, lines that wait for their role, connections that end, and lines that nobody
can mean [INTERFACE, P-O4]."""
import json
import subprocess
import time
import unittest

from driver import Game, Pipe, Proxy, Server, WAIT_S, environment, frames, run, spawn

PING = 5


class PipeTest(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.proxy = Proxy(self.server.folder / "tap", self.server.socket)
        self.invites = self.server.new_table("arrakis", "ATR,HAR,EMP", "--address", f"unix:{self.proxy.path}")
        self.server.start()
        self.game = Game(self.server, ["HOST"], self.invites)
        self.game.play()
        self.home = self.server.folder / "homes" / "shared"
        for role in ("ATR", "HAR"):
            self.join(role)

    def tearDown(self):
        self.game.end()
        self.proxy.close()
        self.server.kill()

    def join(self, role, invite=None):
        joined = self.game.join(role, invite or self.invites[role], self.home)
        self.assertEqual(joined.returncode, 0, joined)

    def open(self, roles, *more):
        pipe = Pipe(self.home, roles, "arrakis", *more)
        self.addCleanup(pipe.end)
        pipe.live(len(roles.split(",")))
        return pipe

    def one_role_late(self, action):
        """What HAR asks at once about what only ATR has heard of."""
        pipe = self.open("ATR,HAR")
        newest = len(self.proxy.heard) - 1
        self.proxy.late.add(newest if self.is_of(newest, 1) else newest - 1)
        number = action(pipe)
        time.sleep(0.3)
        self.assertNotIn(number, [line.get("answer") for line in pipe.lines], "the line waits for its role")
        self.proxy.late.clear()
        self.assertIn("committed", pipe.answer(number))

    def is_of(self, number, seat):
        """Whether a connection logged in as this seat: hello, then login with table and role."""
        login = next(payload for _, kind, payload in frames(bytes(self.proxy.said[number])) if kind == 2)
        return login[1 + login[0]] == seat

    def test_a_line_waits_for_its_role(self):
        def accept_at_once(pipe):
            return pipe.send(as_="HAR", do="accept", deal=pipe.do("offer", as_="ATR", with_=["HAR"], terms="x")["deal"])
        self.one_role_late(accept_at_once)

    def test_an_explicit_seen_waits_too(self):
        def say(pipe):
            return pipe.send(as_="HAR", do="say", text="x", seen=pipe.do("say", as_="ATR", text="y")["committed"])
        self.one_role_late(say)

    def test_many_roles_at_full_speed(self):
        pipe = self.open("ATR,HAR")
        for number in range(1, 21):
            self.assertEqual(pipe.do("offer", as_="ATR", with_=["HAR"], terms="x", bribe=dict(payer="HAR", recipient="ATR", gross=60000))["deal"], number)
            pipe.do("decline", as_="HAR", deal=number)
        head = pipe.do("say", as_="ATR", text="x")["committed"]
        self.assertIn("error", pipe.ask(as_="ATR", do="say", text="x", seen=head + 1))
        self.assertIn("committed", pipe.ask(as_="HAR", do="say", text="x", seen=head))

    def test_a_deal_that_comes_after_the_line(self):
        """[P-O4, P-L2] Signed with the deal's record it counts, since nothing it rests on has changed; signed before it had come it is refused.
        The connection goes on in both cases."""
        self.game.see(self.game["HOST"].do("say", text="x")["committed"])
        har, atr = self.open("HAR"), self.open("ATR")
        before = har.version()
        atr.do("offer", with_=["HAR"], terms="x")
        answer = har.ask(do="accept", deal=1, seen=before)
        if "committed" not in answer:
            self.assertEqual(answer.get("refused"), "no_such_deal")
            har.reach(before + 1)
            har.do("accept", deal=1)
        har.do("say", text="still here")

    def test_a_pipe_outlives_its_connections(self):
        older, newer = self.open("ATR"), self.open("ATR")
        self.assertEqual(older.closed()[0], "superseded")
        for _ in range(2):
            self.assertRegex(older.ask(do="say", text="x")["error"], "ATR has ended .superseded.")
        self.assertEqual(older.show("table")["name"], "arrakis")
        older.process.stdin.close()
        self.assertEqual(older.process.wait(WAIT_S), 0)
        newer.do("say", text="x")

    def test_amounts_that_only_one_role_has_on_disk(self):
        alone = self.open("ATR")
        alone.do("adjust", amount=7, reason="income")
        alone.process.stdin.close()
        self.assertEqual(alone.process.wait(WAIT_S), 0)
        self.join("EMP")
        both = self.open("EMP,ATR")
        self.assertEqual([line.get("amount") for line in both.lines if line.get("do") == "adjust"], [7])
        versions = both.versions()
        self.assertEqual(versions, list(range(versions[-1] + 1)), "each once, in order")

    def test_lines_that_nobody_can_mean(self):
        pipe = self.open("ATR")
        deep = "[" * 80_000 + "]" * 80_000
        for line in ('{"id":%s}' % deep, '{"do":%s,"x":1}' % deep, deep, "{" * 99, '{"id":"raw","do":"say","text":"x","request":9007199254740993}',
                     '{"id":"raw","do":"say","text":"x","request":0}', '{"id":"raw","do":"offer","with":["HAR"],"terms":"x","answers":0}'):
            known = len(pipe.lines)
            pipe.process.stdin.write(line.encode() + b"\n")
            pipe.process.stdin.flush()
            self.assertIn("error", pipe.wait(lambda line: "answer" in line, "an error", at=known), line[:60])
        self.assertEqual(pipe.ask(do="offer", with_=["IX", "BT"], terms="x").get("refused"), "no_such_seat")
        self.assertEqual(pipe.ask(do="offer", with_=["IX", "IX"], terms="x").get("refused"), "bad_parties")
        pipe.do("say", text="[" * 100)

    def test_a_number_that_is_asked_again(self):
        """Each line is answered, and done once, in this run and in a later one."""
        self.game["HOST"].do("advance", turn=2, phase="storm")
        pipe = self.open("ATR")
        first, again, other = (pipe.send(do="say", text=text, request=500) for text in ("x", "x", "y"))
        version = pipe.answer(first)["committed"]
        self.assertEqual(pipe.answer(again), {"answer": again, "committed": version, "repeated": True})
        self.assertEqual(pipe.answer(other)["refused"], "request_reused")
        host = self.game["HOST"]
        advanced = host.do("advance", phase="bidding", request=300)["committed"]
        self.assertIn('"turn" is needed', host.ask(do="advance", phase="bidding", request=300)["error"])
        self.assertEqual(host.ask(do="advance", turn=2, phase="bidding", request=300)["committed"], advanced)

    def test_the_last_turn(self):
        self.game["HOST"].do("advance", turn=65535, phase="battle")
        self.assertEqual(self.game["HOST"].ask(do="advance", phase="storm").get("error"), None)

    def test_one_is_there_oneself(self):
        """Before the server says so: at the moment of `live`."""
        shown = run("parley", "pipe", "arrakis", "--as", "ATR", home=self.home, input='{"id":1,"show":"table"}\n')
        table = next(line["table"] for line in map(json.loads, shown.stdout.splitlines()) if line.get("answer") == 1)
        self.assertTrue(table["seats"]["ATR"]["online"])
        self.assertFalse(table["seats"]["HAR"]["online"])

    def test_a_silent_client_pings_while_it_hears_others(self):
        """[P-R2] The server counts what it hears, not what it says."""
        quiet = self.open("HAR", "--keepalive", "1")
        said = self.proxy.said[-1]
        until = time.monotonic() + 4
        while PING not in [kind for _, kind, _ in frames(bytes(said))] and time.monotonic() < until:
            quiet.reach(self.game["HOST"].do("say", text="x")["committed"])
            time.sleep(0.2)
        self.assertIn(PING, [kind for _, kind, _ in frames(bytes(said))])

    def test_what_was_asked_under_a_key_that_has_ended(self):
        """Kept while the server was away; the seat is another's when it is back, or the same player's under a new key."""
        for number, rejoin in enumerate((True, False)):
            line_mode = spawn("parley", "--plain", "arrakis", "--as", "HAR", stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, env=environment(self.home))
            while "live at" not in line_mode.stdout.readline():
                pass
            self.server.kill()
            while "CONNECTION LOST" not in line_mode.stdout.readline():
                pass
            line_mode.stdin.write("say kept\n")
            line_mode.stdin.flush()
            pending = next(self.home.glob("state/parley/arrakis.HAR.*")) / "pending"
            until = time.monotonic() + WAIT_S
            while not (pending.exists() and b"kept" in pending.read_bytes()) and time.monotonic() < until:
                time.sleep(0.02)
            line_mode.kill()
            line_mode.communicate()
            self.server.start()
            self.assertEqual(self.server.admin("revoke", "arrakis", "HAR").returncode, 0)
            invite = self.server.admin("invite", "arrakis", "HAR").stdout
            if rejoin:
                self.join("HAR", invite)
            again = run("parley", "--plain", "arrakis", "--as", "HAR", home=self.home)
            self.assertRegex(again.stderr, "HAR: not sent: say", number)
            self.assertNotIn(b"kept", pending.read_bytes())
            self.assertNotIn("kept", self.server.admin("dump", "arrakis").stdout)


if __name__ == "__main__":
    unittest.main()
