"""What a game says of itself, and what follows for one that says nothing."""

from __future__ import annotations

import pytest

from brouhaha import games
from brouhaha.engine.presentation import HOUSE_LEVELS, STUDIED, Presentation, completed

NOTHING = Presentation()


def test_a_game_that_says_nothing_has_a_name_and_levels() -> None:
    shown = completed(NOTHING, "set_hunt", ["random"], range(2, 9))
    assert shown.name == {"en": "Set hunt"}
    assert shown.levels == (STUDIED,)
    assert (shown.first_level, shown.usual_level, shown.play_now_bots) == ("random", "random", 3)


@pytest.mark.parametrize(
    ("bots", "levels", "first", "usual"),
    [
        (["random", "slow", "quick"], ["slow", "quick"], "slow", "quick"),
        (["sharp", "odd", "gentle"], ["gentle", "sharp"], "gentle", "sharp"),
        (["random", "steady"], ["steady"], "steady", "steady"),
        ([], ["random"], "random", "random"),
    ],
)
def test_levels_follow_from_the_bots(
    bots: list[str], levels: list[str], first: str, usual: str
) -> None:
    shown = completed(NOTHING, "x", bots, range(2, 5))
    assert [level.id for level in shown.levels] == levels
    assert (shown.first_level, shown.usual_level) == (first, usual)


@pytest.mark.parametrize(
    ("players", "bots"), [(range(1, 2), 0), (range(2, 3), 1), (range(2, 4), 2)]
)
def test_play_now_brings_no_more_bots_than_there_are_seats(players: range, bots: int) -> None:
    assert completed(NOTHING, "x", ["random"], players).play_now_bots == bots


def test_what_is_said_is_kept() -> None:
    said = Presentation(
        name={"fr": "Chasse"}, levels=HOUSE_LEVELS[2:], usual_level="merciless", play_now_bots=0
    )
    shown = completed(said, "x", ["random", "sharp", "merciless"], range(2, 5))
    assert (shown.name, shown.play_now_bots) == ({"fr": "Chasse"}, 0)
    assert (shown.first_level, shown.usual_level) == ("sharp", "merciless")


@pytest.mark.parametrize("game", ["now", "nimble", "nono"])
def test_our_games_name_and_explain_every_option_in_both_languages(game: str) -> None:
    rules = games.find(game)
    for_programs = {"givers"}  # not set by hand
    assert (
        set(rules.presentation.options) == set(rules.kinds.options.__struct_fields__) - for_programs
    )
    for option in rules.presentation.options.values():
        for texts in (option.label, option.why, *option.values.values()):
            assert set(texts) == {"en", "fr"}
            assert all(texts.values())
