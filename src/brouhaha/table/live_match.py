"""A match under way: its clock, the moves that wait their turn, and the bots.

The match's clock is the server's less `origin`; a pause moves the origin on. A deadline is a rival
like another: it waits until no move that was made before it can still be on its way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Action, Event
from brouhaha.engine.match import AnyMatch
from brouhaha.table.bots import MatchBots
from brouhaha.table.entries import Played, TableEntry, Ticked
from brouhaha.table.race import LONGEST_WAIT, Move, Queue, Race, waits_until
from brouhaha.table.rtt import Line, farthest

MOST_THOUGHTS: Final = 64  # of bots in one wake: other tables have their turn too


class LiveMatch:
    """What the table has in hand while a match is played."""

    __slots__ = (
        "acted",
        "bots",
        "events",
        "lines",
        "match",
        "origin",
        "queue",
        "races",
        "record",
        "refused",
        "tells",
    )  # fmt: skip

    def __init__(
        self,
        match: AnyMatch,
        origin: float,
        record: Callable[[TableEntry], None],
        refused: Callable[[Move, Rejected], None],
    ) -> None:
        self.match = match
        self.origin = origin
        self.record = record
        self.refused = refused
        self.bots = MatchBots(match)
        self.queue = Queue()
        self.lines: dict[int, Line] = {}  # of the players who are connected, by seat
        self.acted = [0.0] * len(match.header.players)  # each seat's last action
        self.races: dict[int, Race] = {}  # each seat's last contested move that was accepted
        self.events: list[Event] = []  # not told yet
        self.tells = 0  # the number of the update that will tell them

    def clock(self, now: float) -> float:
        return max(float(self.match.now), now - self.origin)

    @property
    def over(self) -> bool:
        game, state = self.match.game, self.match.state
        return game.result(state) is not None and game.public(state).phase == "end"

    # Moves

    def contested(self, seat: int, action: Action) -> bool:
        return self.match.game.contested(self.match.state, seat, action)

    def submit(self, move: Move, now: float) -> None:
        """A move has come in: played now, or when its turn comes."""
        match = self.match
        self.acted[move.seat] = move.acted
        in_time = match.due is None or move.acted - self.origin < match.due
        if in_time and not self.queue and not self._has_rivals(move):
            self._play(move, now)
            return
        if move.contested:
            move.until = waits_until(move.acted, move.arrived, self._others(move.seat))
        self.queue.add(move)

    def _has_rivals(self, move: Move) -> bool:
        return move.contested and self._others(move.seat) > 0

    def _others(self, seat: int) -> float:
        return farthest(line for other, line in self.lines.items() if other != seat)

    def settle(self, now: float, *, at_once: bool = False) -> float | None:
        """All that has waited long enough, in the order in which it was made; until when the next
        one waits."""
        while (until := self._next_until(now, at_once)) is not None and until <= now:
            if self._is_ticks_turn():
                self._tick(now)
            else:
                self._play(self.queue.pop(), now)
        return until

    def _is_ticks_turn(self) -> bool:
        """A deadline at the time of a move or before it comes first."""
        first, due = self.queue.first, self.match.due
        return due is not None and (first is None or self.origin + due <= first.acted)

    def _next_until(self, now: float, at_once: bool = False) -> float | None:
        """Until when the next of moves and deadlines waits; nothing behind it can be earlier.

        How long a deadline waits for moves made before it is asked when it has come.
        """
        first, due = self.queue.first, self.match.due
        if due is not None and self._is_ticks_turn():
            tick = self.origin + due
            if at_once or tick > now:
                return tick
            return tick + min(farthest(self.lines.values()), LONGEST_WAIT)
        if first is None:
            return None
        return 0.0 if at_once else self._until(first)

    def _until(self, move: Move) -> float:
        """A move that waited behind another may have become a contested one since."""
        if not move.contested and self.contested(move.seat, move.action):
            move.contested = True
            move.until = waits_until(move.acted, move.arrived, self._others(move.seat))
        return move.until

    def _play(self, move: Move, now: float) -> None:
        match, origin, seat = self.match, self.origin, move.seat
        at = max(match.now, int(move.acted - origin))
        try:
            self.events += match.play(seat, move.action, at)
        except Rejected as rejected:
            self.refused(move, rejected)
        else:
            if move.contested:
                self.races[seat] = Race(seat, move.acted, self.tells)
            arrived, acted = round(move.arrived - origin, 1), round(move.acted - origin, 1)
            self.record(Played(at, seat, move.action, arrived, acted, move.id))
            if self.bots:
                self.bots.look(match, self.clock(now))
        if move.id is None and seat in self.bots:
            self.bots.think(match, seat, self.clock(now))

    # The clock

    def _tick(self, now: float) -> None:
        due = self.match.due
        assert due is not None
        self.events += self.match.advance(due)
        self.record(Ticked(due))
        self.bots.look(self.match, self.clock(now))

    # Bots

    def wake_bots(self, now: float) -> None:
        """Every bot whose moment has come acts, or thinks again."""
        for _ in range(MOST_THOUGHTS):
            due = self.bots.due(self.clock(now))
            if due is None or self.over:
                return
            seat, at, action = due
            if action is None:
                self.bots.think(self.match, seat, max(at, self.clock(now)) + 1)
                continue
            acted = min(max(self.origin + at, self.acted[seat]), now)
            self.submit(Move(seat, action, now, acted, None, -1, self.contested(seat, action)), now)
            self.settle(now)

    def next_at(self, now: float) -> float | None:
        """When something is to be done, on the server's line."""
        until, thought = self._next_until(now), self.bots.next_at
        if thought is not None:
            thought += self.origin
            until = thought if until is None else min(until, thought)
        return until

    def rival(self, move: Move, named: object) -> Race | None:
        """Whose contested move came before this one without its player having seen it."""
        unseen = [
            race for race in self.races.values() if race.seat != move.seat and race.seq > move.seen
        ]
        if isinstance(named, int):
            unseen = [race for race in unseen if race.seat == named]
        return max(unseen, key=lambda race: race.acted, default=None)
