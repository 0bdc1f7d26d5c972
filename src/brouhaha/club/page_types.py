"""What the club's pages tell, as types. Times are milliseconds since 1970."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from brouhaha.club.access import Viewer
from brouhaha.engine.presentation import Figure
from brouhaha.engine.statistics import Value


class Person(Struct, frozen=True):
    """Somebody, as the viewer may know them: under their pseudonym, if the host gave one."""

    id: int
    name: str
    pseudonym: str | None = None  # told to the host, who sees the name


class ClubSeat(Struct, frozen=True):
    """A seat of a finished match: a person, a bot (its level), or somebody who was forgotten."""

    seat: int
    person: Person | None
    bot: str | None
    place: int | None
    won: bool
    figures: Mapping[str, Value]


class ClubMatch(Struct, frozen=True):
    """`replay`: whether it can be seen again at /replay/ID."""

    id: str
    game: str
    started: int
    ended: int
    replay: bool
    seats: list[ClubSeat]


class StandingLine(Struct, frozen=True):
    """Wins, and how many luck alone would have brought (`chance`)."""

    person: Person
    matches: int
    wins: int
    chance: float


class EveningLine(Struct, frozen=True):
    """What one table played without a long break, or all tables on a day (then `id` is the day)."""

    id: str
    day: str
    started: int
    ended: int
    matches: int
    best: list[StandingLine]  # the first three


class DayLine(Struct, frozen=True):
    day: str
    matches: int


class PlayerLine(Struct, frozen=True):
    person: Person
    matches: int
    wins: int
    chance: float
    streak: int
    last: int


class RecordLine(Struct, frozen=True):
    """The best of a figure that anybody reached; `text` is what it was of: a word, say."""

    game: str
    figure: str
    person: Person
    value: float
    text: str
    match: str | None  # to see it again


class GameLine(Struct, frozen=True):
    """A game that was played here; `figures` are what its players compare."""

    game: str
    matches: int
    figures: list[Figure]


class ClubPage(Struct, frozen=True):
    viewer: Viewer
    matches: int
    persons: int
    games: list[GameLine]
    days: list[DayLine]  # the last ones, the latest first
    evenings: list[EveningLine]
    players: list[PlayerLine]
    records: list[RecordLine]


class EveningList(Struct, frozen=True):
    evenings: list[EveningLine]


class PlayerList(Struct, frozen=True):
    players: list[PlayerLine]


class EveningPage(Struct, frozen=True):
    """`next`: the id of the match after which there are more."""

    viewer: Viewer
    evening: EveningLine
    standings: list[StandingLine]
    matches: list[ClubMatch]
    next: str | None
    figures: dict[str, list[Figure]]  # by game
    tables: list[EveningLine]  # of a day: each table's evening


class FigureLine(Struct, frozen=True):
    """A person's mean, and their best with where it was."""

    figure: str
    matches: int
    mean: float
    best: float
    text: str
    match: str | None


class RatingLine(Struct, frozen=True):
    """Mean and deviation; `thin`: too few matches for a place on a ladder."""

    mu: float
    sigma: float
    matches: int
    thin: bool


class Point(Struct, frozen=True):
    """One match of a person, for a plot."""

    match: str
    ended: int
    place: int | None
    seats: int
    won: bool
    mu: float | None
    sigma: float | None
    figures: Mapping[str, Value]


class PlayerGame(Struct, frozen=True):
    game: str
    matches: int
    wins: int
    chance: float
    ms: int
    streak: int
    best_streak: int
    rating: RatingLine | None
    figures: list[FigureLine]
    points: list[Point]  # the last ones, the first in front


class RivalLine(Struct, frozen=True):
    person: Person
    matches: int
    ahead: int
    behind: int


class PlayerPage(Struct, frozen=True):
    """`names`: those of this person, told to the host. `protected`: by a device's key."""

    viewer: Viewer
    person: Person
    names: list[str]
    protected: bool
    first: int
    last: int
    matches: int
    wins: int
    chance: float
    streak: int
    best_streak: int
    games: list[PlayerGame]
    rivals: list[RivalLine]  # those they met most
    likes_to_beat: RivalLine | None
    beaten_by: RivalLine | None
    recent: list[ClubMatch]
    figures: dict[str, list[Figure]]  # by game


class LadderLine(Struct, frozen=True):
    """`safe`: what somebody is at least, almost surely; the ladder goes by it."""

    person: Person
    mu: float
    sigma: float
    safe: float
    matches: int


class BotLine(Struct, frozen=True):
    """A fixed point of the ladder."""

    level: str
    mu: float


class LadderPage(Struct, frozen=True):
    """`thin` are those of whom too little is known for a place."""

    viewer: Viewer
    game: str
    games: list[str]
    season: str  # "" is all time
    seasons: list[str]
    ranked: list[LadderLine]
    thin: list[LadderLine]
    bots: list[BotLine]
