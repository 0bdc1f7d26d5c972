"""Matches that go wrong: scenes, results, states, cards, ends, and what is told of them."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from brouhaha.engine.chance import Chance
from brouhaha.engine.game import AnyGame, Bot, Thought
from brouhaha.engine.match import StuckClock
from brouhaha.lab.arena import EndlessMatch
from brouhaha.testing import Conformance
from tests.testing.honest import Bid, HonestGame, Private, Public, Result, State, Turn
from tests.testing.planting import (
    ALL,
    SEEDS,
    Spoil,
    conformance,
    name_of,
    run_test,
    spoilt,
)

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py

# Scenes, results, states


def scene_goes_back(state: Any, events: list[Any]) -> None:
    if events:
        state.public.scene -= 1


class Restless(HonestGame):
    """The scores go on after the result."""

    def act(self, state: State, seat: int, action: Any, at: int, chance: Chance) -> list[Any]:
        if state.result is not None and isinstance(action, Turn):
            scores = [score + 1 for score in state.result.scores]
            state.result = msgspec.structs.replace(state.result, scores=scores)
            return []
        return super().act(state, seat, action, at, chance)


class Unending(HonestGame):
    """It begins again after the end."""

    def act(self, state: State, seat: int, action: Any, at: int, chance: Chance) -> list[Any]:
        if state.public.phase == "end" and isinstance(action, Turn):
            state.public.phase = "bidding"
            state.public.scene += 1
            return []
        return super().act(state, seat, action, at, chance)


@pytest.mark.parametrize("game", [Restless(), Unending()], ids=["restless", "unending"])
def test_a_wrong_story_is_caught(game: AnyGame) -> None:
    for seed in SEEDS:
        with pytest.raises(AssertionError):
            conformance(game).check_story(seed)


@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_a_scene_that_goes_back_is_caught(game: AnyGame, of: type[Conformance]) -> None:
    for seed in SEEDS:
        with pytest.raises(AssertionError, match="scene"):
            conformance(spoilt(game, scene_goes_back), of).check_story(seed)


def test_a_phase_without_a_scene_is_caught() -> None:
    class Silent(HonestGame):
        def expire(self, state: State, at: int, chance: Chance) -> list[Any]:
            scene, events = state.public.scene, super().expire(state, at, chance)
            state.public.scene = scene if state.public.phase == "end" else state.public.scene
            return events

        def act(self, state: State, seat: int, action: Any, at: int, chance: Chance) -> list[Any]:
            scene, events = state.public.scene, super().act(state, seat, action, at, chance)
            state.public.scene = scene if state.public.phase == "end" else state.public.scene
            return events

    for seed in SEEDS:
        with pytest.raises(AssertionError, match="no new scene"):
            conformance(Silent()).check_story(seed)


class Shared(HonestGame):
    """One list in two places: what is read again from a log has two."""

    def setup(self, *given: Any) -> State:
        state = super().setup(*given)
        state.public.hint = state.public.table
        return state


class Absent(HonestGame):
    """Something is kept outside of the state."""

    def setup(self, *given: Any) -> State:
        self.turned = 0
        return super().setup(*given)

    def act(self, state: State, seat: int, action: Any, at: int, chance: Chance) -> list[Any]:
        events = super().act(state, seat, action, at, chance)
        type(self).ever = getattr(type(self), "ever", 0) + 1  # type: ignore[attr-defined]
        state.public.hint = type(self).ever  # type: ignore[attr-defined]
        return events


class Idle(Bot):
    def think(self, public: Public, private: Private) -> Thought | None:
        return None


class Stuck(HonestGame):
    """Nobody acts, and the deadline stays where it was."""

    bots: ClassVar[Any] = {"random": Idle}

    def expire(self, state: State, at: int, chance: Chance) -> list[Any]:
        return []


@pytest.mark.parametrize("game", [Shared(), Absent(), Stuck()], ids=lambda g: type(g).__name__)
def test_a_state_that_is_not_all_is_caught(game: AnyGame) -> None:
    for seed in SEEDS:
        with pytest.raises(AssertionError):
            conformance(game).check_state(seed)


# Cards


def lose_a_card(state: Any, events: list[Any]) -> None:
    if events:
        deck = state.decks[0] if hasattr(state, "decks") else state.deck
        del deck[:1]


def find_a_card(state: Any, events: list[Any]) -> None:
    if events:
        deck = state.decks[0] if hasattr(state, "decks") else state.deck
        deck += deck[:1]


@pytest.mark.parametrize("spoil", [lose_a_card, find_a_card])
@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_a_card_too_few_or_too_many_is_caught(
    game: AnyGame, of: type[Conformance], spoil: Spoil
) -> None:
    faulty = conformance(spoilt(game, spoil), of)
    for seed in SEEDS:
        with pytest.raises(AssertionError):
            run_test(faulty.test_every_card_is_in_exactly_one_place, seed)


# Logs


class Counting(HonestGame):
    """What is played again comes to another state: something counts on outside of it."""

    ever: ClassVar[list[int]] = []

    def setup(self, *given: Any) -> State:
        self.ever.append(1)
        state = super().setup(*given)
        state.jackpot = len(self.ever)
        return state


def test_a_log_that_comes_to_another_state_is_caught() -> None:
    for seed in SEEDS:
        with pytest.raises(AssertionError):
            run_test(conformance(Counting()).test_a_log_replays_to_the_same_state, seed)


# The end


def with_result(game: AnyGame, change: Any) -> AnyGame:
    class Other(type(game)):  # type: ignore[misc]
        def result(self, state: Any) -> Any:
            result = super().result(state)
            return result and msgspec.structs.replace(result, **change(result))

    return Other()


def somebody_missing(result: Result) -> dict[str, Any]:
    return {"ranking": [result.ranking[0][:1]], "winners": result.ranking[0][:1]}


def other_winners(result: Result) -> dict[str, Any]:
    return {"winners": [seat for equals in result.ranking[1:] for seat in equals] or [9]}


@pytest.mark.parametrize("change", [somebody_missing, other_winners])
@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_a_ranking_that_is_none_is_caught(
    game: AnyGame, of: type[Conformance], change: Any
) -> None:
    faulty = conformance(with_result(game, change), of)
    for seed in SEEDS:
        with pytest.raises(AssertionError):
            run_test(faulty.test_every_match_ends_and_then_nothing_is_allowed, seed)


class Bidding(HonestGame):
    """Who bids after the end is let."""

    def act(self, state: State, seat: int, action: Any, at: int, chance: Chance) -> list[Any]:
        if state.public.phase == "end" and isinstance(action, Turn | Bid):
            return []
        return super().act(state, seat, action, at, chance)


class Waiting(HonestGame):
    """Nobody acts, and there is no deadline either."""

    bots: ClassVar[Any] = {"random": Idle}

    def due(self, state: Any) -> int | None:
        return None


@pytest.mark.parametrize("game", [Bidding(), Waiting()], ids=lambda g: type(g).__name__)
def test_a_match_without_an_end_is_caught(game: AnyGame) -> None:
    for seed in SEEDS:
        with pytest.raises((AssertionError, EndlessMatch)):
            run_test(conformance(game).test_every_match_ends_and_then_nothing_is_allowed, seed)


@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_a_match_that_its_clocks_do_not_end_is_caught(game: AnyGame, of: type[Conformance]) -> None:
    class Clockless(type(game)):  # type: ignore[misc]
        def due(self, state: Any) -> int | None:
            return None

        def expire(self, state: Any, *given: Any) -> list[Any]:
            return []

    faulty = conformance(Clockless(), of)
    faulty.clocks_end_it = True  # type: ignore[misc]
    for seed in SEEDS:
        with pytest.raises((AssertionError, EndlessMatch, StuckClock)):
            run_test(faulty.test_a_match_whose_time_has_run_out_is_over, seed)


# What is told


class Open(msgspec.Struct, tag="open"):
    """It can be changed after everybody has heard it."""

    card: int


class Long(msgspec.Struct, frozen=True, tag="long"):
    cards: list[int]


@pytest.mark.parametrize("event", [Open, Long])
@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_an_event_that_can_change_is_caught(
    game: AnyGame, of: type[Conformance], event: Any
) -> None:
    kinds = game.kinds._replace(event=game.kinds.event | event)
    faulty = conformance(type("Telling", (type(game),), {"kinds": kinds})(), of)
    with pytest.raises(AssertionError, match=event.__name__):
        faulty.test_nothing_that_an_event_holds_can_change()


class Mistyped(HonestGame):
    """The view is not what its type says."""

    def setup(self, *given: Any) -> State:
        state = super().setup(*given)
        state.public.cards_left = "many"  # type: ignore[assignment]
        return state


def test_a_view_that_is_not_of_its_type_is_caught() -> None:
    with pytest.raises(msgspec.ValidationError):
        conformance(Mistyped()).test_views_are_of_their_types_and_keep_their_names()
