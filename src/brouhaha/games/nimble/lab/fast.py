"""Simulated matches of nimble among greedy bots, played by the compiled kernel.

The referee deals and Python's generator is asked for the same draws in the same order; what comes
out is what the referee's own play would give, which `tests/games/nimble/test_kernel.py` proves.
"""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from brouhaha.engine.match import Match
from brouhaha.games.nimble.bots.simple import GreedyBot
from brouhaha.games.nimble.cards import DECK, Card
from brouhaha.games.nimble.lab.kernel import DEAL, PLAY, Deal, Play, cards_left, winner
from brouhaha.games.nimble.lab.players import play_greedy
from brouhaha.games.nimble.types import State
from brouhaha.lab.arena import play_out, result_of
from brouhaha.lab.compiled import compiled, new

NUMBERS: dict[Card, int] = {card: number for number, card in enumerate(DECK)}
NO_CLOCK = 1 << 59
DRAWS = 512  # to begin with: most matches need fewer


@cache
def empty_play() -> Play:
    return new(PLAY)


def deal_of(match: Match[State]) -> Deal:
    """The cards of a match that has just begun, those given to the piles back on their decks."""
    state, deal = match.state, new(DEAL)
    decks = [[NUMBERS[card] for card in deck] for deck in state.decks]
    for pile in reversed(state.piles):
        giver, card = pile[0]
        decks[giver].append(NUMBERS[card])
    for seat, deck in enumerate(decks):
        deal["decks"][seat, : len(deck)] = deck
        deal["count"][seat] = len(deck)
    deal["givers"] = [pile[0][0] for pile in state.piles]
    return deal


def mirrored(match: Match[State]) -> bool:
    """Whether the kernel plays such a match; what it does not know, the referee plays."""
    public = match.state.public
    return public.rounds == 1 and public.signal_by is None and match.result is None


def draws_of(random: Random, count: int) -> NDArray[np.float64]:
    """What this generator would give next: numpy's Mersenne Twister is the same."""
    _, words, _ = random.getstate()
    twister = np.random.RandomState()
    twister.set_state(("MT19937", np.array(words[:-1], np.uint32), words[-1], 0, 0.0))
    return twister.random_sample(count)


def play(match: Match[State], random: Random) -> tuple[list[int], list[int]]:
    """Winners and cards left of this match, just begun, if greedy bots play it."""
    state = match.state
    players = len(state.private)
    if not mirrored(match):
        result = result_of(play_out(match, [GreedyBot(s, random) for s in range(players)]))
        return result.winners, result.cards_left
    deal, under_way, draws = deal_of(match), empty_play(), DRAWS
    due = round(state.options.round * 1000) or NO_CLOCK
    bounces = state.options.races == "bounce"
    while not play_greedy(under_way, deal, players, bounces, due, draws_of(random, draws)):
        draws *= 4
    best, left = judged(under_way)
    return [best], list(left[:players])


@compiled
def judged(play: Play) -> tuple[int, tuple[int, int, int, int]]:
    left = cards_left(play, 0), cards_left(play, 1), cards_left(play, 2), cards_left(play, 3)
    return winner(play), left
