"""The bots of a match: which seats they play, what they see, what they will do, and when.

A bot sees the public view and the private view of its seat (`think`), and nothing else. A thought
takes its time as a player's does: it is carried out `after` so many milliseconds of the match.
"""

from __future__ import annotations

from hashlib import sha256
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

    __slots__ = ("_match", "_plans", "_scene", "by_seat")

    def __init__(self, match: AnyMatch) -> None:
        self._match = match
        self.by_seat: dict[int, Bot] = {}
        self._plans: dict[int, Plan] = {}
        self._scene = -1

    def sit(self, seat: int, level: str, clock: float) -> None:
        """A bot takes this seat. The same one each time: its luck comes from the match's seed."""
        match = self._match
        luck = sha256(f"{match.header.seed}/{seat}/{level}".encode()).digest()
        self.by_seat[seat] = match.game.bots[level](seat, Random(int.from_bytes(luck, "little")))
        if len(self.by_seat) == 1:
            self._scene = _scene(match)
        self.think(seat, clock)

    def stand_up(self, seat: int) -> None:
        """The player is back."""
        self.by_seat.pop(seat, None)
        self._plans.pop(seat, None)

    def look(self, clock: float) -> None:
        """If a new scene began, everybody thinks anew."""
        scene = _scene(self._match)
        if scene == self._scene:
            return
        self._scene = scene
        for seat in self.by_seat:
            self.think(seat, clock)

    def think(self, seat: int, clock: float) -> None:
        game, state = self._match.game, self._match.state
        thought = self.by_seat[seat].asked(
            game.public(state), game.private(state, seat), int(clock)
        )
        if thought is None:
            self._plans.pop(seat, None)
        else:
            after = min(max(0, thought.after), LONGEST_THOUGHT)
            self._plans[seat] = (clock + after, seat, thought.action)

    @property
    def next_at(self) -> float | None:
        """When, on the match's clock, the next bot wants something."""
        return min(self._plans.values())[0] if self._plans else None

    def due(self, clock: float) -> tuple[int, float, Action | None] | None:
        """The bot whose moment came first, of two the lower seat; its plan is taken from it."""
        if not self._plans:
            return None
        at, seat, action = min(self._plans.values())
        if at > clock:
            return None
        del self._plans[seat]
        return seat, at, action


def _scene(match: AnyMatch) -> int:
    return match.game.public(match.state).scene
