"""Who sits where, and which process has which table: what must hold once a run has become calm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from brouhaha.table import Table
from brouhaha.table.tokens import fingerprint
from tests.simulation.people import SEATS, Player
from tests.simulation.violation import Violation

if TYPE_CHECKING:
    from tests.simulation.world import World

ONE_OWNER = "a table is in one process, and everybody is told how it stands"


def check_seats(world: World, tables: Iterable[Table]) -> None:
    """Nobody sits at two tables, nor at none."""
    tables = list(tables)
    for person in world.everybody():
        if isinstance(person, Player) and person.token and not person.excused:
            mark = fingerprint(person.token)
            seated = [
                table.state.code
                for table in tables
                if any(seat.fingerprint == mark for seat in table.state.seats)
            ]
            if len(seated) != 1 and not world.may_be_gone(person.code):
                raise Violation(SEATS, f"{person.name}, last at {person.code}, sits at {seated}")


def is_settled(world: World) -> bool:
    """Every table has one owner at most; who is connected to it, in whichever process, counts as
    present there, and whoever was let in has seen what it told last."""
    codes = world.disk.ledger.open_tables()
    return (
        not any(len(world.fleet.tables(code)) > 1 for code in codes)
        and _all_have_seen_all(world)
        and _present_are_connected(world)
    )


def _all_have_seen_all(world: World) -> bool:
    return all(
        world.laws.has_seen_all(table, person.seq)
        for person in world.everybody()
        if person.here and not person.gone and not person.knocks
        for table in world.fleet.tables(person.code)
        if table.live_match is not None
    )


def _present_are_connected(world: World) -> bool:
    connected = Counter(
        each.link.code
        for server in world.fleet.servers
        for each in server.sockets.open
        if each.link is not None and not each.closing
    )
    return all(
        len(table.seating.clients) + len(table.joining.door._knocks) == connected[code]
        for server in world.fleet.servers
        for code, table in server.registry.tables.items()
    )
