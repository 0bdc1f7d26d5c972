"""What games share: clocks, being ready, the ranking; and what a game need not say itself."""

from __future__ import annotations

import msgspec
import pytest

import brouhaha
from brouhaha import games
from brouhaha.engine import refusals
from brouhaha.engine.common import deadline, ranking, say_ready
from brouhaha.engine.errors import Rejected, refusals_of


class Place(msgspec.Struct):
    ready: bool = False


@pytest.mark.parametrize(("seconds", "due"), [(0, None), (0.0005, 100), (3.0, 3100), (0.0016, 102)])
def test_a_clock_of_no_seconds_is_off(seconds: float, due: int | None) -> None:
    assert deadline(100, seconds) == due


def test_all_are_ready_when_the_last_one_is() -> None:
    seats = [Place() for _ in range(3)]
    assert [say_ready(seats, seat) for seat in (2, 0, 1)] == [False, False, True]


def test_nobody_is_ready_twice() -> None:
    seats = [Place(), Place(ready=True)]
    with pytest.raises(Rejected, match="already_ready"):
        say_ready(seats, 1)
    assert [place.ready for place in seats] == [False, True]


@pytest.mark.parametrize(
    ("standings", "expected"),
    [
        ([5], [[0]]),
        ([3, 1, 2], [[1], [2], [0]]),
        ([2, 1, 2, 1], [[1, 3], [0, 2]]),
        ([7, 7, 7], [[0, 1, 2]]),
    ],
)
def test_the_lowest_standing_is_first_and_equals_share(
    standings: list[int], expected: list[list[int]]
) -> None:
    assert ranking(len(standings), lambda seat: (standings[seat],)) == expected


@pytest.mark.parametrize("name", games.names())
def test_views_are_the_live_parts_of_the_state(name: str) -> None:
    game = games.find(name)
    match = brouhaha.start(name, ["Ana", "Bo", "Cy"], seed=7)
    state = match.state
    assert game.public(state) is state.public
    assert game.private(state, 1) is state.private[1]
    assert game.result(state) is state.result is None
    assert game.due(state) == state.public.deadline == 3000


@pytest.mark.parametrize("name", games.names())
def test_what_is_not_legal_in_a_phase_is_refused(name: str) -> None:
    match = brouhaha.start(name, ["Ana", "Bo", "Cy"], seed=7)
    assert match.public().phase not in match.game.legal
    with pytest.raises(Rejected, match="wrong_phase"):
        match.act(0, {"type": "ready"}, 0)


def test_a_reason_is_told_in_every_language() -> None:
    own = [refusal for name in games.names() for refusal in games.find(name).refusals]
    told = [refusal for refusal in (*refusals_of(refusals), *own) if "{reason}" in refusal.en]
    assert len(told) == 10
    assert all("{reason}" in refusal.fr for refusal in told)
