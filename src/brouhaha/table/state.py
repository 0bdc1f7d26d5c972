"""What lasts of a table: who has which seat, what is chosen, how the party stands.

Only log entries change any of it (`applying`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from brouhaha import games
from brouhaha.engine.log import Header
from brouhaha.table import entries, tokens
from brouhaha.table.wire import Status, TablePolicy


class Seat(msgspec.Struct):
    """A seat and whom it belongs to. `person` is theirs for as long as they stay."""

    person: int
    name: str
    fingerprint: str | None = None  # of a person's token
    address: str = ""  # the mark of where a person joined from
    bot: str | None = None  # a bot's level
    ready: bool = False
    gone: bool = False  # left during a match: the seat goes when the match is cleared away
    points: int = 0
    wins: int = 0
    pauses: int = 0  # in this match
    heard: int = 0  # the highest id of an accepted move
    name_given: bool = False  # by the host: it stays
    changes: int = 0  # that this person made since the last match began
    played: int = 0  # matches
    waited: int = 0  # matches since the last one played
    won: bool = False  # the last match
    device: int = 0  # seats with the same number share one


class Removed(msgspec.Struct, frozen=True):
    """Somebody whom the host has sent away, until they are let in again."""

    name: str
    fingerprint: str | None  # of the token that their device keeps; who only knocked has none
    address: str  # its mark, if it is known


class Moved(msgspec.Struct, frozen=True):
    """Somebody who sits at another table of the party, for when their device asks here."""

    fingerprint: str
    code: str


class TableState(msgspec.Struct):
    code: str
    game: str = ""
    options: dict[str, Any] = {}
    deal: dict[str, Any] | None = None
    status: Status = "lobby"
    seats: list[Seat] = []
    host: int | None = None  # the person
    people: int = 0  # who ever sat here, bots too
    devices: int = 0  # that ever had a seat here
    removed: list[Removed] = []
    policy: TablePolicy = TablePolicy()
    other: str | None = None  # the code of the party's other table
    moved: list[Moved] = []
    tournament: str | None = None  # whose table it is: the code
    tournament_table: int = 0  # and its number there
    joins: dict[str, int] = {}  # by address, since the last match began
    screens: list[str] = []  # fingerprints of the tokens of screens that the host let in
    matches: int = 0
    played: list[str] = []  # the games of finished matches
    header: Header | None = None  # of the match being played, or played last
    replay: str | None = None
    paused_by: int | None = None
    paused_at: int = 0
    abandoned: entries.Abandoned | None = None  # why the last match was not played to its end
    closed: bool = False

    @property
    def playing(self) -> int:
        """How many seats play: those of the match, else as many as the game takes. Others wait."""
        if self.header is not None:
            return len(self.header.players)
        return games.find(self.game).players.stop - 1

    def can_be_taken_over(self, number: int) -> bool:
        """Does a bot play this seat that makes way during the match?"""
        if self.header is None or number >= self.playing or self.seats[number].bot is None:
            return False
        return self.policy.bots_make_way and games.find(self.header.game).bots_make_way

    @property
    def host_name(self) -> str:
        return next((seat.name for seat in self.seats if seat.person == self.host), "")

    # Whose token is this?

    def seat_of(self, token: str) -> int | None:
        """Which seat it opens. Who left a match has theirs for as long as it is played."""
        seats, running = self.seats, self.status in ("playing", "paused")
        return tokens.position(
            token, [seat.fingerprint if running or not seat.gone else None for seat in seats]
        )

    def was_removed(self, token: str) -> bool:
        return tokens.position(token, [one.fingerprint for one in self.removed]) is not None

    def moved_to(self, token: str) -> str | None:
        """At which table it opens a seat now, if it has moved from here."""
        number = tokens.position(token, [one.fingerprint for one in self.moved])
        return None if number is None else self.moved[number].code

    def has_met(self, token: str) -> bool:
        """Has whoever has it a seat here, or had one?"""
        return (
            self.seat_of(token) is not None
            or self.was_removed(token)
            or self.moved_to(token) is not None
        )

    def opens_own_screen(self, token: str) -> bool:
        """The host's own, or that of a screen that the host let in."""
        host = [seat.fingerprint for seat in self.seats if seat.person == self.host]
        return tokens.position(token, [*host, *self.screens]) is not None


def moved_options(state: TableState, numbers: list[int]) -> dict[str, Any]:
    """What players chose for themselves moves with them."""
    options = state.options
    for name in games.find(state.game).own_options & options.keys():
        values = options[name] or []
        kept = [values[number] if number < len(values) else None for number in numbers]
        options = {**options, name: kept if any(kept) else None}
    return options


def with_own(
    options: dict[str, Any], seat: int, name: str, value: str | int | None
) -> dict[str, Any]:
    """The options with this seat's own one; a list by seat without any value is none."""
    values = list(options.get(name) or [])
    values += [None] * (seat + 1 - len(values))
    values[seat] = value
    return {**options, name: values if any(values) else None}
