"""Bots that do what they may not, know what they may not, or have chance of their own are caught."""

from __future__ import annotations

import random as global_random
from typing import Any, ClassVar

import pytest

from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyGame, Bot, Thought
from brouhaha.testing import Conformance
from tests.testing.honest import Bid, Private, Public
from tests.testing.planting import (
    ALL,
    HONEST,
    MATCHES,
    SEEDS,
    conformance,
    name_of,
    run_test,
)

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py


class OutOfTurn(Bot):
    def think(self, public: Public, private: Private) -> Thought | None:
        after = 1 if public.seats[self.seat].has_bid else self.random.randrange(100, 2000)
        return None if public.phase == "end" else Thought(after, Bid(1))  # again and again


class TooHigh(Bot):
    def think(self, public: Public, private: Private) -> Thought | None:
        if public.phase == "end" or public.seats[self.seat].has_bid:
            return None
        return Thought(300, Bid(10))


class Hasty(Bot):
    def think(self, public: Public, private: Private) -> Thought | None:
        return Thought(-1, Bid(1))


class Scribbler(Bot):
    def think(self, public: Public, private: Private) -> Thought | None:
        private.hint = "mine"
        return None


class Cheat(Bot):
    def think(self, public: Public, private: Private) -> Thought | None:
        public.seats[self.seat].score += 1
        return None


def with_bot(bot: type[Bot], game: AnyGame = HONEST) -> AnyGame:
    return type("Played", (type(game),), {"bots": {"random": bot}})()  # type: ignore[no-any-return]


@pytest.mark.parametrize("bot", [OutOfTurn, TooHigh, Hasty, Scribbler, Cheat])
def test_a_bot_that_does_what_it_may_not_is_caught(bot: type[Bot]) -> None:
    for seed in SEEDS:
        with pytest.raises((AssertionError, Rejected)):
            conformance(with_bot(bot)).check_bots(seed, "random")


class Gossip(Bot):
    """All bots of a match tell each other what they hold."""

    held: ClassVar[dict[int, int]] = {}

    def think(self, public: Public, private: Private) -> Thought | None:
        self.held[self.seat] = private.card
        if public.phase == "end" or public.seats[self.seat].has_bid:
            return None
        return Thought(self.random.randrange(100, 2000), Bid(sum(self.held.values()) % 10))


def test_bots_that_tell_each_other_what_they_see_are_caught() -> None:
    for seed in SEEDS:
        with pytest.raises(AssertionError, match="more than its seat is shown"):
            run_bots(conformance(with_bot(Gossip)), seed)


def run_bots(faulty: Conformance, seed: int) -> None:
    """As the suite does it: a few matches."""
    for match in range(MATCHES):
        faulty.check_bots(1000 * match + seed, "random")


def test_a_bot_with_chance_of_its_own_is_caught() -> None:
    class Wild(Bot):
        def think(self, public: Public, private: Private) -> Thought | None:
            if public.phase == "end" or public.seats[self.seat].has_bid:
                return None
            return Thought(global_random.randrange(100, 2000), Bid(global_random.randrange(10)))

    for seed in SEEDS:
        with pytest.raises(AssertionError):
            run_test(conformance(with_bot(Wild)).test_bots_are_deterministic, seed)


# In any game


class Meddler(Bot):
    """It changes what everybody sees."""

    def think(self, public: Any, private: Any) -> Thought | None:
        public.scene += 1
        return None


class Nonsense(Bot):
    """It does what is no action at all."""

    def think(self, public: Any, private: Any) -> Thought | None:
        return Thought(300, Private(1))


@pytest.mark.parametrize("bot", [Hasty, Meddler, Nonsense])
@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_a_bad_bot_of_any_game_is_caught(
    game: AnyGame, of: type[Conformance], bot: type[Bot]
) -> None:
    for seed in SEEDS:
        with pytest.raises((AssertionError, Rejected)):
            conformance(with_bot(bot, game), of).check_bots(seed, "random")
