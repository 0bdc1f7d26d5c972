"""A restored table is the table that wrote the log, wherever the log ends."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import brouhaha.games
from brouhaha.table import Table, wire
from tests.table.fake_link import Link
from tests.table.test_match import play_to_the_end

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py


def lasting(table: Table) -> Any:
    """All that a table must not lose, in a form that later changes leave alone."""
    match = table.live_match.match if table.live_match else None
    views = match and [match.game.public(match.state), match.state]
    state = msgspec.to_builtins(table.state)
    entries = match and [msgspec.to_builtins(entry) for entry in match.entries]
    return msgspec.json.encode([state, entries, views])


class Watched(Link):
    """Keeps what the table was after each entry that ended a flush."""

    def __init__(self, game: str = "now", **settings: Any) -> None:
        self.after: dict[int, Any] = {}
        super().__init__(game, **settings)

    def tell(self) -> None:
        super().tell()
        self.after[len(self.log)] = lasting(self.table)


@pytest.mark.parametrize("game", brouhaha.games.names())
def test_restored_after_every_entry(game: str) -> None:
    link = Watched(game)
    ana, bo, cy = link.seat("Ana", "Bo", "Cy")
    bo.say(wire.ClientInRename("Bob")).say(wire.ClientInReady(False)).say(wire.ClientInReady())
    ana.say(wire.ClientInSeatBot("random")).say(wire.ClientInRemove(3))
    ana.say(wire.ClientInSeatBot("steady")).say(wire.ClientInPassHost(1))
    for person in (ana, cy):
        person.say(wire.ClientInReady())
    bo.say(wire.ClientInStart())
    link.wait(10_000)
    cy.say(wire.ClientInPause()).say(wire.ClientInResume())
    bo.say(wire.ClientInRemove(2))
    ana.drop()
    play_to_the_end(link)
    bo.say(wire.ClientInNext("now", {"action": 20}))
    assert len(link.log) > 30
    checked = 0
    for length, expected in link.after.items():
        assert lasting(link.restored(link.log[:length])) == expected
        checked += 1
    assert checked > 30


@pytest.mark.parametrize("game", brouhaha.games.names())
def test_killed_in_the_middle_people_come_back_and_finish(game: str) -> None:
    link = Link(game)
    people = link.seat("Ana", "Bo", "Cy")
    people[0].say(wire.ClientInSeatBot("random"))
    people[0].say(wire.ClientInStart())
    for pause in (1000, 4000, 7000, 20_000):
        link.wait(pause)
        views = [(person.public, person.private) for person in people]
        link.restart()
        assert not link.table.dirty
        people = [link.connect(token=person.token) for person in people]
        for (public, private), person in zip(views, people, strict=True):
            assert person.private == private
            assert person.public == public
            assert person.update.at <= public["deadline"]
    play_to_the_end(link)
    assert people[0].result is not None
    assert len(link.finished) == 1


def test_clocks_stand_still_while_people_come_back() -> None:
    link = Link(return_time=3000)
    (ana, *_) = link.start("Ana", "Bo", "Cy")
    link.wait(58_000)
    ana.act({"type": "discard"})
    link.restart()
    ana = link.connect(token=ana.token)
    link.wait(3_500)
    assert ana.public["phase"] == "action"
    link.wait(1_500)
    assert ana.public["phase"] == "resolution"


def test_a_restored_bot_sits_where_it_sat() -> None:
    link = Link()
    (ana,) = link.seat("Ana")
    for _ in range(2):
        ana.say(wire.ClientInSeatBot("random"))
    ana.say(wire.ClientInStart())
    link.wait(5_000)
    link.restart()
    ana = link.connect(token=ana.token)
    before = len(link.log)
    link.wait(90_000)
    assert any(b'"seat":1,"action"' in entry for entry in link.log[before:])
    assert any(b'"seat":2,"action"' in entry for entry in link.log[before:])


def test_a_table_that_nobody_returns_to_after_a_restart_waits_and_then_closes() -> None:
    link = Link(idle=100_000)
    link.start("Ana", "Bo", "Cy")
    link.restart()
    link.wait(30_000)
    assert link.table.state.status == "paused"
    link.restart()
    assert link.table.state.status == "paused"
    link.wait(101_000)
    assert link.table.closed
