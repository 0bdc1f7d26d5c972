"""NOW! compiled, for rollouts and balance. The rules are written for people in `games/now/`;
this file mirrors them and names what each part mirrors. `tests/lab/test_now_kernel.py` proves
that both agree deal for deal and choice for choice.

A deal is arrays: the Target deck as places in `values` (REFRESH for the Refresh card), the decks
in the order in which their cards come, for each seat the order in which Refresh shuffles its 16
cards, and each bot's pace. Seats after `players` are Silvano's.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints = NDArray[np.int64]

RED, BLUE, BOTH = 0, 1, 2
REFRESH = -1
TO_COME, IN_PLAY, SETTLED = 0, 1, 2
DECK, SLOTS, ROUNDS, REVEALED, TOP_VALUE, ROUND_OF_REFRESH = 16, 33, 11, 3, 128, 6
NEVER = 1 << 60


@njit(cache=True)
def gain(red: int, blue: int, colour: int, points: int) -> int:
    """games/now/bots/simple.py: gain"""
    if colour == BOTH:
        return points
    lead = red - blue
    towards = points if colour == RED else -points
    return abs(lead + towards) - abs(lead)


@njit(cache=True)
def reach(refresh: int, game_round: int, targets: int, cards_left: int) -> int:
    """games/now/bots/simple.py: reach"""
    last = ROUND_OF_REFRESH if refresh == TO_COME else ROUNDS
    rounds = last - game_round + 1 if game_round <= last else 1
    tries = (cards_left - 1) // rounds + 1
    return TOP_VALUE // (targets * tries)


@njit(cache=True)
def play_greedy(
    values: Ints,
    colours: Ints,
    points: Ints,
    order: Ints,
    decks: Ints,
    shuffles: Ints,
    paces: Ints,
    players: int,
    refresh_points: int,
    scores: Ints,
    totals: Ints,
) -> int:
    """A whole match of greedy bots; fills scores and tie-break totals by seat, counts actions.

    Mirrors games/now/rounds.py (begin_round, refresh), play.py (discard, say_now,
    call_last_player), resolution.py (resolve) and scoring.py (score_seat), with the order of
    actions of lab/arena.py and the choices of games/now/bots/simple.py: keeps.
    """
    seats = decks.shape[0]
    hand = np.empty((seats, DECK), np.int64)  # hand[s, top[s]] is active; discards lie below top
    top = np.zeros(seats, np.int64)
    red = np.zeros(seats, np.int64)
    blue = np.zeros(seats, np.int64)
    both = np.zeros(seats, np.int64)
    bonus = np.zeros(seats, np.int64)
    table = np.empty(SLOTS, np.int64)
    on_table = 0
    refresh = TO_COME
    drawn = 0
    actions = 0
    said = np.zeros(seats, np.bool_)
    when = np.zeros(seats, np.int64)
    pool = np.empty(DECK, np.int64)
    for s in range(seats):
        for c in range(DECK):
            hand[s, c] = decks[s, c]
    for game_round in range(1, ROUNDS + 1):
        for _ in range(REVEALED):  # rounds.py: reveal
            card = order[drawn]
            drawn += 1
            if card != REFRESH:
                table[on_table] = card
                on_table += 1
                continue
            refresh = IN_PLAY
            for s in range(seats):  # rounds.py: refresh; the pool is deck, discards, active
                size = 0
                first = top[s] + 1 if s < players else top[s]
                for c in range(DECK - 1, first - 1, -1):
                    pool[size] = hand[s, c]
                    size += 1
                for c in range(top[s]):
                    pool[size] = hand[s, c]
                    size += 1
                if s < players:
                    pool[size] = hand[s, top[s]]
                for c in range(DECK):  # the next card of a shuffled deck is its last
                    hand[s, DECK - 1 - c] = pool[shuffles[s, c]]
                top[s] = 0
        # The action: play.py. The earliest plan comes first, of equals the lower seat.
        shown = on_table + (1 if refresh == IN_PLAY else 0)
        waiting = players
        last_player = -1
        for s in range(players):
            said[s] = False
            when[s] = paces[s]
        while waiting > 0:
            seat = 0
            soonest = NEVER
            for s in range(players):
                if not said[s] and when[s] < soonest:
                    soonest = when[s]
                    seat = s
            active = hand[seat, top[seat]]
            left = DECK - top[seat]
            keep = left == 1
            if not keep:  # simple.py: keeps
                best = -1
                for t in range(on_table):
                    v = values[table[t]]
                    if v >= active and (best < 0 or v < values[table[best]]):
                        best = t
                if best >= 0:
                    aim = table[best]
                    keep = (
                        values[aim] - active <= reach(refresh, game_round, shown, left)
                        and gain(red[seat], blue[seat], colours[aim], points[aim]) > 0
                    )
            actions += 1
            if not keep:
                top[seat] += 1
                when[seat] = soonest + paces[seat]
            if keep or seat == last_player:
                said[seat] = True
                waiting -= 1
                if waiting == 1:  # play.py: call_last_player; everybody plans anew
                    for s in range(players):
                        if not said[s]:
                            last_player = s
                            when[s] = soonest + paces[s]
        # The resolution: resolution.py. Silvano's top card is the next of his deck.
        perfects = 0
        perfect_seat = -1
        if refresh == IN_PLAY:
            for s in range(seats):
                for t in range(on_table):
                    if values[table[t]] == hand[s, top[s]]:
                        perfects += 1
                        perfect_seat = s
                        break
        kept = 0
        for t in range(on_table):
            target = table[t]
            closest = 0
            winner = -1
            for s in range(seats):
                card = hand[s, top[s]]
                if card <= values[target] and card > closest:
                    closest = card
                    winner = s
            if winner < 0:
                table[kept] = target
                kept += 1
            elif colours[target] == RED:
                red[winner] += points[target]
            elif colours[target] == BLUE:
                blue[winner] += points[target]
            else:
                both[winner] += points[target]
        on_table = kept
        if perfects > 0:  # resolution.py: settle_refresh
            refresh = SETTLED
            if perfects == 1:
                bonus[perfect_seat] = refresh_points
        for s in range(players, seats):
            top[s] += 1  # rounds.py: put_silvanos_card_aside
    for s in range(seats):  # scoring.py: score_seat
        scores[s] = abs(red[s] - blue[s]) + both[s] + bonus[s]
        totals[s] = red[s] + blue[s] + both[s]
    return actions
