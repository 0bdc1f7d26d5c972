"""A match that is watched: what came in, what each seat saw of it, and what chance was asked.

A *watcher* has no seat and sees what everybody does: the public view, the events, the result, and
when things happen, which a deadline (`due`) and a race (`contested`, `contesters`) decide. A seat
sees its private view besides, and why it was refused.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
import msgspec.inspect as mi

from brouhaha.engine.any_value import kinds_in
from brouhaha.engine.chance import Chance
from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Action, AnyGame, Event
from brouhaha.engine.log import Header
from brouhaha.engine.match import Match
from brouhaha.testing.orders import sent

MOST_DEADLINES: Final = 2_000  # that fall due one after the other within one input

PARTS: Final = ("public", "events", "result", "timing", "private", "refused")

Words = tuple[int, ...]
Race = tuple[bool, list[int] | None]
Alter = Callable[[Words], Words]  # what a draw gives instead


class Input(NamedTuple):
    """What was asked of a match: a seat's action, or without a seat that time goes by."""

    at: int
    seat: int | None = None
    action: Action | None = None


class Seen(NamedTuple):
    """What there was to see after one input, as it would be sent; `refused` is for who acted."""

    now: int
    state: bytes
    everybody: tuple[bytes, bytes, bytes, bytes]  # public view, events, result, timing
    private: tuple[bytes, ...]
    actor: int | None
    refused: bytes

    @property
    def shown(self) -> tuple[Any, ...]:
        """All that anybody saw."""
        return self[2:]

    def by(self, seat: int | None) -> tuple[bytes, ...]:
        """All that this seat saw; None is a watcher."""
        if seat is None:
            return self.everybody
        return (*self.everybody, self.private[seat], self.refused if seat == self.actor else b"")

    def told(self, seat: int | None = None) -> dict[str, Any]:
        """The same in plain form."""
        parts = (msgspec.msgpack.decode(part) if part else None for part in self.by(seat))
        return dict(zip(PARTS, parts, strict=False))


class Draw(NamedTuple):
    """One label, and how many words were drawn with it, in which input."""

    label: str
    size: int
    number: int


class WatchedChance(Chance):
    """Remembers what it was asked, and answers one label otherwise if it is told to."""

    __slots__ = ("altered", "draws", "number")

    def __init__(self, seed: bytes, altered: tuple[str, Alter] | None = None) -> None:
        super().__init__(seed)
        self.altered = altered
        self.draws: list[Draw] = []
        self.number = 0  # of the input that is being played

    def words(self, label: str, count: int) -> Words:
        self.draws.append(Draw(label, count, self.number))
        words = super().words(label, count)
        if self.altered is not None and self.altered[0] == label:
            return self.altered[1](words)
        return words


