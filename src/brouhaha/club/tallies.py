"""Sums that go on from where they were: one more match costs the same, however many there are.

Pure. A tally is a row of the store; adding the matches of a person in their order to an empty one
gives the same as keeping it up match by match.
"""

from __future__ import annotations

from msgspec import Struct

from brouhaha.engine.presentation import Figure
from brouhaha.engine.statistics import Value


class Played(Struct, frozen=True):
    """One person's part in one match."""

    match: str
    started: int
    ended: int
    place: int | None
    won: bool
    chance: float


class GameTally(Struct):
    """What a person did in one game, or in all."""

    matches: int = 0
    wins: int = 0
    chance: float = 0.0  # wins that luck alone would bring
    ms: int = 0
    streak: int = 0  # matches won in a row, up to the last
    best_streak: int = 0
    first_ended: int = 0
    last_ended: int = 0
    last_match: str = ""

    def follows(self, played: Played) -> bool:
        """Does this match come after all that are in it?"""
        return (played.ended, played.match) > (self.last_ended, self.last_match)

    def add(self, played: Played) -> None:
        self.matches += 1
        self.wins += played.won
        self.chance += played.chance
        self.ms += max(0, played.ended - played.started)
        self.streak = self.streak + 1 if played.won else 0
        self.best_streak = max(self.best_streak, self.streak)
        self.first_ended = self.first_ended or played.ended
        self.last_ended, self.last_match = played.ended, played.match


class FigureTally(Struct):
    """One figure of one person in one game: for the mean, and the best with where it was."""

    matches: int = 0
    total: float = 0.0
    best: float = 0.0
    best_match: str = ""
    best_text: str = ""

    def add(self, value: Value, match: str, figure: Figure) -> None:
        """The first to reach a record keeps it."""
        is_better = value.value > self.best if figure.better == "more" else value.value < self.best
        if not self.matches or is_better:
            self.best, self.best_match, self.best_text = value.value, match, value.text
        self.matches += 1
        self.total += value.value


class RivalTally(Struct):
    """Two persons in the same matches: how often the one came before the other."""

    matches: int = 0
    ahead: int = 0
    behind: int = 0

    def add(self, mine: int | None, theirs: int | None) -> None:
        self.matches += 1
        if mine is not None and theirs is not None:
            self.ahead += mine < theirs
            self.behind += mine > theirs


class Standing(Struct):
    """A person's part in an evening."""

    matches: int = 0
    wins: int = 0
    chance: float = 0.0

    def add(self, played: Played) -> None:
        self.matches += 1
        self.wins += played.won
        self.chance += played.chance
