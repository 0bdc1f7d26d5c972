"""Opening a table over HTTP, and sitting down at it in the same breath.

The host's first wishes (a seat, bots, given cards, the start) are said to the table as over a
socket, before anybody else can see it. If one is refused, the table has never been.
"""

from __future__ import annotations

import secrets

import msgspec

from brouhaha.engine.errors import Rejected
from brouhaha.server import logs, refusals
from brouhaha.server.hall import Hall
from brouhaha.server.http_types import NewTable, OpenedTable
from brouhaha.store import StoreError
from brouhaha.table import Send, Table, TableCommit, codes, wire
from brouhaha.table.refusals import NAME_MISSING


class Errand:
    """Somebody who says what is to be done and goes: the socket comes later."""

    def send(self, frame: bytes) -> None:
        """It has gone."""

    def close(self, code: str) -> None:
        """It has gone."""

    def notify(self, code: str) -> None:
        """It has gone."""


async def open_table(hall: Hall, wanted: NewTable) -> OpenedTable:
    """Written down when this returns. Raises `Rejected` with nothing left behind."""
    if wanted.name is None and (wanted.bots or wanted.start or wanted.deal is not None):
        raise Rejected(NAME_MISSING)
    if len(hall.tables) >= hall.settings.limits.tables:
        raise Rejected(refusals.SERVER_FULL)
    now = hall.clock.now()
    table = Table.open(
        _free_code(hall),
        wanted.game,
        wanted.options,
        now=now,
        entropy=secrets.token_bytes,
        settings=hall.settings.table,
    )
    errand = Errand()
    for message in _wishes(table.state.code, wanted):
        table.receive(errand, message, now)
    batch = table.flush()
    opened = _outcome(batch)
    written = hall.adopt(table, batch)
    table.disconnect(errand, now)
    hall.touched(table)
    try:
        await written
    except StoreError:
        raise Rejected(refusals.NOT_WRITTEN) from None
    hall.metrics.add("tables_opened")
    logs.event("table_opened", table=opened.code, game=wanted.game)
    return opened


def _free_code(hall: Hall) -> str:
    while True:
        code = codes.new_code(secrets.token_bytes)
        if code not in hall.tables and not hall.is_coming_back(code):
            return code


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


def _outcome(batch: TableCommit) -> OpenedTable:
    """The seat, from the welcome; or the first refusal."""
    opened = OpenedTable(batch.code)
    for effect in batch.effects:
        heard = msgspec.json.decode(effect.frame) if isinstance(effect, Send) else {}
        if heard.get("type") == "refused":
            refusal = refusals.of_tables_and_games()[heard["code"]]
            raise Rejected(refusal, **heard["details"])
        if heard.get("type") == "welcome":
            opened = OpenedTable(batch.code, heard["seat"], heard["token"])
    return opened
