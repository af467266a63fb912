"""A terminal for tests: runs a program in a pty and shows what a player would see of it, by libvterm (dim is the one style it does not know).
Nothing is read but while somebody waits; whoever waits, for any terminal, feeds all. Programs are ended by their pid. Standard library only."""
import atexit
import ctypes
import errno
import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections import namedtuple

from pace import WAIT_S

ENTER, ESC, TAB, BACKTAB, BACKSPACE = "\r", "\x1b", "\t", "\x1b[Z", "\x7f"
UP, DOWN, RIGHT, LEFT, HOME, END, PGUP, PGDN = "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"
Cell = namedtuple("Cell", "text width bold underline reverse colour")  # colour: of 256, None for the terminal's own
_open = []


def control(letter):
    return chr(ord(letter.upper()) & 31)


# ---- libvterm 0.1.4 -------------------------------------------------------------------------------------------------------

class _Pos(ctypes.Structure):
    _fields_ = [("row", ctypes.c_int), ("column", ctypes.c_int)]


class _Attributes(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint, bits) for name, bits in
                (("bold", 1), ("underline", 2), ("italic", 1), ("blink", 1), ("reverse", 1), ("strike", 1), ("font", 4), ("dwl", 1), ("dhl", 2))]


class _Cell(ctypes.Structure):
    _fields_ = [("points", ctypes.c_uint32 * 6), ("width", ctypes.c_char), ("attributes", _Attributes),
                ("foreground", ctypes.c_uint8 * 4), ("background", ctypes.c_uint8 * 4)]


class _Value(ctypes.Union):
    _fields_ = [("boolean", ctypes.c_int), ("number", ctypes.c_int), ("string", ctypes.c_char_p)]


_Nothing = ctypes.c_void_p
_OnProperty = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.POINTER(_Value), ctypes.c_void_p)
_OnBell = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
_CURSOR_VISIBLE, _ALTERNATE, _TITLE = 1, 3, 4
_INDEXED, _DEFAULT = 1, 2


class _Callbacks(ctypes.Structure):
    _fields_ = [("damage", _Nothing), ("moverect", _Nothing), ("movecursor", _Nothing), ("settermprop", _OnProperty), ("bell", _OnBell),
                ("resize", _Nothing), ("sb_pushline", _Nothing), ("sb_popline", _Nothing)]


def _library():
    lib = ctypes.CDLL("libvterm.so.0")
    pointer, number, size = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t
    for name, result, arguments in (
            ("vterm_new", pointer, [number, number]), ("vterm_free", None, [pointer]), ("vterm_set_utf8", None, [pointer, number]),
            ("vterm_set_size", None, [pointer, number, number]), ("vterm_input_write", size, [pointer, ctypes.c_char_p, size]),
            ("vterm_output_read", size, [pointer, ctypes.c_char_p, size]), ("vterm_obtain_screen", pointer, [pointer]),
            ("vterm_obtain_state", pointer, [pointer]), ("vterm_state_get_cursorpos", None, [pointer, ctypes.POINTER(_Pos)]),
            ("vterm_screen_enable_altscreen", None, [pointer, number]), ("vterm_screen_reset", None, [pointer, number]),
            ("vterm_screen_set_callbacks", None, [pointer, ctypes.POINTER(_Callbacks), pointer]),
            ("vterm_screen_get_cell", number, [pointer, _Pos, ctypes.POINTER(_Cell)])):
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


_lib = _library()


