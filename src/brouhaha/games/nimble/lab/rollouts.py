"""Many matches of nimble from one seed, dealt and played compiled: who wins how often.

The deals here are drawn by a compiled generator, which is quick; they are not those of a match's
seed. For those, `simulate` takes the deals from the referee itself.
"""

from __future__ import annotations

import numpy as np

from brouhaha.games.nimble.lab.kernel import CARDS, DEAL, PLAY, Deal, Ints, Play, winner
from brouhaha.games.nimble.lab.players import NEVER, Draws, play_greedy
from brouhaha.games.nimble.setup import SHARES
from brouhaha.lab.compiled import compiled, new

FEW, MANY = 512, 8192  # draws for the bots' thoughts: what nearly every match needs, and any


def greedy_wins(players: int, games: int, seed: int) -> Ints:
    """Each seat's wins, if greedy bots play."""
    wins, draws = np.zeros(players, np.int64), np.zeros(MANY)
    shares = np.array(SHARES[players])
    _play_greedy(new(PLAY), new(DEAL), shares, games, seed, draws, wins)
    return wins


@compiled
def _play_greedy(
    play: Play, deal: Deal, shares: Ints, games: int, seed: int, draws: Draws, wins: Ints
) -> None:
    np.random.seed(seed)
    players = len(shares)
    for _ in range(games):
        for s in range(players):
            deal.decks[s] = np.random.permutation(CARDS)
            deal.count[s] = CARDS
        seats, pile = np.random.permutation(players), 0
        for place in range(players):
            for _ in range(shares[place]):
                deal.givers[pile] = seats[place]
                pile += 1
        for place in range(FEW):
            draws[place] = np.random.random()
        if not play_greedy(play, deal, players, True, NEVER, draws[:FEW]):
            for place in range(FEW, MANY):
                draws[place] = np.random.random()
            play_greedy(play, deal, players, True, NEVER, draws)
        wins[winner(play)] += 1
