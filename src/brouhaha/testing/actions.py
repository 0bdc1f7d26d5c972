"""Any action of a game, well formed by its own types, whatever it holds; and plain nonsense."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import msgspec.inspect as mi
from hypothesis import strategies as st

from brouhaha.engine.any_value import AnyValue, kinds_in
from brouhaha.engine.game import AnyGame

Strategy = st.SearchStrategy[Any]

NONSENSE: Strategy = st.one_of(
    st.none(),
    st.integers(),
    st.text(max_size=5),
    st.just({}),
    st.just({"type": "no such action"}),
    st.dictionaries(st.text(max_size=8), st.integers() | st.text(max_size=5), max_size=3),
)
LETTERS: Final = "aeinrst AZéœ'-?.0\u200d\u0301\t\x00ﬁΩ字😀"


class AnyText(AnyValue):
    """With texts that nobody would write."""

    def letter(self) -> str:
        random = self.random
        if random.random() < 0.9:
            return random.choice(LETTERS)
        return chr(random.choice([random.randrange(0xD800), random.randrange(0xE000, 0x110000)]))


def any_value(kind: mi.Type, random: Random) -> Any:
    """A value of a msgspec type, in plain form. The laws give it a `Random` of their own, and
    Hypothesis one that it controls."""
    return AnyText(random).of(kind)


def any_action(game: AnyGame) -> Strategy:
    """Plain forms of this game's actions with any values, and now and then nonsense."""
    return st.one_of(*map(values, kinds_of_action(game)), NONSENSE)


def values(kind: mi.Type) -> Strategy:
    """Values of a msgspec type, in plain form."""
    return st.randoms(use_true_random=False).map(lambda random: any_value(kind, random))


def kinds_of_action(game: AnyGame) -> tuple[mi.Type, ...]:
    return kinds_in(game.kinds.action)
