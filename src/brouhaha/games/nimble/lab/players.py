"""Whole rounds of nimble compiled: the rules of `kernel.py`, and choices from a tape of anything or
from the greedy bot. The round stays in its `Play`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from brouhaha.games.nimble.lab.kernel import (
    CIRCLE,
    CLOCK,
    FLIP,
    FRAME,
    NONE,
    PILES,
    PLACE,
    RECYCLE,
    Deal,
    Ints,
    Play,
    act,
    may,
    set_up,
    top_of,
)
from brouhaha.lab.compiled import compiled, rule

Draws = NDArray[np.float64]

STALE, KINDS = 7, 10  # on a tape: places that are aimed at a card which does not lie there
TIME_UP = 255  # on a tape
FIGURES = 10  # of a choice in a trace
FLIPPING, PLACING = 1000, 100  # ms at most: bots/simple.py
NEVER = 1 << 60


# Choices from a tape


@compiled
def play_tape(play: Play, deal: Deal, players: int, bounces: bool, tape: Ints, trace: Ints) -> int:
    """Each byte is 10 × seat + action; what the rules refuse is passed over. Fills a line of the
    trace for each byte that was read; gives how many those are. At the end the time is up.
    """
    set_up(play, deal, players)
    for number in range(len(tape)):
        s, action = tape[number] // KINDS, tape[number] % KINDS
        if tape[number] == TIME_UP:
            play.ending = CLOCK
            return number
        aim = NONE
        if action >= STALE:
            action -= STALE - PLACE
        elif action >= PLACE:
            aim = play.tops[action - PLACE]
        accepted = may(play, s, action, aim, bounces)
        if accepted:
            act(play, s, action)
        tell(play, s, accepted, trace[number])
        if play.ending:
            return number + 1
    play.ending = CLOCK
    return len(tape)


@rule
def tell(play: Play, s: int, accepted: bool, line: Ints) -> None:
    line[0], line[1], line[2] = accepted, s, top_of(play, s)
    line[3], line[4], line[5] = play.deck_size[s], play.discard_size[s], play.placed
    for pile in range(PILES):
        line[6 + pile] = play.tops[pile]
    line[9] = play.ending


# Choices of the greedy bot


@compiled
def play_greedy(
    play: Play, deal: Deal, players: int, bounces: bool, due: int, draws: Draws
) -> bool:
    """As in lab/arena.py: steps. Each thought takes a draw; False: there were too few of them."""
    set_up(play, deal, players)
    used = 0
    for s in range(players):
        think(play, s, 0, draws[used])
        used += 1
    while not play.ending:
        s = soonest(play)
        now = play.when[s]
        if now >= due:
            play.ending = CLOCK
            break
        if used == len(draws):
            return False
        if may(play, s, play.wish[s], play.aim[s], bounces):
            act(play, s, play.wish[s])
        think(play, s, now, draws[used])
        used += 1
    return True


@rule
def think(play: Play, s: int, now: int, draw: float) -> None:
    """bots/simple.py: GreedyBot.choose, SimpleBot.think"""
    play.wish[s] = FLIP if play.deck_size[s] else RECYCLE
    top, most = top_of(play, s), FLIPPING
    if top != NONE:
        for pile in range(PILES - 1, -1, -1):
            if CIRCLE[play.tops[pile]] == FRAME[top]:
                play.wish[s], play.aim[s], most = PLACE + pile, play.tops[pile], PLACING
    play.when[s] = now + np.int64(draw * most)


@rule
def soonest(play: Play) -> int:
    """Who acts next: the earliest plan, of equals the lower seat's."""
    earliest, who = NEVER, 0
    for s in range(play.players):
        if play.when[s] < earliest:
            earliest, who = play.when[s], s
    return who
