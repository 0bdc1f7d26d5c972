"""Every leak that is planted in one of our games is caught. Where the types leave no room, it hides in a
number."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from brouhaha.testing import Conformance
from tests.games.nimble.test_conformance import TestNimble as OurNimble
from tests.games.nono.test_conformance import TestNono as OurNono
from tests.games.now.test_conformance import TestNow as OurNow
from tests.testing.planting import SEEDS, Spoil, conformance, run_secrecy, spoilt

pytestmark = pytest.mark.no_cover  # the same branches, thousands of times: see tests/tracing.py


def now_next_target(state: Any, events: list[Any]) -> None:
    state.public.targets_left = state.target_deck[-1].value if state.target_deck else 0


def now_next_card(state: Any, events: list[Any]) -> None:
    if state.decks[0]:
        state.public.seats[0].extra_time = state.decks[0][-1]


def now_others_card(state: Any, events: list[Any]) -> None:
    hidden = state.public.phase == "action"
    state.public.seats[0].extra_time = state.private[0].active if hidden else UNSET


def now_card_in_the_deadline(state: Any, events: list[Any]) -> None:
    if state.public.phase == "action" and state.public.deadline is not None:
        state.public.deadline = 10**6 * state.public.round + (state.private[0].active or 0)


def now_card_in_an_event(state: Any, events: list[Any]) -> list[Any]:
    def told(event: Any) -> Any:
        seat = getattr(event, "seat", None)
        is_now = type(event).__name__ == "SaidNow" and state.public.phase == "action"
        return replace(event, by_clock=(state.private[seat].active or 0) > 60) if is_now else event

    return [told(event) for event in events]


def nimble_next_card(state: Any, events: list[Any]) -> None:
    if state.public.phase == "play" and state.decks[0]:
        state.public.seats[1].top = state.decks[0][-1]


def nimble_next_card_in_the_scene(state: Any, events: list[Any]) -> None:
    if state.public.phase == "play" and state.decks[0] and state.decks[0][-1].frame < "m":
        state.public.scene += 1


def nimble_next_card_in_an_event(state: Any, events: list[Any]) -> list[Any]:
    flipped = [e for e in events if type(e).__name__ == "Flipped" and state.decks[e.seat]]
    return [*events, *(replace(e, card=state.decks[e.seat][-1]) for e in flipped)]


def nono_next_category(state: Any, events: list[Any]) -> None:
    if state.deck:
        state.public.would_fit = (state.deck[-1].category,)


def nono_next_card_in_the_deadline(state: Any, events: list[Any]) -> None:
    if state.deck and state.public.deadline is not None:
        state.public.deadline = 10**6 * state.public.scene + 9 * len(state.deck[-1].category)


def nono_votes(state: Any, events: list[Any]) -> None:
    if state.public.phase == "vote":
        state.public.seats[0].score = sum(
            bool(hand.vote and hand.vote.fits) for hand in state.private
        )


def nono_vote_in_an_event(state: Any, events: list[Any]) -> list[Any] | None:
    def told(event: Any) -> Any:
        if type(event).__name__ != "Voted" or state.public.phase != "vote":
            return event
        return replace(event, seat=event.seat + 10 * state.private[event.seat].vote.fits)

    return [told(event) for event in events]


OURS: list[tuple[type[Conformance], Spoil]] = [
    (OurNow, now_next_target),
    (OurNow, now_next_card),
    (OurNow, now_others_card),
    (OurNow, now_card_in_the_deadline),
    (OurNow, now_card_in_an_event),
    (OurNimble, nimble_next_card),
    (OurNimble, nimble_next_card_in_the_scene),
    (OurNimble, nimble_next_card_in_an_event),
    (OurNono, nono_next_category),
    (OurNono, nono_next_card_in_the_deadline),
    (OurNono, nono_votes),
    (OurNono, nono_vote_in_an_event),
]


@pytest.mark.parametrize(("of", "leak"), OURS, ids=lambda given: given.__name__)
def test_a_leak_in_our_games_is_caught(of: type[Conformance], leak: Spoil) -> None:
    faulty = conformance(spoilt(of.game, leak), of)
    for seed in SEEDS:
        with pytest.raises(AssertionError, match="sees what it may not know"):
            run_secrecy(faulty, seed)
