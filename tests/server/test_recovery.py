"""A table that failed or that another writer took is read again from its log, and the others do not notice."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from brouhaha.server.tables.recovery import MOST_FAULTS
from brouhaha.store import Row, Store, StoreDamaged, open_store
from brouhaha.table import Settings as TableSettings
from brouhaha.table import Table
from tests.server.guests import SOON, SYNCS, came_back, hear, hello, house, run

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.mark.parametrize("sync", SYNCS)
def test_a_table_that_another_writer_took_is_read_again(store: Path, sync: str) -> None:
    async def scenario() -> None:
        async with house(store, sync=sync) as server:
            log = server.server.log
            code = (await server.open())["code"]
            other = (await server.open())["code"]
            async with server.socket() as socket, server.socket() as elsewhere:
                welcome = await hello(socket, code, name="Ana")
                await hello(elsewhere, other, name="Bo")
                await log.do(lambda _: None)  # nothing of this is in the write-ahead log any more
                with open_store(str(store)) as rival:
                    entries = rival.entries(code)
                    renamed = b'{"type":"renamed","seat":0,"name":"Zoe"}'
                    rival.append([Row(code, len(entries), renamed, 1)])
                await socket.send_json({"type": "rename", "name": "Ann"})
                if sync == "second":
                    while (await hear(socket, "table"))["seats"][0]["name"] != "Ann":
                        pass
                    log.checkpoint()
                assert (await hear(socket, "notice"))["code"] == "restarting"
                again = await came_back(server, code, welcome["token"])
                assert again["seats"][0]["name"] == "Zoe"
                await elsewhere.send_json({"type": "rename", "name": "Beau"})
                while (await hear(elsewhere, "table"))["seats"][0]["name"] != "Beau":
                    pass
                assert not elsewhere.closed
            assert server.server.metrics.counts["tables_reloaded"] == 1

    run(scenario())


def test_who_says_hello_to_a_closing_table_is_answered(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table's last commit is being written when somebody comes in: they are told, not left."""
    may_write = threading.Event()
    may_write.set()
    really_write = Store.write

    def write(*arguments: Any, **more: Any) -> None:
        assert may_write.wait(SOON)
        really_write(*arguments, **more)

    monkeypatch.setattr(Store, "write", write)

    async def scenario() -> None:
        async with house(store, sync="commit", table=TableSettings(idle=300.0)) as server:
            code = (await server.open())["code"]
            may_write.clear()
            while not server.server.registry.tables[code].closed:
                await asyncio.sleep(0.01)
            async with server.socket() as socket:
                await socket.send_json({"type": "hello", "code": code, "name": "Ana"})
                while not server.server.registry.tables[code].dirty:
                    await asyncio.sleep(0.01)
                may_write.set()
                assert (await hear(socket, "refused"))["code"] == "table_closed"
            assert code not in server.server.registry.tables

    run(scenario())


def test_a_fault_of_ours_stays_at_its_table(
    store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One bad table is read again from its log, a few times; the others do not notice."""
    receive = Table.receive

    def faulty(self: Table, conn: object, message: Any, now: float, address: str = "") -> None:
        if getattr(message, "name", "") == "Bobby":
            self.state.seats.clear()  # half of something, and then:
            raise RuntimeError("a fault")
        receive(self, conn, message, now, address)

    monkeypatch.setattr(Table, "receive", faulty)

    async def scenario() -> None:
        async with house(store) as server, server.socket() as elsewhere:
            await hello(elsewhere, (await server.open())["code"], name="Zoe")
            code = (await server.open())["code"]
            async with server.socket() as socket:
                token = (await hello(socket, code, name="Ana"))["token"]
                for _ in range(MOST_FAULTS):
                    async with server.socket() as bad:
                        await bad.send_json({"type": "hello", "code": code, "name": "Bobby"})
                    assert (await came_back(server, code, token))["seats"][0]["name"] == "Ana"
            async with server.socket() as bad:
                await bad.send_json({"type": "hello", "code": code, "name": "Bobby"})
                await asyncio.wait_for(bad.receive(), SOON)
            assert (await server.get(f"/api/tables/{code}"))[0] == 404
            await elsewhere.send_json({"type": "rename", "name": "Zora"})
            while (await hear(elsewhere, "table"))["seats"][0]["name"] != "Zora":
                pass

    run(scenario())
    assert sum("table_fault" in record.message for record in caplog.records) == MOST_FAULTS + 1


def test_a_match_that_makes_its_table_fail_twice_is_given_up(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it is that fails: the table stays, and its players can go on with another match."""
    receive = Table.receive

    def faulty(self: Table, conn: object, message: Any, now: float, address: str = "") -> None:
        if type(message).__name__ == "ClientInPause":
            raise RuntimeError("a fault")
        receive(self, conn, message, now, address)

    monkeypatch.setattr(Table, "receive", faulty)

    async def scenario() -> None:
        async with house(store) as server:
            opened = await server.open("now", name="Ana", bots=["steady"] * 2, start=True)
            for status in ("playing", "lobby"):
                async with server.socket() as socket:
                    await hello(socket, opened["code"], token=opened["token"])
                    await socket.send_json({"type": "pause"})
                    assert (await hear(socket, "notice"))["code"] == "restarting"
                again = await came_back(server, opened["code"], opened["token"])
                assert again["status"] == status

    run(scenario())


def test_a_table_whose_log_is_damaged_meanwhile_is_left_out_and_the_others_play_on(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            tables = server.server.registry.tables
            code, other = (await server.open())["code"], (await server.open())["code"]

            def entries(self: Store, asked: str) -> list[Row]:
                assert asked == code
                raise StoreDamaged(f"table {asked}: an entry cannot be read")

            monkeypatch.setattr(Store, "entries", entries)
            server.server.committer.run(tables[code], fail)
            assert server.server.committer.recovery.is_under_way(code)
            await asyncio.wait_for(server.server.committer.recovery.done(code), SOON)
            assert code not in tables
            async with server.socket() as elsewhere:
                await hello(elsewhere, other, name="Bo")

    run(scenario())


def fail() -> None:
    raise RuntimeError("a fault of ours")
