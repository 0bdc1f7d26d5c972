"""nimble compiled, for rollouts and batches: one round, which is a match without the Challenge. The
rules are written for people in `games/nimble/`; this file mirrors them, and each function names the
one it mirrors. `tests/games/nimble/test_kernel.py` and `bench/kernel.py` prove that both agree.

A card is a number, its index in `cards.DECK`. An error is counted when it is made; nobody is told
before the round is over, as under the referee.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from brouhaha.games.nimble.cards import COLOURS, DECK
from brouhaha.games.nimble.types import PILES as PILES
from brouhaha.lab.compiled import rule

Ints = NDArray[np.int64]

CARDS, MOST_SEATS = len(DECK), 4
NONE = CARDS  # among cards: there is none
FRAME = np.array([COLOURS.index(card.frame) for card in DECK])
CIRCLE = np.array([COLOURS.index(card.circle) for card in DECK])

UNDER_WAY, ALL_PLACED, ONE_LEFT, STALEMATE, CLOCK = range(5)  # types.py: Ending
FLIP, BACK, RECYCLE, PLACE = 1, 2, 3, 4  # PLACE + pile, as in environment.py

# What the functions below are given are records of these two types.
Deal: TypeAlias = Any
Play: TypeAlias = Any

# All the chance of a round: whole decks, next card last, and who gives the first card of each pile.
DEAL = np.dtype(
    [
        ("count", np.int64, MOST_SEATS),
        ("givers", np.int64, PILES),
        ("decks", np.uint8, (MOST_SEATS, CARDS)),
    ]
)

# A round under way; next cards, and top cards, are last.
PLAY = np.dtype(
    [
        *((name, np.int64) for name in ("players", "placed", "ending")),
        ("deck_size", np.int64, MOST_SEATS),
        ("discard_size", np.int64, MOST_SEATS),
        ("errors", np.int64, MOST_SEATS),
        ("reached", np.int64, MOST_SEATS),  # at which placement a seat got down to its cards
        ("held", np.int64, len(COLOURS)),  # frames in decks and discards
        ("tops", np.int64, PILES),
        ("when", np.int64, MOST_SEATS),  # a bot means to act, how, and aiming at which card
        ("wish", np.int64, MOST_SEATS),
        ("aim", np.int64, MOST_SEATS),
        ("deck", np.uint8, (MOST_SEATS, CARDS)),
        ("discard", np.uint8, (MOST_SEATS, CARDS)),
    ]
)


@rule
def set_up(play: Play, deal: Deal, players: int) -> None:
    """setup.py: deal_cards, lay_first_cards"""
    play.players = players
    play.placed = play.ending = 0
    play.held[:] = 0
    for s in range(players):
        play.deck_size[s] = deal.count[s]
        play.discard_size[s] = play.errors[s] = play.reached[s] = 0
        for c in range(deal.count[s]):
            play.deck[s, c] = deal.decks[s, c]
            play.held[FRAME[deal.decks[s, c]]] += 1
    for pile in range(PILES):
        giver = deal.givers[pile]
        play.deck_size[giver] -= 1
        card = np.int64(play.deck[giver, play.deck_size[giver]])
        play.tops[pile] = card
        play.held[FRAME[card]] -= 1


@rule
def top_of(play: Play, s: int) -> int:
    """types.py: SeatView.top"""
    size = play.discard_size[s]
    return np.int64(play.discard[s, size - 1]) if size else NONE  # type: ignore[return-value]


@rule
def may(play: Play, s: int, action: int, aim: int, bounces: bool) -> bool:
    """play.py: what flip, back, recycle and place do not refuse"""
    if play.ending:
        return False
    if action == FLIP:
        return bool(play.deck_size[s] > 0)
    if action == RECYCLE:
        return bool(play.deck_size[s] == 0)
    if play.discard_size[s] == 0:
        return False
    return action == BACK or not bounces or aim == play.tops[action - PLACE]


@rule
def act(play: Play, s: int, action: int) -> None:
    """What may be done is done."""
    if action == FLIP:
        flip(play, s)
    elif action == BACK:
        back(play, s)
    elif action == RECYCLE:
        recycle(play, s)
    else:
        place(play, s, action - PLACE)


@rule
def flip(play: Play, s: int) -> None:
    """play.py: flip"""
    play.deck_size[s] -= 1
    play.discard[s, play.discard_size[s]] = play.deck[s, play.deck_size[s]]
    play.discard_size[s] += 1


@rule
def back(play: Play, s: int) -> None:
    """play.py: back"""
    play.discard_size[s] -= 1
    play.deck[s, play.deck_size[s]] = play.discard[s, play.discard_size[s]]
    play.deck_size[s] += 1


@rule
def recycle(play: Play, s: int) -> None:
    """play.py: recycle"""
    size = play.discard_size[s]
    for c in range(size):
        play.deck[s, c] = play.discard[s, size - 1 - c]
    play.deck_size[s], play.discard_size[s] = size, 0


@rule
def place(play: Play, s: int, pile: int) -> None:
    """play.py: place; check.py: check_pile"""
    play.discard_size[s] -= 1
    card = np.int64(play.discard[s, play.discard_size[s]])
    play.errors[s] += FRAME[card] != CIRCLE[play.tops[pile]]
    play.held[FRAME[card]] -= 1
    play.placed += 1
    play.reached[s] = play.placed
    play.tops[pile] = card
    play.ending = ending_after_placement(play, s)


@rule
def cards_left(play: Play, s: int) -> int:
    return int(play.deck_size[s] + play.discard_size[s])


@rule
def ending_after_placement(play: Play, s: int) -> int:
    """ending.py: ending_after_placement"""
    left = cards_left(play, s)
    if left == 0:
        return ALL_PLACED
    if left == 1 and play.players == 2:
        return ONE_LEFT
    for pile in range(PILES):
        if play.held[CIRCLE[play.tops[pile]]]:
            return UNDER_WAY
    return STALEMATE


@rule
def standing(play: Play, s: int) -> int:
    """scoring.py: judge_round, give_titles. Errors, then cards left, then who got there first."""
    return int(((play.errors[s] * 64 + cards_left(play, s)) * 256 + play.reached[s]) * 8 + s)


@rule
def winner(play: Play) -> int:
    """scoring.py: judge_round"""
    best = 0
    for s in range(1, play.players):
        if standing(play, s) < standing(play, best):
            best = s
    return best
