"""What a player does with two hands: flip, place, take back, turn the discard over.

Each rule refuses before it changes anything. A wrong placement is no reason to refuse.
"""

from __future__ import annotations

from brouhaha.engine.chance import Chance
from brouhaha.engine.common import Ready, SaidReady, say_ready
from brouhaha.engine.errors import Overtaken, Rejected
from brouhaha.engine.game import Event
from brouhaha.engine.refusals import BAD_ACTION
from brouhaha.games.nimble.check import stop
from brouhaha.games.nimble.ending import ending_after_placement
from brouhaha.games.nimble.refusals import (
    BOUNCED,
    DECK_EMPTY,
    DECK_NOT_EMPTY,
    DISCARD_EMPTY,
    NO_AIM,
    NOT_YOUR_SIGNAL,
)
from brouhaha.games.nimble.rounds import end_round, go
from brouhaha.games.nimble.types import (
    Back,
    Flip,
    Flipped,
    Place,
    Placed,
    Recycle,
    Recycled,
    State,
    TakenBack,
)


def flip(state: State, seat: int, action: Flip, at: int, chance: Chance) -> list[Event]:
    """The top of the deck, onto the own discard, which every card touches first."""
    deck = state.decks[seat]
    if not deck:
        raise Rejected(DECK_EMPTY)
    card = deck.pop()
    state.discards[seat].append(card)
    hand = state.public.seats[seat]
    hand.deck -= 1
    hand.discard += 1
    hand.top = card
    return [Flipped(seat, card)]


def place(state: State, seat: int, action: Place, at: int, chance: Chance) -> list[Event]:
    """The top of the own discard, onto a common pile, right or wrong; it is never taken back."""
    discard = state.discards[seat]
    if not discard:
        raise Rejected(DISCARD_EMPTY)
    public, number = state.public, action.pile
    if action.onto != public.piles[number]:
        refuse_if_it_bounces(state, action)
    card = discard.pop()
    state.piles[number].append((seat, card))
    state.held[card.frame] -= 1
    state.placed += 1
    state.reached[seat] = state.placed
    public.piles[number] = card
    public.heights[number] += 1
    hand = public.seats[seat]
    hand.discard -= 1
    hand.top = discard[-1] if discard else None
    ending = ending_after_placement(state, hand)
    if ending is None:
        return [Placed(seat, number, card)]
    return [Placed(seat, number, card), *stop(state, ending, seat, at)]


def refuse_if_it_bounces(state: State, action: Place) -> None:
    """It was not aimed at the card that lies there, even if it would fit (option `races`)."""
    if state.options.races == "land":
        return
    if action.onto is None:
        raise Rejected(BAD_ACTION, reason=NO_AIM)
    quicker, _ = state.piles[action.pile][-1]
    raise Overtaken(BOUNCED, by=quicker, name=state.public.seats[quicker].name)


def back(state: State, seat: int, action: Back, at: int, chance: Chance) -> list[Event]:
    """The top of the own discard, onto the deck again: the card below it can be placed."""
    discard = state.discards[seat]
    if not discard:
        raise Rejected(DISCARD_EMPTY)
    card = discard.pop()
    state.decks[seat].append(card)
    hand = state.public.seats[seat]
    hand.deck += 1
    hand.discard -= 1
    hand.top = discard[-1] if discard else None
    return [TakenBack(seat, card)]


def recycle(state: State, seat: int, action: Recycle, at: int, chance: Chance) -> list[Event]:
    """The discard turned over, unshuffled: the card flipped first comes first again."""
    if state.decks[seat]:
        raise Rejected(DECK_NOT_EMPTY)
    deck = state.discards[seat]  # not empty: a round ends when somebody has no card left
    deck.reverse()
    state.decks[seat], state.discards[seat] = deck, []
    hand = state.public.seats[seat]
    hand.deck, hand.discard = len(deck), 0
    hand.top = None
    return [Recycled(seat)]


def give_signal(state: State, seat: int, action: Ready, at: int, chance: Chance) -> list[Event]:
    """One player gives it for all."""
    by = state.public.signal_by
    assert by is not None
    if seat != by:
        raise Rejected(NOT_YOUR_SIGNAL, name=state.public.seats[by].name)
    return go(state, at)


def ready(state: State, seat: int, action: Ready, at: int, chance: Chance) -> list[Event]:
    """Seen. When all have, the check ends before its clock."""
    if say_ready(state.public.seats, seat):
        return [SaidReady(seat), *end_round(state, at, chance)]
    return [SaidReady(seat)]
