"""What a wish comes to: the record to be written. Each function raises `Rejected` if it cannot be
done, and changes nothing."""

from __future__ import annotations

from typing import Any, Final

from brouhaha.engine.errors import Rejected
from brouhaha.engine.game import AnyGame
from brouhaha.engine.reading import read_options
from brouhaha.table import names, tokens
from brouhaha.table.refusals import NO_SUCH_BOT
from brouhaha.tournaments import refusals
from brouhaha.tournaments.pairing import Pairing, paired
from brouhaha.tournaments.records import (
    AtTheEnd,
    Came,
    CameBack,
    Created,
    Drawn,
    DrawnTable,
    DroppedOut,
    Ended,
    Places,
    Reported,
    System,
    TimeUp,
)
from brouhaha.tournaments.tournament import Person, Round, TableOfRound, Tournament

MOST_PEOPLE: Final = 512  # a hall; a round of them is drawn in about two seconds
MOST_CHANGES: Final = 20  # of one person who goes and comes: the log stays small


def create(
    game: AnyGame,
    *,
    title: str,
    options: dict[str, Any],
    system: System,
    rounds: int,
    seats: int,
    minutes: int,
    at_the_end: AtTheEnd,
    patience: int,
    late: bool,
    seed: bytes,
    host: str,
) -> Created:
    if seats not in game.players:
        raise Rejected(refusals.SEATS_WRONG, least=game.players.start, most=game.players.stop - 1)
    read_options(game, options)
    clock = rounds, seats, minutes, at_the_end, patience
    return Created(
        names.clean(title), game.id, options, system, *clock, late, seed.hex(), _print(host)
    )


def _print(token: str) -> str:
    if len(token) < tokens.LEAST_CHARACTERS:
        raise Rejected(refusals.TOKEN_SHORT, least=tokens.LEAST_CHARACTERS)
    return tokens.fingerprint(token)


# Who somebody is


def is_host(tournament: Tournament, token: str) -> bool:
    return tokens.position(token, [tournament.created.host]) is not None


def check_host(tournament: Tournament, token: str) -> None:
    if not is_host(tournament, token):
        raise Rejected(refusals.NOT_TOURNAMENT_HOST)


def person_of(tournament: Tournament, token: str) -> Person | None:
    number = tokens.position(token, [person.fingerprint for person in tournament.people])
    return None if number is None else tournament.people[number]


# Coming and going


def join(tournament: Tournament, name: str, token: str) -> Came | CameBack | None:
    """Somebody new; or who has that token already, and comes back if they had gone. None: they are
    here. So whoever joins twice, by a second tap or a line that broke, is one person."""
    known = person_of(tournament, token)
    if known is not None:
        return come_back(tournament, known) if known.left else None
    _check_room(tournament, 1)
    return Came(_new_name(tournament, name), _print(token))


def add_bot(tournament: Tournament, game: AnyGame, level: str) -> Came:
    if level not in game.bots:
        raise Rejected(NO_SUCH_BOT, level=level)
    _check_room(tournament, 1)
    return Came(_new_name(tournament, level.capitalize()), None, level)


def _new_name(tournament: Tournament, name: str) -> str:
    return names.without_double(names.clean(name), [person.name for person in tournament.people])


def _check_room(tournament: Tournament, more: int) -> None:
    _check_open(tournament)
    if tournament.rounds and not tournament.created.late:
        raise Rejected(refusals.NO_LATECOMERS)
    if len(tournament.people) + more > MOST_PEOPLE:
        raise Rejected(refusals.TOURNAMENT_FULL, most=MOST_PEOPLE)


def drop_out(tournament: Tournament, person: Person, *, by_host: bool = False) -> DroppedOut | None:
    """None: they have gone already. What they play now they may play to its end."""
    _check_open(tournament)
    if person.left and (person.left_by_host or not by_host):
        return None
    return DroppedOut(person.number, by_host)


def come_back(tournament: Tournament, person: Person, *, by_host: bool = False) -> CameBack | None:
    _check_open(tournament)
    if not person.left:
        return None
    if person.left_by_host and not by_host:
        raise Rejected(refusals.SENT_OUT)
    if person.changes >= MOST_CHANGES and not by_host:
        raise Rejected(refusals.WENT_TOO_OFTEN)
    return CameBack(person.number)


