"""One party at two tables: a second one is opened, both know of each other, and they unite again.

What moves people from one table to the other is written in one commit: after a crash nobody sits at
both, nor at none.
"""

from __future__ import annotations

from brouhaha.engine.errors import Rejected
from brouhaha.server.http import refusals
from brouhaha.server.tables.committer import Committer
from brouhaha.server.tables.link import PartyWish
from brouhaha.table import Table, wire
from brouhaha.table.commit import Conn
from brouhaha.table.refusals import TWO_TABLES
from brouhaha.table.two_tables import split, unite


def carry_out(committer: Committer, table: Table, conn: Conn, wish: PartyWish) -> None:
    """The host's wish. Raises `Rejected`, and then nothing has changed."""
    if isinstance(wish, wire.ClientInTwoTables):
        _split(committer, table, conn)
    else:
        _unite(committer, table, conn)


def _split(committer: Committer, table: Table, conn: Conn) -> None:
    if len(committer.registry.tables) >= committer.settings.limits.tables:
        raise Rejected(refusals.SERVER_FULL)
    if (table.state.other or "") in committer.registry.tables:
        raise Rejected(TWO_TABLES)
    code = committer.free_codes.take()

    def open_second() -> None:
        second = split(table, conn, code, committer.clock.now())
        committer.bot_turns.opened_beside(second, table)
        committer.adopt(second)

    try:
        committer.run_together([table], open_second)
    except Rejected:
        committer.free_codes.give_back(code)
        raise


def _unite(committer: Committer, table: Table, conn: Conn) -> None:
    other = committer.registry.tables.get(table.state.other or "")
    both = [table] if other is None else [table, other]
    committer.run_together(both, unite, table, conn, other, committer.clock.now())
