"""NOW! compiled, for rollouts and balance. The rules are written for people in `games/now/`; this
file mirrors them, and each function names the one it mirrors. `tests/games/now/test_kernel.py` and
`bench/kernel.py` prove that both agree, deal for deal and choice for choice.

Targets are told by rank, lowest value first, and a set of Targets is the bits of one number. So
what a card can take, what lies on the table and what a seat wins are three numbers and their
common bits (`bits.py`). Choices are made elsewhere (`players.py`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from brouhaha.games.now.lab.bits import size
from brouhaha.lab.compiled import rule

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]

RED, BLUE, BOTH = 0, 1, 2
REFRESH = 255  # among ranks: the Refresh card
TO_COME, IN_PLAY, SETTLED = 0, 1, 2
NOBODY = -1
DECK, SLOTS, ROUNDS, REVEALED, TOP_VALUE, MOST_SEATS = 16, 33, 11, 3, 128, 8
DIGITS = 4  # of a Target's points: 12 at most

# What the functions below are given are records of these three types.
Cards: TypeAlias = Any
Deal: TypeAlias = Any
Play: TypeAlias = Any

# A card set: its Targets by rank. Then sets of Targets: by colour and binary digit, those whose
# points have it; by the value of a player card, those which it does not exceed, and the one that
# makes it a Perfect.
CARDS = np.dtype(
    [
        ("value", np.int64, SLOTS - 1),
        ("colour", np.int64, SLOTS - 1),
        ("points", np.int64, SLOTS - 1),
        ("digits", np.int64, (3, DIGITS)),
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
        *((name, np.int64) for name in ("round", "table", "refresh", "holder")),  # of Refresh
        ("top", np.int64, MOST_SEATS),
        ("won", np.int64, MOST_SEATS),  # sets of Targets
        ("bonus", np.int64, MOST_SEATS),  # for Refresh
        ("shown", np.int64, MOST_SEATS),  # at a resolution: active cards
        ("takes", np.int64, MOST_SEATS),  # and the Targets which they do not exceed
        ("score", np.int64, MOST_SEATS),
        ("total", np.int64, MOST_SEATS),
        ("when", np.int64, MOST_SEATS),  # a bot means to act
        ("lead", np.int64, MOST_SEATS),  # of red over blue, as a bot keeps it in mind
        ("hand", np.uint8, (MOST_SEATS, DECK)),
        ("pool", np.uint8, DECK),  # for shuffling
        ("aims", np.uint32, (MOST_SEATS, DECK)),  # Targets for which a threshold keeps a card
    ]
)


@rule
def set_up(play: Play, deal: Deal, players: int) -> None:
    """setup.py: new_state"""
    play.players = players
    play.seats = players + 1 if players == 2 else players
    play.round = play.table = 0
    play.refresh, play.holder = TO_COME, NOBODY
    for s in range(play.seats):
        play.top[s] = play.won[s] = play.bonus[s] = play.lead[s] = 0
        for c in range(DECK):
            play.hand[s, c] = deal.decks[s, c]


@rule
def begin_round(play: Play, deal: Deal) -> None:
    """rounds.py: begin_round, reveal"""
    drawn, table = REVEALED * play.round, play.table
    play.round += 1
    play.waiting = (1 << play.players) - 1
    for slot in range(drawn, drawn + REVEALED):
        rank = np.int64(deal.targets[slot])
        if rank == REFRESH:
            refresh(play, deal)
        else:
            table |= 1 << rank
    play.table = table


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
    """resolution.py: hand_out_targets. Each takes what its card can, but for what a higher one can;
    there is nothing here for a processor to guess."""
    for s in range(play.seats):
        play.shown[s] = active(play, s)
        play.takes[s] = cards.takes[play.shown[s]]
    left = play.table
    for s in range(play.seats):
        higher = 0
        for other in range(play.seats):
            higher |= play.takes[other] if play.shown[other] > play.shown[s] else 0
        play.won[s] |= play.table & play.takes[s] & ~higher
        left &= ~play.takes[s]
    play.table = left


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
        play.holder = winner
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
    won, digits = play.won[s], cards.digits
    return points_of(won, digits[RED]), points_of(won, digits[BLUE]), points_of(won, digits[BOTH])


@rule
def points_of(targets: int, digits: Ints) -> int:
    """Of one colour: each digit counts for all the Targets that have it."""
    points = 0
    for digit in range(DIGITS):
        points += size(targets & digits[digit]) << digit
    return points
