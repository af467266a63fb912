"""The reference game: what sizes and joining are measured on. Six turns of Dune: 300 commits after the genesis, the six seat records
among them; 42 offers of exactly 60 characters and what becomes of them, advances, adjustments, questions, four lines of talk a
turn, and bids for the rest. The same game in English and in Russian. Nothing in it is random.
    game = Reference("en" | "ru"); game.play(); game.end()
The server, the homes and the pipes are those of tests/e2e/driver.py."""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "e2e"))
from driver import Game, Pipe, Proxy, Server, frames  # noqa: E402  (Pipe and frames for sizes.py)

SEATS = ["ATR", "HAR", "EMP", "FRE", "GLD", "BG"]
COMMITS, OFFERS, CHARACTERS = 300, 42, 60
TALK_PER_TURN, TURNS = 4, 6
WORDS = {
    "en": dict(
        names=["Anna", "Boris", "Clara", "Dmitri", "Elena", "Fedor"],
        terms=["I keep my ships out of your strongholds until turn six ends.",
               "You leave Arrakeen this turn and I will not follow you south",
               "Neither of us enters the other's capital before turn eleven.",
               "We do not bid against each other for cards before the pause.",
               "You may pass through my sector and the polar sink this turn.",
               "My troops stay out of the desert while yours collect spices."],
        income="income", cost="ships", note="fulfilled", question="Do you hold a lasgun?",
        says=["I am listening", "Not this turn", "Who moves first?", "The storm is coming", "That is too much"]),
    "ru": dict(
        names=["Анна", "Борис", "Клара", "Дмитрий", "Елена", "Фёдор"],
        terms=["Мои корабли не входят в твои крепости до конца шестого хода.",
               "Ты покидаешь Арракин в этом ходу, и я не иду за тобой на юг.",
               "Никто из нас не войдёт в столицу другого до двадцатого хода.",
               "Мы не торгуемся друг с другом за карты, пока не будет паузы.",
               "Твои войска могут пройти через любой мой сектор в этом ходу.",
               "Мои войска не выходят в пустыню, пока твои собирают пряность"],
        income="доход", cost="корабли", note="выполнено", question="Есть ли у вас лазган?",
        says=["Я вас слушаю", "Не в этот ход", "Кто ходит первым?", "Идёт буря", "Это слишком много"]),
}
PHASES = ["storm", "spice_blow_and_nexus", "choam_charity", "bidding", "revival", "shipment_and_movement", "battle",
          "spice_collection", "mentat_pause"]


def moves(language):
    """(role, line) for every commit after the seat records."""
    words = WORDS[language]
    out = [("HOST", dict(do="start"))]
    offered = 0
    bids = []  # where they go

    def offer():
        nonlocal offered
        offered += 1
        one, other = SEATS[offered % 6], SEATS[(offered + 1 + offered // 6 % 4) % 6]
        parties = [other]
        if offered % 7 == 0:
            parties.append(next(seat for seat in SEATS if seat not in (one, other)))
        more = {}
        if offered % 4 == 0:
            more = dict(bribe=dict(payer=one, recipient=other, gross=1 + offered % 2))
        if offered % 9 == 0:
            more["answers"] = offered - 1
        out.append((one, dict(do="offer", with_=parties, terms=words["terms"][offered % 6], **more)))
        fate = offered % 8
        if fate == 3:
            out.append((other, dict(do="decline", deal=offered)))
        elif fate == 5:
            out.append((one, dict(do="withdraw", deal=offered)))
        else:
            out.extend((seat, dict(do="accept", deal=offered)) for seat in parties)
            if fate in (1, 6):
                out.extend((seat, dict(do="request_release", deal=offered)) for seat in [one, *parties])
            if fate == 2:
                out.append((other, dict(do="request_release", deal=offered)))
                out.append((other, dict(do="retract_release", deal=offered)))
            if fate == 7:
                out.append((other, dict(do="note", deal=offered, text=words["note"])))

    for turn in range(1, TURNS + 1):
        for phase in PHASES:
            if (turn, phase) != (1, "storm"):
                out.append(("HOST", dict(do="advance", turn=turn, phase=phase)))
            if phase == "choam_charity":
                for seat in SEATS[turn % 2::2]:
                    out.append((seat, dict(do="adjust", amount=4, reason=words["income"])))
            if phase == "bidding":
                bids.append(len(out))
            if phase == "shipment_and_movement":
                out.append((SEATS[turn % 6], dict(do="adjust", amount=-1, reason=words["cost"])))
            if phase == "battle" and turn % 2:
                out.append((SEATS[turn % 6], dict(do="ask", to=SEATS[(turn + 2) % 6], question=words["question"])))
                out.append((SEATS[(turn + 2) % 6], dict(do="decide", decision=(turn + 1) // 2, answer="no")))
            if phase in ("storm", "spice_blow_and_nexus", "bidding", "revival", "shipment_and_movement", "battle", "spice_collection"):
                offer()
        for number in range(turn * TALK_PER_TURN, (turn + 1) * TALK_PER_TURN):
            out.append(([*SEATS, "HOST"][number % 7], dict(do="say", text=words["says"][number % 5])))

    missing = COMMITS - len(SEATS) - len(out)
    for turn in reversed(range(TURNS)):  # from the back: what is put in moves nothing that is still to be put in
        share = missing * (turn + 1) // TURNS - missing * turn // TURNS
        out[bids[turn]:bids[turn]] = [(SEATS[number % 6], dict(do="bid", amount=(1, 0)[number // 6 % 2])) for number in range(share)]
    assert offered == OFFERS and all(len(text) == CHARACTERS for text in words["terms"])
    return out


class Reference:
    """A server on a temporary folder, behind a counting proxy, with the host and six named players at one table."""

    def __init__(self, language):
        self.language, self.server = language, Server()
        self.proxy = Proxy(self.server.folder / "tap", self.server.socket)
        self.invites = self.server.new_table("arrakis", ",".join(SEATS), "--option", "probe_wait=0", "--address", f"unix:{self.proxy.path}")
        self.server.start()
        self.game = Named(self.server, [*SEATS, "HOST"], self.invites, dict(zip(SEATS, WORDS[language]["names"])))
        self.version = len(SEATS)

    def do(self, role, line):
        """One move, made by a player who has seen everything before it; the version that it became."""
        pipe = self.game[role]
        pipe.wait(lambda _: has(pipe, self.version), f"version {self.version}")
        answer = pipe.ask(**line)
        if answer.get("committed") != self.version + 1:
            raise AssertionError(f"{role} {line}: {answer} where version {self.version + 1} was expected")
        self.version += 1
        return self.version

    def play(self):
        for role, line in moves(self.language):
            self.do(role, line)
        self.game.see(self.version)
        return self

    def end(self):
        self.game.end()
        self.proxy.close()
        self.server.kill()


class Named(Game):
    """A game whose players have names."""

    def __init__(self, server, roles, invites, names):
        self.names = names
        super().__init__(server, roles, invites)

    def join(self, role, invite, home=None, *more):
        return super().join(role, invite, home, *(["--name", self.names[role]] if role in self.names else []), *more)


def has(pipe, version):
    """The newest lines suffice: this is asked for every commit of the game."""
    return any(line.get("version") == version for line in pipe.lines[-8:] if line.get("event") in ("committed", "live"))
