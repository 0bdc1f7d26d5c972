"""An archive of as many matches as are wanted: some of the lab's, again and again, under the names
of 500 people at evenings of three years."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

import msgspec

from brouhaha.club.facts import MatchFacts, facts_of
from brouhaha.lab.archive import archived, play
from brouhaha.store import ArchivedMatch
from brouhaha.table.finished import RacedLog

PEOPLE: Final = [f"{name} {number}" for number in range(50) for name in (
    "Ana", "Bo", "Çelik", "Di", "Ève", "Fay", "Gus", "Hal", "Ida", "Jo",
)]  # fmt: skip
PLAYED: Final = (("now", 4, "greedy", 40), ("nimble", 4, "greedy", 40), ("nono", 4, "gentle", 10))
AN_EVENING: Final = 8  # matches
FIRST: Final = 1_668_000_000_000
APART: Final = 3 * 365 * 86_400_000


class Sample(NamedTuple):
    """A match of the lab's, and what is counted of it."""

    match: ArchivedMatch
    facts: MatchFacts


def samples() -> list[Sample]:
    found = []
    for game, seats, level, count_ in PLAYED:
        for number in range(count_):
            names = [f"P{seat}" for seat in range(seats)]
            match = archived(play(game, names, [level] * seats, f"{game} {number}"), "m", FIRST)
            found.append(Sample(match, facts_of(match)))
    return found


def archive(found: Sequence[Sample], most: int) -> Iterator[Sample]:
    """Evening after evening; some people come often, most seldom."""
    chance = random.Random(20)
    often = list(accumulate(1 / (1 + rank) for rank in range(len(PEOPLE))))
    evenings = -(-most // AN_EVENING)
    for evening in range(evenings):
        party = list(dict.fromkeys(chance.choices(PEOPLE, cum_weights=often, k=30)))[:6]
        began = FIRST + evening * APART // evenings
        for number in range(AN_EVENING):
            sample = chance.choice(found)
            seats = len(sample.match.players)
            names = chance.sample(party, seats)
            yield renamed(sample, names, evening, evening * AN_EVENING + number, began)


def renamed(sample: Sample, names: list[str], evening: int, number: int, began: int) -> Sample:
    log = msgspec.json.decode(sample.match.log, type=RacedLog)
    header = msgspec.structs.replace(log.header, players=names)
    ended = began + (number % AN_EVENING + 1) * 900_000
    what = {"id": f"{number:08}", "table": f"E{evening:06}", "started": ended - 600_000,
            "ended": ended}  # fmt: skip
    match = msgspec.structs.replace(
        sample.match, players=names, **what,
        log=msgspec.Raw(msgspec.json.encode(msgspec.structs.replace(log, header=header))),
    )  # fmt: skip
    seats = tuple(
        msgspec.structs.replace(seat, name=name)
        for seat, name in zip(sample.facts.seats, names, strict=True)
    )
    return Sample(match, msgspec.structs.replace(sample.facts, seats=seats, **what))
