"""NOW! by its tables: each case is in a data file, the books' own examples among them."""

from __future__ import annotations

from typing import Any

import pytest

import brouhaha
from brouhaha.engine.match import Match
from brouhaha.games.now.cards import TargetCard
from brouhaha.games.now.scoring import score_match
from brouhaha.games.now.taking import take
from brouhaha.games.now.types import SeatView, State
from tests.games.now.dealing import everybody_says_now, next_round, play, start, table, target


def cases(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(c, id=c["name"]) for c in table(name)])


@cases("resolution")
def test_resolution(case: dict[str, Any]) -> None:
    match = start(case["targets"], [[card] for card in case["cards"]])
    everybody_says_now(match)
    public = match.public()
    takes: dict[str, int | None] = {str(t.value): None for t in public.targets}
    for seat, place in enumerate(public.seats):
        takes |= {str(card.value): seat for card in place.won}
    assert takes == case["takes"]
    assert [place.active for place in public.seats] == case["cards"]


@cases("refresh")
def test_refresh(case: dict[str, Any]) -> None:
    """Refresh turns up first; everybody's cards are dealt so that a discard brings the wanted."""
    targets = case.get("targets", ["8 red 2", "16 blue 2", "refresh"])
    left_over = [case["left_over"], "1 red 1", "2 red 1"] if "left_over" in case else []
    match = start([*left_over, *targets], [[100], [101], [102]], {"perfect": case["perfect"]})
    if left_over:
        everybody_says_now(match)
        next_round(match)
    for seat, card in enumerate(case["cards"]):
        match.state.private[seat].active = card
    before = match.public()
    everybody_says_now(match)
    public = match.public()
    assert before.refresh == "in_play"
    assert public.refresh == case["refresh"]
    owners = [seat for seat, place in enumerate(public.seats) if place.refresh]
    assert owners == ([] if case["winner"] is None else [case["winner"]])
    on_table = any(card.refresh for card in public.targets)
    assert on_table == (case["refresh"] == "in_play")


@cases("scoring")
def test_scoring(case: dict[str, Any]) -> None:
    seats = [SeatView("x", "blue", 16, won=[]) for _ in case["won"]]
    for place, cards in zip(seats, case["won"], strict=True):
        for card in cards:
            if card == "refresh":
                place.refresh = True
            else:
                take(place, TargetCard(**target(card)))
    result = score_match(seats, case.get("refresh_points", 3), case.get("unranked", 0))
    assert result.scores == case["scores"]
    assert [line.total for line in result.sheet] == case["totals"]
    if "ranking" in case:
        assert result.ranking == case["ranking"]
        assert result.winners == case["ranking"][0]


@cases("play")
def test_play(case: dict[str, Any]) -> None:
    targets = ["16 red 2", "84 blue 3", "120 both 1"]
    match = start(targets, case["decks"], case.get("options"), case.get("silvano"))
    play(match, case["script"])
    if "then" in case:
        with pytest.raises(brouhaha.Rejected) as refused:
            play(match, [case["then"]])
        assert refused.value.code == case["refused"]
    check(match, case)


def check(match: Match[State], case: dict[str, Any]) -> None:
    public = match.public()
    players = public.seats[: len(match.header.players)]
    found = {
        "phase": public.phase,
        "round": public.round,
        "last_player": public.last_player,
        "active": [match.private(seat).active for seat in range(len(players))],
        "discards": [place.discards for place in players],
        "cards_left": [place.cards_left for place in players],
        "said_now": [place.said_now for place in players],
    }
    expected = {key: case[key] for key in found if key in case}
    assert {key: found[key] for key in expected} == expected
