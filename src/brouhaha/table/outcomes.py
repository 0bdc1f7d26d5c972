"""A move on its way into a match, and what comes of it."""

from __future__ import annotations

from msgspec import Struct

from brouhaha.engine.game import Action, Event
from brouhaha.table.entries import Played, Ticked


class Move(Struct, gc=False):
    """A move on its way into the match. Times are the server's."""

    seat: int
    action: Action
    arrived: float
    acted: float
    id: int | None = None  # a bot's has none
    seen: int = -1
    claimed: float | None = None
    contested: bool = False
    raced: bool = False  # the others were counted as in this race, or out of it
    until: float | None = None  # it waits for rivals until then; None: not judged yet


class Race(Struct, frozen=True, gc=False):
    """A contested move that was accepted: what losers are compared with."""

    move: Move
    seq: int  # of the update that will tell it
    drawn: bool  # it was too close to call


class SentUpdate(Struct, frozen=True, gc=False):
    """An update that players may name in their moves."""

    at: float  # when it went out
    scene: int  # that it showed


class Step(Struct, frozen=True, gc=False):
    """The match has moved on: what is written of it, and what everybody hears."""

    entry: Played | Ticked
    events: list[Event]


class RefusedMove(Struct, frozen=True, gc=False):
    """A player's move that the match did not take, and the frame that tells them why."""

    seat: int
    id: int
    answer: bytes


class Racing(Struct, frozen=True, gc=False):
    """These seats could be in a race, and were last measured some time ago."""

    seats: list[int]


Outcome = Step | RefusedMove | Racing
