"""The settings in which races are measured, and what must come of each; see `races.md`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from bench.race_people import QUICK, USUAL, Cheat, Figures, Person, with_first
from brouhaha.table.wire import Trust

FAR = (5.0, 40.0, 120.0, 250.0)  # round trips in ms
FARTHER = (5.0, 40.0, 120.0, 400.0)
LAN = (1.0, 4.0, 6.0, 9.0)
EQUAL = (40.0, 40.0, 40.0, 40.0)
SAME = (20.0, 20.0, 20.0, 20.0)
NEARBY = (5.0, 10.0, 15.0, 20.0)

Demand = Callable[[Figures], bool]
Demands = Mapping[Trust, Demand]


@dataclass(frozen=True)
class Row:
    """Four people, and what must hold at a table of friends and at one of strangers."""

    letter: str
    what: str
    people: list[Person]
    demands: Demands = field(default_factory=dict)

    @property
    def liar(self) -> bool:
        return self.people[0].cheat is not None


def apart(rtts: tuple[float, ...], **person: object) -> list[Person]:
    return [Person(rtt, **person) for rtt in rtts]  # type: ignore[arg-type]


def right(least: float) -> Demand:
    return lambda figures: figures.share_right >= least


def gains(most: float) -> Demand:
    return lambda figures: figures.gain(0) <= most


def waits(most: float) -> Demand:
    return lambda figures: figures.mean_wait <= most


def both(one: Demand, other: Demand) -> Demand:
    return lambda figures: one(figures) and other(figures)


def even(within: float, seat: int = 0) -> Demand:
    return lambda figures: abs(figures.gain(seat)) <= within


def liar(rtts: tuple[float, ...], proxied: bool = False, **cheat: object) -> list[Person]:
    people = apart(rtts, reactions=QUICK, jitter=0.05, proxied=proxied)
    return with_first(people, cheat=Cheat(**cheat))  # type: ignore[arg-type]


ALL = 1e6  # less than nothing: `after` is 0
TEN = 0.05  # of a round trip each way: a tenth there and back
MOBILE = [Person(60.0, sd=40.0, reactions=QUICK), Person(60.0, sd=40.0, reactions=QUICK)]
SLOW = with_first(apart(LAN, reactions=QUICK), paint=25.0)


def lets_wait(does: str) -> list[Person]:
    """Three nearby, and somebody far away who lets them wait."""
    near = apart((5.0, 10.0, 15.0), reactions=QUICK)
    return [*near, replace(Person(250.0, jitter=TEN), does=does)]  # type: ignore[arg-type]


LOW_LIE: Demands = {"strangers": gains(3.0)}
DIRECT: Demands = {"friends": right(98.5)}
NO_WAIT: Demands = {"friends": waits(30.0), "strangers": waits(30.0)}
ROWS = (
    Row("A", "5, 40, 120, 250 ms", apart(FAR, jitter=TEN, reactions=QUICK), DIRECT),
    Row("A", "the same, slower reactions", apart(FAR, jitter=TEN, reactions=USUAL), DIRECT),
    Row(
        "A", "5, 40, 120, **400** ms", apart(FARTHER, jitter=TEN, reactions=QUICK),
        {"friends": right(93.0)},
    ),
    Row(
        "B", "LAN: 1 to 9 ms", apart(LAN, reactions=QUICK),
        {"friends": both(right(99.0), waits(12.0)), "strangers": waits(12.0)},
    ),
    Row(
        "C", "two on mobile (60 ms, sd 40), two at 10 ms",
        [*MOBILE, *apart((10.0, 10.0), reactions=QUICK)], {"friends": right(96.0)},
    ),
    Row("D", "a liar says `after` 0", liar(NEARBY, less=ALL), LOW_LIE),
    Row("D", "a liar says 40 ms less", liar(NEARBY, less=40.0), LOW_LIE),
    Row("D", "a liar says 25 ms less", liar(NEARBY, less=25.0), LOW_LIE),
    Row(
        "E", "… and a third of its answers are 60 ms late",
        liar(NEARBY, less=ALL, late_answers=60.0, late_share=0.33), LOW_LIE,
    ),
    Row(
        "E", "the same on a LAN", liar(LAN, less=ALL, late_answers=60.0, late_share=0.33), LOW_LIE
    ),
    Row("E", "… and gives no answer at all", liar(NEARBY, less=ALL, skips=1.0), LOW_LIE),
    Row(
        "F", "… and delays its ACKs and answers by 100 ms",
        liar(NEARBY, less=ALL, late_answers=100.0, late_acks=100.0), {"strangers": gains(8.0)},
    ),
    Row(
        "F", "VPN (205 ms), and watches nearby (5 ms)",
        with_first(apart((205.0, 10.0, 15.0, 20.0), reactions=QUICK), cheat=Cheat(watches=5.0)),
        {"friends": gains(3.0), "strangers": gains(8.0)},
    ),
    Row(
        "G", "A behind a proxy", apart(FAR, jitter=TEN, reactions=QUICK, proxied=True),
        {"friends": right(98.5)},
    ),
    Row(
        "G", "the same, clients that answer pings alone",
        apart(FAR, jitter=TEN, reactions=QUICK, proxied=True, answers=False),
        {"friends": right(98.5)},
    ),
    Row(
        "G", "proxy, all at 20 ms, a liar whose answers are 200 ms late",
        liar(SAME, proxied=True, less=ALL, late_answers=200.0), LOW_LIE,
    ),
    Row(
        "G", "proxy, all at 20 ms, a liar who is slow for its first 3 s",
        liar(SAME, proxied=True, less=ALL, late_answers=300.0, late_until=3.0, late_acks=300.0,
             acks_until=3.0), LOW_LIE,
    ),
    Row("H", "LAN, a clock of 16.7 ms grain",
        with_first(apart(LAN, reactions=QUICK), grain=16.7), {"friends": even(4.0)}),
    Row("H", "LAN, a phone that takes 25 ms to draw", SLOW, {"friends": even(1.5)}),
    Row(
        "I", "two at one distance, within a few ms of each other",
        apart((20.0, 20.0, 20.0, 20.0), reactions=(400.0, 0.01)), {"friends": right(90.0)},
    ),
    Row("W", "three at 5 to 15 ms, one at 250 who never acts", lets_wait("nothing"), NO_WAIT),
    Row("W", "the same, who has passed", lets_wait("pass"), NO_WAIT),
)  # fmt: skip
