"""Categories of one's own: what can be in a list, and how they are judged and played."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import brouhaha
from brouhaha.games.nono.box import BOX
from brouhaha.games.nono.cards import Box, default_box
from brouhaha.games.nono.own_categories import MOST_BYTES, MOST_CATEGORIES
from brouhaha.lab.archive import play
from tests.games.nono.table import act, say, searching

TREES = {"id": "Trees", "en": "Trees", "fr": "Les arbres", "typical_fr": ["sapin", "pin noir"],
         "typical_en": ["fir tree", "pine"]}  # fmt: skip
RIVERS = {"id": "Rivers", "fr": "Les fleuves"}


def box(*categories: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The house's dice, and a card for each of these categories."""
    house = msgspec.to_builtins(default_box("fr"))
    cards = [
        {"category": each["id"], "dice": ["order_1", "ban"], "multiplier": 1} for each in categories
    ]
    return {**house, "cards": cards, "categories": list(categories), **changes}


def mistakes(content: dict[str, Any]) -> list[str]:
    return [words.en for words in BOX.mistakes(msgspec.convert(content, Box))]


def turn(order: str, ban: str | None = None, category: str = "Trees") -> dict[str, Any]:
    return {"category": category, "order": [[order, 2]], "ban": ban, "multiplier": 2}


def test_a_short_list_is_a_box_to_play_with() -> None:
    assert mistakes(box(TREES, RIVERS)) == []
    match = searching(box=box(TREES, RIVERS), turns=25)
    assert match.public().turns == 2
    names = {"Trees": ("Trees", "Les arbres"), "Rivers": ("Les fleuves", "Les fleuves")}
    shown = match.public().card
    assert shown is not None
    assert (shown.names.en, shown.names.fr) == names[shown.category]


def test_a_word_of_its_name_is_a_word_of_the_category() -> None:
    match = searching(turn("A"), box=box(TREES))
    say(match, 0, "arbre mort")
    for seat in (1, 2):
        act(match, seat, "vote", fits=True)
    verdict = match.public().verdict
    assert verdict is not None
    assert [(penalty.reason, penalty.amount) for penalty in verdict.penalties] == [
        ("category", -10)
    ]
    assert verdict.category_words == ("arbre",)
    assert match.public().would_fit == ("sapin",)  # no A in “pin noir”


def test_its_words_settle_a_tie_that_is_the_referees() -> None:
    own = {**TREES, "typical_fr": ["zouplard"]}
    for word, fits in (("zouplard", True), ("zouplerd", False)):
        match = searching(turn("Z"), box=box(own), tie="referee")
        say(match, 0, word)
        act(match, 1, "vote", fits=True)
        act(match, 2, "vote", fits=False)
        verdict = match.public().verdict
        assert verdict is not None
        assert verdict.fits is fits, word


def test_bots_pass_what_they_cannot_know() -> None:
    options = {"box": box(TREES, RIVERS), "language": "fr"}
    for level in ("sharp", "random"):
        match = play("nono", ["Ana", "Bo", "Cy"], [level] * 3, "class", options)
        assert match.over
    assert match.header.options["box"]["categories"][0]["id"] == "Trees"


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (box(TREES, {**RIVERS, "id": "TREES"}), "the category “TREES” is there twice"),
        (box(TREES, {"id": "In sports", "en": "x"}), "the category “In sports” is there twice"),
        (box({"id": "?", "en": "Trees"}), "“?” has no letter in it"),
        (box({"id": "Trees"}), "“” has no letter in it"),
        (box({"id": "T", "en": "a" * 61}), "is longer than 60 characters"),
        (box({"id": "T", "en": "a\x00b"}), "“a\ufffdb” has a character that nobody can read"),
        (box({"id": "T", "en": "a\u202eb"}), "has a character that nobody can read"),
        (box({**TREES, "typical_en": ["fir", "Fir "]}), "“Trees”: “Fir ” is there twice"),
        (box({**TREES, "typical_en": ["a, b, c"]}), "“Trees”: “a, b, c” is no answer"),
        (box({**TREES, "typical_fr": ["\x07"]}), "“Trees”: “\ufffd” is no answer"),
        (box({**TREES, "typical_en": ["ab"] * 41}), "“Trees” has 41 words"),
        (box(*({"id": f"C {n}" , "en": "c"} for n in range(101))), "there are 101 categories"),
        (box(TREES, cards=[]), "there are 1 to 200 cards"),
        (box(TREES, cards=[{"category": "Fish", "dice": ["order_1"], "multiplier": 1}]),
         "“Fish”: there is no category “Fish”"),
    ],
)  # fmt: skip
def test_each_mistake_is_a_sentence(content: dict[str, Any], told: str) -> None:
    found = mistakes(content)
    assert any(told in sentence for sentence in found), found
    with pytest.raises(brouhaha.Rejected, match=r"bad_box|bad_option"):
        searching(box=content, turns=1)


def test_no_sentence_is_turned_around_or_endless() -> None:
    """By what somebody's file calls its cards."""
    for name in ("\u202eevil", "a\0b", "x" * 9_999):
        own = {"id": name, "en": name}
        cards = [{"category": name, "dice": ["order_1"], "multiplier": 1}] * 2
        typed = [
            msgspec.convert(box(TREES, cards=cards), Box),
            msgspec.convert(box(TREES, categories=[TREES, own]), Box),
            msgspec.convert(box(own, cards=[{**cards[0], "dice": []}]), Box),
        ]
        told = [words for one in typed for words in (*BOX.mistakes(one), *BOX.doubts(one))]
        assert len(told) > 3
        for text in (text for words in told for text in (words.en, words.fr.replace("\u00a0", ""))):
            assert text.isprintable()
            assert len(text) < 250


def test_a_list_is_no_longer_than_a_log_can_bear() -> None:
    words = [f"{chr(97 + number % 26)}eau{chr(97 + number // 26)}" * 4 for number in range(40)]
    many = [
        {**TREES, "id": f"T {chr(97 + n % 26)}{n // 26 * 'x'}x", "typical_en": words}
        for n in range(40)
    ]
    assert len(many) < MOST_CATEGORIES
    assert any(f"{MOST_BYTES} at most" in sentence for sentence in mistakes(box(*many)))


def test_a_category_without_a_card_is_a_doubt() -> None:
    typed = msgspec.convert(box(TREES, categories=[TREES, RIVERS]), Box)
    assert [words.fr for words in BOX.doubts(typed)] == [
        "aucune carte n’est «\u00a0Les fleuves\u00a0»"
    ]
