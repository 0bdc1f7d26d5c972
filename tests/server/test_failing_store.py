"""A store that fails, is full or is damaged: what could not be written was never told, and play goes on."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from brouhaha.commits import Wal, WalFile
from brouhaha.store import Commit, Row, Store, StoreFull, open_store
from tests.server import tables
from tests.server.guests import SOON, SYNCS, came_back, hear, hello, house, run


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def test_moves_are_in_the_write_ahead_log_at_once_and_in_the_store_after_a_while(
    store: Path,
) -> None:
    async def scenario() -> None:
        async with house(store) as server, server.socket() as socket:
            code = (await server.open())["code"]
            await hello(socket, code, name="Ana")
            await hear(socket, "table")
            with open_store(str(store), read_only=True) as opened:
                assert opened.entries(code) == []
                server.server.log.checkpoint()
                while not opened.entries(code):
                    await asyncio.sleep(0.01)

    run(scenario())
    assert [file.stat().st_size for file in store.parent.glob("*-commits*")] == [0, 0]


def test_play_goes_on_while_the_store_does_not_take_what_is_in_the_write_ahead_log(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = {"well": False}
    really_take_in = Store.take_in

    def take_in(self: Store, commit: Commit) -> None:
        if not works["well"]:
            raise StoreFull("no space left")
        really_take_in(self, commit)

    async def scenario() -> str:
        async with house(store) as server, server.socket() as socket:
            monkeypatch.setattr(Store, "take_in", take_in)
            log = server.server.log
            code: str = (await server.open())["code"]
            await hello(socket, code, name="Ana")
            for name in ("Ann", "Anna", "Anne"):
                log.checkpoint()
                while (await server.get("/healthz"))[0] != 503:
                    await asyncio.sleep(0.01)
                await socket.send_json({"type": "rename", "name": name})
                while (await hear(socket, "table"))["seats"][0]["name"] != name:
                    pass
            works["well"] = True
            while (await server.get("/healthz"))[0] != 200:
                log.checkpoint()
                await asyncio.sleep(0.01)
            return code

    code = run(scenario())
    with open_store(str(store)) as opened:
        assert opened.entries(code)[-1].payload.endswith(b'"name":"Anne"}')


class Disk:
    """It can be full: then neither the store nor the write-ahead log takes anything."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        for kind, name in ((Store, "_commit"), (WalFile, "write")):
            monkeypatch.setattr(kind, name, self._unless_full(getattr(kind, name)))

    def _unless_full(self, really: Any) -> Any:
        def write(*arguments: Any) -> Any:
            if self.full:
                raise StoreFull("no space left")
            return really(*arguments)

        return write


@pytest.mark.interpreted
@pytest.mark.parametrize("sync", SYNCS)
def test_what_could_not_be_written_was_never_told(
    store: Path, sync: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(monkeypatch)

    async def scenario() -> None:
        async with house(store, sync=sync) as server, server.socket() as socket:
            code = (await server.open())["code"]
            token = (await hello(socket, code, name="Ana"))["token"]
            await hear(socket, "table")
            disk.full = True
            await socket.send_json({"type": "rename", "name": "Ann"})
            told = (await asyncio.wait_for(socket.receive(), SOON)).json()
            assert (told["type"], told["code"]) == ("notice", "restarting")
            status, answer = await server.post({"game": "now"})
            assert (status, answer["code"]) == (503, "not_written")
            disk.full = False
            assert (await came_back(server, code, token))["seats"][0]["name"] == "Ana"
            while (await server.get("/healthz"))[0] != 200:
                await asyncio.sleep(0.01)

    run(scenario())


def test_a_log_that_cannot_be_read_harms_nobody_else(store: Path) -> None:
    with open_store(str(store)) as opened:
        tables.fill(opened, [tables.half_played("now", 1)], 2)
        opened.append([Row("BROKEN", 0, b'{"type":"opened","code":"BROKEN"}', 1)])

    async def scenario() -> None:
        async with house(store) as server:
            assert len(server.server.registry.tables) == 2
            assert (await server.get("/api/tables/BROKEN"))[0] == 404
            await server.open()

    run(scenario())


@pytest.mark.parametrize("rubbish", [b"", b"\x93rubbish", b"\xc1"])
@pytest.mark.parametrize("where", ["pages", "journal"])
def test_a_page_that_cannot_be_read_costs_its_table_and_no_other(
    store: Path, where: str, rubbish: bytes
) -> None:
    with open_store(str(store)) as opened:
        codes = tables.fill(opened, [tables.half_played("now", 1)], 3)
        if where == "pages":
            opened.file(now=True)
    hit = codes[1]
    with closing(sqlite3.connect(store)) as database, database:
        # A commit of these is one table's; its code is in the bytes.
        found = database.execute(f"SELECT rowid, entries FROM {where}").fetchall()
        row = next(row for row, entries in found if hit.encode() in entries)
        database.execute(f"UPDATE {where} SET entries = ? WHERE rowid = ?", [rubbish, row])

    async def scenario() -> None:
        async with house(store) as server:
            assert set(server.server.registry.tables) == {codes[0], codes[2]}
            opened = await server.open()  # and everything goes on
            assert opened["code"] in server.server.registry.tables
        async with house(store) as server:  # its last checkpoint went through
            assert set(server.server.registry.tables) == {codes[0], codes[2], opened["code"]}

    run(scenario())


def test_a_damaged_write_ahead_log_is_kept_and_told(
    store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    wal = Wal(store)
    for number in range(3):
        wal.current.write(Commit([Row(f"T{number}", 0, b"{}", 1)]))
    wal.close()
    file = store.with_name(f"{store.name}-commits0")
    written = bytearray(file.read_bytes())
    written[len(written) // 2] ^= 1
    file.write_bytes(written)

    async def scenario() -> None:
        async with house(store) as server:
            assert server.server.metrics.counts["wal_records_lost"] == 2
            await server.open()

    run(scenario())
    assert "wal_damaged" in caplog.text
    assert store.with_name(f"{store.name}-commits0.damaged").read_bytes() == written


@pytest.mark.parametrize("name", ["-wal", "-shm"])
def test_so_is_one_of_sqlite_s_own(store: Path, name: str) -> None:
    """What is written to its log is in the store's file only much later."""

    async def scenario() -> None:
        async with house(store) as server:
            server.server.log.sync()
            assert (await server.get("/healthz"))[0] == 200
            store.with_name(store.name + name).unlink()
            server.server.log.sync()
            assert (await server.get("/healthz"))[0] == 503

    run(scenario())


@pytest.mark.parametrize("name", ["", "-commits0", "-commits1"])
@pytest.mark.parametrize("replaced", [True, False])
def test_a_file_that_is_taken_away_under_the_server_is_noticed(
    store: Path, caplog: pytest.LogCaptureFixture, name: str, replaced: bool
) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            server.server.log.sync()
            assert (await server.get("/healthz"))[0] == 200
            file = store.with_name(store.name + name)
            kept = file.with_name("kept")
            file.rename(kept)
            if replaced:
                shutil.copy(kept, file)
            server.server.log.sync()
            assert (await server.get("/healthz"))[0] == 503
            kept.replace(file)
            server.server.log.sync()
            await server.server.log.do(lambda store: None)
            assert (await server.get("/healthz"))[0] == 200

    run(scenario())
    assert "deleted or replaced" in caplog.text
