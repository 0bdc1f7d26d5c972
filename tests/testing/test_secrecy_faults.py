"""Every leak that is planted in a small honest game is caught, whatever the seed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyGame
from brouhaha.testing import Conformance
from tests.testing.honest import ALREADY_BID, Bid, HasBid, Hint, HonestGame, Result, State, Turn
from tests.testing.planting import SEEDS, Spoil, conformance, run_secrecy, spoilt

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py


class OfHonest(Conformance):
    game = HonestGame()
    clocks_end_it = True


# What leaks in the small game


def next_card_in_public(state: State, events: list[Any]) -> None:
    state.public.hint = state.deck[-1]


def next_card_in_an_event(state: State, events: list[Any]) -> list[Any]:
    return [*events, Hint(state.deck[-1])]


def card_after_next_in_public(state: State, events: list[Any]) -> None:
    state.public.hint = state.deck[-2] if len(state.deck) > 1 else None


def bottom_card_in_public(state: State, events: list[Any]) -> None:
    state.public.hint = state.deck[0]


def next_card_is_even(state: State, events: list[Any]) -> None:
    state.public.hint = state.deck[-1] % 2 == 0


def next_card_in_the_scene_of_a_turn(state: State, events: list[Any]) -> None:
    if state.deck[-1] % 2:
        state.public.scene += 1


def next_card_in_the_deadline(state: State, events: list[Any]) -> None:
    if state.public.deadline is not None:
        state.public.deadline = 5000 * (state.public.scene + 1) + state.deck[-1]


def next_card_for_one_seat(state: State, events: list[Any]) -> None:
    state.private[1].hint = state.deck[-1]


def next_card_late(state: State, events: list[Any]) -> None:
    if state.public.scene >= 2:
        state.public.hint = state.deck[-1]


def the_whole_deck(state: State, events: list[Any]) -> None:
    state.public.hint = state.deck


def how_the_deck_lies(state: State, events: list[Any]) -> None:
    state.public.hint = state.deck[-1] > state.deck[0]


def others_card_in_public(state: State, events: list[Any]) -> None:
    state.public.hint = state.private[1].card


def others_card_in_private(state: State, events: list[Any]) -> None:
    state.private[0].hint = state.private[1].card


def others_card_in_an_event(state: State, events: list[Any]) -> list[Any]:
    return [*events, Hint(state.private[0].card)]


def who_has_the_best_card(state: State, events: list[Any]) -> None:
    state.public.hint = max(range(len(state.private)), key=lambda seat: state.private[seat].card)


def order_of_a_list(state: State, events: list[Any]) -> None:
    state.public.hint = sorted(range(len(state.private)), key=lambda seat: state.private[seat].card)


def length_of_a_list(state: State, events: list[Any]) -> None:
    state.public.hint = [0] * state.private[1].card


def key_of_a_mapping(state: State, events: list[Any]) -> None:
    state.public.hint = {str(state.private[0].card): 0}


def order_of_a_mapping(state: State, events: list[Any]) -> None:
    seats = sorted(range(len(state.private)), key=lambda seat: state.private[seat].card)
    state.public.hint = {str(seat): 0 for seat in seats}


def kind_of_a_number(state: State, events: list[Any]) -> None:
    state.public.hint = 1 if state.private[0].card % 2 else 1.0


def order_of_events(state: State, events: list[Any]) -> list[Any]:
    return [Hint(0), *events] if state.private[0].card % 2 else [*events, Hint(0)]


def an_event_or_none(state: State, events: list[Any]) -> list[Any] | None:
    return [*events, Hint(0)] if state.private[0].card > 15 else None


def bid_in_public(state: State, events: list[Any]) -> None:
    state.public.hint = [hand.bid for hand in state.private]


def bid_in_an_event(state: State, events: list[Any]) -> list[Any] | None:
    told = [Hint(state.private[e.seat].bid or 0) for e in events if isinstance(e, HasBid)]
    return [*events, *told]


def high_bid_in_public(state: State, events: list[Any]) -> None:
    state.public.hint = [(hand.bid or 0) > 4 for hand in state.private]


def bid_in_anothers_private(state: State, events: list[Any]) -> None:
    state.private[0].hint = state.private[1].bid


def bonus_in_public(state: State, events: list[Any]) -> None:
    state.public.hint = state.bonus[0]


def jackpot_in_private(state: State, events: list[Any]) -> None:
    state.private[0].hint = state.jackpot


def jackpot_in_the_score(state: State, events: list[Any]) -> None:
    state.public.seats[0].score = state.jackpot * 7


def result_before_the_end(state: State, events: list[Any]) -> None:
    if state.public.scene == 1:
        scores = [hand.card for hand in state.private]
        state.result = Result([0], [[*range(len(scores))]], scores)


LEAKS = [
    next_card_in_public,
    next_card_in_an_event,
    card_after_next_in_public,
    bottom_card_in_public,
    next_card_is_even,
    next_card_in_the_scene_of_a_turn,
    next_card_in_the_deadline,
    next_card_for_one_seat,
    next_card_late,
    the_whole_deck,
    how_the_deck_lies,
    others_card_in_public,
    others_card_in_private,
    others_card_in_an_event,
    who_has_the_best_card,
    order_of_a_list,
    length_of_a_list,
    key_of_a_mapping,
    order_of_a_mapping,
    kind_of_a_number,
    order_of_events,
    an_event_or_none,
    bid_in_public,
    bid_in_an_event,
    high_bid_in_public,
    bid_in_anothers_private,
    bonus_in_public,
    jackpot_in_private,
    jackpot_in_the_score,
    result_before_the_end,
]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_is_caught(leak: Spoil) -> None:
    faulty = conformance(spoilt(OfHonest.game, leak))
    for seed in SEEDS:
        with pytest.raises(AssertionError, match="sees what it may not know"):
            run_secrecy(faulty, seed)


# What the rules show does not leak


class WithPiles(State):
    """All cards that were turned up are kept, face down again; and what lies open is kept twice."""

    pile: list[int] = msgspec.field(default_factory=list)
    known: int = 0


class Piles(HonestGame):
    kinds = HonestGame.kinds._replace(state=WithPiles)

    def setup(self, *given: Any) -> State:
        state = super().setup(*given)
        parts = {name: getattr(state, name) for name in state.__struct_fields__}
        return WithPiles(**parts)

    def act(self, state: Any, seat: int, action: Any, at: int, chance: Chance) -> list[Any]:
        events = super().act(state, seat, action, at, chance)
        if len(state.public.table) > 1:
            state.pile.append(state.public.table.pop(0))
        state.known = sum(state.public.table)
        return events

    def inventory(self, state: Any) -> list[int]:
        return [*super().inventory(state), *state.pile]


def test_cards_that_were_seen_and_are_hidden_again_are_no_leak() -> None:
    for seed in range(7):  # a false alarm is rarer than a leak
        conformance(Piles()).check_secrecy(seed)


def test_a_leak_is_caught_although_some_hidden_cards_were_seen() -> None:
    faulty = conformance(spoilt(Piles(), next_card_in_public))
    for seed in SEEDS:
        with pytest.raises(AssertionError, match="sees what it may not know"):
            run_secrecy(faulty, seed)


# Refusals tell too


class Telling(HonestGame):
    """Who bids twice is told the next card."""

    def act(self, state: State, seat: int, action: Any, at: int, chance: Chance) -> list[Any]:
        if isinstance(action, Bid) and state.private[seat].bid is not None:
            raise Rejected(ALREADY_BID, hint=state.deck[-1])
        return super().act(state, seat, action, at, chance)


class Choosy(HonestGame):
    """A bid is refused if another seat's sealed bid is the same."""

    def act(self, state: State, seat: int, action: Any, at: int, chance: Chance) -> list[Any]:
        if isinstance(action, Bid) and action.amount in [hand.bid for hand in state.private]:
            raise Rejected(ALREADY_BID, hint="somebody")
        return super().act(state, seat, action, at, chance)


