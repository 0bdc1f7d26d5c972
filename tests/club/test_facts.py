"""What is counted of one match: places, chances, races, and the figures of NoNo's words."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from brouhaha.club.facts import facts_of
from brouhaha.engine.presentation import Figure
from brouhaha.games.nono.game import NonoGame
from brouhaha.games.now.game import NowGame
from brouhaha.lab.archive import archived, play
from brouhaha.store import ArchivedMatch
from tests.club.conftest import NOON


def match_of(result: dict[str, Any], races: dict[str, Any] | None = None) -> ArchivedMatch:
    log = {
        "header": {"game": "gone", "rules": 1, "players": ["Ana", "Bo", "Cy"], "options": {},
                   "seed": "00"},
        "entries": [], "now": 0, "races": races or {},
    }  # fmt: skip
    return ArchivedMatch(
        id="m", table="T", game="gone", players=["Ana", "Bo", "Cy"], bots=None, started=0,
        ended=NOON, result=msgspec.Raw(json.dumps(result)), log=msgspec.Raw(json.dumps(log)),
    )  # fmt: skip


def test_equals_share_the_better_place_and_the_win() -> None:
    facts = facts_of(match_of({"winners": [0, 2], "ranking": [[0, 2], [1]]}))
    assert [(seat.place, seat.won, seat.chance) for seat in facts.seats] == [
        (1, True, 2 / 3), (3, False, 2 / 3), (1, True, 2 / 3),
    ]  # fmt: skip


def test_a_seat_of_the_games_own_lessens_the_chance() -> None:
    """As Silvano does in NOW! for two."""
    facts = facts_of(match_of({"winners": [3], "ranking": [[3], [0], [1], [2]]}))
    assert [(seat.place, seat.won, seat.chance) for seat in facts.seats] == [
        (2, False, 0.25), (3, False, 0.25), (4, False, 0.25),
    ]  # fmt: skip


def runner(seat: int, acted: float) -> dict[str, Any]:
    return {"seat": seat, "arrived": acted, "acted": acted, "claimed": None, "behind": 0.0}


def test_races_are_won_and_lost_by_so_much() -> None:
    races = {
        "0": {"runners": [runner(0, 100.0), runner(1, 130.0), runner(2, 190.0)]},
        "1": {"runners": [runner(1, 10.0), runner(0, 20.0)], "among": 2, "winner": 1},  # drawn
        "2": {"runners": [runner(2, 5.0)]},  # against nobody
    }
    facts = facts_of(match_of({"winners": [0], "ranking": [[0], [1], [2]]}, races))
    ana, bo, cy = ({name: v.value for name, v in seat.figures.items()} for seat in facts.seats)
    assert ana == {"races_won": 2, "races_lost": 0, "won_by": 15.0}
    assert bo == {"races_won": 0, "races_lost": 2, "lost_by": 15.0}
    assert cy == {"races_won": 0, "races_lost": 1, "lost_by": 90.0}


def test_nonos_figures_equal_its_verdicts() -> None:
    """Counted here from the views of the match, not from what was heard."""
    match = play("nono", ["Ana", "Bo", "Cy"], ["sharp"] * 3, "words")
    facts = facts_of(archived(match, "m", NOON))
    scores = json.loads(msgspec.json.encode(match.result))["scores"]
    assert [seat.figures["points"].value for seat in facts.seats] == scores
    for seat in facts.seats:
        words, longest = seat.figures["words"].value, seat.figures.get("longest")
        assert (longest is not None) == (words > 0)
        if longest is not None:
            letters = [letter for letter in longest.text if letter.isalpha()]
            assert longest.value == len(letters), longest
    assert sum(seat.figures["words"].value for seat in facts.seats) > 0


@pytest.mark.parametrize("answer", [
    [{"points": None}], {"points": 1}, [{"nameless": 1}], [object()], "points",
])  # fmt: skip
def test_a_game_that_answers_nonsense_costs_its_figures_only(
    monkeypatch: pytest.MonkeyPatch, answer: Any
) -> None:
    monkeypatch.setattr(NowGame, "statistics", lambda *_: answer)
    match = play("now", ["Ana", "Bo", "Cy"], ["greedy"] * 3, "x")
    facts = facts_of(archived(match, "m", NOON))
    assert all(seat.figures == {} and seat.place for seat in facts.seats)


def test_every_figure_has_words_in_both_languages() -> None:
    for game in (NowGame(), NonoGame()):
        for figure in game.presentation.figures:
            assert isinstance(figure, Figure)
            assert figure.name["en"]
            assert figure.name["fr"]
