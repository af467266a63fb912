"""Two final acceptances in one instant on one purse: exactly one pays [SEED B2]."""
import unittest

from driver import Game, Server

ROUNDS = 15


class Race(unittest.TestCase):
    def test_exactly_one_pays(self):
        server = Server()
        invites = server.new_table("arrakis", "ATR,HAR,EMP", "--option", "probe_wait=0")
        server.start()
        game = Game(server, ["ATR", "HAR", "EMP", "HOST"], invites)
        game["HOST"].do("start")
        version = game["HOST"].do("advance", turn=1, phase="bidding")["committed"]
        game.see(version)
        for number in range(ROUNDS):
            bribe = lambda to: dict(payer="ATR", recipient=to, gross=6)
            first = game["ATR"].do("offer", with_=["HAR"], terms="a", bribe=bribe("HAR"))
            second = game["ATR"].do("offer", with_=["EMP"], terms="b", bribe=bribe("EMP"))
            game.see(second["committed"])
            one = game["HAR"].send(do="accept", deal=first["deal"])
            other = game["EMP"].send(do="accept", deal=second["deal"])
            answers = [game["HAR"].answer(one), game["EMP"].answer(other)]
            paid = [answer for answer in answers if "committed" in answer]
            refused = [answer for answer in answers if answer.get("refused") == "payment_unavailable"]
            self.assertEqual((len(paid), len(refused)), (1, 1), answers)
            game.see(paid[0]["committed"])
            loser = "HAR" if "refused" in answers[0] else "EMP"
            game[loser].do("decline", deal=(first if loser == "HAR" else second)["deal"])
            self.assertEqual(game["ATR"].show("table")["seats"]["ATR"]["spice"], 4)
            version = game["ATR"].do("adjust", amount=6, reason="income")["committed"]
            game.see(version)
        game.end()
        self.assertEqual(server.kill(15), 0)


if __name__ == "__main__":
    unittest.main()