class WatchedMatch(Match[Any]):
    """Keeps every input with what was seen after it; the first is the deal, at 0 ms."""

    chance: WatchedChance

    def __init__(
        self, game: AnyGame, header: Header, altered: tuple[str, Alter] | None = None
    ) -> None:
        self.inputs = [Input(0)]
        self.busy = False
        self.notes: dict[Any, Any] = {}  # what a law has found out about a moment of it
        self.race: Race | None = None  # of the action that is being played
        chance = WatchedChance(bytes.fromhex(header.seed), altered)
        super().__init__(game, header, chance)
        self.seen = [self._look([], None, None)]

    def resume(self, other: WatchedMatch, number: int) -> None:
        """Stand where another match stood before its input of this number."""
        self.inputs, self.seen = other.inputs[:number], other.seen[:number]
        self.chance.number = number
        self.state = state_at(other, number - 1)
        self.now, self.due = self.seen[-1].now, self.game.due(self.state)

    def feed(self, given: Input) -> None:
        """The same input as another match had; a refusal is seen like anything else."""
        if given.seat is None:
            self.advance(max(given.at, self.now))
            return
        assert given.action is not None
        try:
            self.play(given.seat, given.action, max(given.at, self.now))
        except Rejected:
            return

    def play(self, seat: int, action: Action, at: int) -> list[Event]:
        if self.busy:  # a deadline came first, and the match plays on by itself
            return super().play(seat, action, at)
        self.busy, drawn = True, len(self.chance.draws)
        self.race = race_of(self.game, self.state, self.seats, seat, action)
        try:
            events = super().play(seat, action, at)
        except Rejected as refused:
            del self.chance.draws[drawn:]  # nothing has happened
            self._keep(Input(at, seat, action), [], refused)
            raise
        finally:
            self.busy = False
        self._keep(Input(at, seat, action), events, None)
        return events

    def advance(self, at: int) -> list[Event]:
        self.race = None
        events = super().advance(at)
        self._keep(Input(at), events, None)
        return events

    def _fire(self, at: int) -> list[Event]:
        events: list[Event] = []
        for _ in range(MOST_DEADLINES):
            if self.due is None or self.due > at:
                return events
            events += self.game.expire(self.state, self.due, self.chance)
            self.due = self.game.due(self.state)
        raise AssertionError(f"`expire` leaves the deadline at {self.due} ms, again and again")

    def _keep(self, given: Input, events: Sequence[Event], refused: Rejected | None) -> None:
        self.inputs.append(given)
        self.seen.append(self._look(events, given.seat, refused))
        self.chance.number = len(self.inputs)

    def _look(self, events: Sequence[Event], actor: int | None, refused: Rejected | None) -> Seen:
        game, state, kinds = self.game, self.state, self.game.kinds
        return Seen(
            self.now,
            msgspec.msgpack.encode(state),
            (
                sent(game.public(state), kinds.public),
                sent(events, kinds.event),
                sent(game.result(state), kinds.result),
                sent(self._timing()),
            ),
            tuple(sent(game.private(state, seat), kinds.private) for seat in range(self.seats)),
            actor,
            b"" if refused is None else sent({"code": refused.code, **refused.details}),
        )

    def _timing(self) -> dict[str, Any]:
        """What decides when something is seen: the next deadline, for whom it waits, for whom this
        move has waited, and for whom one would that anybody can make (a seat in turn is asked)."""
        game, state, seats = self.game, self.state, self.seats
        return {
            "due": game.due(state),
            "due_waits_for": who(game.contesters(state, None, None), seats),
            "race": self.race,
            "races": [
                race_of(game, state, seats, (len(self.inputs) + number) % seats, action)
                for number, action in enumerate(simple_actions(game.kinds.action))
            ],
        }


@cache
def simple_actions(union: Any) -> list[Action]:
    """One of each kind that needs nothing said: a shout, a pass."""
    kinds = [kind.cls for kind in kinds_in(union) if isinstance(kind, mi.StructType)]
    fields = {kind: msgspec.structs.fields(kind) for kind in kinds}
    return [kind() for kind in kinds if not any(field.required for field in fields[kind])]


def race_of(game: AnyGame, state: Any, seats: int, seat: int, action: Action) -> Race:
    """Whether an action races, and whom it waits for if it does."""
    contested = 0 <= seat < seats and game.contested(state, seat, action)
    return contested, who(game.contesters(state, seat, action), seats) if contested else None


def who(named: Container[int] | None, seats: int) -> list[int] | None:
    return None if named is None else [seat for seat in range(seats) if seat in named]


def state_at(match: WatchedMatch, number: int) -> Any:
    """The state after the input of this number: a copy."""
    return msgspec.msgpack.decode(match.seen[number].state, type=match.game.kinds.state)


def plain(value: Any) -> Any:
    """In plain form; what has no order is sorted, so that equal things are told alike."""
    return msgspec.to_builtins(value, order="deterministic", str_keys=True)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> dict[tuple[Any, ...], Any]:
    """Every value in a plain thing, by the way that leads to it."""
    if isinstance(value, dict):
        parts: Any = value.items()
    elif isinstance(value, list | tuple):
        parts = enumerate(value)
    else:
        return {path: value}
    found: dict[tuple[Any, ...], Any] = {}
    for key, part in parts:
        found |= leaves(part, (*path, key))
    return found
