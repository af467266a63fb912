"""The screen and its terminal: whatever ends us, it is left as it was found; it may be lost, stalled, of any size [SCREENS 1, 2, P-C1, P-C5]."""
import fcntl
import os
import random
import re
import resource
import signal
import struct
import sys
import termios
import time
import unittest
from pathlib import Path

from driver import BIN
from pace import SLOW, WAIT_S
from screens import ScreenTest, shown
from vt import ENTER, ESC, TAB, Vt, control, feed

AT_ONCE_S = 1.0 * SLOW
IDLE_CPU_S = 0.2 * SLOW


def of_children_s():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def of_process_s(pid):
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def ended(pid):
    """Whether its shell has taken leave of it or not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def unread(vt):
    return struct.unpack("i", fcntl.ioctl(vt.descriptor, termios.FIONREAD, b"\0" * 4))[0]


class TerminalTest(ScreenTest):
    def wrapped(self, *argv, **env):
        """The screen as the end of another command line."""
        vt = Vt(*argv, BIN / "parley", "arrakis", "--as", "ATR", env=self.played.environment("ATR", **env))
        self.addCleanup(vt.close)
        return vt

    def write_draft(self, vt, text):
        vt.keys("o")
        vt.wait_for("0 of 1000")
        vt.keys(TAB, text)
        vt.wait_for(text)

    def assert_draft(self, text):
        vt = self.screen()
        vt.keys("o")
        vt.wait_for(text)
        vt.close()

    def assert_left(self, vt, modes):
        self.assertEqual(vt.modes(), modes)
        self.assertEqual((vt.alternate, vt.cursor_visible, vt.paste_mode), (False, True, False), vt.dump())

    def stall(self, vt):
        """The terminal takes nothing any more: repaints until the screen's writes stand still."""
        last = -1
        until = time.monotonic() + WAIT_S
        while unread(vt) != last or last == 0:
            self.assertLess(time.monotonic(), until)
            last = unread(vt)
            for _ in range(4):
                os.write(vt.descriptor, b"\x0c")
                time.sleep(0.06)
        self.assertGreater(last, 4000)


class Lost(TerminalTest):
    def end_of(self, vt, status):
        self.assertEqual(vt.wait_end(AT_ONCE_S), status)

    def test_hung_up_in_the_middle_of_a_word(self):
        before = of_children_s()
        vt = self.screen()
        self.write_draft(vt, "Half a sent")
        vt.hang_up()
        self.end_of(vt, 1)
        self.assertLess(of_children_s() - before, IDLE_CPU_S)
        self.assert_draft("Half a sent")

    def test_a_hangup_signal_alone(self):
        vt = self.screen()
        self.write_draft(vt, "Signalled")
        vt.signal(signal.SIGHUP)
        self.end_of(vt, 1)
        self.assert_draft("Signalled")

    def test_errors_alone_without_the_signal(self):
        block = "import os, signal, sys; signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGHUP]); os.execv(sys.argv[1], sys.argv[1:])"
        vt = shown(self.wrapped(sys.executable, "-c", block))
        self.write_draft(vt, "Unsignalled")
        before = of_process_s(vt.pid)
        vt.hang_up()
        time.sleep(0.1)
        self.assertLess(of_process_s(vt.pid) - before, IDLE_CPU_S)
        self.end_of(vt, 1)
        self.assert_draft("Unsignalled")

    def test_while_the_terminal_takes_nothing(self):
        for way, status in ((Vt.hang_up, 1), (lambda v: v.signal(signal.SIGHUP), 1), (lambda v: v.signal(signal.SIGTERM), 0)):
            self.setUp()
            vt = self.screen()
            with Vt("/bin/true", env={}) as other:
                modes = other.modes()
            self.write_draft(vt, "Stalled")
            vt.keys(ESC)
            vt.wait_for("Ledger")
            self.stall(vt)
            before = of_process_s(vt.pid)
            self.game["HAR"].do("say", text="Is anybody there?")
            time.sleep(0.2)
            self.assertLess(of_process_s(vt.pid) - before, IDLE_CPU_S)
            way(vt)
            until = time.monotonic() + AT_ONCE_S
            while vt.status is None and time.monotonic() < until:  # as wait_end, but reading nothing
                pid, ended = os.waitpid(vt.pid, os.WNOHANG)
                vt.status = os.waitstatus_to_exitcode(ended) if pid else None
                time.sleep(0.01)
            self.assertEqual(vt.status, status)
            if vt.descriptor is not None:
                self.assertEqual(vt.modes(), modes)
            vt.close()
            self.assert_draft("Stalled")

    def test_a_stalled_terminal_gets_what_it_missed(self):
        vt = self.screen()
        self.stall(vt)
        deal = self.played.offer(50)
        self.game["EMP"].do("accept", deal=deal)
        vt.wait_for(re.compile(rf"#{deal} OFFER .* 2/3"))
        self.assertLess(vt.quiet(200), 200_000)
        rows = vt.rows()
        vt.cost(control("l"))
        self.assertEqual(vt.rows(), rows)
        self.game["HAR"].do("withdraw", deal=deal)

    def test_no_room_for_what_is_kept_ends_nothing(self):
        vt = shown(self.wrapped("/bin/sh", "-c", 'ulimit -f 16; exec "$@"', "sh"))
        for number in range(45):
            self.game["HAR"].do("say", text=f"{number} " + "spice " * 39)
        deal = self.played.offer(60)
        vt.wait_for(f"#{deal} OFFER")
        self.game["HAR"].do("withdraw", deal=deal)
        vt.wait_for(f"#{deal} WITHDRAWN")
        vt.keys("q")
        self.assertEqual(vt.wait_end(), 0)


