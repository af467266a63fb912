"""A Russian and an English player at one table, on a machine without a Russian locale: each reads one language, in the screen and in the
line mode; scripts read English. Which language it is: --lang, then the settings, then the locale."""
import subprocess
import sys
import unittest
from pathlib import Path

from driver import BIN, WAIT_S, Server, end, environment, spawn
from screens import Played

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from latin import latin  # noqa: E402

RUSSIAN = {"LC_ALL": "ru_RU.UTF-8"}
# What is typed in the line mode and so named in its help.
COMMANDS = """offer bribe answers accept decline withdraw release retract note say adjust bid ask answer cancel moved hajr start end advance correct control
              depart decision ally unally bureaucrat inflation need ledger deal table help quit divert allow yes done play pass human dead nobody off har emp atr gld fre
              mentat pause""".split()
PHASES = "storm, spice_blow_and_nexus, choam_charity, bidding, revival, shipment_and_movement, battle, spice_collection, mentat_pause"
GAME = """as HOST
help
start
advance 1 bidding
bureaucrat GLD
as ATR
help
help offer
need
ledger
offer har,emp "Никто не летит в Арракин." bribe atr>har 5
offer atr
offer xyz "нет"
accept 1
deal 9
as HAR
need
accept 1
withdraw 1
as EMP
accept 1
as GLD
need
answer 1 divert
as EMP
offer atr "Полцены." bribe emp>atr 900
as ATR
deal 2
accept 2
decline 2
bribe har 1 за голос
adjust -1 выкуп
bid 2
ask har Есть лазерная пушка?
as HAR
answer 2 yes
release 1
retract 1
note 1 исполнено
say Привет
as HOST
ally ATR FRE
control BG ai
inflation on
advance 1 mentat_pause
as FRE
offer atr "Союзники."
table
ledger
deal 1
unknown
as HOST
depart EMP
end
table
quit
"""


def run(home, *argv, given="", **env):
    child = spawn("parley", *argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**environment(home), **env})
    try:
        out, err = child.communicate(given, timeout=WAIT_S)
    except subprocess.TimeoutExpired:
        end(child)
        raise AssertionError(f"{argv} did not end") from None
    return child.returncode, out, err


class TwoLanguages(unittest.TestCase):
    def test_one_table(self):
        played = Played(pipes=("EMP", "FRE", "GLD", "BG", "HOST"), deals=0)
        self.addCleanup(played.end)
        anna, viktor = played.screen("ATR", **RUSSIAN), played.screen("HAR")
        self.addCleanup(anna.close)
        self.addCleanup(viktor.close)
        anna.wait_for("Реестр")
        viktor.wait_for("Ledger")
        emp = played.game["EMP"]
        emp.do("offer", with_=["ATR"], terms="Мир до хода 3.")
        anna.wait_for("принять? #1 EMP")
        anna.keys("1", "\r", "ф")  # a in the Russian layout
        anna.wait_for("принять #1, за ATR")
        anna.quiet(150)
        anna.keys("н")  # on the key of y, and no
        anna.wait_gone("принять #1, за ATR")
        anna.keys("ф")
        anna.wait_for("принять #1, за ATR")
        anna.quiet(150)
        anna.keys("д")
        anna.wait_for("ATR принимает #1: договорённость действует")
        viktor.wait_for("ACTIVE")
        # What only the server can know: EMP has no 900.
        emp.do("offer", with_=["ATR"], terms="Дорого.", bribe={"payer": "EMP", "recipient": "ATR", "gross": 900})
        emp.do("offer", with_=["HAR"], terms="Дорого.", bribe={"payer": "EMP", "recipient": "HAR", "gross": 900})
        for vt, deal, asks in ((anna, "2", "принять #2, за ATR"), (viktor, "3", "accept #3, as HAR")):
            vt.wait_for(f"#{deal} ")
            vt.keys(deal, "\r", "a")
            vt.wait_for(asks)
            vt.quiet(150)
            vt.keys("y")
        anna.wait_for("ОТКАЗАНО: принять #2. Сейчас этот платёж невозможен.")
        viktor.wait_for("REFUSED accept #3: The payment cannot be made now.")
        self.assertEqual(latin("\n".join(anna.rows())), [])


