"""Many matches of nimble from one seed, dealt and played compiled: who wins how often.

The deals here are drawn by xorshift, which is quick; they are not those of a match's
seed. For those, `simulate` takes the deals from the referee itself.
"""

from __future__ import annotations

import numpy as np

from brouhaha.games.nimble.lab.kernel import CARDS, DEAL, PILES, PLAY, Deal, Ints, Play, winner
from brouhaha.games.nimble.lab.players import NEVER, Draws, play_greedy
from brouhaha.games.nimble.setup import SHARES
from brouhaha.lab.compiled import compiled, new
from brouhaha.lab.compiled_xorshift import Words, new_chance, shuffle, uniform

FEW, MANY = 512, 8192  # draws for the bots' thoughts: what nearly every match needs, and any


def greedy_wins(players: int, games: int, seed: int) -> Ints:
    """Each seat's wins, if greedy bots play."""
    wins, draws, deal = np.zeros(players, np.int64), np.zeros(MANY), new(DEAL)
    deal["decks"], deal["count"] = range(CARDS), CARDS
    givers = np.repeat(np.arange(players), SHARES[players])
    _play_greedy(new(PLAY), deal, givers, np.arange(players), games, new_chance(seed), draws, wins)
    return wins


@compiled
def _play_greedy(
    play: Play,
    deal: Deal,
    givers: Ints,
    seats: Ints,
    games: int,
    chance: Words,
    draws: Draws,
    wins: Ints,
) -> None:
    players = len(seats)
    for _ in range(games):
        for s in range(players):
            shuffle(deal.decks[s], CARDS, chance)
        shuffle(seats, players, chance)
        for pile in range(PILES):
            deal.givers[pile] = seats[givers[pile]]
        for index in range(FEW):
            draws[index] = uniform(chance)
        if not play_greedy(play, deal, players, True, NEVER, draws[:FEW]):
            for index in range(FEW, MANY):
                draws[index] = uniform(chance)
            play_greedy(play, deal, players, True, NEVER, draws)
        wins[winner(play)] += 1
