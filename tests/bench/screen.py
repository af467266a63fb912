#!/usr/bin/env python3
"""What the screen costs on a real server: bytes to the terminal at 80x24 (exact, tests hold them too), start-up time and memory.
Prints every figure against its goal; exit 1 if one is not met. PARLEY_BIN says where the programs are (default build/release).
    python3 tests/bench/screen.py [TERM]"""
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "e2e"))
from screens import Played  # noqa: E402

BYTES = {"start, first full screen": 2500, "a new deal arrives": 300, "a new deal arrives, Russian": 600, "a vote arrives": 120,
         "one typed key": 8, "cursor down one row": 120, "resize to 120x40": 6000, "idle 10 s": 0}
RUSSIAN = "Никто не высаживается в Арракине до хода 9, Гильдия берёт половину цены."


def bytes_of(played, term="xterm-256color", idle_s=10):
    """Every figure of BYTES, measured once."""
    figures = {}
    with played.screen("ATR", TERM=term) as vt:
        vt.wait_for("Ledger")
        vt.quiet(300)
        figures["start, first full screen"] = vt.count
        for name, terms in (("a new deal arrives", None), ("a new deal arrives, Russian", RUSSIAN)):
            before = vt.count
            deal = played.offer(90, terms)
            vt.wait_for(f"#{deal} OFFER")
            vt.quiet(300)
            figures[name] = vt.count - before
        before = vt.count
        played.game["EMP"].do("accept", deal=deal)
        vt.wait_for("2/3")
        vt.quiet(300)
        figures["a vote arrives"] = vt.count - before
        figures["cursor down one row"] = max(vt.cost("j", ms=200) for _ in range(4))
        vt.keys("o", "\t")
        vt.quiet(300)
        figures["one typed key"] = max(vt.cost(letter, ms=200) for letter in "abcdefgh")
        vt.keys("\x1b")
        vt.quiet(2000)
        before = vt.count
        vt.resize(40, 120)
        vt.quiet(300)
        figures["resize to 120x40"] = vt.count - before
        before = vt.count
        vt.quiet(idle_s * 1000, idle_s + 70)
        figures["idle 10 s"] = vt.count - before
    return figures


def start_ms(played):
    start = time.monotonic()
    with played.screen("ATR") as vt:
        vt.wait_for("Ledger")
        vt.wait_for("? help")
        return (time.monotonic() - start) * 1000


def resident_kib(played):
    with played.screen("ATR") as vt:
        vt.wait_for("Ledger")
        vt.quiet(300)
        status = Path(f"/proc/{vt.pid}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def main():
    term = sys.argv[1] if len(sys.argv) > 1 else "xterm-256color"
    played, met = Played(), True

    def report(what, figure, goal, unit):
        nonlocal met
        met = met and figure <= goal
        print(f"{what:<36} {figure:>8.0f} {unit:<6} goal at most {goal:>6}: {'met' if figure <= goal else 'NOT MET'}", flush=True)

    for name, figure in bytes_of(played, term).items():
        report(f"{name} ({term})", figure, BYTES[name], "bytes")
    report("start to first full screen, median", statistics.median(start_ms(played) for _ in range(20)), 50, "ms")
    report("resident", resident_kib(played), 12 * 1024, "KiB")
    played.end()
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
