"""Chance that gives the same twice, and questions that change something, are caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import pytest

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyGame
from brouhaha.engine.highlights import Highlight
from brouhaha.engine.statistics import Statistics, Value
from brouhaha.testing import Conformance
from tests.testing.honest import HonestGame, State
from tests.testing.planting import ALL, SEEDS, conformance, name_of

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py

# A label is drawn once


class OneLabel(Chance):
    """Numbers in labels are forgotten: every seat, and every round, draws the same."""

    __slots__ = ("chance",)

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def words(self, label: str, count: int) -> tuple[int, ...]:
        return self.chance.words("".join(c for c in label if not c.isdigit()), count)


def with_one_label(game: AnyGame) -> AnyGame:
    class Careless(type(game)):  # type: ignore[misc]
        def setup(self, players: Any, options: Any, deal: Any, chance: Any) -> Any:
            return super().setup(players, options, deal, OneLabel(chance))

        def act(self, state: Any, seat: Any, action: Any, at: Any, chance: Any) -> Any:
            return super().act(state, seat, action, at, OneLabel(chance))

        def expire(self, state: Any, at: Any, chance: Any) -> Any:
            return super().expire(state, at, OneLabel(chance))

    return Careless()


@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_one_label_for_all_is_caught(game: AnyGame, of: type[Conformance]) -> None:
    faulty = conformance(with_one_label(game), of)
    for seed in SEEDS:
        with pytest.raises(AssertionError, match="more than once"):
            faulty.check_labels(seed)


# What is hidden is dealt anew


class SameChance(HonestGame):
    """It shuffles by a chance of its own."""

    def setup(self, players: Any, options: Any, deal: Any, chance: Chance) -> State:
        return super().setup(players, options, deal, Chance(bytes(32)))


class KeptChance(HonestGame):
    """What the first match has drawn is kept for all."""

    kept: ClassVar[list[Chance]] = []

    def setup(self, players: Any, options: Any, deal: Any, chance: Chance) -> State:
        self.kept.append(chance)
        return super().setup(players, options, deal, self.kept[0])


class SameDeck(HonestGame):
    """Hands are alike, and the deck lies the same each time."""

    def setup(self, players: Any, options: Any, deal: Any, chance: Chance) -> State:
        state = super().setup(players, options, deal, Chance(bytes(32)))
        for hand in state.private:
            hand.card = 0
        return state


@pytest.mark.parametrize(
    ("game", "why"),
    [(SameChance(), "same hands"), (KeptChance(), "same hands"), (SameDeck(), "in every match")],
    ids=lambda given: type(given).__name__,
)
def test_a_deal_that_is_always_the_same_is_caught(game: AnyGame, why: str) -> None:
    with pytest.raises(AssertionError, match=why):
        conformance(game).test_what_is_hidden_is_dealt_anew_in_each_match()


class OwnCards(HonestGame):
    """No fault: everybody begins with a hand of their own seat's number, and the deck is shuffled."""

    def setup(self, *given: Any) -> State:
        state = super().setup(*given)
        for seat, hand in enumerate(state.private):
            hand.card, hand.hint = seat, state.public.seats[seat].name
        return state


def test_hands_that_everybody_knows_are_no_fault() -> None:
    conformance(OwnCards()).test_what_is_hidden_is_dealt_anew_in_each_match()


# Asking changes nothing


def asked(game: AnyGame, question: str, then: Callable[[Any, Any], None]) -> AnyGame:
    """The game, with a question that does something besides; `then` gets the game and the state."""

    def ask(self: Any, given: Any, *more: Any) -> Any:
        then(self, given)
        return getattr(super(faulty, self), question)(given, *more)

    faulty: type = type("Asked", (type(game),), {question: ask, "asked": 0, "lists": [0]})
    return faulty()  # type: ignore[no-any-return]


def look_up(game: Any, state: Any) -> None:
    state.public.scene += 1


def lose_a_secret(game: Any, state: Any) -> None:
    part = next(name for name in ("deck", "decks") if hasattr(state, name))
    getattr(state, part).reverse()


def remember(game: Any, state: Any) -> None:
    game.asked += 1


def remember_in_the_class(game: Any, state: Any) -> None:
    game.lists[0] += 1


def remember_on_the_class(game: Any, state: Any) -> None:
    type(game).asked += 1


def write_on_the_view(game: Any, public: Any) -> None:
    public.seats[0].name += "!"


QUESTIONS_ASKED = ("public", "due", "result", "inventory", "highlights", "statistics")
QUESTIONS = [
    *[
        ("contested", then)
        for then in (look_up, lose_a_secret, remember, remember_in_the_class, remember_on_the_class)
    ],
    *[(question, look_up) for question in QUESTIONS_ASKED],
    ("private", look_up),
    ("masked", write_on_the_view),
]


@pytest.mark.parametrize(("question", "then"), QUESTIONS)
@pytest.mark.parametrize(("game", "of"), ALL, ids=name_of)
def test_a_question_that_changes_something_is_caught(
    game: AnyGame, of: type[Conformance], question: str, then: Callable[[Any, Any], None]
) -> None:
    faulty = conformance(asked(game, question, then), of)
    for seed in SEEDS:
        with pytest.raises((AssertionError, Rejected)):
            faulty.check_questions(seed)


class Unmasked(HonestGame):
    def masked(self, public: Any, mask: Any) -> Any:
        return public


class Later(HonestGame):
    def highlights(self, state: State, heard: Any) -> list[Highlight]:
        return [Highlight(10**9, "{0} won.", "{0} a gagné.")]


class Untranslated(HonestGame):
    def highlights(self, state: State, heard: Any) -> list[Highlight]:
        return [Highlight(0, "{0} won.", "")]


class Unnamed(HonestGame):
    def statistics(self, state: State, heard: Any) -> Statistics:
        return [{"noise": Value(1.0)} for _ in state.private]


class OfOneSeat(HonestGame):
    def statistics(self, state: State, heard: Any) -> Statistics:
        return [{}]


@pytest.mark.parametrize(
    "game",
    [Unmasked(), Later(), Untranslated(), Unnamed(), OfOneSeat()],
    ids=lambda g: type(g).__name__,
)
def test_a_wrong_answer_is_caught(game: AnyGame) -> None:
    for seed in SEEDS:
        with pytest.raises(AssertionError):
            conformance(game).check_questions(seed)
