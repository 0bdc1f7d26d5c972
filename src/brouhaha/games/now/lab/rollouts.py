"""Many matches of NOW! from one seed, dealt and played compiled: who wins how often.

The deals here are drawn by compiled generators, which are quick; they are not those of a match's
seed. For those, `simulate` takes the deals from the referee itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from brouhaha.games.now.cards import COLOURS, CardSet
from brouhaha.games.now.lab.fast import cards_of
from brouhaha.games.now.lab.kernel import (
    DEAL,
    DECK,
    PLAY,
    REFRESH,
    SLOTS,
    Bytes,
    Cards,
    Deal,
    Ints,
    Play,
)
from brouhaha.games.now.lab.players import Options, near, play_greedy, play_thresholds
from brouhaha.lab.compiled import compiled, new, rule
from brouhaha.lab.compiled_xorshift import Words, below, new_chance, shuffle, shuffle_four

Counts = NDArray[np.float64]

THIRD = SLOTS // 3


class Wins(NamedTuple):
    """A shared win counts as its share. By deck: wins, and how often it sat."""

    by_deck: Counts
    by_seat: Counts


def wins_by_deck(
    cards: CardSet, players: int, games: int, seed: int, refresh_points: int = 3
) -> Counts:
    """Each deck's wins and how often it sat, as two rows, if greedy bots play."""
    return greedy_wins(cards, players, games, seed, refresh_points).by_deck


def greedy_wins(
    cards: CardSet, players: int, games: int, seed: int, refresh_points: int = 3
) -> Wins:
    """The same by seat too; Silvano's is the seat after the players."""
    decks = np.array([cards.decks[colour] for colour in COLOURS], np.uint8)
    ranks = np.argsort(np.argsort([card.value for card in cards.targets]))
    options = Options(refresh_points=refresh_points)
    counts = _play_greedy(
        new(PLAY), cards_of(cards), new(DEAL), ranks, decks, players, games, seed, options
    )
    return Wins(*counts)


def threshold_wins(cards: CardSet, thresholds: Sequence[int], games: int, seed: int) -> Counts:
    """Each seat's wins, if each keeps what is at most its threshold below a Target."""
    decks = np.array([cards.decks[colour] for colour in COLOURS], np.uint8)
    seats = len(thresholds) + 1 if len(thresholds) == 2 else len(thresholds)
    wins, made = np.zeros(seats), cards_of(cards)
    chance = new_chance(seed)
    _play_thresholds(
        new(PLAY), made, new_deal(), decks, near(made, thresholds), games, chance, Options(), wins
    )
    return wins


def new_deal() -> Deal:
    """Room for a deal, and any order of the cards to begin with."""
    deal = new(DEAL)
    deal["targets"] = [*range(SLOTS - 1), REFRESH]
    deal["shuffles"] = range(DECK)
    return deal


# Greedy bots, dealt by numba's own generator: the cards in the box were chosen by what it deals


@compiled
def _deal_targets(ranks: Ints, targets: Bytes) -> None:
    """setup.py: shuffle_targets"""
    cards = ranks[np.random.permutation(SLOTS - 1)]
    place = THIRD + np.random.randint(THIRD)
    targets[:place] = cards[:place]
    targets[place] = REFRESH
    targets[place + 1 :] = cards[place:]


@compiled
def _play_greedy(
    play: Play,
    cards: Cards,
    deal: Deal,
    ranks: Ints,
    decks: Bytes,
    players: int,
    games: int,
    seed: int,
    options: Options,
) -> tuple[Counts, Counts]:
    np.random.seed(seed)
    seats = players + 1 if players == 2 else players
    by_deck, by_seat = np.zeros((2, decks.shape[0])), np.zeros(seats)
    paces = np.empty(seats, np.int64)
    for _ in range(games):
        _deal_targets(ranks, deal.targets)
        sits = np.random.permutation(decks.shape[0])[:seats]
        for s in range(seats):
            deal.decks[s] = np.random.permutation(decks[sits[s]])
            deal.shuffles[s] = np.random.permutation(DECK)
            paces[s] = 500 + np.random.randint(500)
            by_deck[1, sits[s]] += 1
        play_greedy(play, cards, deal, players, options, paces)
        best, winners = best_worth(play, seats)
        for s in range(seats):
            if worth(play, s) == best:
                by_deck[0, sits[s]] += 1 / winners
                by_seat[s] += 1 / winners
    return by_deck, by_seat


# Thresholds, dealt by xorshift


@compiled
def _play_thresholds(
    play: Play,
    cards: Cards,
    deal: Deal,
    decks: Bytes,
    nears: Ints,
    games: int,
    chance: Words,
    options: Options,
    wins: Counts,
) -> None:
    players, seats = len(nears), len(wins)
    colours = np.arange(len(decks))
    for _ in range(games):
        deal_anew(deal, decks, colours, seats, chance)
        play_thresholds(play, cards, deal, players, options, nears)
        best, winners = best_worth(play, seats)
        for s in range(seats):
            if worth(play, s) == best:
                wins[s] += 1 / winners


@compiled
def deal_anew(deal: Deal, decks: Bytes, colours: Ints, seats: int, chance: Words) -> None:
    """setup.py: new_state. Each seat has any deck, a different one, in any order."""
    shuffle_targets(deal.targets, chance)
    shuffle(colours, len(colours), chance)
    for s in range(seats):
        for c in range(DECK):
            deal.decks[s, c] = decks[colours[s], c]
    for s in range(0, seats, 4):
        shuffle_four(deal.decks, s, DECK, chance)
        shuffle_four(deal.shuffles, s, DECK, chance)


@rule
def shuffle_targets(targets: Bytes, chance: Words) -> None:
    """setup.py: shuffle_targets. Refresh goes last, the Targets are shuffled, and it slides in."""
    last = SLOTS - 1
    for place in range(THIRD, 2 * THIRD):
        if targets[place] == REFRESH:
            targets[place] = targets[last]
    targets[last] = REFRESH
    shuffle(targets, last, chance)
    place = THIRD + below(THIRD, chance)
    targets[last], targets[place] = targets[place], REFRESH


# Who has won


@rule
def worth(play: Play, s: int) -> int:
    """scoring.py: score_match. The total breaks ties; it is below 1000."""
    return int(play.score[s] * 1000 + play.total[s])


@rule
def best_worth(play: Play, seats: int) -> tuple[int, int]:
    """The best, and how many have it."""
    best, winners = -1, 0
    for s in range(seats):
        mine = worth(play, s)
        if mine > best:
            best, winners = mine, 1
        elif mine == best:
            winners += 1
    return best, winners
