"""One game, told by every tool: the recording, a capture, the journal, the export and the dump say the same commits."""
import json
import shutil
import sqlite3
import subprocess
import unittest
from pathlib import Path

from driver import run
from tapped import Heard, pcap

DISSECTOR = Path(__file__).resolve().parent.parent.parent / "common" / "parley.lua"
PRIVATE = ("amount", "spice")  # of commits to whom they concern; the dump is public


def public(commit):
    return {key: value for key, value in commit.items() if not (key in PRIVATE and commit["do"] in ("adjust", "control"))}


class OneGame(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.heard = Heard()
        cls.heard.play()
        cls.tap_text = cls.heard.tap.stop()
        cls.recording = cls.heard.record.read_bytes()
        cls.folder, cls.home = cls.heard.server.folder, cls.heard.server.home
        cls.dump = [json.loads(line) for line in cls.heard.server.admin("dump", "arrakis", "--json").stdout.splitlines()]

    @classmethod
    def tearDownClass(cls):
        cls.heard.server.kill()

    def decode(self, *argv, input=""):
        return run("parley", "decode", *argv, home=self.home, input=input)

    def commits_of(self, text):
        """By connection, but for those of a join, which are cut off early."""
        found = {}
        for line in map(json.loads, text.splitlines()):
            if line.get("type") in ("committed", "committed_private"):
                found.setdefault(line["connection"], []).append(public(line["message"]))
        return [commits for commits in found.values() if commits[-1]["do"] == "end"]

    def same_for_all(self, done):
        self.assertEqual(done.returncode, 0, done.stderr)
        told = self.commits_of(done.stdout)
        self.assertEqual(len(told), 4)
        for commits in told:
            self.assertEqual(commits, self.dump)

    def test_recording(self):
        self.assertGreater(len(self.dump), 14)
        self.same_for_all(self.decode(self.heard.record, "--json"))

    def test_recording_as_text_is_what_the_tap_said(self):
        said = [line for line in self.tap_text.splitlines() if not line.startswith(("# ", "listening"))]
        self.assertEqual(self.decode(self.heard.record).stdout.splitlines(), said)

    def test_capture(self):
        file = self.folder / "game.pcap"
        file.write_bytes(pcap(self.recording))
        self.same_for_all(self.decode(file, "--json"))

    def test_journal(self):
        file = self.folder / "copy.db"
        with sqlite3.connect(f"file:{next(self.heard.server.data.glob('*.db'))}?mode=ro", uri=True) as store:
            rows = [row[0].hex() for row in store.execute("SELECT bytes FROM commits ORDER BY version")]
        done = self.decode("-", "--json", input="\n".join(rows) + "\n")
        self.assertEqual([json.loads(line) for line in done.stdout.splitlines()], self.dump)
        as_text = self.decode("-", input="\n".join(rows).upper())
        self.assertEqual(as_text.stdout, self.heard.server.admin("dump", "arrakis").stdout)
        self.assertFalse(file.exists())

    def test_export(self):
        lines = [json.loads(line) for line in self.heard.server.admin("export", "arrakis", "--json").stdout.splitlines()]
        commits = [{k: v for k, v in line.items() if k not in ("bytes", "signed")} for line in lines if "do" in line]
        self.assertEqual(commits, self.dump)

    def test_dump(self):
        admin = self.heard.server.admin
        self.assertEqual([json.loads(line) for line in admin("dump", "arrakis", "--json", "--from", "5").stdout.splitlines()], self.dump[5:])
        offered = next(commit["version"] for commit in self.dump if commit["do"] == "offer")
        then = json.loads(admin("dump", "arrakis", "--at", offered).stdout)
        self.assertEqual([deal["state"] for deal in then["ledger"]], ["open"])
        self.assertEqual(then["version"], offered)
        last = json.loads(admin("dump", "arrakis", "--json", "--at", len(self.dump) - 1).stdout)
        self.assertEqual([deal["state"] for deal in last["ledger"]], ["released", "declined", "active"])
        self.assertNotIn("spice", last["seats"]["ATR"])
        missing = admin("dump", "arrakis", "--at", 999)
        self.assertEqual(missing.returncode, 1)
        self.assertIn("no version 999 yet", missing.stderr)

    def test_what_cannot_be_read(self):
        cases = {"cut": self.recording[:-3], "http": b"GET / HTTP/1.1\r\n\r\n", "later": b"parley session 2\n", "none": bytes(range(200, 250)), "empty": b"",
                 "middle": pcap(self.recording)[:24] + b"".join(self.packets()[9:])}
        for name, data in cases.items():
            file = self.folder / name
            file.write_bytes(data)
            done = self.decode(file)
            self.assertEqual(done.returncode, 1, (name, done))
            self.assertRegex(done.stderr, r"^parley: this is .*\n$", name)
        missing = self.decode(self.folder / "missing")
        self.assertEqual((missing.returncode, missing.stdout), (2, ""))
        self.assertEqual(self.decode("-", "--as", "soup").returncode, 2)

    def packets(self):
        data, at, out = pcap(self.recording), 24, []
        while at < len(data):
            size = 16 + int.from_bytes(data[at + 8:at + 12], "little")
            out.append(data[at:at + size])
            at += size
        return out

    @unittest.skipUnless(shutil.which("tshark") and DISSECTOR.exists(), "tshark is not installed")
    def test_dissector(self):
        file = self.folder / "wireshark.pcap"
        file.write_bytes(pcap(self.recording))
        fields = ["tcp.stream", "parley.committed.version", "parley.verb", "parley.deal"]
        done = subprocess.run(["tshark", "-r", file, "-X", f"lua_script:{DISSECTOR}", "-Y", "parley.committed.version", "-T", "json"],
                              capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        found = {}

        def walk(stream, tree):
            for key, value in tree:
                if key == "parley.frame_tree" or isinstance(value, list) and key == "parley":
                    pass
                if isinstance(value, list):
                    if any(k == "parley.committed.version" for k, _ in value):
                        found.setdefault(stream, []).append(dict(value))
                    walk(stream, value)

        for packet in json.loads(done.stdout, object_pairs_hook=list):
            layers = dict(dict(packet)["_source"])["layers"]
            stream = dict(dict(layers)["tcp"])["tcp.stream"]
            walk(stream, [(k, v) for k, v in layers if k == "parley"])
        whole = [commits for commits in found.values() if commits[-1]["parley.verb"].split()[-1].strip("()") in ("17", "end") or len(commits) == len(self.dump)]
        self.assertEqual(len(whole), 4)
        for commits in whole:
            self.assertEqual([int(c["parley.committed.version"]) for c in commits], [c["version"] for c in self.dump])
            for mine, theirs in zip(commits, self.dump):
                if "deal" in theirs and "parley.deal" in mine:
                    self.assertEqual(int(mine["parley.deal"]), theirs["deal"])
        del fields


if __name__ == "__main__":
    unittest.main()
