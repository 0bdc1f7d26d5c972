"""Standings against tables that were reckoned by hand, and each rule by itself."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from brouhaha.tournaments import read
from brouhaha.tournaments.records import Came, Drawn, DrawnTable, DroppedOut, Places, Reported
from brouhaha.tournaments.standings import lots, points, points_of_table, ranked
from brouhaha.tournaments.tournament import Tournament, apply
from tests.tournaments.evenings import created, play_round, points_again, tournament

BY_HAND = msgspec.json.decode((Path(__file__).parent / "data/by_hand.json").read_bytes())


def play(cup: Tournament, tables: list[Places], byes: list[int]) -> None:
    people = [[one for equals in places for one in equals] for places in tables]
    apply(cup, Drawn([DrawnTable("X", each) for each in people], byes, 0))
    for number, places in enumerate(tables, 1):
        apply(cup, Reported(len(cup.rounds), number, places, "match", "m"))


def test_standings_are_those_that_were_reckoned_by_hand() -> None:
    cup = read([created()])
    for name in BY_HAND["people"]:
        apply(cup, Came(name, name))
    for number, round in enumerate(BY_HAND["rounds"]):
        for person in round.get("went", []):
            apply(cup, DroppedOut(person))
        for name in round.get("came", []):
            apply(cup, Came(name, name))
        play(cup, round["tables"], round["byes"])
        wanted = {int(p): Fraction(n) for p, n in BY_HAND["points_by_round"][number].items()}
        assert points(cup) == wanted
    standings = ranked(cup)
    assert [cup.people[one.person].name for one in standings] == [
        line["name"] for line in BY_HAND["standings"]
    ]
    for one, line in zip(standings, BY_HAND["standings"], strict=True):
        assert one.points == Fraction(line["points"])
        if "opposition" in line:
            assert one.opposition == Fraction(line["opposition"])


def test_a_table_is_worth_the_same_whatever_its_size() -> None:
    for size in range(2, 9):
        for places in (
            [[n] for n in range(size)],
            [list(range(size))],
            [[0], list(range(1, size))],
        ):
            shared = points_of_table(places)
            assert sum(shared.values()) == Fraction(size, 2)
    assert points_of_table([[1], [0]]) == {1: 1, 0: 0}
    assert points_of_table([[7]]) == {7: 1}


def test_of_equals_whoever_won_their_meeting_is_first_and_then_the_lot_decides() -> None:
    cup = read([created()])
    for name in ("Ana", "Bo"):
        apply(cup, Came(name, name))
    play(cup, [[[1], [0]]], [])
    play(cup, [], [0])  # the other one is at home
    standings = ranked(cup)
    assert {(one.points, one.opposition) for one in standings} == {(Fraction(1), Fraction(1))}
    assert [(one.person, one.ahead) for one in standings] == [(1, 1), (0, -1)]

    draw = tournament(4)
    play(draw, [[[0, 1, 2, 3]]], [])
    lot = lots(draw)
    assert [one.person for one in ranked(draw)] == sorted(lot, key=lot.__getitem__)
    assert len(set(lot.values())) == 4


@pytest.mark.no_cover  # the same branches for more people: see tests/tracing.py
def test_seventy_two_over_six_rounds_count_as_when_they_are_counted_by_pairs() -> None:
    cup = tournament(72)
    for number in range(6):
        play_round(cup)
        if number == 2:
            for person in (3, 40, 71):
                apply(cup, DroppedOut(person))
    assert points(cup) == points_again(cup)
    order = [(one.points, one.opposition, one.ahead) for one in ranked(cup)]
    assert [one[:2] for one in order] == sorted((one[:2] for one in order), reverse=True)
    assert [one.place for one in ranked(cup)] == list(range(1, 73))
