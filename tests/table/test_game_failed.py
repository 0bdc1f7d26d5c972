"""A game whose own code fails loses its match; its table tells everybody, and goes on."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from brouhaha.games.now.bots.levels import Steady
from brouhaha.games.now.game import NowGame
from brouhaha.table import Table, entries, wire
from brouhaha.table.wire import ClientOutTable, ClientOutWelcome
from tests.table.fake_link import Client, Link
from tests.table.test_match import play_to_the_end
from tests.table.test_restore import lasting


def fail(*_: object) -> Any:
    raise ZeroDivisionError("a fault of the game")


def playing() -> tuple[Link, list[Client]]:
    link = Link()
    return link, link.start("Ana", "Bo", "Cy")


def last_entry(link: Link) -> Any:
    return msgspec.json.decode(link.log[-1], type=entries.TableEntry)


def test_everybody_is_told_and_the_next_match_can_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    link, (ana, bo, cy) = playing()
    screen = link.connect(role="screen")
    cy.drop()
    with monkeypatch.context() as patch:
        patch.setattr(NowGame, "act", fail)
        ana.act({"type": "discard"})
    assert [each.notices for each in (ana, bo, screen)] == [["game_failed"]] * 3
    assert link.connect(token=cy.token).notices == ["game_failed"]
    assert ana.status == "lobby"
    assert [seat.points for seat in ana.table.seats] == [0, 0, 0]
    given_up = last_entry(link)
    assert (given_up.reason, given_up.detail) == (
        "game_failed",
        "ZeroDivisionError: a fault of the game",
    )
    assert lasting(link.restored(link.log)) == lasting(link.table)
    ana.say(wire.ClientInStart(anyway=True))
    assert (ana.status, ana.table.match) == ("playing", 2)
    link.wait(4000)
    ana.act({"type": "discard"})
    assert len(ana.public["seats"][0]["discards"]) == 1


@pytest.mark.parametrize("view", ["public", "private", "result"])
def test_a_view_that_fails_is_told_of_once(monkeypatch: pytest.MonkeyPatch, view: str) -> None:
    """Whoever comes at this moment is welcomed once, and sees the table as it is then."""
    link, (ana, bo, _) = playing()
    bo.drop()
    before = len(ana.heard)
    with monkeypatch.context() as patch:
        patch.setattr(NowGame, view, fail)
        again = link.connect(token=bo.token)
    assert len(again.all(ClientOutWelcome)) == 1
    assert [table.status for table in again.all(ClientOutTable)] == ["lobby"]
    heard = [type(message).__name__ for message in ana.heard[before:]]
    assert heard == ["ClientOutTable", "ClientOutNotice"]
    assert (ana.status, ana.notices, again.notices) == ("lobby", ["game_failed"], ["game_failed"])


def test_a_match_that_has_ended_counts_though_it_cannot_be_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link, people = playing()
    play_to_the_end(link)
    points = [seat.points for seat in people[0].table.seats]
    assert sum(points)
    people[1].drop()
    with monkeypatch.context() as patch:
        patch.setattr(NowGame, "public", fail)
        again = link.connect(token=people[1].token)
    assert (again.status, again.notices) == ("lobby", [])
    assert [seat.points for seat in again.table.seats] == points


def test_a_bot_that_fails_when_it_sits_down(monkeypatch: pytest.MonkeyPatch) -> None:
    link, (ana, bo, cy) = playing()
    cy.drop()
    monkeypatch.setattr(Steady, "think", fail)
    link.wait(link.settings.grace + 1)
    assert [each.notices for each in (ana, bo)] == [["game_failed"]] * 2
    assert ana.status == "lobby"


def test_a_table_that_failed_again_and_again_gives_its_match_up() -> None:
    link, (ana, _, _) = playing()
    table = Table.restore(
        link.code, link.log, now=link.now, entropy=link.entropy, give_up=True
    )  # fmt: skip
    assert table.dirty
    assert table.state.status == "lobby"
    assert table.state.abandoned is not None
    assert table.state.abandoned.reason == "match_broken"
    assert table.seat_of(ana.token) is not None
