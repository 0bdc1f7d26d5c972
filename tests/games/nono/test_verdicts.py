"""Known answers: single verdicts, and every combination of what can be wrong at once."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.games.nono.table import read, verdict_on

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py

VERDICTS = read("verdicts.json")
WORDS = read("combinations.json")


@pytest.mark.parametrize("case", VERDICTS, ids=[case["name"] for case in VERDICTS])
def test_a_known_verdict(case: dict[str, Any]) -> None:
    verdict = verdict_on(case)
    penalties = [[p["reason"], p["amount"], p["letter"]] for p in verdict["penalties"]]
    assert (verdict["change"], penalties) == (case["change"], case.get("penalties", []))
    for fact, value in case.get("facts", {}).items():
        assert verdict[fact] == value


def dice_for(word: dict[str, Any]) -> list[dict[str, Any]]:
    """Every way to roll for a word: letters it has or lacks, vowels, syllables."""
    there, gone = word["has"], word["lacks"]
    orders = [[a] for a in (there[0], gone[0])]
    orders += [[a, b] for a, b in product((there[0], gone[0]), (there[1], gone[1]))]
    orders += [["S"], ["S", there[0]], ["S", "S"], [there[0], there[0]], [gone[0], gone[0]]]
    bans = [None, word["vowel"], word["no_vowel"]]
    counts = [None, word["syllables"], word["syllables"] + 2]
    return [
        {"order": [[letter, 1] for letter in order], "ban": ban, "syllables": count}
        for order, ban, count in product(orders, bans, counts)
        if not (len(order) == 2 and ban and count)
    ]


def expected(word: dict[str, Any], dice: dict[str, Any], handicap: str | None) -> list[str]:
    """The referee's penalties, by the facts that the table states of the word."""
    letters = {letter for letter, _ in dice["order"]}
    there = {*word["has"], *(["S"] if word["has_s"] else [])}
    edge = {"first": word["first"], "last": word["last"], None: None}[handicap]
    return [
        *(["banned"] if dice["ban"] == word["vowel"] else []),
        *(["missing"] * len(letters - there)),
        *(["category"] if word["category_word"] else []),
        *(["syllables"] if dice["syllables"] not in (None, word["syllables"]) else []),
        *(["plural"] if word["plural"] and "S" in letters else []),
        *(["handicap"] if handicap and edge not in letters else []),
    ]


@pytest.mark.parametrize("word", WORDS, ids=[word["word"] for word in WORDS])
@pytest.mark.parametrize("handicap", [None, "first", "last"])
@pytest.mark.parametrize("fits", [True, False])
def test_all_penalties_add_up(word: dict[str, Any], handicap: str | None, fits: bool) -> None:
    for dice in dice_for(word):
        case = {**word, **dice, "multiplier": 3, "handicap": handicap, "votes": [fits, fits]}
        verdict = verdict_on({key: value for key, value in case.items() if key != "facts"})
        wrong = ([] if fits else ["vote"]) + expected(word, dice, handicap)
        right = 3 * len(dice["order"])
        assert [p["reason"] for p in verdict["penalties"]] == wrong
        assert verdict["change"] == (right if not wrong else cost(wrong))


def cost(wrong: list[str]) -> int:
    return -sum(3 if reason == "vote" else 10 for reason in wrong)
