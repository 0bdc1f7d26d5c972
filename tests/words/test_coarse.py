"""Coarse words are masked however they are written, and words that only contain one are not."""

from __future__ import annotations

import pytest

from brouhaha.words.coarse import Grade, mask
from brouhaha.words.phrase import Lang

HIDDEN = """
fuck FUCK Fück fuuuck fuck! f*ck f**k fu(k sh1t $hit a$$ 4ss a55 ｆｕｃｋ ⓕⓤⓒⓚ fuсk f.u.c.k f-u-c-k fu-ck fuc·ker fuckers5
pute PUTE püte putes salope $alope enculé encule s4l0pe connard connnard cul c*l merde m3rde nique nigger n1gg3r fυсk
""".split()
PHRASES = {
    "fils de pute": "•••• •• ••••",
    "f u c k": "• • • •",
    "blow job": "•••• •••",
    "trou du cul": "•••• •• •••",
    "Ana the bitch": "Ana the •••••",
    "Merde alors": "••••• alors",
    "Rosalie, connasse !": "Rosalie, •••••••• !",
}
SHOWN = """
Scunthorpe assassin classe concours Ana Ana! Ana1 Ana* Ana? Anna Hancock Dickens cockatoo Cassandre analyse Bass bass as
Essex Sussex culture reculer cull Conn conte confiture putois dispute Amputé merdre Titus Shitake Penistone grass assess
Matsushita Constance Cooper snigger Peacock 455 69 8008 🎉 Саша Тимофей Ελένη 小明 محمد Chloé O'Connor
Jean-Luc A.S.S.E. "" ... ** Zoë Bo Pierre-Yves Nicolas Dominique Monique
""".split()


@pytest.mark.parametrize("word", HIDDEN)
def test_a_coarse_word_is_hidden_however_it_is_written(word: str) -> None:
    assert set(mask(word, "mild")) == {"•"}


@pytest.mark.parametrize(("text", "shown"), PHRASES.items())
def test_only_the_coarse_words_of_a_text_are_hidden(text: str, shown: str) -> None:
    assert mask(text, "mild") == shown


@pytest.mark.parametrize("word", SHOWN)
@pytest.mark.parametrize("grade", ["mild", "strict"])
def test_a_word_that_only_contains_one_is_shown(word: str, grade: Grade) -> None:
    assert mask(word, grade) == word


@pytest.mark.parametrize(
    ("word", "grade", "hidden"),
    [
        ("fuck", "off", False),
        ("sexy", "mild", False),
        ("sexy", "strict", True),
        ("pipi", "mild", False),
        ("pipi", "strict", True),
        ("pute", "strict", True),
    ],
)
def test_three_grades(word: str, grade: Grade, hidden: bool) -> None:
    assert (mask(word, grade) != word) == hidden


@pytest.mark.parametrize(
    ("word", "language", "hidden"),
    [
        ("bite", "fr", True),
        ("bite", "en", False),
        ("bite", None, True),
        ("râpe", "fr", False),
        ("rape", "en", True),
        ("fuck", "fr", True),
        ("salope", "en", True),
    ],
)
def test_an_ordinary_word_of_the_language_played_is_shown(
    word: str, language: Lang | None, hidden: bool
) -> None:
    assert (mask(word, "mild", language) != word) == hidden