class Restored(TerminalTest):
    def test_on_every_way_out(self):
        for way, status in (("q", 0), (signal.SIGTERM, 0), (signal.SIGINT, 0), (signal.SIGQUIT, 0), (signal.SIGSEGV, -signal.SIGSEGV),
                            (signal.SIGABRT, -signal.SIGABRT), (signal.SIGBUS, -signal.SIGBUS)):
            with self.subTest(way):
                vt = self.wrapped("/bin/sh", "-c", 'stty -ixon erase ^H; echo ready; read a; exec "$@"', "sh")
                vt.wait_for("ready")
                modes = vt.modes()
                vt.keys(ENTER)
                shown(vt)
                self.assertNotEqual(vt.modes(), modes)
                self.assertEqual((vt.alternate, vt.paste_mode), (True, True))
                vt.keys(way) if isinstance(way, str) else vt.signal(way)
                self.assertEqual(vt.wait_end(), status)
                self.assert_left(vt, modes)
                vt.wait_for("ready")

    def job(self):
        """The screen as a job of an interactive shell, the modes at its prompt, and the screen's process."""
        vt = Vt("/bin/dash", "-i", env={**self.played.environment("ATR"), "PS1": "$ "})
        self.addCleanup(vt.close)
        vt.wait_for("$ ")
        modes = vt.modes()
        vt.keys(f"{BIN / 'parley'} arrakis --as ATR\n")
        shown(vt)
        return vt, modes, int(Path(f"/proc/{vt.pid}/task/{vt.pid}/children").read_text().split()[0])

    def at_prompt(self, vt):
        """The shell has the terminal back. What is typed before is thrown away with what the screen left unread."""
        vt.wait_for(lambda v: not v.alternate and v.raw.endswith(b"$ "))

    def assert_alive(self, vt):
        shown(vt)
        self.assertEqual((vt.alternate, vt.paste_mode), (True, True))
        vt.keys("?")
        vt.wait_for("── Help")
        vt.keys(ESC)
        vt.wait_for("Ledger")

    def assert_quits(self, vt, modes):
        vt.keys("q")
        self.at_prompt(vt)
        vt.keys("echo over $?\n")
        vt.wait_for("over 0")
        self.assert_left(vt, modes)

    def test_suspended_and_brought_back(self):
        vt, modes, pid = self.job()
        for suspend in (lambda: vt.keys(control("z")), lambda: os.kill(pid, signal.SIGTSTP)) * 2:
            suspend()
            self.at_prompt(vt)
            self.assert_left(vt, modes)
            vt.keys("fg\n")
            self.assert_alive(vt)
        self.assert_quits(vt, modes)

    def test_sent_to_the_background_it_leaves_the_terminal_alone(self):
        vt, modes, _ = self.job()
        vt.keys(control("z"))
        self.at_prompt(vt)
        before = vt.count
        vt.keys("bg\n")
        vt.wait_for(lambda v: v.raw.count(b"$ ", before) > 0)
        vt.quiet(300)
        self.assert_left(vt, modes)
        vt.keys("fg\n")
        self.assert_alive(vt)
        self.assert_quits(vt, modes)

    def test_ended_while_it_is_suspended(self):
        vt, modes, pid = self.job()
        vt.keys(control("z"))
        self.at_prompt(vt)
        vt.keys("bg; bg; bg\n")  # none of them gets the terminal
        vt.quiet(500)
        self.assert_left(vt, modes)
        vt.keys("kill %1; kill -CONT %1\n")
        until = time.monotonic() + WAIT_S
        while not ended(pid):
            self.assertLess(time.monotonic(), until)
            vt.quiet(50)
        self.assert_left(vt, modes)

    def test_stopped_by_somebody_else(self):
        vt, modes, pid = self.job()
        os.kill(pid, signal.SIGSTOP)
        vt.wait_for(lambda v: b"$ " in v.raw[-200:])
        vt.keys("stty sane; fg\n")
        vt.quiet(300)
        self.assert_alive(vt)
        self.assert_quits(vt, modes)

    def test_suspended_where_no_shell_could_bring_it_back(self):
        vt = self.screen()
        modes, before = vt.modes(), vt.count
        vt.keys(control("z"))
        vt.wait_for(lambda v: v.alternate and b"\x1b[?1049l" in v.raw[before:])
        self.assertEqual(vt.modes(), modes)
        self.assert_alive(vt)
        vt.keys("q")
        self.assertEqual(vt.wait_end(), 0)

    def test_nothing_is_written_to_its_output_and_errors(self):
        other, slave = os.openpty()
        self.addCleanup(os.close, other)
        vt = self.wrapped("/bin/sh", "-c", 'exec "$@" >"$OTHER" 2>&1', "sh", OTHER=os.ttyname(slave))
        shown(vt)
        self.write_draft(vt, "text")
        vt.keys(ESC)
        vt.wait_for("Ledger")
        vt.keys("y")
        vt.wait_for("clipboard")
        self.server.restart()
        vt.wait_for("The connection is back")
        vt.keys("q")
        self.assertEqual(vt.wait_end(), 0)
        os.close(slave)
        os.set_blocking(other, False)
        with self.assertRaises(OSError):  # nothing, and nobody there
            print(os.read(other, 4096))


