"""Set-up: the cards drawn and their dice, deals and boxes that can be played, and those not."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import msgspec
import pytest

import brouhaha
from brouhaha.games.nono import GAME
from brouhaha.games.nono.cards import default_box
from brouhaha.games.nono.judging import Lang, category_ids
from tests.games.nono.table import NAMES, SPORTS, read, searching, start
from tests.known import known

LANGUAGES: list[Lang] = ["fr", "en"]


def refused(code: str, **given: Any) -> str:
    with pytest.raises(brouhaha.Rejected) as caught:
        brouhaha.start(GAME, **{"players": NAMES[:3], "seed": 1, **given})
    assert caught.value.code == code
    return caught.value.sentence()


@pytest.mark.parametrize("number", [2, 9])
def test_three_to_eight_play(number: int) -> None:
    names = [f"Player {seat}" for seat in range(number)]
    with pytest.raises(brouhaha.Rejected, match="too_"):
        brouhaha.start(GAME, names)


@pytest.mark.parametrize("language", LANGUAGES)
def test_25_of_75_cards_are_drawn(language: Lang) -> None:
    match = start(language=language)
    state = match.state
    assert (len(state.deck), len(state.aside), match.public().turns) == (25, 50, 25)
    drawn = Counter(card.category for card in GAME.inventory(state))
    assert drawn == Counter(category_ids())


def test_other_seeds_draw_other_cards() -> None:
    draws = {tuple(card.category for card in start(seed=seed).state.deck) for seed in range(20)}
    assert len(draws) == 20


def test_the_number_of_turns_is_an_option() -> None:
    assert start(turns=75).public().turns == 75
    assert start(turns=1).public().turns == 1
    refused("bad_option", options={"turns": 76})
    refused("bad_option", options={"turns": 0})


def test_a_deal_has_as_many_turns_as_it_gives() -> None:
    assert start(SPORTS, SPORTS, SPORTS, turns=25).public().turns == 3


def test_handicaps_are_by_seat() -> None:
    match = start(handicap=[None, "first"])
    assert [place.handicap for place in match.public().seats] == [None, "first", None]
    refused("bad_option", options={"handicap": [None] * 4})
    refused("bad_option", options={"handicap": ["middle"]})
    refused("bad_option", options={"language": "de"})
    refused("unknown_option", options={"dice": 4})


BAD_TURNS = read("bad_deals.json")


@pytest.mark.parametrize("case", BAD_TURNS, ids=[case["name"] for case in BAD_TURNS])
def test_a_deal_that_cannot_be_played(case: dict[str, Any]) -> None:
    turn = {**SPORTS, **case.get("with", {})}
    for key in case.get("without", []):
        del turn[key]
    refused("bad_deal", deal={"turns": [SPORTS, turn]})


@pytest.mark.parametrize("deal", [{}, {"turns": []}, {"turns": [SPORTS] * 201}, {"cards": []}])
def test_a_deal_without_turns(deal: Any) -> None:
    refused("bad_deal", deal=deal)


# Boxes


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_default_box_is_as_the_rules_say(language: Lang) -> None:
    box = default_box(language)
    assert [card.category for card in box.cards] == list(category_ids())
    assert (len(box.order_1), len(box.order_2), len(box.ban)) == (6, 6, 6)
    assert sorted(box.syllables) == [1, 2, 2, 3, 3, 4]
    letters = {face.letter for face in box.order_1 + box.order_2}
    assert not letters & set("AEIOUY")
    assert set(box.ban) <= set("AEIOUY")
    assert {face.points for face in box.order_1 + box.order_2} == {1, 2}
    assert {card.multiplier for card in box.cards} == {1, 2, 3}


@pytest.mark.parametrize("language", LANGUAGES)
def test_harder_dice_are_worth_more(language: Lang) -> None:
    """Cards with the same dice have the same multiplier; another die never lowers it."""
    times: dict[tuple[int, bool, bool], set[int]] = {}
    for card in default_box(language).cards:
        order = sum(die.startswith("order") for die in card.dice)
        kind = (order, "ban" in card.dice, "syllables" in card.dice)
        times.setdefault(kind, set()).add(card.multiplier)
    assert all(len(multipliers) == 1 for multipliers in times.values())
    for fewer, more in product(times, times):
        if all(few <= many for few, many in zip(fewer, more, strict=True)):
            assert times[fewer] <= times[more] or max(times[fewer]) < max(times[more])


def test_the_book_example_can_be_rolled_in_french() -> None:
    box = default_box("fr")
    sports = next(card for card in box.cards if card.category == "In Sports")
    assert (set(sports.dice), sports.multiplier) == ({"order_1", "order_2", "ban"}, 2)
    first, second = ({(f.letter, f.points) for f in die} for die in (box.order_1, box.order_2))
    pair = {("F", 1), ("N", 2)}
    assert pair & first
    assert pair & second
    assert pair <= first | second
    assert "U" in box.ban


@pytest.mark.no_cover  # the same branches thousands of times over
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_roll_shows_faces_of_its_dice(language: Lang) -> None:
    box = default_box(language)
    cards = {card.category: card for card in box.cards}
    seen: Counter[str] = Counter()
    for seed in range(40):
        match = searching(seed=seed, language=language, turns=25)
        for _ in range(25):
            table = match.public()
            card, dice = cards[known(table.card).category], known(table.dice)
            assert (dice.ban is not None) == ("ban" in card.dice)
            assert (dice.syllables is not None) == ("syllables" in card.dice)
            assert len(dice.order) == sum(die.startswith("order") for die in card.dice)
            seen.update(dice.letters + tuple(dice.ban or ""))
            match.advance(match.due or 0)
    faces = {face.letter for face in box.order_1 + box.order_2} | set(box.ban)
    assert set(seen) == faces


def small_box(**changes: Any) -> dict[str, Any]:
    card = {"category": "Food", "dice": ["order_1"], "multiplier": 2}
    box = {"order_1": [["K", 5]], "order_2": [["V", 1]], "ban": ["A"], "syllables": [2]}
    return {**box, "cards": [card], **changes}


def test_a_box_of_ones_own() -> None:
    match = searching(box=small_box(), turns=1)
    assert known(match.public().dice).order[0].letter == "K"
    assert Counter(match.game.inventory(match.state)).total() == 1
    again = brouhaha.replay(match.log)
    assert msgspec.msgpack.encode(again.state) == msgspec.msgpack.encode(match.state)


BAD_BOXES = {
    "no faces": {"ban": []},
    "no cards": {"cards": []},
    "doubled card": {"cards": small_box()["cards"] * 2},
    "a category nobody knows": {
        "cards": [{"category": "Nowhere", "dice": ["order_1"], "multiplier": 1}]
    },
    "no order die": {"cards": [{"category": "Food", "dice": ["ban"], "multiplier": 1}]},
    "a die twice": {
        "cards": [{"category": "Food", "dice": ["order_1", "order_1"], "multiplier": 1}]
    },
    "all four dice": {
        "cards": [
            {
                "category": "Food",
                "dice": ["order_1", "order_2", "ban", "syllables"],
                "multiplier": 1,
            }
        ]
    },
    "more than 12 points": {"order_1": [["K", 7]]},
}


@pytest.mark.parametrize("changes", BAD_BOXES.values(), ids=BAD_BOXES.keys())
def test_a_box_that_cannot_be_played(changes: dict[str, Any]) -> None:
    refused("bad_box", options={"turns": 1, "box": small_box(**changes)})


def test_a_box_with_fewer_cards_than_turns() -> None:
    refused("bad_option", options={"turns": 2, "box": small_box()})
