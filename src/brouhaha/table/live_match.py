"""A match under way: its clock, the moves that wait their turn, its races and its bots.

The match's clock is the server's less an origin; a pause moves the origin on. A deadline is a rival
like another: it waits until no move that was made before it can still be on its way.

`settle` gives back what happened: the steps that the match took, and the moves that it refused.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import Final

from msgspec import UNSET

from brouhaha.engine.errors import Overtaken, Rejected
from brouhaha.engine.match import AnyMatch
from brouhaha.engine.refusals import WRONG_PHASE
from brouhaha.table import frames, wire
from brouhaha.table.bots import MatchBots, minder
from brouhaha.table.entries import Played, Ticked
from brouhaha.table.moves import UNREADABLE, action_reader, refuse_action
from brouhaha.table.outcomes import Move, Outcome, Race, Racing, RefusedMove, SentUpdate, Step
from brouhaha.table.race import (
    Queue,
    acted_at,
    among_its_own,
    begin_race,
    bent,
    chance_first,
    drawn,
    gap,
    reach,
    reckoning,
    rivals_reach,
    too_close,
    waits_until,
)
from brouhaha.table.refusals import MOMENT_PASSED
from brouhaha.table.rtt import Line

HELD_UP: Final = 2_000.0  # ms on its way: no line that works is so slow
MOST_THOUGHTS: Final = 64  # of bots in one wake: other tables have their turn too


class LiveMatch:
    """What a table has in hand while a match is played."""

    __slots__ = (
        "_acted", "_origin", "_outcomes", "_policy", "_races", "_read_action", "_seq", "bots",
        "lines", "match", "next_at", "queue", "reckonings", "stopped_at", "stopped_since",
    )  # fmt: skip

    def __init__(
        self,
        match: AnyMatch,
        origin: float,
        policy: wire.TablePolicy,
        reckonings: dict[int, wire.Reckoning],
    ) -> None:
        self.match = match
        self._read_action = action_reader(match.game)
        self._policy = policy
        self.bots = MatchBots(match)
        self.queue = Queue()
        self.lines: dict[int, Line] = {}  # of the players who are connected, by seat
        self.next_at: float | None = None  # when there is something to settle, on the server's line
        self.stopped_at: int | None = None  # what the clock shows, while it stands still
        self.stopped_since = 0.0
        self._origin = origin
        self._acted = [0.0] * match.seats  # when each seat last acted
        self._races: dict[int, Race] = {}  # each seat's last contested move that was accepted
        self.reckonings = reckonings  # by the number of the winner's entry
        self._seq = 0  # of the update that will tell what happens now
        self._outcomes: list[Outcome] = []  # of this settling

    def follow(self, policy: wire.TablePolicy) -> None:
        """Races are judged that way from now on."""
        self._policy = policy

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
        try:
            action = self._read_action(message.action)
        except UNREADABLE as error:
            action = refuse_action(self.match.game, message.action, error)
        sent = seen.at if seen is not None else None
        if sent is not None and now - sent - message.after > HELD_UP:
            self._check_scene(seen)
        line, claimed = self.lines[seat], None if sent is None else sent + message.after
        acted = acted_at(now, claimed, line.belief, self._acted[seat])
        move = Move(seat, action, now, acted, message.id, message.seen, claimed)
        if self.queue.first is not None:
            beside = among_its_own(move, self.queue.moves, self.lines)
            move.acted = acted = max(beside, self._acted[seat])
        self._acted[seat] = acted
        line.trips.append(now - acted)
        if now - acted > line.belief.reach:
            line.reckon()
        self.queue.add(move)

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
        if self.bots.next_at < inf and not at_once:
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
                    until += self._overtime()
                if until > now:
                    return until
                self._tick(due, now)
            elif move is not None:
                until = self._judged(move, now)
                if until > now and not at_once:
                    return until
                race = self._raced() if move.contested and len(self.queue.moves) > 1 else None
                self._play(self.queue.pop(), now, race)
            else:
                return None

    def _overtime(self) -> float:
        """How long a deadline waits for moves that were made before it."""
        rivals = self.match.game.contesters(self.match.state, None, None)
        return bent(reach(self.lines, rivals), self._policy.longest_wait)

    def _judged(self, move: Move, now: float) -> float:
        """Until when the first in the queue waits: is it contested, and who could be a rival?"""
        if move.until is None:
            game, state, seat = self.match.game, self.match.state, move.seat
            move.contested = game.contested(state, seat, move.action)
            move.until = move.arrived
            if move.contested and len(self.lines) > (seat in self.lines):
                rivals = game.contesters(state, seat, move.action)
                if not move.raced:
                    move.raced = True
                    racing = begin_race(self.lines, rivals, seat, now)
                    if racing:
                        self._outcomes.append(Racing(racing))
                others = rivals_reach(self.lines, rivals, seat, now)
                longest = self._policy.longest_wait
                move.until = waits_until(move.acted, move.arrived, others, longest)
        return move.until

    def _raced(self) -> wire.Reckoning | None:
        """The race of the first in the queue, if anybody else is there who wants the same. If it is
        drawn, whoever won is the first afterwards."""
        game, state = self.match.game, self.match.state
        wanting = [
            move
            for move in self.queue.next_of_each
            if game.contested(state, move.seat, move.action)
        ]
        if len(wanting) < 2:
            return None
        race = reckoning(wanting, self.lines, self._origin)
        among = too_close(race) if self._policy.draw else 1
        if among > 1:
            race = drawn(race, among, self.match.chance, len(self.match.entries))
            wanting[race.winner].contested = True
            self.queue.move_up(wanting[race.winner])
        return race

    def _tick(self, due: int, now: float) -> None:
        self._outcomes.append(Step(Ticked(due), self.match.advance(due)))
        self._show_bots(now)

    def _play(self, move: Move, now: float, race: wire.Reckoning | None) -> None:
        match, origin, seat = self.match, self._origin, move.seat
        at = max(match.now, int(move.acted - origin))
        try:
            events = match.play(seat, move.action, at)
        except Rejected as rejected:
            self._refuse(move, rejected)
        else:
            if self.queue.first is not None:
                self.queue.first.until = None  # who could contest it may have changed
            if move.contested:
                self._races[seat] = Race(move, self._seq, race is not None and race.among > 1)
            # Tenths of a ms. (`round` to a decimal takes as long as the rules of the move.)
            arrived = int((move.arrived - origin) * 10 + 0.5) / 10
            acted = int((move.acted - origin) * 10 + 0.5) / 10
            entry = Played(at, seat, move.action, arrived, acted, move.id, race or UNSET)
            if race is not None:
                self.reckonings[len(match.entries) - 1] = race
            self._outcomes.append(Step(entry, events))
            if self.bots.by_seat:
                self._show_bots(now)
        if move.id is None and seat in self.bots.by_seat:
            self.bots.think(seat, self.clock(now))

    def _refuse(self, move: Move, rejected: Rejected) -> None:
        """If a rival was quicker, say who, and by how much. A bot needs no answer."""
        if move.id is None:
            return
        race = None
        if isinstance(rejected, Overtaken) or rejected.refusal is WRONG_PHASE:
            rival = self._rival(move, rejected.by if isinstance(rejected, Overtaken) else None)
            if rival is not None:
                race = self._lost(move, rival)
        answer = frames.refusal(rejected, "act", move.id, race, move.seat)
        self._outcomes.append(RefusedMove(move.seat, move.id, answer))

    def _lost(self, move: Move, rival: Race) -> wire.Race:
        """What the loser is told. They took part: so they are waited for again."""
        if move.seat in self.lines:
            self.lines[move.seat].raced()
        margin = round(gap(rival.move, move, self.lines), 1)
        odds = round(chance_first(rival.move, move, self.lines), 3)
        return wire.Race(rival.move.seat, margin, odds, rival.drawn)

    def _rival(self, move: Move, named: int | None) -> Race | None:
        """Whose contested move came before this one without its player having seen it: that of the
        seat that the game names, or the last one, if it only says that the moment is over."""
        unseen = [
            race
            for seat, race in self._races.items()
            if seat != move.seat and race.seq > move.seen and named in (None, seat)
        ]
        return max(unseen, key=lambda race: race.move.acted, default=None)

    # Bots

    def _show_bots(self, now: float) -> None:
        """They look up when everybody does."""
        scene = self.match.game.public(self.match.state).scene
        if scene != self.bots.scene:
            self.bots.look(scene, self.clock(now))

    def _wake_bots(self, now: float) -> None:
        """Every bot whose moment has come acts, or thinks again."""
        clock = self.clock(now)
        for _ in range(MOST_THOUGHTS):
            if self.bots.next_at > clock or self.match.over:
                break
            at, seat, action = self.bots.take_due()
            if action is None:
                self.bots.think(seat, max(at, clock) + 1)
                continue
            acted = min(max(self._origin + at, self._acted[seat]), now)
            self._acted[seat] = acted
            self.queue.add(Move(seat, action, now, acted))
            self.next_at = self._play_due(now)
            clock = self.clock(now)
        if self.bots.next_at < inf:
            thought = self._origin + self.bots.next_at
            if thought - self._origin < self.bots.next_at:  # rounded down: it would ring for ever
                thought = nextafter(thought, inf)
            self.next_at = thought if self.next_at is None else min(self.next_at, thought)