class Sizes(TerminalTest):
    def storm(self, vt):
        seeded = random.Random(20)
        sizes = [(seeded.randint(1, 200), seeded.randint(1, 500)) for _ in range(56)] + [(1, 1), (1, 500), (200, 1), (200, 500)]
        seeded.shuffle(sizes)
        for number, (rows, columns) in enumerate(sizes):
            vt.resize(rows, columns)
            feed(0.03 if number % 4 == 0 else 0)
        vt.resize(14, 80)
        vt.wait_for("Too small")  # one of the small sizes at least is seen, however slow the machine
        vt.resize(24, 80)
        vt.quiet(300)

    def test_a_storm_over_the_lists(self):
        vt = self.screen()
        vt.keys("j", ENTER)
        vt.wait_for("── #")
        vt.quiet(150)
        rows, cursor = vt.rows(), vt.cursor
        self.storm(vt)
        self.assertEqual((vt.rows(), vt.cursor), (rows, cursor))

    def test_a_storm_over_a_form(self):
        vt = self.screen()
        self.write_draft(vt, "Before and ")
        rows = vt.rows()
        self.storm(vt)
        self.assertEqual(vt.rows(), rows)
        vt.keys("after")
        vt.wait_for("Before and after")

    def test_a_storm_over_a_prompt_closes_it(self):
        vt = self.screen()
        rows = vt.rows()
        vt.keys("a")
        vt.wait_for("Sure?")
        self.storm(vt)
        vt.wait_for("The question was closed")
        vt.keys("x")
        vt.wait_gone("The question was closed")
        self.assertEqual(vt.rows(), rows)

    def test_a_prompt_that_becomes_too_small_is_cancelled(self):
        vt = self.screen()
        vt.keys("a")
        vt.wait_for("Sure?")
        vt.resize(14, 80)
        vt.wait_for("Too small: 60x15 is needed")
        vt.keys("y")
        vt.quiet(100)
        vt.resize(24, 80)
        # A y that is read late, when the ledger is there again, copies the terms: it agrees to nothing either.
        vt.wait_for(re.compile("The question was closed|handed to the terminal's clipboard"))
        self.assertIsNone(vt.find("Sure?"))
        self.assertIsNone(vt.find("SENT"))
        self.assertEqual([deal["consents"] for deal in self.game["HAR"].show("ledger")], [["HAR"]] * len(self.game["HAR"].show("ledger")))

    def test_the_signal_without_a_change_repaints(self):
        vt = self.screen()
        rows, before = vt.rows(), vt.count
        vt.signal(signal.SIGWINCH)
        vt.quiet(200)
        self.assertGreater(vt.count - before, 1000)
        self.assertEqual(vt.rows(), rows)


if __name__ == "__main__":
    unittest.main()
