"""How strong is somebody, and how sure is that? OpenSkill (Plackett–Luce), game by game.

Bots hold the ladder still: theirs are fixed points, measured in the lab (`Game.bot_ratings`).
A seat of nobody in particular counts as a newcomer and is not kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from msgspec import Struct

from brouhaha import games
from brouhaha.engine.errors import CRASHES

NEWCOMER: Final = 25.0, 25.0 / 3  # OpenSkill's own: mean and deviation
BOT_SIGMA: Final = 2.0  # what the lab's own measurement leaves open
SAFE: Final = 2.0  # deviations below the mean: what somebody is at least, almost surely
LEAST_MATCHES: Final = 5  # below, a ladder gives no place
MOST_SIGMA: Final = 7.0  # above, neither: it takes about eight matches against equals


class Rating(Struct):
    """A row of a ladder."""

    mu: float = NEWCOMER[0]
    sigma: float = NEWCOMER[1]
    matches: int = 0
    last_ended: int = 0
    last_match: str = ""

    @property
    def safe(self) -> float:
        return self.mu - SAFE * self.sigma

    def follows(self, ended: int, match: str) -> bool:
        return (ended, match) > (self.last_ended, self.last_match)


def is_evidence(sigma: float, matches: int) -> bool:
    """Enough to be given a place."""
    return matches >= LEAST_MATCHES and sigma <= MOST_SIGMA


def rate(game: str, match: str, ended: int, seats: Sequence[Seat]) -> None:
    """Move the ratings of those in a match on; `seats` are those that its result ranks."""
    ranked = [seat for seat in seats if seat.place is not None]
    if len(ranked) < 2 or all(seat.rating is None for seat in ranked):
        return
    model = _model()
    teams = [[model.rating(*_strength(game, seat))] for seat in ranked]
    rated = model.rate(teams, ranks=[seat.place for seat in ranked])
    for seat, [new] in zip(ranked, rated, strict=True):
        if seat.rating is not None:
            seat.rating.mu, seat.rating.sigma = new.mu, new.sigma
            seat.rating.matches += 1
            seat.rating.last_ended, seat.rating.last_match = ended, match


class Seat(Struct):
    """Who sat there: a person with a rating, a bot, or nobody in particular."""

    place: int | None
    bot: str | None
    rating: Rating | None


def bot_strength(game: str, level: str) -> float:
    try:
        return float(games.find(game).bot_ratings.get(level, NEWCOMER[0]))
    except CRASHES:
        return NEWCOMER[0]


def _strength(game: str, seat: Seat) -> tuple[float, float]:
    if seat.rating is not None:
        return seat.rating.mu, seat.rating.sigma
    return (bot_strength(game, seat.bot), BOT_SIGMA) if seat.bot is not None else NEWCOMER


@cache
def _model() -> Any:
    """Imported when the first match is counted: it takes a twentieth of a second."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def bots_of(game: str) -> list[tuple[str, float]]:
    """The fixed points of its ladder, the strongest first."""
    try:
        known = games.find(game).bot_ratings
    except CRASHES:
        return []
    return sorted(known.items(), key=lambda one: -one[1])
