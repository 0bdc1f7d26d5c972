"""A match has an end: a log that has become too long ends it as if all its time were up."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import brouhaha
from brouhaha.commits import Part, WalFile, commit_of
from brouhaha.engine.log import RUN_OUT, Log
from brouhaha.engine.replay import replay
from brouhaha.games import find
from brouhaha.games.nimble.game import NimbleGame
from brouhaha.store import open_store
from brouhaha.table import entries, wire
from tests.table.fake_link import Client, Link
from tests.table.racing import far_apart, tap
from tests.table.test_restore import lasting

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py

NO_CLOCKS = {"countdown": 0, "round": 0, "check": 0}


def endless(**settings: Any) -> tuple[Link, list[Client]]:
    """Two people at nimble without any clock, and one who watches."""
    link = Link("nimble", **settings)
    people = link.seat("Ana", "Bo")
    people[0].say(wire.ClientInChoose("nimble", NO_CLOCKS))
    people[1].say(wire.ClientInReady())
    people[0].say(wire.ClientInStart())
    return link, [*people, link.connect(role="spectator")]


def flip_and_back(player: Client, times: int) -> None:
    for number in range(times):
        player.act({"type": "back" if number % 2 else "flip"})


def test_a_match_without_a_clock_ends_when_its_log_is_too_long_and_everybody_hears_why() -> None:
    link, (ana, bo, watcher) = endless(match_entries=30)
    bo.drop()
    flip_and_back(ana, 29)
    assert ana.status == "playing"
    ana.act({"type": "back"})
    assert [each.status for each in (ana, watcher)] == ["ended", "ended"]
    assert [each.notices for each in (ana, watcher)] == [["too_long"], ["too_long"]]
    assert ana.public["outcomes"][0]["ending"] == "clock"
    assert link.connect(token=bo.token).notices == ["too_long"]
    assert sum(seat.points for seat in ana.table.seats) > 0  # it counts
    assert [match.number for match in link.finished] == [1]
    ana.say(wire.ClientInRematch())
    assert ana.status == "playing"  # the next one has its own room
    flip_and_back(ana, 10)
    assert ana.status == "playing"


def test_its_log_is_played_again_to_the_same_end() -> None:
    link, (ana, *_) = endless(match_entries=30)
    flip_and_back(ana, 30)
    log = msgspec.convert(link.finished[0].log, Log)
    assert log.entries[-1].action == RUN_OUT
    again = replay(find("nimble"), log)
    assert again.over
    assert msgspec.to_builtins(again.result) == link.finished[0].result
    before = lasting(link.table)
    link.restart()
    assert lasting(link.table) == before
    assert not link.table.dirty


def test_bytes_count_too_and_those_before_a_restart() -> None:
    link, (ana, bo, _) = endless(match_bytes=4000)
    flip_and_back(ana, 20)
    assert ana.status == "playing"
    link.restart()
    ana = link.connect(token=ana.token)
    bo = link.connect(token=bo.token)
    link.wait(5000)
    assert ana.status == "playing"
    ana.moves = 20
    flip_and_back(ana, 20)
    assert ana.status == "ended"
    assert bo.notices == ["too_long"]
    assert sum(map(len, link.log)) < 8000


def test_moves_that_wait_are_answered() -> None:
    """Ana's placement waits for a rival who is far away, and that one's flip is one too many."""
    link, (ana, bo, _) = endless(match_entries=3)
    for player in (ana, bo):
        player.act({"type": "flip"})
    far_apart(link, [ana, bo], 5, 200)
    place = {"type": "place", "pile": 0, "onto": ana.public["piles"][0]}
    tap(link, ana, place, 800, 5)
    tap(link, bo, {"type": "flip"}, 700, 200)
    assert ana.status == "ended"
    assert ana.refused == ["wrong_phase"]


def test_a_game_whose_clocks_do_not_end_it_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    link, (ana, bo, _) = endless(match_entries=30)
    monkeypatch.setattr(NimbleGame, "expire", lambda *state: [])
    flip_and_back(ana, 30)
    assert ana.status == "lobby"
    assert bo.notices == ["too_long"]
    given_up = entries.decode(link.log[-1])
    assert isinstance(given_up, entries.Abandoned)
    assert given_up.reason == "too_long"
    assert link.finished == []
    before = lasting(link.table)
    link.restart()
    assert lasting(link.table) == before


def test_a_party_whose_log_is_too_long_begins_no_other_match() -> None:
    _, (ana, *_) = endless(match_entries=30, log_bytes=5000)
    flip_and_back(ana, 30)
    ana.say(wire.ClientInRematch())
    flip_and_back(ana, 30)
    assert ana.status == "ended"
    assert ana.refused == []
    ana.say(wire.ClientInRematch())
    assert ana.refused == ["too_many_matches"]


def test_the_longest_match_can_be_written_and_read_again(url: str, tmp_path: Any) -> None:
    link = Link("nimble")
    ana, _ = link.seat("Ana", "Bo")
    ana.say(wire.ClientInChoose("nimble", NO_CLOCKS))
    ana.say(wire.ClientInStart(anyway=True))
    table, seen = link.table, ana.update.seq
    for number in range(link.settings.match_entries):
        action = msgspec.Raw(b'{"type":"back"}' if number % 2 else b'{"type":"flip"}')
        table.receive(ana.conn, wire.ClientInAct(number + 1, seen, 0, action), link.now)
    assert table.state.status == "ended"
    commit = commit_of([Part(table, table.flush())], 1_000_000)
    assert commit is not None
    rows = [replace(row, entry=number) for number, row in enumerate(commit.rows)]
    file = WalFile(tmp_path / "wal")
    file.write(replace(commit, rows=rows))
    file.close()
    again = WalFile(tmp_path / "wal")
    assert again.read() is None
    with open_store(url) as store:
        store.take_in(again.commit)
        found = store.match(commit.finished[0].id)
    again.close()
    assert found is not None
    match = replay(find("nimble"), msgspec.json.decode(found.log, type=Log))
    assert match.over
    assert len(match.entries) == link.settings.match_entries + 1


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("nimble", {"signal": "player", "countdown": 0, "round": 0, "check": 0}),
        ("nimble", {"signal": "player", "challenge": True, "round": 0, "check": 0}),
        ("now", {"signal": "all", "action": 0, "resolution": 0}),
    ],
)
def test_a_match_in_which_nobody_gives_the_signal_ends_too(
    game: str, options: dict[str, Any]
) -> None:
    match = brouhaha.start(game, ["Ana", "Bo"], options=options)
    assert match.public().phase == "signal"
    match.run_out(1)
    assert match.over
