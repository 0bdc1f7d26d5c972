"""Who sits with whom: everybody once, tables as equal as can be, and few who meet again."""

from __future__ import annotations

import pytest

from brouhaha.tournaments.pairing import (
    at_smaller_tables,
    meetings,
    order_of,
    paired,
    table_sizes,
)
from brouhaha.tournaments.records import Came, DroppedOut
from brouhaha.tournaments.tournament import apply
from tests.tournaments.evenings import play_round, tournament

REPEATED = pytest.mark.no_cover  # the same branches for more people: see tests/tracing.py
SIZES = [  # people, wanted at a table, least, most: tables and byes
    (72, 4, 2, 4, [4] * 18, 0),
    (7, 4, 2, 4, [4, 3], 0),
    (5, 4, 2, 4, [3, 2], 0),
    (5, 4, 3, 8, [5], 0),  # two tables would be too small: one that is larger
    (9, 4, 3, 8, [3, 3, 3], 0),
    (5, 2, 2, 2, [2, 2], 1),
    (2, 4, 3, 8, [], 2),
    (1, 4, 2, 4, [], 1),
    (0, 4, 2, 4, [], 0),
    (17, 8, 2, 8, [6, 6, 5], 0),
]


@pytest.mark.parametrize(("people", "seats", "least", "most", "sizes", "byes"), SIZES)
def test_tables_are_as_equal_as_can_be(
    people: int, seats: int, least: int, most: int, sizes: list[int], byes: int
) -> None:
    assert table_sizes(people, seats, least, most) == (sizes, byes)


@pytest.mark.parametrize("system", ["swiss", "draw"])
@pytest.mark.parametrize(
    "people", [8, 13, 24, *(pytest.param(n, marks=REPEATED) for n in (50, 72))]
)
def test_everybody_sits_once_and_few_meet_again(people: int, system: str) -> None:
    cup = tournament(people, system)  # type: ignore[arg-type]
    for _ in range(6):
        play_round(cup)
    for round in cup.rounds:
        seated = [person for table in round.tables for person in table.people] + round.byes
        assert sorted(seated) == list(range(people))
    met = meetings(cup)
    again = sum(count - 1 for count in met.values())
    pairs = people * (people - 1) // 2
    least = max(0, sum(met.values()) - pairs)  # more pairs sit together than there are
    assert again <= least + {8: 24, 13: 16, 24: 16, 50: 0, 72: 0}[people], again
    small = at_smaller_tables(cup)
    if small:
        assert max(small.values()) - min(small[n] for n in range(people)) <= 2


@REPEATED
def test_the_best_meet_the_best() -> None:
    cup = tournament(72)
    for _ in range(3):
        play_round(cup)
    order = order_of(cup)
    rank = {person: place for place, person in enumerate(order)}
    tables = paired(cup, 2, 4).tables
    spreads = [max(map(rank.get, people)) - min(map(rank.get, people)) for people in tables]  # type: ignore[type-var, operator]
    assert sum(spreads) / len(spreads) < 16  # of 72: by lot it would be some 43


def test_a_bye_goes_round_and_who_has_gone_plays_no_more() -> None:
    cup = tournament(5, seats=2)
    had: list[int] = []
    for _ in range(5):
        play_round(cup, 2, 2)
        had += cup.rounds[-1].byes
    assert sorted(had) == list(range(5))
    apply(cup, DroppedOut(2))
    apply(cup, Came("late", "late"))
    play_round(cup, 2, 2)
    seated = {person for table in cup.rounds[-1].tables for person in table.people}
    assert seated | set(cup.rounds[-1].byes) == {0, 1, 3, 4, 5}


def test_a_draw_follows_from_the_seed_alone() -> None:
    one, other = tournament(30, "draw"), tournament(30, "draw")
    for cup in (one, other):
        for _ in range(3):
            play_round(cup)
    assert one == other
    assert one.rounds[0].tables[0].people != one.rounds[1].tables[0].people
