"""Pass and play (option `in_turn`): one device goes round, and one plays after the other.

It is another game than NOW!: nobody races, nobody is the last player, and whoever comes later has
seen what the others discarded. So the round begins with another player each time, and each has a
clock of their own, which starts when they take the device.
"""

from __future__ import annotations

from brouhaha.engine.chance import Chance
from brouhaha.engine.common import Ready, SaidReady, Went, deadline, lengthened
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Event
from brouhaha.games.now.refusals import NOT_YOUR_TURN
from brouhaha.games.now.types import State


def first_of_round(state: State) -> int:
    """Another player in each round."""
    return (state.public.round - 1) % len(state.private)


def pass_on(state: State, seat: int) -> None:
    """The device goes to this player; their clock stands still until they have it."""
    public = state.public
    public.phase, public.deadline = "pass", None
    public.turn = seat
    public.scene += 1


def pass_to_next(state: State) -> None:
    """To the next of those who have not played in this round."""
    players, turn = len(state.private), state.public.turn
    assert isinstance(turn, int)
    others = ((turn + step) % players for step in range(1, players))
    pass_on(state, next(seat for seat in others if not state.public.seats[seat].said_now))


def take_turn(state: State, seat: int, action: Ready, at: int, chance: Chance) -> list[Event]:
    """I have it, and look alone: my clock starts."""
    check_turn(state, seat)
    return [SaidReady(seat), *begin_turn(state, at)]


def begin_turn(state: State, at: int) -> list[Event]:
    public, options = state.public, state.options
    assert isinstance(public.turn, int)
    public.phase = "action"
    public.scene += 1
    public.deadline = deadline(at, lengthened(options.action, options.extra_time, [public.turn]))
    return [Went(public.round)]


def check_turn(state: State, seat: int) -> None:
    """Where one plays after the other, nobody else does anything."""
    turn = state.public.turn
    assert isinstance(turn, int)
    if turn != seat:
        raise Rejected(NOT_YOUR_TURN, name=state.public.seats[turn].name)
