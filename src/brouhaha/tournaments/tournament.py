"""What a tournament's log comes to. `apply` is the only place where any of it changes, and it takes
nothing but records: a tournament that is read again is the one that was written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct, field

from brouhaha.tournaments import records
from brouhaha.tournaments.records import Created, Judge, Places, Record


class Person(Struct):
    """Somebody who takes part, or a bot. `left`: dropped out, for now or for good."""

    number: int
    name: str
    fingerprint: str | None
    bot: str | None
    left: bool = False
    left_by_host: bool = False
    changes: int = 0  # how often they went and came


class TableOfRound(Struct):
    number: int
    code: str
    people: list[int]
    places: Places | None = None
    judge: Judge | None = None
    match: str | None = None


class Round(Struct):
    number: int
    tables: list[TableOfRound]
    byes: list[int]
    began: int
    time_up: bool = False

    @property
    def over(self) -> bool:
        return all(table.places is not None for table in self.tables)

    @property
    def largest(self) -> int:
        return max((len(table.people) for table in self.tables), default=0)


class Tournament(Struct):
    created: Created
    people: list[Person] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    ended: bool = False
    records: int = 1

    @property
    def here(self) -> list[Person]:
        return [person for person in self.people if not person.left]

    @property
    def current(self) -> Round | None:
        """The round that was drawn last."""
        return self.rounds[-1] if self.rounds else None

    def ends_at(self, round: Round) -> int | None:
        """When the round's clock runs out; None: it has none."""
        minutes = self.created.minutes
        return round.began + minutes * 60_000 if minutes else None


def read(log: Iterable[Record]) -> Tournament:
    """The tournament that wrote this log, the first record of which created it."""
    first, *others = log
    assert isinstance(first, Created)
    tournament = Tournament(first)
    for record in others:
        apply(tournament, record)
    return tournament


def apply(tournament: Tournament, record: Record) -> None:
    APPLY[type(record)](tournament, record)
    tournament.records += 1


def _came(tournament: Tournament, record: records.Came) -> None:
    number = len(tournament.people)
    tournament.people.append(Person(number, record.name, record.fingerprint, record.bot))


def _dropped_out(tournament: Tournament, record: records.DroppedOut) -> None:
    person = tournament.people[record.person]
    person.left, person.left_by_host = True, record.by_host
    person.changes += 1


def _came_back(tournament: Tournament, record: records.CameBack) -> None:
    person = tournament.people[record.person]
    person.left = person.left_by_host = False
    person.changes += 1


def _drawn(tournament: Tournament, record: records.Drawn) -> None:
    tables = [
        TableOfRound(number, drawn.code, drawn.people)
        for number, drawn in enumerate(record.tables, 1)
    ]
    number = len(tournament.rounds) + 1
    tournament.rounds.append(Round(number, tables, record.byes, record.at))


def _reported(tournament: Tournament, record: records.Reported) -> None:
    table = tournament.rounds[record.round - 1].tables[record.table - 1]
    table.places, table.judge = record.places, record.judge
    table.match = record.match or table.match


def _time_up(tournament: Tournament, record: records.TimeUp) -> None:
    tournament.rounds[record.round - 1].time_up = True


def _ended(tournament: Tournament, record: records.Ended) -> None:
    tournament.ended = True


APPLY: Final[dict[type[Record], Callable[[Tournament, Any], None]]] = {
    records.Came: _came,
    records.DroppedOut: _dropped_out,
    records.CameBack: _came_back,
    records.Drawn: _drawn,
    records.Reported: _reported,
    records.TimeUp: _time_up,
    records.Ended: _ended,
}
