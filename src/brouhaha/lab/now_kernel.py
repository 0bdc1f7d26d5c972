"""NOW! compiled, for rollouts and balance. The rules are written for people in `games/now/`; this
file mirrors them, and each function names the one it mirrors. `tests/lab/test_now_kernel.py` and
`bench/kernel.py` prove that both agree, deal for deal and choice for choice.

Targets are told by rank, lowest value first, and a set of Targets is the bits of one number. So
what a card can take, what lies on the table and what a seat wins are three numbers and their
common bits. Choices are made elsewhere (`now_players.py`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numba import njit
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

RED, BLUE, BOTH = 0, 1, 2
REFRESH = 255  # among ranks: the Refresh card
TO_COME, IN_PLAY, SETTLED = 0, 1, 2
DECK, SLOTS, ROUNDS, REVEALED, TOP_VALUE, MOST_SEATS = 16, 33, 11, 3, 128, 8

# What the functions below are given are records of these three types.
Cards: TypeAlias = Any
Deal: TypeAlias = Any
Play: TypeAlias = Any

# A card set: its Targets by rank, and sets of Targets by the value of a player card: those which it
# does not exceed, and the one that makes it a Perfect.
CARDS = np.dtype(
    [
        ("value", np.int64, SLOTS - 1),
        ("colour", np.int64, SLOTS - 1),
        ("points", np.int64, SLOTS - 1),
        ("takes", np.int64, TOP_VALUE + 1),
        ("equals", np.int64, TOP_VALUE + 1),
    ]
)

# All the chance of a match: Targets by rank and decks by seat, as they come; and for each seat the
# order in which Refresh shuffles its 16 cards. Silvano is the seat after the players.
DEAL = np.dtype(
    [
        ("targets", np.uint8, SLOTS),
        ("decks", np.uint8, (MOST_SEATS, DECK)),
        ("shuffles", np.uint8, (MOST_SEATS, DECK)),
    ]
)

# A match under way. hand[s, top[s]] is active; discards lie before it. `waiting` is the set of
# players who have not said NOW!, as bits.
PLAY = np.dtype(
    [
        *((name, np.int64) for name in ("players", "seats", "waiting")),
        *((name, np.int64) for name in ("round", "drawn", "table", "refresh")),
        ("top", np.int64, MOST_SEATS),
        ("won", np.int64, MOST_SEATS),  # sets of Targets
        ("bonus", np.int64, MOST_SEATS),  # for Refresh
        ("shown", np.int64, MOST_SEATS),  # active cards at a resolution
        ("reach", np.int64, MOST_SEATS),  # the Targets that each could take
        ("score", np.int64, MOST_SEATS),
        ("total", np.int64, MOST_SEATS),
        ("when", np.int64, MOST_SEATS),  # a bot means to act
        ("lead", np.int64, MOST_SEATS),  # of red over blue, as a bot keeps it in mind
        ("hand", np.uint8, (MOST_SEATS, DECK)),
        ("pool", np.uint8, DECK),  # for shuffling
    ]
)


def new(kind: np.dtype[np.void]) -> Any:
    """Room for a record, to be used for match after match."""
    return np.zeros(1, kind)[0]


@intrinsic
def _trailing_zeros(typing_context: Any, targets: Any) -> Any:
    """Of a number that is not 0; one instruction of the machine."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), code


rule = njit(cache=True, forceinline=True, boundscheck=False)


@rule
def lowest(members: int) -> int:
    """The lowest member of a set that is not empty: a rank, or a seat."""
    return _trailing_zeros(members)  # type: ignore[call-arg]


@rule
def set_up(play: Play, deal: Deal, players: int) -> None:
    """setup.py: new_state"""
    play.players = players
    play.seats = players + 1 if players == 2 else players
    play.round = play.drawn = play.table = 0
    play.refresh = TO_COME
    for s in range(MOST_SEATS):
        play.top[s] = play.won[s] = play.bonus[s] = play.lead[s] = 0
        for c in range(DECK):
            play.hand[s, c] = deal.decks[s, c]


