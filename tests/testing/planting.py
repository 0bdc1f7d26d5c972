"""Faults are planted in games that keep every law, and the suite is run on what comes of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from hypothesis import Phase, seed, settings

from brouhaha.engine.game import AnyGame
from brouhaha.testing import Conformance
from tests.games.nimble.test_conformance import TestNimble as OurNimble
from tests.games.nono.test_conformance import TestNono as OurNono
from tests.games.now.test_conformance import TestNow as OurNow
from tests.testing.honest import HonestGame

# A law either sees a fault or does not: one seed shows that. Whether it does at any seed, 20 show in
# `make soak`: bench/planted_faults.md.
SEEDS = range(int(os.environ.get("BROUHAHA_FAULT_SEEDS", "1")))
MATCHES = 5  # that one run of the suite deals again

HONEST = HonestGame()
ALL: list[tuple[AnyGame, type[Conformance]]] = [
    (HONEST, Conformance),
    (OurNow.game, OurNow),
    (OurNimble.game, OurNimble),
    (OurNono.game, OurNono),
]

Spoil = Callable[[Any, list[Any]], list[Any] | None]  # changes the state, may give other events


def name_of(given: object) -> str:
    """Of a parameter of a test."""
    return getattr(given, "id", "") or getattr(given, "__name__", "")


def spoilt(game: AnyGame, spoil: Spoil) -> AnyGame:
    """The same game, but whatever happens in it is spoilt afterwards."""

    class Spoilt(type(game)):  # type: ignore[misc]
        def setup(self, *given: Any) -> Any:
            state = super().setup(*given)
            spoil(state, [])
            return state

        def act(self, state: Any, *given: Any) -> Any:
            return self._spoil(state, super().act(state, *given))

        def expire(self, state: Any, *given: Any) -> Any:
            return self._spoil(state, super().expire(state, *given))

        def _spoil(self, state: Any, events: list[Any]) -> list[Any]:
            other = spoil(state, events) if state.result is None else None
            return events if other is None else other

    return Spoilt()


def conformance(game: AnyGame, of: type[Conformance] = Conformance) -> Conformance:
    return type("Faulty", (of,), {"game": game, "dealt_again": Conformance.dealt_again})()  # type: ignore[no-any-return]


def run_secrecy(faulty: Conformance, seed: int) -> None:
    """The law of secrecy as the suite runs it: on a few matches."""
    for match in range(MATCHES):
        faulty.check_secrecy(1000 * match + seed)


def run_test(test: Callable[[], None], number: int) -> None:
    """A test of the suite, as Hypothesis draws it from this seed, up to the first thing it finds."""
    function = test.__func__  # type: ignore[attr-defined]
    usual = function._hypothesis_internal_use_settings
    seed(number)(function)
    function._hypothesis_internal_use_settings = settings(usual, phases=[Phase.generate])
    try:
        test()
    finally:
        function._hypothesis_internal_use_seed = None
        function._hypothesis_internal_use_settings = usual
