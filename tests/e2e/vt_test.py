"""The test terminal itself, on small programs."""
import os
import re
import signal
import sys
import unittest

from vt import DOWN, ENTER, Vt, control

ENV = dict(PATH=os.environ["PATH"], LC_ALL="C.UTF-8", TERM="xterm-256color")


def shell(script, **kw):
    return Vt("/bin/sh", "-c", script, env=kw.pop("env", ENV), **kw)


def python(script, **kw):
    return Vt(sys.executable, "-c", script, env=ENV, **kw)


class Shows(unittest.TestCase):
    def test_text_styles_and_cursor(self):
        with shell(r"printf 'one \033[1mbold\033[m \033[7mreverse\033[m \033[4munder\033[m \033[38;5;208mcolour\033[m\r\n'; printf 'Ж漢e\314\201|'; sleep 9") as vt:
            vt.wait_for("|")
            self.assertEqual(vt.row(0), "one bold reverse under colour")
            self.assertEqual(vt.row(1), "Ж漢e\u0301|")
            self.assertEqual(vt.find("|"), (1, 4))
            self.assertEqual(vt.cursor, (1, 5))
            self.assertEqual(vt.cell(1, 1)[:2], ("漢", 2))
            self.assertEqual([(c.bold, c.reverse, c.underline, c.colour) for c in (vt.cell(0, column) for column in (0, 4, 9, 17, 23))],
                             [(False, False, False, None), (True, False, False, None), (False, True, False, None), (False, False, True, None),
                              (False, False, False, 208)])
            self.assertEqual(vt.text().count("\n"), 23)

    def test_title_bells_alternate_screen_cursor_and_paste_mode(self):
        with shell(r"printf 'main\033]2;the title\007\007\a'; read a; printf '\033[?1049h\033[?2004h\033[?25lother'; read a; "
                   r"printf '\033[?25h\033[?2004l\033[?1049l'; sleep 9") as vt:
            vt.wait_for(lambda v: v.title == "the title" and v.bells == 2)
            self.assertFalse(vt.alternate or vt.paste_mode)
            vt.keys(ENTER)
            vt.wait_for("other")
            self.assertEqual((vt.alternate, vt.paste_mode, vt.cursor_visible, vt.find("main")), (True, True, False, None))
            vt.keys(ENTER)
            vt.wait_for(lambda v: not v.alternate)
            self.assertEqual((vt.paste_mode, vt.cursor_visible), (False, True))
            vt.wait_for("main")

    def test_counts_bytes(self):
        with shell("stty -echo -icanon; printf ready; while :; do dd bs=1 count=1 2>/dev/null >/dev/null; printf '12345'; done") as vt:
            vt.wait_for("ready")
            self.assertEqual(vt.cost("x", ms=50), 5)
            self.assertEqual(vt.cost("xyz", ms=50), 15)
            self.assertEqual(bytes(vt.raw), b"ready" + 4 * b"12345")


class Hears(unittest.TestCase):
    def test_size_and_resize(self):
        with shell("trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done", rows=10, columns=30) as vt:
            vt.wait_for("10 30")
            vt.resize(12, 50)
            vt.wait_for("12 50")
            self.assertEqual(len(vt.rows()), 12)

    def test_keys_and_paste(self):
        with python("import os, tty; tty.setraw(0)\nprint('\\x1b[?2004hready', end='\\r\\n', flush=True)\nwhile True: print(os.read(0, 99), end='\\r\\n', flush=True)") as vt:
            vt.wait_for("ready")
            vt.keys("ф", DOWN, control("x"))
            vt.wait_for(r"b'\xd1\x84\x1b[B\x18'")
            vt.paste("a\nb")
            vt.wait_for(r"b'\x1b[200~a\nb\x1b[201~'")

    def test_answers_of_the_terminal_come_back(self):
        with python("import os, tty; tty.setraw(0); os.write(1, b'\\x1b[3;7H\\x1b[6n'); print(os.read(0, 99), flush=True); os.read(0, 1)") as vt:
            vt.wait_for(r"b'\x1b[3;7R'")

    def test_several_at_once(self):
        with shell("read a; seq 20000; read a") as one, shell("read a; echo done; read a") as other:
            one.keys(ENTER)
            other.keys(ENTER)
            other.wait_for("done")
            one.wait_for("20000")


class Ends(unittest.TestCase):
    def test_status(self):
        with shell("echo last words; exit 3") as vt:
            self.assertEqual(vt.wait_end(), 3)
            self.assertEqual(vt.row(0), "last words")
            with self.assertRaisesRegex(AssertionError, "did not come(?s:.)*last words"):
                vt.wait_for("more")
        with Vt("/no/such/program", env=ENV) as vt:
            self.assertEqual(vt.wait_end(), 127)

    def test_close_is_a_hangup_and_then_a_kill(self):
        vt = shell("echo up; sleep 9")
        vt.wait_for("up")  # a hangup before that finds nobody
        self.assertEqual(vt.close(), -signal.SIGHUP)
        vt = shell("trap '' HUP; echo deaf; while :; do sleep 0.1; done")
        vt.wait_for("deaf")
        self.assertEqual(vt.close(), -signal.SIGKILL)
        self.assertEqual(vt.close(), -signal.SIGKILL)

    def test_hang_up(self):
        vt = python("import os, signal, sys\nsignal.signal(signal.SIGHUP, lambda *_: os._exit(5)); print('up', flush=True)\nwhile True: signal.pause()")
        vt.wait_for("up")
        vt.hang_up()
        self.assertEqual(vt.wait_end(), 5)
        vt.close()

    def test_modes_before_and_after(self):
        with shell("read a; stty raw -echo; echo raw; read a; dd bs=1 count=1 2>/dev/null; stty sane; echo sane; read a") as vt:
            before = vt.modes()
            self.assertRegex(before, r"rows 24; columns 80(?s:.)* icanon ")
            vt.keys(ENTER)
            vt.wait_for("raw")
            self.assertNotEqual(vt.modes(), before)
        with shell("stty -a") as vt:  # of an ended program too, and no less than the program itself sees
            vt.wait_end()
            self.assertEqual(vt.modes(), before)
            self.assertEqual(re.sub(r"\s+", " ", vt.text()).strip(), re.sub(r"\s+", " ", before).strip())

    def test_quiet(self):
        with shell("for i in 1 2 3 4; do echo $i; sleep 0.05; done; read a") as vt:
            vt.quiet(300)
            self.assertIsNotNone(vt.find("4"))
        with shell("while :; do echo x; done") as vt, self.assertRaisesRegex(AssertionError, "not quiet"):
            vt.quiet(100, seconds=0.3)


if __name__ == "__main__":
    unittest.main()
