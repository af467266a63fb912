"""Two final acceptances in one instant on one purse: exactly one pays [SEED B2, P-M2, P-M3, P-O5]."""
import threading
import unittest

from driver import Game, Server, public

ROUNDS = 20


class Race(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        invites = self.server.new_table("arrakis", "ATR,HAR,EMP", "--option", "probe_wait=0")
        self.server.start()
        self.game = Game(self.server, ["ATR", "HAR", "EMP", "HOST"], invites)
        self.game.play()

    def tearDown(self):
        self.game.end()
        self.assertEqual(self.server.kill(15), 0)

    def accept_at_once(self, deals):
        """Both votes in one instant; who is first by a hair changes from round to round."""
        gate, sent = threading.Barrier(len(deals)), {}

        def vote(role):
            gate.wait()
            sent[role] = self.game[role].send(do="accept", deal=deals[role])
        voters = [threading.Thread(target=vote, args=(role,)) for role in deals]
        for voter in voters:
            voter.start()
        for voter in voters:
            voter.join()
        return {role: self.game[role].answer(sent[role]) for role in deals}

    def test_exactly_one_pays(self):
        game, winners = self.game, []
        for number in range(ROUNDS):
            offer = lambda to: game["ATR"].do("offer", with_=[to], terms=f"round {number}", bribe=dict(payer="ATR", recipient=to, gross=6))
            order = ["HAR", "EMP"] if number % 2 else ["EMP", "HAR"]
            deals = {to: offer(to)["deal"] for to in order}
            game.see(game["ATR"].version())
            before = game["HOST"].show("table")["version"]
            answers = self.accept_at_once(deals)
            paid = [role for role, answer in answers.items() if "committed" in answer]
            refused = [role for role, answer in answers.items() if answer.get("refused") == "payment_unavailable"]
            self.assertEqual((len(paid), len(refused)), (1, 1), (number, answers))
            self.assertEqual(answers[paid[0]]["committed"], before + 1, answers)
            game.see(before + 1)
            states = {role: game["HOST"].show("deal", deal=deal) for role, deal in deals.items()}
            self.assertEqual([states[paid[0]]["state"], states[refused[0]]["state"]], ["active", "open"])
            self.assertEqual(states[refused[0]]["consents"], ["ATR"], "a refused vote leaves no trace")
            self.assertEqual(game["ATR"].show("table")["seats"]["ATR"]["spice"], 4)
            winners.append(paid[0])
            game[refused[0]].do("decline", deal=deals[refused[0]])
            game.see(game["ATR"].do("adjust", amount=6, reason="income")["committed"])
        tables = {role: pipe.show("table") for role, pipe in game.pipes.items()}
        for role, table in tables.items():
            self.assertEqual(public(table), public(tables["HOST"]), role)
        deferred = {key: seat["deferred"] for key, seat in tables["HOST"]["seats"].items()}
        self.assertEqual(deferred, {"ATR": 0, **{role: 6 * winners.count(role) for role in ("HAR", "EMP")}})
        self.assertEqual(self.server.admin("verify", "arrakis").returncode, 0)


if __name__ == "__main__":
    unittest.main()
