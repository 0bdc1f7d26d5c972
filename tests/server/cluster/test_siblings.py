"""Workers of one machine: a socket goes to the one that has its table, as if it had landed there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from socket import AF_UNIX, SOCK_DGRAM, socket
from ssl import create_default_context
from typing import Any

import msgspec
import pytest

from brouhaha.server.network.home_authority import authority_certificate, certificate_for
from tests.server.cluster.houses import houses
from tests.server.guests import HASTE, PATIENT, SOON, Guest, House, hear, hello, house, run
from tests.server.test_play import SHORT

HANDSHAKE = (
    b"Host: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
Two = tuple[House, ...]


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """An owner on a loaded machine is waited for, not given up."""
    monkeypatch.setattr("brouhaha.server.cluster.owners.SECOND_ANSWER_SECONDS", SOON)


@asynccontextmanager
async def workers(store: str, nats: str, folder: Path, **settings: Any) -> AsyncIterator[Two]:
    async with houses(2, store, nats, siblings=str(folder), **settings) as servers:
        yield servers


def sockets(servers: Two) -> list[int]:
    """How many each has."""
    return [len(each.server.sockets.open) for each in servers]


def handed_on(server: House) -> int:
    return server.server.metrics.counts["sockets_handed_on"]


def at(server: House, code: str) -> Any:
    return server.session.ws_connect(f"{server.url}/ws", params={"table": code})


def text(message: dict[str, Any]) -> bytes:
    said = msgspec.json.encode(message)
    assert len(said) < 126
    return bytes((0x81, 0x80 | len(said))) + bytes(4) + said


@asynccontextmanager
async def line_to(
    server: House,
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    port = int(server.url.rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        yield reader, writer
    finally:
        writer.close()


def test_a_match_whose_sockets_land_at_the_wrong_worker_is_played_at_the_right_one(
    store: str, nats: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with workers(store, nats, tmp_path, haste=HASTE) as servers:
            code = (await servers[0].open("now", options=SHORT.get("now", {})))["code"]
            guests = []
            for name in ("Ana", "Bo"):
                guests.append(Guest(servers[1].url, code, name, haste=HASTE).sit_down())
                await asyncio.wait_for(guests[-1].here.wait(), SOON)
            assert sockets(servers) == [2, 0]
            assert (handed_on(servers[0]), handed_on(servers[1])) == (0, 2)
            while not all(seat["ready"] for seat in guests[0].table["seats"]):
                await asyncio.sleep(0.01)
            await guests[0].say(type="start")
            for guest in guests:
                await asyncio.wait_for(guest.ended.wait(), SOON)
                assert guest.comings == 1
                await guest.go()

    run(scenario())


def test_what_was_read_before_goes_along_also_on_a_line_that_was_used_before(
    store: str, nats: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with workers(store, nats, tmp_path) as servers, line_to(servers[1]) as (ear, mouth):
            code = (await servers[0].open())["code"]
            mouth.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            head = await ear.readuntil(b"\r\n\r\n")
            size = int(head.lower().partition(b"content-length:")[2].split()[0])
            await ear.readexactly(size)
            # in one go: a client that does not wait for the answer to its handshake
            said = text({"type": "hello", "code": code, "name": "Ana"})
            mouth.write(b"GET /ws?table=%b HTTP/1.1\r\n%b%b" % (code.encode(), HANDSHAKE, said))
            assert b"101" in await asyncio.wait_for(ear.readline(), SOON)
            async with asyncio.timeout(SOON):
                await ear.readuntil(b'"type":"welcome"')
            assert sockets(servers) == [1, 0]

    run(scenario())


def test_what_cannot_be_handed_on_takes_the_hop(store: str, nats: str, tmp_path: Path) -> None:
    """Nobody says which table; the owner is on another machine, or is just gone."""

    async def scenario() -> None:
        async with workers(store, nats, tmp_path) as servers:
            opened = await servers[0].open(name="Ana")
            code, token = opened["code"], opened["token"]
            cluster = servers[0].server.cluster
            assert cluster is not None
            address = tmp_path / cluster.name

            async def takes_the_hop(table: str = code) -> None:
                async with at(servers[1], table) as line:
                    await hello(line, code, token=token)
                    assert sockets(servers) == [0, 1]
                while sockets(servers) != [0, 0]:
                    await asyncio.sleep(0.01)

            for nonsense in ("", "*", ">", f"{code}.>", "brouhaha", "é" * 6, "\x00"):
                await takes_the_hop(nonsense)
            hidden = address.rename(tmp_path / "elsewhere")
            await takes_the_hop()
            with socket(AF_UNIX, SOCK_DGRAM) as gone:
                gone.bind(str(address))
            await takes_the_hop()
            address.unlink()
            hidden.rename(address)
            assert handed_on(servers[1]) == 0
            async with at(servers[1], code) as line:
                await hello(line, code, name="Bo")
                assert sockets(servers) == [1, 0]

    run(scenario())


def test_a_line_whose_tls_ends_here_takes_the_hop(store: str, nats: str, tmp_path: Path) -> None:
    """The other process has not its keys: what it would read there is noise."""
    certificate = certificate_for(["127.0.0.1"], tmp_path / "tls", datetime.now(UTC))
    trusting = create_default_context(cadata=authority_certificate(tmp_path / "tls"))
    shared: dict[str, Any] = {"bus": nats, "siblings": str(tmp_path)}

    async def scenario() -> None:
        async with (
            house(store, **shared) as plain,
            house(store, **shared, tls=str(certificate)) as secure,
        ):
            code = (await plain.open())["code"]
            wss = f"{secure.url.replace('http', 'wss')}/ws?table={code}"
            async with secure.session.ws_connect(wss, ssl=trusting) as line:
                await hello(line, code, name="Ana")
                assert sockets((plain, secure)) == [0, 1]
                await line.send_json({"type": "rename", "name": "Bo"})
                while (await hear(line, "table"))["seats"][0]["name"] != "Bo":
                    pass
            assert handed_on(secure) == 0

    run(scenario())


def test_a_line_that_was_handed_on_counts_where_it_is(
    store: str, nats: str, tmp_path: Path
) -> None:
    """Whoever gave it away has room for another one."""
    few = msgspec.structs.replace(PATIENT, connections_an_address=4)

    async def scenario() -> None:
        async with workers(store, nats, tmp_path, limits=few) as servers:
            opened = await servers[0].open(name="Ana")
            for _ in range(8):
                async with at(servers[1], opened["code"]) as line:
                    await hello(line, opened["code"], token=opened["token"])
                while sockets(servers) != [0, 0]:
                    await asyncio.sleep(0.01)
            assert handed_on(servers[1]) == 8

    run(scenario())


def test_a_table_that_nobody_has_is_claimed_and_whoever_stops_is_not_found(
    store: str, nats: str, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with houses(1, store, nats) as before:
            opened = await before[0].open(name="Ana")
        async with (
            workers(store, nats, tmp_path) as servers,
            at(servers[1], opened["code"]) as line,
        ):
            await hello(line, opened["code"], token=opened["token"])
            assert (
                sum(sockets(servers)) == 1
            )  # on a slow machine an orphan may be claimed elsewhere
            await line.send_json({"type": "rename", "name": "Bo"})
            while (await hear(line, "table"))["seats"][0]["name"] != "Bo":
                pass
        assert not list(tmp_path.iterdir())

    run(scenario())
