"""What the README tells a developer, tried as it stands there: the two bots, and the worked example."""
import json
import re
import subprocess
import sys
import threading
import time
import unittest
from pathlib import Path

from driver import BIN, WAIT_S, Game, Server, _children, end, environment

ROOT = Path(__file__).resolve().parent.parent.parent
SECTION = (ROOT / "README.md").read_text().split("## Debug the protocol\n")[1].split("\n## ")[0]


def block(language):
    return re.search(rf"```{language}\n(.*?)```", SECTION, re.S)[1]


class Bots(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.invites = self.server.new_table("arrakis", "ATR,HAR")
        self.server.start()
        self.game = Game(self.server, ["ATR", "HOST"], self.invites)
        self.bots = []

    def tearDown(self):
        for bot in self.bots:
            end(bot)
        self.game.end()
        self.server.kill()

    def bot(self, role, *argv):
        home = self.server.folder / "homes" / f"bot-{role}"
        self.assertEqual(self.game.join(role, self.invites[role], home).returncode, 0)
        env = environment(home)
        env["PATH"] = f"{BIN}:{env['PATH']}"
        bot = subprocess.Popen([str(word) for word in argv], env=env, cwd=home, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
        _children.append(bot)
        self.bots.append(bot)
        return bot

    def test_the_bot_that_judges(self):
        self.assertLessEqual(len(block("python").splitlines()), 32)
        file = self.server.folder / "bot.py"
        file.write_text(block("python"))
        self.bot("HAR", sys.executable, "-B", file, "arrakis", "HAR")
        self.game.play()
        atr = self.game["ATR"]
        for bribe in (None, 6, 5):
            terms = {} if bribe is None else {"bribe": {"payer": "ATR", "recipient": "HAR", "gross": bribe}}
            atr.do("offer", with_=["HAR"], terms="peace", **terms)
        for deal, do in ((1, "accept"), (2, "decline")):
            atr.wait(lambda line: line.get("event") == "committed" and line["do"] == do and line["deal"] == deal, f"{do} of {deal}")
        time.sleep(0.2)
        self.assertEqual([deal["state"] for deal in atr.show("ledger")], ["active", "declined", "open"])

    def test_the_bot_that_logs(self):
        file, log = self.server.folder / "ledger.sh", self.server.folder / "ledger.txt"
        file.write_text(block("sh"))
        self.bot("VIEWER", "sh", file, "arrakis", "VIEWER", log)
        self.game.play()
        self.game["ATR"].do("offer", with_=["HAR"], terms="peace")
        self.game["ATR"].do("withdraw", deal=1)
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            states = [[deal["state"] for deal in json.loads(line)["ledger"]] for line in log.read_text().splitlines()] if log.exists() else []
            if states and states[-1] == ["withdrawn"]:
                break
            time.sleep(0.05)
        self.assertEqual(states[-1], ["withdrawn"])
        for bot in self.bots:  # the pipe of the script too
            subprocess.run(["kill", "--", f"-{bot.pid}"], check=False)


class Example(unittest.TestCase):
    def test_why_was_this_accept_refused(self):
        command = re.search(r"^    parley (tap .*)$", SECTION, re.M)[1].split()
        shown = [line.strip() for line in re.findall(r"^    \d\d:\d\d.*$", SECTION, re.M)]
        self.assertEqual(len(shown), 3)
        server = Server()
        tapped = f"unix:{server.folder}/tap.sock"
        words = [tapped if word.endswith("tap.sock") else f"unix:{server.socket}" if word.endswith("parley.sock") else word for word in command]
        invites = server.new_table("arrakis", "ATR,HAR", "--address", tapped)
        server.start()
        lines = []
        tap = subprocess.Popen([str(BIN / "parley"), *words], stdout=subprocess.PIPE, text=True, env=environment(server.home))
        _children.append(tap)
        tap.stdout.readline()
        reader = threading.Thread(target=lambda: lines.extend(tap.stdout), daemon=True)
        reader.start()
        game = Game(server, ["ATR", "HAR", "HOST"], invites)
        game.play()
        game.see(game["ATR"].do("offer", with_=["HAR"], terms="peace", bribe={"payer": "ATR", "recipient": "HAR", "gross": 50})["committed"])
        game["HAR"].ask(do="accept", deal=1)
        game.end()
        tap.terminate()
        reader.join(WAIT_S)
        end(tap)
        server.kill()
        same = lambda line: re.sub(r"\d\d:\d\d:\d\d(\.\d+)?|[0-9a-f]{16}\.\.\.|\d{4}-\d\d-\d\d|#\d+", "*", line.strip())
        self.assertEqual([same(line) for line in lines if not line.startswith("#")], [same(line) for line in shown])


if __name__ == "__main__":
    unittest.main()
