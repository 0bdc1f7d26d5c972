"""Who leads. Each rule is a function:

1. `points_of_table`: of a table the first gets 1 point, the last none, and the others what lies
   evenly between; equals share. Two at a table: 1 and 0, and ½ each for a draw, as in chess. Tables
   of any size are worth the same on average. A bye is worth 1.
2. `opposition`: of equals, whoever met the stronger: the mean of the points of all whom they met
   (Buchholz, but as a mean, since tables differ in size).
3. `ahead_among`: of equals still, whoever came out ahead where they met each other.
4. `lots`: and then the lot, from the tournament's seed.

Points are exact fractions: two who have the same never differ by rounding.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import groupby
from typing import Final

from msgspec import Struct

from brouhaha.engine.chance import Chance
from brouhaha.tournaments.records import Places
from brouhaha.tournaments.tournament import TableOfRound, Tournament

NONE: Final = Fraction(0)
BYE: Final = Fraction(1)


class Standing(Struct, frozen=True):
    """`place` is shared with nobody: the lot has the last word. `ahead`: see `ahead_among`."""

    place: int
    person: int
    points: Fraction
    opposition: Fraction
    ahead: int
    played: int  # tables, byes apart
    firsts: int


def points_of_table(places: Places) -> dict[int, Fraction]:
    size, points, before = sum(map(len, places)), dict[int, Fraction](), 0
    for equals in places:
        middle = before + Fraction(len(equals) - 1, 2)
        share = 1 - middle / (size - 1) if size > 1 else BYE
        points |= dict.fromkeys(equals, share)
        before += len(equals)
    return points


def points(tournament: Tournament) -> dict[int, Fraction]:
    total = dict.fromkeys((person.number for person in tournament.people), NONE)
    for round in tournament.rounds:
        for person in round.byes:
            total[person] += BYE
        for table in round.tables:
            for person, gained in points_of_table(table.places or []).items():
                total[person] += gained
    return total


def opposition(tournament: Tournament, total: dict[int, Fraction]) -> dict[int, Fraction]:
    met = defaultdict[int, list[Fraction]](list)
    for table in _played(tournament):
        for person in table.people:
            met[person] += [total[other] for other in table.people if other != person]
    return {
        person: sum(met[person], NONE) / len(met[person]) if met[person] else NONE
        for person in total
    }


def ahead_among(tournament: Tournament, equals: Collection[int]) -> dict[int, int]:
    """For each of these: how often they came out ahead of another one of them, less how often
    behind."""
    count = dict.fromkeys(equals, 0)
    for table in _played(tournament):
        place = {p: n for n, together in enumerate(table.places or []) for p in together}
        among = [person for person in table.people if person in count]
        for one in among:
            for other in among:
                count[one] += (place[one] < place[other]) - (place[one] > place[other])
    return count


def lots(tournament: Tournament) -> dict[int, int]:
    """Everybody's lot. It is drawn by number, so that a latecomer changes nobody's."""
    chance = Chance(bytes.fromhex(tournament.created.seed))
    return {
        person.number: chance.words(f"lot {person.number}", 1)[0] for person in tournament.people
    }


def ranked(tournament: Tournament) -> list[Standing]:
    """Everybody, the first first."""
    total = points(tournament)
    strength = opposition(tournament, total)
    played, firsts = _counts(tournament)
    lot = lots(tournament)

    def worth(person: int) -> tuple[Fraction, Fraction]:
        return -total[person], -strength[person]

    standings: list[Standing] = []
    for _, equals in groupby(sorted(total, key=worth), key=worth):
        together = list(equals)
        ahead = ahead_among(tournament, together)
        for person in sorted(together, key=lambda one: (-ahead[one], lot[one], one)):
            place = len(standings) + 1
            own = total[person], strength[person], ahead[person], played[person], firsts[person]
            standings.append(Standing(place, person, *own))
    return standings


def _played(tournament: Tournament) -> Iterator[TableOfRound]:
    for round in tournament.rounds:
        yield from (table for table in round.tables if table.places is not None)


def _counts(tournament: Tournament) -> tuple[dict[int, int], dict[int, int]]:
    played, firsts = defaultdict[int, int](int), defaultdict[int, int](int)
    for table in _played(tournament):
        for person in table.people:
            played[person] += 1
        for person in (table.places or [[]])[0]:
            firsts[person] += 1
    return played, firsts
