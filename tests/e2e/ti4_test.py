"""Twilight Imperium 4 and a table of any game over the real server, through the scripting door [TI4 Pipe]."""
import json
import unittest

from driver import Game, Server, public, run

ROLES = ["SOL", "HAC", "XXC", "HOST", "VIEWER"]
DREADNOUGHT = dict(actor="SOL", verb="produce", item="dreadnought", able="yes")
HOLDS_FIRE = dict(actor="HAC", verb="fire_space_cannon", stance="refrain")


class Ti4(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        invites = self.server.new_table("mecatol", ",".join(ROLES[:3]), game="ti4")
        self.server.start()
        self.game = Game(self.server, ROLES, invites, "mecatol")
        for line in (dict(do="start"), dict(do="phase", round=1, phase="action"), dict(do="active", seat="SOL"),
                     dict(do="neighbours", seats=["SOL", "HAC"], on=True)):
            self.do("HOST", **line)
        for role, what, amount in (("SOL", "trade_goods", 5), ("HAC", "commodities", 6)):
            self.do(role, do="adjust", what=what, amount=amount, reason="income")

    def tearDown(self):
        self.game.end()
        self.server.kill()

    def do(self, role, **line):
        """Accepted, and seen by everybody."""
        answer = self.game[role].ask(**line)
        self.assertIn("committed", answer, (role, line, answer))
        self.game.see(answer["committed"])
        return answer

    def refused(self, role, **line):
        answer = self.game[role].ask(**line)
        self.assertIn("refused", answer, (role, line, answer))
        return answer["refused"]

    def offer(self, role, other, **more):
        return self.do(role, do="offer", with_=[other], terms="as told", **more)["deal"]

    def deal(self, number, role="XXC"):
        return self.game[role].show("deal", deal=number)

    def holds(self, seat):
        return self.game["VIEWER"].show("table")["seats"][seat]

    def step(self, step, role="SOL", **more):
        return self.do(role, do="step", step=step, **more)

    def test_a_binding_deal_is_executed_in_the_commit_of_the_acceptance(self):
        self.step("production")
        number = self.offer("HAC", "SOL", clauses=[DREADNOUGHT], exchange=dict(gives=dict(commodities=4)))
        seen = self.deal(number)["class"]
        self.assertEqual((seen["is"], seen["source"]), ("binding", "stated"))
        self.assertEqual((seen["because"][0]["cite_en"], seen["because"][0]["cite_ru"]), ("28.3, note 1(a)", "15.3, комм. 1а"))
        self.do("SOL", **{"do": "accept", "deal": number, "class": "binding"})
        event = next(line for line in self.game["XXC"].lines if line.get("event") == "committed" and line.get("do") == "accept")
        self.assertEqual((event["state"], event["exchanged"]["gives"]), ("active", {"commodities": 4}))
        self.assertEqual((self.holds("HAC")["commodities"], self.holds("SOL")["trade_goods"]), (2, 9))
        self.assertEqual(self.refused("HAC", do="offer", with_=["SOL", "XXC"], terms="three"), "bad_parties")
        self.do("HAC", do="kept", deal=number, clause=1, yes=True)
        self.assertIs(self.deal(number)["clauses"][0]["kept"], True)

    def test_a_class_that_changed_is_told_once_and_confirmed_again(self):
        """[TI4 X33]"""
        self.step("activation")
        number = self.offer("SOL", "HAC", clauses=[HOLDS_FIRE], exchange=dict(gives=dict(trade_goods=1)))
        self.assertEqual(self.deal(number)["class"]["is"], "non_binding")
        self.assertEqual(self.deal(number)["class"]["because"][0]["cite_ru"], "15.4, комм. 2б")
        self.assertIs(self.deal(number)["split"], True)
        self.step("space_cannon_offense")
        self.assertEqual(self.deal(number)["class"]["is"], "binding")
        self.assertEqual(self.refused("HAC", **{"do": "accept", "deal": number, "class": "non_binding"}), "class_changed")
        self.assertEqual(self.holds("SOL")["trade_goods"], 5)
        self.do("HAC", do="accept", deal=number)  # what its mirror computes
        self.assertEqual(self.holds("SOL")["trade_goods"], 4)
        self.assertEqual(self.deal(number)["class"]["is"], "binding")

    def test_hidden_notes_stay_hidden(self):
        self.do("SOL", do="hold", note="Ceasefire")
        self.do("HAC", do="hold", note="Support for the Throne")
        self.assertEqual(self.game["SOL"].show("table")["seats"]["SOL"]["notes"], ["Ceasefire"])
        for role in ("HAC", "XXC", "HOST", "VIEWER"):
            seats = self.game[role].show("table")["seats"]
            self.assertEqual((seats["SOL"]["note_count"], seats["SOL"]["shown"], seats["HAC"]["shown"]), (1, [], ["Support for the Throne"]))
            self.assertEqual(seats["SOL"]["notes"], [])
            self.assertNotIn("Ceasefire", json.dumps(self.game[role].lines))
        # HAC asks for a note that SOL does not have: the class does not tell, only the acceptance does.
        number = self.offer("HAC", "SOL", exchange=dict(gives=dict(commodities=1), gets=dict(notes=["Political Secret"])))
        self.assertEqual(self.deal(number)["class"]["is"], "binding")
        self.assertEqual(self.refused("SOL", do="accept", deal=number), "holdings")
        number = self.offer("HAC", "SOL", exchange=dict(gives=dict(commodities=1), gets=dict(notes=["Ceasefire"])))
        self.do("SOL", do="accept", deal=number)
        self.assertEqual(self.holds("HAC")["shown"], ["Support for the Throne", "Ceasefire"])
        self.assertEqual(self.refused("XXC", do="unhold", note="Ceasefire"), "holdings")

    def test_everything_is_there_after_kill_9(self):
        self.step("production")
        self.do("SOL", do="hold", note="Ceasefire")
        number = self.offer("HAC", "SOL", clauses=[DREADNOUGHT], exchange=dict(gives=dict(commodities=4)))
        self.do("SOL", do="able", deal=number, clause=1, answer="unknown")
        self.assertEqual(self.deal(number)["class"]["is"], "undecided")
        self.do("SOL", do="accept", deal=number)
        self.do("SOL", **{"do": "rule", "deal": number, "class": "binding"})
        self.do("HAC", **{"do": "rule", "deal": number, "class": "binding"})
        before = self.game.views()
        self.assertEqual(before["VIEWER"][1][0]["ruling"], "binding")
        self.assertEqual(before["VIEWER"][1][0]["class"]["is"], "undecided")
        lives = {role: pipe.lives() for role, pipe in self.game.pipes.items()}
        self.server.restart()
        for role, pipe in self.game.pipes.items():
            pipe.live(lives[role] + 1)
        self.assertEqual(self.game.views(), before)
        self.assertEqual({json.dumps(public(self.game[role].show("table"))) for role in ROLES}, {json.dumps(public(self.game["HOST"].show("table")))})
        verified = self.server.admin("verify", "mecatol")
        self.assertEqual(verified.returncode, 0, verified)
        exported = self.server.folder / "ledger.json"
        exported.write_text(self.server.admin("export", "mecatol", "--json").stdout)
        checked = run("parley", "verify", str(exported), home=self.server.home)
        self.assertEqual(checked.returncode, 0, checked)
        exported.write_text(exported.read_text().replace("dreadnought", "dreadnoughts", 1))
        forged = run("parley", "verify", str(exported), home=self.server.home)
        self.assertEqual(forged.returncode, 1, forged)


class LineMode(unittest.TestCase):
    def test_a_mixed_offer_is_split_where_it_is_written(self):
        server = Server()
        invites = server.new_table("mecatol", "SOL,HAC", game="ti4")
        server.start()
        self.addCleanup(server.kill)
        for invite in invites.values():
            self.assertEqual(run("parley", "join", "--invite-file", "-", home=server.home, input=invite).returncode, 0)
        lines = ["start", "phase 1 action", "active sol", "neighbours sol hac", "as sol", "adjust tg 3 income", "split 1",
                 'offer hac "Stay out" give 2 tg clause hac not activate Jord this_turn', "split 1", "split 2", "ledger"]
        told = run("parley", "--plain", "mecatol", "--as", "HOST,SOL", home=server.home, input="\n".join(lines) + "\n")
        self.assertIn("there is no such deal: split N", told.stdout, told)
        self.assertIn("SOL withdrew #1", told.stdout)
        self.assertIn("Only your own open offer is split", told.stdout)
        ledger = told.stdout[told.stdout.index("SOL> ledger"):]
        self.assertEqual([line.split()[:2] for line in ledger.splitlines() if line.lstrip().startswith("#") and "SOL>HAC" in line],
                         [["#1", "WITHDRAWN"], ["#2", "OFFER"], ["#3", "OFFER"]])
        self.assertIn("HAC: NOT activate Jord, this turn", ledger)


class AnyGame(unittest.TestCase):
    def test_a_ledger_without_money_or_rules(self):
        server = Server()
        seats = ["RED", "BLUE", "GREEN"]
        game = Game(server.start() and server, seats + ["HOST"], server.new_table("risk", ",".join(seats), game="open"), "risk")
        self.addCleanup(server.kill)
        self.addCleanup(game.end)
        game.see(game["HOST"].do("start")["committed"])
        self.assertEqual(game["RED"].show("table")["phase"], "play")
        offered = game["RED"].do("offer", with_=["BLUE", "GREEN"], terms="Nobody attacks this round")
        game.see(offered["committed"])
        number = offered["deal"]
        for role in ("BLUE", "GREEN"):
            game.see(game[role].do("accept", deal=number)["committed"])
        self.assertEqual(game["RED"].show("deal", deal=number)["state"], "active")
        self.assertEqual(game["RED"].ask(do="offer", with_=["BLUE"], terms="x", bribe=dict(payer="RED", recipient="BLUE", gross=1))["refused"], "bad_bribe")
        self.assertEqual(game["RED"].ask(do="bid", amount=1)["refused"], "not_permitted")
        self.assertNotIn("class", game["RED"].show("deal", deal=number))


class NewTables(unittest.TestCase):
    def test_a_wrong_table_is_one_sentence(self):
        server = Server()
        for game, seats, words in (("ti4", "SOL,ATR", "no TI4 faction 'ATR'"), ("ti4", "SOL,SOL", "named twice"), ("ti4", "SOL", "such as --seats SOL,HAC,XXC"),
                                   ("open", "red,BLUE", "A-Z"), ("open", "HOST,BLUE", "taken"), ("chess", "A,B", "dune, ti4 or open")):
            done = server.admin("table", "new", "t", "--game", game, "--seats", seats)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1), done)
            self.assertIn(words, done.stderr)
        for option in (("--option", "probe_wait=3"), ("--mode", "advanced")):
            done = server.admin("table", "new", "t", "--game", "ti4", "--seats", "SOL,HAC", *option)
            self.assertEqual((done.returncode, done.stderr.count("\n"), option[0] in done.stderr), (2, 1, True), done)


if __name__ == "__main__":
    unittest.main()
