"""Commands of the operator side by side, beside a server that is stuck, and on a store that another program holds [P-A2]: each is
done once, or not at all, whatever becomes of whoever should do it."""
import fcntl
import signal
import sqlite3
import subprocess
import time
import unittest

from driver import Game, Server, environment, spawn
from pace import WAIT_S


class Errands(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.invites = self.server.new_table("arrakis", "ATR,HAR,EMP")

    def tearDown(self):
        if self.server.process and self.server.process.poll() is None:
            self.server.kill()

    def game(self):
        game = Game(self.server, ["ATR", "HAR"], self.invites)
        self.addCleanup(game.end)
        return game

    def start_admin(self, *argv):
        return spawn("parleyd", *argv, "--data", self.server.data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                     env=environment(self.server.home))

    def answered(self, child):
        out, err = child.communicate(timeout=WAIT_S)
        return child.returncode, out, err

    def store(self):
        store = sqlite3.connect(self.server.data / "parley.db", timeout=WAIT_S, isolation_level=None)
        self.addCleanup(store.close)
        return store

    def left_open(self):
        return self.store().execute("SELECT count(*) FROM errands WHERE answer IS NULL").fetchone()[0]

    def wait_left(self, number=1):
        until = time.monotonic() + WAIT_S
        while self.left_open() < number:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.01)

    def test_commands_side_by_side_without_a_server(self):
        done = [self.answered(child) for child in [self.start_admin("invite", "arrakis", "VIEWER") for _ in range(6)]]
        self.assertEqual([code for code, _, _ in done], [0] * 6, done)
        self.assertEqual(len({out for _, out, _ in done}), 6)
        self.assertEqual(self.left_open(), 0)

    def test_what_was_given_up_is_not_done_later(self):
        with open(self.server.data / "lock", "r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            code, out, err = self.answered(self.start_admin("revoke", "arrakis", "HAR"))
        self.assertEqual((code, out, len(err.splitlines())), (2, "", 1), err)
        self.assertIn("nothing was done", err)
        self.server.start()
        self.game()["HAR"].do("say", text="I am here")  # by the invite that was not revoked

    def test_an_operator_who_does_not_wait(self):
        self.server.start()
        self.server.process.send_signal(signal.SIGSTOP)
        child = self.start_admin("revoke", "arrakis", "HAR")
        self.wait_left()
        child.send_signal(signal.SIGINT)
        code, out, err = self.answered(child)
        self.assertEqual((code, out, "nothing was done" in err), (2, "", True), err)
        self.server.process.send_signal(signal.SIGCONT)
        self.game()["HAR"].do("say", text="I am here")

    def test_a_server_that_ends_leaves_it_to_the_command(self):
        self.server.start()
        self.server.process.send_signal(signal.SIGSTOP)
        child = self.start_admin("revoke", "arrakis", "HAR")
        self.wait_left()
        self.server.kill()
        self.assertEqual(self.answered(child), (0, "revoked HAR of arrakis\n", ""))
        self.assertEqual(self.left_open(), 0)

    def test_a_store_that_is_held_for_a_while(self):
        self.server.start()
        game = self.game()
        self.server.process.send_signal(signal.SIGSTOP)
        child = self.start_admin("revoke", "arrakis", "HAR")
        self.wait_left()
        store = self.store()
        store.execute("BEGIN IMMEDIATE")
        self.server.process.send_signal(signal.SIGCONT)
        until = time.monotonic() + WAIT_S
        while "locked" not in self.server.log.read_text():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.01)
        number = game["ATR"].send(do="say", text="Does it write again?")
        store.execute("ROLLBACK")
        game["ATR"].answer(number)
        self.assertEqual(self.answered(child), (0, "revoked HAR of arrakis\n", ""))
        self.assertEqual(game["HAR"].closed()[0], "revoked")


if __name__ == "__main__":
    unittest.main()