@rule
def begin_round(play: Play, deal: Deal) -> None:
    """rounds.py: begin_round, reveal"""
    play.round += 1
    play.waiting = (1 << play.players) - 1
    for _ in range(REVEALED):
        rank = deal.targets[play.drawn]
        play.drawn += 1
        if rank == REFRESH:
            refresh(play, deal)
        else:
            play.table |= 1 << np.int64(rank)


@rule
def refresh(play: Play, deal: Deal) -> None:
    """rounds.py: refresh. The pool is the deck, next card last; the discards; the active card."""
    play.refresh = IN_PLAY
    for s in range(play.seats):
        in_deck = DECK - play.top[s] - (1 if s < play.players else 0)
        for c in range(DECK):
            play.pool[c] = play.hand[s, c]
        for c in range(DECK):
            place = np.int64(deal.shuffles[s, c])
            before = DECK - 1 - place if place < in_deck else place - in_deck
            play.hand[s, DECK - 1 - c] = play.pool[before]
        play.top[s] = 0


@rule
def active(play: Play, s: int) -> int:
    return np.int64(play.hand[s, play.top[s]])  # type: ignore[return-value]


@rule
def may(play: Play, s: int, discards: bool) -> bool:
    """play.py: what discard and say_now do not refuse"""
    return bool(play.waiting >> s & 1) and not (discards and play.top[s] == DECK - 1)


@rule
def act(play: Play, s: int, discards: bool) -> None:
    """play.py: discard, or else say_now. The last player's discard fixes the next card."""
    fixes = not discards or play.waiting == 1 << s
    play.top[s] += discards
    play.waiting ^= np.int64(fixes) << s


@rule
def resolve(play: Play, cards: Cards, any_perfect: bool, refresh_points: int) -> None:
    """resolution.py: resolve; rounds.py: put_silvanos_card_aside"""
    if play.refresh == IN_PLAY:
        settle_refresh(play, cards, any_perfect, refresh_points)
    hand_out_targets(play, cards)
    for silvano in range(play.players, play.seats):
        play.top[silvano] += 1


@rule
def hand_out_targets(play: Play, cards: Cards) -> None:
    """resolution.py: hand_out_targets. A card takes what it can and no higher card can."""
    for s in range(play.seats):
        play.shown[s] = active(play, s)
        play.reach[s] = cards.takes[play.shown[s]]
    taken = 0
    for s in range(play.seats):
        by_higher = 0
        for other in range(play.seats):
            is_higher = (play.shown[s] - play.shown[other]) >> 63  # all bits, or none
            by_higher |= play.reach[other] & is_higher
        won = play.table & play.reach[s] & ~by_higher
        play.won[s] |= won
        taken |= won
    play.table ^= taken


@rule
def settle_refresh(play: Play, cards: Cards, any_perfect: bool, refresh_points: int) -> None:
    """resolution.py: perfect_seats, settle_refresh"""
    perfects, winner = 0, 0
    for s in range(play.seats):
        equal = cards.equals[active(play, s)]
        if equal & play.table or (any_perfect and equal):
            perfects += 1
            winner = s
    if perfects:
        play.refresh = SETTLED
    if perfects == 1:
        play.bonus[winner] = refresh_points


@rule
def score_match(play: Play, cards: Cards) -> None:
    """scoring.py: score_match, score_seat"""
    for s in range(play.seats):
        red, blue, both = points_won(play, cards, s)
        play.score[s] = abs(red - blue) + both + play.bonus[s]
        play.total[s] = red + blue + both


@rule
def points_won(play: Play, cards: Cards, s: int) -> tuple[int, int, int]:
    """resolution.py: take. Red, blue and both apart."""
    red = blue = both = 0
    won = play.won[s]
    while won:
        rank = lowest(won)
        won &= won - 1
        points, colour = cards.points[rank], cards.colour[rank]
        red += points * (colour == RED)
        blue += points * (colour == BLUE)
        both += points * (colour == BOTH)
    return red, blue, both
