#!/usr/bin/env python3
"""Counts application bytes between the real programs, and holds them against the goals. Exit 1 if one is not met.
PARLEY_BIN says where the programs are (default build/release)."""
import sys

from reference import SEATS, Pipe, Reference, frames

GOALS = {"accept": 12, "offer ASCII": 90, "offer Cyrillic": 150, "login": 300, "join en": 6144, "join ru": 9216, "reconnect": 120}
ACT, LOGIN, LOGGED_IN, COMMITTED, COMMITTED_PRIVATE, LIVE = 0x04, 0x02, 0x82, 0x83, 0x84, 0x85
OFFER_VERB, ACCEPT_VERB = 1, 2
met = True


def report(name, figure, what, remark=""):
    global met
    good = figure <= GOALS[name]
    met = met and good
    print(f"{what:<66} {figure:>6} bytes, goal at most {GOALS[name]:>5}: {'met' if good else 'NOT MET'}{remark and '   (' + remark + ')'}", flush=True)


def verb_of(payload):
    """The verb of a commit: after version, elapsed and role, three LEB128 numbers."""
    at = 0
    for _ in range(3):
        while payload[at] & 0x80:
            at += 1
        at += 1
    return payload[at]


class Visit:
    """One connection of a viewer's pipe, until it has everything and knows who is there; ended properly, so that it keeps all."""

    def __init__(self, reference, home):
        proxy, number = reference.proxy, len(reference.proxy.heard)
        pipe = Pipe(home, "VIEWER")
        pipe.live()
        for role in [*SEATS, "HOST"]:
            pipe.wait(lambda line: line.get("event") == "presence" and line["role"] == role, f"presence of {role}")
        heard, said = bytes(proxy.heard[number]), bytes(proxy.said[number])
        pipe.process.stdin.close()
        pipe.process.wait(10)
        pipe.end()
        self.frames = list(frames(heard))
        after = next(i for i, (_, kind, _) in enumerate(self.frames) if kind == LOGGED_IN) + 1
        self.after_login = len(heard) - self.frames[after][0]
        self.login = len(said) + self.frames[after][0]
        self.commits = [payload for _, kind, payload in self.frames if kind in (COMMITTED, COMMITTED_PRIVATE)]
        login = next(payload for _, kind, payload in frames(said) if kind == LOGIN)
        self.resumed = len(login) > 64 + 1 + len("arrakis") + 4 + 1
        if [kind for _, kind, _ in frames(said)] != [0x01, LOGIN]:
            raise AssertionError("a viewer said more than hello and login")

    def delivered(self, verb):
        """The frames of all commits of a verb, their sizes."""
        starts = [start for start, _, _ in self.frames] + [None]
        return [starts[i + 1] - start for i, (start, kind, payload) in enumerate(self.frames[:-1]) if kind == COMMITTED and verb_of(payload) == verb]


def measure(language):
    reference = Reference(language).play()
    try:
        home = reference.server.folder / "homes" / "viewer"
        joined = reference.game.join("VIEWER", reference.invites["VIEWER"], home)
        assert joined.returncode == 0, joined
        join = Visit(reference, home)
        assert not join.resumed and len(join.commits) == reference.version + 1, (join.resumed, len(join.commits))
        assert sum(verb_of(commit) == OFFER_VERB for commit in join.commits) == 42
        reference_commits = len(join.commits)
        report(f"join {language}", join.after_login, f"join the reference game from nothing, {'English' if language == 'en' else 'Russian'}",
               f"{reference_commits} commits; {reference_commits - 1} more bytes if all came more than 2 minutes apart")
        if language == "en":
            measure_the_small(reference, home, join)
    finally:
        reference.end()


def measure_the_small(reference, home, join):
    votes = len(join.delivered(ACCEPT_VERB))
    assert votes > 30, votes
    report("accept", max(join.delivered(ACCEPT_VERB)) + 1, "a delivered accept", "1 of them in case more than 2 minutes, at most 4 hours, passed since the commit before")
    bribe = dict(payer="ATR", recipient="HAR", gross=9)
    for name, text in (("offer ASCII", "Anna keeps out of Arrakeen, Carthag and Tuek's Sietch today."), ("offer Cyrillic", "Ж" + "аб" * 29 + "в")):
        assert len(text) == 60
        reference.do("ATR", dict(do="offer", with_=["HAR"], terms=text, bribe=bribe))
    reference.do("ATR", dict(do="offer", with_=[seat for seat in SEATS if seat != "ATR"], terms="All of us, until the end"))
    deal = 42 + 3
    away = Visit(reference, home)
    assert away.resumed and len(away.commits) == 3, (away.resumed, len(away.commits))
    ascii_bytes, cyrillic_bytes, _ = away.delivered(OFFER_VERB)
    report("offer ASCII", ascii_bytes + 1, "a delivered offer with a bribe and 60 ASCII characters", "as above")
    report("offer Cyrillic", cyrillic_bytes + 1, "a delivered offer with a bribe and 60 Cyrillic letters", "as above")
    for seat in SEATS[1:]:
        reference.do(seat, dict(do="accept", deal=deal))
    back = Visit(reference, home)
    assert back.resumed and len(back.commits) == 5, (back.resumed, len(back.commits))
    report("login", back.login, "login with resume, hello through logged_in, both ways")
    report("reconnect", back.after_login, "reconnect after 5 missed votes, after login", "28 of them for who is online")


if __name__ == "__main__":
    measure("en")
    measure("ru")
    sys.exit(0 if met else 1)
