"""Nobody sees what lies in a deck or under a top card, and nobody is told of errors in play."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from brouhaha import to_json
from brouhaha.engine.errors import Rejected
from brouhaha.engine.match import Match, new_header
from brouhaha.engine.replay import play_entry
from brouhaha.games.nimble import GAME
from brouhaha.games.nimble.cards import DECK
from brouhaha.games.nimble.types import State
from brouhaha.lab.arena import play_out, result_of, steps

HEARD_IN_PLAY = {"flipped", "placed", "taken_back", "recycled"}


def random_bots(players: int, seed: int) -> list[Any]:
    random = Random(seed)
    return [GAME.bots["random"](seat, random) for seat in range(players)]


def start(decks: list[list[list[str]]], givers: list[int]) -> Match[State]:
    names = ["Ana", "Bo", "Cy", "Dee"][: len(decks)]
    return Match(GAME, new_header(GAME, names, {}, 7, {"decks": decks, "givers": givers}))


@pytest.mark.parametrize("seed", range(5))
def test_the_cards_still_in_the_decks_change_nothing_that_anybody_sees(seed: int) -> None:
    """Two matches that differ in what was never flipped are alike until it is."""
    random = Random(seed)
    decks = [random.sample(to_json(DECK), 30) for _ in range(3)]
    other = [deck[:12] + random.sample(deck[12:], 18) for deck in decks]
    first, second = start(decks, [0, 1, 2]), start(other, [0, 1, 2])
    play_out(first, random_bots(3, seed))
    compared = 0
    third = start(decks, [0, 1, 2])
    for entry in first.entries:
        if entry.seat is not None and min(len(deck) for deck in third.state.decks) <= 18:
            break
        heard = [play_entry(match, entry) for match in (third, second)]
        assert heard[0] == heard[1]
        assert third.public() == second.public()
        assert third.private(0) == second.private(0)
        compared += 1
    assert compared > 15


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_and_events_say_nothing_of_errors_before_the_check(players: int) -> None:
    names = ["Ana", "Bo", "Cy", "Dee"][:players]
    match = Match(GAME, new_header(GAME, names, {}, 7, None))
    looks = 0
    for text in told_in_play(match, players):
        assert "error" not in text
        assert "title" not in text
        looks += 1
    assert looks > 50
    assert sum(result_of(match).errors) > 10  # there was something to be silent about


def told_in_play(match: Match[State], players: int) -> Iterator[str]:
    """All that anybody is shown while the round runs, as JSON without empty lists."""
    for _ in steps(match, random_bots(players, 3)):
        table = match.public()
        if table.phase != "play":
            continue
        assert table.check == []
        assert table.outcomes == []
        shown = {key: value for key, value in to_json(table).items() if value != []}
        yield json.dumps([shown, to_json(match.private(0))])


def test_a_placement_is_heard_alike_whether_right_or_wrong() -> None:
    """The referee's words in play are these four, each with what everybody saw."""
    match = Match(GAME, new_header(GAME, ["Ana", "Bo"], {"countdown": 0}, 7, None))
    random, at = Random(5), 0
    kinds = set()
    while match.public().phase == "play":
        at += 10
        pile = random.randrange(3)
        place = {"type": "place", "pile": pile, "onto": to_json(match.public().piles[pile])}
        action = random.choice([{"type": "flip"}, {"type": "back"}, {"type": "recycle"}, place])
        try:
            heard = to_json(match.act(random.randrange(2), action, at))
        except Rejected:
            continue
        if match.public().phase == "play":
            assert [set(event) <= {"type", "seat", "card", "pile"} for event in heard] == [True]
            kinds.add(heard[0]["type"])
    assert kinds == HEARD_IN_PLAY
