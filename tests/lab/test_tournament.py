"""Tournaments: mirrored, rated, the same on any number of cores."""

import json
from pathlib import Path

import pytest

from brouhaha.cli import main
from brouhaha.lab import optional_packages
from brouhaha.lab.shares import share_of, wilson
from brouhaha.lab.tournament import Duel, first_share, play_duel, tournament


def test_the_same_table_on_one_core_or_two() -> None:
    one = tournament("now", ["random", "greedy"], 24, 3, seed=5, jobs=1)
    assert one == tournament("now", ["random", "greedy"], 24, 3, seed=5, jobs=2)
    assert one != tournament("now", ["random", "greedy"], 24, 3, seed=6, jobs=1)


def test_better_bots_are_rated_higher() -> None:
    found = tournament("now", ["random", "greedy", "gentle"], 40, 4)
    assert [rating.bot for rating in found.ratings][-1] == "random"
    assert found.ratings[0].low > found.ratings[-1].high
    assert [share.label.split()[0] for share in found.neighbours] == [
        rating.bot for rating in found.ratings[:-1]
    ]
    assert all(rating.played == 80 for rating in found.ratings)
    assert sum(rating.won for rating in found.ratings) == 120


def test_a_bot_against_itself_gets_exactly_half_of_mirrored_matches() -> None:
    """Same deal, same luck, other side: what one side won, the other wins."""
    duel = Duel("now", 4, 3, ("greedy", "greedy2"))
    from brouhaha.games.now import GAME

    kinds = {**GAME.bots, "greedy2": GAME.bots["greedy"]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(GAME), "bots", kinds)
        gains = [play_duel(duel, number) for number in range(20)]
    assert sum(gains) == 10
    assert len(set(gains)) > 1


@pytest.mark.parametrize(
    ("ranking", "kinds", "gain"),
    [
        ([[0], [1], [2], [3]], "abab", 1),
        ([[1, 3], [0], [2]], "abab", 0),
        ([[0, 1], [2], [3]], "abab", 0.5),
        ([[2], [1], [0]], "ab", 0),  # Silvano first: then the better of the two
    ],
)
def test_a_side_is_as_good_as_its_best_player(
    ranking: list[list[int]], kinds: str, gain: float
) -> None:
    assert first_share(ranking, list(kinds), "a") == gain


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "tournament nimble --bots random,greedy --matches 4 --players 2 --jobs 1"
    page, plot = tmp_path / "t.html", tmp_path / "t.svg"
    assert main([*words.split(), "--plot", str(page)]) == 0
    assert "greedy against random" in capsys.readouterr().out
    assert main([*words.split(), "--json", "--plot", str(plot)]) == 0
    assert json.loads(capsys.readouterr().out)["ratings"][0]["bot"] == "greedy"
    assert plot.read_text().startswith("<svg")
    assert "http" not in page.read_text().replace("http://www.w3.org/2000/svg", "")


def test_what_is_missing_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(optional_packages, "find_spec", lambda name: None)
    assert main("balance now".split()) == 2
    assert "pip install 'brouhaha[lab]'" in capsys.readouterr().err


def test_an_unknown_bot_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("tournament now --bots random,clever --matches 2".split()) == 2
    assert "clever" in capsys.readouterr().err


def test_wilson_intervals() -> None:
    """Known answers, by the formula's textbook example and at the ends."""
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    assert wilson(0.0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(1.0, 20)[1] == 1.0
    assert share_of("x", 60, 100).told() == " 60.0 %  (50.2 to 69.1)"