class Vt:
    """A program in a terminal of `rows` x `columns`. `env` is its whole environment."""

    def __init__(self, *argv, rows=24, columns=80, env=None, cwd=None):
        self.rows_count, self.columns = rows, columns
        self.raw, self.bells, self.title = bytearray(), 0, ""  # raw: every byte that the program sent
        self.cursor_visible, self.alternate = True, False
        self.ended, self.status = False, None  # ended: the terminal is closed on the program's side; status: as a shell's, minus a signal's number
        self._vt = _lib.vterm_new(rows, columns)
        _lib.vterm_set_utf8(self._vt, 1)
        self._screen, self._state = _lib.vterm_obtain_screen(self._vt), _lib.vterm_obtain_state(self._vt)
        self._callbacks = _Callbacks(settermprop=_OnProperty(self._on_property), bell=_OnBell(self._on_bell))
        _lib.vterm_screen_set_callbacks(self._screen, ctypes.byref(self._callbacks), None)
        _lib.vterm_screen_enable_altscreen(self._screen, 1)
        _lib.vterm_screen_reset(self._screen, 1)
        self._start([os.fspath(a) if isinstance(a, os.PathLike) else str(a) for a in argv], env, cwd)
        _open.append(self)

    def _start(self, argv, env, cwd):
        env = dict(os.environ if env is None else env)
        self.pid, self.descriptor = os.forkpty()
        if self.pid == 0:
            try:
                self.descriptor = 0
                self._tell_size()
                for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGHUP):  # ignored by Python, by nohup; a program inherits it
                    signal.signal(number, signal.SIG_DFL)
                if cwd:
                    os.chdir(cwd)
                os.execvpe(argv[0], argv, env)
            except BaseException as error:
                os.write(2, f"{argv[0]}: {error}\n".encode())
            os._exit(127)
        self._tell_size()  # here too: modes() may be asked before the child has come so far
        os.set_blocking(self.descriptor, False)
        os.set_inheritable(self.descriptor, False)

    # ---- what it shows ------------------------------------------------------------------------------------------------------

    def cell(self, row, column):
        cell = _Cell()
        _lib.vterm_screen_get_cell(self._screen, _Pos(row, column), ctypes.byref(cell))
        text = "".join(chr(p) for p in cell.points if p not in (0, 0xFFFFFFFF))
        kind, index = cell.foreground[0], cell.foreground[1]
        colour = None if kind & _DEFAULT else index if kind & _INDEXED else tuple(cell.foreground[1:])
        a = cell.attributes
        return Cell(text, ord(cell.width), bool(a.bold), bool(a.underline), bool(a.reverse), colour)

    def row(self, number):
        """A row's text, without trailing blanks."""
        out, column = [], 0
        while column < self.columns:
            cell = self.cell(number, column)
            out.append(cell.text or " ")
            column += max(1, cell.width)
        return "".join(out).rstrip()

    def rows(self):
        return [self.row(n) for n in range(self.rows_count)]

    def text(self):
        return "\n".join(self.rows())

    def find(self, what):
        """(row, column) of a text, or None. The column is the terminal's, not the string's."""
        for number in range(self.rows_count):
            at, column, text = {}, 0, ""
            while column < self.columns:
                cell = self.cell(number, column)
                at[len(text)] = column
                text += cell.text or " "
                column += max(1, cell.width)
            found = text.find(what)
            if found >= 0:
                return number, at.get(found, found)
        return None

    @property
    def cursor(self):
        pos = _Pos()
        _lib.vterm_state_get_cursorpos(self._state, ctypes.byref(pos))
        return pos.row, pos.column

    @property
    def paste_mode(self):
        """Whether the program asked for bracketed paste."""
        return self.raw.rfind(b"\x1b[?2004h") > self.raw.rfind(b"\x1b[?2004l")

    @property
    def count(self):
        """Bytes that the program sent so far."""
        return len(self.raw)

    def modes(self):
        """The terminal's modes and size as `stty -a` tells them, also when the program has ended: equal texts, equal modes."""
        return subprocess.run(["stty", "-a"], stdin=self.descriptor, capture_output=True, text=True, check=True, env=dict(os.environ, LC_ALL="C")).stdout

    def dump(self):
        return f"cursor {self.cursor}, {self.count} bytes, ended {self.ended}\n" + "\n".join(f"{n:3}|{r}" for n, r in enumerate(self.rows()))

    # ---- what the player does -----------------------------------------------------------------------------------------------

    def keys(self, *texts):
        self.send("".join(texts).encode())

    def send(self, data):
        until = time.monotonic() + WAIT_S
        while data:
            try:
                data = data[os.write(self.descriptor, data):]
            except BlockingIOError:
                assert time.monotonic() < until, "the program does not read its keys"
                feed(0.01)

    def paste(self, text):
        self.keys("\x1b[200~", text, "\x1b[201~") if self.paste_mode else self.keys(text.replace("\n", "\r"))

    def resize(self, rows, columns):
        self.rows_count, self.columns = rows, columns
        _lib.vterm_set_size(self._vt, rows, columns)
        self._tell_size()

    def signal(self, number):
        os.kill(self.pid, number)

    # ---- waiting ------------------------------------------------------------------------------------------------------------

    def wait_for(self, what, seconds=WAIT_S):
        """Until a text stands on the screen (then its place), a compiled pattern matches it, or what(self) is true."""
        test = {str: lambda: self.find(what), re.Pattern: lambda: what.search(self.text())}.get(type(what), lambda: what(self))
        until = time.monotonic() + seconds
        while True:
            found = test()
            if found:
                return found
            left = until - time.monotonic()
            if left <= 0 or (self.ended and not feed(0)):
                raise AssertionError(f"{what!r} did not come within {seconds} s\n{self.dump()}")
            feed(min(left, 0.1))

    def wait_gone(self, what, seconds=WAIT_S):
        self.wait_for(lambda _: not self.find(what), seconds)

    def quiet(self, ms=100, seconds=WAIT_S):
        """Until the program has sent nothing for so long. Returns the bytes that came meanwhile."""
        start, until = self.count, time.monotonic() + seconds
        last, since = start, time.monotonic()
        while not self.ended and (left := since + ms / 1000 - time.monotonic()) > 0:
            feed(left)
            if self.count != last:
                last, since = self.count, time.monotonic()
            assert time.monotonic() < until, f"not quiet within {seconds} s\n{self.dump()}"
        return self.count - start

    def cost(self, *texts, ms=100):
        """The bytes that these keys make the program send."""
        self.quiet(ms)
        self.keys(*texts)
        return self.quiet(ms)

    def wait_end(self, seconds=WAIT_S):
        """Until the program has ended: its status, 0 to 255, or minus the signal's number."""
        until = time.monotonic() + seconds
        while self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
                break
            assert time.monotonic() < until, f"not ended within {seconds} s\n{self.dump()}"
            feed(0.01) if self.descriptor is not None and not self.ended else time.sleep(0.01)
        while self.descriptor is not None and not self.ended and feed(0):
            pass
        return self.status

    # ---- ends ---------------------------------------------------------------------------------------------------------------

    def hang_up(self):
        """The terminal is gone, as when a connection breaks: the kernel sends SIGHUP, and every use is an error."""
        if self.descriptor is not None:
            os.close(self.descriptor)
            self.descriptor, self.ended = None, True

    def close(self):
        """HUP, one second, KILL. Returns the status."""
        if self.status is None:
            self.signal(signal.SIGHUP)
            try:
                self.wait_end(1)
            except AssertionError:
                self.signal(signal.SIGKILL)
                self.wait_end()
        self.hang_up()
        if self in _open:
            _open.remove(self)
            _lib.vterm_free(self._vt)
        return self.status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # ---- inside -------------------------------------------------------------------------------------------------------------

    def _tell_size(self):
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", self.rows_count, self.columns, 0, 0))

    def _on_property(self, prop, value, _):
        if prop == _CURSOR_VISIBLE:
            self.cursor_visible = bool(value.contents.boolean)
        elif prop == _ALTERNATE:
            self.alternate = bool(value.contents.boolean)
        elif prop == _TITLE:
            self.title = (value.contents.string or b"").decode(errors="replace")
        return 1

    def _on_bell(self, _):
        self.bells += 1
        return 1

    def _take(self):
        """Reads what has come; whether something has."""
        try:
            data = os.read(self.descriptor, 65536)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            data = b""
        if not data:
            self.ended = True
            return False
        self.raw += data
        _lib.vterm_input_write(self._vt, data, len(data))
        answer = ctypes.create_string_buffer(4096)
        while size := _lib.vterm_output_read(self._vt, answer, len(answer)):
            try:
                os.write(self.descriptor, answer.raw[:size])
            except OSError:
                pass  # it asked, and then did not listen
        return True


def feed(seconds):
    """Feeds every open terminal, waiting at most so long for something to come; whether something has."""
    live = {vt.descriptor: vt for vt in _open if not vt.ended}
    if not live:
        time.sleep(seconds)
        return False
    ready, _, _ = select.select(list(live), [], [], seconds)
    return any([live[descriptor]._take() for descriptor in ready])


@atexit.register
def _end_all():
    for vt in list(_open):
        try:
            os.kill(vt.pid, signal.SIGKILL)
            os.waitpid(vt.pid, 0)
        except OSError:
            pass  # it has ended
