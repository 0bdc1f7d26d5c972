"""Words that people count in two ways, where the dictionary gives one."""

import pytest

from brouhaha.words import count
from brouhaha.words.lexicon import entry
from brouhaha.words.other_counts import listed


@pytest.mark.parametrize(
    ("word", "accepted"),
    [("chocolate", (2, 3)), ("vegetable", (3, 4)), ("opera", (2, 3)), ("laboratory", (4, 5))],
)
def test_both_counts_pass(word: str, accepted: tuple[int, ...]) -> None:
    assert count(word, "en").accepted == accepted


def test_the_list_names_words_that_the_lexicon_knows() -> None:
    assert [word for word in listed("en") if not entry(word, "en")] == []
