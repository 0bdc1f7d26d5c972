"""Set-up: whole decks, the right givers by chance, and what cannot be started."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brouhaha import Rejected
from brouhaha.engine.match import Match, new_header
from brouhaha.games.nimble import GAME
from brouhaha.games.nimble.cards import COLOURS, DECK
from brouhaha.games.nimble.types import Ready, State
from tests.games.nimble.test_known_answers import card

REFUSED = json.loads((Path(__file__).parent / "data" / "refused_starts.json").read_text())


def start(
    players: int, seed: int, options: dict[str, Any] | None = None, deal: object = None
) -> Match[State]:
    names = ["Ana", "Bo", "Cy", "Dee", "Eve"][:players]
    return Match(GAME, new_header(GAME, names, options or {}, seed, deal))


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["name"])
def test_a_start_that_is_refused(case: dict[str, Any]) -> None:
    deal = case.get("deal")
    if "decks" in case:
        deal = {"decks": [[card(letters) for letters in deck.split()] for deck in case["decks"]]}
        deal |= {"givers": case["givers"]} if "givers" in case else {}
    with pytest.raises(Rejected) as refused:
        start(case["players"], 7, case.get("options"), deal)
    assert refused.value.code == case["code"]
    assert refused.value.sentence("fr") != refused.value.sentence("en")


def test_a_deck_has_every_pair_of_two_colours_once() -> None:
    assert len(set(DECK)) == len(DECK) == 30
    assert all(card.frame != card.circle for card in DECK)
    assert Counter(card.frame for card in DECK) == dict.fromkeys(COLOURS, 5)
    assert Counter(card.circle for card in DECK) == dict.fromkeys(COLOURS, 5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_a_whole_shuffled_deck(players: int) -> None:
    match = start(players, 7)
    whole = {(seat, card) for seat in range(players) for card in DECK}
    inventory = list(GAME.inventory(match.state))
    assert len(inventory) == len(whole)
    assert set(inventory) == whole
    assert len({tuple(deck[:20]) for deck in match.state.decks}) == players
    assert match.state.decks != start(players, 8).state.decks


@pytest.mark.parametrize(
    ("players", "decks_left"), [(2, [28, 29]), (3, [29, 29, 29]), (4, [29, 29, 29, 30])]
)
def test_who_gives_is_drawn_and_everybody_is_drawn_at_times(
    players: int, decks_left: list[int]
) -> None:
    tables = [start(players, seed).public() for seed in range(300)]
    assert all(sorted(seat.deck for seat in table.seats) == decks_left for table in tables)
    odd = decks_left[-1] if players == 4 else decks_left[0]
    who = Counter(
        number for table in tables for number, seat in enumerate(table.seats) if seat.deck == odd
    )
    expected = 300 if players == 3 else 300 / players
    assert all(abs(who[seat] - expected) < 45 for seat in range(players))


def test_a_challenge_is_reshuffled() -> None:
    match = start(2, 7, {"challenge": True, "round": 1, "check": 1, "countdown": 0})
    first = [list(deck) for deck in match.state.decks]
    match.advance(2000)
    assert match.public().round == 2
    assert [deck[:20] for deck in match.state.decks] != [deck[:20] for deck in first]


def test_short_decks_are_whole_again_in_the_next_round() -> None:
    decks = [["gb", "go", "bm", "or", "rg"], ["rb", "yb", "go"]]
    deal = {"decks": [[card(letters) for letters in deck] for deck in decks], "givers": [0, 0, 1]}
    match = start(2, 7, {"challenge": True, "round": 1, "check": 1, "countdown": 0}, deal)
    cards = Counter(GAME.inventory(match.state))
    match.advance(2000)
    assert match.public().round == 2
    assert sum(seat.deck for seat in match.public().seats) == 57
    assert Counter(GAME.inventory(match.state)) == cards


@pytest.mark.parametrize("question", ["children", "alice"])
@pytest.mark.parametrize(
    ("players", "answer", "given"),
    [(2, 0, [2, 1]), (2, 1, [1, 2]), (3, 2, [1, 1, 1]), (4, 0, [0, 1, 1, 1]), (4, 2, [1, 1, 0, 1])],
)
def test_the_answer_to_the_groups_question_says_who_gives(
    question: str, players: int, answer: int, given: list[int]
) -> None:
    for seed in range(5):
        table = start(players, seed, {"question": question, "answer": answer}).public()
        assert [30 - seat.deck for seat in table.seats] == given


def test_without_an_answer_it_is_drawn() -> None:
    drawn = {start(4, seed, {"question": "alice"}).public().seats[0].deck for seed in range(40)}
    assert drawn == {29, 30}


def test_givers_who_are_named_outright_go_first() -> None:
    table = start(2, 1, {"question": "alice", "answer": 0, "givers": [1, 0, 1]}).public()
    assert [30 - seat.deck for seat in table.seats] == [1, 2]


@pytest.mark.parametrize("kind", GAME.bots)
def test_every_bot_gives_the_signal(kind: str) -> None:
    match = start(3, 1, {"signal": "player", "signal_by": 2})
    thought = GAME.bots[kind](2, Random(1)).think(match.public(), match.private(2))
    assert thought is not None
    assert thought.action == Ready()
    assert GAME.bots[kind](1, Random(1)).think(match.public(), match.private(1)) is None
