"""A client written from common/PROTOCOL.md alone sees the same ledger as parley, and notices a history that is another one."""
import hashlib
import json
import subprocess
import sys
import unittest
from pathlib import Path

from driver import WAIT_S, Game, Proxy, Server, end, environment, frames

PROGRAM = Path(__file__).resolve().parent.parent / "second_client.py"
sys.path.insert(0, str(PROGRAM.parent))
import second_client  # noqa: E402
ROLES = ["ATR", "HAR", "EMP", "FRE", "HOST"]
OFFER = lambda *with_, terms, **more: dict(do="offer", with_=list(with_), terms=terms, **more)
BRIBE = lambda payer, to, gross: dict(payer=payer, recipient=to, gross=gross)
STEPS = [
    ("ATR", OFFER("HAR", terms="You leave Arrakeen", bribe=BRIBE("ATR", "HAR", 4))),
    ("HAR", dict(do="accept", deal=1)),
    ("HAR", dict(do="note", deal=1, text="On my way")),
    ("HAR", dict(do="note", deal=1, text="Done")),
    ("FRE", OFFER("ATR", "EMP", terms="Мир до пятого хода\nи не дольше")),
    ("EMP", dict(do="accept", deal=2)),
    ("EMP", OFFER("FRE", terms="To turn 4, not 5", answers=2)),
    ("FRE", dict(do="decline", deal=3)),
    ("ATR", OFFER("HAR", terms='A "quoted" promise')),
    ("HAR", dict(do="accept", deal=4)),
    ("ATR", dict(do="request_release", deal=4)),
    ("HAR", dict(do="request_release", deal=4)),
    ("HAR", OFFER("ATR", terms="Nothing")),
    ("HAR", dict(do="withdraw", deal=5)),
    ("ATR", OFFER("EMP", "FRE", terms="Three of us")),
    ("EMP", dict(do="accept", deal=6)),
    ("FRE", dict(do="accept", deal=6)),
    ("EMP", dict(do="request_release", deal=6)),
    ("FRE", dict(do="request_release", deal=6)),
    ("FRE", dict(do="retract_release", deal=6)),
    ("HAR", OFFER("ATR", "EMP", terms="Will lapse")),
    ("ATR", OFFER("HAR", "EMP", terms="Will lapse in part", bribe=BRIBE("HAR", "EMP", 300))),
    ("HAR", dict(do="accept", deal=8)),
    ("ATR", dict(do="adjust", amount=-1, reason="a card")),
    ("HOST", dict(do="advance", turn=1, phase="battle")),
    ("EMP", dict(do="ask", to="ATR", question="Do you hold a lasgun?")),
    ("ATR", dict(do="decide", decision=1, answer="no")),
    ("HOST", dict(do="control", seat="FRE", to="ai")),
]


def expected(pipe):
    """The lines of second_client.py, from what parley says."""
    order = list(pipe.show("table")["seats"])
    departed = {key for key, seat in pipe.show("table")["seats"].items() if seat["departed"]}
    keys = lambda some: ",".join(key for key in order if key in some)
    quoted = lambda text: json.dumps(text, ensure_ascii=False)
    for deal in pipe.show("ledger"):
        line = f"#{deal['id']} {deal['state']} {keys(deal['signatories'])}"
        if "bribe" in deal:
            line += " bribe {gross} {payer}>{recipient}".format(**deal["bribe"])
        line += " " + quoted(deal["terms"])
        if deal["state"] == "open":
            line += f" agreed {keys(deal['consents'])}"
        if "lapsed" in deal:
            line += f" lapsed {keys(deal['lapsed'])}"
        if deal["state"] == "active" and deal["release_requests"]:
            line += f" release asked by {keys(deal['release_requests'])}"
        if "by" in deal:
            line += f" by {deal['by']}"
        if deal["state"] in ("open", "active") and departed & set(deal["signatories"]):
            line += f" departed {keys(departed & set(deal['signatories']))}"
        if deal["answers"]:
            line += f" answers #{deal['answers']}"
        for note in sorted(deal["notes"], key=lambda note: order.index(note["seat"])):
            line += f" note {note['seat']} {quoted(note['text'])}"
        yield line


class Told:
    """A connection that says what it was told to."""

    def __init__(self, stream):
        self.stream = iter(stream)

    def hear(self):
        return next(self.stream)

    def say(self, kind, payload=b""):
        pass