class Computed(HonestGame):
    """The view is made when it is asked for, and shows the deck."""

    def public(self, state: Any) -> Any:
        return replace(state.public, hint=state.deck[-1])


class WrongHand(HonestGame):
    """Seat 1 is shown the hand of seat 0."""

    def private(self, state: Any, seat: int) -> Any:
        return state.private[0] if seat == 1 else state.private[seat]


@pytest.mark.parametrize(
    "game", [Telling(), Choosy(), Computed(), WrongHand()], ids=lambda g: type(g).__name__
)
def test_a_leaking_answer_is_caught(game: AnyGame) -> None:
    faulty = conformance(game)
    for seed in SEEDS:
        with pytest.raises(AssertionError, match="sees what it may not know"):
            run_secrecy(faulty, seed)


# When something happens tells too


class Hurried(HonestGame):
    """The deadline falls later than everybody is told, by the next card."""

    def due(self, state: Any) -> int | None:
        deadline: int | None = state.public.deadline
        return None if deadline is None else deadline + int(state.deck[-1])


class RacesForLowCards(HonestGame):
    """Whether a turn waits for others depends on the next card."""

    def contested(self, state: State, seat: int, action: Any) -> bool:
        return isinstance(action, Turn) and state.deck[-1] < 15


class WaitsForHighCards(HonestGame):
    """A turn waits for those who hold a high card."""

    def contesters(self, state: State, seat: int | None, action: Any) -> list[int] | None:
        high = [one for one, hand in enumerate(state.private) if hand.card > 15]
        return high if isinstance(action, Turn) else None


class DeadlineWaitsForHighCards(HonestGame):
    """The deadline waits for those who hold a high card."""

    def contesters(self, state: State, seat: int | None, action: Any) -> list[int] | None:
        high = [one for one, hand in enumerate(state.private) if hand.card > 15]
        return high if action is None else None


TIMINGS = [Hurried(), RacesForLowCards(), WaitsForHighCards(), DeadlineWaitsForHighCards()]


@pytest.mark.parametrize("game", TIMINGS, ids=lambda g: type(g).__name__)
def test_a_leak_in_the_timing_is_caught(game: AnyGame) -> None:
    faulty = conformance(game)
    for seed in SEEDS:
        with pytest.raises(AssertionError, match=r"timing\.\w+"):
            run_secrecy(faulty, seed)
