"""Restarts, fences and a store that fails: what was shown is never lost, and people come back."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import brouhaha
from brouhaha.commits import Wal, WalFile
from brouhaha.games.now.game import NowGame
from brouhaha.server.tables.recovery import MOST_FAULTS
from brouhaha.store import Commit, Row, Store, StoreFull, StoreLocked, open_store
from brouhaha.table import Settings as TableSettings
from brouhaha.table import Table
from brouhaha.table.entries import Renamed
from tests.server import tables
from tests.server.guests import HASTE, SOON, Guest, House, all_ready, hear, hello, house, run
from tests.server.processes import ServerProcess

SYNCS = ("second", "commit")


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


@pytest.mark.no_cover
def test_a_thousand_open_tables_are_back_before_the_first_visitor(store: Path) -> None:
    games = ("now", "nimble", "nono")
    logs = [tables.half_played(game, seed) for game in games for seed in range(3)]
    with open_store(str(store)) as opened:
        names = tables.fill(opened, logs, 1000)
    for game in games:
        brouhaha.games.find(
            game
        ).prepare()  # the server does it in a thread, whose time would count

    async def scenario() -> None:
        async with house(store) as server:
            assert set(server.server.registry.tables) == set(names)
            restored = server.server.registry.tables[names[0]]
            assert restored.state.status in ("playing", "paused")  # paused: nobody came in time
            async with server.socket() as socket:
                await hello(socket, names[0], role="spectator")
                assert (await hear(socket, "update"))["public"]["phase"]

    run(scenario())


def test_a_graceful_stop_tells_the_players_and_the_next_server_has_them_back(
    tmp_path: Path, store: Path
) -> None:
    async def scenario() -> str:
        async with ServerProcess(str(store), HASTE / 10, tmp_path / "log") as server:
            opened = await opened_at(server)
            guest = Notified(server.url, opened["code"], "Ana", haste=HASTE / 10)
            guest.token = opened["token"]
            guest.sit_down()
            await asyncio.wait_for(guest.here.wait(), SOON)
            guest.here.clear()
            assert await server.terminate() == 0
            await server.start()
            await asyncio.wait_for(guest.here.wait(), SOON)
            assert guest.notices == ["restarting"]
            assert guest.comings == 2
            assert {told["match"] for told in guest.heard("table")} == {1}
            await guest.go()
            assert await server.terminate() == 0
            return str(opened["token"])

    token = run(scenario())
    log = (tmp_path / "log").read_text()
    assert token not in log
    assert "Traceback" not in log
    assert log.count("stopped") == 2


class Notified(Guest):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.notices: list[str] = []

    async def heard_notice(self, socket: Any, message: dict[str, Any]) -> None:
        self.notices.append(message["code"])
        await super().heard_notice(socket, message)


async def opened_at(server: ServerProcess) -> dict[str, Any]:
    wanted = {"game": "now", "name": "Ana", "bots": ["steady", "sharp"], "start": True}
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{server.url}/api/tables", json=wanted) as answer,
    ):
        opened: dict[str, Any] = await answer.json()
        return opened


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


async def came_back(server: House, code: str, token: str) -> dict[str, Any]:
    """As clients do: again and again, until the table is there."""
    for _ in range(200):
        async with server.socket() as socket:
            await socket.send_json({"type": "hello", "code": code, "token": token})
            told = (await asyncio.wait_for(socket.receive(), SOON)).json()
            if told["type"] == "welcome":
                return await hear(socket, "table")
            assert told["code"] == "restarting", told
        await asyncio.sleep(0.02)
    raise AssertionError("the table did not come back")


@pytest.mark.parametrize("sync", SYNCS)
def test_what_a_killed_server_left_in_its_write_ahead_log_has_happened(
    store: Path, sync: str
) -> None:
    with open_store(str(store)) as opened:
        (name,) = tables.fill(opened, [tables.half_played("now", 1)], 1)
        entries = len(opened.entries(name))
    killed = Wal(store)
    renamed = Row(name, entries, b'{"type":"renamed","seat":0,"name":"Zoe"}', 1)
    killed.current.write(Commit([renamed]))
    killed.close()

    async def scenario() -> None:
        async with house(store, sync=sync) as server:
            assert server.server.registry.tables[name].state.seats[0].name == "Zoe"

    run(scenario())
    with open_store(str(store)) as opened:
        assert len(opened.entries(name)) > entries


def test_a_table_that_a_killed_0_1_0_served_goes_on(tmp_path: Path) -> None:
    store = tmp_path / "brouhaha.db"
    left = Path(__file__).parents[1] / "commits" / "killed_0_1_0" / "brouhaha.db-slate0"
    shutil.copy(left, tmp_path)

    async def scenario() -> None:
        async with house(store) as server:
            (table,) = server.server.registry.tables.values()
            assert [seat.name for seat in table.state.seats] == ["Ana", "Ada"]
            assert table.state.seats[0].heard == 1
            async with server.socket() as socket:
                await hello(socket, table.state.code, role="spectator")

    run(scenario())
    assert list(tmp_path.glob("*-slate*")) == []


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


def test_a_second_server_is_not_let_near_the_store(store: Path, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server, server.socket() as socket:
            code = (await server.open())["code"]
            await hello(socket, code, name="Ana")
            with pytest.raises(StoreLocked, match="another server"):
                async with house(store):
                    pass
            await socket.send_json({"type": "rename", "name": "Ann"})
            while (await hear(socket, "table"))["seats"][0]["name"] != "Ann":
                pass

    run(scenario())


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


def test_who_says_hello_to_a_closing_table_is_answered(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table's last batch is being written when somebody comes in: they are told, not left."""
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


