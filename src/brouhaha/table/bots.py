"""The bots of a match: which seats they play, what they see, what they will do, and when.

A bot sees the public view and the private view of its seat (`think`), and nothing else. A thought
takes its time as a player's does: it is carried out `after` so many milliseconds of the match.
"""

from __future__ import annotations

from hashlib import sha256
from math import inf
from random import Random

from brouhaha.engine.game import Action, AnyGame, Bot
from brouhaha.engine.match import AnyMatch

Plan = tuple[float, int, Action | None]  # when, on the match's clock, who, what; None: think again

LONGEST_THOUGHT = 86_400_000  # ms: a day


def minder(game: AnyGame) -> str:
    """The level that plays for somebody who is away: the game's usual one, neither a loss nor a
    gain of a player."""
    return game.presented().usual_level


def same_level(level: str, game: AnyGame) -> str:
    """A bot's level in another game."""
    return level if level in game.bots else minder(game)


class MatchBots:
    """All bots that act in one match, by seat."""

    __slots__ = ("_match", "_plans", "by_seat", "next_at", "scene")

    def __init__(self, match: AnyMatch) -> None:
        self._match = match
        self.by_seat: dict[int, Bot] = {}
        self._plans: dict[int, Plan] = {}
        self.next_at = inf  # when, on the match's clock, the next bot wants something
        self.scene = -1  # that they have seen last

    def sit(self, seat: int, level: str, clock: float) -> None:
        """A bot takes this seat. The same one each time: its luck comes from the match's seed."""
        match = self._match
        luck = sha256(f"{match.header.seed}/{seat}/{level}".encode()).digest()
        self.by_seat[seat] = match.game.bots[level](seat, Random(int.from_bytes(luck, "little")))
        if len(self.by_seat) == 1:
            self.scene = match.game.public(match.state).scene
        self.think(seat, clock)

    def stand_up(self, seat: int) -> None:
        """The player is back."""
        self.by_seat.pop(seat, None)
        self._plan(seat, None)

    def look(self, scene: int, clock: float) -> None:
        """A new scene has begun: everybody thinks anew."""
        self.scene = scene
        for seat in self.by_seat:
            self.think(seat, clock)

    def think(self, seat: int, clock: float) -> None:
        game, state = self._match.game, self._match.state
        thought = self.by_seat[seat].asked(
            game.public(state), game.private(state, seat), int(clock)
        )
        if thought is None:
            self._plan(seat, None)
        else:
            after = min(max(0, thought.after), LONGEST_THOUGHT)
            self._plan(seat, (clock + after, seat, thought.action))

    def take_due(self) -> Plan:
        """What the bot wants whose moment comes first, of two the lower seat; its plan is taken
        from it."""
        plan = min(self._plans.values())
        self._plan(plan[1], None)
        return plan

    def _plan(self, seat: int, plan: Plan | None) -> None:
        if plan is None:
            self._plans.pop(seat, None)
        else:
            self._plans[seat] = plan
        self.next_at = min(self._plans.values())[0] if self._plans else inf
