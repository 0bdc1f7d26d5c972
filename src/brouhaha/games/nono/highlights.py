"""The moments of a match of NoNo that are worth telling, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from brouhaha.engine.highlights import (
    Finder,
    Heard,
    Highlight,
    Part,
    comeback,
    found_by,
    seconds,
)
from brouhaha.games.nono.judging import fold
from brouhaha.games.nono.types import Judged, State, Stopped, Turned, Unsolved, Verdict

FAR_BEHIND: Final = 6  # points: less is no comeback
QUICK: Final = 8_000  # ms from the dice to Stop!
LONG: Final = 10  # letters
COSTLY: Final = -20  # more than one thing wrong
MANY_UNSOLVED: Final = 2


class Turn(msgspec.Struct):
    number: int
    at: int  # when its dice were rolled
    stopped_at: int = 0
    verdict: Verdict | None = None
    unsolved: bool = False


class Judgement(msgspec.Struct, frozen=True):
    """A turn with a word that was judged."""

    turn: Turn
    verdict: Verdict

    @property
    def took(self) -> int:
        return self.turn.stopped_at - self.turn.at


class Story(msgspec.Struct):
    turns: list[Turn]
    scores: list[list[int]]  # of all seats, after each turn
    winners: list[int]

    @property
    def right(self) -> list[Judgement]:
        return [one for one in self.judged if not one.verdict.penalties]

    @property
    def judged(self) -> list[Judgement]:
        return [Judgement(turn, turn.verdict) for turn in self.turns if turn.verdict is not None]


def highlights(state: State, heard: Sequence[Heard]) -> list[Highlight]:
    return found_by(FINDERS, story_of(state, heard))


def story_of(state: State, heard: Sequence[Heard]) -> Story:
    turns = [Turn(1, at=0)]  # without a countdown it begins before anybody can hear of it
    for at, events in heard:
        for event in events:
            match event:
                case Turned(1):
                    turns[0].at = at
                case Turned(number):
                    turns.append(Turn(number, at))
                case Stopped():
                    turns[-1].stopped_at = at
                case Judged(verdict):
                    turns[-1].verdict = verdict
                case Unsolved():
                    turns[-1].unsolved = True
    scores = scores_after(turns, len(state.public.seats))
    winners = state.result.winners if state.result else []
    return Story(turns, scores, winners)


def scores_after(turns: Sequence[Turn], seats: int) -> list[list[int]]:
    scores, now = [], [0] * seats
    for turn in turns:
        if turn.verdict is not None:
            now[turn.verdict.seat] += turn.verdict.change
        scores.append(list(now))
    return scores


# What there may be to tell


def come_from_behind(story: Story) -> Highlight | None:
    at = [one.at for one in story.turns]
    return comeback(story.scores, story.winners, FAR_BEHIND, at, Part("card", "la carte"))


def quickest(story: Story) -> Highlight | None:
    quick = [one for one in story.right if one.took <= QUICK]
    if not quick:
        return None
    best = min(quick, key=lambda one: one.took)
    seat, word, (en, fr) = best.verdict.seat, best.verdict.word, seconds(best.took)
    return Highlight(
        best.turn.stopped_at,
        f"{{{seat}}} called Stop! after {en} s: “{word}”.",
        f"{{{seat}}} a crié Stop! après {fr} s : « {word} ».",
    )


def longest(story: Story) -> Highlight | None:
    """Letters count, not spaces."""
    long = [one for one in story.right if len(fold(one.verdict.word)) >= LONG]
    if not long:
        return None
    best = max(long, key=lambda one: len(fold(one.verdict.word)))
    seat, word = best.verdict.seat, best.verdict.word
    return Highlight(
        best.turn.stopped_at,
        f"The longest word was {{{seat}}}’s: “{word}”, {len(fold(word))} letters.",
        f"Le mot le plus long, de {{{seat}}} : « {word} », {len(fold(word))} lettres.",
    )


def costliest(story: Story) -> Highlight | None:
    wrong = [one for one in story.judged if one.verdict.change <= COSTLY and one.verdict.word]
    if not wrong:
        return None
    worst = min(wrong, key=lambda one: one.verdict.change)
    seat, word, lost = worst.verdict.seat, worst.verdict.word, -worst.verdict.change
    return Highlight(
        worst.turn.stopped_at,
        f"“{word}” cost {{{seat}}} {lost} points.",
        f"« {word} » a coûté {lost} points à {{{seat}}}.",
    )


def dearest(story: Story) -> Highlight | None:
    """The word that brought most."""
    best = max(story.right, key=lambda one: one.verdict.change, default=None)
    if best is None:
        return None
    seat, word, points = best.verdict.seat, best.verdict.word, best.verdict.change
    return Highlight(
        best.turn.stopped_at,
        f"{{{seat}}} made {points} {'point' if points == 1 else 'points'} with “{word}”.",
        f"{{{seat}}} a fait {points} {'point' if points == 1 else 'points'} avec « {word} ».",
    )


def nobody(story: Story) -> Highlight | None:
    unsolved = [turn for turn in story.turns if turn.unsolved]
    if len(unsolved) < MANY_UNSOLVED:
        return None
    return Highlight(
        unsolved[0].at,
        f"{len(unsolved)} cards were too hard for everybody.",
        f"{len(unsolved)} cartes étaient trop dures pour tout le monde.",
    )


FINDERS: Final[tuple[Finder[Story], ...]] = (
    come_from_behind, quickest, dearest, longest, costliest, nobody,
)  # fmt: skip
