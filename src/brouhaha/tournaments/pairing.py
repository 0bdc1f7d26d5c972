"""Who sits with whom in the next round.

People are put in an order, by standings (Swiss) or by lot (draw), and the order is cut into tables
as equal as can be. Then people change places, two at a time, for as long as that makes the round
better: nobody should meet again whom they have met, nor sit at a smaller table more often than
others, and those near each other in the order stay together. Everything follows from the log and
the seed, so that anybody can draw a round again and compare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from brouhaha.engine.chance import Chance
from brouhaha.tournaments.standings import ranked
from brouhaha.tournaments.tournament import Tournament

MET_AGAIN: Final = 100_000  # worse than any distance in an order of 512
SMALLER_AGAIN: Final = 50_000  # half of that, and more each time
MOST_PASSES: Final = 30  # each makes the round better; most need five
REACH: Final = 48  # how far in the order somebody is moved who has to
NEAR: Final = 10  # and who would only sit among closer neighbours
SMOOTHINGS: Final = 3

Pair = tuple[int, int]


class Pairing(NamedTuple):
    tables: list[list[int]]
    byes: list[int]


def paired(tournament: Tournament, least: int, most: int) -> Pairing:
    """The next round of those who are here. `least` and `most`: at a table, by the game."""
    order = order_of(tournament)
    sizes, byes = table_sizes(len(order), tournament.created.seats, least, most)
    sitting_out = without_a_table(tournament, order, byes)
    playing = [person for person in order if person not in sitting_out]
    tables = arranged(playing, sizes, meetings(tournament), at_smaller_tables(tournament))
    return Pairing(tables, sitting_out)


def order_of(tournament: Tournament) -> list[int]:
    """Those who are here: by standings, or by lot. The first round is by lot either way."""
    here = [person.number for person in tournament.here]
    number = len(tournament.rounds) + 1
    if tournament.created.system == "swiss" and tournament.rounds:
        among = set(here)
        return [one.person for one in ranked(tournament) if one.person in among]
    chance = Chance(bytes.fromhex(tournament.created.seed))
    return chance.shuffled(f"round {number}", here)


def table_sizes(people: int, seats: int, least: int, most: int) -> tuple[list[int], int]:
    """As few tables as `seats` at each allow, no two of which differ by more than one. If they
    would be too small, fewer tables with more at each; and only then somebody has a bye."""
    for byes in range(people):
        playing = people - byes
        for tables in range(-(-playing // seats), -(-playing // most) - 1, -1):
            base, larger = divmod(playing, tables)
            if base >= least:
                return [base + 1] * larger + [base] * (tables - larger), byes
    return [], people


def without_a_table(tournament: Tournament, order: Sequence[int], count: int) -> list[int]:
    """Who has had the fewest byes, and of those the last in the order."""
    had = Counter(person for round in tournament.rounds for person in round.byes)
    last_first = list(reversed(order))
    return sorted(last_first, key=lambda person: had[person])[:count]


def meetings(tournament: Tournament) -> Counter[Pair]:
    """How often two sat at one table."""
    return Counter(
        pair
        for round in tournament.rounds
        for table in round.tables
        for pair in combinations(sorted(table.people), 2)
    )


def at_smaller_tables(tournament: Tournament) -> Counter[int]:
    """How often somebody sat at a smaller table than others in that round."""
    return Counter(
        person
        for round in tournament.rounds
        for table in round.tables
        for person in table.people
        if len(table.people) < round.largest
    )


def arranged(
    order: Sequence[int], sizes: Sequence[int], met: Counter[Pair], smaller: Counter[int]
) -> list[list[int]]:
    """The order cut into tables, and then made better by changing places."""
    tables: list[list[int]] = []
    for size in sizes:
        first = sum(map(len, tables))
        tables.append(list(order[first : first + size]))
    _Places(tables, order, met, smaller).improve()
    rank = {person: place for place, person in enumerate(order)}
    return [sorted(table, key=rank.__getitem__) for table in tables]


class _Places:
    """Who sits where while places are changed."""

    def __init__(
        self,
        tables: list[list[int]],
        order: Sequence[int],
        met: Counter[Pair],
        smaller: Counter[int],
    ) -> None:
        self._tables = tables
        self._order = order
        self._met = met
        self._smaller = smaller
        self._rank = {person: place for place, person in enumerate(order)}
        self._at = {person: at for at, table in enumerate(tables) for person in table}
        self._largest = max(map(len, tables), default=0)

    def improve(self) -> None:
        """First whoever meets somebody again, or sits at a smaller table again, looks for another
        place; then all who were moved far away by that come nearer again."""
        for _ in range(MOST_PASSES):
            regretting = [person for person in self._order if self._regrets(person)]
            moved = [self._better_place(person, REACH) for person in regretting]
            if not any(moved):
                break
        for _ in range(SMOOTHINGS):
            for person in self._order:
                self._better_place(person, NEAR)

    def _regrets(self, person: int) -> bool:
        table = self._tables[self._at[person]]
        if len(table) < self._largest and self._smaller[person]:
            return True
        return any(self._met[_pair(person, mate)] for mate in table if mate != person)

    def _better_place(self, person: int, reach: int) -> bool:
        """Change places with whom it helps most, if it helps."""
        rank = self._rank[person]
        near = self._order[max(0, rank - reach) : rank + reach + 1]
        others = [other for other in near if self._at[other] != self._at[person]]
        best = min(others, key=lambda other: self._change(person, other), default=person)
        if best == person or self._change(person, best) >= 0:
            return False
        self._swap(person, best)
        return True

    def _change(self, one: int, other: int) -> int:
        """By how much worse the round becomes if these two change places."""
        here, there = self._at[one], self._at[other]
        before = self._cost(one, here, one) + self._cost(other, there, other)
        after = self._cost(one, there, other) + self._cost(other, here, one)
        return after - before

    def _cost(self, person: int, at: int, instead_of: int) -> int:
        """What it costs that this person sits at that table, on that one's place."""
        table = self._tables[at]
        rank, cost = self._rank[person], 0
        for mate in table:
            if mate != instead_of:
                # Of several meetings the third is worse than two seconds.
                met = self._met[_pair(person, mate)] ** 2
                cost += MET_AGAIN * met + abs(rank - self._rank[mate])
        if len(table) < self._largest:
            cost += SMALLER_AGAIN * (2 * self._smaller[person] + 1)
        return cost

    def _swap(self, one: int, other: int) -> None:
        here, there = self._at[one], self._at[other]
        self._tables[here][self._tables[here].index(one)] = other
        self._tables[there][self._tables[there].index(other)] = one
        self._at[one], self._at[other] = there, here


def _pair(one: int, other: int) -> Pair:
    return (one, other) if one < other else (other, one)
