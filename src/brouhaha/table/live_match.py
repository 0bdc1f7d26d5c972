"""A match under way: its clock, the moves that wait their turn, its races and its bots.

The match's clock is the server's less an origin; a pause moves the origin on. A deadline is a rival
like another: it waits until no move that was made before it can still be on its way.

`settle` gives back what happened: the steps that the match took, and the moves that it refused.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import Event
from brouhaha.engine.match import AnyMatch
from brouhaha.engine.refusals import WRONG_PHASE
from brouhaha.table import frames, wire
from brouhaha.table.bots import MatchBots, minder
from brouhaha.table.entries import Played, Ticked
from brouhaha.table.moves import read_action
from brouhaha.table.race import LONGEST_WAIT, Move, Queue, Race, acted_at, farthest, waits_until
from brouhaha.table.refusals import MOMENT_PASSED
from brouhaha.table.rtt import Line

HELD_UP: Final = 2_000.0  # ms on its way: no line that works is so slow
MOST_THOUGHTS: Final = 64  # of bots in one wake: other tables have their turn too


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


Outcome = Step | RefusedMove


class LiveMatch:
    """What a table has in hand while a match is played."""

    __slots__ = (
        "_acted", "_origin", "_outcomes", "_races", "_seq", "bots", "lines", "match", "next_at",
        "queue", "stopped_at", "stopped_since",
    )  # fmt: skip

    def __init__(self, match: AnyMatch, origin: float) -> None:
        self.match = match
        self.bots = MatchBots(match)
        self.queue = Queue()
        self.lines: dict[int, Line] = {}  # of the players who are connected, by seat
        self.next_at: float | None = None  # when there is something to settle, on the server's line
        self.stopped_at: int | None = None  # what the clock shows, while it stands still
        self.stopped_since = 0.0
        self._origin = origin
        self._acted = [0.0] * match.seats  # when each seat last acted
        self._races: dict[int, Race] = {}  # each seat's last contested move that was accepted
        self._seq = 0  # of the update that will tell what happens now
        self._outcomes: list[Outcome] = []  # of this settling

    @property
    def decided(self) -> bool:
        """There is a result, though it may still be being shown."""
        return self.match.game.result(self.match.state) is not None

    # The clock

    def clock(self, now: float) -> float:
        if self.stopped_at is not None:
            return self.stopped_at
        return max(float(self.match.now), now - self._origin)

    def stop(self, now: float) -> int:
        """The clock stands still; what it shows."""
        return self.stop_at(int(self.clock(now)), now)

    def stop_at(self, at: int, now: float) -> int:
        self.stopped_at, self.stopped_since = at, now
        return at

    def resume(self, now: float) -> None:
        """The clock goes on from where it was stopped."""
        if self.stopped_at is not None:
            self._origin = now - max(self.stopped_at, self.match.now)
            self.stopped_at = None

    # Seats

    def connect(self, seat: int, line: Line) -> None:
        """The player of this seat is here, and plays it themselves."""
        if seat < self.match.seats:
            self.lines[seat] = line
            self.bots.stand_up(seat)

    def disconnect(self, seat: int) -> None:
        self.lines.pop(seat, None)

    def seat_bot(self, seat: int, level: str | None, now: float) -> None:
        """A bot plays this seat. Without a level it is the middle one, which stands in for somebody
        who is away: neither a punishment nor a reward for them."""
        self.bots.sit(seat, level or minder(self.match.game), self.clock(now))

    # Moves come in

    def submit(
        self, seat: int, message: wire.ClientInAct, seen: SentUpdate | None, now: float
    ) -> None:
        """A player's move. `seen`: the update that it names, if it is known."""
        action = read_action(self.match.game, message.action)
        sent = seen.at if seen is not None else None
        if sent is not None and now - sent - message.after > HELD_UP:
            self._check_scene(seen)
        line = self.lines[seat]
        acted = acted_at(now, sent, message.after, line.rtt, line.slack, self._acted[seat])
        self._acted[seat] = acted
        self.queue.add(Move(seat, action, now, acted, message.id, message.seen))

    def _check_scene(self, seen: SentUpdate | None) -> None:
        """A move that was held up on its way is for the scene in which it was made, and no other:
        what was tapped in one round must not be played in the next."""
        if seen is not None and seen.scene != self.match.game.public(self.match.state).scene:
            raise Rejected(MOMENT_PASSED)

    # And have their turn

    def settle(self, now: float, seq: int, *, at_once: bool = False) -> list[Outcome]:
        """Play all that has waited long enough, in the order in which it was made.

        `seq`: the number of the update that will tell it. `at_once`: no move waits any longer.
        """
        self._seq = seq
        self.next_at = self._play_due(now, at_once)
        if self.bots.by_seat and not at_once:
            self._wake_bots(now)
        if self.queue.first is not None and self.match.over:
            self._play_due(now, at_once=True)  # there is nothing left to wait for
        outcomes, self._outcomes = self._outcomes, []
        return outcomes

    def run_out(self, now: float) -> Step:
        """All time is up. The moves that wait are refused when it is settled next."""
        at = max(self.match.now, int(self.clock(now)))
        return Step(Ticked(at, run_out=True), self.match.run_out(at))

    def _play_due(self, now: float, at_once: bool = False) -> float | None:
        """Until when the next of moves and deadlines waits; nothing behind it can be earlier."""
        while True:
            move, due = self.queue.first, self.match.due
            if due is not None and (move is None or self._origin + due <= move.acted):
                until = self._origin + due
                if until <= now and not at_once:
                    until += min(farthest(self.lines), LONGEST_WAIT)
                if until > now:
                    return until
                self._tick(due, now)
            elif move is not None:
                until = self._judged(move)
                if until > now and not at_once:
                    return until
                self._play(self.queue.pop(), now)
            else:
                return None

    def _judged(self, move: Move) -> float:
        """Until when the first in the queue waits: is it contested, and who could be a rival?"""
        if move.until is None:
            match, seat = self.match, move.seat
            move.contested = match.game.contested(match.state, seat, move.action)
            move.until = move.arrived
            if move.contested:
                others = farthest(self.lines, but=seat)
                move.until = waits_until(move.acted, move.arrived, others)
        return move.until

    def _tick(self, due: int, now: float) -> None:
        self._outcomes.append(Step(Ticked(due), self.match.advance(due)))
        self.bots.look(self.clock(now))

    def _play(self, move: Move, now: float) -> None:
        match, origin, seat = self.match, self._origin, move.seat
        at = max(match.now, int(move.acted - origin))
        try:
            events = match.play(seat, move.action, at)
        except Rejected as rejected:
            self._refuse(move, rejected)
        else:
            if move.contested:
                self._races[seat] = Race(seat, move.acted, self._seq)
            arrived, acted = round(move.arrived - origin, 1), round(move.acted - origin, 1)
            entry = Played(at, seat, move.action, arrived, acted, move.id)
            self._outcomes.append(Step(entry, events))
            if self.bots.by_seat:
                self.bots.look(self.clock(now))
        if move.id is None and seat in self.bots.by_seat:
            self.bots.think(seat, self.clock(now))

    def _refuse(self, move: Move, rejected: Rejected) -> None:
        """If a rival was quicker, say who, and by how much. A bot needs no answer."""
        if move.id is None:
            return
        race = None
        by = rejected.details.get("by")
        if by is not None or rejected.refusal is WRONG_PHASE:
            rival = self._rival(move, by)
            if rival is not None:
                race = wire.Race(rival.seat, round(move.acted - rival.acted, 1))
        answer = frames.refusal(rejected, "act", move.id, race)
        self._outcomes.append(RefusedMove(move.seat, move.id, answer))

    def _rival(self, move: Move, named: object) -> Race | None:
        """Whose contested move came before this one without its player having seen it."""
        unseen = [
            race for race in self._races.values() if race.seat != move.seat and race.seq > move.seen
        ]
        if isinstance(named, int):
            unseen = [race for race in unseen if race.seat == named]
        return max(unseen, key=lambda race: race.acted, default=None)

    # Bots

    def _wake_bots(self, now: float) -> None:
        """Every bot whose moment has come acts, or thinks again."""
        for _ in range(MOST_THOUGHTS):
            due = self.bots.due(self.clock(now))
            if due is None or self.match.over:
                break
            seat, at, action = due
            if action is None:
                self.bots.think(seat, max(at, self.clock(now)) + 1)
                continue
            acted = min(max(self._origin + at, self._acted[seat]), now)
            self._acted[seat] = acted
            self.queue.add(Move(seat, action, now, acted))
            self.next_at = self._play_due(now)
        thought = self.bots.next_at
        if thought is not None:
            thought += self._origin
            self.next_at = thought if self.next_at is None else min(self.next_at, thought)
