"""Simulated matches of NOW! among greedy bots, played by the compiled kernel.

The referee deals (same seed, same cards, same paces), the kernel plays; what comes out is what
the referee's own play would give, which `tests/lab/test_now_kernel.py` proves.
"""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np

from brouhaha.engine.match import Match
from brouhaha.games.now.bots.simple import GreedyBot
from brouhaha.games.now.cards import DECK, TargetCard, default_cards
from brouhaha.games.now.types import State
from brouhaha.lab.now_kernel import BLUE, BOTH, RED, REFRESH, Ints, play_greedy

COLOUR_CODES = {"red": RED, "blue": BLUE, "both": BOTH}
PLACES = range(DECK)


@cache
def target_arrays() -> tuple[Ints, Ints, Ints, dict[TargetCard, int]]:
    targets = default_cards().targets
    return (
        np.array([target.value for target in targets]),
        np.array([COLOUR_CODES[target.colour] for target in targets]),
        np.array([target.points for target in targets]),
        {target: place for place, target in enumerate(targets)},
    )


def play(match: Match, random: Random) -> tuple[list[int], list[int]]:
    """Winners and scores of this match, just begun, if greedy bots play it."""
    state: State = match.state
    players = len(state.private)
    paces = np.array([GreedyBot(seat, random).pace for seat in range(players)])
    values, colours, points, place = target_arrays()
    order = [
        REFRESH if card.refresh else place[card]
        for card in (*state.public.targets, *reversed(state.target_deck))
    ]
    decks = [deck[::-1] for deck in state.decks]
    for deck, hand in zip(decks, state.private, strict=False):
        assert hand.active is not None
        deck.insert(0, hand.active)
    shuffles = [match.chance.shuffled(f"refresh/{seat}", PLACES) for seat in range(len(decks))]
    scores, totals = np.empty(len(decks), np.int64), np.empty(len(decks), np.int64)
    play_greedy(
        values, colours, points, np.array(order), np.array(decks), np.array(shuffles), paces,
        players, state.options.refresh_points, scores, totals,
    )  # fmt: skip
    worth = list(zip(scores.tolist(), totals.tolist(), strict=True))
    best = max(worth)
    return [seat for seat, mine in enumerate(worth) if mine == best], scores.tolist()
