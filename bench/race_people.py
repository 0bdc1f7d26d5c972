"""The people of a race: their lines, screens and reactions, and how some of them cheat.

One description for both networks: the simulated one (`race_world.py`) and real TCP (`race_tcp.py`).
Times are milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import sqrt
from random import Random
from typing import Literal

USUAL = (900.0, 0.22)  # reactions: their median, and the sigma of their logarithm
QUICK = (450.0, 0.25)
KERNELS_OWN = 0.3  # ms: what a system adds to every way at best
PROXYS_LEG = 1.0  # ms there and back between a proxy and the server

Jitter = Callable[[Random], float]


@dataclass(frozen=True)
class Person:
    """Somebody with a screen and a thumb, so many milliseconds away."""

    rtt: float
    jitter: float = 0.03  # of a way, on average, as a share of the round trip; exponential
    sd: float = 0.0  # or normal, cut off at 0: a mobile line's
    paint: float = 0.0  # until an update that came in is on the screen
    grain: float = 0.0  # of the page's clock
    reactions: tuple[float, float] = USUAL
    answers: bool = True  # `measure`
    proxied: bool = False
    does: Literal["stop", "pass", "nothing"] = "stop"
    cheat: Cheat | None = None

    def way(self, luck: Random) -> float:
        """How long one message takes, without those before it."""
        if self.sd:
            return max(1.0, luck.gauss(self.rtt / 2, self.sd / sqrt(2)))
        return self.rtt / 2 + luck.expovariate(1 / (KERNELS_OWN + self.jitter * self.rtt))

    def reaction(self, luck: Random) -> float:
        median, sigma = self.reactions
        return luck.lognormvariate(0, sigma) * median


@dataclass(frozen=True)
class Cheat:
    """What a modified client does. Delays are in ms, moments in seconds after it came."""

    # What it claims
    less: float | None = None  # of its true `after`; None: it tells the truth
    lies_over: float = 0.0  # only if it took longer than this: else it may win without
    clock: float = 1.0  # how fast it says its time runs
    drift: float = 0.0  # ms a minute by which it falls behind
    names: Literal["seen", "older", "unknown"] = "seen"  # which update it says it reacted to
    paint: float = 0.0  # what it says that its drawing takes
    # What it answers, and when
    late_answers: float = 0.0  # its pongs and `measured`
    late_share: float = 1.0  # of them, at random
    late_from: float = 0.0
    late_until: float = 1e9
    late_every: float = 0.0  # seconds of late answers, then as many of prompt ones; 0: always
    late_in_races: bool = False  # only those while a card lies open
    skips: float = 0.0  # the share of answers that it never gives
    which: Literal["all", "pongs", "measures"] = "all"  # of its answers are late or missing
    # What its kernel does: then it seems far to ours
    late_acks: float = 0.0
    acks_from: float = 0.0
    acks_until: float = 1e9
    acks_in_races: bool = False
    # Where it is
    watches: float | None = None  # it sees the updates over a line of so many ms instead
    comes_again: float | None = None  # for every race over a line of so many ms, and back after it

    def answer_delay(
        self, seconds: float, luck: Random, racing: bool = False, kind: str = "all"
    ) -> float | None:
        """Of one answer; None: it gives none. `racing`: a card lies open, somebody may call."""
        if self.which not in ("all", kind):
            return 0.0
        if self.skips and luck.random() < self.skips:
            return None
        late = self.late_from <= seconds < self.late_until and luck.random() < self.late_share
        if self.late_every and seconds // self.late_every % 2:
            late = False
        return self.late_answers if late and (racing or not self.late_in_races) else 0.0

    def ack_delay(self, seconds: float, racing: bool = False) -> float:
        late = self.acks_from <= seconds < self.acks_until and (racing or not self.acks_in_races)
        return self.late_acks if late else 0.0

    def claims(self, after: float, seconds: float = 0.0) -> float:
        """What it says of how long it took."""
        if after <= self.lies_over:
            return after
        return max(0.0, self.clock * after - (self.less or 0.0) - self.drift * seconds / 60)


@dataclass
class Figures:
    """What came of so many races; the liar, if there is one, is seat 0."""

    races: int = 0
    right: int = 0  # went to who truly acted first
    by_arrival: int = 0  # would have, by order of arrival
    waited: float = 0.0  # ms, of the winners' moves
    wins: list[int] = field(default_factory=lambda: [0] * 4)
    firsts: list[int] = field(default_factory=lambda: [0] * 4)  # who truly was
    winners: list[int] = field(default_factory=list)  # of each race

    def judge(
        self, winner: int, reactions: dict[int, float], rtts: list[float], wait: float
    ) -> None:
        """A Stop! was accepted. Whose reaction was in truth the shortest?"""
        first = min(reactions, key=lambda seat: reactions[seat])
        nearest = min(reactions, key=lambda seat: reactions[seat] + rtts[seat])
        self.races += 1
        self.wins[winner] += 1
        self.winners.append(winner)
        self.firsts[first] += 1
        self.right += winner == first
        self.by_arrival += nearest == first
        self.waited += wait

    def add(self, other: Figures) -> None:
        for name in ("races", "right", "by_arrival", "waited"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.winners += other.winners
        self.wins = [one + two for one, two in zip(self.wins, other.wins, strict=True)]
        self.firsts = [one + two for one, two in zip(self.firsts, other.firsts, strict=True)]

    @property
    def share_right(self) -> float:
        return 100 * self.right / self.races

    @property
    def mean_wait(self) -> float:
        return self.waited / self.races

    def share(self, seat: int) -> float:
        return 100 * self.wins[seat] / self.races

    def gain(self, seat: int) -> float:
        """Points of a hundred beyond the true share."""
        return 100 * (self.wins[seat] - self.firsts[seat]) / self.races

    @property
    def right_within(self) -> float:
        """Half of the 95 % interval of `share_right` (Wilson's, rounded up to its wider half)."""
        n, p = self.races, self.right / self.races
        middle = (p + 1.92 / n) / (1 + 3.84 / n)
        half = 1.96 * sqrt(p * (1 - p) / n + 0.96 / n**2) / (1 + 3.84 / n)
        return 100 * (half + abs(middle - p))

    def gain_within(self, seat: int) -> float:
        """Half of the 95 % interval of `gain`: of races won but not first, less first but not won,
        at most those that went wrong."""
        wrong = (self.races - self.right) / self.races
        return 196 * sqrt(max(wrong, 1 / self.races) / self.races)


def with_first(people: list[Person], **changes: object) -> list[Person]:
    return [replace(people[0], **changes), *people[1:]]  # type: ignore[arg-type]
