"""Whole matches of NOW! compiled: the rules of `kernel.py`, and choices from one of three
sources: a tape of anything, a threshold, or the greedy bot's judgement.

The match stays in its `Play`, with scores and totals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from brouhaha.games.now.lab.bits import lowest, meeting, size
from brouhaha.games.now.lab.kernel import (
    BOTH,
    DECK,
    IN_PLAY,
    MOST_SEATS,
    RED,
    ROUNDS,
    TO_COME,
    TOP_VALUE,
    Bytes,
    Cards,
    Deal,
    Ints,
    Play,
    act,
    active,
    begin_round,
    may,
    points_won,
    resolve,
    score_match,
    set_up,
)
from brouhaha.lab.compiled import compiled, rule

ROUND_OF_REFRESH = 6
NEVER = 1 << 60
CLOCK = 255  # on a tape: the time is up, and everybody keeps what is active
FIGURES = 4  # of a seat in a trace


class Options(NamedTuple):
    """games/now/types.py: those of Options that are not about time."""

    any_perfect: bool = False
    refresh_points: int = 3


# Choices from a tape


def new_trace() -> Ints:
    """A line a round: Refresh, the Targets left, then each seat's four figures."""
    return np.zeros((ROUNDS, 2 + FIGURES * MOST_SEATS), np.int64)


@compiled
def play_tape(
    play: Play, cards: Cards, deal: Deal, players: int, options: Options, tape: Bytes, trace: Ints
) -> int:
    """Each byte is 2 × seat, + 1 to discard; what the rules refuse is passed over. Where the tape
    ends, everybody keeps. Fills the trace; gives how many bytes were accepted.
    """
    set_up(play, deal, players)
    place = accepted = 0
    for _ in range(ROUNDS):
        begin_round(play, deal)
        while play.waiting:
            byte = int(tape[place]) if place < len(tape) else CLOCK
            place += 1
            if byte == CLOCK:
                break
            if may(play, byte >> 1, byte & 1 == 1):
                act(play, byte >> 1, byte & 1 == 1)
                accepted += 1
        resolve_and_tell(play, cards, options, trace[play.round - 1])
    score_match(play, cards)
    return accepted


@rule
def resolve_and_tell(play: Play, cards: Cards, options: Options, line: Ints) -> None:
    """Active card, cards left, Targets won, points for Refresh, seat by seat."""
    for s in range(play.seats):
        line[2 + FIGURES * s] = active(play, s)
        line[3 + FIGURES * s] = DECK - play.top[s]
    resolve(play, cards, options.any_perfect, options.refresh_points)
    line[0], line[1] = play.refresh, play.table
    for s in range(play.seats):
        line[4 + FIGURES * s] = play.won[s]
        line[5 + FIGURES * s] = play.bonus[s]


# Choices by a threshold


def near(cards: Cards, thresholds: Sequence[int]) -> Ints:
    """By seat and card, the set of Targets that are at most the seat's threshold above the card."""
    takes = cards["takes"]
    beyond = [np.minimum(np.arange(len(takes)) + most + 1, TOP_VALUE + 1) for most in thresholds]
    return np.array([takes & ~np.append(takes, 0)[past] for past in beyond])


@compiled
def play_thresholds(
    play: Play, cards: Cards, deal: Deal, players: int, options: Options, near: Ints
) -> None:
    """Each seat keeps a card near to a Target on the table, by `near`; all at one pace."""
    set_up(play, deal, players)
    take_aim(play, near)
    for _ in range(ROUNDS):
        before = play.refresh
        begin_round(play, deal)
        if play.refresh != before:
            take_aim(play, near)
        for s in range(players):
            play.when[s] = discards_wanted(play, s)
        keep_pace(play)
        resolve(play, cards, options.any_perfect, options.refresh_points)
    score_match(play, cards)


@rule
def take_aim(play: Play, near: Ints) -> None:
    """Once for a hand, so that a round need not look card by card."""
    for s in range(play.players):
        for c in range(DECK):
            play.aims[s, c] = near[s, play.hand[s, c]]


@rule
def discards_wanted(play: Play, s: int) -> int:
    """How many cards go before one is near to a Target. The last card in hand stays anyway."""
    stay = meeting(play.aims[s], play.table) | 1 << (DECK - 1)
    return lowest(stay >> play.top[s])


@rule
def keep_pace(play: Play) -> None:
    """play.py: discard, call_last_player, if the players act in turn, each as often as wanted.

    Whoever would be done last discards once more at most when all the others are done.
    """
    last = before_last = -1
    for s in range(play.players):
        done = play.when[s] * MOST_SEATS + s
        before_last = max(before_last, min(last, done))
        last = max(last, done)
        play.top[s] += play.when[s]
    turns, seat = last // MOST_SEATS, last % MOST_SEATS
    had = before_last // MOST_SEATS + (seat < before_last % MOST_SEATS)
    play.top[seat] -= turns - min(turns, had + 1)


# Choices of the greedy bot


@compiled
def play_greedy(
    play: Play, cards: Cards, deal: Deal, players: int, options: Options, paces: Ints
) -> None:
    """Each seat thinks for its pace, as in lab/arena.py: steps."""
    set_up(play, deal, players)
    for _ in range(ROUNDS):
        begin_round(play, deal)
        for s in range(players):
            play.when[s] = paces[s]
        while play.waiting:
            take_turn(play, cards, soonest(play), paces)
        resolve(play, cards, options.any_perfect, options.refresh_points)
        for s in range(players):
            red, blue, _both = points_won(play, cards, s)
            play.lead[s] = red - blue
    score_match(play, cards)


@rule
def take_turn(play: Play, cards: Cards, s: int, paces: Ints) -> None:
    now, before = play.when[s], play.waiting
    act(play, s, not keeps(play, cards, s))
    play.when[s] = now + paces[s]
    if play.waiting != before and play.waiting & (play.waiting - 1) == 0 and play.waiting:
        last = lowest(play.waiting)  # a new scene, in which the last player plans anew
        play.when[last] = now + paces[last]


@rule
def soonest(play: Play) -> int:
    """Who acts next: the earliest plan, of equals the lower seat's."""
    earliest, who = NEVER, 0
    for s in range(play.players):
        if play.waiting >> s & 1 and play.when[s] < earliest:
            earliest, who = play.when[s], s
    return who


@rule
def keeps(play: Play, cards: Cards, s: int) -> bool:
    """games/now/bots/simple.py: keeps, nearest_above"""
    left = DECK - play.top[s]
    if left == 1:
        return True
    card = active(play, s)
    aims = play.table & cards.takes[card]
    if not aims:
        return False
    aim = lowest(aims)
    return cards.value[aim] - card <= reach(play, left) and gain(play, cards, s, aim) > 0


@rule
def reach(play: Play, cards_left: int) -> int:
    """games/now/bots/simple.py: reach"""
    state = play.refresh
    last = ROUND_OF_REFRESH if state == TO_COME else ROUNDS
    rounds = last - play.round + 1 if play.round <= last else 1
    tries = (cards_left - 1) // rounds + 1
    shown = size(play.table) + (state == IN_PLAY)
    return int(TOP_VALUE // (shown * tries))


@rule
def gain(play: Play, cards: Cards, s: int, rank: int) -> int:
    """games/now/bots/simple.py: gain"""
    points = cards.points[rank]
    if cards.colour[rank] == BOTH:
        return int(points)
    lead = play.lead[s]
    towards = points if cards.colour[rank] == RED else -points
    return int(abs(lead + towards) - abs(lead))
