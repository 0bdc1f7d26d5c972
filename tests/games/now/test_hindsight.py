"""After a round, the best card that one held: told to its player alone, and only then."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import brouhaha
from brouhaha.engine.match import Match
from brouhaha.games.now import GAME
from brouhaha.games.now.scoring import score_of
from brouhaha.games.now.types import BestCard, Public, State
from brouhaha.lab.arena import steps
from tests.games.now.dealing import everybody_says_now, next_round, start


def best(match: Match[State], seat: int) -> Any:
    return brouhaha.to_json(match.private(seat)).get("best")


def test_a_card_that_was_let_go_would_have_taken_two_targets() -> None:
    match = start(["84 red 3", "120 red 2", "16 blue 4"], [[83, 50], [60], [20]])
    match.act(0, {"type": "discard"}, match.now)
    everybody_says_now(match)
    assert best(match, 0) == {
        "card": 83,
        "targets": [
            {"value": 84, "colour": "red", "points": 3},
            {"value": 120, "colour": "red", "points": 2},
        ],
        "refresh": False,
        "gain": 5,
    }


def test_the_card_that_was_kept_is_named_if_none_was_better() -> None:
    match = start(["84 red 3", "120 red 2", "16 blue 4"], [[125, 83], [60], [20]])
    match.act(0, {"type": "discard"}, match.now)
    everybody_says_now(match)
    assert best(match, 0)["card"] == 83


def test_the_wrong_colour_is_not_called_better() -> None:
    """With four red points, two blue ones cost two."""
    match = start(
        ["84 red 4", "100 red 1", "16 blue 4", "88 blue 2", "12 blue 1", "8 blue 1"],
        [[83, 87, 91], [90, 2], [20, 3]],
    )
    everybody_says_now(match)
    assert match.public().seats[0].red == 4
    next_round(match)
    match.act(0, {"type": "discard"}, match.now)  # 83 and 87 would take the 88, which is blue
    match.act(0, {"type": "discard"}, match.now)
    everybody_says_now(match)
    told = best(match, 0)
    assert (told["card"], told["targets"], told["gain"]) == (91, [], 0)


def test_who_discarded_nothing_had_no_choice_and_is_told_nothing() -> None:
    match = start(["84 red 3", "120 red 2", "16 blue 4"], [[83, 50], [60], [20]])
    match.act(0, {"type": "discard"}, match.now)
    everybody_says_now(match)
    assert [best(match, seat) for seat in (1, 2)] == [None, None]


def test_it_is_there_in_the_resolution_alone_and_counts_this_round_only() -> None:
    match = start(["84 red 3", "120 red 2", "16 blue 4"], [[83, 50], [60], [20]])
    match.act(0, {"type": "discard"}, match.now)
    assert best(match, 0) is None
    everybody_says_now(match)
    assert best(match, 0) is not None
    next_round(match)
    assert best(match, 0) is None
    everybody_says_now(match)
    assert best(match, 0) is None  # 83 went a round ago


def test_a_perfect_that_would_have_won_refresh_counts_it() -> None:
    match = start(
        ["84 red 1", "refresh", "16 blue 4"], [[84, 50], [60], [20]], {"refresh_active": "kept"}
    )
    match.act(0, {"type": "discard"}, match.now)
    everybody_says_now(match)
    told = best(match, 0)
    assert (told["card"], told["refresh"], told["gain"]) == (84, True, 4)


def test_it_tells_only_what_the_table_shows_and_replays_the_same() -> None:
    """Every named card lies open: the player's own, or among their discards."""
    match = brouhaha.start(GAME, ["Ana", "Bo", "Cy"], seed=7)
    bots = [GAME.bots["steady"](seat, Random(seat)) for seat in range(3)]
    told = 0
    for _ in steps(match, bots):
        for seat, hand in enumerate(match.state.private):
            if hand.best is None:
                continue
            told += 1
            place = match.state.public.seats[seat]
            assert match.state.public.phase in ("resolution", "end")
            assert hand.best.card in (place.active, *place.discards)
    assert told > 0
    again = brouhaha.replay(match.log)
    assert brouhaha.to_json(again.state) == brouhaha.to_json(match.state)


def plainly_best(before: Public, shown: list[int], seat: int, held: list[int]) -> BestCard:
    """Every held card is shown in turn, and the whole table is handed out by the rule."""
    others = [card for one, card in enumerate(shown) if one != seat]
    place, values = before.seats[seat], {target.value for target in before.targets}
    told = []
    for card in held:
        takes = [
            target
            for target in before.targets
            if max((one for one in (card, *others) if one <= target.value), default=0) == card
        ]
        points = {"red": place.red, "blue": place.blue, "both": place.both}
        for target in takes:
            points[target.colour] += target.points
        refresh = before.refresh == "in_play" and card in values and not values & set(others)
        gain = score_of(**points) - score_of(place.red, place.blue, place.both) + 3 * refresh
        told.append((gain, sum(points.values()), BestCard(card, tuple(takes), refresh, gain)))
    return max(told, key=lambda brings: brings[:2])[2]


@pytest.mark.parametrize("players", [2, 4])
def test_it_is_what_showing_every_card_in_turn_says(players: int) -> None:
    told = 0
    for seed in range(12):
        match = brouhaha.start(GAME, ["Ana", "Bo", "Cy", "Di"][:players], seed=seed)
        bots = [GAME.bots["random"](seat, Random(seed * 9 + seat)) for seat in range(players)]
        before, at_go = match.public(), match.public()
        for _ in steps(match, bots):
            now = match.public()
            if (before.phase, now.phase) == ("action", "resolution"):
                shown = [place.active or 0 for place in now.seats]
                for seat, hand in enumerate(match.state.private):
                    let_go = now.seats[seat].discards[len(at_go.seats[seat].discards) :]
                    held = [shown[seat], *let_go]
                    assert hand.best == (
                        plainly_best(before, shown, seat, held) if let_go else None
                    )
                    told += bool(let_go)
            if (before.phase, now.phase) == ("countdown", "action"):
                at_go = now
            before = now
    assert told > 100
