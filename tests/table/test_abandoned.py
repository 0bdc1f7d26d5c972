"""A match that cannot be played again after a restart is given up; its table stays open.

The rules here truly change: under the new version a round of NOW! shows other targets, so that
playing the old log on would give another state.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from brouhaha.engine.errors import Refusal, Rejected
from brouhaha.engine.replay import play_again
from brouhaha.games import find
from brouhaha.games.now.game import NowGame
from brouhaha.table import entries, wire
from tests.table.fake_link import Client, Link
from tests.table.test_match import play_to_the_end
from tests.table.test_restore import lasting


def half_played() -> tuple[Link, list[Client]]:
    link = Link()
    ana, bo, cy = link.start("Ana", "Bo", "Cy")
    ana.act({"type": "discard"})
    bo.act({"type": "discard"})
    return link, [ana, bo, cy]


def change_the_rules(patch: pytest.MonkeyPatch) -> None:
    """Version 2 deals backwards."""
    setup = NowGame.setup

    def backwards(self: NowGame, players: list[str], *others: Any) -> Any:
        state = setup(self, players, *others)
        for deck in state.decks:
            deck.reverse()
        return state

    patch.setattr(NowGame, "setup", backwards)
    patch.setattr(NowGame, "version", NowGame.version + 1)


def kinds(log: list[bytes]) -> list[str]:
    return [msgspec.json.decode(entry)["type"] for entry in log]


def test_the_new_rules_would_have_made_another_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the tests below would prove nothing."""
    link, _ = half_played()
    assert link.table.live_match is not None
    match = link.table.live_match.match
    with monkeypatch.context() as patch:
        change_the_rules(patch)
        patch.setattr(NowGame, "version", match.header.rules)
        again = play_again(find("now"), match.header, match.entries)
        assert msgspec.json.encode(again.state) != msgspec.json.encode(match.state)
    again = play_again(find("now"), match.header, match.entries)
    assert msgspec.json.encode(again.state) == msgspec.json.encode(match.state)


def test_a_match_begun_under_other_rules_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    link, people = half_played()
    before = list(link.log)
    change_the_rules(monkeypatch)
    link.restart()
    assert link.table.dirty
    link.tell()
    assert link.log[: len(before)] == before  # nothing is deleted
    assert kinds(link.log[len(before) :]) == ["abandoned"]
    assert msgspec.json.decode(link.log[-1])["reason"] == "rules_changed"
    ana = link.connect(token=people[0].token)
    assert ana.notices == ["rules_changed"]
    assert ana.table.status == "lobby"
    assert [seat.name for seat in ana.table.seats] == ["Ana", "Bo", "Cy"]
    assert link.finished == []
    assert [seat.points for seat in ana.table.seats] == [0, 0, 0]


def test_the_table_is_open_for_the_next_match(monkeypatch: pytest.MonkeyPatch) -> None:
    link, people = half_played()
    change_the_rules(monkeypatch)
    link.restart()
    link.tell()
    ana, bo, cy = (link.connect(token=person.token) for person in people)
    for person in (bo, cy):
        person.say(wire.ClientInReady())
    ana.say(wire.ClientInStart())
    assert (ana.table.status, ana.table.match) == ("playing", 2)
    for person in (ana, bo, cy):
        person.drop()
    link.connect(role="spectator")
    play_to_the_end(link)
    (match,) = link.finished
    assert match.log["header"]["rules"] == NowGame.version
    link.restart()
    assert link.table.state.status == "ended"
    assert link.connect(token=ana.token).notices == []


def test_the_log_gives_the_same_table_again_whatever_the_rules_are_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link, people = half_played()
    with monkeypatch.context() as patch:
        change_the_rules(patch)
        link.restart()
        link.tell()
        given_up = lasting(link.table)
        assert lasting(link.restored(link.log)) == given_up
    restored = link.restored(link.log)  # the old rules are back: what was given up stays so
    assert lasting(restored) == given_up
    assert not restored.dirty
    link.restart()
    assert link.connect(token=people[1].token).notices == ["rules_changed"]


def test_each_player_is_told_once_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    link, people = half_played()
    change_the_rules(monkeypatch)
    link.restart()
    link.tell()
    told = [link.connect(token=person.token) for person in people]
    assert [person.notices for person in told] == [["rules_changed"]] * 3
    assert link.connect(token=people[0].token).notices == []
    assert link.connect(role="screen").notices == []
    assert link.connect(name="Dee").notices == []


@pytest.mark.parametrize(
    "fault",
    [RuntimeError("a fault in a rule"), Rejected(Refusal("no", "No.", "Non."))],
    ids=["raises", "refuses"],
)
def test_a_match_that_its_own_rules_cannot_play_again_is_given_up(
    monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    link, people = half_played()

    def broken(*_: object) -> Any:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(NowGame, "act", broken)
        link.restart()
    link.tell()
    entry = msgspec.json.decode(link.log[-1], type=entries.TableEntry)
    assert isinstance(entry, entries.Abandoned)
    assert entry.reason == "match_broken"
    assert type(fault).__name__ in entry.detail
    ana = link.connect(token=people[0].token)
    assert ana.notices == ["match_broken"]
    ana.say(wire.ClientInChoose("nimble"))
    assert (ana.table.status, ana.table.game) == ("lobby", "nimble")


def test_a_paused_match_is_given_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    link, people = half_played()
    people[1].say(wire.ClientInPause())
    change_the_rules(monkeypatch)
    link.restart()
    link.tell()
    ana = link.connect(token=people[0].token)
    assert (ana.table.status, ana.table.paused_by) == ("lobby", None)
    assert ana.notices == ["rules_changed"]


def test_who_left_the_match_that_was_given_up_has_no_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    link, people = half_played()
    people[1].say(wire.ClientInLeave())
    change_the_rules(monkeypatch)
    link.restart()
    link.tell()
    cy = link.connect(token=people[2].token)
    assert [seat.name for seat in cy.table.seats] == ["Ana", "Cy"]
    assert cy.table.you == 1


def test_a_finished_match_keeps_its_points_and_nobody_is_alarmed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link, people = half_played()
    play_to_the_end(link)
    points = [seat.points for seat in link.clients[0].table.seats]
    assert sum(points)
    change_the_rules(monkeypatch)
    link.restart()
    link.tell()
    ana = link.connect(token=people[0].token)
    assert (ana.table.status, ana.notices) == ("lobby", [])
    assert [seat.points for seat in ana.table.seats] == points
    assert len(link.finished) == 1
