"""Longer clocks for a seat: which of a game's clocks wait for whom."""

from __future__ import annotations

from typing import Any

import pytest

import brouhaha
from brouhaha.engine.match import AnyMatch
from brouhaha.games.nono import GAME as NONO
from brouhaha.games.now import GAME as NOW
from tests.games.nono.table import SPORTS

NAMES = ["Ana", "Bo", "Cy"]
GO = 3000
DEAL = {"turns": [SPORTS]}


def now(extra: Any, **options: Any) -> AnyMatch:
    match = brouhaha.start(NOW, NAMES, {"extra_time": extra, **options}, seed=1)
    match.advance(GO)
    return match


def nono(extra: Any, **options: Any) -> AnyMatch:
    options = {"language": "fr", "extra_time": extra, **options}
    match = brouhaha.start(NONO, NAMES, options, seed=1, deal=DEAL)
    match.advance(GO)
    return match


@pytest.mark.parametrize(
    ("extra", "options", "seconds"),
    [
        (None, {}, 60),
        ([None, 20], {}, 80),
        ([10, 20, 5], {}, 80),
        ([None, 20], {"action": 0}, None),
    ],
)
def test_nows_round_waits_for_whoever_has_the_most_time(
    extra: Any, options: Any, seconds: int | None
) -> None:
    assert now(extra, **options).due == (None if seconds is None else GO + seconds * 1000)


@pytest.mark.parametrize(("extra", "seconds"), [([None, 20], 30), ([60, None], 10)])
def test_nows_last_player_has_their_own_time(extra: Any, seconds: int) -> None:
    match = now(extra)
    match.act(0, {"type": "now"}, GO)
    match.act(2, {"type": "now"}, GO)
    assert match.due == GO + seconds * 1000


def test_nonos_search_is_the_same_for_all_and_typing_is_not() -> None:
    match = nono([None, 10, 30])
    assert match.due == GO + 90_000
    match.act(1, {"type": "stop"}, GO)
    assert match.due == GO + 25_000
    match.act(1, {"type": "answer", "word": "ski de fond"}, GO)
    assert match.due == GO + 45_000  # 15, and 30 for Cy, who votes; not Bo's 10


def test_nonos_own_time_is_not_the_stoppers_when_others_vote() -> None:
    match = nono([None, 60])
    match.act(1, {"type": "stop"}, GO)
    match.act(1, {"type": "answer", "word": "ski de fond"}, GO)
    assert match.due == GO + 15_000


@pytest.mark.parametrize("play", [now, nono])
def test_everybody_sees_it_and_views_without_it_are_as_before(play: Any) -> None:
    seats = brouhaha.to_json(play([None, 10]).public())["seats"]
    assert [seat.get("extra_time") for seat in seats[:3]] == [None, 10, None]
    for seat in brouhaha.to_json(play(None).public())["seats"]:
        assert "extra_time" not in seat


@pytest.mark.parametrize("play", [now, nono])
@pytest.mark.parametrize("extra", [[None, None, None, 10], [7], ["10"], [-5], [3600], 10])
def test_other_values_and_seats_are_refused(play: Any, extra: Any) -> None:
    with pytest.raises(brouhaha.Rejected) as refused:
        play(extra)
    assert refused.value.code == "bad_option"


@pytest.mark.parametrize("play", [now, nono])
def test_it_is_in_the_log_and_replays(play: Any) -> None:
    match = play([5, None, 60])
    again = brouhaha.replay(match.log)
    assert brouhaha.to_json(again.public()) == brouhaha.to_json(match.public())
