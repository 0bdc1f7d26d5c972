"""A round begins: reveal three cards, shuffle if Refresh turns up, everybody says Go."""

from __future__ import annotations

from brouhaha.engine.chance import Chance
from brouhaha.engine.common import Ended, Went, deadline
from brouhaha.engine.game import Event
from brouhaha.games.now.types import Refreshed, Revealed, State

REVEALED_A_ROUND = 3


def begin_round(state: State, at: int, chance: Chance) -> list[Event]:
    """Turn up the next three cards beside those nobody took; Go is a countdown away."""
    table = state.public
    table.round += 1
    table.phase = "countdown"
    table.scene += 1
    table.last_player = None
    state.waiting = len(state.private)
    for seat in table.seats:
        seat.said_now = seat.ready = False
        seat.active = None
    events: list[Event] = []
    for _ in range(REVEALED_A_ROUND):
        events += reveal(state, chance)
    table.deadline = deadline(at, state.options.countdown)
    return events if table.deadline else events + go(state, at)


def reveal(state: State, chance: Chance) -> list[Event]:
    card = state.target_deck.pop()
    state.public.targets.append(card)
    state.public.targets_left -= 1
    if not card.refresh:
        return [Revealed(card)]
    state.public.refresh = "in_play"
    refresh(state, chance)
    return [Revealed(card), Refreshed()]


def refresh(state: State, chance: Chance) -> None:
    """Everybody shuffles everything, the active card too; the new one is seen at Go."""
    for seat, (deck, place) in enumerate(zip(state.decks, state.public.seats, strict=True)):
        cards = deck + place.discards
        if seat < len(state.private):
            active = state.private[seat].active
            cards += [] if active is None else [active]
            state.private[seat].active = None
        state.decks[seat] = chance.shuffled(f"refresh/{seat}", cards)
        place.discards.clear()
        place.cards_left = len(cards)


def go(state: State, at: int) -> list[Event]:
    """Everybody says Go: from now on all play at once."""
    for hand, deck in zip(state.private, state.decks, strict=False):
        if hand.active is None:
            hand.active = deck.pop()
    state.public.phase = "action"
    state.public.scene += 1
    state.public.deadline = deadline(at, state.options.action)
    return [Went(state.public.round)]


def end_round(state: State, at: int, chance: Chance) -> list[Event]:
    """Everybody has seen the resolution: the next round, or the end."""
    put_silvanos_card_aside(state)
    if state.target_deck:
        return begin_round(state, at, chance)
    table = state.public
    state.removed += table.targets
    table.targets = []
    table.phase = "end"
    table.scene += 1
    table.deadline = None
    assert state.result is not None
    return [Ended(tuple(state.result.winners))]


def put_silvanos_card_aside(state: State) -> None:
    """Silvano turns a new card each time; the one he played is used."""
    for silvano in state.public.seats[len(state.private) :]:
        if silvano.active is not None:
            silvano.discards.append(silvano.active)
            silvano.cards_left -= 1
