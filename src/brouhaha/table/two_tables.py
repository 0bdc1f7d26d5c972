"""One party at two tables: half of the people go to a second one, and come back.

Both tables are to be written together: `server/tables/two_tables.py` sees to it.
"""

from __future__ import annotations

from brouhaha.engine.errors import Rejected
from brouhaha.table import party, wire
from brouhaha.table.commit import Conn
from brouhaha.table.entries import Linked, PolicySet
from brouhaha.table.refusals import NO_OTHER_TABLE, OTHER_TABLE_PLAYS
from brouhaha.table.state import moved_options
from brouhaha.table.table import Table


def split(table: Table, conn: Conn, code: str, now: float) -> Table:
    """The host's wish: half of the people go to a new table with this code, which is given back.
    Raises `Rejected`."""
    table.check(conn, wire.ClientInTwoTables())
    state, settings = table.state, table.settings
    here = table.seating.here(now, settings.grace)
    people = party.second_half(state, table.seating.devices(), here)
    numbers = [number for number, seat in enumerate(state.seats) if seat.person in people]
    options = moved_options(state, numbers)
    second = Table.open(
        code, state.game, options, now=now, entropy=table.entropy, settings=settings
    )
    second.outbox.decide(PolicySet(state.policy))
    second.outbox.decide(Linked(state.code))
    table.outbox.decide(Linked(code))
    _move(people, table, second, now)
    return second


def unite(table: Table, conn: Conn, other: Table | None, now: float) -> None:
    """The host's wish: everybody of the other table comes to this one. Raises `Rejected`."""
    table.check(conn, wire.ClientInOneTable())
    if other is None:
        raise Rejected(NO_OTHER_TABLE)
    if other.state.status in ("playing", "paused"):
        raise Rejected(OTHER_TABLE_PLAYS)
    people = list(other.seating.players)
    for each in (table, other):
        each.outbox.decide(Linked(None))
        each.outbox.show_other(None)
    _move(people, other, table, now)


def _move(people: list[int], source: Table, target: Table, now: float) -> None:
    """These persons go from one table of a party to the other, with their points."""
    target.joining.come_over(source.leaving.go_over(people, target.state.code, now), now)
    source.outbox.write_with(target.state.code)
    target.outbox.write_with(source.state.code)
    for table in (source, target):
        table.people_moved(now)
