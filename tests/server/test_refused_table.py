"""One table's entries cannot be stored: it goes back to the log, and no other table notices."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from brouhaha.engine.errors import Rejected
from brouhaha.server.tables import two_tables
from brouhaha.store import Commit, Store, StoreError
from brouhaha.table import Table, TableCommit, wire
from brouhaha.table.commit import Conn
from tests.server.guests import SOON, hear, hello, house, run


class Refusing:
    """A store that does not take what one table writes, for as long as it has a code."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.code = ""
        really_commit = Store._commit

        def commit(store: Store, commit: Commit, write: Any) -> None:
            if any(row.table == self.code for row in commit.rows):
                raise StoreError("too large")
            really_commit(store, commit, write)

        monkeypatch.setattr(Store, "_commit", commit)


@pytest.mark.parametrize("sync", ["second", "commit"])
def test_only_the_table_whose_entry_is_refused_is_read_again(
    url: str, sync: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusing = Refusing(monkeypatch)

    async def scenario() -> None:
        # Ten tables' changes come within one commit.
        async with house(url, sync=sync, gather_ms=50) as server:
            ws = f"{server.url}/ws"
            sockets = [await server.session.ws_connect(ws, autoping=False) for _ in range(10)]
            codes = [(await server.open())["code"] for _ in sockets]
            for socket, code in zip(sockets, codes, strict=True):
                await hello(socket, code, name="Ana")
                await hear(socket, "table")
            await server.server.log.do(lambda store: None)
            refusing.code = codes[3]
            for socket in sockets:
                await socket.send_json({"type": "rename", "name": "Ann"})
            for number, socket in enumerate(sockets):
                if number != 3:
                    assert (await hear(socket, "table"))["seats"][0]["name"] == "Ann"
            server.server.log.checkpoint()
            assert (await hear(sockets[3], "notice"))["code"] == "restarting"
            refusing.code = ""
            await tables_are_back(server.server.registry.tables, 10)
            async with server.socket() as again:
                await again.send_json({"type": "hello", "code": codes[3], "role": "screen"})
                assert (await hear(again, "table"))["seats"][0]["name"] == "Ana"
            for number, socket in enumerate(sockets):
                if number != 3:  # nobody else was sent away
                    await socket.send_json({"type": "rename", "name": "Anna"})
                    assert (await hear(socket, "table"))["seats"][0]["name"] == "Anna"
                await socket.close()
            assert server.server.metrics.counts["tables_reloaded"] == 1

    run(scenario())


@pytest.mark.interpreted
@pytest.mark.parametrize("fails", ["the table left", "the new table", "the store"])
def test_tables_that_were_parted_and_joined_in_one_commit_are_written_together(
    url: str, fails: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A party comes together and parts anew before anything is written: three tables, all or none."""
    refusing = Refusing(monkeypatch)

    async def scenario() -> None:
        async with house(url, sync="commit") as server:
            code = (await server.open("nimble"))["code"]
            ws = f"{server.url}/ws"
            sockets = [await server.session.ws_connect(ws, autoping=False) for _ in range(4)]
            for number, socket in enumerate(sockets):
                await hello(socket, code, name=f"P{number}")
            await sockets[0].send_json({"type": "two_tables"})
            left = (await hear(sockets[1], "moved"))["code"]
            committer, tables = server.server.committer, server.server.registry.tables
            await committer.settled(tables[left])
            before = {seat.fingerprint for table in tables.values() for seat in table.state.seats}
            first = tables[code]
            host = host_of(first)
            two_tables.carry_out(committer, first, host, wire.ClientInOneTable())
            two_tables.carry_out(committer, first, host, wire.ClientInTwoTables())
            (new,) = tables.keys() - {code, left}
            counts = server.server.metrics.counts
            if fails == "the store":
                refusing.code = left
            else:
                failing(monkeypatch, left if fails == "the table left" else new)
            async with asyncio.timeout(SOON):
                while not counts["tables_reloaded"] or any(
                    map(committer.recovery.is_under_way, (code, left, new))
                ):
                    await asyncio.sleep(0.01)
            await committer.settled(tables[code])
            seated = Counter(
                seat.fingerprint
                for table in tables.values()
                if not table.state.closed
                for seat in table.state.seats
            )
            assert seated == Counter(before)
            for socket in sockets:
                await socket.close()

    run(scenario())


def test_a_table_that_was_dropped_cannot_part(url: str) -> None:
    """Its host wished it before hearing of that: nobody may sit at a second table and at this one."""

    async def scenario() -> None:
        async with house(url, sync="commit") as server:
            code = (await server.open("nimble"))["code"]
            ws = f"{server.url}/ws"
            sockets = [await server.session.ws_connect(ws, autoping=False) for _ in range(4)]
            for number, socket in enumerate(sockets):
                await hello(socket, code, name=f"P{number}")
            committer, tables = server.server.committer, server.server.registry.tables
            first = tables[code]
            host, free = host_of(first), set(committer.free_codes._free)
            committer.let_go(code)
            with pytest.raises(Rejected):
                two_tables.carry_out(committer, first, host, wire.ClientInTwoTables())
            assert not tables
            assert set(committer.free_codes._free) == free
            for socket in sockets:
                await socket.close()

    run(scenario())


def host_of(table: Table) -> Conn:
    return next(
        client.conn
        for client in table.seating.clients.values()
        if client.player is not None and client.player.person == table.state.host
    )


def failing(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """The next frames of this table cannot be made."""
    flush, failed = Table.flush, list[str]()

    def once(table: Table) -> TableCommit:
        if table.state.code == code and not failed:
            failed.append(code)
            raise RuntimeError("planted")
        return flush(table)

    monkeypatch.setattr(Table, "flush", once)


async def tables_are_back(tables: dict[str, Any], number: int) -> None:
    async with asyncio.timeout(SOON):
        while len(tables) < number:
            await asyncio.sleep(0.01)
