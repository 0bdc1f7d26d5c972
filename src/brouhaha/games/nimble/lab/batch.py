"""nimble by the thousand: `environment.py` and the ticks of `envs/ticks.py` over the compiled
rules, dealt from the referee's own chance. `tests/envs/test_batch.py` proves it equal to the
single ones.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from brouhaha.envs import order
from brouhaha.envs.batch import Batch, Masks, Numbers, Rows
from brouhaha.envs.compiled_order import first_of
from brouhaha.games.nimble.cards import COLOURS
from brouhaha.games.nimble.lab.environment import CARD, NimbleSenses
from brouhaha.games.nimble.lab.kernel import (
    BACK,
    CARDS,
    CIRCLE,
    CLOCK,
    DEAL,
    FLIP,
    FRAME,
    NONE,
    PILES,
    PLACE,
    PLAY,
    RECYCLE,
    Deal,
    Ints,
    Play,
    act,
    cards_left,
    may,
    set_up,
    top_of,
    winner,
)
from brouhaha.games.nimble.setup import SHARES
from brouhaha.games.nimble.types import Options
from brouhaha.lab.compiled import compiled, rule
from brouhaha.lab.compiled_chance import Text, draw, shuffle, text, word

# A match's clock: ms since the signal, how many ticks there were, and the beginning of its
# priorities within ticks.
CLOCKS = np.dtype([("now", np.int64), ("ticks", np.int64), ("beginning", np.uint64)])
Clock: TypeAlias = Any
Plays = NDArray[np.void]

LABELS = tuple(text(label) for label in ("deck/1/", "givers/1", order.LABEL))
ROUND_MS = round(1000 * Options().round)
COLOURED = len(COLOURS)
HAND = CARD + 2  # numbers of a player: the top card, and two heights


class NimbleBatch(Batch):
    senses = NimbleSenses

    def __init__(self, players: int, matches: int, **settings: Any) -> None:
        super().__init__(players, matches, **settings)
        self.plays, self.clocks = np.zeros(matches, PLAY), np.zeros(matches, CLOCKS)
        self.scratch = np.zeros(1, DEAL)
        self.shares = np.array(SHARES[players])

    def deal(self, rows: Rows, seeds: Text, lengths: Rows) -> None:
        begin(self.plays, self.clocks, self.scratch, rows, self.shares, seeds, lengths, LABELS)

    def play(self, actions: Ints) -> None:
        told = self.refused, self.terminated, self.rewards, self.scores
        step(self.plays, self.clocks, actions, self.tick, told)

    def observe(self, rows: Rows, observations: Numbers, masks: Masks) -> None:
        see(self.plays, rows, observations, masks)


# Dealing


@compiled
def begin(
    plays: Plays,
    clocks: Plays,
    scratch: Plays,
    rows: Rows,
    shares: Ints,
    seeds: Text,
    lengths: Rows,
    labels: tuple[Text, ...],
) -> None:
    state, columns = np.zeros(25, np.uint64), np.zeros(5, np.uint64)
    places, deal = np.zeros(CARDS, np.uint8), scratch[0]
    for number in range(len(rows)):
        row = rows[number]
        seed, length = seeds[number], lengths[number]
        for s in range(len(shares)):
            draw(state, columns, seed, length, labels[0], s)
            shuffle(state, places, CARDS)
            for c in range(CARDS):
                deal.decks[s, c] = places[c]
            deal.count[s] = CARDS
        draw(state, columns, seed, length, labels[1], -1)
        shuffle(state, places, len(shares))
        give(deal, shares, places)
        set_up(plays[row], deal, len(shares))
        draw(state, columns, seed, length, labels[2], -1)
        clock = clocks[row]
        clock.now = clock.ticks = 0
        clock.beginning = np.uint64(word(state, 0)) | np.uint64(word(state, 1)) << np.uint64(32)


@rule
def give(deal: Deal, shares: Ints, seats: Any) -> None:
    """setup.py: choose_givers"""
    pile = 0
    for index in range(len(shares)):
        for _ in range(shares[index]):
            deal.givers[pile] = seats[index]
            pile += 1


# A tick


@compiled
def step(plays: Plays, clocks: Plays, actions: Ints, tick: int, told: tuple[Any, ...]) -> None:
    refused, ended, rewards, scores = told
    aims = np.zeros(PILES, np.int64)
    for m in range(len(plays)):
        play = plays[m]
        let_act(play, clocks[m], actions[m], tick, refused[m], aims)
        ended[m] = play.ending != 0
        rewards[m] = 0
        if play.ending:
            best = winner(play)
            for s in range(play.players):
                rewards[m, s] = (s == best) - 1 / play.players
                scores[m, s] = cards_left(play, s)


@rule
def let_act(play: Play, clock: Clock, actions: Ints, tick: int, refused: Any, aims: Ints) -> None:
    """envs/ticks.py: _let_act. A placement is aimed at what lay there when the tick began."""
    clock.now += tick
    pending = 0
    for s in range(play.players):
        refused[s] = False
        if actions[s]:
            pending |= 1 << s
    for pile in range(PILES):
        aims[pile] = play.tops[pile]
    if clock.now >= ROUND_MS:
        play.ending = CLOCK  # the time is up before anybody acts
    while pending:
        s = first_of(pending, play.players, clock.beginning, clock.ticks)
        pending ^= 1 << s
        action = actions[s]
        aim = aims[action - PLACE] if action >= PLACE else NONE
        if may(play, s, action, aim, True):
            act(play, s, action)
        else:
            refused[s] = True
    clock.ticks += 1


# What is seen


@compiled
def see(plays: Plays, rows: Rows, seen: Numbers, masks: Masks) -> None:
    for number in range(len(rows)):
        play = plays[rows[number]]
        for s in range(play.players):
            seen[number, s] = 0
            look(play, s, seen[number, s])
            allow(play, s, masks[number, s])


@rule
def look(play: Play, s: int, numbers: Any) -> None:
    """environment.py: NimbleSenses.observe"""
    for pile in range(PILES):
        show_card(numbers, CARD * pile, play.tops[pile])
    for index in range(play.players):
        other = s + index
        other -= play.players if other >= play.players else 0
        at = CARD * PILES + HAND * index
        show_card(numbers, at, top_of(play, other))
        numbers[at + CARD] = play.deck_size[other] / CARDS
        numbers[at + CARD + 1] = play.discard_size[other] / CARDS


@rule
def show_card(numbers: Any, at: int, card: int) -> None:
    if card != NONE:
        numbers[at + FRAME[card]] = 1
        numbers[at + COLOURED + CIRCLE[card]] = 1


@rule
def allow(play: Play, s: int, mask: Any) -> None:
    """environment.py: NimbleSenses.allowed"""
    playing = play.ending == 0
    has_top = playing and play.discard_size[s] > 0
    mask[0] = 1
    mask[FLIP] = playing and play.deck_size[s] > 0
    mask[RECYCLE] = playing and play.deck_size[s] == 0
    mask[BACK] = has_top
    for pile in range(PILES):
        mask[PLACE + pile] = has_top
