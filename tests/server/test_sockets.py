"""What a socket may and may not do, and what it is told."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from brouhaha.server.edge.limits import Limits
from brouhaha.table import Settings as TableSettings
from tests.server.guests import (
    PATIENT,
    SOON,
    House,
    closed,
    hear,
    hello,
    house,
    run,
    sleeping_spectator,
)

pytestmark = pytest.mark.no_cover  # others reach the same branches: see tests/tracing.py


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store.db"


def test_a_wrong_code(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server, server.socket() as socket:
            await socket.send_json({"type": "hello", "code": "xyz", "name": "Ana"})
            refused = await hear(socket, "refused")
            assert (refused["code"], refused["details"]) == ("no_such_table", {"code": "XYZ"})
            assert await closed(socket) == (4000, "no_such_table")

    run(scenario())


def test_nothing_is_kept_of_a_handshake(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            opened = await server.open(name="Ana")
            async with server.socket() as socket:
                await hello(socket, opened["code"], token=opened["token"])
                assert len(server.server.sockets.open) == 1
                await asyncio.sleep(0)  # the handler has returned
                asked = [each for each in gc.get_objects() if isinstance(each, web.Request)]
                assert [each for each in asked if each.path == "/ws"] == []

    run(scenario())


@pytest.mark.interpreted
@pytest.mark.parametrize("role", ["player", "spectator"])
def test_a_socket_that_closes_gives_its_memory_back_at_once(store: Path, role: str) -> None:
    """Nothing of it waits for the collector of cycles, which everybody would wait for."""

    async def scenario() -> None:
        async with house(store) as server:
            opened = await server.open(name="Ana")
            async with server.socket() as socket:
                who = {"token": opened["token"]} if role == "player" else {"role": role}
                await hello(socket, opened["code"], **who)
                (connection,) = server.server.sockets.open
                gone = weakref.ref(connection)
                del connection
                gc.collect()
                gc.disable()
            async with asyncio.timeout(SOON):
                while gone() is not None:
                    await asyncio.sleep(0.01)

    try:
        run(scenario())
    finally:
        gc.enable()


def test_codes_cannot_be_tried_out(store: Path) -> None:
    async def scenario() -> None:
        async with house(store, limits=Limits(wrong_codes_a_minute=3)) as server:
            told = []
            for _ in range(5):
                async with server.socket() as socket:
                    await socket.send_json({"type": "hello", "code": "xyz", "name": "Ana"})
                    told.append((await asyncio.wait_for(socket.receive(), SOON)).json()["code"])
            assert told == ["no_such_table"] * 3 + ["too_fast"] * 2

    run(scenario())


def test_all_ways_to_try_a_code_share_one_bucket_and_seats_stay_open(store: Path) -> None:
    """Who has guessed too often learns nothing of a right code either; who has a seat comes back."""

    async def scenario() -> None:
        async with house(store, limits=Limits(wrong_codes_a_minute=3)) as server:
            opened = await server.open(name="Ana")
            code = opened["code"]

            async def tried(**said: str) -> str:
                async with server.socket() as socket:
                    await socket.send_json({"type": "hello", "name": "Bo"} | said)
                    told = (await asyncio.wait_for(socket.receive(), SOON)).json()
                    return str(told.get("code") if told["type"] != "welcome" else "in")

            assert (await server.get(f"/api/tables/{code}"))[0] == 200
            assert (await server.get("/api/tables/XYZXYZ"))[0] == 404
            assert await tried(code="XYZXYZ") == "no_such_table"
            assert await tried(code="XYZXYZ", token="0" * 32) == "no_such_table"
            assert (await server.get("/api/tables/XYZXYZ"))[0] == 429
            assert (await server.get(f"/api/tables/{code}"))[0] == 429
            assert await tried(code=code) == "too_fast"
            assert await tried(code=code, token="0" * 32) == "too_fast"
            assert await tried(code=code, token=opened["token"]) == "in"

    run(scenario())


def test_secrets_of_seats_cannot_be_tried_out_and_none_is_in_the_logs(
    store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        async with house(store, limits=Limits(wrong_codes_a_minute=2)) as here:
            table = await here.open(name="Ana")
            code, new = table["code"], "n" * 32
            async with here.socket() as first, here.socket() as second:
                await first.send_json({"type": "hello", "code": code, "token": table["token"]})
                await first.send_json({"type": "hand_over"})
                offer = await hear(first, "hand_over")
                greeting = {"type": "hello", "code": code, "token": new}
                await second.send_json(greeting | {"hand_over": offer["secret"]})
                assert (await hear(second, "welcome"))["token"] == new
                assert (await hear(first, "notice"))["code"] == "handed_over"
            told = []
            for _ in range(2):
                async with here.socket() as guess:
                    await guess.send_json(greeting | {"token": "g" * 32, "hand_over": "0" * 64})
                    told.append((await guess.receive_json())["code"])
            assert told == ["hand_over_expired", "too_fast"]
            assert offer["secret"] not in caplog.text

    caplog.set_level(0)
    run(scenario())


def test_a_full_table(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            opened = await server.open("nimble", name="Ana", bots=["steady"] * 3)
            async with server.socket() as socket:
                await socket.send_json({"type": "hello", "code": opened["code"], "name": "Bo"})
                assert (await hear(socket, "refused"))["code"] == "table_full"
                assert await closed(socket) == (4000, "table_full")
            assert (await server.get(f"/api/tables/{opened['code']}"))[1]["full"] is True

    run(scenario())


def test_coming_back_with_the_token_and_not_without(store: Path) -> None:
    async def scenario() -> None:
        async with house(store) as server:
            code = (await server.open())["code"]
            async with server.socket() as socket:
                welcome = await hello(socket, code, name="Ana")
            async with server.socket() as first:
                again = await hello(first, code, token=welcome["token"])
                assert again["seat"] == welcome["seat"]
                async with server.socket() as second:  # the same seat in another window
                    await hello(second, code, token=welcome["token"])
                    assert (await hear(first, "notice"))["code"] == "replaced"
                    assert await closed(first) == (4000, "replaced")
            async with server.socket() as socket:
                forged = welcome["token"][:-1] + ("0" if welcome["token"][-1] != "0" else "1")
                await socket.send_json({"type": "hello", "code": code, "token": forged})
                assert (await hear(socket, "refused"))["code"] == "bad_token"

    run(scenario())


@pytest.mark.parametrize(("origin", "lets_in"), [
    (None, True),  # a program, not a page
    ("http://127.0.0.1:{port}", True),
    ("https://games.example", True),
    ("https://friends.example", True),
    ("http://127.0.0.1:1", False),
    ("https://evil.example", False),
    ("https://games.example.evil.example", False),
    ("null", False),
])  # fmt: skip
def test_only_our_own_page_opens_a_socket(store: Path, origin: str | None, lets_in: bool) -> None:
    async def scenario() -> None:
        settings = {"public_url": "https://games.example/", "origins": ("https://friends.example",)}
        async with house(store, **settings) as server:
            port = server.url.rpartition(":")[2]
            headers = {"Origin": origin.format(port=port)} if origin else {}
            if lets_in:
                async with server.socket(**headers) as socket:
                    assert not socket.closed
            else:
                with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
                    async with server.socket(**headers):
                        pass

    run(scenario())


def test_sockets_of_one_address_are_counted(store: Path) -> None:
    async def scenario() -> None:
        async with house(store, limits=Limits(sockets_an_address=2)) as server:
            async with server.socket(), server.socket():
                with pytest.raises(aiohttp.WSServerHandshakeError, match="429"):
                    async with server.socket():
                        pass
            for _ in range(100):  # they have gone: there is room again
                if not server.server.sockets.open:
                    break
                await asyncio.sleep(0.01)
            async with server.socket():
                pass

    run(scenario())


def test_connections_of_one_address_are_counted_before_they_say_a_word(store: Path) -> None:
    async def scenario() -> None:
        async with house(store, limits=Limits(connections_an_address=2)) as server:
            port = int(server.url.rpartition(":")[2])
            lines = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
                await asyncio.wait_for(lines[2][0].readexactly(1), SOON)
            for _, writer in lines:
                writer.close()
            assert (await patient(server))[0] == 200  # they have gone: there is room again

    async def patient(server: House) -> tuple[int, Any]:
        for _ in range(100):
            try:
                return await server.get("/healthz")
            except aiohttp.ClientConnectionError:
                await asyncio.sleep(0.01)
        raise AssertionError("never let in again")

    run(scenario())


BAD: list[tuple[Any, str]] = [
    ("", "bad_message"),
    ("{", "bad_message"),
    ("null", "bad_message"),
    ('{"type":"dance"}', "bad_message"),
    ('{"type":"hello"}', "bad_message"),
    ('{"type":"hello","code":"ABC","admin":true}', "bad_message"),
    ("[" * 20_000, "bad_message"),
    ('{"type":"start"}', "hello_first"),
]


@pytest.mark.parametrize(("text", "code"), BAD)
def test_what_is_no_message_is_said_to_be_none(store: Path, text: str, code: str) -> None:
    async def scenario() -> None:
        async with house(store) as server, server.socket() as socket:
            await socket.send_str(text)
            told = (await asyncio.wait_for(socket.receive(), SOON)).json()
            assert told["code"] == code
            assert told["type"] == ("error" if code == "bad_message" else "refused")

    run(scenario())


def test_frames_that_are_too_big_binary_or_too_many_end_the_socket(store: Path) -> None:
    async def scenario() -> None:
        limits = Limits(frame_bytes=1000, frames_at_once=5, frames_a_second=0.01)
        async with house(store, limits=limits) as server:
            async with server.socket() as socket:
                await socket.send_str("x" * 1001)
                assert (await closed(socket))[0] == 1009
            async with server.socket() as socket:
                await socket.send_bytes(b"{}")
                assert (await hear(socket, "error"))["code"] == "bad_message"
                assert (await closed(socket))[0] == 4000
            async with server.socket() as socket:
                for _ in range(6):
                    await socket.send_str("{}")
                told = [(await hear(socket, "error"))["code"] for _ in range(6)]
                assert told == ["bad_message"] * 5 + ["too_fast"]
                assert await closed(socket) == (4000, "too_fast")

    run(scenario())


def test_who_says_nothing_is_asked_to_go(store: Path) -> None:
    async def scenario() -> None:
        async with (
            house(store, limits=Limits(hello_seconds=0.05)) as server,
            server.socket() as socket,
        ):
            assert (await hear(socket, "refused"))["code"] == "hello_first"
            assert (await closed(socket))[0] == 4000

    run(scenario())


def test_who_does_not_read_is_cut_off(store: Path) -> None:
    """Another player makes the table change until more is unread than is kept for anybody."""

    async def scenario() -> None:
        limits = Limits(
            unsent_bytes=20_000, frames_a_second=1e6, frames_at_once=1e6, tables_at_once=9
        )
        table = TableSettings(changes=100_000)
        async with house(store, limits=limits, table=table) as server:
            code = (await server.open("now"))["code"]
            async with server.socket() as host:
                await hello(host, code, name="Ana")
                reader, writer = await sleeping_spectator(server, code)
                for number in range(4000):
                    await host.send_json({"type": "rename", "name": f"Ana {number % 90}"})
                    await hear(host, "table")
                    if server.server.metrics.counts["slow_readers"]:
                        break
                assert server.server.metrics.counts["slow_readers"] == 1
                writer.close()
                assert reader is not None

    run(scenario())


def test_an_idle_table_closes_and_tells(store: Path) -> None:
    async def scenario() -> None:
        table = TableSettings(quiet=500.0)
        async with house(store, table=table, limits=PATIENT) as server, server.socket() as socket:
            code = (await server.open())["code"]
            await hello(socket, code, name="Ana")
            assert (await hear(socket, "notice"))["code"] == "table_closed"
            assert await closed(socket) == (4000, "table_closed")
            assert (await server.get(f"/api/tables/{code}"))[0] == 404
            assert server.server.registry.tables == {}

    run(scenario())
