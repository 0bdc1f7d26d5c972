"""A server that stops or is killed, and the next one: what was shown is never lost, and people come back."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import aiohttp
import pytest

import brouhaha
from brouhaha.commits import Wal
from brouhaha.games.now.game import NowGame
from brouhaha.store import Commit, Row, StoreLocked, open_store
from brouhaha.table.entries import Renamed
from tests.server import tables
from tests.server.guests import HASTE, SOON, SYNCS, Guest, all_ready, hear, hello, house, run
from tests.server.processes import ServerProcess

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


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


def test_damage_in_sqlite_s_own_log_is_told_before_sqlite_drops_it(tmp_path: Path) -> None:
    store, log = tmp_path / "live" / "store.db", tmp_path / "log"
    store.parent.mkdir()
    copy = tmp_path / "store.db"

    async def scenario() -> None:
        with open_store(str(store)) as opened:
            tables.fill(opened, [tables.half_played("now", 1)], 1)
            for end in ("", "-wal"):
                shutil.copy(f"{store}{end}", f"{copy}{end}")
        written = bytearray(Path(f"{copy}-wal").read_bytes())
        written[100] ^= 1
        Path(f"{copy}-wal").write_bytes(written)
        async with ServerProcess(str(copy), 1, log):
            assert Path(f"{copy}-wal.damaged").read_bytes() == written
            assert "wal_damaged" in log.read_text()

    run(scenario())


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
