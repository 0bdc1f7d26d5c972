"""Opening a table over HTTP, and sitting down at it in the same breath.

The host's first wishes (a seat, bots, given cards, the start) are said to the table as over a
socket, before anybody else can see it. If one is refused, the table has never been.
"""

from __future__ import annotations

import asyncio
import secrets

from brouhaha.engine.errors import Rejected
from brouhaha.server import logs
from brouhaha.server.http import refusals
from brouhaha.server.http.types import NewTable, OpenedTable
from brouhaha.server.tables.committer import Committer
from brouhaha.store import StoreError
from brouhaha.table import Table, wire
from brouhaha.table.refusals import NAME_MISSING


class Errand:
    """Somebody who says what is to be done and goes: the socket comes later."""

    def send(self, frame: bytes) -> None:
        """It has gone."""

    def close(self, code: str) -> None:
        """It has gone."""

    def notify(self, code: str) -> None:
        """It has gone."""

    def measure(self) -> None:
        """It has gone."""


async def open_table(committer: Committer, wanted: NewTable, address: str = "") -> OpenedTable:
    """Written down when this returns. Raises `Rejected` with nothing left behind. `address`: the
    host's."""
    if wanted.name is None and (wanted.bots or wanted.start or wanted.deal is not None):
        raise Rejected(NAME_MISSING)
    if len(committer.registry.tables) >= committer.settings.limits.tables:
        raise Rejected(refusals.SERVER_FULL)
    code = await committer.free_codes.next()
    try:
        table, opened = _opened(committer, code, wanted, address)
    except Rejected as rejected:
        committer.free_codes.give_back(code)
        if rejected.__cause__ is not None:
            logs.trouble("game_failed", rejected.__cause__, game=wanted.game)
        raise
    committer.bot_turns.opened(table, address)
    try:
        async with asyncio.timeout(committer.settings.limits.write_seconds):
            await committer.open(table)
    except (StoreError, TimeoutError):
        raise Rejected(refusals.NOT_WRITTEN) from None
    committer.metrics.add("tables_opened")
    logs.event("table_opened", table=opened.code, game=wanted.game)
    return opened


def _opened(
    committer: Committer, code: str, wanted: NewTable, address: str
) -> tuple[Table, OpenedTable]:
    """The table as the host wants it, and the host's seat."""
    now, errand = committer.clock.now(), Errand()
    table = Table.open(
        code,
        wanted.game,
        wanted.options,
        now=now,
        entropy=secrets.token_bytes,
        settings=committer.settings.table,
    )
    opened = OpenedTable(table.state.code)
    for message in _wishes(opened.code, wanted):
        welcome = table.ask(errand, message, now, address)
        if welcome is not None:
            opened = OpenedTable(opened.code, welcome.seat, welcome.token)
    table.disconnect(errand, now)
    return table, opened


def _wishes(code: str, wanted: NewTable) -> list[wire.ClientIn]:
    said: list[wire.ClientIn] = []
    if wanted.name is not None:
        said.append(wire.ClientInHello(code, name=wanted.name))
    if wanted.deal is not None:
        said.append(wire.ClientInChoose(wanted.game, wanted.options, wanted.deal))
    said += [wire.ClientInSeatBot(level) for level in wanted.bots]
    if wanted.start:
        said.append(wire.ClientInStart())
    return said
