"""One game, told by every tool: the recording, a capture, the journal, the export and the dump say the same commits."""
import json
import re
import shutil
import sqlite3
import subprocess
import unittest
from pathlib import Path
from xml.etree import ElementTree

from driver import run
from tapped import Heard, pcap

ROOT = Path(__file__).resolve().parent.parent.parent
DISSECTOR = ROOT / "common" / "parley.lua"
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

    def dissect(self, data, *more):
        """The frames as Wireshark reads them: the stream of each, and its fields by their filters."""
        file = self.folder / "wireshark.pcap"
        file.write_bytes(data)
        done = subprocess.run(["tshark", "-r", file, "-X", f"lua_script:{DISSECTOR}", "-T", "pdml", *more], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("Lua:", done.stderr)
        for packet in ElementTree.fromstring(done.stdout).iter("packet"):
            stream = next(field.get("show") for field in packet.iter("field") if field.get("name") == "tcp.stream")
            for frame in packet.iter("proto"):
                if frame.get("name") == "parley":
                    yield stream, {field.get("name"): field.get("show") for field in frame.iter("field")}

    @unittest.skipUnless(shutil.which("tshark"), "tshark is not installed")
    def test_dissector(self):
        found, types = {}, set()
        for stream, frame in self.dissect(pcap(self.recording)):
            self.assertNotIn("parley.malformed", frame)
            types.add(int(frame["parley.type"], 16))
            for kind in ("committed", "committed_private"):
                if f"parley.{kind}.version" in frame:
                    found.setdefault(stream, []).append((int(frame[f"parley.{kind}.version"]), frame))
        self.assertLessEqual({1, 2, 3, 4, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88}, types)
        whole = [commits for commits in found.values() if len(commits) == len(self.dump)]
        self.assertEqual(len(whole), 4)
        verbs = {"start": 16, "end": 17, "offer": 1, "accept": 2, "decline": 3, "request_release": 5, "control": 18, "advance": 48, "genesis": 112, "seated": 113, "adjust": 53}
        for commits in whole:
            for (version, frame), commit in zip(commits, self.dump):
                self.assertEqual((version, int(frame["parley.verb"])), (commit["version"], verbs[commit["do"]]))
                for key in ("terms", "reason", "name", "player"):
                    if commit.get(key):
                        self.assertEqual(frame[f"parley.{commit['do']}.{key}"], commit[key])
                if commit["do"] in ("accept", "decline", "request_release"):
                    self.assertEqual(int(frame["parley.deal"]), commit["deal"])
        refused = list(self.dissect(pcap(self.recording), "-Y", "parley.refused.code == 34"))
        self.assertEqual(len([frame for _, frame in refused if "parley.refused.code" in frame]), 1)

    @unittest.skipUnless(shutil.which("tshark"), "tshark is not installed")
    def test_dissector_flags_what_is_malformed(self):
        said = [(1, b"\x01\x05"), (1, b"\x03\x05\x07\x07"), (2, b"\x02\x0f\x63"), (2, b"\x02\x7f\x01"), (1, b"\x00")]
        broken = b"parley session 1\n" + bytes([0, 0, 1, 0]) + b"".join(bytes([what, 0, 1, len(data)]) + data for what, data in said)
        frames = [frame for _, frame in self.dissect(pcap(broken))]
        self.assertEqual(["parley.malformed" in frame for frame in frames], [False, True, True, True, True])

    @unittest.skipUnless(shutil.which("tshark"), "tshark is not installed")
    def test_dissector_reads_every_sample(self):
        """The golden page of the wire, as one capture."""
        text = (ROOT / "tests" / "golden" / "wire.txt").read_text()
        session, wanted = bytearray(b"parley session 1\n" + bytes([0, 0, 1, 0])), 0
        for entry in re.split(r"\n(?=\S)", text):
            name, *rest = entry.split()
            if not name.startswith(("client.", "server.")):
                continue
            data = bytes.fromhex("".join(word.split("=")[-1] for word in rest))
            size = len(data)
            session += bytes([1 if name.startswith("client.") else 2, 0, 1]) + (bytes([size]) if size < 128 else bytes([size & 127 | 128, size >> 7])) + data
            wanted += 1
        frames = [frame for _, frame in self.dissect(pcap(bytes(session)))]
        self.assertEqual(len(frames), wanted)
        self.assertEqual([frame for frame in frames if "parley.malformed" in frame], [])


if __name__ == "__main__":
    unittest.main()
