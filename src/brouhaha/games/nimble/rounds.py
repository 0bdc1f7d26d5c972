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
    public = state.public
    public.round += 1
    public.scene += 1
    public.check = []
    for hand in public.seats:
        hand.ready = False
    deal_cards(state, deal, chance)
    givers = choose_givers(state, deal, chance)
    lay_first_cards(state, givers)
    began = Began(public.round, tuple(givers), tuple(public.piles))
    if ending := ending_at_once(state):
        return [began, *stop(state, ending, None, at)]
    return [began, *await_signal(state, at)]


def await_signal(state: State, at: int) -> list[Event]:
    """The clock counts down to it, or one player gives it (option `signal`)."""
    public = state.public
    if public.signal_by is not None:
        public.phase, public.deadline = "signal", None
        return []
    public.phase, public.deadline = "countdown", deadline(at, state.options.countdown)
    return [] if public.deadline else go(state, at)


def go(state: State, at: int) -> list[Event]:
    """The signal: from now on all play at once."""
    public = state.public
    public.phase = "play"
    public.scene += 1
    public.deadline = deadline(at, state.options.round)
    return [Went(public.round)]


def end_round(state: State, at: int, chance: Chance) -> list[Event]:
    """Everybody has seen the check: the next round of the Challenge, or the end."""
    if state.result is None:
        return begin_round(state, None, at, chance)
    public = state.public
    public.phase = "end"
    public.scene += 1
    public.deadline = None
    return [Ended(tuple(state.result.winners))]
