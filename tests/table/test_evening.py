"""Twelve people at one table, five matches of three games: late, dropped, back again, sitting out."""

from __future__ import annotations

from collections import Counter

import pytest

from brouhaha import games
from brouhaha.table import wire
from tests.table.fake_link import Client, Link
from tests.table.test_match import play_to_the_end

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

NAMES = ["Ana", "Bo", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou"]
EVENING = ["nimble", "nono", "now", "nimble", "now"]


class Evening:
    """The people by name, and what each of them should have by now, counted beside the table."""

    def __init__(self) -> None:
        self.link = Link(EVENING[0])
        self.people: dict[str, Client] = {}
        self.played: Counter[str] = Counter()
        self.points: Counter[str] = Counter()
        self.wins: Counter[str] = Counter()

    def come(self, *names: str) -> None:
        for name in names:
            self.people[name] = self.link.connect(name=name, wait=True)

    def drop(self, name: str) -> None:
        self.people[name].drop()

    def come_back(self, name: str) -> None:
        self.people[name] = self.link.connect(token=self.people[name].token)

    @property
    def host(self) -> Client:
        return self.people["Ana"]

    def seated(self) -> list[str]:
        return [seat.name for seat in self.host.table.seats if not seat.waiting]

    def play(self) -> None:
        """To the end: bots play for all but the host, whose phones lie on the sofa."""
        asleep = [name for name in self.seated() if name != "Ana"]
        for name in asleep:
            self.drop(name)
        play_to_the_end(self.link)
        for name in asleep:
            self.come_back(name)

    def count(self) -> None:
        """The match that has just ended, from its result alone."""
        names, result = self.seated(), self.host.result
        self.played.update(names)
        self.wins.update(names[seat] for seat in result["winners"] if seat < len(names))
        for place, equals in enumerate(result["ranking"]):
            behind = sum(len(others) for others in result["ranking"][place + 1 :])
            for seat in equals:
                if seat < len(names):
                    self.points[names[seat]] += behind

    def check_totals(self) -> None:
        for seat in self.host.table.seats:
            assert (seat.points, seat.wins) == (self.points[seat.name], self.wins[seat.name])


def test_an_evening_of_twelve() -> None:
    evening = Evening()
    evening.come(*NAMES[:6])
    for number, game in enumerate(EVENING):
        if number:
            evening.host.say(wire.ClientInNext(game))
        evening.host.say(wire.ClientInStart(anyway=True))
        assert evening.host.status == "playing"
        most = games.find(game).players.stop - 1
        assert len(evening.seated()) == min(most, len(evening.people))
        happens_during(number, evening)
        evening.play()
        evening.count()
        evening.check_totals()
        if number == 2:
            evening.link.restart()
            for name in evening.people:
                evening.come_back(name)
    assert set(evening.played) == set(NAMES)  # everybody who wanted to play has played
    assert sum(evening.played.values()) == sum(
        min(games.find(game).players.stop - 1, people)
        for game, people in zip(EVENING, [6, 10, 12, 12, 12], strict=True)
    )
    assert max(evening.played.values()) - min(evening.played.values()) <= 2
    assert sum(evening.wins.values()) >= len(EVENING)


def happens_during(number: int, evening: Evening) -> None:
    """What people do in the first seconds of a match."""
    if number == 0:
        evening.come(*NAMES[6:10])  # late
        evening.drop("Bo")  # in the match
        evening.link.wait(25_000)  # a bot plays for Bo meanwhile
        evening.come_back("Bo")
    if number == 1:
        evening.come(*NAMES[10:])
        waiting = next(s.name for s in evening.host.table.seats if s.waiting)
        evening.drop(waiting)  # and comes back while waiting
        evening.link.wait(1_000)
        evening.come_back(waiting)
    if number == 3:
        evening.drop("Kim")
        evening.link.wait(500)
        evening.come_back("Kim")
