"""Many matches of NOW! from one seed, dealt and played compiled: who wins how often, by deck.

The deals here are drawn by numba's own generator, which is quick; they are not those of a
match's seed. For those, `simulate` takes the deals from the referee itself.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from brouhaha.games.now.cards import COLOURS, CardSet
from brouhaha.lab.now_fast import COLOUR_CODES
from brouhaha.lab.now_kernel import DECK, REFRESH, SLOTS, Ints, play_greedy


def wins_by_deck(
    cards: CardSet, players: int, games: int, seed: int, refresh_points: int = 3
) -> NDArray[np.float64]:
    """Each deck's wins (a shared win counts as its share) and how often it sat, as two rows."""
    values = np.array([card.value for card in cards.targets])
    colours = np.array([COLOUR_CODES[card.colour] for card in cards.targets])
    points = np.array([card.points for card in cards.targets])
    decks = np.array([cards.decks[colour] for colour in COLOURS])
    counts: NDArray[np.float64] = _play_many(
        values, colours, points, decks, players, games, seed, refresh_points
    )
    return counts


@njit(cache=True)
def _deal_targets(order: Ints) -> None:
    """setup.py: shuffle_targets"""
    cards = np.random.permutation(SLOTS - 1)
    place = SLOTS // 3 + np.random.randint(SLOTS // 3)
    order[:place] = cards[:place]
    order[place] = REFRESH
    order[place + 1 :] = cards[place:]


@njit(cache=True)
def _play_many(
    values: Ints,
    colours: Ints,
    points: Ints,
    decks: Ints,
    players: int,
    games: int,
    seed: int,
    refresh_points: int,
) -> NDArray[np.float64]:
    np.random.seed(seed)
    seats = players + 1 if players == 2 else players
    counts = np.zeros((2, decks.shape[0]))
    order = np.empty(SLOTS, np.int64)
    dealt, shuffles = np.empty((seats, DECK), np.int64), np.empty((seats, DECK), np.int64)
    paces = np.empty(seats, np.int64)
    scores, totals = np.empty(seats, np.int64), np.empty(seats, np.int64)
    for _ in range(games):
        _deal_targets(order)
        sits = np.random.permutation(decks.shape[0])[:seats]
        for s in range(seats):
            dealt[s] = np.random.permutation(decks[sits[s]])
            shuffles[s] = np.random.permutation(DECK)
            paces[s] = 500 + np.random.randint(500)
            counts[1, sits[s]] += 1
        play_greedy(
            values, colours, points, order, dealt, shuffles, paces, players, refresh_points,
            scores, totals,
        )  # fmt: skip
        worth = scores * 1000 + totals
        best = worth.max()
        winners = (worth == best).sum()
        for s in range(seats):
            if worth[s] == best:
                counts[0, sits[s]] += 1 / winners
    return counts
