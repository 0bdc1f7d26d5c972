"""Does the compiled path agree with the referee? One random match, played by both, told alike.

The match is made from a number: how many players, the option `races`, the deal, and a tape of
random choices: refused ones, placements that are aimed at another card, and the clock among them.
Both tell every choice in the same figures, and at the end the winner, errors and cards left.
"""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np

from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Action
from brouhaha.engine.match import Match
from brouhaha.games.nimble import GAME
from brouhaha.games.nimble.cards import DECK, Card
from brouhaha.games.nimble.lab.fast import NUMBERS, deal_of, empty_play, judged
from brouhaha.games.nimble.lab.kernel import BACK, FLIP, NONE, PLACE, RECYCLE
from brouhaha.games.nimble.lab.players import FIGURES, KINDS, STALE, TIME_UP, play_tape
from brouhaha.games.nimble.types import Back, Flip, Place, Public, Recycle, State
from brouhaha.lab.arena import result_of
from brouhaha.lab.trials import Trial

LONGEST: Final = 300  # bytes of a tape
ENDINGS: Final = {None: 0, "all_placed": 1, "one_left": 2, "stalemate": 3, "clock": 4}
PLAIN: Final[dict[int, Action]] = {FLIP: Flip(), BACK: Back(), RECYCLE: Recycle()}

Told = tuple[list[list[int]], int, list[int], list[int]]


def new_trial(number: int) -> Trial:
    """Some tapes mostly place, and come to an end before the time is up."""
    random = Random(number)
    players = 2 + number % 3
    weights = random.choice(
        ([0, 6, 1, 1, 1, 1, 1, 1, 0, 0], [0, 6, 0, 0, 2, 2, 2, 0, 0, 0], [0] + [1] * (KINDS - 1))
    )
    actions = random.choices(range(KINDS), weights, k=random.randrange(LONGEST))
    tape = [KINDS * random.randrange(players) + action for action in actions]
    if random.random() < 0.1:
        tape.append(TIME_UP)
    return Trial(players, {"races": random.choice(("bounce", "land"))}, tape, f"{number}".encode())


def by_kernel(trial: Trial) -> Told:
    """Each choice's figures, the winner, errors and cards left by seat."""
    play, tape = empty_play(), np.array(trial.tape, np.int64)
    trace = np.zeros((len(tape), FIGURES), np.int64)
    bounces = trial.options["races"] == "bounce"
    read = play_tape(play, deal_of(trial.begin(GAME)), trial.players, bounces, tape, trace)
    best, left = judged(play)
    return (
        trace[:read].tolist(),
        best,
        play["errors"][: trial.players].tolist(),
        list(left[: trial.players]),
    )


def by_referee(trial: Trial) -> Told:
    """The same, from the rules that people read."""
    match = trial.begin(GAME)
    assert match.due is not None
    match.advance(match.due)  # the signal
    trace = []
    for byte in trial.tape:
        if byte == TIME_UP:
            break
        seat, kind = divmod(byte, KINDS)
        trace.append(told(match.state, seat, accepted(match, seat, kind)))
        if match.state.result is not None:
            break
    if match.state.result is None:
        match.advance(match.due)
    result = result_of(match)
    return trace, result.winners[0], result.errors, result.cards_left


def accepted(match: Match[State], seat: int, kind: int) -> bool:
    try:
        match.play(seat, action_of(kind, match.state.public), match.now)
    except Rejected:
        return False
    return True


def action_of(kind: int, public: Public) -> Action:
    if kind in PLAIN:
        return PLAIN[kind]
    if kind < STALE:
        return Place(kind - PLACE, public.piles[kind - PLACE])
    return Place(kind - STALE, another(public.piles[kind - STALE]))


def another(card: Card) -> Card:
    return DECK[NUMBERS[card] - 1]


def told(state: State, seat: int, was_accepted: bool) -> list[int]:
    """A choice in the figures of `players.tell`."""
    hand, public = state.public.seats[seat], state.public
    ending = public.outcomes[-1].ending if public.outcomes else None
    top = NONE if hand.top is None else NUMBERS[hand.top]
    tops = [NUMBERS[card] for card in public.piles]
    placed = state.placed
    return [was_accepted, seat, top, hand.deck, hand.discard, placed, *tops, ENDINGS[ending]]


def agree(number: int) -> bool:
    trial = new_trial(number)
    return by_kernel(trial) == by_referee(trial)


def accepted_in(told: Told) -> int:
    return sum(line[0] for line in told[0])