def test_a_match_of_other_rules_is_given_up_in_the_store_too(
    store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with open_store(str(store)) as opened:
        (code,) = tables.fill(opened, [tables.half_played("now", 1)], 1)
        before = opened.entries(code)
    monkeypatch.setattr(NowGame, "version", NowGame.version + 1)

    async def scenario() -> None:
        async with house(store) as server, server.socket() as socket:
            await socket.send_json({"type": "hello", "code": code, "role": "screen"})
            assert (await hear(socket, "table"))["status"] == "lobby"

    run(scenario())
    with open_store(str(store)) as opened:
        after = opened.entries(code)
    assert after[: len(before)] == before
    assert [b'"abandoned"' in row.payload for row in after[len(before) :]] == [True]
    (line,) = [record for record in caplog.records if record.message == "match_abandoned"]
    assert line.fields["reason"] == "rules_changed"  # type: ignore[attr-defined]


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


def test_guests_play_on_through_a_graceful_restart_in_between_matches(store: Path) -> None:
    """The party's total survives: two matches, a restart between them."""

    async def first() -> tuple[str, list[str | None]]:
        async with house(store, haste=HASTE) as server:
            code = (await server.open("nono", options={"turns": 1, "search": 5}))["code"]
            guests: list[Guest] = []
            for name in ("Ana", "Bo", "Cy"):
                guests.append(Guest(server.url, code, name, haste=HASTE).sit_down())
                await asyncio.wait_for(guests[-1].here.wait(), SOON)
            await all_ready(guests)
            await guests[0].say(type="start")
            for guest in guests:
                await asyncio.wait_for(guest.ended.wait(), SOON)
            for guest in guests:
                await guest.go()
            return code, [guest.token for guest in guests]

    async def second(code: str, tokens: list[str | None]) -> None:
        async with house(store, haste=HASTE) as server, server.socket() as socket:
            await hello(socket, code, token=tokens[0])
            table = await hear(socket, "table")
            assert (table["status"], table["match"], table["played"]) == ("ended", 1, ["nono"])
            await socket.send_json({"type": "rematch"})
            while (table := await hear(socket, "table"))["status"] != "playing":
                pass
            assert table["match"] == 2

    run(second(*run(first())))


def test_what_a_table_does_after_the_last_commit_has_not_happened(store: Path) -> None:
    """A line that breaks late: nothing is written to files that are closed."""

    async def scenario() -> None:
        async with house(store) as server:
            code = (await server.open(name="Ana"))["code"]
            committer = server.server.committer
        table = committer.registry.tables[code]
        table.outbox.decide(Renamed(0, "Anna"))
        committer.run(table, table.wake, committer.clock.now())
        await asyncio.sleep(0.02)
        assert committer.metrics.counts["store_failures"] == 0
        assert committer.registry.tables[code] is table

    run(scenario())