class LineMode(unittest.TestCase):
    def test_a_whole_game(self):
        server = Server()
        invites = server.new_table("arrakis", "ATR,HAR,EMP,FRE,GLD,BG", "--option", "probe_wait=0")
        server.start()
        self.addCleanup(server.kill)
        home = server.folder / "all"
        for role, invite in invites.items():
            code, out, err = run(home, "join", "--lang", "ru", given=invite + "\n")
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(latin(out), [])
        code, out, err = run(home, "--plain", "arrakis", "--lang", "ru", "--as", "HOST,ATR,HAR,EMP,FRE,GLD,BG", given=GAME)
        self.assertEqual((code, err), (1, ""))  # some of it is refused, as it should be
        said = [line for line in out.splitlines() if not any(line.startswith(f"{role}> ") for role in invites)]
        self.assertGreater(len(said), 120)
        for line in said:
            self.assertEqual([word for word in latin(line, (*PHASES.split(", "), "xyz", "unknown")) if word not in COMMANDS], [], line)
        for words in ("договорённость действует, уплачено 5 пряности ATR > HAR", "ОТКАЗАНО: Сейчас этот платёж невозможен.", "НЕЛЬЗЯ: ", "команды «unknown» нет",
                      "конец игры", "ЖДЁТ ВАС: accept 1 или decline 1"):
            self.assertIn(words, out)


class Choosing(unittest.TestCase):
    def setUp(self):
        server = Server()
        self.home = server.folder / "home"

    def speaks(self, *argv, **env):
        _, out, _ = run(self.home, "--config", *argv, **env)
        return "ru" if "звонок" in out else "en"

    def test_precedence(self):
        self.assertEqual(self.speaks(), "en")
        self.assertEqual(self.speaks(**RUSSIAN), "ru")
        self.assertEqual(self.speaks(LC_ALL="", LANG="ru_RU.UTF-8"), "ru")
        self.assertEqual(self.speaks(LC_ALL="", LC_MESSAGES="ru_RU.UTF-8", LANG="C"), "ru")
        self.assertEqual(self.speaks("--lang", "en", **RUSSIAN), "en")
        self.assertEqual(self.speaks("--lang=ru"), "ru")
        file = self.home / "config/parley/config"
        file.parent.mkdir(parents=True)
        file.write_text("language = ru\n")
        self.assertEqual(self.speaks(), "ru")
        self.assertEqual(self.speaks("--lang", "en"), "en")
        file.write_text("language = en\n")
        self.assertEqual(self.speaks(**RUSSIAN), "en")

    def test_no_such_language(self):
        self.assertEqual(run(self.home, "--lang", "xx", "tables"), (2, "", "parley: there is no language 'xx'; choose en or ru\n"))

    def test_every_subcommand(self):
        for argv in ((), ("play",), ("tables",), ("join",), ("wait", "--as", "ATR"), ("verify", "/nowhere")):
            with self.subTest(argv):
                _, out, err = run(self.home, *argv, "--lang", "ru")
                self.assertEqual(latin(out + err, ("parley", "/nowhere", "join", "pipe", "plain", "invite")), [])
            _, out, _ = run(self.home, *argv, "--lang", "ru", "--help")
            self.assertIn("показать эту справку", out)

    def test_scripts_read_english(self):
        for argv in (("pipe", "arrakis"), ("pipe", "arrakis", "--lang", "ru"), ("--lang", "ru", "pipe", "arrakis")):
            self.assertEqual(run(self.home, *argv, **RUSSIAN), (2, "", "parley: I hold no role at any table yet: 'parley join' redeems an invite\n"))
        self.assertIn("--nothing", run(self.home, "pipe", "--nothing", **RUSSIAN)[2])

    def test_without_its_catalogue(self):
        folder = self.home / "elsewhere"
        folder.mkdir(parents=True)
        (folder / "parley").write_bytes((BIN / "parley").read_bytes())
        (folder / "parley").chmod(0o755)
        def said(*argv, **env):
            return subprocess.run([folder / "parley", "tables", *argv], capture_output=True, text=True, env={**environment(self.home), **env})
        self.assertIn("the catalogue of 'ru' is not in", said("--lang", "ru").stderr)
        self.assertEqual(said("--lang", "ru").returncode, 2)
        self.assertEqual((said(**RUSSIAN).returncode, said(**RUSSIAN).stderr), (0, ""))
        for broken in (b"", b"\xde\x12\x04\x95", (BIN / "locale/ru/LC_MESSAGES/parley.mo").read_bytes()[:4000]):
            file = folder / "locale/ru/LC_MESSAGES/parley.mo"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(broken)
            self.assertEqual(said("--lang", "ru").returncode, 2)


if __name__ == "__main__":
    unittest.main()
