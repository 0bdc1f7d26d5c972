"""Does the compiled path agree with the referee? One random match, played by both, told alike.

The match is made from a number: how many players, the options, the deal, and a tape of random
choices, refused ones and the clock among them. Both tell each round in the same figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from brouhaha.engine.errors import Rejected
from brouhaha.engine.match import Match
from brouhaha.games.now import GAME
from brouhaha.games.now.lab.fast import deal_of, default
from brouhaha.games.now.lab.kernel import IN_PLAY, ROUNDS, SETTLED, TO_COME
from brouhaha.games.now.lab.players import CLOCK, FIGURES, Options, new_trace, play_tape
from brouhaha.games.now.types import Discard, Now, State
from brouhaha.lab.arena import result_of
from brouhaha.lab.trials import Trial

REFRESH_CODES = {"to_come": TO_COME, "in_play": IN_PLAY, "won": SETTLED, "gone": SETTLED}
DISCARD, NOW = Discard(), Now()
LONGEST = 400  # bytes of a tape; sixteen cards are discarded twice at most


def new_trial(number: int) -> Trial:
    """Hasty tapes say NOW! at once, others discard until nothing is left."""
    random = Random(number)
    players = 2 + number % 7
    haste, clock = random.random(), random.choice((0.0, 0.0, 0.02))
    tape = [
        CLOCK
        if random.random() < clock
        else 2 * random.randrange(players) + (random.random() > haste)
        for _ in range(random.randrange(LONGEST))
    ]
    options = {
        "perfect": random.choice(("in_play", "any")),
        "refresh_points": random.choice((0, 3, 5)),
    }
    return Trial(players, options, tape, f"trial {number}".encode())


def by_kernel(trial: Trial) -> tuple[list[list[int]], list[int], int]:
    """Each round's figures, the scores, and how many choices were accepted."""
    cards, ranks, play = default()
    options = Options(trial.options["perfect"] == "any", trial.options["refresh_points"])
    tape, trace = np.array(trial.tape, np.uint8), new_trace()
    deal = deal_of(trial.begin(GAME), ranks)
    accepted = play_tape(play, cards, deal, trial.players, options, tape, trace)
    seats = trial.players + (trial.players == 2)
    return trace[:, : 2 + FIGURES * seats].tolist(), play["score"][:seats].tolist(), int(accepted)


def by_referee(trial: Trial) -> tuple[list[list[int]], list[int], int]:
    """The same, from the rules that people read."""
    match, ranks = trial.begin(GAME), default()[1]
    tape = iter(trial.tape)
    trace, accepted = [], 0
    for _ in range(ROUNDS):
        assert match.due is not None
        match.advance(match.due)  # Go
        accepted += play_round(match, tape)
        trace.append(told(match.state, ranks))
        if match.result is None:
            match.advance(match.due)
    return trace, result_of(match).scores, accepted


def play_round(match: Match[State], tape: Iterator[int]) -> int:
    accepted = 0
    while match.state.public.phase == "action":
        byte = next(tape, CLOCK)
        if byte == CLOCK:
            assert match.due is not None
            match.advance(match.due)
            break
        try:
            match.play(byte >> 1, DISCARD if byte & 1 else NOW, match.now)
            accepted += 1
        except Rejected:
            continue
    return accepted


def told(state: State, ranks: dict[int, int]) -> list[int]:
    """A resolution in the figures of `players.resolve_and_tell`."""

    def as_set(cards: list[Any]) -> int:
        return sum(1 << ranks[card.value] for card in cards if not card.refresh)

    table = state.public
    line = [REFRESH_CODES[table.refresh], as_set(table.targets)]
    for seat_view in table.seats:
        bonus = state.options.refresh_points if seat_view.refresh else 0
        assert seat_view.active is not None
        line += [seat_view.active, seat_view.cards_left, as_set(seat_view.won), bonus]
    return line


def agree(number: int) -> bool:
    trial = new_trial(number)
    return by_kernel(trial) == by_referee(trial)


def accepted_in(told: tuple[list[list[int]], list[int], int]) -> int:
    return told[2]
