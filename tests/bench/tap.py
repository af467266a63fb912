"""What the tap adds to a round trip on loopback: pings answered by a small server, directly and through the tap in turn, and bytes
a second. Prints figures, judges nothing: python3 tests/bench/tap.py [ROUNDS]. The goal is less than 0.2 ms at the median."""
import os
import socket
import statistics
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "e2e"))
from driver import temporary_folder  # noqa: E402
from tapped import Tap  # noqa: E402

PING = b"\x01\x05"
PONG = b"\x12\x89\x0e" + bytes(16)
ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5000


def serve(door):
    while True:
        one, _ = door.accept()
        threading.Thread(target=answer, args=(one,), daemon=True).start()


def answer(one):
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    while data := one.recv(1 << 16):
        if data[:2] == PING:
            one.sendall(PONG)


def connect(address):
    host, _, port = address.split(":", 1)[1].rpartition(":")
    one = socket.create_connection((host, int(port)))
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return one


def round_trip(one):
    start = time.perf_counter()
    one.sendall(PING)
    left = len(PONG)
    while left:
        left -= len(one.recv(left))
    return (time.perf_counter() - start) * 1000


def main():
    door = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=serve, args=(door,), daemon=True).start()
    address = "tcp:127.0.0.1:%d" % door.getsockname()[1]
    folder = temporary_folder()
    tap = Tap(folder, address, listen="tcp:127.0.0.1:0")
    threading.Thread(target=lambda: [None for _ in tap.process.stdout], daemon=True).start()  # read as a terminal would
    direct, tapped = connect(address), connect(tap.address)
    times = {"direct": [], "tapped": []}
    for _ in range(ROUNDS):
        times["direct"].append(round_trip(direct))
        times["tapped"].append(round_trip(tapped))
    for name, all_ in times.items():
        cut = statistics.quantiles(all_, n=100)
        print(f"{name}: p50 {cut[49]:.3f} ms, p99 {cut[98]:.3f} ms")
    print(f"added at the median: {statistics.median(times['tapped']) - statistics.median(times['direct']):.3f} ms in {ROUNDS} rounds")
    size, block, start = 100_000_000, os.urandom(1 << 16), time.perf_counter()
    one, sent = connect(tap.address), 0
    while sent < size:
        one.sendall(block)
        sent += len(block)
    print(f"one way: {sent / 1e6 / (time.perf_counter() - start):.0f} MB/s")
    tap.process.terminate()


main()
