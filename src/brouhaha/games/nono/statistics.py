"""What players of NoNo compare: words, penalties, how soon they stop, and their longest word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from brouhaha.engine.highlights import Heard
from brouhaha.engine.presentation import Figure, en_fr
from brouhaha.engine.statistics import Statistics, Value, known, mean
from brouhaha.games.nono.highlights import Judgement, Story, story_of
from brouhaha.games.nono.judging import fold
from brouhaha.games.nono.types import State

FIGURES: Final = (
    Figure(id="points", name=en_fr("Points", "Points")),
    Figure(id="words", name=en_fr("Good words", "Bons mots")),
    Figure(id="penalties", name=en_fr("Penalties", "Pénalités"), better="less"),
    Figure(
        id="until_stop",
        name=en_fr("From the dice to Stop!", "Des dés au Stop!"),
        unit=en_fr("s", "s"),
        better="less",
        decimals=1,
    ),
    Figure(
        id="longest",
        name=en_fr("Longest word", "Mot le plus long"),
        unit=en_fr("letters", "lettres"),
    ),
)


def statistics(state: State, heard: Sequence[Heard]) -> Statistics:
    story = story_of(state, heard)
    return [_of_seat(state, story, seat) for seat in range(len(state.private))]


def _of_seat(state: State, story: Story, seat: int) -> dict[str, Value]:
    judged = [one for one in story.judged if one.verdict.seat == seat]
    right = [one for one in judged if not one.verdict.penalties]
    return known(
        points=state.public.seats[seat].score,
        words=len(right),
        penalties=sum(len(one.verdict.penalties) for one in judged),
        until_stop=mean(one.took / 1000 for one in judged),
        longest=_longest(right),
    )


def _longest(right: Sequence[Judgement]) -> Value | None:
    """Letters count, not spaces."""
    if not right:
        return None
    word = max((one.verdict.word for one in right), key=lambda word: len(fold(word)))
    return Value(len(fold(word)), word)
