"""Rounds: the piles are begun, everybody plays, everybody looks at the check; then the next."""

from __future__ import annotations

from brouhaha.engine.chance import Chance
from brouhaha.engine.common import Ended, Went, deadline
from brouhaha.engine.game import Event
from brouhaha.games.nimble.check import stop
from brouhaha.games.nimble.ending import ending_at_once
from brouhaha.games.nimble.setup import choose_givers, deal_cards, lay_first_cards
from brouhaha.games.nimble.types import Began, Deal, State


def begin_round(state: State, deal: Deal | None, at: int, chance: Chance) -> list[Event]:
    """Everybody has shuffled and three cards lie open; then comes the signal."""
    table = state.public
    table.round += 1
    table.scene += 1
    table.check = []
    for hand in table.seats:
        hand.ready = False
    deal_cards(state, deal, chance)
    givers = choose_givers(state, deal, chance)
    lay_first_cards(state, givers)
    began = Began(table.round, tuple(givers), tuple(table.piles))
    if ending := ending_at_once(state):
        return [began, *stop(state, ending, None, at)]
    return [began, *await_signal(state, at)]


def await_signal(state: State, at: int) -> list[Event]:
    """The clock counts down to it, or one player gives it (option `signal`)."""
    table = state.public
    if table.signal_by is not None:
        table.phase, table.deadline = "signal", None
        return []
    table.phase, table.deadline = "countdown", deadline(at, state.options.countdown)
    return [] if table.deadline else go(state, at)


def go(state: State, at: int) -> list[Event]:
    """The signal: from now on all play at once."""
    table = state.public
    table.phase = "play"
    table.scene += 1
    table.deadline = deadline(at, state.options.round)
    return [Went(table.round)]


def end_round(state: State, at: int, chance: Chance) -> list[Event]:
    """Everybody has seen the check: the next round of the Challenge, or the end."""
    if state.result is None:
        return begin_round(state, None, at, chance)
    table = state.public
    table.phase = "end"
    table.scene += 1
    table.deadline = None
    return [Ended(tuple(state.result.winners))]
