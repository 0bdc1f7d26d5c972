"""What is a trio, who gets it, and what a mistake costs."""

from __future__ import annotations

from typing import Any

import pytest
from trillium import GAME
from trillium.cards import CARDS, is_trio, trios
from trillium.types import Claimed, Laid, Missed, State

from brouhaha.engine.errors import Rejected
from brouhaha.engine.match import Match, new_header

TRIO, OTHER = [1, 2, 3], [4, 5, 6]  # alike in all but the leaf
NO_TRIO = [1, 2, 4]


def start(cards: list[int], **options: Any) -> Match[State]:
    options = {"countdown": 0, **options}
    header = new_header(GAME, ["Ana", "Bo"], options, 1, {"cards": cards})
    return Match(GAME, header)


def claim(match: Match[State], seat: int, cards: list[int], at: int) -> list[Any]:
    return match.act(seat, {"type": "claim", "cards": cards}, at)


@pytest.mark.parametrize(
    ("numbers", "is_one"),
    [
        ([1, 2, 3], True),  # apart in the leaf alone
        ([1, 41, 81], True),  # apart in everything
        ([1, 2, 4], False),
        ([1, 41, 80], False),
    ],
)
def test_a_trio_is_alike_or_apart_in_everything(numbers: list[int], is_one: bool) -> None:
    assert is_trio([CARDS[number - 1] for number in numbers]) is is_one


def test_two_cards_leave_one_third() -> None:
    """So there are 81 × 80 / 6 trios."""
    assert len(trios(CARDS)) == 1080


def test_the_first_to_claim_a_trio_has_it_and_the_meadow_is_filled_up() -> None:
    match = start([*range(1, 16)])
    claimed, laid = claim(match, 0, TRIO, 100)
    assert isinstance(claimed, Claimed)
    assert isinstance(laid, Laid)
    assert [card.number for card in laid.cards] == [13, 14, 15]
    with pytest.raises(Rejected, match="Ana was quicker") as refused:
        claim(match, 1, [3, 4, 5], 101)
    assert refused.value.code == "gone"
    assert match.public().seats[0].score == 1


def test_what_is_no_trio_costs_a_point_and_a_while() -> None:
    match = start([*range(1, 16)])
    (missed,) = claim(match, 0, NO_TRIO, 100)
    assert isinstance(missed, Missed)
    assert match.public().seats[0].score == -1
    with pytest.raises(Rejected, match="wait a moment"):
        claim(match, 0, TRIO, 4099)
    claim(match, 0, TRIO, 4100)
    assert match.public().seats[0].score == 0


def test_a_trio_that_somebody_finds_thaws_everybody() -> None:
    match = start([*range(1, 16)])
    claim(match, 0, NO_TRIO, 100)
    claim(match, 1, TRIO, 200)
    claim(match, 0, OTHER, 201)
    assert [seat.score for seat in match.public().seats] == [0, 1]


def test_three_more_cards_come_when_there_is_no_trio() -> None:
    alone = [1, 2, 4, 5, 10, 11, 13, 14, 28, 29, 31, 32]  # twelve without a trio
    match = start([*alone, 3, 6, 9])
    assert len(match.public().meadow) == 15
    claim(match, 0, [1, 2, 3], 100)
    assert len(match.public().meadow) == 12


def test_it_ends_when_no_trio_is_left() -> None:
    match = start([1, 2, 3])
    claim(match, 1, TRIO, 100)
    assert match.over
    assert match.result is not None
    assert match.result.winners == [1]


@pytest.mark.parametrize(
    ("cards", "code"), [([1, 1, 2], "the_same"), ([1, 2, 80], "not_here"), ([1, 2], "bad_action")]
)
def test_what_cannot_be_claimed_is_refused(cards: list[int], code: str) -> None:
    match = start([*range(1, 16)])
    with pytest.raises(Rejected) as refused:
        claim(match, 0, cards, 100)
    assert refused.value.code == code


def test_the_deal_has_each_card_once() -> None:
    with pytest.raises(Rejected, match="twice"):
        start([1, 2, 3, 3])