class SecondClient(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.invites = self.server.new_table("arrakis", "ATR,HAR,EMP,FRE", "--option", "probe_wait=0")
        self.server.start()
        self.game = Game(self.server, ROLES, self.invites)
        self.game.play()
        for role, line in STEPS:
            answer = self.game[role].ask(**line)
            self.assertIn("committed", answer, (role, line))
            self.game.see(answer["committed"])
        self.invite = self.write("viewer", self.invites["VIEWER"])
        self.key = self.server.folder / "key"

    def tearDown(self):
        self.game.end()
        self.server.kill()

    def write(self, name, text):
        path = self.server.folder / name
        path.write_text(text + "\n")
        return path

    def start(self, *argv):
        return subprocess.Popen([sys.executable, "-B", str(PROGRAM), *map(str, argv)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, env=environment(self.server.folder / "other"))

    def run_it(self, *argv):
        child = self.start(*argv)
        try:
            out, err = child.communicate(timeout=WAIT_S)
        finally:
            end(child)
        return child.returncode, out.splitlines(), err

    def assert_same_ledger(self, *argv):
        code, lines, err = self.run_it(*argv)
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(lines, list(expected(self.game["HOST"])))
        return lines

    def test_the_same_ledger(self):
        lines = self.assert_same_ledger(self.invite, "--key", self.key)
        self.assertEqual(lines[0], '#1 active ATR,HAR bribe 4 ATR>HAR "You leave Arrakeen" note HAR "Done"')
        states = [line.split()[1] for line in lines]
        self.assertEqual(states, ["active", "open", "declined", "released", "withdrawn", "active", "open", "open"])

        # Another player for HAR: its consent lapses, its offer ends.
        invite = self.server.admin("invite", "arrakis", "HAR").stdout.split("\t")[-1]
        before = self.game["HOST"].version()
        self.assertEqual(self.game.join("HAR", invite, self.server.folder / "homes" / "newcomer").returncode, 0)
        self.game["HOST"].reach(before + 1)
        lines = self.assert_same_ledger(self.invite, "--key", self.key)
        self.assertEqual(lines[6].split()[1], "withdrawn")
        self.assertTrue(lines[7].endswith("agreed ATR lapsed HAR"), lines[7])

        # EMP has asked for the release of #6 and leaves; then FRE, and ATR alone is needed.
        for seat in ("EMP", "FRE"):
            self.game["HOST"].reach(self.game["HOST"].do("depart", seat=seat)["committed"])
            lines = self.assert_same_ledger(self.invite, "--key", self.key)
        self.assertEqual([lines[1].split()[1], lines[5].split()[1]], ["withdrawn", "active"])
        self.game["ATR"].reach(self.game["HOST"].version())
        self.game["HOST"].reach(self.game["ATR"].do("request_release", deal=6)["committed"])
        self.assertEqual(self.assert_same_ledger(self.invite, "--key", self.key)[5].split()[1], "released")

    def test_it_follows(self):
        child = self.start(self.invite, "--follow")
        try:
            for line in expected(self.game["HOST"]):
                self.assertEqual(child.stdout.readline().rstrip("\n"), line)
            self.game["ATR"].do("accept", deal=2)
            self.assertIn("#2 active ", child.stdout.readline())  # FRE, under AI, had agreed by offering
        finally:
            end(child)

    def test_an_invite_works_once_and_a_key_for_ever(self):
        self.assert_same_ledger(self.invite, "--key", self.key)
        code, lines, err = self.run_it(self.invite)
        self.assertEqual((code, lines), (1, []))
        self.assertIn("bad_invite", err)
        self.server.admin("revoke", "arrakis", "VIEWER/1")
        code, lines, err = self.run_it(self.invite, "--key", self.key)
        self.assertEqual((code, lines), (1, []))
        self.assertIn("not_admitted", err)

    def test_what_it_reads_is_what_the_chain_is_over(self):
        """Through a proxy: the commits' bytes, hashed as the page says, give the chain that `live` names."""
        proxy = Proxy(self.server.folder / "tap", self.server.socket)
        try:
            line = self.server.admin("invite", "arrakis", "VIEWER", "--address", f"unix:{proxy.path}").stdout
            self.assert_same_ledger(self.write("tapped", line.split("\t")[-1].strip()))
            heard = list(frames(bytes(proxy.heard[0])))
        finally:
            proxy.close()
        self.assertEqual({kind for _, kind, _ in heard} - {0x88}, {0x81, 0x82, 0x83, 0x85}, "a viewer gets nothing private")
        chain = bytes(32)
        for _, kind, payload in heard:
            if kind == 0x83:
                chain = hashlib.sha256(chain + payload).digest()
        live = next(payload for _, kind, payload in heard if kind == 0x85)
        self.assertEqual(live[-16:-8], chain[:8])
        return [(kind, payload) for _, kind, payload in heard if kind in (0x83, 0x85)]

    def test_it_notices_another_history(self):
        """The same stream with one letter of one offer changed, and without one commit."""
        stream = self.test_what_it_reads_is_what_the_chain_is_over()
        other = [(kind, payload.replace(b"You leave Arrakeen", b"You leave Arrakeem")) for kind, payload in stream]
        self.assertNotEqual(other, stream)
        for lie, why in ((other, "another one"), (stream[:8] + stream[9:], "came after")):
            with self.assertRaisesRegex(second_client.Broken, why):
                second_client.follow(Told(lie), second_client.Ledger(), lambda: True)
        second_client.follow(Told(stream), second_client.Ledger(), lambda: True)

    def test_a_damaged_invite(self):
        text = self.invites["VIEWER"]
        damaged = text[:20] + ("A" if text[20] != "A" else "B") + text[21:]
        code, lines, err = self.run_it(self.write("damaged", damaged))
        self.assertEqual((code, lines), (1, []))
        self.assertIn("damaged invite", err)


if __name__ == "__main__":
    unittest.main()
