"""What may be otherwise when a match is dealt again: one draw of chance, or what one seat did."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import msgspec
import msgspec.inspect as mi

from brouhaha.engine.any_value import kinds_in
from brouhaha.testing.actions import any_value
from brouhaha.testing.watching import Alter, Draw, Input, WatchedMatch, Words


class Change(NamedTuple):
    """One label's draw, or one seat's action in place of another."""

    what: str
    number: int  # of the input in which it is drawn or done
    altered: tuple[str, Alter] | None = None
    instead: Input | None = None

    @property
    def actor(self) -> int | None:
        return None if self.instead is None else self.instead.seat

    def input(self, match: WatchedMatch, number: int) -> Input:
        """The input of this number, when the match is played with the change."""
        if self.instead is not None and number == self.number:
            return self.instead
        return match.inputs[number]


def changes(match: WatchedMatch, random: Random, most: int) -> list[Change]:
    """At most so many. Half exchange cards, the others let dice fall and seats act otherwise."""
    draws = match.chance.draws
    swaps = [change for draw in draws if draw.size > 1 for change in _swaps(draw, random)]
    rolls = [_roll(draw, random) for draw in draws if draw.size == 1 for _ in range(2)]
    acts = [act for number in range(len(match.inputs)) for act in _acts(match, number, random)]
    for kind in (swaps, rolls, acts):
        random.shuffle(kind)
    few = most // 4
    others = rolls[:few] + acts[:few]
    return swaps[: most - len(others)] + others


def _swaps(draw: Draw, random: Random) -> Iterator[Change]:
    """Each two neighbours in a shuffle: whichever of them comes next, the other is still hidden.
    And those at its ends, which are dealt or come first, with any other."""
    last = draw.size - 1
    pairs = [(place, place + 1) for place in range(last)]
    ends = [place for place in (0, 1, 2, last - 2, last - 1, last) if 0 <= place <= last]
    pairs += [(place, random.randrange(draw.size)) for place in ends for _ in range(2)]
    for one, two in pairs:
        what = f"cards {one} and {two} of {draw.label!r} have changed places"
        yield Change(what, draw.number, (draw.label, _swap(one, two)))


def _roll(draw: Draw, random: Random) -> Change:
    word = random.getrandbits(32)
    what = f"{draw.label!r} was drawn otherwise"
    return Change(what, draw.number, (draw.label, lambda _: (word,)))


def _swap(place: int, other: int) -> Alter:
    """The cards at these two places of the shuffled deck change places."""

    def alter(words: Words) -> Words:
        order = sorted(range(len(words)), key=words.__getitem__)
        swapped = list(words)
        one, two = order[place], order[other]
        swapped[one], swapped[two] = swapped[two], swapped[one]
        return tuple(swapped)

    return alter


def _acts(match: WatchedMatch, number: int, random: Random) -> Iterator[Change]:
    """Another action of the same kind by the same seat; whether it is allowed will show."""
    given = match.inputs[number]
    if given.action is None or match.seen[number].refused:
        return
    (kind,) = kinds_in(type(given.action))
    assert isinstance(kind, mi.StructType)
    if not kind.fields:
        return
    try:
        other = msgspec.convert(any_value(kind, random), type(given.action))
    except (msgspec.ValidationError, UnicodeError):
        return
    if other != given.action:
        what = f"seat {given.seat} did {other}"
        yield Change(what, number, instead=Input(given.at, given.seat, other))