def participant(tournament: Tournament, number: int) -> Person:
    if number >= len(tournament.people):
        raise Rejected(refusals.NO_SUCH_PARTICIPANT, number=number)
    return tournament.people[number]


# Rounds


def pair(tournament: Tournament, game: AnyGame, number: int) -> Pairing:
    """Round `number`, if it is the next one and can begin now."""
    _check_open(tournament)
    if number <= len(tournament.rounds):
        raise Rejected(refusals.ROUND_DRAWN, number=number)
    if len(tournament.rounds) >= tournament.created.rounds:
        raise Rejected(refusals.NO_MORE_ROUNDS, rounds=tournament.created.rounds)
    missing = [table.number for table in open_tables(tournament)]
    if missing:
        raise Rejected(refusals.ROUND_NOT_OVER, tables=", ".join(map(str, missing)))
    pairing = paired(tournament, game.players.start, game.players.stop - 1)
    if not pairing.tables:
        raise Rejected(refusals.TOO_FEW_TO_DRAW, least=game.players.start)
    return pairing


def draw(pairing: Pairing, codes: list[str], now: int) -> Drawn:
    """`codes`: for the tables, one each."""
    tables = [DrawnTable(code, people) for code, people in zip(codes, pairing.tables, strict=True)]
    return Drawn(tables, pairing.byes, now)


def open_tables(tournament: Tournament) -> list[TableOfRound]:
    """Of the last round, those whose result is still missing."""
    current = tournament.current
    return [] if current is None else [one for one in current.tables if one.places is None]


def report_match(
    tournament: Tournament, table: TableOfRound, match: str, seats: list[str], ranking: Places
) -> Reported:
    """What a finished match says of a table. `seats`: the players' names; `ranking`: of seats, some
    of which the game may have played itself. Whoever did not play at all is last."""
    by_name = {tournament.people[number].name: number for number in table.people}
    persons = [by_name.get(name) for name in seats]
    places = [
        [person for seat in equals if (person := _at(persons, seat)) is not None]
        for equals in ranking
    ]
    missing = sorted(set(table.people) - {one for equals in places for one in equals})
    full = [equals for equals in [*places, missing] if equals]
    return Reported(len(tournament.rounds), table.number, full, "match", match)


def _at(persons: list[int | None], seat: int) -> int | None:
    return persons[seat] if seat < len(persons) else None


def report_unplayed(tournament: Tournament, table: TableOfRound, here: list[int]) -> Reported:
    """The clock ran out before anybody played: who was there shares the first place."""
    away = [person for person in table.people if person not in here]
    present = [person for person in table.people if person in here]
    places = [equals for equals in (present, away) if equals]
    return Reported(len(tournament.rounds), table.number, places, "clock")


def correct(tournament: Tournament, round: int, table: int, places: Places) -> Reported:
    """The host says how it was."""
    _check_open(tournament)
    if not (1 <= round <= len(tournament.rounds)):
        raise Rejected(refusals.NO_SUCH_ROUND_TABLE, table=table, round=round)
    tables = tournament.rounds[round - 1].tables
    if not (1 <= table <= len(tables)):
        raise Rejected(refusals.NO_SUCH_ROUND_TABLE, table=table, round=round)
    people = tables[table - 1].people
    if sorted(one for equals in places for one in equals) != sorted(people):
        known = ", ".join(tournament.people[number].name for number in people)
        raise Rejected(refusals.PLACES_WRONG, names=known)
    return Reported(round, table, [equals for equals in places if equals], "host")


def time_up(tournament: Tournament, now: int) -> TimeUp | None:
    """Has the clock of the round run out, and nobody said so yet?"""
    current = tournament.current
    if current is None or current.time_up or current.over:
        return None
    ends = tournament.ends_at(current)
    return TimeUp(current.number) if ends is not None and now >= ends else None


def waits_no_longer(tournament: Tournament, round: Round, now: int) -> bool:
    """Do tables of this round begin without those who are away?"""
    return now >= round.began + tournament.created.patience * 1000


def end(tournament: Tournament) -> Ended:
    _check_open(tournament)
    return Ended()


def _check_open(tournament: Tournament) -> None:
    if tournament.ended:
        raise Rejected(refusals.TOURNAMENT_ENDED)
